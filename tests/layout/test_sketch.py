"""What a sketch may say, and what it then means."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from msgspec.structs import replace

from dungeon_designer.grid import Side, list_block_squares
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.model import (
    CounterContent,
    EdgeDoor,
    LeapEdge,
    Obstacle,
    ObstacleKind,
    Portal,
    RollingBall,
    RotatingRoom,
    Section,
    SectionKind,
    SquareDoor,
    Team,
    Terrain,
    TerrainKind,
    Trap,
    TrapKind,
    Waiver,
    Wall,
)
from dungeon_designer.layout.patching import patch_sketch_bytes
from dungeon_designer.layout.sketch import read_sketch
from tests.layout.sketches import FULL, list_areas, load_sketch, read_map

EXAMPLES = Path(__file__).parents[2] / "examples"
HOME_ZONE = {"kind": SectionKind.END_ZONE, "side": Team.HOME}


def test_a_full_sketch_is_read_as_written() -> None:
    """Every key of the sketch reaches the layout."""
    layout = load_sketch(FULL)
    assert (layout.name, layout.author, layout.ruleset) == ("The Long Hall", "R. Mason", "naf-2019")
    assert (layout.balls, layout.enclosed) == (1, False)
    assert layout.sections == (
        Section(id="A", at=(0, 0), rows=("..", "..", ".."), **HOME_ZONE),
        Section(
            id="B", at=(2, 0), kind=SectionKind.CORRIDOR, name="The Long Walk", enclosed=True, rows=("." * 11,) * 3
        ),
        Section(id="C", at=(13, 0), kind=SectionKind.END_ZONE, side=Team.AWAY, rows=("..", "..", "..")),
    )
    assert layout.doors == (EdgeDoor(at=(1, 0), side=Side.EAST, width=2),)
    assert layout.chests == ((6, 0), (5, 1))
    assert layout.portals == (Portal(number=1, at=(9, 1)), Portal(number=10, at=(4, 0)))
    assert layout.traps == (
        Trap(kind=TrapKind.TRAPDOOR, at=(7, 1), size=(2, 2), below="lava"),
        Trap(kind=TrapKind.COUNTER, at=(10, 2), owner=Team.HOME, content=CounterContent.SPIKED_PIT),
    )
    assert layout.leap_edges == (LeapEdge(at=(3, 2), side=Side.SOUTH, width=2),)
    assert layout.machines == (
        RotatingRoom(sections=("B",)),
        RollingBall(at=(2, 0), size=(3, 3), travel=Side.EAST, length=11),
    )
    assert layout.waivers == (Waiver(rule="square-count", reason="club night, 90 minutes"),)


def test_every_built_in_letter_means_what_is_promised() -> None:
    """The table of letters in the format's description, letter by letter."""
    layout = read_map("C123456789+'SoxT~%=I")
    assert layout.chests == ((0, 0),)
    assert layout.portals == tuple(Portal(number=n, at=(n, 0)) for n in range(1, 10))
    assert layout.square_doors == (SquareDoor(at=(10, 0)), SquareDoor(at=(11, 0), open=True))
    assert layout.obstacles == (
        Obstacle(kind=ObstacleKind.STATUE, at=(12, 0)),
        Obstacle(kind=ObstacleKind.IDOL, at=(19, 0)),
    )
    assert layout.traps == (
        Trap(kind=TrapKind.OPEN_PIT, at=(13, 0)),
        Trap(kind=TrapKind.SPIKED_PIT, at=(14, 0)),
        Trap(kind=TrapKind.TRAPDOOR, at=(15, 0)),
    )
    assert layout.terrain == (
        Terrain(kind=TerrainKind.LAVA, at=(16, 0)),
        Terrain(kind=TerrainKind.CHASM, at=(17, 0)),
        Terrain(kind=TerrainKind.BRIDGE, at=(18, 0)),
    )
    assert list_areas(layout) == {"room": set(list_block_squares((0, 0), (20, 1)))}


