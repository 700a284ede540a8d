"""Write a layout as a sketch: a map for the eye, and lists for what a map cannot show."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from dungeon_designer.grid import Square, find_bounds, find_connected_groups
from dungeon_designer.layout.layout_document import build_file_entry, build_picture_entry, build_teams_entry
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
    """Return the drawn keys of a sketch (a dungeon as YAML), and the layout with those items that letters cannot show.

    The drawn keys are `map`, `sections`, `section_kinds` and `legend`. The layout must have the form that
    `normalise_layout` gives. Where possible, the map alone shows the sections. Else a second drawing with a letter for
    each section does, else a list of sections; then the map only shows where objects lie.
    """
    floor = draw_floor(layout.sections)
    if floor and _can_draw_map(floor):
        letters, undrawn_items = _draw_items(layout, floor)
        rows = build_full_rows({**floor, **letters}, "#")
        drawing: dict[str, Any] = {"map": "\n".join(rows)}
        if find_connected_sections(tuple(rows)) == layout.sections:
            return drawing | _build_legend(letters), undrawn_items
        if all(section.id in _IDS for section in layout.sections):  # each id is one letter or digit
            section_letters = {square: section.id for section in layout.sections for square in section.squares}
            drawing["sections"] = "\n".join(build_full_rows(section_letters, "#"))
            drawing["section_kinds"] = {section.id: build_kind_entry(section) for section in layout.sections}
            return drawing | _build_legend(letters), undrawn_items
    return _build_listed_drawing(layout)


def _build_listed_drawing(layout: Layout) -> tuple[dict[str, Any], Layout]:
    """Return the keys `sections` (a list), `map` and `legend` of a sketch, and the layout with the items not drawn.

    The map shows only floor and items. It is left out if it would show no item, or be almost empty.
    """
    letters, undrawn_items = _draw_items(layout, None)
    squares = {square: FLOOR_LETTER for section in layout.sections for square in section.squares} | letters
    section_list = {"sections": [build_section_entry(section) for section in layout.sections]}
    if not letters or not _can_draw_map(squares):
        return section_list, layout
    # the floor of placed tiles is not known here, so where there are tiles no square is drawn as rock
    rock = FLOOR_LETTER if any(section.tile for section in layout.sections) else "#"
    return {"map": "\n".join(build_full_rows(squares, rock)), **section_list, **_build_legend(letters)}, undrawn_items


def draw_floor(sections: tuple[Section, ...]) -> dict[Square, str] | None:
    """Return the letter by which a sketch's map shows each floor square: . or the letter of an end zone or entry.

    An entry is a zone of two squares where a team comes in and scores, in place of an end zone. None if letters cannot
    show the sections: one is a placed tile or has no squares, or two overlap.
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
    """Return whether a map of some squares is worth drawing: it begins at (0, 0) and must not be almost empty."""
    (left, top), (width, height) = find_bounds(squares)
    return (left + width) * (top + height) <= MAX_SQUARES_PER_LETTER * len(squares) + MAX_SPARE_SQUARES


def build_full_rows(letter_by_square: dict[Square, str], blank: str) -> list[str]:
    """Return letters on squares as rows of text of equal length, from square (0, 0) on.

    >>> build_full_rows({(1, 0): "C", (2, 1): "."}, "#")
    ['#C#', '##.']

    Args:
        letter_by_square: the letters.
        blank: the letter of all other squares.
    """
    (left, top), (width, height) = find_bounds(letter_by_square)
    rows = [[blank] * (left + width) for _ in range(top + height)]
    for (x, y), letter in letter_by_square.items():
        rows[y][x] = letter
    return ["".join(row) for row in rows]


def _build_legend(letters: dict[Square, str]) -> dict[str, Any]:
    """Return the key `legend` of a sketch (a dungeon as YAML) with its value, or {} if the map needs none.

    A legend explains those letters of the map that do not mean the same in every sketch.

    Args:
        letters: the letters of the map by square.
    """
    used_letters = set(letters.values())
    legend = {letter: to_builtins(meaning) for letter, meaning in LEGEND_LETTERS.items() if letter in used_letters}
    return {"legend": legend} if legend else {}


def find_square(item: Any) -> Square:
    """Return the square at which an item of a layout lies: its field `at`; a chest is itself stored as a square."""
    square: Square = item if isinstance(item, tuple) else item.at
    return square


