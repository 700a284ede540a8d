"""The sets that come with the program: what the books say of them, and that each tile can be played."""

from collections import Counter
from itertools import product

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import WALL, Board
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.shapes import Use
from dungeon_designer.findings import Level
from dungeon_designer.grid import Side, find_bounds, find_connected_groups, rotate_size
from dungeon_designer.kinds import ObstacleKind, SectionKind, Team, TerrainKind
from dungeon_designer.layout.model import Layout, Section
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.tiles.library import find_stock_folder, load_stock_library
from dungeon_designer.tiles.tile import Card, Strip, Tile

TILES = list(load_stock_library())
WAYS = list(product(range(4), (False, True)))
"""The eight ways round: turn and flip."""

NAMES = [tile.id for tile in TILES]

SETS = {
    "gw-1989-basic": "gw-1989",
    "gw-2021": "gw-2021",
    "brawl-2013": "brawl-2013",
    "db7s-2019": "db7s-2019",
    "eagbbl": "warhammer-quest-style",
}
"""The set a ruleset is played with."""


def place_alone(tile: Tile, turn: int = 0, flip: bool = False) -> Board:
    """Return the board of one tile, placed."""
    return build_board(
        Layout(sections=(Section(id="A", tile=tile.id, at=(3, 5), turn=turn, flip=flip),)), load_stock_library()
    )


def find_named(set_name: str) -> dict[str, Tile]:
    return {tile.id.rpartition("/")[2]: tile for tile in load_stock_library().list_set_tiles(set_name)}


def list_stocks(set_name: str) -> dict[str, int | None]:
    return {name: tile.stock for name, tile in find_named(set_name).items()}


def list_sizes(set_name: str) -> dict[str, tuple[int, int]]:
    return {name: tile.size for name, tile in find_named(set_name).items()}


def test_the_six_sets_are_there():
    """Every set the product promises stands in the stock, and every file in its folder is a tile."""
    sets = ("brawl-2013", "db7s-2019", "gw-1989", "gw-2021", "gw-2022-colleges", "warhammer-quest-style")
    assert load_stock_library().sets == sets
    assert len(NAMES) == len(list(find_stock_folder().glob("*/*.yaml"))) == len(set(NAMES))


@pytest.mark.parametrize("tile", TILES, ids=NAMES)
def test_every_tile_is_one_piece_and_says_where_it_comes_from(tile):
    """A tile's squares hang together, one can walk all over those one can stand on; book and heading are named."""
    assert len(list(find_connected_groups(tile.letters))) == 1
    assert len(Context(place_alone(tile), load_unchecked_ruleset("gw-2021")).connectivity.squares_by_area) <= 1
    assert ", " in tile.source
    assert not any(letter in tile.legend for letter in "#. ")
    assert set(tile.legend) <= set(tile.letters.values())


@pytest.mark.parametrize("tile", TILES, ids=NAMES)
def test_every_tile_turned_and_flipped_is_a_valid_board(tile):
    """Every tile keeps its squares and features in all eight rotations and flips, and fills its rotated size."""
    for turn, flip in WAYS:
        board = place_alone(tile, turn, flip)
        assert len(board) == len(tile.letters)
        assert not board.overlaps
        assert not board.misplaced_features
        drawn = Counter((*board.terrain_at.values(), *board.obstacle_at.values()))
        assert drawn == Counter(tile.features.values())
        (left, top), (width, height) = find_bounds(board.squares)
        assert left >= 3
        assert top >= 5
        assert left + width <= 3 + rotate_size(tile.size, turn)[0]
        assert top + height <= 5 + rotate_size(tile.size, turn)[1]


@pytest.mark.parametrize("tile", TILES, ids=NAMES)
def test_every_ruleset_can_be_asked_about_every_tile(tile):
    """No rule fails on a lone tile, whichever way round it lies."""
    turn, flip = WAYS[NAMES.index(tile.id) % len(WAYS)]
    for edition in EDITIONS:
        verdict = check_board(place_alone(tile, turn, flip), load_unchecked_ruleset(edition))
        assert not [finding.message for finding in verdict.findings if "failed" in finding.message]


