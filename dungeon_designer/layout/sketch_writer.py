"""The sketch as written: a map for the eye, lists for what a map cannot say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from dungeon_designer.grid import Square, bounds, groups
from dungeon_designer.layout.document import file_entry, sides_entry
from dungeon_designer.layout.model import LISTS, Layout, Portal, Section, SectionKind, Team, Trap, TrapKind, normalised
from dungeon_designer.layout.sketch import as_trapdoors
from dungeon_designer.layout.sketch_letters import BUILT_IN, FLOOR, OWN, ZONES, Meaning
from dungeon_designer.layout.sketch_sections import ID_LETTERS, connected
from dungeon_designer.text.yaml_text import block, flow

_ZONE_LETTERS: dict[tuple[SectionKind | None, Team | None], str] = {zone: letter for letter, zone in ZONES.items()}
_LETTERS: dict[Meaning | None, str] = {meaning: letter for letter, meaning in (OWN | BUILT_IN).items()}
_IDS = frozenset(ID_LETTERS)

SPARSE, ROOM = 4, 10_000
"""A map may have at most SPARSE squares for each that is drawn, and ROOM more: two far corners are no picture."""

_PITS = (TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT)

MEANINGS: dict[str, Callable[[Any], Meaning | None]] = {
    "terrain": lambda item: Meaning(terrain=item.kind),
    "obstacles": lambda item: Meaning(obstacle=item.kind),
    "square_doors": lambda item: Meaning(door="open" if item.open else "shut"),
    "traps": lambda it: Meaning(trap=it.kind) if it.kind in _PITS and it == Trap(kind=it.kind, at=it.at) else None,
    "portals": lambda item: Meaning(portal=item.number),
    "chests": lambda item: Meaning(chest=True),
}
"""For each kind of item, in the order they are drawn, what a letter would have to mean to say all there is to say.

Trapdoors are drawn by groups, counters never.
"""


def _drawing(layout: Layout) -> tuple[dict[str, Any], Layout]:
    """What letters can say of a normalised layout, by the keys for it, and the layout with the items they cannot.

    The map alone tells the sections where it can, else a second grid of letters, else a list of them, beside which the
    map only says where things lie.
    """
    floor = floor_letters(layout.sections)
    if floor and _fits(floor):
        letters, rest = _with_items(layout, floor)
        rows = full_rows({**floor, **letters}, "#")
        told: dict[str, Any] = {"map": "\n".join(rows)}
        if connected(tuple(rows)) == layout.sections:
            return told | _legend(letters), rest
        if all(section.id in _IDS for section in layout.sections):
            ids = {square: section.id for section in layout.sections for square in section.squares}
            told["sections"] = "\n".join(full_rows(ids, "#"))
            told["section_kinds"] = {section.id: kind_entry(section) for section in layout.sections}
            return told | _legend(letters), rest
    letters, rest = _with_items(layout, None)
    squares = {square: FLOOR for section in layout.sections for square in section.squares} | letters
    listed = {"sections": [section_entry(section) for section in layout.sections]}
    if not letters or not _fits(squares):
        return listed, layout
    blank = FLOOR if any(section.tile for section in layout.sections) else "#"
    return {"map": "\n".join(full_rows(squares, blank)), **listed, **_legend(letters)}, rest


def floor_letters(sections: tuple[Section, ...]) -> dict[Square, str] | None:
    """Floor and zone letters, if all sections are drawn and none lies over another."""
    floor: dict[Square, str] = {}
    for section in sections:
        if not section.rows:
            return None
        letter = _ZONE_LETTERS.get((section.kind, section.side), FLOOR)
        for square in section.squares:
            if square in floor:
                return None
            floor[square] = letter
    return floor


def _fits(squares: Collection[Square]) -> bool:
    (left, top), (width, height) = bounds(squares)
    return (left + width) * (top + height) <= SPARSE * len(squares) + ROOM


def full_rows(squares: dict[Square, str], blank: str) -> list[str]:
    """The letters as full rows from the grid's corner on."""
    (left, top), (width, height) = bounds(squares)
    rows = [[blank] * (left + width) for _ in range(top + height)]
    for (x, y), letter in squares.items():
        rows[y][x] = letter
    return ["".join(row) for row in rows]


def _legend(letters: dict[Square, str]) -> dict[str, Any]:
    used = set(letters.values())
    legend = {letter: to_builtins(meaning) for letter, meaning in OWN.items() if letter in used}
    return {"legend": legend} if legend else {}


def place_of(item: Any) -> Square:
    """Where an item of a layout lies; a chest is its place."""
    place: Square = item if isinstance(item, tuple) else item.at
    return place