def test_rock_is_a_hash_or_a_blank_and_lines_may_differ_in_length() -> None:
    """A missing end of a line is rock, as # and blanks are."""
    layout = read_map(" .#.", "", "..")
    assert [section.squares for section in layout.sections] == [[(1, 0)], [(3, 0)], [(0, 2), (1, 2)]]


def test_zones_of_one_letter_that_do_not_touch_are_sections_of_their_own() -> None:
    """Each connected group of <, >, ( and ) is one section of its kind and side; corners do not connect."""
    layout = read_map("<#<>(.)", "#<#>(.)")
    found = [(section.kind, section.side, section.squares) for section in layout.sections]
    assert found == [
        (SectionKind.END_ZONE, Team.HOME, [(0, 0)]),
        (SectionKind.END_ZONE, Team.HOME, [(2, 0)]),
        (SectionKind.END_ZONE, Team.AWAY, [(3, 0), (3, 1)]),
        (SectionKind.ENTRY, Team.HOME, [(4, 0), (4, 1)]),
        (SectionKind.ROOM, None, [(5, 0), (5, 1)]),
        (SectionKind.ENTRY, Team.AWAY, [(6, 0), (6, 1)]),
        (SectionKind.END_ZONE, Team.HOME, [(1, 1)]),
    ]
    assert [section.id for section in layout.sections] == list("ABCDEFG")


def test_items_inside_a_zone_belong_to_it() -> None:
    """An item with nothing but squares of one zone around it is part of that zone."""
    layout = read_map("<<<..", "<1S..", "<<<..")
    assert list_areas(layout)["end_zone home"] == {(x, y) for x in range(3) for y in range(3)} - {(1, 1), (2, 1)}
    layout = read_map("<<<..", "<1<..", "<<<..")
    assert list_areas(layout)["end_zone home"] == set(list_block_squares((0, 0), (3, 3)))


@pytest.mark.parametrize("row", ["<C.", "<C>", "<CC>", "<(C"])
def test_items_between_two_grounds_belong_to_the_other_floor(row: str) -> None:
    """An item beside plain floor, or between two zones, is no part of a zone."""
    layout = read_map(row) if row != "<(C" else read_map("<C(", "...")
    assert (1, 0) in list_areas(layout)["room"]


def test_items_alone_are_a_room() -> None:
    """Letters that lie on nothing but themselves are floor."""
    assert list_areas(read_map("C#~~")) == {"room": {(0, 0), (2, 0), (3, 0)}}


def test_the_sixty_third_section_gets_a_longer_id() -> None:
    """Ids are letters and digits as long as there are any, and unique after that."""
    layout = read_map(".#" * 64)
    ids = [section.id for section in layout.sections]
    assert ids[:2] == ["A", "B"]
    assert ids[61:] == ["9", "s63", "s64"]


def test_a_section_letter_may_stand_in_several_places() -> None:
    """One letter is one section, connected or not."""
    layout = load_sketch("map: |\n  ...\nsections: |\n  ABA\n")
    assert [(s.id, s.kind, s.rows) for s in layout.sections] == [
        ("A", SectionKind.ROOM, (".#.",)),
        ("B", SectionKind.ROOM, (".",)),
    ]


def test_a_letter_grid_decides_where_items_belong() -> None:
    """Items take the section of the letter over them."""
    layout = load_sketch("map: |\n  <C.\nsections: |\n  AAB\nsection_kinds: {A: {kind: end_zone, side: home}}\n")
    assert list_areas(layout) == {"end_zone home": {(0, 0), (1, 0)}, "room": {(2, 0)}}