def _draw_items(layout: Layout, floor: dict[Square, str] | None) -> tuple[dict[Square, str], Layout]:
    """Draw the items of a layout (chests, portals, traps, terrain and so on) that letters on a map can show.

    Args:
        layout: the layout.
        floor: the squares on which items are drawn; None for all squares.

    Returns:
        The letter on each square with a drawn item, and the layout with only those items that are not drawn.
    """
    letters: dict[Square, str] = {}
    undrawn_items: dict[str, list[Any]] = {}
    for name, find_meaning in MEANINGS.items():
        items = getattr(layout, name)
        undrawn_items[name] = []
        count_by_square = Counter(map(find_square, items))
        for item in items:
            square, letter = find_square(item), _LETTER_BY_MEANING.get(find_meaning(item))
            # a letter shows one item, which has no other of its own list or of an earlier list on its square
            is_free = count_by_square[square] == 1 and square not in letters
            if letter and is_free and (floor is None or square in floor):
                letters[square] = letter
            else:
                undrawn_items[name].append(item)
    # all trapdoors are still undrawn, since `MEANINGS` has no letter for a single one: letters draw groups of them
    trapdoors = [trap for trap in undrawn_items["traps"] if trap.kind is TrapKind.TRAPDOOR]
    other_traps = [trap for trap in undrawn_items["traps"] if trap.kind is not TrapKind.TRAPDOOR]
    undrawn_items["traps"] = other_traps + _draw_trapdoors(trapdoors, letters, floor)
    return letters, replace(layout, **{name: tuple(items) for name, items in undrawn_items.items()})


def _draw_trapdoors(trapdoors: list[Trap], letters: dict[Square, str], floor: dict[Square, str] | None) -> list[Trap]:
    """Draw connected trapdoors as a group of T, and return the trapdoors that the sketch must list.

    These are all that cannot be drawn, and for a drawn group with further facts, such as what lies below it, one entry
    without a size.

    Args:
        trapdoors: the trapdoors of the dungeon.
        letters: the letters of the map by square, to which the drawn trapdoors are added.
        floor: the squares on which items are drawn; None for all squares.
    """
    trapdoors_by_square: dict[Square, list[Trap]] = defaultdict(list)
    for trapdoor in trapdoors:
        for square in trapdoor.squares:
            trapdoors_by_square[square].append(trapdoor)
    trapdoor_letter = _LETTER_BY_MEANING[LetterMeaning(trap=TrapKind.TRAPDOOR)]
    entries: list[Trap] = []
    for group in find_connected_groups(trapdoors_by_square):
        trapdoor_by_id = {id(trap): trap for square in group for trap in trapdoors_by_square[square]}
        group_trapdoors = list(trapdoor_by_id.values())  # each once, even if others are equal to it
        # an entry for one square stands for the whole group: the reader gives it the squares of the letters
        entry = replace(group_trapdoors[0], at=group[0], size=(1, 1))
        is_free = letters.keys().isdisjoint(group) and (floor is None or floor.keys() >= set(group))
        reads_back = Counter(build_trapdoors(group, entry)) == Counter(group_trapdoors)
        if not is_free or not reads_back:
            entries += group_trapdoors
            continue
        letters |= dict.fromkeys(group, trapdoor_letter)
        has_further_facts = entry != Trap(kind=TrapKind.TRAPDOOR, at=entry.at)
        if has_further_facts:
            entries.append(entry)
    return entries


MAX_CHESTS_LENGTH = 100
"""The greatest length of the chests on one line, in characters. Longer lists have one line for each chest."""

PLAIN_KEYS = ("name", "author", "ruleset", "theme", "play", "notes", "balls", "enclosed", "sides", "picture")
"""The keys of what is neither drawn nor lies on squares, in the order in which they are written."""

_WRITTEN_LISTS = [key for key in LIST_KEYS if key not in ("sections", "chests", "portals")]


def write_sketch(layout: Layout) -> str:
    """Return the text of a new sketch that holds a layout. Sections that letters cannot show become a list.

    >>> print(write_sketch(Layout(name="Hall", sections=(Section(id="A", rows=("..",)),), chests=((1, 0),))), end="")
    name: Hall
    map: |
      .C
    """
    values = build_sketch_values(normalise_layout(layout))
    return "".join(f"{line}\n" for key, value in values.items() for line in format_key(key, value))