def list_measured_tiles() -> list[tuple[str, str]]:
    """Return tiles for editions with a rule of width: bridge and pit. gw-2021 has no such rule."""
    others = ("gw-1989", "gw-2021", "gw-2022-colleges")
    plain = [tile.id for tile in TILES if tile.set_name not in others and tile.kind != "entry"]
    boards = [tile.id for tile in load_stock_library().list_set_tiles("gw-1989")]
    return [
        *product(["gw-1989-expanded"], [*plain, *boards]),
        *product(["naf-2019", "eagbbl"], plain),
    ]


@pytest.mark.parametrize(("edition", "tile_id"), list_measured_tiles())
def test_no_tile_is_narrow(edition, tile_id):
    """Each tile alone is as wide as its edition asks of corridors; gaps for doors in gw-1989's boards are allowed.

    A square between two statues at the wall is an alcove, of which there is a notice.
    """
    found = check_board(
        place_alone(load_stock_library().get(tile_id)), load_unchecked_ruleset(edition), select=["corridor-width"]
    ).findings
    assert not [finding.message for finding in found if finding.level is not Level.INFO]


def test_stock_of_brawl_2013():
    """The counts of the book's table; entries as its text needs them, three a side."""
    assert list_stocks("brawl-2013") == {"2x2": 6, "2x3": 4, "2x6": 2, "4x6": 12, "t-section": 1, "entry": 6}
    assert list_sizes("brawl-2013") == {
        "2x2": (2, 2),
        "2x3": (2, 3),
        "2x6": (2, 6),
        "4x6": (4, 6),
        "t-section": (6, 6),
        "entry": (2, 1),
    }


def test_stock_of_db7s_2019():
    """Twelve large tiles, four small ones, six doors."""
    assert list_stocks("db7s-2019") == {"large": 12, "small": 4, "door": 6}
    assert list_sizes("db7s-2019") == {"large": (6, 4), "small": (2, 2), "door": (2, 1)}


def test_stock_of_gw_1989():
    """Six dungeon boards and two End Zone boards, one of each, all of 8 by 12 squares, no two alike."""
    tiles = find_named("gw-1989")
    assert {tile.size for tile in tiles.values()} == {(8, 12)}
    assert {tile.stock for tile in tiles.values()} == {1}
    kinds = Counter(tile.kind for tile in tiles.values())
    assert kinds == {SectionKind.BOARD: 6, SectionKind.END_ZONE: 2}
    faces = [frozenset(s for s, _ in t.list_placed_squares((0, 0), *way)) for t in tiles.values() for way in WAYS]
    shapes = {frozenset(f for f in faces[i : i + 8]) for i in range(0, len(faces), 8)}
    assert len(shapes) == 8


STRAIGHT = ("......", "......")
CORNER = ("....", "....", "..##", "..##")
T_SHAPE = ("......", "......", "##..##", "##..##")
SQUARE = ("....",) * 4

SMALL_ROOMS = {
    "armoury", "bone-pit", "cursed-room", "flooded-room", "forgotten-jail", "kitchen", "sewer", "treasure-room",
}  # fmt: skip


def test_stock_of_gw_2021():
    """The box as it is: eight corridors of three shapes, twelve rooms on six cards of two faces, two End Zones."""
    tiles = find_named("gw-2021")
    assert all(tile.enclosed for tile in tiles.values())
    plain = {name: (tile.kind, tile.rows, tile.stock, tile.card) for name, tile in tiles.items() if not tile.features}
    assert plain == {
        "corridor-straight": (SectionKind.CORRIDOR, STRAIGHT, 4, None),
        "corridor-t": (SectionKind.CORRIDOR, T_SHAPE, 2, None),
        "corridor-corner": (SectionKind.CORRIDOR, CORNER, 2, None),
        "end-zone": (SectionKind.END_ZONE, SQUARE, 2, None),
        **dict.fromkeys(SMALL_ROOMS, (SectionKind.SMALL_ROOM, SQUARE, 1, Card("square tile", 4))),
    }
    large = [tile for tile in tiles.values() if tile.features]
    assert {tile.card for tile in large} == {Card("large tile", 2)}
    assert {(tile.kind, tile.size, tile.stock) for tile in large} == {(SectionKind.LARGE_ROOM, (8, 4), 1)}
    assert all(tile.rule for tile in tiles.values() if tile.card)


