"""Kinds of things hidden on the table: ticks, keys, and the note over the map."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.editor.hideable_kinds import HIDEABLE_KINDS, list_placed_kinds
from dungeon_designer.editor.pieces import PIECE_BY_ID
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import (
    EdgeDoor,
    Label,
    Layout,
    LeapEdge,
    Obstacle,
    ObstacleKind,
    Portal,
    RollingBall,
    Section,
    Side,
    Terrain,
    TerrainKind,
    Trap,
    TrapKind,
    normalise_layout,
)

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
ALT_SHIFT = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier
HALL = normalise_layout(
    Layout(
        name="Hall",
        ruleset="naf-2019",
        sections=(
            Section(id="A", at=(2, 2), rows=("......",) * 6),
            Section(id="B", at=(8, 2), rows=("......",) * 6),
        ),
        chests=((3, 3),),
        portals=(Portal(number=1, at=(5, 3)),),
        traps=(Trap(kind=TrapKind.OPEN_PIT, at=(3, 5)),),
        doors=(EdgeDoor(at=(7, 4), side=Side.EAST, width=2),),
        leap_edges=(LeapEdge(at=(10, 6), side=Side.EAST),),
        terrain=(Terrain(kind=TerrainKind.LAVA, at=(5, 5)),),
        obstacles=(Obstacle(kind=ObstacleKind.STATUE, at=(6, 6)),),
        machines=(RollingBall(at=(9, 2), size=(2, 2), travel=Side.EAST, length=4),),
        labels=(Label(text="Halt", at=(3, 6)),),
    )
)
PLACES = {
    "chests": (3, 3),
    "portals": (5, 3),
    "traps": (3, 5),
    "doors": (7.97, 4.5),
    "leap-edges": (10.97, 6.5),
    "terrain": (5, 5),
    "obstacles": (6, 6),
    "machines": (10, 2),
    "labels": (3, 6),
}


@pytest.fixture
def table(hand, unasked):
    """The hall on the table; the rule book is not asked, for its marks would come and go."""
    hand.workspace.verdict = None
    hand.workspace.open_layout(HALL, None)
    hand.in_front()
    yield hand
    hand.window.layers.show_all()


def click_kind(table, name):
    """Return the fields of what a click at the place of a kind selects."""
    x, y = PLACES[name]
    table.click_at(x, y) if isinstance(x, float) else table.click((x, y))
    return {thing.field for thing in table.workspace.selection}


def read_note(table):
    return table.window.layers.show_all_button


def read_pixels(table, name):
    table.hover((0, 0))
    x, y = (int(part) for part in PLACES[name])
    corner, end = table.pixel(x, y), table.pixel(x + 2, y + 1)
    return table.canvas.grab().toImage().copy(corner.x(), corner.y(), end.x() - corner.x(), end.y() - corner.y())


@pytest.mark.parametrize("name", PLACES)
def test_a_hidden_kind_is_neither_seen_nor_picked(table, name):
    """Its tick off, a kind is gone from the map and no click finds it; shown again, both are as before."""
    kind = next(kind for kind in HIDEABLE_KINDS if kind.id == name)
    table.workspace.select_objects(())
    seen = read_pixels(table, name)
    assert click_kind(table, name) <= set(kind.fields.split())
    table.workspace.select_objects(())
    table.key(Qt.Key(ord(kind.key[-1])), ALT_SHIFT)
    assert read_pixels(table, name) != seen
    assert not table.window.actions_[f"show-{name}"].isChecked()
    assert click_kind(table, name) >= {"sections"}
    table.workspace.select_objects(())
    table.key(Qt.Key(ord(kind.key[-1])), ALT_SHIFT)
    assert read_pixels(table, name) == seen


def test_every_kind_that_can_be_hidden_is_hidden_here():
    """The table of places above leaves out no kind."""
    assert list(PLACES) == [kind.id for kind in HIDEABLE_KINDS]


def test_a_note_tells_that_something_is_hidden(table):
    """How many kinds are hidden stands below the map, the marks of problems counted too; a click on it shows all."""
    assert not read_note(table).isVisible()
    for key in "CP":
        table.key(Qt.Key(ord(key)), ALT_SHIFT)
    table.key(Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert read_note(table).isVisible()
    assert read_note(table).text() == "3 kinds hidden: show all"
    QTest.mouseClick(read_note(table), LEFT)
    assert not read_note(table).isVisible()
    assert table.canvas.problems
    assert click_kind(table, "chests") == {"chests"}
    assert table.canvas.hasFocus()


def test_hiding_changes_no_file_and_no_export(table):
    """The layout, its file and its drawing for export are the same with everything hidden, and it is no step."""
    file, drawing = write_json(table.layout), draw(table.workspace.board, DrawingOptions())
    for kind in HIDEABLE_KINDS:
        table.key(Qt.Key(ord(kind.key[-1])), ALT_SHIFT)
    assert (table.layout, table.steps) == (HALL, 0)
    assert write_json(table.layout) == file
    assert draw(table.workspace.board, DrawingOptions()) == drawing


def test_hidden_kinds_stay_hidden_in_the_next_dungeon(table):
    """Hidden kinds stay hidden as long as the window is open, whatever is opened in it."""
    table.key(Qt.Key.Key_C, ALT_SHIFT)
    table.workspace.open_layout(HALL, None)
    assert read_note(table).text() == "1 kind hidden: show all"
    table.window.select_tool("select")
    assert "sections" in click_kind(table, "chests")


def test_what_is_hidden_is_neither_framed_nor_rubbed_out(table):
    """A frame, Select all and a right click pass over it; floor under it is not rubbed out without a word."""
    table.key(Qt.Key.Key_C, ALT_SHIFT)
    table.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert "chests" not in {thing.field for thing in table.workspace.selection}
    table.drag((0, 0), (4, 4))
    assert "chests" not in {thing.field for thing in table.workspace.selection}
    table.window.select_tool("statue")
    said = []
    table.workspace.message_sent.connect(said.append)
    table.click((3, 3), RIGHT)
    table.workspace.message_sent.disconnect(said.append)
    assert table.layout == HALL
    assert "hidden" in said[-1]


def test_what_is_put_down_is_seen(table):
    """Taking a piece in hand shows its kind again: nobody places what is not seen."""
    table.key(Qt.Key.Key_C, ALT_SHIFT)
    table.key(Qt.Key.Key_G, ALT_SHIFT)
    table.key(Qt.Key.Key_C)
    assert table.workspace.hidden_kinds == {"terrain"}
    table.key(Qt.Key.Key_V)
    assert table.workspace.hidden_kinds == frozenset()


def test_a_room_takes_along_what_is_hidden_in_it(table):
    """A room that is moved brings what lies in it, seen or not."""
    table.key(Qt.Key.Key_C, ALT_SHIFT)
    table.click((4, 4))
    table.drag((4, 4), (4, 7))
    assert table.layout.chests == ((3, 6),)


def test_each_kind_is_shown_again_by_the_pieces_that_put_it_down():
    """No kind is left out of what taking a piece shows again, however the palette is ordered."""
    assert {kind.id for kind in HIDEABLE_KINDS} == set().union(
        *(list_placed_kinds(each.id, each.group) for each in PIECE_BY_ID.values())
    )
