"""What crosses the axis of a symmetry lies on its middle, or is refused with the reason; nothing overlaps its copy."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dungeon_designer.errors import EditError
from dungeon_designer.grid import Side, list_block_squares, list_edges
from dungeon_designer.layout.model import EdgeDoor, Layout, SectionKind, Trap, TrapKind, normalise_layout
from dungeon_designer.layout_edits import floor
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode, make_symmetric, repeat_edit
from dungeon_designer.tiles.tile import TileLibrary

NONE = TileLibrary()
HALL = floor.add_room(Layout(), list_block_squares((0, 0), (21, 21)), SectionKind.ROOM, NONE)
WAYS = [way for way in SymmetryMode if way is not SymmetryMode.OFF]


def add_trapdoor(corner, size=(2, 2)):
    return replace(HALL, traps=(Trap(kind=TrapKind.TRAPDOOR, at=corner, size=size, below="pit"),))


def list_trap_squares(layout):
    return [square for trap in layout.traps for square in trap.squares]


def list_door_edges(layout):
    return [edge for door in layout.doors for edge in list_edges(door.at, door.side, door.width)]


def test_a_trapdoor_across_the_axis_is_moved_onto_it():
    """Three squares wide, one off the middle: it lies on the middle afterwards, and only once."""
    symmetry = Symmetry(SymmetryMode.LEFT_RIGHT, (20, 20))
    result = repeat_edit(HALL, add_trapdoor((8, 4), (3, 2)), symmetry, NONE)
    assert [(trap.at, trap.size) for trap in result.traps] == [((9, 4), (3, 2))]


def test_what_has_no_middle_on_the_axis_is_refused():
    """A trapdoor or a door two squares wide has no middle on an axis that runs through squares; the reason is told."""
    symmetry = Symmetry(SymmetryMode.LEFT_RIGHT, (20, 20))
    door = EdgeDoor(at=(10, 4), side=Side.SOUTH, width=2)
    for layout in (add_trapdoor((10, 4)), replace(HALL, doors=(door,))):
        with pytest.raises(EditError, match="would lie on itself, and no middle"):
            repeat_edit(HALL, layout, symmetry, NONE)


def test_a_door_across_the_axis_is_moved_onto_it():
    """A door three squares wide that crosses the axis one off the middle is moved, not doubled."""
    symmetry = Symmetry(SymmetryMode.LEFT_RIGHT, (20, 20))
    result = repeat_edit(HALL, replace(HALL, doors=(EdgeDoor(at=(10, 4), side=Side.SOUTH, width=3),)), symmetry, NONE)
    assert list_door_edges(result) == [((x, 4), Side.SOUTH) for x in (9, 10, 11)]


def test_make_symmetric_moves_or_leaves_out_what_crosses():
    """Make symmetric never fails because of one door across the axis: it has its middle there, or goes."""
    symmetry = Symmetry(SymmetryMode.LEFT_RIGHT, (20, 20))
    for width, count in ((3, 3), (2, 0)):
        layout = normalise_layout(replace(HALL, doors=(EdgeDoor(at=(10, 4), side=Side.SOUTH, width=width),)))
        assert len(list_door_edges(make_symmetric(layout, symmetry, NONE))) == count


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=60, deadline=None)
@given(
    middle=st.sampled_from([(20, 20), (21, 21), (20, 22)]),
    corner=st.tuples(st.integers(6, 13), st.integers(6, 13)),
    size=st.tuples(st.integers(1, 4), st.integers(1, 4)),
    side=st.sampled_from([Side.SOUTH, Side.EAST]),
)
def test_nothing_overlaps_its_own_copy(way, middle, corner, size, side):
    """Wherever a trapdoor or a door is put, no square and no edge has two of them."""
    for layout, list_parts in (
        (add_trapdoor(corner, size), list_trap_squares),
        (replace(HALL, doors=(EdgeDoor(at=corner, side=side, width=size[0]),)), list_door_edges),
    ):
        try:
            parts = list_parts(repeat_edit(HALL, layout, Symmetry(way, middle), NONE))
        except EditError:
            continue
        assert parts
        assert len(parts) == len(set(parts))