def test_an_end_zone_of_2021_has_a_painted_strip():
    """All sixteen squares are End Zone; two by four of them are painted, at one side, and turn with the tile."""
    tile = find_named("gw-2021")["end-zone"]
    assert tile.painted == Strip((0, 0), (4, 2))
    board = build_board(
        Layout(sections=(Section(id="A", tile=tile.id, at=(3, 5), turn=1, side=Team.HOME),)), load_stock_library()
    )
    assert len(board.sections[0].squares) == 16
    assert board.sections[0].painted_squares == tuple((x, y) for y in (5, 6, 7, 8) for x in (5, 6))


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("chaotic-idol", ("........", "...II...", "...II...", "........")),
        ("crypt", ("........", "..Y..Y..", "..Y..Y..", "........")),
        ("dragon-younglings-lair", ("........", "DD......", "DD......", "........")),
        ("fiery-chasm", (".....%..", ".....%..", ".....H..", ".....%..")),
    ],
)
def test_features_of_the_large_rooms(name, rows):
    """Idol in the middle, two tombs, dragon at the short wall; the chasm from wall to wall, one of its four bridged."""
    tile = find_named("gw-2021")[name]
    assert tile.rows == rows
    meanings = {"Y": ObstacleKind.CRYPT, "D": ObstacleKind.DRAGON, "H": TerrainKind.ROPE_BRIDGE}
    assert {letter: tile.find_meaning(letter) for letter in tile.legend} == {c: meanings[c] for c in tile.legend}
    found = check_board(
        place_alone(tile), load_unchecked_ruleset("gw-2021"), select=["feature-shape", "bridge"]
    ).findings
    assert not [finding.message for finding in found]


LIFE = {
    "tuck-shop": SQUARE, "fountain-of-youth": SQUARE, "gluttonous-greenhouse": SQUARE,
    "root-walk": STRAIGHT, "tranquil-meadow": STRAIGHT, "fungus-farm": CORNER, "malodorous-marsh": T_SHAPE,
}  # fmt: skip
DEATH = {
    "werewolfs-lair": SQUARE, "necromancers-laboratory": SQUARE, "corpse-chasm": SQUARE,
    "hall-of-bones": STRAIGHT, "swirling-mists": STRAIGHT, "ghost-junction": CORNER,
    "spike-pit": ("..PP..", "..PP..", "##..##", "##..##"),
}  # fmt: skip


@pytest.mark.parametrize(("college", "shapes"), [("Life", LIFE), ("Death", DEATH)])
def test_stock_of_a_college(college, shapes):
    """Seven tiles a college, one of each, with a rule: three small rooms, two straight ways, a corner and a T."""
    tiles = [
        tile
        for tile in load_stock_library().list_set_tiles("gw-2022-colleges")
        if f"College of {college}:" in tile.source
    ]
    assert {tile.id.rpartition("/")[2]: tile.rows for tile in tiles} == shapes
    assert all(tile.stock == 1 and tile.rule and tile.enclosed for tile in tiles)
    assert all((tile.kind is SectionKind.SMALL_ROOM) is (tile.rows == SQUARE) for tile in tiles)
    assert {tile.kind for tile in tiles} == {SectionKind.SMALL_ROOM, SectionKind.CORRIDOR}


