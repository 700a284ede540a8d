"""donjon (bin.sh): its JSON, a number of bits for each cell, and its tab-separated text, a word for each cell.

The JSON says in `cell_bit` which bit means what; the words of the text are those that donjon's readers agree on:
``F`` floor, ``D?`` a door by the side it hangs on, ``DS?`` a secret one, ``DP?`` a portcullis, ``SU``,
``SUU``, ``SD``, ``SDD`` stairs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from dungeon_designer.grid import Square, block, groups
from dungeon_designer.imports.imported import MOST, Areas, Imported, counted
from dungeon_designer.layout.model import Layout, SectionKind
from dungeon_designer.text.read_faults import Fault, converted

PROGRAM = "donjon"
BITS = {
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
"""What each bit of a cell means where the file does not say."""

_Cell = Annotated[int, Meta(ge=0, le=2**53)]
_DOORS = ("portcullis", "secret", "trapped", "locked", "door")
_KINDS = (*_DOORS, "arch", "stair_down", "stair_up")
"""What may be on a square of floor, what counts most first."""

_WORD = re.compile(r"D([SP]?)[TBLR]|F|S(?:UU?|DD?)[TBLR]?|")


class DonjonSettings(Struct, frozen=True):
    """How the dungeon was asked for; its name alone is read."""

    name: str = ""


class Donjon(Struct, frozen=True):
    """The parts of the JSON that are read."""

    cells: tuple[tuple[_Cell, ...], ...]
    cell_bit: dict[str, _Cell] = field(default_factory=dict)
    settings: DonjonSettings = DonjonSettings()
    rooms: tuple[Any, ...] = ()
    stairs: tuple[Any, ...] = ()
    wandering_monsters: Any = None


def read_donjon(data: object) -> Imported:
    """The dungeon in the data of a JSON file; a Fault names the key that is wrong."""
    file = converted(data, Donjon)
    bits = {**BITS, **file.cell_bit}
    rooms: dict[int, set[Square]] = defaultdict(set)
    floor: dict[Square, str] = {}
    if sum(map(len, file.cells)) > MOST:
        raise Fault(f"more than {MOST:,} cells", ("cells",))
    for y, row in enumerate(file.cells):
        for x, cell in enumerate(row):
            kind = next((name for name in _KINDS if cell & bits[name]), "")
            if cell & bits["room"] and cell & bits["room_id"] and kind not in _DOORS:
                rooms[cell & bits["room_id"]].add((x, y))
            elif kind or cell & (bits["room"] | bits["corridor"]):
                floor[x, y] = kind
    dropped = ["contents of rooms and corridors"] if file.rooms or file.wandering_monsters else []
    return _imported(file.settings.name, [rooms[key] for key in sorted(rooms)], floor, counted(dropped))


def read_words(text: str) -> Imported:
    """The dungeon in donjon's tab-separated text; a Fault names line and column of a word that is not donjon's.

    Rooms are where floor is two squares wide and high; the rest are corridors.
    """
    if text.count("\t") + text.count("\n") > MOST:
        raise Fault(f"more than {MOST:,} cells")
    floor: dict[Square, str] = {}
    for y, line in enumerate(text.splitlines()):
        column = 1
        for x, word in enumerate(line.split("\t")):
            found = _WORD.fullmatch(word.strip())
            if found is None:
                raise Fault(f"{word.strip()[:20]!r} is no word of donjon's", mark=(y + 1, column))
            column += len(word) + 1
            if found[0].startswith("D"):
                floor[x, y] = {"S": "secret", "P": "portcullis"}.get(found[1], "door")
            elif found[0]:
                floor[x, y] = {"F": "", "SU": "stair_up", "SD": "stair_down"}[found[0][:2]]
    plain = {square for square, kind in floor.items() if kind not in _DOORS}
    fours = [set(block(at, (2, 2))) for at in plain]
    wide = set().union(*(four for four in fours if four <= plain))
    rooms = [set(part) for part in groups(wide)]
    return _imported("", rooms, {at: kind for at, kind in floor.items() if at not in wide})


def _imported(name: str, rooms: list[set[Square]], floor: dict[Square, str], dropped: tuple[str, ...] = ()) -> Imported:
    """Rooms, and the other squares of floor by what is on each: a word of BITS, or '' for a corridor."""
    areas = Areas()
    for room in rooms:
        areas.add(SectionKind.ROOM, room)
    ways = [set(part) for part in groups({square for square, kind in floor.items() if kind not in _DOORS})]
    for way in ways:
        areas.add(SectionKind.CORRIDOR, way)
    doors = [square for square, kind in floor.items() if kind in _DOORS]
    for square in doors:
        areas.attach(square)
    if not areas.squares:
        raise Fault("there is no floor in it")
    layout = Layout(name=name, sections=areas.sections(), square_doors=areas.doors(doors))
    words = {"locked": "locked door (a door)", "trapped": "trapped door (a door)", "secret": "secret door (a door)"}
    words |= {"portcullis": "portcullis (a door)", "stair_down": "stairs (floor)", "stair_up": "stairs (floor)"}
    kept = [*["room"] * len(rooms), *["corridor"] * len(ways)]
    kept += ["door" if kind == "door" else "archway" for kind in floor.values() if kind in ("door", "arch")]
    changed = counted(words[kind] for kind in floor.values() if kind in words)
    return Imported(layout, PROGRAM, counted(kept), changed, dropped)
