"""Write a layout as a sketch: a map for the eye, and lists for what a map cannot show."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from dungeon_designer.grid import Square, find_bounds, find_connected_groups
from dungeon_designer.layout.layout_document import build_file_entry, build_teams_entry
from dungeon_designer.layout.model import (
    LIST_KEYS,
    Layout,
    Portal,
    Section,
    SectionKind,
    Team,
    Trap,
    TrapKind,
    normalise_layout,
)
from dungeon_designer.layout.sketch import build_trapdoors
from dungeon_designer.layout.sketch_letters import (
    BUILT_IN_LETTERS,
    FLOOR_LETTER,
    LEGEND_LETTERS,
    ZONE_BY_LETTER,
    LetterMeaning,
)
from dungeon_designer.layout.sketch_sections import ID_LETTERS, find_connected_sections
from dungeon_designer.text.yaml_text import format_block, format_inline

_LETTER_BY_ZONE: dict[tuple[SectionKind | None, Team | None], str] = {
    zone: letter for letter, zone in ZONE_BY_LETTER.items()
}
_LETTER_BY_MEANING: dict[LetterMeaning | None, str] = {
    meaning: letter for letter, meaning in (LEGEND_LETTERS | BUILT_IN_LETTERS).items()
}
_IDS = frozenset(ID_LETTERS)

MAX_SQUARES_PER_LETTER, MAX_SPARE_SQUARES = 4, 10_000
"""The greatest size of a map: a number of squares for each drawn one, and a number of squares more.

Two sections in far corners of the grid would make a map that is almost empty.
"""

_PITS = (TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT)

MEANINGS: dict[str, Callable[[Any], LetterMeaning | None]] = {
    "terrain": lambda item: LetterMeaning(terrain=item.kind),
    "obstacles": lambda item: LetterMeaning(obstacle=item.kind),
    "square_doors": lambda item: LetterMeaning(door="open" if item.open else "shut"),
    "traps": lambda it: (
        LetterMeaning(trap=it.kind) if it.kind in _PITS and it == Trap(kind=it.kind, at=it.at) else None
    ),
    "portals": lambda item: LetterMeaning(portal=item.number),
    "chests": lambda item: LetterMeaning(chest=True),
}
"""For each list, the meaning of the letter that shows all there is to say of an item; None if no letter can.

