"""The table by mouse, wheel and keys: looking round, and gestures that are broken off in every way a hand can."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.editor.pieces import ALL
from dungeon_designer.editor.shaping.things import Thing
from dungeon_designer.editor.tools.measure import MeasureTool
from dungeon_designer.editor.tools.tool import Tool
from dungeon_designer.layout.model import (
    EdgeDoor,
    Layout,
    Section,
    Side,
    Terrain,
    TerrainKind,
    normalised,
)

LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton
HALL = normalised(
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
DRAGS = {
    "select": ((3, 3), (5, 5)),
    "draw-room": ((2, 9), (5, 12)),
    "draw-end_zone": ((2, 2), (4, 4)),
    "paint": ((13, 4), (16, 4)),
    "erase": ((4, 4), (6, 4)),
    "wall": ((4, 4), (4, 6)),
    "door": ((7, 5), (7, 6)),
    "leap": ((6, 7), (6, 7)),
    "lava": ((4, 4), (6, 5)),
    "statue": ((4, 4), (6, 5)),
    "open_pit": ((4, 4), (5, 5)),
    "trapdoor": ((4, 4), (5, 5)),
    "rolling-ball": ((2, 3), (10, 3)),
    "chest": ((5, 5), (6, 5)),
    "portal": ((5, 5), (6, 5)),
    "square-door": ((5, 5), (6, 5)),
    "turning-room": ((5, 5), (6, 5)),
}
"""From where to where each tool that drags is dragged; the last ones take what lies under the first press."""

SOME = ("select", "draw-room", "paint", "lava", "wall", "chest")
"""One of each way of dragging."""


@pytest.fixture
def table(hand):
    """The hall on the table, the keys the table's."""
    hand.desk.open(HALL, None)
    hand.canvas.show_view(Viewport(24))
    hand.window.activateWindow()
    hand.canvas.setFocus()
    return hand


def press(hand, square, button=LEFT, keys=Qt.KeyboardModifier.NoModifier):
    QTest.mousePress(hand.canvas, button, keys, hand.middle(square) + QPoint(9, 0))


def move(hand, square):
    QTest.mouseMove(hand.canvas, hand.middle(square) + QPoint(9, 0))


def release(hand, square, button=LEFT):
    QTest.mouseRelease(hand.canvas, button, Qt.KeyboardModifier.NoModifier, hand.middle(square) + QPoint(9, 0))


