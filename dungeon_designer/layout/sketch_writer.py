"""The sketch as written: a map for the eye, lists for what a map cannot say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from dungeon_designer.grid import Square, bounds, groups
from dungeon_designer.layout.document import said, sides_said
from dungeon_designer.layout.model import Layout, Portal, Section, SectionKind, Team, Trap, TrapKind, normalised
from dungeon_designer.layout.sketch import as_trapdoors
from dungeon_designer.layout.sketch_letters import BUILT_IN, FLOOR, OWN, ZONES, Meaning, legend_entry
from dungeon_designer.layout.sketch_sections import ID_LETTERS, connected
from dungeon_designer.text.yaml_text import block, flow

_ZONE_LETTERS: dict[tuple[SectionKind | None, Team | None], str] = {zone: letter for letter, zone in ZONES.items()}
_LETTERS: dict[Meaning | None, str] = {meaning: letter for letter, meaning in (OWN | BUILT_IN).items()}
_IDS = frozenset(ID_LETTERS)

SPARSE, ROOM = 4, 10_000
"""A map may have at most SPARSE squares for each that is drawn, and ROOM more: two far corners are no picture."""


@dataclass(slots=True)
class Drawing:
    """`rows` of the map; `letters` of the section grid, empty where `listed` or where the map says enough.

    `legend` holds the own letters used; `rest` is the layout with only the items the lists must name.
    """

    rows: list[str]
    letters: list[str]
    listed: bool
    legend: dict[str, Meaning]
    rest: Layout


@dataclass(slots=True)
class _Canvas:
    """Letters on squares; items may stand on `floor` only, where there is one to keep to."""

    floor: dict[Square, str] | None
    items: dict[Square, str] = field(default_factory=dict)

    def free(self, square: Square) -> bool:
        """Whether an item may be drawn there."""
        return square not in self.items and (self.floor is None or square in self.floor)


def draw(layout: Layout) -> Drawing:
    """The drawing of a normalised layout: all that letters can say, in letters."""
    floor = floor_letters(layout.sections)
    return (_drawn(layout, floor) if floor else None) or _listed(layout)


def _drawn(layout: Layout, floor: dict[Square, str]) -> Drawing | None:
    """Sections told by the map alone or by a grid of letters; None where neither can tell them."""
    if not _fits(floor):
        return None
    canvas = _Canvas(floor)
    rest = _with_items(layout, canvas)
    rows = full_rows({**floor, **canvas.items}, "#")
    if connected(tuple(rows)) == layout.sections:
        return Drawing(rows, [], False, _legend(canvas), rest)
    if any(section.id not in _IDS for section in layout.sections):
        return None
    letters = {square: section.id for section in layout.sections for square in section.squares}
    return Drawing(rows, full_rows(letters, "#"), False, _legend(canvas), rest)


def _listed(layout: Layout) -> Drawing:
    """Sections as a list; the map then only says where things lie."""
    canvas = _Canvas(None)
    rest = _with_items(layout, canvas)
    known = {square: FLOOR for section in layout.sections for square in section.squares}
    squares = {**known, **canvas.items}
    if not canvas.items or not _fits(squares):
        return Drawing([], [], True, {}, layout)
    blank = FLOOR if any(section.tile for section in layout.sections) else "#"
    return Drawing(full_rows(squares, blank), [], True, _legend(canvas), rest)


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


def _legend(canvas: _Canvas) -> dict[str, Meaning]:
    used = set(canvas.items.values())
    return {letter: meaning for letter, meaning in OWN.items() if letter in used}


def _with_items(layout: Layout, canvas: _Canvas) -> Layout:
    """Draw what can be drawn, ground first; give the layout with what cannot."""
    rest: dict[str, tuple[Any, ...]] = {}
    for name, meaning in _MEANINGS.items():
        items = getattr(layout, name)
        times = Counter(_place(item) for item in items)
        rest[name] = tuple(item for item in items if times[_place(item)] > 1 or not _put(item, meaning(item), canvas))
    rest["traps"] = _with_trapdoors(rest["traps"], canvas)
    return replace(layout, **rest)


def _place(item: Any) -> Square:
    place: Square = item if isinstance(item, tuple) else item.at
    return place


def _put(item: Any, meaning: Meaning | None, canvas: _Canvas) -> bool:
    """Draw an item if a letter says all there is to say of it and its square is free."""
    square, letter = _place(item), _LETTERS.get(meaning)
    if letter is None or not canvas.free(square):
        return False
    canvas.items[square] = letter
    return True


def _pit(trap: Trap) -> Meaning | None:
    """The meaning of a pit of which nothing else is said; trapdoors are drawn by groups, counters never."""
    plain = trap == Trap(kind=trap.kind, at=trap.at)
    return Meaning(trap=trap.kind) if plain and trap.kind in (TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT) else None


_MEANINGS: dict[str, Callable[[Any], Meaning | None]] = {
    "terrain": lambda item: Meaning(terrain=item.kind),
    "obstacles": lambda item: Meaning(obstacle=item.kind),
    "square_doors": lambda item: Meaning(door=item.open),
    "traps": _pit,
    "portals": lambda item: Meaning(portal=item.number),
    "chests": lambda item: Meaning(chest=True),
}
"""For each kind of item, in the order they are drawn, what a letter would have to mean."""


def _with_trapdoors(traps: tuple[Trap, ...], canvas: _Canvas) -> tuple[Trap, ...]:
    """Draw each trapdoor that a group of T tells, with what lies below left to its entry."""
    doors = [trap for trap in traps if trap.kind is TrapKind.TRAPDOOR]
    on: dict[Square, list[Trap]] = defaultdict(list)
    for trap in doors:
        for square in trap.squares:
            on[square].append(trap)
    rest = [trap for trap in traps if trap.kind is not TrapKind.TRAPDOOR]
    for group in groups(on):
        parts = list({id(trap): trap for square in group for trap in on[square]}.values())
        told = _told(group, parts)
        if told is None or not all(canvas.free(square) for square in group):
            rest += parts
            continue
        canvas.items.update(dict.fromkeys(group, _LETTERS[Meaning(trap=TrapKind.TRAPDOOR)]))
        if told != Trap(kind=TrapKind.TRAPDOOR, at=told.at):
            rest.append(told)
    return tuple(rest)


def _told(group: list[Square], parts: list[Trap]) -> Trap | None:
    """The one entry, its size unsaid, that with T on the group reads as these parts again; None if none does."""
    one = replace(parts[0], at=group[0], size=(1, 1))
    return one if Counter(as_trapdoors(group, one)) == Counter(parts) else None


WIDTH = 100
"""Chests that need more than this get a line each."""

WORDS = ("name", "author", "ruleset", "notes", "balls", "enclosed", "sides")
"""The keys of one word, number or text, in the order they are written."""

_LISTS = (
    "walls",
    "doors",
    "square_doors",
    "terrain",
    "obstacles",
    "traps",
    "leap_edges",
    "machines",
    "labels",
    "waivers",
)


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
    drawing, usual = draw(layout), Layout()
    values = {key: getattr(layout, key) for key in WORDS if getattr(layout, key) != getattr(usual, key)}
    if "sides" in values:
        values["sides"] = sides_said(layout.sides)
    if drawing.rows:
        values["map"] = "\n".join(drawing.rows)
    rest = drawing.rest
    if drawing.letters:
        values["sections"] = "\n".join(drawing.letters)
        values["section_kinds"] = {section.id: kind_said(section) for section in rest.sections}
    elif drawing.listed:
        values["sections"] = [section_said(section) for section in rest.sections]
    lists: dict[str, Any] = {
        "legend": {letter: legend_entry(what) for letter, what in drawing.legend.items()},
        "chests": list(rest.chests),
        "portals": numbered(rest.portals),
        **{key: [said(item) for item in getattr(rest, key)] for key in _LISTS},
        "extra": in_order(rest.extra),
    }
    return values | {key: value for key, value in lists.items() if value}


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


def kind_said(section: Section) -> Any:
    """What `section_kinds` says of a letter: a word where a word is enough."""
    words = {key: value for key, value in said(section).items() if key in ("kind", "side", "name", "enclosed")}
    return words["kind"] if len(words) == 1 else words


def section_said(section: Section) -> dict[str, Any]:
    """What a list says of a section: a tile, or rows."""
    return said(section) if section.tile else said(section) | {"rows": list(section.rows)}


def numbered(portals: Iterable[Portal]) -> dict[int, Any]:
    """Number and square, or squares where a number lies on several."""
    squares: dict[int, list[Any]] = {}
    for portal in portals:
        squares.setdefault(portal.number, []).append(portal.at)
    return {number: places[0] if len(places) == 1 else places for number, places in squares.items()}


def in_order(value: Any) -> Any:
    """`extra` with its keys sorted, so that equal layouts give equal sketches."""
    if isinstance(value, dict):
        return {key: in_order(value[key]) for key in sorted(value)}
    return [in_order(item) for item in value] if isinstance(value, list) else value