def test_section_kinds_may_be_a_word_and_leave_the_side_to_the_map() -> None:
    """`A: end_zone` under a < is the home end zone."""
    layout = load_sketch("map: |\n  <.\nsections: |\n  AB\nsection_kinds: {A: end_zone, B: junction}\n")
    assert [(s.kind, s.side) for s in layout.sections] == [
        (SectionKind.END_ZONE, Team.HOME),
        (SectionKind.JUNCTION, None),
    ]


def test_sections_alone_are_a_sketch() -> None:
    """A letter grid without a map is all plain floor."""
    assert list_areas(load_sketch("sections: |\n  AA\n  #B\n")) == {"room": {(0, 0), (1, 0), (1, 1)}}


def test_listed_sections_take_a_map_of_items_only() -> None:
    """The map adds only objects if sections are listed; its floor and rock say nothing."""
    layout = load_sketch(
        "map: |2\n   C.#\n  ~\nsections:\n"
        "  - {id: hall, tile: gw-2021/armoury, at: [3, 4], turn: 1, flip: true}\n"
        "  - {id: cave, kind: room, rows: ['.. ', '#.']}\n"
    )
    assert layout.sections == (
        Section(id="hall", tile="gw-2021/armoury", at=(3, 4), turn=1, flip=True),
        Section(id="cave", kind=SectionKind.ROOM, at=(0, 0), rows=("..", "#.")),
    )
    assert layout.chests == ((1, 0),)
    assert layout.terrain == (Terrain(kind=TerrainKind.LAVA, at=(0, 1)),)


def test_a_list_of_sections_needs_no_map() -> None:
    """A sketch may be a list of tiles and nothing else; even of none."""
    assert len(load_sketch("sections: [{id: a, tile: b}]").sections) == 1
    assert load_sketch("sections: []").sections == ()


def test_an_item_in_map_and_list_is_one_item() -> None:
    """Chests, portals, doors, terrain, obstacles and pits named twice are there once."""
    layout = load_sketch(
        "map: |\n  C1+~So\n"
        "chests: [[0, 0]]\nportals: {1: [1, 0]}\nsquare_doors: [{at: [2, 0]}]\n"
        "terrain: [{kind: lava, at: [3, 0]}]\nobstacles: [{kind: statue, at: [4, 0]}]\n"
        "traps: [{kind: open_pit, at: [5, 0]}]\n"
    )
    assert layout == read_map("C1+~So")


def test_an_item_listed_twice_is_two_items() -> None:
    """An object listed twice is two objects: a rule says that two chests lie on one square."""
    assert load_sketch("map: C\nchests: [[0, 0], [0, 0]]").chests == ((0, 0), (0, 0))


def test_terrain_and_obstacles_may_be_listed_with_a_size() -> None:
    """A lake in one line is as many squares of water."""
    layout = load_sketch("map: ...\nterrain: [{kind: water, at: [0, 0], size: [2, 1]}]")
    assert layout.terrain == tuple(Terrain(kind=TerrainKind.WATER, at=(x, 0)) for x in (0, 1))
    layout = load_sketch("map: ...\nobstacles: [{kind: crypt, at: [0, 0], size: [1, 2]}]")
    assert layout.obstacles == tuple(Obstacle(kind=ObstacleKind.CRYPT, at=(0, y)) for y in (0, 1))


def test_a_listed_lake_may_cover_what_is_drawn_of_it() -> None:
    """A list and a map that agree on a square say the same thing twice."""
    layout = load_sketch("map: .~.\nterrain: [{kind: lava, at: [0, 0], size: [3, 1]}]")
    assert [terrain.at for terrain in layout.terrain] == [(0, 0), (1, 0), (2, 0)]


def test_connected_trapdoor_letters_in_a_rectangle_are_one_trapdoor() -> None:
    """Four T in a square are one trapdoor of 2x2; those that touch at a corner are two."""
    layout = read_map("TT.", "TT.", "..T")
    assert layout.traps == (
        Trap(kind=TrapKind.TRAPDOOR, at=(0, 0), size=(2, 2)),
        Trap(kind=TrapKind.TRAPDOOR, at=(2, 2)),
    )