The lists come in the order in which they are drawn. Trapdoors are drawn by groups, counters never.
"""


def _build_drawing(layout: Layout) -> tuple[dict[str, Any], Layout]:
    """Return the drawn keys of a sketch for a layout, and the layout with those items that letters cannot show.

    The drawn keys are `map`, `sections`, `section_kinds` and `legend`. The layout must have the form that
    `normalise_layout` gives. Where possible, the map alone shows the sections. Else a second grid of letters does,
    else a list of sections; then the map only shows where objects lie.
    """
    floor = draw_floor(layout.sections)
    if floor and _can_draw_map(floor):
        letters, undrawn = _draw_items(layout, floor)
        rows = build_full_rows({**floor, **letters}, "#")
        drawing: dict[str, Any] = {"map": "\n".join(rows)}
        if find_connected_sections(tuple(rows)) == layout.sections:
            return drawing | _build_legend(letters), undrawn
        if all(section.id in _IDS for section in layout.sections):
            section_letters = {square: section.id for section in layout.sections for square in section.squares}
            drawing["sections"] = "\n".join(build_full_rows(section_letters, "#"))
            drawing["section_kinds"] = {section.id: build_kind_entry(section) for section in layout.sections}
            return drawing | _build_legend(letters), undrawn
    letters, undrawn = _draw_items(layout, None)
    squares = {square: FLOOR_LETTER for section in layout.sections for square in section.squares} | letters
    section_list = {"sections": [build_section_entry(section) for section in layout.sections]}
    if not letters or not _can_draw_map(squares):
        return section_list, layout
    rock = FLOOR_LETTER if any(section.tile for section in layout.sections) else "#"
    return {"map": "\n".join(build_full_rows(squares, rock)), **section_list, **_build_legend(letters)}, undrawn


def draw_floor(sections: tuple[Section, ...]) -> dict[Square, str] | None:
    """Return the letter of each floor square: . or the letter of an end zone or entry.

    None if letters cannot show the sections: one is a placed tile or has no squares, or two overlap.
    """
    floor: dict[Square, str] = {}
    for section in sections:
        if not section.rows:
            return None
        letter = _LETTER_BY_ZONE.get((section.kind, section.side), FLOOR_LETTER)
        for square in section.squares:
            if square in floor:
                return None
            floor[square] = letter
    return floor


def _can_draw_map(squares: Collection[Square]) -> bool:
    """Return whether the drawn squares are dense enough for a map."""
    (left, top), (width, height) = find_bounds(squares)
    return (left + width) * (top + height) <= MAX_SQUARES_PER_LETTER * len(squares) + MAX_SPARE_SQUARES


def build_full_rows(squares: dict[Square, str], blank: str) -> list[str]:
    """Return the letters as rows of full length, from square (0, 0) on. Other squares get the letter `blank`."""
    (left, top), (width, height) = find_bounds(squares)
    rows = [[blank] * (left + width) for _ in range(top + height)]
    for (x, y), letter in squares.items():
        rows[y][x] = letter
    return ["".join(row) for row in rows]


def _build_legend(letters: dict[Square, str]) -> dict[str, Any]:
    """Return a dict with the key `legend`, which explains the used letters that only a legend defines; else {}."""
    used_letters = set(letters.values())
    legend = {letter: to_builtins(meaning) for letter, meaning in LEGEND_LETTERS.items() if letter in used_letters}
    return {"legend": legend} if legend else {}


def find_square(item: Any) -> Square:
    """Return the square of an item in a layout. A chest is its own square."""
    square: Square = item if isinstance(item, tuple) else item.at
    return square


def _draw_items(layout: Layout, floor: dict[Square, str] | None) -> tuple[dict[Square, str], Layout]:
    """Return the letters, by square, of the items that letters can show, and the layout with only the other items.

    Where `floor` is given, items are drawn only on its squares. A group of trapdoors is drawn as a group of T, where
    one entry without a size can say the rest.
    """
    letters: dict[Square, str] = {}
    undrawn: dict[str, list[Any]] = {}
    for name, find_meaning in MEANINGS.items():
        items = getattr(layout, name)
        count_by_square, undrawn[name] = Counter(map(find_square, items)), []
        for item in items:
            item_square, letter = find_square(item), _LETTER_BY_MEANING.get(find_meaning(item))
            if (
                letter
                and count_by_square[item_square] == 1
                and item_square not in letters
                and (floor is None or item_square in floor)
            ):
                letters[item_square] = letter
            else:
                undrawn[name].append(item)
    trapdoors_by_square: dict[Square, list[Trap]] = defaultdict(list)
    for trap in undrawn["traps"]:
        for square in trap.squares if trap.kind is TrapKind.TRAPDOOR else ():
            trapdoors_by_square[square].append(trap)
    undrawn["traps"] = [trap for trap in undrawn["traps"] if trap.kind is not TrapKind.TRAPDOOR]
    for group in find_connected_groups(trapdoors_by_square):
        trapdoors = list({id(trap): trap for square in group for trap in trapdoors_by_square[square]}.values())
        entry = replace(trapdoors[0], at=group[0], size=(1, 1))
        is_free = letters.keys().isdisjoint(group) and (floor is None or floor.keys() >= set(group))
        if not is_free or Counter(build_trapdoors(group, entry)) != Counter(trapdoors):
            undrawn["traps"] += trapdoors
            continue
        letters |= dict.fromkeys(group, _LETTER_BY_MEANING[LetterMeaning(trap=TrapKind.TRAPDOOR)])
        if entry != Trap(kind=TrapKind.TRAPDOOR, at=entry.at):
            undrawn["traps"].append(entry)
    return letters, replace(layout, **{name: tuple(items) for name, items in undrawn.items()})


MAX_CHESTS_LENGTH = 100
"""The greatest length of the chests on one line, in characters. Longer lists have one line for each chest."""

PLAIN_KEYS = ("name", "author", "ruleset", "play", "notes", "balls", "enclosed", "sides")
"""The keys of what is neither drawn nor lies on squares, in the order in which they are written."""

_WRITTEN_LISTS = [key for key in LIST_KEYS if key not in ("sections", "chests", "portals")]


def write_sketch(layout: Layout) -> str:
    """Return a sketch that reads as this layout in canonical form. Sections that letters cannot show become a list.

    >>> print(write_sketch(Layout(name="Hall", sections=(Section(id="A", rows=("..",)),), chests=((1, 0),))), end="")
    name: Hall
    map: |
      .C
    """
    values = build_sketch_values(normalise_layout(layout))
    return "".join(f"{line}\n" for key, value in values.items() for line in format_key(key, value))


def build_sketch_values(layout: Layout) -> dict[str, Any]:
    """Return the keys and values of a sketch for a canonical layout: plain values, then the drawing, then the lists."""
    (drawing, undrawn), defaults = _build_drawing(layout), Layout()
    values = {key: getattr(layout, key) for key in PLAIN_KEYS if getattr(layout, key) != getattr(defaults, key)}
    if "sides" in values:
        values["sides"] = build_teams_entry(layout.sides)
    lists: dict[str, Any] = {
        "chests": list(undrawn.chests),
        "portals": group_portals(undrawn.portals),
        **{key: [build_file_entry(item) for item in getattr(undrawn, key)] for key in _WRITTEN_LISTS},
        "extra": to_builtins(undrawn.extra, order="sorted"),
    }
    return values | drawing | {key: value for key, value in lists.items() if value}


def format_key(key: str, value: Any) -> Iterator[str]:
    """Yield the lines of a key with its value: rows as a block, a list or table with one line for each entry."""
    if key in ("map", "sections") and isinstance(value, str):
        yield from (f"{key}: |", *(f"  {row}" for row in value.split("\n")))
    elif isinstance(value, str):
        yield from f"{key}: {format_block(value)}".split("\n")
    elif key in ("sides", "extra") or not isinstance(value, list | dict) or not value:
        yield f"{key}: {format_inline(value)}"
    elif isinstance(value, dict):
        entries = {int(name) if key == "portals" else name: inner for name, inner in value.items()}
        yield from (f"{key}:", *(f"  {format_inline(name)}: {format_inline(inner)}" for name, inner in entries.items()))
    elif key == "chests" and len(format_inline(value)) <= MAX_CHESTS_LENGTH:
        yield f"chests: {format_inline(value)}"
    else:
        yield from (f"{key}:", *(f"  {line}" for item in value for line in format_entry(item)))


def format_entry(value: Any) -> Iterator[str]:
    """Yield the lines of a list's item: one line, or for a drawn section one line for each row."""
    if not isinstance(value, dict) or "rows" not in value:
        yield f"- {format_inline(value)}"
        return
    entries = {key: entry_value for key, entry_value in value.items() if key != "rows"}
    for number, (key, entry_value) in enumerate(entries.items()):
        yield f"{' ' if number else '-'} {key}: {format_inline(entry_value)}"
    yield "  rows:" if value["rows"] else "  rows: []"
    yield from (f'    - "{row}"' for row in value["rows"])


def build_kind_entry(section: Section) -> Any:
    """Return what `section_kinds` says about a section: a word where the kind is enough, else a table."""
    entries = {
        key: value for key, value in build_file_entry(section).items() if key in ("kind", "side", "name", "enclosed")
    }
    return entries["kind"] if len(entries) == 1 else entries


def build_section_entry(section: Section) -> dict[str, Any]:
    """Return what a list of sections says about a section: a tile, or rows."""
    return build_file_entry(section) if section.tile else build_file_entry(section) | {"rows": list(section.rows)}


def group_portals(portals: Iterable[Portal]) -> dict[int, Any]:
    """Return a table of portals: the number with its square, or with a list where several portals have the number."""
    squares: dict[int, list[Any]] = {}
    for portal in portals:
        squares.setdefault(portal.number, []).append(portal.at)
    return {
        number: portal_squares[0] if len(portal_squares) == 1 else portal_squares
        for number, portal_squares in squares.items()
    }
