"""Gestures at the table, and every way in which a hand breaks one off."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.editor.pieces import PIECE_BY_ID
from dungeon_designer.editor.tools.measure import MeasureTool
from dungeon_designer.editor.tools.tool import Tool
from dungeon_designer.grid import MAX_COORDINATE
from dungeon_designer.layout.layout_file import read_json, write_json
from dungeon_designer.layout.model import (
    EdgeDoor,
    Layout,
    Section,
    Side,
    Team,
    Terrain,
    TerrainKind,
    normalise_layout,
)
from dungeon_designer.layout_edits.objects import ObjectRef
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from dungeon_designer.set_up.order import SetUpKind, build_set_up_order
from dungeon_designer.set_up.session import start_set_up
from tests.soak import sample, soak

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
DRAGS = {
    "select": ((3, 3), (5, 5)),
    "draw-room": ((2, 9), (5, 12)),
    "draw-end_zone": ((2, 2), (4, 4)),
    "paint": ((13, 4), (16, 4)),
    "fill": ((4, 4), (6, 4)),
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
    "label": ((5, 5), (6, 5)),
}
"""From where to where each tool that drags is dragged; the last ones take what lies under the first press."""

SOME = ("select", "draw-room", "paint", "lava", "wall", "chest")
"""One of each way of dragging."""


@pytest.fixture
def table(hand, unasked):
    """The hall on the table, the keys the table's; the rule book is not asked, which takes most of the time."""
    hand.workspace.open_layout(HALL, None)
    hand.workspace.filling = TerrainKind.LAVA
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


