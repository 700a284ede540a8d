"""Layout → board: what a drawing means, square by square."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.board.model import AJAR, DOOR, OPEN, SHUT, WALL, key, neighbour_table
from dungeon_designer.errors import TileError
from dungeon_designer.grid import DIRECTIONS, SIDES, Side, neighbour
from dungeon_designer.layout.model import (
    BRIDGES,
    EdgeDoor,
    Layout,
    Obstacle,
    ObstacleKind,
    Portal,
    Section,
    SectionKind,
    SquareDoor,
    Team,
    Terrain,
    TerrainKind,
    Trap,
    TrapKind,
    Wall,
)
from dungeon_designer.tiles.model import Tile, TileLibrary
from tests.strategies import layouts


def room(name="A", at=(0, 0), rows=("...", "..."), **more):
    return Section(id=name, at=at, rows=rows, **more)


def test_squares_are_numbered_by_row_then_column():
    """Square numbers rise to the right and then down, gaps left out."""
    board = build(Layout(sections=(room(rows=("#.", "..")),)))
    assert board.squares == [(1, 0), (0, 1), (1, 1)]
    assert [board.find(square) for square in board.squares] == [0, 1, 2]
    assert board.find((0, 0)) == board.find((9999, 9999)) == board.find((-1, 1)) == -1


@given(st.sets(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=60))
def test_the_neighbour_table_agrees_with_a_dictionary(points):
    """Each of the eight neighbours is the number a dictionary gives, -1 where no floor is."""
    ordered = sorted(points, key=lambda p: (p[1], p[0]))
    numbers = {square: i for i, square in enumerate(ordered)}
    x, y = np.array([p[0] for p in ordered], dtype=np.int64), np.array([p[1] for p in ordered], dtype=np.int64)
    table = neighbour_table(key(x, y))
    for square, i in numbers.items():
        expected = [numbers.get((square[0] + dx, square[1] + dy), -1) for dx, dy in DIRECTIONS]
        assert table[i].tolist() == expected


def test_the_first_placed_section_owns_a_square_covered_twice():
    """A square covered by two sections belongs to the first; the overlap names both."""
    board = build(Layout(sections=(room("A"), room("B", at=(2, 0)))))
    assert board.section_at((2, 0)).id == "A"
    assert board.section_at((0, 0)).id == "A"
    assert board.section_at((9, 9)) is None
    assert board.overlaps == (((2, 0), ("A", "B")), ((2, 1), ("A", "B")))
    assert board.sections[1].covers == ((2, 0), (3, 0), (4, 0), (2, 1), (3, 1), (4, 1))
    assert board.places(board.sections[1].squares) == ((3, 0), (4, 0), (3, 1), (4, 1))


@pytest.mark.parametrize(
    ("whole", "first", "second", "state"),
    [
        (False, None, None, OPEN),
        (False, True, None, WALL),
        (False, None, True, WALL),
        (True, None, None, WALL),
        (True, False, False, OPEN),
        (True, False, None, WALL),
    ],
)
def test_enclosed_sections_are_walled_off(whole, first, second, state):
    """Between two sections the edge is open unless either is enclosed; a section may say otherwise."""
    left, right = room("A", enclosed=first), room("B", at=(3, 0), enclosed=second)
    board = build(Layout(enclosed=whole, sections=(left, right)))
    assert board.edge_state((2, 0), Side.EAST) == board.edge_state((3, 0), Side.WEST) == state
    assert board.edge_state((0, 0), Side.EAST) == OPEN
    assert board.edge_state((0, 0), Side.NORTH) == WALL


def test_a_door_stands_in_a_wall_and_a_wall_in_a_room():
    """Doors go over walls, drawn walls close open edges, both on every edge of their run."""
    sections = (room("A", enclosed=True), room("B", at=(3, 0)))
    doors = (EdgeDoor(at=(3, 0), side=Side.WEST, width=2),)
    walls = (Wall(at=(0, 0), side=Side.SOUTH, width=2),)
    board = build(Layout(sections=sections, doors=doors, walls=walls))
    assert [board.edge_state((2, y), Side.EAST) for y in (0, 1)] == [DOOR, DOOR]
    assert [board.edge_state((x, 1), Side.NORTH) for x in (0, 1, 2)] == [WALL, WALL, OPEN]


def test_against_rock_a_door_stays_a_wall():
    """A door drawn on the outer border opens nothing."""
    board = build(Layout(sections=(room(),), doors=(EdgeDoor(at=(0, 0), side=Side.NORTH, width=9),)))
    assert board.edge_state((0, 0), Side.NORTH) == WALL


def test_ground_and_items_lie_where_they_were_drawn():
    """Terrain, obstacles, square doors and items are known by square; what lies off the floor is a stray."""
    board = build(
        Layout(
            sections=(room(),),
            terrain=(Terrain(kind=TerrainKind.LAVA, at=(0, 0)), Terrain(kind=TerrainKind.BRIDGE, at=(1, 0))),
            obstacles=(Obstacle(kind=ObstacleKind.STATUE, at=(2, 0)), Obstacle(kind=ObstacleKind.IDOL, at=(7, 7))),
            square_doors=(SquareDoor(at=(0, 1)), SquareDoor(at=(1, 1), open=True), SquareDoor(at=(8, 8))),
            chests=((2, 1), (9, 9)),
            portals=(Portal(number=4, at=(1, 1)),),
        )
    )
    assert board.walkable.tolist() == [False, True, False, True, True, True]
    assert board.bridge.tolist() == [False, True, False, False, False, False]
    assert board.square_door.tolist() == [0, 0, 0, SHUT, AJAR, 0]
    assert board.strays == (("idol", (7, 7)), ("door", (8, 8)))
    assert [chest.index for chest in board.chests] == [5, -1]
    assert board.is_portal.tolist() == [False, False, False, False, True, False]
    assert board.is_chest.tolist() == [False, False, False, False, False, True]


@pytest.mark.parametrize("kind", TerrainKind)
def test_on_bridges_alone_one_walks_over_a_hazard(kind):
    """Liquids, chasms, cliffs and spike pits are walked by nobody; bridges are."""
    board = build(Layout(sections=(room(),), terrain=(Terrain(kind=kind, at=(1, 0)),)))
    assert bool(board.walkable[1]) is bool(board.bridge[1]) is (kind in BRIDGES)
    assert bool(board.hazard[1]) is (kind not in BRIDGES)


def test_neighbouring_pits_are_one_trap_and_counters_never_are():
    """Orthogonally connected squares of one kind are one trap; open and spiked pits are two kinds."""
    kinds = [(TrapKind.OPEN_PIT, (0, 0)), (TrapKind.OPEN_PIT, (1, 0)), (TrapKind.SPIKED_PIT, (2, 0))]
    kinds += [(TrapKind.COUNTER, (0, 1)), (TrapKind.COUNTER, (1, 1))]
    board = build(Layout(sections=(room(),), traps=tuple(Trap(kind=kind, at=at) for kind, at in kinds)))
    found = [(trap.kind.value, trap.squares) for trap in board.traps]
    assert found == [
        ("open_pit", ((0, 0), (1, 0))),
        ("spiked_pit", ((2, 0),)),
        ("counter", ((0, 1),)),
        ("counter", ((1, 1),)),
    ]


def test_a_tile_brings_its_features_turned_with_it():
    """A placed tile's squares, features, kind, name and walls are the tile's own, turned clockwise."""
    tile = Tile(id="set/idol", name="Idol Room", kind="large_room", rows=("I..", "..~"), enclosed=True, side="home")
    board = build(Layout(sections=(Section(id="a", tile="set/idol", at=(5, 5), turn=1),)), TileLibrary([tile]))
    assert board.squares == [(5, 5), (6, 5), (5, 6), (6, 6), (5, 7), (6, 7)]
    assert board.square(int(np.flatnonzero(board.obstacle)[0])) == (6, 5)
    assert board.square(int(np.flatnonzero(board.terrain)[0])) == (5, 7)
    section = board.sections[0]
    assert (section.kind, section.side, section.name) == (SectionKind.LARGE_ROOM, Team.HOME, "Idol Room")
    assert section.enclosed


def test_a_tile_no_set_holds_is_named():
    """An unknown tile is an error that names it and the nearest one."""
    library = TileLibrary([Tile(id="set/idol", name="Idol", kind="room", rows=(".",))])
    with pytest.raises(TileError, match=r"set/idle.*did you mean set/idol"):
        build(Layout(sections=(Section(id="a", tile="set/idle"),)), library)


def test_an_empty_layout_is_a_board_without_squares():
    """Nothing drawn is no error: it is a board of no squares, with its items all off the floor."""
    board = build(Layout(chests=((1, 1),), portals=(Portal(number=1, at=(0, 0)),)))
    assert len(board) == 0
    assert board.find((0, 0)) == -1
    assert [chest.index for chest in board.chests] == [-1]
    assert board.walkable.tolist() == []
    assert board.kind_of.tolist() == []


def test_far_corners_cost_no_more_than_near_ones():
    """Two squares at opposite ends of the grid make a board of two squares, not of a hundred million."""
    board = build(Layout(sections=(room("A", at=(0, 0), rows=(".",)), room("B", at=(9999, 9999), rows=(".",)))))
    assert board.squares == [(0, 0), (9999, 9999)]
    assert (board.neighbours == -1).all()


@given(st.lists(st.text(alphabet=".#", min_size=1, max_size=8), min_size=1, max_size=8), st.data())
def test_edges_look_the_same_from_both_sides(rows, data):
    """The state of an edge does not depend on the square one asks."""
    doors = data.draw(
        st.lists(st.builds(EdgeDoor, at=st.tuples(st.integers(0, 8), st.integers(0, 8)), side=st.sampled_from(SIDES)))
    )
    board = build(Layout(sections=(room(rows=tuple(rows)),), doors=tuple(doors)))
    for square in board.squares:
        for side in SIDES:
            there = neighbour(square, side)
            expected = board.edge_state(there, side.opposite) if board.find(there) >= 0 else WALL
            assert board.edge_state(square, side) == expected


ARRAYS = ("x", "y", "section", "terrain", "obstacle", "square_door", "neighbours", "edges")
VALUES = ("layout", "overlaps", "strays", "chests", "portals", "traps")


def assert_same(one, other):
    for name in ARRAYS:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    for name in VALUES:
        assert repr(getattr(one, name)) == repr(getattr(other, name)), name
    for here, there in zip(one.sections, other.sections, strict=True):
        assert np.array_equal(here.squares, there.squares)
        assert all(getattr(here, name) == getattr(there, name) for name in here.__slots__ if name != "squares")


@given(before=layouts(), after=layouts(), keep=st.booleans())
def test_a_board_like_another_is_built_as_from_nothing(before, after, keep):
    """Taking the floor of the board before over changes nothing that is built, whatever was edited."""
    if keep:
        after = replace(after, sections=before.sections)
    tiles = TileLibrary()
    assert_same(build(after, tiles, build(before, tiles)), build(after, tiles))
