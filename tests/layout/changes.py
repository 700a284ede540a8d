"""Damage that mends undo, and edits as a hand in the editor makes them, at random."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.errors import DungeonError
from dungeon_designer.grid import Side, Square, list_block_squares
from dungeon_designer.layout.model import (
    CounterContent,
    Layout,
    ObstacleKind,
    RollingBall,
    Section,
    SectionKind,
    SquareDoor,
    TerrainKind,
    Trap,
    TrapKind,
    Waiver,
    normalise_layout,
)
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.layout.transforms import apply_edits, move_layout
from dungeon_designer.layout_edits import edges, floor, objects
from dungeon_designer.rules.autofix import Autofix
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.text.yaml_text import Node, Scalar, YamlList, YamlTable
from dungeon_designer.tiles.library import load_library

HOUSE = Path(__file__).parents[2] / "examples" / "house-rules"
"""Where the rulesets lie that house dungeons name."""

TILES = load_library([])

Edit = Callable[[Layout, Random], Layout]


# Damage, done to the nodes of a file -----------------------------------------------------------------------------


def damage(root: YamlTable, random: Random) -> None:
    """Make one thing in the file wrong: a portal's number, a square, a door left open or off the middle."""
    random.choice([_change_number, _misplace, _misplace, _open_door, _redraw, _redraw])(root, random)


def _change_number(root: YamlTable, random: Random) -> None:
    portals = root.entries.get("portals")
    if isinstance(portals, YamlTable) and portals.entries:
        old = random.choice(list(portals.entries))
        new = str(random.randint(1, 12))
        if new not in portals.entries:
            portals.entries = {new if key == old else key: value for key, value in portals.entries.items()}


def _misplace(root: YamlTable, random: Random) -> None:
    """Move a chest, portal or door a little off its square, or beside another."""
    lists = [root.entries[key] for key in ("chests", "portals", "doors", "square_doors") if key in root.entries]
    pairs = [pair for node in lists for pair in _list_squares(node)]
    if not pairs:
        return
    one, other = random.choice(pairs), random.choice(pairs)
    for i in (0, 1):
        number = int(_choose_word(other.items[i])) + random.randint(-2, 2)
        one.items[i] = Scalar((1, 1), str(max(0, number)))


def _list_squares(node: Node) -> list[YamlList]:
    """Return every [x, y] below a node."""
    if isinstance(node, Scalar):
        return []
    inside = node.items if isinstance(node, YamlList) else list(node.entries.values())
    if isinstance(node, YamlList) and len(inside) == 2 and all(isinstance(item, Scalar) for item in inside):
        return [node]
    return [pair for item in inside for pair in _list_squares(item)]


def _choose_word(node: Node) -> str:
    assert isinstance(node, Scalar)
    return node.text


def _open_door(root: YamlTable, random: Random) -> None:
    doors = root.entries.get("square_doors")
    if isinstance(doors, YamlList) and doors.items:
        door = random.choice(doors.items)
        assert isinstance(door, YamlTable)
        door.entries["open"] = Scalar((1, 1), "true")


def _redraw(root: YamlTable, random: Random) -> None:
    """Exchange the letters of two squares of the map, or the numbers of two portals."""
    drawn = root.entries.get("map")
    if not isinstance(drawn, Scalar):
        return
    letters = list(drawn.text)
    marked = [i for i, letter in enumerate(letters) if letter in "C123456789+So"]
    plain = [i for i, letter in enumerate(letters) if letter == "."]
    if not marked or not plain:
        return
    at = random.choice(marked)
    if letters[at].isdigit() and random.random() < 0.5:
        letters[at] = random.choice("123456789")
    elif letters[at] == "+":
        letters[at] = "'"
    else:
        to = random.choice(plain)
        letters[at], letters[to] = letters[to], letters[at]
    drawn.text = "".join(letters)


def apply_fixes(layout: Layout) -> Layout:
    """Return the layout after every mend that helps."""
    return Autofix(load_unchecked_ruleset(layout.ruleset, HOUSE), TILES, unsafe=True).fix_layout(layout).layout


# Edits, done to a layout -----------------------------------------------------------------------------------------


def edit_at_random(layout: Layout, random: Random) -> Layout:
    """Return the layout after one edit that changed it."""
    for _ in range(50):
        try:
            after = normalise_layout(random.choice(EDITS)(layout, random))
        except (DungeonError, IndexError, ValueError):
            continue
        if after != layout and _fits_a_file(after):
            return after
    return layout


def _fits_a_file(layout: Layout) -> bool:
    try:
        return read_sketch(write_sketch(layout)) == layout
    except Fault:
        return False


def _choose_floor(layout: Layout) -> list[Square]:
    return sorted(floor.find_floor(layout, TILES))