def test_only_the_spike_pit_is_in_the_way():
    """Furniture blocks nobody: four squares of stakes are all the terrain there is on the colleges' tiles."""
    found = {
        tile.id: Counter(tile.features.values())
        for tile in load_stock_library().list_set_tiles("gw-2022-colleges")
        if tile.features
    }
    assert found == {"gw-2022-colleges/spike-pit": {TerrainKind.SPIKE_PIT: 4}}


@pytest.mark.parametrize("tile", load_stock_library().list_set_tiles("gw-2022-colleges"), ids=lambda tile: tile.id)
def test_each_room_of_a_college_has_a_picture_of_its_own(tile):
    """Its emblem lies on the floor; the Spike Pit shows its stakes instead."""
    (floor,) = draw(place_alone(tile)).list_groups("section")
    used = {shape.symbol for shape in floor.shapes if type(shape) is Use and shape.symbol.startswith("emblem")}
    assert used == (set() if tile.features else {f"emblem-{tile.id.rpartition('/')[2]}"})


def test_the_floor_plans_hold_every_feature_of_eagbbl():
    """Statue, throne, fountain, idol, chasm, lava, cliff, bridges of both kinds; two zones' blocks of 2 by 4."""
    tiles = find_named("warhammer-quest-style")
    found = {kind for tile in tiles.values() for kind in tile.features.values()}
    assert found == {
        ObstacleKind.STATUE,
        ObstacleKind.THRONE,
        ObstacleKind.FOUNTAIN,
        ObstacleKind.IDOL,
        TerrainKind.CHASM,
        TerrainKind.LAVA,
        TerrainKind.CLIFF,
        TerrainKind.BRIDGE,
        TerrainKind.ROPE_BRIDGE,
    }
    assert tiles["end-zone"].size == (4, 2)
    assert {"stairs", "t-junction", "corner", "corridor-short", "corridor-long"} <= set(tiles)


@pytest.mark.parametrize("set_name", ["gw-2021", "gw-2022-colleges", "warhammer-quest-style", "db7s-2019"])
def test_even_tiles_stand_on_a_grid_of_two(set_name):
    """All sides are even and shapes are made of blocks of 2x2: at even places no tiles meet along one square only."""
    for tile in load_stock_library().list_set_tiles(set_name):
        if tile.kind is SectionKind.ENTRY:
            continue
        blocks = Counter((x // 2, y // 2) for x, y in tile.letters)
        assert set(blocks.values()) == {4}, tile.id


@pytest.mark.parametrize(("edition", "set_name"), list(SETS.items()))
def test_rulesets_and_tiles_agree(edition, set_name):
    """Each tile a ruleset counts is in the set with the same number and the same shape."""
    entry = load_unchecked_ruleset(edition).rules.get("tile-supply")
    counted = entry.parameters["stock"] if entry else []
    left_out = set(entry.parameters.get("left_out", ())) if entry else set()
    tiles = {tile.id: tile for tile in load_stock_library().list_set_tiles(set_name)}
    for line in counted:
        tile = tiles.pop(line["tile"])
        assert tile.stock == line["count"]
        assert (tile.card.name if tile.card else "") == line.get("card", "")
        assert tuple(line.get("size", tile.size)) == tile.size
        assert tuple(line.get("rows", tile.rows)) == tile.rows
    cards = {tile.card.name: tile.card.stock for tile in load_stock_library().list_set_tiles(set_name) if tile.card}
    assert cards == (entry.parameters.get("cards", {}) if entry else {})
    if counted:
        assert {tile.kind for tile in tiles.values()} == left_out


def test_a_lone_gw_2021_room_is_walled_off_from_its_neighbour():
    """Two rooms side by side have a wall between them until a door stands there."""
    left = Section(id="a", tile="gw-2021/armoury")
    right = Section(id="b", tile="gw-2021/cursed-room", at=(4, 0))
    board = build_board(Layout(sections=(left, right)), load_stock_library())
    assert {board.get_edge_state(square, Side.EAST) for square in board.squares if square[0] == 3} == {WALL}
