"""Fill: what is shown under the pointer, and what a click fills."""

import pytest
from PySide6.QtCore import Qt

from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.grid import list_block_squares
from dungeon_designer.layout.model import (
    EdgeDoor,
    Layout,
    Obstacle,
    ObstacleKind,
    Section,
    SectionKind,
    Side,
    Terrain,
    TerrainKind,
    Wall,
    normalise_layout,
)
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode

RING = normalise_layout(
    Layout(
        ruleset="naf-2019",
        sections=(
            Section(id="A", at=(2, 2), rows=("......", "......", "..##..", "..##..", "......", "......"), name="Ring"),
            Section(id="B", at=(8, 2), kind=SectionKind.CORRIDOR, rows=("....",) * 4),
            Section(id="T", at=(16, 2), tile="gw-2021/armoury"),
        ),
        walls=(Wall(at=(9, 2), side=Side.EAST, width=4),),
        doors=(EdgeDoor(at=(7, 3), side=Side.EAST, width=2),),
    )
)
LEFT_OF_WALL, RIGHT_OF_WALL = list_block_squares((8, 2), (2, 4)), list_block_squares((10, 2), (2, 4))


@pytest.fixture
def table(laid_out):
    return laid_out(RING)


def select_by_keys(table, key, held=Qt.KeyboardModifier.NoModifier):
    """Select a piece by its key, then Fill by its own."""
    table.key(key, held)
    table.key(Qt.Key.Key_Q)


def find_lava(table):
    return {each.at for each in table.layout.terrain if each.kind is TerrainKind.LAVA}


def test_ground_fills_up_to_walls_and_borders(table):
    """With lava taken last, a click fills from the wall to the door, as one step; the pointer has shown just that."""
    select_by_keys(table, Qt.Key.Key_V)
    table.hover((8, 2))
    assert set(table.canvas.tool.preview.squares) == set(LEFT_OF_WALL)
    assert table.canvas.tool.preview.label == "lava, 8 squares"
    table.click((8, 2))
    assert find_lava(table) == set(LEFT_OF_WALL)
    assert table.steps == 1
    table.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert table.layout == RING


def test_ground_fills_only_what_is_alike(table):
    """A lake is filled up to its shore, and the floor around it up to the lake."""
    lake = [Terrain(kind=TerrainKind.WATER, at=(2, y)) for y in range(2, 8)]
    table.workspace.edit_without_symmetry(
        "a lake", normalise_layout(RING.__class__(**{**_list_fields(RING), "terrain": tuple(lake)}))
    )
    select_by_keys(table, Qt.Key.Key_V)
    table.click((2, 4))
    assert find_lava(table) == {(2, y) for y in range(2, 8)}
    table.click((2, 5))
    assert "already" in table.said[-1]


def _list_fields(layout):
    return {name: getattr(layout, name) for name in layout.__struct_fields__}


def test_obstacles_fill_as_ground_does(table):
    """The obstacle taken last stands on each square of the place."""
    select_by_keys(table, Qt.Key.Key_G)
    table.click((11, 5))
    assert set(table.layout.obstacles) == {Obstacle(kind=ObstacleKind.STATUE, at=at) for at in RIGHT_OF_WALL}


def test_enclosed_rock_becomes_a_room(table):
    """The hole of a ring is filled with a section of the kind taken last."""
    select_by_keys(table, Qt.Key.Key_P, Qt.KeyboardModifier.ShiftModifier)
    table.hover((4, 4))
    assert set(table.canvas.tool.preview.squares) == set(list_block_squares((4, 4), (2, 2)))
    table.click((5, 5))
    (new,) = [section for section in table.layout.sections if section.kind is SectionKind.PLATFORM]
    assert set(new.squares) == set(list_block_squares((4, 4), (2, 2)))
    assert table.steps == 1


@pytest.mark.parametrize("square", [(0, 0), (13, 3), (4, 12), (30, 20)])
def test_endless_rock_is_refused_in_one_line(table, square):
    """Rock that reaches beyond the floor is not filled; pointer and status line say why, and nothing changes."""
    select_by_keys(table, Qt.Key.Key_M)
    table.hover(square)
    assert "encloses" in table.canvas.tool.preview.label
    table.click(square)
    assert (table.layout, table.steps) == (RING, 0)
    assert table.said == ["Nothing encloses this rock: draw a room instead."]


def test_an_empty_table_is_endless(table):
    """With no floor at all there is nothing to fill, and that is said."""
    table.workspace.open_layout(Layout(), None)
    select_by_keys(table, Qt.Key.Key_M)
    table.click((5, 5))
    assert table.layout == Layout()
    assert "encloses" in table.said[-1]


def test_ground_needs_floor(table):
    """Lava on rock is refused."""
    select_by_keys(table, Qt.Key.Key_V)
    table.click((4, 4))
    assert (table.steps, table.said) == (0, ["There is no floor here to fill."])


def test_a_whole_section_changes_its_kind(table):
    """A room filled with another kind stays the same section, name and all."""
    select_by_keys(table, Qt.Key.Key_J)
    table.click((2, 2))
    ring = table.layout.sections[0]
    assert (ring.id, ring.name, ring.kind) == ("A", "Ring", SectionKind.JUNCTION)
    table.click((2, 2))
    assert "already" in table.said[-1]


def test_a_walled_off_part_becomes_a_section_of_its_own(table):
    """Filled with another kind, what a wall divides from the rest is a section by itself."""
    select_by_keys(table, Qt.Key.Key_M)
    table.click((10, 2))
    covers = {section.id: set(section.squares) for section in table.layout.sections if not section.tile}
    assert covers["B"] == set(LEFT_OF_WALL)
    assert set(RIGHT_OF_WALL) in covers.values()
    assert len(table.workspace.board) == len(table.workspace.board.squares)


def test_a_tile_keeps_its_kind(table):
    """A tile is not made another kind; ground can be laid on it."""
    select_by_keys(table, Qt.Key.Key_J)
    table.click((17, 3))
    assert (table.steps, table.said) == (0, ["A tile keeps its kind."])
    select_by_keys(table, Qt.Key.Key_V)
    table.click((17, 3))
    assert find_lava(table) == set(list_block_squares((16, 2), (4, 4)))


def test_fill_is_repeated_across_the_axis(table):
    """Under a symmetry the twin place is filled, too."""
    table.workspace.open_layout(
        Layout(sections=(Section(id="A", rows=("...",) * 3), Section(id="B", at=(5, 0), rows=("...",) * 3))), None
    )
    table.canvas.show_view(Viewport(24))
    table.workspace.set_symmetry(Symmetry(SymmetryMode.LEFT_RIGHT, (7, 0)))
    select_by_keys(table, Qt.Key.Key_V)
    table.click((1, 1))
    assert find_lava(table) == {*list_block_squares((0, 0), (3, 3)), *list_block_squares((5, 0), (3, 3))}


def test_fill_takes_what_was_in_hand_last(table):
    """The name of what it fills with stands in the line below the map."""
    for key, words in ((Qt.Key.Key_X, "chasm"), (Qt.Key.Key_K, "corridor"), (Qt.Key.Key_G, "statue")):
        select_by_keys(table, key)
        assert words in table.window.hint_label.text()