def dragging(hand, name):
    """The tool in hand, its button down, some squares on its way."""
    hand.window.take(name)
    start, end = DRAGS[name]
    press(hand, start)
    for square in ((start[0] + 1, start[1]), ((start[0] + end[0]) // 2, end[1]), end):
        move(hand, square)


def turn(hand, x, y, at=(8, 6), keys=Qt.KeyboardModifier.NoModifier):
    """The wheel, or two fingers on a touchpad."""
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


# Looking round ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("held", ["middle", "space"])
def test_the_paper_is_dragged(table, held):
    """The middle button, or the left one with Space, moves the map with the pointer and edits nothing."""
    before, button = table.canvas.view, MIDDLE if held == "middle" else LEFT
    table.window.take("paint")
    if held == "space":
        QTest.keyPress(table.canvas, Qt.Key.Key_Space)
        assert table.canvas.cursor().shape() is Qt.CursorShape.OpenHandCursor
    start = table.middle((4, 4))
    QTest.mousePress(table.canvas, button, pos=start)
    assert table.canvas.cursor().shape() is Qt.CursorShape.ClosedHandCursor
    QTest.mouseMove(table.canvas, start + QPoint(50, -30))
    QTest.mouseRelease(table.canvas, button, pos=start + QPoint(50, -30))
    QTest.keyRelease(table.canvas, Qt.Key.Key_Space)
    assert table.canvas.view == before.panned(50, -30)
    assert table.canvas.cursor().shape() is table.canvas.tool.cursor
    assert (table.layout, table.steps) == (HALL, 0)


def test_space_let_go_elsewhere_is_let_go(table):
    """When the window loses the keys while Space is down, the next left drag is the tool's again."""
    QTest.keyPress(table.canvas, Qt.Key.Key_Space)
    table.canvas.clearFocus()
    table.window.take("draw-room")
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
    assert table.canvas.view.square_at(*table.middle((8, 6)).toTuple()) == (8, 6)
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
    assert table.canvas.view == before.panned(120, 0)


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
    assert table.window.place.text() == "(5, 6)"
    here = table.canvas.grab().toImage()
    table.hover((9, 3))
    there = table.canvas.grab().toImage()
    for box in ((24, 0, 976, 20), (0, 24, 20, 676)):
        assert here.copy(*box) != there.copy(*box)
    QApplication.sendEvent(table.canvas, QEvent(QEvent.Type.Leave))
    assert table.window.place.text() == ""
    assert table.canvas.pointer is None


def test_the_pointer_is_right_after_the_map_moved_under_it(table):
    """Zooming by keys moves other squares under a pointer that rests, and ghost and coordinates follow."""
    table.window.take("draw-room")
    table.hover((4, 11))
    for _ in range(6):
        table.key(Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    at = table.canvas.view.square_at(*table.canvas._at.toTuple())
    assert at != (4, 11)
    assert table.window.place.text() == f"({at[0]}, {at[1]})"
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
    scale, left, top = overview._frame()

    def pixel(x, y):
        return QPoint(round((x - left) * scale), round((y - top) * scale))

    def middle():
        return table.canvas.view.point_at(table.canvas.width() / 2, table.canvas.height() / 2)

    QTest.mousePress(overview, LEFT, pos=pixel(3, 3))
    assert middle() == pytest.approx((3, 3), abs=0.3)
    QTest.mouseMove(overview, pixel(12, 7))
    QTest.mouseRelease(overview, LEFT, pos=pixel(12, 7))
    assert middle() == pytest.approx((12, 7), abs=0.3)


# Gestures ---------------------------------------------------------------------------------------------------------


def test_every_tool_that_drags_is_dragged_here(hand):
    """Every kind of tool but the measure, which changes nothing, is among those the tests below drag."""
    kinds = {type(ALL[name].make(hand.desk)) for name in ALL}
    assert kinds - {type(ALL[name].make(hand.desk)) for name in DRAGS} == {MeasureTool}


@pytest.mark.parametrize("name", DRAGS)
def test_a_drag_is_one_step(table, name):
    """Whatever is dragged, from press to release it is one step, and undo gives back just what was there."""
    dragging(table, name)
    release(table, DRAGS[name][1])
    assert table.steps == 1
    assert table.layout != HALL
    table.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert table.layout == HALL


@pytest.mark.parametrize(
    ("name", "way"), [*((name, "esc") for name in DRAGS), *((name, way) for name in SOME for way in ("right", "undo"))]
)
def test_a_drag_is_taken_back(table, name, way):
    """Esc, the right button or Ctrl+Z in the middle of a drag leave layout and history as before."""
    dragging(table, name)
    if way == "esc":
        table.key(Qt.Key.Key_Escape)
    elif way == "undo":
        table.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    else:
        press(table, DRAGS[name][1], RIGHT)
        release(table, DRAGS[name][1], RIGHT)
    move(table, (9, 7))
    release(table, (9, 7))
    assert (table.layout, table.steps) == (HALL, 0)
    assert not table.canvas.tool.active


@pytest.mark.parametrize("name", SOME)
def test_a_drag_ends_with_the_button_wherever_that_went_up(table, name):
    """Released where the window could not see it, what was done so far stands, as one step, and moves no further."""
    dragging(table, name)
    made = table.layout
    QTest.mouseRelease(table.window.statusBar(), LEFT)
    QApplication.sendEvent(table.canvas, QEvent(QEvent.Type.Leave))
    move(table, (10, 7))
    move(table, (11, 3))
    assert (table.layout, table.steps) == (made, 1)
    assert not table.canvas.tool.active


@pytest.mark.parametrize("name", DRAGS)
def test_a_drag_beyond_the_grid(table, name):
    """Dragged out over the left and upper edge, nothing lies on squares below 0, and all can be taken back."""
    table.window.take(name)
    press(table, DRAGS[name][0])
    for square in ((1, 1), (-1, -1), (-1, -1)):
        move(table, square)
    release(table, (-1, -1))
    board = table.desk.board
    assert min(min(square) for square in board.squares) >= 0
    for _ in range(table.steps):
        table.undo()
    assert table.layout == HALL


@pytest.mark.parametrize("name", SOME)
def test_the_middle_button_during_a_drag(table, name):
    """A second button neither ends a drag nor leaves it going when the first goes up."""
    dragging(table, name)
    made, view = table.layout, table.canvas.view
    press(table, DRAGS[name][1], MIDDLE)
    release(table, DRAGS[name][1], MIDDLE)
    release(table, DRAGS[name][1])
    move(table, (10, 7))
    assert (table.layout, table.canvas.view, table.steps) == (made, view, 1)


@pytest.mark.parametrize("name", SOME)
def test_a_dialog_in_the_middle_of_a_drag(table, name):
    """When a dialog takes the keys, what was dragged so far stands, and the pointer drags nothing afterwards."""
    dragging(table, name)
    made = table.layout
    dialog = QDialog(table.window)
    dialog.show()
    dialog.activateWindow()
    table.qtbot.waitUntil(lambda: QApplication.activeWindow() is dialog)
    dialog.close()
    move(table, (10, 7))
    assert (table.layout, table.steps) == (made, 1)


@pytest.mark.parametrize("name", SOME)
def test_another_dungeon_in_the_middle_of_a_drag(table, name):
    """A file opened while a button is down is not touched by the drag, its release or Esc."""
    other = normalised(Layout(name="Other", sections=(Section(id="Z", at=(5, 5), rows=("...",) * 3),)))
    dragging(table, name)
    table.desk.document.mark_saved()
    table.desk.open(other, None)
    move(table, (6, 6))
    table.key(Qt.Key.Key_Escape)
    release(table, (7, 7))
    assert (table.layout, table.steps) == (other, 0)


@pytest.mark.parametrize("key", ["Del", "R", "F", "Ctrl+D", "Ctrl+X", "Ctrl+A", "C", "Right"])
def test_keys_in_the_middle_of_a_drag_wait(table, key):
    """No key but Esc and undo does anything while a button is down: half a drag is nothing to work on."""
    chest = next(thing for thing in (Thing("chests", at) for at in HALL.chests))
    table.desk.select([chest])
    dragging(table, "select")
    tool, made = table.canvas.tool, table.layout
    pressed = QKeySequence(key)[0]
    table.key(pressed.key(), pressed.keyboardModifiers())
    assert table.canvas.tool is tool
    assert (table.layout, table.steps) == (made, 1)
    release(table, DRAGS["select"][1])
    table.undo()
    assert table.layout == HALL


def test_a_double_click_is_two_clicks(table):
    """Twice on a border is a wall put up and taken away; the history holds both."""
    table.window.take("wall")
    at = table.pixel(4.98, 4.5)
    QTest.mouseClick(table.canvas, LEFT, pos=at)
    QTest.mouseDClick(table.canvas, LEFT, pos=at)
    QTest.mouseRelease(table.canvas, LEFT, pos=at)
    assert table.layout.walls == ()
    assert not table.canvas.tool.active


def test_a_rubber_band_adds_with_shift(table):
    """A frame from the rock selects what lies whole within it; with Shift it adds to what was selected."""
    table.desk.plainly("x", replace(table.layout, chests=((3, 3), (6, 6))))
    table.drag((1, 1), (4, 4))
    assert [thing.value for thing in table.desk.selection] == [(3, 3)]
    table.drag((15, 9), (6, 6), keys=Qt.KeyboardModifier.ShiftModifier)
    assert {thing.value for thing in table.desk.selection if thing.field == "chests"} == {(3, 3), (6, 6)}


def test_a_click_among_selected_things_means_the_one(table):
    """A click on a chest in a selected room selects the chest alone; a drag of it moves the whole selection."""
    table.click((5, 5))
    assert {thing.field for thing in table.desk.selection} >= {"sections", "chests"}
    table.drag((3, 3), (3, 4))
    assert table.layout.sections[0].at == (2, 3)
    table.click((3, 4))
    assert [thing.field for thing in table.desk.selection] == ["chests"]


def test_undo_shows_at_once_where_a_chest_may_lie(table):
    """With a chest in hand and the pointer at rest, the lit squares are those of the layout after undo."""
    table.window.take("chest")
    table.click((11, 6))
    crowded = set(table.canvas.tool.preview.lit)
    table.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert (11, 6) in set(table.canvas.tool.preview.lit)
    assert (11, 6) not in crowded


def test_a_tool_once_put_down_is_gone(table):
    """Tools that were in hand do not pile up behind the desk."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    before = len(table.desk.findChildren(Tool))
    for name in ("chest", "wall", "measure", "erase") * 3:
        table.window.take(name)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(table.desk.findChildren(Tool)) == before
