"""Handles on a selected room: dragged by the mouse in the window."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.layout.model import (
    EdgeDoor,
    Layout,
    Section,
    SectionKind,
    Side,
    Terrain,
    TerrainKind,
    normalise_layout,
)
from dungeon_designer.layout_edits.resizing import Box, find_box
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode

LEFT = Qt.MouseButton.LeftButton
HALL = normalise_layout(
    Layout(
        ruleset="naf-2019",
        sections=(
            Section(id="A", at=(4, 4), rows=("......",) * 6),
            Section(id="B", at=(14, 4), kind=SectionKind.CORRIDOR, rows=("....",) * 2, name="Long walk"),
            Section(id="L", at=(4, 14), rows=("...", ".##")),
        ),
        chests=((5, 5),),
        terrain=(Terrain(kind=TerrainKind.LAVA, at=(9, 9)),),
    )
)
HANDLES = {
    ((4, 4), (2, 3)): Box(2, 3, 10, 10),
    ((7, 4), (7, 2)): Box(4, 2, 10, 10),
    ((10, 4), (11, 3)): Box(4, 3, 11, 10),
    ((10, 7), (12, 7)): Box(4, 4, 12, 10),
    ((10, 10), (8, 8)): Box(4, 4, 8, 8),
    ((7, 10), (7, 12)): Box(4, 4, 10, 12),
    ((4, 10), (5, 9)): Box(5, 4, 10, 9),
    ((4, 7), (3, 7)): Box(3, 4, 10, 10),
}
"""From which point to which each of the eight handles is dragged, and the room it makes."""


@pytest.fixture
def table(laid_out):
    return laid_out(HALL)


def pull(table, start, *ways, release=True):
    """Select the first room, press on a point of its rim and drag to others."""
    table.click((6, 6))
    QTest.mouseMove(table.canvas, table.pixel(*start))
    QTest.mousePress(table.canvas, LEFT, Qt.KeyboardModifier.NoModifier, table.pixel(*start))
    for way in ways:
        QTest.mouseMove(table.canvas, table.pixel(*way))
    if release:
        QTest.mouseRelease(table.canvas, LEFT, Qt.KeyboardModifier.NoModifier, table.pixel(*ways[-1]))


def make_room(table, name="A"):
    return find_box(next(section for section in table.layout.sections if section.id == name))


@pytest.mark.parametrize("way", HANDLES)
def test_each_handle_resizes_the_room(table, way):
    """Each of the eight handles moves its sides as one step of the history; the room stays selected."""
    pull(table, *way)
    assert make_room(table) == HANDLES[way]
    assert table.steps == 1
    assert {thing.value.id for thing in table.workspace.selection if thing.field == "sections"} == {"A"}
    table.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert table.layout == HALL


def test_the_size_is_told_while_one_drags(table):
    """The room follows the pointer, the chip beside it names its size; the pointer shows which way it goes."""
    pull(table, (10, 7), (11, 7), (12, 7.2), release=False)
    assert make_room(table) == Box(4, 4, 12, 10)
    assert table.canvas.tool.preview.label == "8 × 6 = 48"
    assert table.canvas.cursor().shape() == Qt.CursorShape.SizeHorCursor
    QTest.mouseRelease(table.canvas, LEFT, pos=table.pixel(12, 7))


def test_escape_takes_a_resize_back(table):
    """Esc in the middle of the drag: the room as it was, no step, still selected."""
    pull(table, (10, 10), (12, 13), release=False)
    table.key(Qt.Key.Key_Escape)
    QTest.mouseRelease(table.canvas, LEFT, pos=table.pixel(12, 13))
    assert (table.layout, table.steps) == (HALL, 0)
    assert table.workspace.selection


def test_a_room_shrinks_no_farther_than_what_lies_in_it(table):
    """The side stops at the chest, and the status line names it; the chest stays."""
    pull(table, (4, 4), (8, 8))
    assert make_room(table) == Box(5, 5, 10, 10)
    assert table.layout.chests == ((5, 5),)
    assert "Chest at (5, 5)" in table.said[-1]


def test_a_room_grows_no_farther_than_to_other_floor(table):
    """The side stops where the next room begins, even when the pointer jumps across it."""
    pull(table, (10, 7), (20, 7))
    assert make_room(table) == Box(4, 4, 14, 10)
    assert make_room(table, "B") == Box(14, 4, 18, 6)
    assert "Long walk" in table.said[-1]


def test_ground_and_doors_go_with_the_floor_and_are_told(table):
    """Objects that need floor go with it, are counted in the status line, and come back by undo."""
    joined = normalise_layout(
        replace(
            HALL,
            sections=(HALL.sections[0], Section(id="B", at=(10, 6), rows=("....",) * 2)),
            doors=(EdgeDoor(at=(9, 6), side=Side.EAST, width=2),),
        )
    )
    table.workspace.open_layout(joined, None)
    table.canvas.show_view(Viewport(24))
    pull(table, (10, 7), (8, 7))
    assert make_room(table) == Box(4, 4, 8, 10)
    assert (table.layout.terrain, table.layout.doors) == ((), ())
    assert table.said[-1].startswith("2 objects went with the floor")
    table.undo()
    assert table.layout == joined


def test_the_twin_across_the_axis_follows(table):
    """Under a symmetry the twin room is resized too, in the same step; a chest in the twin stops both."""
    twins = normalise_layout(
        Layout(
            sections=tuple(Section(id=name, at=(x, 4), rows=("......",) * 6) for name, x in (("A", 4), ("B", 14))),
            chests=((18, 5),),
        )
    )
    table.workspace.open_layout(twins, None)
    table.canvas.show_view(Viewport(24))
    table.workspace.set_symmetry(Symmetry(SymmetryMode.LEFT_RIGHT, (23, 0)))
    pull(table, (7, 10), (7, 12))
    assert (make_room(table), make_room(table, "B")) == (Box(4, 4, 10, 12), Box(14, 4, 20, 12))
    assert table.steps == 1
    pull(table, (4, 8), (8, 8))
    assert (make_room(table), make_room(table, "B")) == (Box(5, 4, 10, 12), Box(14, 4, 19, 12))
    pull(table, (10, 8), (13, 8))
    assert (make_room(table), make_room(table, "B")) == (Box(5, 4, 12, 12), Box(12, 4, 19, 12))


def test_a_room_on_the_axis_grows_to_both_sides(table):
    """A room that is its own twin is moved by one handle on both sides."""
    table.workspace.set_symmetry(Symmetry(SymmetryMode.LEFT_RIGHT, (13, 0)))
    pull(table, (10, 7), (12, 7))
    assert make_room(table) == Box(2, 4, 12, 10)


def test_only_rectangles_have_handles(table):
    """A drawn rectangle has eight handles; an irregular room, a tile, several rooms and a tiny one have none."""
    table.click((6, 6))
    assert len(table.canvas.tool.list_handles(24)) == 8
    assert table.canvas.tool.list_handles(4) == ()
    table.click((4, 15))
    assert table.canvas.tool.list_handles(24) == ()
    table.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert table.canvas.tool.list_handles(24) == ()
    table.window.select_tool("chest")
    assert table.canvas.tool.list_handles(24) == ()


def test_a_room_that_is_pulled_past_the_rim_lies_on_the_grid_afterwards(table):
    """Beyond the first row and column the room grows on, and the dungeon is moved into the grid."""
    pull(table, (4, 4), (-1, -1))
    assert make_room(table) == Box(0, 0, 11, 11)
    pull(table, (11, 11), (-1, -1))
    assert min(make_room(table)) >= 0
