"""Read the files of donjon (bin.sh): JSON with a number of bits for each cell, and tab-separated text with a word for
each cell.

In the JSON, `cell_bit` says which bit means what. The words of the text are those on which programs that read donjon's
files agree: ``F`` is floor, ``D`` with a letter for a direction is a door, ``DS`` a secret door, ``DP`` a portcullis;
``SU``, ``SUU``, ``SD`` and ``SDD`` are stairs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from dungeon_designer.grid import Square, find_connected_groups, list_block_squares
from dungeon_designer.imports.import_result import MAX_SQUARES, AreaCollector, ImportResult, count_features
from dungeon_designer.layout.model import Layout, SectionKind
from dungeon_designer.text.read_faults import Fault, convert_data

PROGRAM_NAME = "donjon"
"""The name of the program in messages."""
DEFAULT_BITS = {
    "room": 0x2,
    "corridor": 0x4,
    "room_id": 0xFFC0,
    "arch": 0x10000,
    "door": 0x20000,
    "locked": 0x40000,
    "trapped": 0x80000,
    "secret": 0x100000,
    "portcullis": 0x200000,
    "stair_down": 0x400000,
    "stair_up": 0x800000,
}
"""The bits of a cell by their meaning; a file may define other bits."""

_Cell = Annotated[int, Meta(ge=0, le=2**53)]
"""The bits of one cell."""
_DOOR_KINDS = ("portcullis", "secret", "trapped", "locked", "door")
"""The kinds of doors; the first that a cell has counts."""
_CELL_KINDS = (*_DOOR_KINDS, "arch", "stair_down", "stair_up")
"""What may be on a square of floor; the first that a cell has counts."""

_KEPT_WORDS = {"door": "door", "arch": "archway"}
"""The words of the summary for what stays what it is."""
_CHANGED_WORDS = {
    "locked": "locked door (a door)",
    "trapped": "trapped door (a door)",
    "secret": "secret door (a door)",
    "portcullis": "portcullis (a door)",
    "stair_down": "stairs (floor)",
    "stair_up": "stairs (floor)",
}
"""The words of the summary for what becomes something similar, and what it becomes."""

_CELL_WORD = re.compile(r"D([SP]?)[TBLR]|F|S(?:UU?|DD?)[TBLR]?|")
"""Matches a word of the text."""


class DonjonSettings(Struct, frozen=True):
    """The options with which the dungeon was made; only its name is read."""

    name: str = ""


class DonjonDungeon(Struct, frozen=True):
    """The keys of the JSON that are read.

    Attributes:
        cells: the bits of each cell, row by row.
        cell_bit: the bits by their meaning, where they differ from the usual ones.
        settings: the options with which the dungeon was made.
        rooms: what lies in rooms; only counted as left out.
        stairs: not used, since the cells say where stairs are.
        wandering_monsters: only counted as left out.
    """

    cells: tuple[tuple[_Cell, ...], ...]
    cell_bit: dict[str, _Cell] = field(default_factory=dict)
    settings: DonjonSettings = DonjonSettings()
    rooms: tuple[Any, ...] = ()
    stairs: tuple[Any, ...] = ()
    wandering_monsters: Any = None


def read_donjon(data: object) -> ImportResult:
    """Return the dungeon in the data of a JSON file of donjon.

    The number of a cell has one bit for each thing in it, and the bits `room_id` hold the number of its room. All floor
    outside rooms becomes corridors; the square of a door is added to the area next to it.

    Raises:
        Fault: the data is wrong; it names the key.
    """
    file = convert_data(data, DonjonDungeon)
    bits = {**DEFAULT_BITS, **file.cell_bit}
    squares_by_room: dict[int, set[Square]] = defaultdict(set)
    floor: dict[Square, str] = {}
    if sum(map(len, file.cells)) > MAX_SQUARES:
        raise Fault(f"more than {MAX_SQUARES:,} cells", ("cells",))
    for y, row in enumerate(file.cells):
        for x, cell in enumerate(row):
            kind = next((name for name in _CELL_KINDS if cell & bits[name]), "")
            room_number = cell & bits["room_id"]
            if cell & bits["room"] and room_number and kind not in _DOOR_KINDS:
                squares_by_room[room_number].add((x, y))
            elif kind or cell & (bits["room"] | bits["corridor"]):
                floor[x, y] = kind
    rooms = [squares_by_room[number] for number in sorted(squares_by_room)]
    dropped_features = ["contents of rooms and corridors"] if file.rooms or file.wandering_monsters else []
    return _build_result(file.settings.name, rooms, floor, count_features(dropped_features))


def read_donjon_text(text: str) -> ImportResult:
    """Return the dungeon in donjon's tab-separated text, which has a word such as ``F`` (floor) for each square.

    A room is a group of squares that 2 x 2 blocks of floor cover; all other floor is corridor.

    Raises:
        Fault: a word is unknown; it has the line and column.
    """
    if text.count("\t") + text.count("\n") > MAX_SQUARES:
        raise Fault(f"more than {MAX_SQUARES:,} cells")
    floor: dict[Square, str] = {}
    for y, line in enumerate(text.splitlines()):
        column = 1
        for x, word in enumerate(line.split("\t")):
            match = _CELL_WORD.fullmatch(word.strip())
            if match is None:
                raise Fault(f"{word.strip()[:20]!r} is not a word of donjon's", mark=(y + 1, column))
            column += len(word) + 1
            if match[0].startswith("D"):
                floor[x, y] = {"S": "secret", "P": "portcullis"}.get(match[1], "door")
            elif match[0]:
                floor[x, y] = {"F": "", "SU": "stair_up", "SD": "stair_down"}[match[0][:2]]
    open_squares = {square for square, kind in floor.items() if kind not in _DOOR_KINDS}
    blocks = [set(list_block_squares(square, (2, 2))) for square in open_squares]
    room_squares = set().union(*(block for block in blocks if block <= open_squares))
    rooms = [set(squares) for squares in find_connected_groups(room_squares)]
    other_floor = {square: kind for square, kind in floor.items() if square not in room_squares}
    return _build_result("", rooms, other_floor)


def _build_result(
    name: str, rooms: list[set[Square]], floor: dict[Square, str], dropped_features: tuple[str, ...] = ()
) -> ImportResult:
    """Return the imported dungeon and its summary, for some rooms and other floor.

    Args:
        name: the name of the dungeon.
        rooms: the squares of each room.
        floor: what is on each other square of floor: a key of the bits, or '' for a corridor.
        dropped_features: what was left out.

    Raises:
        Fault: there is no floor.
    """
    areas = AreaCollector()
    for room in rooms:
        areas.add_area(SectionKind.ROOM, room)
    corridor_squares = {square for square, kind in floor.items() if kind not in _DOOR_KINDS}
    corridors = list(find_connected_groups(corridor_squares))
    for corridor in corridors:
        areas.add_area(SectionKind.CORRIDOR, corridor)
    doors = [square for square, kind in floor.items() if kind in _DOOR_KINDS]
    for square in doors:
        areas.attach_square(square)
    if not areas.squares:
        raise Fault("there is no floor in it")
    layout = Layout(name=name, sections=areas.build_sections(), square_doors=areas.build_doors(doors))
    kept_features = ["room"] * len(rooms) + ["corridor"] * len(corridors)
    kept_features += [_KEPT_WORDS[kind] for kind in floor.values() if kind in _KEPT_WORDS]
    changed_features = [_CHANGED_WORDS[kind] for kind in floor.values() if kind in _CHANGED_WORDS]
    return ImportResult(
        layout, PROGRAM_NAME, count_features(kept_features), count_features(changed_features), dropped_features
    )