def _with_items(layout: Layout, floor: dict[Square, str] | None) -> tuple[dict[Square, str], Layout]:
    """The letters of what can be drawn, ground first, on `floor` where there is one; and the layout with the rest.

    Of trapdoors a group of T is drawn where one entry, its size unsaid, tells the rest.
    """
    letters: dict[Square, str] = {}
    rest: dict[str, list[Any]] = {}
    for name, meaning_of in MEANINGS.items():
        items = getattr(layout, name)
        times, rest[name] = Counter(map(place_of, items)), []
        for item in items:
            at, letter = place_of(item), _LETTERS.get(meaning_of(item))
            if letter and times[at] == 1 and at not in letters and (floor is None or at in floor):
                letters[at] = letter
            else:
                rest[name].append(item)
    on: dict[Square, list[Trap]] = defaultdict(list)
    for trap in rest["traps"]:
        for square in trap.squares if trap.kind is TrapKind.TRAPDOOR else ():
            on[square].append(trap)
    rest["traps"] = [trap for trap in rest["traps"] if trap.kind is not TrapKind.TRAPDOOR]
    for group in groups(on):
        parts = list({id(trap): trap for square in group for trap in on[square]}.values())
        entry = replace(parts[0], at=group[0], size=(1, 1))
        free = letters.keys().isdisjoint(group) and (floor is None or floor.keys() >= set(group))
        if not free or Counter(as_trapdoors(group, entry)) != Counter(parts):
            rest["traps"] += parts
            continue
        letters |= dict.fromkeys(group, _LETTERS[Meaning(trap=TrapKind.TRAPDOOR)])
        if entry != Trap(kind=TrapKind.TRAPDOOR, at=entry.at):
            rest["traps"].append(entry)
    return letters, replace(layout, **{name: tuple(items) for name, items in rest.items()})


WIDTH = 100
"""Chests that need more than this get a line each."""

WORDS = ("name", "author", "ruleset", "play", "notes", "balls", "enclosed", "sides")
"""The keys of what is neither drawn nor lies anywhere, in the order they are written."""

_LISTS = [key for key in LISTS if key not in ("sections", "chests", "portals")]


def write_sketch(layout: Layout) -> str:
    """A sketch that reads as this layout, normalised. Sections that letters cannot tell become a list.

    >>> print(write_sketch(Layout(name="Hall", sections=(Section(id="A", rows=("..",)),), chests=((1, 0),))), end="")
    name: Hall
    map: |
      .C
    """
    values = sketch_values(normalised(layout))
    return "".join(f"{line}\n" for key, value in values.items() for line in key_lines(key, value))


def sketch_values(layout: Layout) -> dict[str, Any]:
    """What a sketch says of a normalised layout, key by key: first the words, then the drawing, then the lists."""
    (drawing, rest), usual = _drawing(layout), Layout()
    values = {key: getattr(layout, key) for key in WORDS if getattr(layout, key) != getattr(usual, key)}
    if "sides" in values:
        values["sides"] = sides_entry(layout.sides)
    lists: dict[str, Any] = {
        "chests": list(rest.chests),
        "portals": numbered(rest.portals),
        **{key: [file_entry(item) for item in getattr(rest, key)] for key in _LISTS},
        "extra": to_builtins(rest.extra, order="sorted"),
    }
    return values | drawing | {key: value for key, value in lists.items() if value}


def key_lines(key: str, value: Any) -> Iterator[str]:
    """A key with its value: rows in a block, a list with an item a line, a table with an entry a line."""
    if key in ("map", "sections") and isinstance(value, str):
        yield from (f"{key}: |", *(f"  {row}" for row in value.split("\n")))
    elif isinstance(value, str):
        yield from f"{key}: {block(value)}".split("\n")
    elif key in ("sides", "extra") or not isinstance(value, list | dict) or not value:
        yield f"{key}: {flow(value)}"
    elif isinstance(value, dict):
        words = {int(name) if key == "portals" else name: inner for name, inner in value.items()}
        yield from (f"{key}:", *(f"  {flow(name)}: {flow(inner)}" for name, inner in words.items()))
    elif key == "chests" and len(flow(value)) <= WIDTH:
        yield f"chests: {flow(value)}"
    else:
        yield from (f"{key}:", *(f"  {line}" for item in value for line in entry_lines(item)))


def entry_lines(value: Any) -> Iterator[str]:
    """An item of a list on one line; a drawn section with a line for each row."""
    if not isinstance(value, dict) or "rows" not in value:
        yield f"- {flow(value)}"
        return
    words = {key: inner for key, inner in value.items() if key != "rows"}
    for number, (key, inner) in enumerate(words.items()):
        yield f"{' ' if number else '-'} {key}: {flow(inner)}"
    yield "  rows:" if value["rows"] else "  rows: []"
    yield from (f'    - "{row}"' for row in value["rows"])


def kind_entry(section: Section) -> Any:
    """What `section_kinds` says of a letter: a word where a word is enough."""
    words = {key: value for key, value in file_entry(section).items() if key in ("kind", "side", "name", "enclosed")}
    return words["kind"] if len(words) == 1 else words


def section_entry(section: Section) -> dict[str, Any]:
    """What a list says of a section: a tile, or rows."""
    return file_entry(section) if section.tile else file_entry(section) | {"rows": list(section.rows)}


def numbered(portals: Iterable[Portal]) -> dict[int, Any]:
    """Number and square, or squares where a number lies on several."""
    squares: dict[int, list[Any]] = {}
    for portal in portals:
        squares.setdefault(portal.number, []).append(portal.at)
    return {number: places[0] if len(places) == 1 else places for number, places in squares.items()}
