"""How tiles may be joined: along enough squares, by a door in the middle, and never against what nobody walks on."""

import pytest

from dungeon_designer.generator.tiled_floor.supply import StockTile, TilePose, decode_square, list_poses
from dungeon_designer.generator.tiled_floor.tiling import Joint, PlacedTile, TileTable
from dungeon_designer.grid import Square
from dungeon_designer.tiles.library import load_library

TILES = load_library([])
FAR = 100


def find_rotation(tile: str, turn: int = 0) -> TilePose:
    """Return a tile in one of its turns."""
    return next(lie for lie in list_poses(TILES.get(tile)) if lie.turn == turn)


def find_joint(first: str, other: str, at: Square, turn: int = 0) -> list[Joint] | None:
    """Return how a tile is joined to another that lies at (100, 100); places are counted from there."""
    table = TileTable(min_contact=2, door_width=2)
    table.place_tile(PlacedTile(StockTile(TILES.get(first), ()), find_rotation(first), (FAR, FAR)), [])
    return table.find_joints(find_rotation(other, turn), (FAR + at[0], FAR + at[1]))


ROOM, HALL, WAY = "gw-2021/armoury", "gw-2021/dragon-younglings-lair", "gw-2021/corridor-straight"


@pytest.mark.parametrize(
    ("at", "joined"),
    [((4, 0), True), ((4, 2), True), ((4, 3), False), ((4, 4), True), ((3, 0), False), ((5, 0), True)],
    ids=["all along", "two squares", "one square", "a corner", "over it", "apart"],
)
def test_rooms_touch_along_two_squares_or_not_at_all(at: Square, joined: bool) -> None:
    """Two squares are enough, one is not; a corner and a gap join nothing, and nothing lies on anything."""
    assert (find_joint(ROOM, ROOM, at) is not None) is joined


@pytest.mark.parametrize(
    ("y", "rows"), [(0, [(1, 2)]), (1, [(1, 2), (2, 3)]), (2, [(2, 3)]), (-1, [(0, 1), (1, 2)]), (-2, [(0, 1)])]
)
def test_a_door_stands_in_the_middle_of_what_two_tiles_share(y: int, rows: list[tuple[int, int]]) -> None:
    """A door takes the two middle squares of four, either two of three, and both of two."""
    joints = find_joint(ROOM, ROOM, (4, y))
    assert joints is not None
    assert [joint.has_door for joint in joints] == [True]
    assert tuple(decode_square(square)[1] - FAR for square in joints[0].inside_codes) in rows


def test_no_door_leads_onto_a_dragon() -> None:
    """The lair's short side with the dragon in its middle takes no corridor there; the other short side does."""
    assert find_joint(HALL, WAY, (-6, 1)) is None
    assert find_joint(HALL, WAY, (8, 1)) is not None


def test_plain_tiles_are_open_to_each_other() -> None:
    """Tiles without walls share a border without a door."""
    joints = find_joint("brawl-2013/4x6", "brawl-2013/2x2", (4, 1))
    assert joints is not None
    assert [(joint.has_door, joint.length) for joint in joints] == [(False, 2)]


def test_nothing_lies_on_the_rock_of_a_board() -> None:
    """A board's rim is a part of it, the notch of a T is not."""
    assert find_joint("gw-1989/board-3", "gw-1989/board-1", (7, 11)) is None
    assert find_joint("brawl-2013/t-section", "brawl-2013/2x2", (0, 2)) is not None


def test_the_end_of_a_passage_is_a_stub_until_something_is_joined_to_it() -> None:
    """A corridor by itself has two stubs; with a room at one end, one."""
    table = TileTable(min_contact=2, door_width=2)
    way = find_rotation(WAY)
    table.place_tile(PlacedTile(StockTile(TILES.get(WAY), ()), way, (FAR, FAR)), [])
    assert len(table.list_open_ends(0)) == 2
    at = (FAR + 6, FAR)
    joints = table.find_joints(find_rotation(ROOM), at)
    assert joints is not None
    table.place_tile(PlacedTile(StockTile(TILES.get(ROOM), ()), find_rotation(ROOM), at), joints)
    assert len(table.list_open_ends(0)) == 1
    table.remove_last_tile()
    assert len(table.list_open_ends(0)) == 2


@pytest.mark.parametrize(
    ("tile", "ways"), [(ROOM, 1), (WAY, 2), (HALL, 4), ("gw-2021/crypt", 2), ("gw-2021/end-zone", 4)]
)
def test_a_tile_has_as_many_ways_to_lie_as_look_different(tile: str, ways: int) -> None:
    """A plain square one, a straight corridor two, the lair four; an end zone four for its painted strip."""
    assert len(list_poses(TILES.get(tile))) == ways


def test_four_quarter_turns_give_the_outline_again() -> None:
    """Rotated around the middle, a tile is one of its own rotations, and comes back after four quarter turns."""
    for tile in ("gw-2021/corridor-corner", "gw-1989/board-2", HALL):
        lie = find_rotation(tile)
        outlines = {other.outline for other in list_poses(TILES.get(tile))}
        assert {lie.transform_outline(quarters, flip=False) for quarters in range(4)} <= outlines
        assert lie.transform_outline(4, flip=False) == lie.outline
