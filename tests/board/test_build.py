"""Layout → board: what a drawing means, square by square."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import DOOR, OPEN, WALL
from dungeon_designer.errors import TileError
from dungeon_designer.grid import SIDES, Side, find_neighbour
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
from dungeon_designer.tiles.tile import Tile, TileLibrary
from tests.soak import count, soak
from tests.strategies import draw_layouts


def make_room(name="A", at=(0, 0), rows=("...", "..."), **more):
    return Section(id=name, at=at, rows=rows, **more)


def test_squares_go_by_row_then_column():
    """Squares go to the right and then down, gaps left out, whatever section they belong to."""
    board = build_board(Layout(sections=(make_room("B", at=(0, 1), rows=("..",)), make_room("A", rows=("#.",)))))
    assert board.squares == list(board.section_by_square) == [(1, 0), (0, 1), (1, 1)]
    assert (1, 1) in board
    assert not {(0, 0), (9999, 9999), (-1, 1)} & board.section_by_square.keys()


def test_the_first_placed_section_owns_a_square_covered_twice():
    """A square covered by two sections belongs to the first; the overlap names both."""
    board = build_board(Layout(sections=(make_room("A"), make_room("B", at=(2, 0)))))
    assert board.find_section((2, 0)).id == "A"
    assert board.find_section((0, 0)).id == "A"
    assert board.find_section((9, 9)) is None
    assert board.overlaps == (((2, 0), ("A", "B")), ((2, 1), ("A", "B")))
    assert board.sections[1].covered_squares == ((2, 0), (3, 0), (4, 0), (2, 1), (3, 1), (4, 1))
    assert board.sections[1].squares == ((3, 0), (4, 0), (3, 1), (4, 1))


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
    left, right = make_room("A", enclosed=first), make_room("B", at=(3, 0), enclosed=second)
    board = build_board(Layout(enclosed=whole, sections=(left, right)))
    assert board.get_edge_state((2, 0), Side.EAST) == board.get_edge_state((3, 0), Side.WEST) == state
    assert board.get_edge_state((0, 0), Side.EAST) == OPEN
    assert board.get_edge_state((0, 0), Side.NORTH) == WALL


def test_a_door_stands_in_a_wall_and_a_wall_in_a_room():
    """Doors go over walls, drawn walls close open edges, both on every edge of their run."""
    sections = (make_room("A", enclosed=True), make_room("B", at=(3, 0)))
    doors = (EdgeDoor(at=(3, 0), side=Side.WEST, width=2),)
    walls = (Wall(at=(0, 0), side=Side.SOUTH, width=2),)
    board = build_board(Layout(sections=sections, doors=doors, walls=walls))
    assert [board.get_edge_state((2, y), Side.EAST) for y in (0, 1)] == [DOOR, DOOR]
    assert [board.get_edge_state((x, 1), Side.NORTH) for x in (0, 1, 2)] == [WALL, WALL, OPEN]


def test_against_rock_a_door_stays_a_wall():
    """A door drawn on the outer border opens nothing."""
    board = build_board(Layout(sections=(make_room(),), doors=(EdgeDoor(at=(0, 0), side=Side.NORTH, width=9),)))
    assert board.get_edge_state((0, 0), Side.NORTH) == WALL


def test_ground_and_items_lie_where_they_were_drawn():
    """Terrain, obstacles, square doors and items are known by square; what lies off the floor is a stray."""
    board = build_board(
        Layout(
            sections=(make_room(),),
            terrain=(Terrain(kind=TerrainKind.LAVA, at=(0, 0)), Terrain(kind=TerrainKind.BRIDGE, at=(1, 0))),
            obstacles=(Obstacle(kind=ObstacleKind.STATUE, at=(2, 0)), Obstacle(kind=ObstacleKind.IDOL, at=(7, 7))),
            square_doors=(SquareDoor(at=(0, 1)), SquareDoor(at=(1, 1), open=True), SquareDoor(at=(8, 8))),
            chests=((2, 1), (9, 9)),
            portals=(Portal(number=4, at=(1, 1)),),
        )
    )
    assert board.walkable_squares == {(1, 0), (0, 1), (1, 1), (2, 1)}
    assert board.bridge_squares == {(1, 0)}
    assert board.door_squares == {(0, 1): False, (1, 1): True}
    assert board.closed_door_squares == {(0, 1)}
    assert board.obstacle_at == {(2, 0): ObstacleKind.STATUE}
    assert board.misplaced_features == (("idol", (7, 7)), ("door", (8, 8)))
    assert [chest.square for chest in board.chests] == [(2, 1), (9, 9)]
    assert board.portal_squares == {(1, 1)}
    assert board.chest_squares == {(2, 1)}


@pytest.mark.parametrize("kind", TerrainKind)
def test_on_bridges_alone_one_walks_over_a_hazard(kind):
    """Liquids, chasms, cliffs and spike pits are walked by nobody; bridges are."""
    board = build_board(Layout(sections=(make_room(),), terrain=(Terrain(kind=kind, at=(1, 0)),)))
    assert ((1, 0) in board.walkable_squares) is ((1, 0) in board.bridge_squares) is (kind in BRIDGES)
    assert ((1, 0) in board.hazard_squares) is (kind not in BRIDGES)


def test_neighbouring_pits_are_one_trap_and_counters_never_are():
    """Orthogonally connected squares of one kind are one trap; open and spiked pits are two kinds."""
    kinds = [(TrapKind.OPEN_PIT, (0, 0)), (TrapKind.OPEN_PIT, (1, 0)), (TrapKind.SPIKED_PIT, (2, 0))]
    kinds += [(TrapKind.COUNTER, (0, 1)), (TrapKind.COUNTER, (1, 1))]
    board = build_board(Layout(sections=(make_room(),), traps=tuple(Trap(kind=kind, at=at) for kind, at in kinds)))
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
    board = build_board(Layout(sections=(Section(id="a", tile="set/idol", at=(5, 5), turn=1),)), TileLibrary([tile]))
    assert board.squares == [(5, 5), (6, 5), (5, 6), (6, 6), (5, 7), (6, 7)]
    assert board.obstacle_at == {(6, 5): ObstacleKind.IDOL}
    assert board.terrain_at == {(5, 7): TerrainKind.LAVA}
    section = board.sections[0]
    assert (section.kind, section.team, section.name) == (SectionKind.LARGE_ROOM, Team.HOME, "Idol Room")
    assert section.enclosed


def test_a_tile_no_set_holds_is_named():
    """An unknown tile is an error that names it and the nearest one."""
    library = TileLibrary([Tile(id="set/idol", name="Idol", kind="room", rows=(".",))])
    with pytest.raises(TileError, match=r"set/idle.*did you mean set/idol"):
        build_board(Layout(sections=(Section(id="a", tile="set/idle"),)), library)


def test_an_empty_layout_is_a_board_without_squares():
    """An empty layout is no error but a board of no squares, with its objects all off the floor."""
    board = build_board(Layout(chests=((1, 1),), portals=(Portal(number=1, at=(0, 0)),)))
    assert len(board) == 0
    assert board.keep_within_bounds([(0, 0)]) == ()
    assert not board.walkable_squares | board.chest_squares | board.portal_squares


def test_the_map_is_the_rectangle_around_the_floor():
    """Rock between the first and the last row and column of floor is on the map, a square farther out is not."""
    board = build_board(Layout(sections=(make_room(at=(3, 7), rows=("..#", "#..")),)))
    corners = [(3, 7), (5, 7), (3, 8), (5, 8)]
    assert board.keep_within_bounds([*corners, (2, 7), (6, 8), (3, 6), (5, 9), (0, 0)]) == tuple(corners)
    assert board.bounds == ((3, 7), (3, 2))


def test_far_corners_cost_no_more_than_near_ones():
    """Two squares at opposite ends of the grid make a board of two squares, not of a hundred million."""
    board = build_board(
        Layout(sections=(make_room("A", at=(0, 0), rows=(".",)), make_room("B", at=(9999, 9999), rows=(".",))))
    )
    assert board.squares == [(0, 0), (9999, 9999)]
    assert board.keep_within_bounds([(5, 5), (0, 10000)]) == ((5, 5),)


@given(st.lists(st.text(alphabet=".#", min_size=1, max_size=8), min_size=1, max_size=8), st.data())
def test_edges_look_the_same_from_both_sides(rows, data):
    """The state of an edge does not depend on the square one asks."""
    doors = data.draw(
        st.lists(st.builds(EdgeDoor, at=st.tuples(st.integers(0, 8), st.integers(0, 8)), side=st.sampled_from(SIDES)))
    )
    board = build_board(Layout(sections=(make_room(rows=tuple(rows)),), doors=tuple(doors)))
    for square in board.squares:
        for side in SIDES:
            there = find_neighbour(square, side)
            expected = board.get_edge_state(there, side.opposite) if there in board else WALL
            assert board.get_edge_state(square, side) == expected


VALUES = (
    "layout", "terrain_at", "obstacle_at", "door_squares", "overlaps",
    "misplaced_features", "chests", "portals", "traps",
)  # fmt: skip
SETS = ("walls", "edge_doors", "walkable_squares", "entry_squares")


def assert_same(one, other):
    for name in VALUES:
        assert repr(getattr(one, name)) == repr(getattr(other, name)), name
    for name in SETS:
        assert getattr(one, name) == getattr(other, name), name
    assert [(at, section.id) for at, section in one.section_by_square.items()] == [
        (at, s.id) for at, s in other.section_by_square.items()
    ]
    for here, there in zip(one.sections, other.sections, strict=True):
        assert all(getattr(here, name) == getattr(there, name) for name in here.__slots__)


@soak
@settings(max_examples=count(15, 1000))
@given(before=draw_layouts(), after=draw_layouts(), keep=st.booleans())
def test_a_board_like_another_is_built_as_from_nothing(before, after, keep):
    """Taking the floor of the board before over changes nothing that is built, whatever was edited."""
    if keep:
        after = replace(after, sections=before.sections)
    tiles = TileLibrary()
    assert_same(build_board(after, tiles, build_board(before, tiles)), build_board(after, tiles))