@pytest.mark.parametrize("place", ["at: [0, 0]", "at: [1, 1]", "at: [0, 0], size: [2, 2]"])
def test_an_entry_at_a_drawn_trapdoor_says_what_lies_below(place: str) -> None:
    """The entry may name any square of the T's; it need not repeat their size."""
    layout = load_sketch(f"map: |\n  TT\n  TT\ntraps: [{{kind: trapdoor, {place}, below: pit}}]\n")
    assert layout.traps == (Trap(kind=TrapKind.TRAPDOOR, at=(0, 0), size=(2, 2), below="pit"),)


def test_an_odd_trapdoor_is_read_row_by_row() -> None:
    """An L of T's is no read error; what lies below lies below all of it, and no row passes for trapdoors of 1x1."""
    layout = load_sketch("map: |\n  T.\n  TT\ntraps: [{kind: trapdoor, at: [1, 1], below: pit}]\n")
    assert layout.traps == (
        Trap(kind=TrapKind.TRAPDOOR, at=(0, 0), below="pit"),
        Trap(kind=TrapKind.TRAPDOOR, at=(0, 1), size=(2, 1), below="pit"),
    )


def test_two_entries_may_share_a_group_of_trapdoor_letters() -> None:
    """Two trapdoors side by side have an entry each, with their sizes."""
    layout = load_sketch(
        "map: |\n  TTTT\n  TTTT\ntraps:\n"
        "  - {kind: trapdoor, at: [0, 0], size: [2, 2], below: pit}\n"
        "  - {kind: trapdoor, at: [2, 0], size: [2, 2], below: lava}\n"
    )
    assert [(trap.at, trap.below) for trap in layout.traps] == [((0, 0), "pit"), ((2, 0), "lava")]


def test_a_listed_trapdoor_may_be_larger_than_what_is_drawn_of_it() -> None:
    """One T marks a trapdoor whose entry gives the size."""
    layout = load_sketch("map: |\n  T.\n  ..\ntraps: [{kind: trapdoor, at: [0, 0], size: [2, 2], below: pit}]\n")
    assert layout.traps == (Trap(kind=TrapKind.TRAPDOOR, at=(0, 0), size=(2, 2), below="pit"),)


def test_portals_may_be_given_in_three_ways() -> None:
    """Number and square, number and squares, or the layout file's list."""
    two = (Portal(number=3, at=(0, 0)), Portal(number=3, at=(2, 0)))
    assert load_sketch("map: ...\nportals: {3: [[0, 0], [2, 0]]}").portals == two
    assert load_sketch("map: ...\nportals: [{number: 3, at: [2, 0]}, {number: 3, at: [0, 0]}]").portals == two
    assert load_sketch("map: ...\nportals: {3: [0, 0]}").portals == two[:1]


def test_a_legend_names_every_kind_of_thing() -> None:
    """Terrain, obstacles, traps, portals, doors and chests, alone or together, by table or by word."""
    layout = load_sketch(
        "map: abcdefgh\nlegend:\n  a: {terrain: acid}\n  b: {obstacle: fountain}\n  c: {trap: spiked_pit}\n"
        "  d: {portal: 12}\n  e: {door: open}\n  f: {chest: yes}\n  g: {terrain: bridge, chest: true}\n  h: throne\n"
    )
    assert layout.terrain == (
        Terrain(kind=TerrainKind.ACID, at=(0, 0)),
        Terrain(kind=TerrainKind.BRIDGE, at=(6, 0)),
    )
    assert [(o.kind, o.at) for o in layout.obstacles] == [
        (ObstacleKind.FOUNTAIN, (1, 0)),
        (ObstacleKind.THRONE, (7, 0)),
    ]
    assert layout.traps == (Trap(kind=TrapKind.SPIKED_PIT, at=(2, 0)),)
    assert layout.portals == (Portal(number=12, at=(3, 0)),)
    assert layout.square_doors == (SquareDoor(at=(4, 0), open=True),)
    assert layout.chests == ((5, 0), (6, 0))


