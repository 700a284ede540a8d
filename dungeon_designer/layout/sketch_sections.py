"""The sections of a sketch: by the letters of its `sections`, or, without them, by what is connected."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.errors import did_you_mean
from dungeon_designer.grid import SIDES, Square, groups, neighbour
from dungeon_designer.layout.model import Line, Section, SectionKind, Team
from dungeon_designer.layout.sketch_letters import ZONES, plain
from dungeon_designer.text.read_faults import Fault, Path, converted, quoted
from dungeon_designer.text.rows import FLOOR, ROCK, Grid
from dungeon_designer.text.yaml_text import Node, Scalar, Table

ID_LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits
"""The ids that a letter grid can name, and the first ids that are given to sections without a name."""

_GROUND = frozenset({*ROCK, FLOOR, *ZONES})
_TO_BLANK = {ord(rock): " " for rock in ROCK}
_ZONE = re.compile(r"[<>()]")
_NO_ROCK = re.compile(r"[^ ]")
_RUN = re.compile(r"([^ ])\1*")


class Run(NamedTuple):
    """Squares side by side in row `y`, from `left` up to, not including, `right`."""

    y: int
    left: int
    right: int


class SectionSaid(Struct, frozen=True, forbid_unknown_fields=True):
    """What `section_kinds` may say about a letter."""

    kind: SectionKind = SectionKind.ROOM
    side: Team | None = None
    name: Line = ""
    enclosed: bool | None = None


def connected(rows: tuple[str, ...]) -> tuple[Section, ...]:
    """Each orthogonally connected group of one zone letter, and of all other floor, as a section.

    Items, doors, terrain and obstacles belong to the floor around them: a group of their letters that
    touches squares of one zone, and no other floor, is part of that zone. Ids are letters, by the sections'
    first squares, row by row; the 63rd is s63. O(runs).

    >>> [(s.id, s.kind.value, s.rows) for s in connected(("<<1.", "<C<."))]
    [('A', 'end_zone', ('..', '...')), ('B', 'room', ('..', '#.'))]
    """
    runs, letters = _runs(settled(rows))
    found: dict[int, list[Run]] = {}
    for run, head in zip(runs, _heads(runs, letters), strict=True):
        found.setdefault(head, []).append(run)
    return tuple(_section(name, letters[head], found[head]) for name, head in zip(_ids(), found, strict=False))


def _section(name: str, letter: str, runs: list[Run]) -> Section:
    kind, side = ZONES.get(letter, (SectionKind.ROOM, None))
    return drawn_section(name, SectionSaid(kind=kind, side=side), runs)


def drawn_section(name: str, said: SectionSaid, runs: list[Run]) -> Section:
    """A drawn section from its runs, which come row by row."""
    top, left = runs[0].y, min(run.left for run in runs)
    rows = [""] * (runs[-1].y - top + 1)
    for run in runs:
        row = rows[run.y - top]
        rows[run.y - top] = row + "#" * (run.left - left - len(row)) + "." * (run.right - run.left)
    return Section(
        id=name,
        at=(left, top),
        kind=said.kind,
        side=said.side,
        name=said.name,
        enclosed=said.enclosed,
        rows=tuple(rows),
    )


def _ids() -> Iterator[str]:
    yield from ID_LETTERS
    for number in count(len(ID_LETTERS) + 1):
        yield f"s{number}"


def settled(rows: Sequence[str]) -> list[str]:
    """The rows with nothing but floor, zones and blanks: each item takes the letter of the floor around it.

    >>> settled(("<<1.", "<C<#"))
    ['<<..', '<<< ']
    """
    lines = list(rows)
    if any(_ZONE.search(row) for row in rows):
        items = [(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter not in _GROUND]
        grid = [list(row) for row in rows]
        for group in groups(items):
            touched = {_at(rows, neighbour(here, side)) for here in group for side in SIDES} & {FLOOR, *ZONES}
            for x, y in group if len(touched) == 1 else ():
                grid[y][x] = min(touched)
        lines = ["".join(row) for row in grid]
    others = {ord(c) for c in set().union(*lines)} - {ord(c) for c in (*ROCK, FLOOR, *ZONES)}
    to_floor = {**_TO_BLANK, **dict.fromkeys(others, FLOOR)}
    return [line.translate(to_floor) for line in lines]


def _at(rows: Sequence[str], square: Square) -> str:
    x, y = square
    return rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[y]) else " "


def _runs(rows: Iterable[str]) -> tuple[list[Run], list[str]]:
    """The runs of one letter, row by row, and their letters; blanks are no run."""
    runs: list[Run] = []
    letters: list[str] = []
    for y, row in enumerate(rows):
        for match in _RUN.finditer(row):
            runs.append(Run(y, match.start(), match.end()))
            letters.append(match[1])
    return runs, letters


def _heads(runs: list[Run], letters: list[str]) -> list[int]:
    """For each run the first run of its group: those of one letter that are connected."""
    head = list(range(len(runs)))

    def first(run: int) -> int:
        while head[run] != run:
            head[run] = run = head[head[run]]
        return run

    for one, other in _borders(runs):
        if letters[one] == letters[other]:
            a, b = first(one), first(other)
            head[max(a, b)] = min(a, b)
    return [first(run) for run in range(len(runs))]


def _borders(runs: list[Run]) -> Iterator[tuple[int, int]]:
    """The pairs of runs that lie one above the other; runs side by side differ in their letters anyway."""
    above = 0
    for here, (y, left, right) in enumerate(runs):
        while runs[above].y < y - 1 or (runs[above].y == y - 1 and runs[above].right <= left):
            above += 1
        over = above
        while runs[over].y == y - 1 and runs[over].left < right:
            yield over, here
            over += 1


def by_letters(grid: Grid, drawn: Grid | None, kinds: dict[str, SectionSaid]) -> tuple[Section, ...]:
    """The sections of a letter grid, those that `section_kinds` names first, the others as they appear."""
    found: dict[str, list[Run]] = {}
    for y, row in enumerate(grid.rows):
        for match in _RUN.finditer(row.translate(_TO_BLANK)):
            if match[1] not in found:
                _check_letter(match[1], grid, (match.start(), y))
            found.setdefault(match[1], []).append(Run(y, match.start(), match.end()))
    for letter in kinds:
        if letter not in found:
            hint = did_you_mean(letter, found)
            raise Fault(
                f"no square has the section letter {quoted(letter)}{hint}", ("section_kinds", letter), at_key=True
            )
    sides: dict[str, Team] = {}
    if drawn is not None:
        _check_shape(drawn, grid)
        sides = _zone_sides(drawn, grid, kinds)
    said = {**kinds, **{letter: SectionSaid() for letter in found if letter not in kinds}}
    return tuple(
        drawn_section(letter, replace(what, side=what.side or sides.get(letter)), found[letter])
        for letter, what in said.items()
    )


def _check_letter(letter: str, grid: Grid, square: Square) -> None:
    if not letter.isalnum():
        problem = f"{quoted(letter)} is no section letter; use letters and digits, and # or blank for rock"
        raise Fault(problem, ("sections",), grid.mark_of(square))


def _check_shape(drawn: Grid, grid: Grid) -> None:
    """Floor has a section letter, rock has none."""
    for y in range(max(len(drawn.rows), len(grid.rows))):
        floor, lettered = _mask(drawn, y), _mask(grid, y)
        if floor == lettered:
            continue
        width = max(len(floor), len(lettered))
        pairs = zip(floor.ljust(width), lettered.ljust(width), strict=True)
        x = next(x for x, (one, other) in enumerate(pairs) if one != other)
        if floor[x : x + 1].strip():
            problem = f"the floor at ({x}, {y}) has no letter in 'sections'"
            raise Fault(problem, ("map",), drawn.mark_of((x, y)))
        letter = quoted(grid.letter((x, y)))
        raise Fault(f"the section letter {letter} stands over rock at ({x}, {y})", ("sections",), grid.mark_of((x, y)))


def _mask(grid: Grid, y: int) -> str:
    return _NO_ROCK.sub(FLOOR, grid.rows[y].replace("#", " ")) if y < len(grid.rows) else ""


def _zone_sides(drawn: Grid, grid: Grid, kinds: dict[str, SectionSaid]) -> dict[str, Team]:
    """The side that the map's zone letters give to sections; a Fault where a section is no such zone."""
    sides: dict[str, Team] = {}
    for y, row in enumerate(drawn.rows):
        for match in _ZONE.finditer(row):
            kind, side = ZONES[match[0]]
            square = match.start(), y
            letter = grid.letter(square)
            said = kinds.get(letter, SectionSaid())
            if said.kind is not kind or (said.side or sides.setdefault(letter, side)) is not side:
                problem = (
                    f"{quoted(match[0])} stands on section {letter}, which is {_described(said, sides.get(letter))}; "
                    f"to make it one, write '{letter}: {{kind: {kind}, side: {side}}}' under 'section_kinds'"
                )
                raise Fault(problem, ("map",), drawn.mark_of(square))
    return sides


def _described(said: SectionSaid, side: Team | None) -> str:
    """A section's kind in words: "no zone but a corridor", "the away end zone"."""
    word = said.kind.replace("_", " ")
    if said.kind in {kind for kind, _ in ZONES.values()}:
        return f"the {said.side or side or ''} {word}".replace("  ", " ")
    return f"no zone but a {word}"


def kinds_of(node: Node) -> dict[str, SectionSaid]:
    """What `section_kinds` says: for each letter a kind, or a table with kind, side, name and enclosed."""
    if not isinstance(node, Table):
        raise Fault("expected a table of section letters and their kinds", ("section_kinds",))
    return {letter: _kind_of(value, ("section_kinds", letter)) for letter, value in node.entries.items()}


def _kind_of(node: Node, path: Path) -> SectionSaid:
    if isinstance(node, Scalar):
        return SectionSaid(kind=converted(plain(node), SectionKind, path))
    return converted(plain(node), SectionSaid, path)