def _choose_near(square: Square, random: Random, by: int = 3) -> Square:
    return max(0, square[0] + random.randint(-by, by)), max(0, square[1] + random.randint(-by, by))


def _choose_object(layout: Layout, random: Random, *fields: str) -> objects.ObjectRef:
    return random.choice([thing for thing in objects.list_objects(layout) if thing.field in fields or not fields])


def _move_object(layout: Layout, random: Random) -> Layout:
    thing = _choose_object(
        layout, random, "chests", "portals", "traps", "obstacles", "square_doors", "doors", "leap_edges"
    )
    by = random.randint(-3, 3), random.randint(-3, 3)
    return objects.move_objects(layout, [thing], by, TILES)[0]


def _move_section(layout: Layout, random: Random) -> Layout:
    thing = _choose_object(layout, random, "sections")
    by = random.randint(-2, 2), random.randint(-2, 2)
    return objects.move_objects(layout, objects.find_section_contents(layout, thing.value, TILES), by, TILES)[0]


def _take_away(layout: Layout, random: Random) -> Layout:
    return objects.remove_objects(
        layout, [_choose_object(layout, random, random.choice([t.field for t in objects.list_objects(layout)]))]
    )


def _add_chest(layout: Layout, random: Random) -> Layout:
    return replace(layout, chests=(*layout.chests, random.choice(_choose_floor(layout))))


def _add_portal(layout: Layout, random: Random) -> Layout:
    return objects.add_portal(layout, random.choice(_choose_floor(layout)))


def _renumber_portal(layout: Layout, random: Random) -> Layout:
    portal = random.choice(layout.portals)
    others = tuple(other for other in layout.portals if other is not portal)
    return replace(layout, portals=(*others, replace(portal, number=random.randint(1, 14))))


def _add_trap(layout: Layout, random: Random) -> Layout:
    at = random.choice(_choose_floor(layout))
    traps = [
        Trap(kind=TrapKind.OPEN_PIT, at=at),
        Trap(kind=TrapKind.TRAPDOOR, at=at, size=(2, 2), below=random.choice(["", "lava", "a: b"])),
        Trap(kind=TrapKind.COUNTER, at=at, owner=random.choice(layout.teams), content=CounterContent.NOTHING),
    ]
    return objects.add_objects(layout, "traps", [random.choice(traps)])


def _change_trap(layout: Layout, random: Random) -> Layout:
    thing = _choose_object(layout, random, "traps")
    new = replace(thing.value, below=random.choice(["", "spikes", "lava"]))
    return objects.replace_objects(layout, {thing: objects.ObjectRef("traps", new)})


def _choose_rectangle(layout: Layout, random: Random) -> list[Square]:
    return list_block_squares(
        _choose_near(random.choice(_choose_floor(layout)), random), (random.randint(1, 4), random.randint(1, 3))
    )


def _paint_terrain(layout: Layout, random: Random) -> Layout:
    return objects.add_terrain(layout, _choose_rectangle(layout, random), random.choice(list(TerrainKind)))


def _put_obstacle(layout: Layout, random: Random) -> Layout:
    return objects.add_terrain(layout, _choose_rectangle(layout, random)[:2], random.choice(list(ObstacleKind)))


def _draw_room(layout: Layout, random: Random) -> Layout:
    kind = random.choice([SectionKind.ROOM, SectionKind.CORRIDOR, SectionKind.END_ZONE])
    return floor.add_room(layout, _choose_rectangle(layout, random), kind, TILES)


def _paint_floor(layout: Layout, random: Random) -> Layout:
    name = random.choice([section.id for section in layout.sections if not section.tile])
    return floor.extend_section(layout, name, _choose_rectangle(layout, random), TILES)


def _erase_floor(layout: Layout, random: Random) -> Layout:
    return floor.erase_squares(layout, _choose_rectangle(layout, random), TILES)


def _change_section(layout: Layout, random: Random) -> Layout:
    thing = _choose_object(layout, random, "sections")
    change = random.choice(
        [
            {"name": random.choice(["", "The Cellar", "O'Grady's #1", "No"])},
            {"kind": random.choice(list(SectionKind))},
            {"side": random.choice([None, *layout.teams])},
            {"enclosed": random.choice([None, True, False])},
        ]
    )
    return objects.replace_objects(layout, {thing: objects.ObjectRef("sections", replace(thing.value, **change))})


def _turn_tile(layout: Layout, random: Random) -> Layout:
    section = random.choice([section for section in layout.sections if section.tile])
    new = replace(section, turn=random.randint(0, 3), flip=random.random() < 0.5)
    return replace(layout, sections=tuple(new if each is section else each for each in layout.sections))


def _place_tile(layout: Layout, random: Random) -> Layout:
    tiles = [section.tile for section in layout.sections if section.tile] or ["gw-2021/corridor-straight"]
    name = objects.find_free_section_id({section.id for section in layout.sections})
    section = Section(id=name, tile=random.choice(tiles), at=_choose_near(random.choice(_choose_floor(layout)), random))
    return replace(layout, sections=(*layout.sections, section))