def test_keys_of_the_layout_file_may_stand_in_a_sketch() -> None:
    """Notes, walls, doors, ground and `extra` are written as in the layout file."""
    layout = load_sketch(
        "map: ...\nnotes: |\n  One.\n  Two.\nwalls: [{at: [0, 0], side: east}]\n"
        "square_doors: [{at: [1, 0], open: on}]\nextra: {a: [1, 2.5, null, yes, true, 2027-05-01, '7']}\nversion: 1\n"
    )
    assert layout.notes == "One.\nTwo.\n"
    assert layout.walls == (Wall(at=(0, 0), side=Side.EAST),)
    assert layout.square_doors == (SquareDoor(at=(1, 0), open=True),)
    assert layout.extra == {"a": [1, 2.5, None, "yes", True, "2027-05-01", "7"]}


@pytest.mark.parametrize("word", ["No", "yes", "null", "~", "1984", "2027-05-01", "0x10", "1:30", ".nan", "1_000"])
def test_text_is_text_whatever_it_looks_like(word: str) -> None:
    """A text that looks like a date, a number or a boolean stays a text."""
    assert load_sketch(f"map: .\nname: {word}\n").name == word


def test_keys_that_yaml_reads_as_other_things_are_letters() -> None:
    """Section letters such as y and 1 need no quotes."""
    layout = load_sketch("map: ..\nsections: y1\nsection_kinds: {y: corridor, 1: bridge}\n")
    assert [section.kind for section in layout.sections] == [SectionKind.CORRIDOR, SectionKind.BRIDGE]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_system_are_read(end: str) -> None:
    """Windows and old Macintosh line ends give the same layout."""
    assert load_sketch(FULL.replace("\n", end)) == load_sketch(FULL)


def test_what_breaks_a_rule_is_no_read_error() -> None:
    """A chest on rock, two portals of a number, an odd trapdoor are read as they are."""
    layout = load_sketch(
        "map: ..\nchests: [[5, 5]]\nportals: {1: [[0, 0], [1, 0]]}\ntraps: [{kind: trapdoor, at: [9, 9], size: [3, 1]}]"
    )
    assert layout.chests == ((5, 5),)
    assert len(layout.portals) == 2
    assert layout.traps[0].size == (3, 1)


def test_the_last_coordinate_is_9999() -> None:
    """A section that ends at 9999 is read."""
    layout = load_sketch("sections: [{id: a, at: [9998, 9999], rows: ['..']}]\nchests: [[9999, 9999]]")
    assert layout.sections[0].squares == [(9998, 9999), (9999, 9999)]


@pytest.mark.parametrize("name", ["brawl-2013/bloody-wormholes", "eagbbl/the-cleft", "gw-1989/the-sunken-halls"])
def test_what_yaml_writes_of_a_sketchs_data_is_the_same_dungeon(name: str) -> None:
    """PyYAML puts a map into quotes over several lines, with an escape or an empty line where a row ends."""
    text = (EXAMPLES / f"{name}.dungeon.yaml").read_text()
    for options in ({}, {"sort_keys": False, "default_flow_style": True}):
        assert read_sketch(yaml.safe_dump(yaml.safe_load(text), **options)) == read_sketch(text)


def test_a_map_in_quotes_over_several_lines_is_edited_like_any() -> None:
    """A change to a sketch that PyYAML wrote is the changed dungeon in the file, too."""
    text = yaml.safe_dump({"name": "Hall", "map": "  <<...>>\n  <<.C.>>\n" + "  <<...>>\n" * 9})
    layout = replace(read_sketch(text), chests=((3, 3),))
    assert read_layout(patch_sketch_bytes(text.encode(), layout), "hall.yaml") == layout
