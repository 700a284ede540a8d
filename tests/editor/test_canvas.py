"""Looking round on the table, by mouse, wheel and keys."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.layout.model import (
    EdgeDoor,
    Layout,
    Section,
    Side,
    Terrain,
    TerrainKind,
    normalise_layout,
)

LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton
HALL = normalise_layout(
    Layout(
        name="Hall",
        ruleset="naf-2019",
        sections=(
            Section(id="A", at=(2, 2), rows=("......",) * 6, name="Great hall"),
            Section(id="B", at=(8, 2), rows=("......",) * 6),
        ),
        chests=((3, 3),),
        terrain=(Terrain(kind=TerrainKind.CHASM, at=(7, 7)),),
        doors=(EdgeDoor(at=(7, 4), side=Side.EAST),),
    )
)


@pytest.fixture
def table(hand):
    """The hall on the table, the keys the table's."""
    hand.workspace.open_layout(HALL, None)
    hand.canvas.show_view(Viewport(24))
    hand.in_front()
    return hand


def turn(hand, x, y, at=(8, 6), keys=Qt.KeyboardModifier.NoModifier):
    """Turn the wheel, or move two fingers on a touchpad."""
    point = QPointF(hand.middle(at))
    event = QWheelEvent(
        point,
        QPointF(hand.canvas.mapToGlobal(point.toPoint())),
        QPoint(),
        QPoint(x, y),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(hand.canvas, event)


@pytest.mark.parametrize("held", ["middle", "space"])
def test_the_paper_is_dragged(table, held):
    """The middle button, or the left one with Space, moves the map with the pointer and edits nothing."""
    before, button = table.canvas.view, MIDDLE if held == "middle" else LEFT
    table.window.select_tool("paint")
    if held == "space":
        QTest.keyPress(table.canvas, Qt.Key.Key_Space)
        assert table.canvas.cursor().shape() is Qt.CursorShape.OpenHandCursor
    start = table.middle((4, 4))
    QTest.mousePress(table.canvas, button, pos=start)
    assert table.canvas.cursor().shape() is Qt.CursorShape.ClosedHandCursor
    QTest.mouseMove(table.canvas, start + QPoint(50, -30))
    QTest.mouseRelease(table.canvas, button, pos=start + QPoint(50, -30))
    QTest.keyRelease(table.canvas, Qt.Key.Key_Space)
    assert table.canvas.view == before.scroll(50, -30)
    assert table.canvas.cursor().shape() is table.canvas.tool.cursor
    assert (table.layout, table.steps) == (HALL, 0)


def test_a_tip_says_what_happens_where_the_pointer_is(table):
    """On a chest the map's tip is the edition's entry, dice and book included; on plain floor and rock is none."""
    table.workspace.open_layout(replace(HALL, ruleset="brawl-2013"), None)
    table.hover((3, 3))
    tip = table.canvas.toolTip()
    assert tip.startswith("<p><b>Chest</b><br>It opens when a player enters its square")
    assert "<br>D6, " in tip
    assert tip.endswith("<br>brawl-2013, Chests</p>")
    table.hover((7, 4))
    assert (
        table.canvas.toolTip() == "<p><b>Door</b><br>The book does not speak of this; agree on it before the match.</p>"
    )
    for square in ((4, 4), (0, 0)):
        table.hover(square)
        assert table.canvas.toolTip() == ""


def test_space_let_go_elsewhere_is_let_go(table):
    """When the window loses the keys while Space is down, the next left drag is the tool's again."""
    QTest.keyPress(table.canvas, Qt.Key.Key_Space)
    table.canvas.clearFocus()
    table.window.select_tool("draw-room")
    before = table.canvas.view
    table.drag((2, 9), (5, 12))
    assert table.canvas.view == before
    assert len(table.layout.sections) == 3


def test_the_wheel_zooms_to_the_pointer(table):
    """One notch is one step; the square under the pointer stays under it, and back is back."""
    before = table.canvas.view
    table.hover((8, 6))
    turn(table, 0, 120)
    assert table.canvas.view.scale > before.scale
    assert table.canvas.view.find_square(*table.middle((8, 6)).toTuple()) == (8, 6)
    turn(table, 0, -120)
    assert table.canvas.view.scale == before.scale


def test_a_touchpad_zooms_as_slowly_as_a_wheel(table):
    """Many small turns come to as much as the notch they add up to; a turn back begins anew."""
    before = table.canvas.view.scale
    for _ in range(7):
        turn(table, 0, 15)
    assert table.canvas.view.scale == before
    turn(table, 0, 15)
    one = table.canvas.view.scale
    turn(table, 0, -60)
    turn(table, 0, -60)
    assert one > before == table.canvas.view.scale


@pytest.mark.parametrize(("x", "keys"), [(0, Qt.KeyboardModifier.ShiftModifier), (120, Qt.KeyboardModifier.NoModifier)])
def test_the_wheel_sideways_moves_the_paper(table, x, keys):
    """With Shift, or two fingers sideways, the map moves and keeps its size."""
    before = table.canvas.view
    turn(table, x, 0 if x else 120, keys=keys)
    assert table.canvas.view == before.scroll(120, 0)


def test_zoom_keys_and_zoom_to_fit(table):
    """Ctrl++ comes closer, Ctrl+- goes farther, Ctrl+0 shows every square of the dungeon."""
    before = table.canvas.view.scale
    control = Qt.KeyboardModifier.ControlModifier
    table.key(Qt.Key.Key_Plus, control)
    assert table.canvas.view.scale > before
    table.key(Qt.Key.Key_Minus, control)
    assert table.canvas.view.scale == before
    table.canvas.show_view(Viewport(60, 900, 900))
    table.key(Qt.Key.Key_0, control)
    corners = [table.pixel(2, 2), table.pixel(14, 8)]
    assert all(table.canvas.rect().contains(corner) for corner in corners)


def test_zooming_has_ends(table):
    """However long one turns the wheel, squares stay between 2 and 160 pixels."""
    for way, end in ((120, 160), (-120, 2)):
        for _ in range(60):
            turn(table, 0, way)
        assert table.canvas.view.scale == end


def test_the_pointer_is_shown(table):
    """The square under the pointer stands in the status bar and is set off on both rulers; outside, none is."""
    table.hover((5, 6))
    assert table.window.pointer_label.toolTip().startswith("(5, 6)")
    here = table.canvas.grab().toImage()
    table.hover((9, 3))
    there = table.canvas.grab().toImage()
    for box in ((24, 0, 976, 20), (0, 24, 20, 676)):
        assert here.copy(*box) != there.copy(*box)
    QApplication.sendEvent(table.canvas, QEvent(QEvent.Type.Leave))
    assert table.window.pointer_label.text() == ""
    assert table.canvas.pointer is None


def test_the_pointer_is_right_after_the_map_moved_under_it(table):
    """Zooming by keys moves other squares under a pointer that rests, and ghost and coordinates follow."""
    table.window.select_tool("draw-room")
    table.hover((4, 11))
    for _ in range(6):
        table.key(Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    at = table.canvas.view.find_square(*table.canvas._pointer_pixel.toTuple())
    assert at != (4, 11)
    assert table.window.pointer_label.toolTip().startswith(f"({at[0]}, {at[1]})")
    assert table.canvas.pointer.square == at


def test_names_and_marks_are_shown_and_hidden(table):
    """N writes the sections' names on the map, Ctrl+M takes the marks of problems off; once more turns it back."""
    table.verdict()
    first = table.canvas.grab().toImage()
    table.key(Qt.Key.Key_N)
    named = table.canvas.grab().toImage()
    assert named != first
    table.key(Qt.Key.Key_N)
    assert table.canvas.grab().toImage() == first
    table.key(Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert table.canvas.grab().toImage() != first
    table.key(Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert table.canvas.grab().toImage() == first


def test_the_overview_moves_the_table(table):
    """A click on the overview brings that place into the middle, a drag goes on moving it."""
    overview = table.window.docks["map"].widget()
    scale, left, top = overview._measure_view()

    def pixel(x, y):
        return QPoint(round((x - left) * scale), round((y - top) * scale))

    def middle():
        return table.canvas.view.find_point(table.canvas.width() / 2, table.canvas.height() / 2)

    QTest.mousePress(overview, LEFT, pos=pixel(3, 3))
    assert middle() == pytest.approx((3, 3), abs=0.3)
    QTest.mouseMove(overview, pixel(12, 7))
    QTest.mouseRelease(overview, LEFT, pos=pixel(12, 7))
    assert middle() == pytest.approx((12, 7), abs=0.3)


def test_the_status_line_follows_a_click(hand):
    """A click that changes the square under the pointer is told at once, and the message of an earlier click goes."""
    hand.workspace.open_layout(
        normalise_layout(Layout(sections=(Section(id="A", at=(4, 4), rows=("....",) * 2),))), None
    )
    hand.window.select_tool("chest")
    hand.hover((5, 5))
    before = hand.window.pointer_label.text()
    hand.workspace.message_sent.emit("an older message")
    hand.click((5, 5))
    assert hand.layout.chests == ((5, 5),)
    assert hand.window.pointer_label.text() != before
    assert "chest" in hand.window.pointer_label.text()
    assert hand.window.statusBar().currentMessage() != "an older message"