def drag_over(hand, name):
    """Drag the selected tool over some squares and keep its button down."""
    hand.window.select_tool(name)
    start, end = DRAGS[name]
    press(hand, start)
    for square in ((start[0] + 1, start[1]), ((start[0] + end[0]) // 2, end[1]), end):
        move(hand, square)


def test_every_tool_that_drags_is_dragged_here(hand):
    """Every kind of tool but the measure, which changes nothing, is among those the tests below drag."""
    kinds = {type(PIECE_BY_ID[name].create_tool(hand.workspace)) for name in PIECE_BY_ID}
    assert kinds - {type(PIECE_BY_ID[name].create_tool(hand.workspace)) for name in DRAGS} == {MeasureTool}


@pytest.mark.parametrize("name", DRAGS)
def test_a_drag_is_one_step(table, name):
    """Whatever is dragged, from press to release it is one step, and undo gives back just what was there."""
    drag_over(table, name)
    release(table, DRAGS[name][1])
    assert table.steps == 1
    assert table.layout != HALL
    table.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert table.layout == HALL


WAYS_BACK = [*((name, "esc") for name in DRAGS), *((name, way) for name in SOME for way in ("right", "undo"))]
"""How a drag with each tool is taken back."""


@soak
@pytest.mark.parametrize(("name", "way"), sample(WAYS_BACK, 12))
def test_a_drag_is_taken_back(table, name, way):
    """Esc, the right button or Ctrl+Z in the middle of a drag leave layout and history as before."""
    drag_over(table, name)
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
    assert not table.canvas.tool.is_active


@pytest.mark.parametrize("name", SOME)
def test_a_drag_ends_with_the_button_wherever_that_went_up(table, name):
    """Released where the window could not see it, what was done so far stands, as one step, and moves no further."""
    drag_over(table, name)
    made = table.layout
    QTest.mouseRelease(table.window.statusBar(), LEFT)
    QApplication.sendEvent(table.canvas, QEvent(QEvent.Type.Leave))
    move(table, (10, 7))
    move(table, (11, 3))
    assert (table.layout, table.steps) == (made, 1)
    assert not table.canvas.tool.is_active


@pytest.mark.parametrize("name", DRAGS)
def test_a_drag_beyond_the_grid(table, name):
    """Dragged out over the left and upper edge, nothing lies on squares below 0, and all can be taken back."""
    table.window.select_tool(name)
    press(table, DRAGS[name][0])
    for square in ((1, 1), (-1, -1), (-1, -1)):
        move(table, square)
    release(table, (-1, -1))
    board = table.workspace.board
    assert min(min(square) for square in board.squares) >= 0
    for _ in range(table.steps):
        table.undo()
    assert table.layout == HALL


@soak
@pytest.mark.parametrize("name", sample([*DRAGS, "trapdoor-2"], 7))
def test_a_drag_beyond_the_last_square(table, name):
    """Dragged out over the far corner, or begun beyond it, the dungeon can still be written and read."""
    far = Section(id="A", at=(MAX_COORDINATE - 6, MAX_COORDINATE - 6), rows=("......",) * 6)
    table.workspace.open_layout(Layout(sections=(far,)), None)
    table.canvas.show_view(Viewport(24, (MAX_COORDINATE - 15) * 24, (MAX_COORDINATE - 15) * 24))
    table.window.select_tool(name)
    table.drag((MAX_COORDINATE - 3, MAX_COORDINATE - 3), (MAX_COORDINATE + 4, MAX_COORDINATE + 4))
    table.drag((MAX_COORDINATE + 4, MAX_COORDINATE + 4), (MAX_COORDINATE, MAX_COORDINATE - 1))
    assert read_json(write_json(table.layout).decode()) == table.layout


@pytest.mark.parametrize("name", SOME)
def test_the_middle_button_during_a_drag(table, name):
    """A second button neither ends a drag nor leaves it going when the first goes up."""
    drag_over(table, name)
    made, view = table.layout, table.canvas.view
    press(table, DRAGS[name][1], MIDDLE)
    release(table, DRAGS[name][1])
    release(table, DRAGS[name][1], MIDDLE)
    move(table, (10, 7))
    assert (table.layout, table.canvas.view, table.steps) == (made, view, 1)


@pytest.mark.parametrize("name", SOME)
def test_a_dialog_in_the_middle_of_a_drag(table, name):
    """When a dialog takes the keys, what was dragged so far stands, and the pointer drags nothing afterwards."""
    drag_over(table, name)
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
    other = normalise_layout(Layout(name="Other", sections=(Section(id="Z", at=(5, 5), rows=("...",) * 3),)))
    drag_over(table, name)
    table.workspace.document.mark_saved()
    table.workspace.open_layout(other, None)
    move(table, (6, 6))
    table.key(Qt.Key.Key_Escape)
    release(table, (7, 7))
    assert (table.layout, table.steps) == (other, 0)


@pytest.mark.parametrize("key", ["Del", "R", "F", "Ctrl+D", "Ctrl+X", "Ctrl+A", "C", "Right"])
def test_keys_in_the_middle_of_a_drag_wait(table, key):
    """No key but Esc and undo does anything while a button is down: half a drag is nothing to work on."""
    chest = next(thing for thing in (ObjectRef("chests", at) for at in HALL.chests))
    table.workspace.select_objects([chest])
    drag_over(table, "select")
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
    table.window.select_tool("wall")
    at = table.pixel(4.98, 4.5)
    QTest.mouseClick(table.canvas, LEFT, pos=at)
    QTest.mouseDClick(table.canvas, LEFT, pos=at)
    QTest.mouseRelease(table.canvas, LEFT, pos=at)
    assert table.layout.walls == ()
    assert not table.canvas.tool.is_active


def test_a_rubber_band_adds_with_shift(table):
    """A frame from the rock selects what lies whole within it; with Shift it adds to what was selected."""
    table.workspace.edit_without_symmetry("x", replace(table.layout, chests=((3, 3), (6, 6))))
    table.drag((1, 1), (4, 4))
    assert [thing.value for thing in table.workspace.selection] == [(3, 3)]
    table.drag((15, 9), (6, 6), keys=Qt.KeyboardModifier.ShiftModifier)
    assert {thing.value for thing in table.workspace.selection if thing.field == "chests"} == {(3, 3), (6, 6)}


def test_a_click_among_selected_things_means_the_one(table):
    """A click on a chest in a selected room selects the chest alone; a drag of it moves the whole selection."""
    table.click((5, 5))
    assert {thing.field for thing in table.workspace.selection} >= {"sections", "chests"}
    table.drag((3, 3), (3, 4))
    assert table.layout.sections[0].at == (2, 3)
    table.click((3, 4))
    assert [thing.field for thing in table.workspace.selection] == ["chests"]


def test_undo_shows_at_once_where_a_chest_may_lie(table):
    """With a chest in hand and the pointer at rest, the lit squares are those of the layout after undo."""
    table.window.select_tool("chest")
    table.click((11, 6))
    crowded = set(table.canvas.tool.preview.lit_squares)
    table.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert (11, 6) in set(table.canvas.tool.preview.lit_squares)
    assert (11, 6) not in crowded


def test_a_tool_once_put_down_is_gone(table):
    """Tools that were in hand do not pile up behind the workspace."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    before = len(table.workspace.findChildren(Tool))
    for name in ("chest", "wall", "measure", "erase") * 3:
        table.window.select_tool(name)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(table.workspace.findChildren(Tool)) == before


# A tile in hand, and a set-up -------------------------------------------------------------------------------------


@pytest.fixture
def tile(table):
    """A 2x6 tile in hand beside a hall of 2021's corridors."""
    table.workspace.open_layout(replace(HALL, ruleset="brawl-2013"), None)
    table.canvas.show_view(Viewport(24))
    table.window.select_tile(table.workspace.library.get("brawl-2013/2x6"))
    return table.canvas.tool


@pytest.mark.parametrize(("keys", "row"), [("NoModifier", 8), ("AltModifier", 9)])
def test_a_tile_snaps_to_its_neighbours(table, tile, keys, row):
    """Held a square off, the ghost goes to the hall and says how wide it joins; an Alt-click lays it as held."""
    width, height = tile.tile.find_placed_size(0)
    held = table.pixel(5 + width / 2 + 0.1, 9 + height / 2 + 0.1)
    for aside in (QPoint(1, 1), QPoint()):
        QTest.mouseMove(table.canvas, held + aside)
    assert min(y for _, y in tile.preview.squares) == 8
    assert tile.preview.label == f"joins {width} wide"
    assert len(tile.preview.edges) == width
    QTest.mouseClick(table.canvas, LEFT, Qt.KeyboardModifier[keys], held)
    (laid,) = [section for section in table.layout.sections if section.tile]
    assert laid.at == (5, row)


def test_a_tile_is_turned_flipped_nudged_and_laid_by_keys(table, tile):
    """R four times or F twice is nothing; arrows move the ghost, Return lays it, and all is one step."""
    table.hover((20, 12))
    first = set(tile.preview.squares)
    table.key(Qt.Key.Key_R)
    assert set(tile.preview.squares) != first
    for _ in range(3):
        table.key(Qt.Key.Key_R)
    table.key(Qt.Key.Key_F)
    table.key(Qt.Key.Key_F)
    assert set(tile.preview.squares) == first
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Left):
        table.key(key)
    table.key(Qt.Key.Key_Return)
    (laid,) = [section for section in table.layout.sections if section.tile]
    assert laid.at == (min(x for x, _ in first) - 2, min(y for _, y in first) + 1)
    assert table.steps == 1


def test_a_tile_overlaps_nothing(table, tile):
    """Over the hall the ghost is red and says why; a click lays nothing."""
    table.hover((10, 5))
    assert tile.preview.wrong_squares
    assert "overlap" in tile.preview.label
    table.click((10, 5))
    assert (table.steps, tile.preview.wrong_squares != ()) == (0, True)


@pytest.fixture
def setup(table):
    """Two chests to be placed by two coaches."""
    order = build_set_up_order(load_unchecked_ruleset("naf-2019"))
    stages = [replace(stage, count=2) for stage in order.stages if stage.kind is SetUpKind.CHEST]
    table.window.start_set_up(start_set_up(table.layout, load_unchecked_ruleset("naf-2019"), Team.HOME, stages))
    return table.canvas.tool


def is_free(setup):
    return min(setup.preview.lit_squares)


def test_undo_and_redo_in_a_set_up(table, setup):
    """Redo puts a chest down again that undo took back, and it is the other coach's turn again."""
    first = is_free(setup)
    table.click(first)
    assert setup.setup.next_turn[0] is Team.AWAY
    table.undo()
    assert setup.setup.next_turn[0] is Team.HOME
    table.redo()
    assert (table.layout.chests, setup.setup.next_turn[0]) == ((first,), Team.AWAY)
    table.click(is_free(setup))
    assert len(table.layout.chests) == 2


def test_no_right_click_in_a_set_up(table, setup):
    """A right click removes nothing that a coach placed in a set-up."""
    first = is_free(setup)
    table.click(first)
    table.click(first, RIGHT)
    assert table.layout.chests == (first,)


def test_another_dungeon_in_the_middle_of_a_set_up(table, setup):
    """A dungeon opened during a set-up has the arrow selected, and nothing of the set-up gets into it."""
    other = normalise_layout(replace(HALL, name="Other", chests=()))
    table.workspace.open_layout(other, None)
    table.canvas.show_view(Viewport(24))
    table.click((5, 5))
    table.qtbot.waitUntil(lambda: table.canvas.tool.name == "select")
    table.click((6, 6))
    assert (table.layout, table.steps) == (other, 0)
