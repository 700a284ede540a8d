"""A layout drawn as the letters of a sketch, and what is left for its lists."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from dungeon_designer.grid import Square, bounds, groups
from dungeon_designer.layout.letters import BUILT_IN, FLOOR, OWN, ZONES, Meaning
from dungeon_designer.layout.model import Layout, Section, SectionKind, Team, Trap, TrapKind
from dungeon_designer.layout.sketch_items import as_trapdoors
from dungeon_designer.layout.sketch_sections import ID_LETTERS, connected

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
