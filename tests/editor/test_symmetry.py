"""Symmetry as pure functions: what is repeated is symmetric, in every way and about every middle."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dungeon_designer.errors import EditError
from dungeon_designer.grid import list_block_squares
from dungeon_designer.layout.layout_file import read_json, write_json
from dungeon_designer.layout.model import Layout, SectionKind, Side, Team, TerrainKind, list_teams
from dungeon_designer.layout_edits import edges, floor, objects
from dungeon_designer.layout_edits.objects import ObjectRef, move_objects
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode, build_symmetry, make_symmetric, repeat_edit
from dungeon_designer.tiles.tile import TileLibrary

NONE = TileLibrary()
WAYS = [way for way in SymmetryMode if way is not SymmetryMode.OFF]


def make_room(layout, corner, size, kind=SectionKind.ROOM):
    return floor.add_room(layout, list_block_squares(corner, size), kind, NONE)


def is_symmetric(squares, symmetry):
    return all(twin in squares for square in squares for twin in symmetry.list_copies(square))


def test_a_room_across_the_axis_loses_both_squares_of_an_erasure():
    """Erasing the left end of a room that is its own mirrored copy erases its right end, too."""
    symmetry = Symmetry(SymmetryMode.LEFT_RIGHT, (21, 21))
    layout = repeat_edit(Layout(), make_room(Layout(), (9, 3), (3, 2)), symmetry, NONE)
    assert floor.find_floor(layout, NONE) == set(list_block_squares((9, 3), (4, 2)))
    after = floor.erase_squares(layout, list_block_squares((8, 3), (2, 2)), NONE)
    erased = repeat_edit(layout, after, symmetry, NONE)
    assert floor.find_floor(erased, NONE) == set(list_block_squares((10, 3), (2, 2)))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("middle", [(20, 20), (21, 21), (20, 22)])
@settings(max_examples=25)
@given(data=st.data())
def test_every_edit_leaves_a_symmetric_map_symmetric(way, middle, data):
    """Rooms, erasures, chests, portals, terrain and walls come out the same on every side, odd middles included."""
    symmetry, layout = Symmetry(way, middle), Layout()
    place = st.tuples(st.integers(3, 17), st.integers(3, 17))
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(place)
        kind = data.draw(st.sampled_from(["room", "erase", "chest", "portal", "lava", "wall"]))
        after = {
            "room": lambda layout, at: make_room(layout, at, (3, 2)),
            "erase": lambda layout, at: floor.erase_squares(layout, list_block_squares(at, (2, 2)), NONE),
            "chest": objects.add_chest,
            "portal": objects.add_portal,
            "lava": lambda layout, at: objects.add_terrain(layout, [at], TerrainKind.LAVA),
            "wall": lambda layout, at: edges.add_edges(layout, "walls", [(at, Side.EAST)]),
        }[kind](layout, at)
        try:
            layout = repeat_edit(layout, after, symmetry, NONE)
        except EditError:
            continue
        assert is_symmetric(floor.find_floor(layout, NONE), symmetry)
        assert is_symmetric(set(layout.chests), symmetry)
        assert is_symmetric({portal.at for portal in layout.portals}, symmetry)
        assert is_symmetric({each.at for each in layout.terrain}, symmetry)
        numbers = [portal.number for portal in layout.portals]
        assert len(numbers) == len(set(numbers))
        assert read_json(write_json(layout).decode()) == layout


def test_end_zones_swap_sides():
    """A zone that home gets on the left, away gets on the right."""
    layout = repeat_edit(
        Layout(),
        make_room(Layout(), (2, 5), (2, 3), SectionKind.END_ZONE),
        Symmetry(SymmetryMode.LEFT_RIGHT, (20, 0)),
        NONE,
    )
    assert [(section.side, section.at) for section in layout.sections] == [(Team.HOME, (2, 5)), (Team.AWAY, (17, 5))]


def test_four_end_zones_go_round_with_quarter_turns():
    """Four teams have zones a quarter turn apart; a half turn swaps them in pairs."""
    layout = Layout(sides=list_teams(4))
    after = make_room(layout, (8, 2), (4, 2), SectionKind.END_ZONE)
    turned = repeat_edit(layout, after, Symmetry(SymmetryMode.QUARTER_TURNS, (19, 19)), NONE)
    assert [(s.side, s.at) for s in turned.sections] == [
        (Team.HOME, (8, 2)),
        (Team.AWAY, (16, 8)),
        (Team.THIRD, (8, 16)),
        (Team.FOURTH, (2, 8)),
    ]
    for side, twin in ((Team.HOME, Team.AWAY), (Team.THIRD, Team.FOURTH), (Team.FOURTH, Team.THIRD)):
        after = floor.add_room(layout, list_block_squares((8, 2), (4, 2)), SectionKind.END_ZONE, NONE, side)
        half = repeat_edit(layout, after, Symmetry(SymmetryMode.HALF_TURN, (19, 19)), NONE)
        assert [section.side for section in half.sections] == [side, twin]


def test_a_moved_portal_keeps_its_twins_number():
    """Moving a portal moves its twin, and both keep their numbers."""
    symmetry = Symmetry(SymmetryMode.LEFT_RIGHT, (20, 0))
    before = repeat_edit(Layout(), objects.add_portal(Layout(), (2, 5)), symmetry, NONE)
    after, _ = move_objects(before, [ObjectRef("portals", before.portals[0])], (1, 0), NONE)
    moved = repeat_edit(before, after, symmetry, NONE)
    assert [(portal.number, portal.at) for portal in moved.portals] == [(1, (3, 5)), (2, (17, 5))]


def test_a_room_across_the_axis_is_one_room():
    """A room drawn over the middle grows to both sides instead of doubling."""
    layout = repeat_edit(
        Layout(), make_room(Layout(), (8, 5), (4, 2)), Symmetry(SymmetryMode.LEFT_RIGHT, (20, 0)), NONE
    )
    (section,) = layout.sections
    assert (section.at, section.rows) == ((8, 5), (".....", "....."))


@pytest.mark.parametrize("way", WAYS)
def test_make_symmetric_from_one_half(way):
    """The first half is repeated over the rest; doing it twice changes nothing more."""
    layout = objects.add_chest(make_room(make_room(Layout(), (2, 2), (9, 4)), (2, 6), (3, 5)), (3, 3))
    symmetry = build_symmetry(way, sorted(floor.find_floor(layout, NONE)))
    once = make_symmetric(layout, symmetry, NONE)
    assert is_symmetric(floor.find_floor(once, NONE), symmetry)
    assert is_symmetric(set(once.chests), symmetry)
    again = make_symmetric(once, symmetry, NONE)
    assert floor.find_floor(again, NONE) == floor.find_floor(once, NONE)


def test_a_twin_off_the_grid_is_refused():
    """An edit whose mirrored copy would have coordinates below 0 is refused in words."""
    with pytest.raises(EditError, match="leave the grid"):
        repeat_edit(Layout(), replace(Layout(), chests=((30, 2),)), Symmetry(SymmetryMode.LEFT_RIGHT, (20, 0)), NONE)


@pytest.mark.parametrize("way", [SymmetryMode.LEFT_RIGHT, SymmetryMode.QUARTER_TURNS])
def test_nothing_grows_off_the_grid_across_the_axis(way):
    """Floor painted and a wall put up whose twins would lie below 0 are refused: no file could hold them."""
    before = make_room(make_room(Layout(), (2, 1), (4, 8)), (12, 1), (4, 8))
    for after in (
        floor.extend_section(before, "B", [(12, 9)], NONE),
        edges.add_edges(before, "walls", [((12, 3), Side.EAST)]),
    ):
        with pytest.raises(EditError, match="grid"):
            repeat_edit(before, after, Symmetry(way, (5, 5)), NONE)


def test_what_moves_on_both_sides_keeps_both_names():
    """A room with a name moves, its twin moves across the axis, and each keeps its own name."""
    symmetry, layout = (
        Symmetry(SymmetryMode.LEFT_RIGHT, (20, 0)),
        make_room(make_room(Layout(), (2, 2), (3, 3)), (16, 2), (3, 3)),
    )
    named = (replace(each, name=f"Room {each.id}") for each in layout.sections)
    layout = replace(layout, sections=tuple(named))
    west = next(each for each in layout.sections if each.at == (2, 2))
    moved = move_objects(layout, [ObjectRef("sections", west)], (1, 2), NONE)[0]
    result = repeat_edit(layout, moved, symmetry, NONE)
    assert {each.at: each.name for each in result.sections} == {
        (x + by, 4): next(old.name for old in layout.sections if old.at == (x, 2)) for x, by in ((2, 1), (16, -1))
    }