def _rename_section(layout: Layout, random: Random) -> Layout:
    section = random.choice(layout.sections)
    new = replace(section, id=random.choice(["Q", "R", "z", "cellar"]))
    if new.id in {each.id for each in layout.sections}:
        return layout
    return objects.drop_missing_sections(
        replace(layout, sections=tuple(new if each is section else each for each in layout.sections))
    )


def _choose_row_of_edges(layout: Layout, random: Random) -> list[tuple[Square, Side]]:
    x, y = random.choice(_choose_floor(layout))
    across = random.random() < 0.5
    width = random.randint(1, 3)
    return [((x + i, y), Side.SOUTH) if across else ((x, y + i), Side.EAST) for i in range(width)]


def _add_door(layout: Layout, random: Random) -> Layout:
    return edges.add_edges(layout, "doors", _choose_row_of_edges(layout, random))


def _add_wall(layout: Layout, random: Random) -> Layout:
    return edges.add_edges(layout, "walls", _choose_row_of_edges(layout, random))


def _add_leap_edge(layout: Layout, random: Random) -> Layout:
    return edges.add_edges(layout, "leap_edges", _choose_row_of_edges(layout, random))


def _add_square_door(layout: Layout, random: Random) -> Layout:
    return objects.add_objects(
        layout, "square_doors", [SquareDoor(at=random.choice(_choose_floor(layout)), open=random.random() < 0.5)]
    )


def _turn_square_door(layout: Layout, random: Random) -> Layout:
    door = random.choice(layout.square_doors)
    return objects.add_objects(layout, "square_doors", [replace(door, open=not door.open)])


def _add_waiver(layout: Layout, random: Random) -> Layout:
    squares = tuple(random.sample(_choose_floor(layout), random.randint(0, 2)))
    waiver = Waiver(rule=random.choice(["square-count", "chest-spacing"]), reason="club night: 90 min", squares=squares)
    return replace(layout, waivers=(*layout.waivers, waiver))


def _change_waiver(layout: Layout, random: Random) -> Layout:
    waiver = random.choice(layout.waivers)
    new = replace(waiver, reason=random.choice(["we like it so", "Tom's, the second", "12"]))
    return replace(layout, waivers=tuple(new if each is waiver else each for each in layout.waivers))


def _add_machine(layout: Layout, random: Random) -> Layout:
    if random.random() < 0.5:
        return objects.add_rotating_room(layout, [random.choice(layout.sections).id])
    ball = RollingBall(at=random.choice(_choose_floor(layout)), travel=random.choice(list(Side)), length=6, size=(2, 2))
    return replace(layout, machines=(*layout.machines, ball))


def _change_words(layout: Layout, random: Random) -> Layout:
    change = random.choice(
        [
            {"name": random.choice(["The Other Hall", "No: 7", ""])},
            {"author": random.choice(["R. Mason", "", "Zoë # Quick"])},
            {"notes": random.choice(["", "one line", layout.notes + "one more\n", layout.notes.replace("e", "E", 1)])},
            {"balls": random.randint(1, 3)},
            {"enclosed": not layout.enclosed},
            {"play": {**layout.play, "rush": random.randint(1, 4)}},
            {"extra": {**layout.extra, "seen": random.choice([True, 3, ["a", {"b": None}]])}},
        ]
    )
    return replace(layout, **change)


def _move_all(layout: Layout, random: Random) -> Layout:
    sizes = objects.find_tile_sizes(layout, TILES)
    return move_layout(layout, random.choice([(1, 0), (0, 1), (2, 1), (-1, 0), (0, -2)]), sizes)


def _apply_one_fix(layout: Layout, random: Random) -> Layout:
    """Return one of the mends that findings offer, whether it helps or not."""
    from dungeon_designer.rules.checker import check_board

    found = check_board(build_board(layout, TILES), load_unchecked_ruleset(layout.ruleset, HOUSE)).findings
    fixes = [fix for finding in found for fix in finding.fixes]
    return apply_edits(layout, random.choice(fixes).edits)


EDITS: tuple[Edit, ...] = (
    _move_object, _move_object, _move_section, _take_away, _take_away, _add_chest, _add_portal,
    _renumber_portal, _add_trap, _change_trap, _paint_terrain, _put_obstacle, _draw_room, _paint_floor,
    _erase_floor, _change_section, _change_section, _turn_tile, _place_tile, _rename_section, _add_door,
    _add_wall, _add_leap_edge, _add_square_door, _turn_square_door, _add_waiver, _change_waiver,
    _add_machine, _change_words, _change_words, _move_all, _apply_one_fix,
)  # fmt: skip