def build_sketch_values(layout: Layout) -> dict[str, Any]:
    """Return the keys and values of a sketch (a dungeon as YAML): plain values, then the drawing, then the lists.

    Keys with default values and empty lists are left out.

    Args:
        layout: the dungeon in canonical form, see `normalise_layout`.
    """
    drawing, undrawn_items = _build_drawing(layout)
    defaults = Layout()
    values = {key: getattr(layout, key) for key in PLAIN_KEYS if getattr(layout, key) != getattr(defaults, key)}
    if "sides" in values:
        values["sides"] = build_teams_entry(layout.sides)
    if layout.picture:
        values["picture"] = build_picture_entry(layout.picture)
    lists: dict[str, Any] = {
        "chests": list(undrawn_items.chests),
        "portals": group_portals(undrawn_items.portals),
        **{key: [build_file_entry(item) for item in getattr(undrawn_items, key)] for key in _WRITTEN_LISTS},
        "extra": to_builtins(undrawn_items.extra, order="sorted"),
    }
    return values | drawing | {key: value for key, value in lists.items() if value}


def format_key(key: str, value: Any) -> Iterator[str]:
    """Yield the lines of YAML for a key of a sketch with its value.

    A drawing or long text becomes an indented block. A list or table has one line for each entry; only `sides`,
    `picture`, `extra` and a few chests stand on one line.
    """
    if key in ("map", "sections") and isinstance(value, str):
        yield from (f"{key}: |", *(f"  {row}" for row in value.split("\n")))
    elif isinstance(value, str):
        yield from f"{key}: {format_block(value)}".split("\n")
    elif key in ("sides", "picture", "extra") or not isinstance(value, list | dict) or not value:
        yield f"{key}: {format_inline(value)}"
    elif isinstance(value, dict):
        yield f"{key}:"
        for name, inner in value.items():
            plain_name = int(name) if key == "portals" else name  # numbers of portals get no quotes
            yield f"  {format_inline(plain_name)}: {format_inline(inner)}"
    elif key == "chests" and len(format_inline(value)) <= MAX_CHESTS_LENGTH:
        yield f"chests: {format_inline(value)}"
    else:
        yield f"{key}:"
        yield from (f"  {line}" for item in value for line in format_entry(item))


def format_entry(value: Any) -> Iterator[str]:
    """Yield the lines of YAML for an item of a list, with its dash: one line, or for a drawn section a line a row."""
    if not isinstance(value, dict) or "rows" not in value:
        yield f"- {format_inline(value)}"
        return
    entries = {key: entry_value for key, entry_value in value.items() if key != "rows"}
    for number, (key, entry_value) in enumerate(entries.items()):
        first_letter = "-" if number == 0 else " "  # the dash stands before the first key only
        yield f"{first_letter} {key}: {format_inline(entry_value)}"
    yield "  rows:" if value["rows"] else "  rows: []"
    yield from (f'    - "{row}"' for row in value["rows"])


def build_kind_entry(section: Section) -> Any:
    """Return the value for a section under the key `section_kinds`: the word for its kind, or a table if it has more.

    >>> build_kind_entry(Section(id="A", kind=SectionKind.ROOM, name="Vault"))
    {'kind': <SectionKind.ROOM: 'room'>, 'name': 'Vault'}
    """
    entries = {
        key: value for key, value in build_file_entry(section).items() if key in ("kind", "side", "name", "enclosed")
    }
    return entries["kind"] if len(entries) == 1 else entries


def build_section_entry(section: Section) -> dict[str, Any]:
    """Return a section as an entry of a sketch's list `sections`: a placed tile, or rows of letters."""
    return build_file_entry(section) if section.tile else build_file_entry(section) | {"rows": list(section.rows)}


def group_portals(portals: Iterable[Portal]) -> dict[int, Any]:
    """Return the table of portals in a sketch: each number with its square, or with a list if several portals have it.

    >>> group_portals([Portal(number=1, at=(3, 0)), Portal(number=2, at=(5, 1)), Portal(number=2, at=(7, 1))])
    {1: (3, 0), 2: [(5, 1), (7, 1)]}
    """
    squares_by_number: dict[int, list[Any]] = {}
    for portal in portals:
        squares_by_number.setdefault(portal.number, []).append(portal.at)
    return {number: squares[0] if len(squares) == 1 else squares for number, squares in squares_by_number.items()}
