"""The sections of a sketch: by the letters of its `sections`, or, without them, by what is connected."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import asdict, replace

from dungeon_designer.errors import did_you_mean
from dungeon_designer.grid import SIDES, groups, neighbour
from dungeon_designer.layout.model import Line, Section, SectionKind, Team
from dungeon_designer.layout.sketch_letters import ZONES, plain_data
from dungeon_designer.text.autocorrect import explain_letter
from dungeon_designer.text.read_faults import Fault, Path, converted, quoted
from dungeon_designer.text.rows import FLOOR, ROCK, Grid
from dungeon_designer.text.yaml_text import Node, Scalar, YamlTable

ID_LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits
"""The ids that a letter grid can name, and the first ids that are given to sections without a name."""

_GROUND = frozenset({*ROCK, FLOOR, *ZONES})
_TO_BLANK = {ord(rock): " " for rock in ROCK}
_ZONE = re.compile(r"[<>()]")
_RUN = re.compile(r"([^ ])\1*")


class LetterRun(NamedTuple):
    """Squares of one letter side by side in row `y`, from `left` up to, not including, `right`."""

    y: int
    left: int
    right: int
    letter: str


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
    runs = _runs(settled(rows))
    head = list(range(len(runs)))  # of each run an earlier one of its group, at last the first

    def first(run: int) -> int:
        while head[run] != run:
            head[run] = run = head[head[run]]
        return run

    above = 0
    for here, (y, left, right, letter) in enumerate(runs):
        while runs[above].y < y - 1 or (runs[above].y == y - 1 and runs[above].right <= left):
            above += 1
        over = above
        while runs[over].y == y - 1 and runs[over].left < right:
            if runs[over].letter == letter:
                one, other = sorted((first(over), first(here)))
                head[other] = one
            over += 1
    found: dict[int, list[LetterRun]] = {}
    for at, run in enumerate(runs):
        found.setdefault(first(at), []).append(run)
    sections = []
    for number, part in enumerate(found.values()):
        name = ID_LETTERS[number] if number < len(ID_LETTERS) else f"s{number + 1}"
        kind, side = ZONES.get(part[0].letter, (SectionKind.ROOM, None))
        sections.append(_drawn(name, SectionSaid(kind=kind, side=side), part))
    return tuple(sections)


def _drawn(name: str, said: SectionSaid, runs: list[LetterRun]) -> Section:
    """A drawn section from its runs, which come row by row."""
    top, left = runs[0].y, min(run.left for run in runs)
    rows = [""] * (runs[-1].y - top + 1)
    for run in runs:
        row = rows[run.y - top]
        rows[run.y - top] = row + "#" * (run.left - left - len(row)) + "." * (run.right - run.left)
    return Section(id=name, at=(left, top), rows=tuple(rows), **asdict(said))


def settled(rows: Sequence[str]) -> list[str]:
    """The rows with nothing but floor, zones and blanks: each item takes the letter of the floor around it.

    >>> settled(("<<1.", "<C<#"))
    ['<<..', '<<< ']
    """
    grid = [list(row) for row in rows]

    def letter_at(x: int, y: int) -> str:
        return rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[y]) else " "

    if any(_ZONE.search(row) for row in rows):
        items = [(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter not in _GROUND]
        for group in groups(items):
            around = {neighbour(here, side) for here in group for side in SIDES}
            touched = {letter_at(*square) for square in around} & {FLOOR, *ZONES}
            for x, y in group if len(touched) == 1 else ():
                grid[y][x] = min(touched)
    to_floor = {**_TO_BLANK, **{ord(letter): FLOOR for letter in set().union(*grid) - _GROUND}}
    return ["".join(row).translate(to_floor) for row in grid]


def _runs(rows: Iterable[str]) -> list[LetterRun]:
    """The runs of one letter, row by row; blanks are no run."""
    return [LetterRun(y, *run.span(), run[1]) for y, row in enumerate(rows) for run in _RUN.finditer(row)]


def by_letters(grid: Grid, drawn: Grid | None, kinds: dict[str, SectionSaid]) -> tuple[Section, ...]:
    """The sections of a letter grid, those that `section_kinds` names first, the others as they appear."""
    found: dict[str, list[LetterRun]] = {}
    for run in _runs(row.translate(_TO_BLANK) for row in grid.rows):
        if not run.letter.isalnum():
            remedy = explain_letter(run.letter) or "; use letters and digits, and # or blank for rock"
            problem = f"{quoted(run.letter)} is no section letter{remedy}"
            raise Fault(problem, ("sections",), grid.mark_of((run.left, run.y)))
        found.setdefault(run.letter, []).append(run)
    for letter in kinds:
        if letter not in found:
            hint = did_you_mean(letter, found)
            raise Fault(
                f"no square has the section letter {quoted(letter)}{hint}", ("section_kinds", letter), at_key=True
            )
    sides: dict[str, Team] = {}
    if drawn is not None:
        for y, (floor, lettered) in enumerate(zip_longest(drawn.rows, grid.rows, fillvalue="")):
            for x, (letter, section) in enumerate(zip_longest(floor, lettered, fillvalue=" ")):
                if section in ROCK and letter not in ROCK:
                    problem = f"the floor at ({x}, {y}) has no letter in 'sections'"
                    raise Fault(problem, ("map",), drawn.mark_of((x, y)))
                if letter in ROCK and section not in ROCK:
                    problem = f"the section letter {quoted(section)} stands over rock at ({x}, {y})"
                    raise Fault(problem, ("sections",), grid.mark_of((x, y)))
        sides = _zone_sides(drawn, grid, kinds)
    said = {**kinds, **{letter: SectionSaid() for letter in found if letter not in kinds}}
    return tuple(
        _drawn(letter, replace(what, side=what.side or sides.get(letter)), found[letter])
        for letter, what in said.items()
    )


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
    if not isinstance(node, YamlTable):
        raise Fault("expected a table of section letters and their kinds", ("section_kinds",))
    found = {}
    for letter, value in node.entries.items():
        path: Path = ("section_kinds", letter)
        if isinstance(value, Scalar):
            found[letter] = SectionSaid(kind=converted(plain_data(value), SectionKind, path))
        else:
            found[letter] = converted(plain_data(value), SectionSaid, path)
    return found
