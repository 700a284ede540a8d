"""Sections of a sketch: by the letters of its key `sections`, or without that key by what is connected in its map."""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import asdict, replace

from dungeon_designer.errors import suggest_word
from dungeon_designer.grid import SIDES, Square, find_connected_groups, find_neighbour
from dungeon_designer.layout.model import Line, Section, SectionKind, Team
from dungeon_designer.layout.sketch_letters import ZONE_BY_LETTER, build_plain_data
from dungeon_designer.text.autocorrect import explain_letter
from dungeon_designer.text.letter_grid import FLOOR_LETTER, ROCK_LETTERS, LetterGrid
from dungeon_designer.text.read_faults import Fault, KeyPath, convert_data, format_value
from dungeon_designer.text.yaml_text import Node, Scalar, YamlTable

ID_LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits
"""The ids that a grid of letters can name. They are also the first ids for sections without a name."""

_LETTERS_WITHOUT_OBJECT = frozenset({*ROCK_LETTERS, FLOOR_LETTER, *ZONE_BY_LETTER})
"""The letters of a map for rock, floor and zones: all that are no objects."""
_TO_BLANK = {ord(rock): " " for rock in ROCK_LETTERS}
"""The table for `str.translate` that writes all rock as blanks."""
_ZONE = re.compile(r"[<>()]")
_RUN = re.compile(r"([^ ])\1*")


class LetterRun(NamedTuple):
    """Neighbouring squares with the same letter in row `y`, from column `left` up to but without column `right`."""

    y: int
    left: int
    right: int
    letter: str


class SectionSettings(Struct, frozen=True, forbid_unknown_fields=True):
    """What `section_kinds` says about a section letter."""

    kind: SectionKind = SectionKind.ROOM
    side: Team | None = None
    name: Line = ""
    enclosed: bool | None = None


def find_connected_sections(rows: tuple[str, ...]) -> tuple[Section, ...]:
    """Return the sections that the map of a sketch shows: each connected group of floor is one.

    Squares with different zone letters (``<`` is the home end zone) are never in one section. Objects, doors, terrain
    and obstacles belong to the floor around them: a group of their letters that touches squares of one zone, and no
    other floor, is part of that zone. Ids are letters, in the order of the sections' first squares, row by row; the
    63rd id is s63.

    >>> [(s.id, s.kind.value, s.rows) for s in find_connected_sections(("<<1.", "<C<."))]
    [('A', 'end_zone', ('..', '...')), ('B', 'room', ('..', '#.'))]
    """
    sections = []
    for number, runs in enumerate(_group_runs(_find_runs(replace_objects_by_floor(rows)))):
        section_id = ID_LETTERS[number] if number < len(ID_LETTERS) else f"s{number + 1}"
        kind, team = ZONE_BY_LETTER.get(runs[0].letter, (SectionKind.ROOM, None))
        sections.append(_build_section(section_id, SectionSettings(kind=kind, side=team), runs))
    return tuple(sections)


def _group_runs(runs: list[LetterRun]) -> list[list[LetterRun]]:
    """Return the groups of runs with one letter that touch along edges of squares, found by union-find.

    A run is some neighbouring squares with the same letter in one row. The runs come row by row, and the groups in the
    order of their first runs.
    """
    earlier_run = list(range(len(runs)))  # for each run an earlier run of its group; the chain ends at the first

    def find_first_run(index: int) -> int:
        """Return the index of the first run of letters in the group of a run, and shorten the chain to it."""
        while earlier_run[index] != index:
            run_before_earlier = earlier_run[earlier_run[index]]
            earlier_run[index] = run_before_earlier
            index = run_before_earlier
        return index

    for upper_index, lower_index in _find_touching_runs(runs):
        if runs[upper_index].letter == runs[lower_index].letter:
            first, second = sorted((find_first_run(upper_index), find_first_run(lower_index)))
            earlier_run[second] = first
    runs_by_group: dict[int, list[LetterRun]] = {}
    for index, run in enumerate(runs):
        runs_by_group.setdefault(find_first_run(index), []).append(run)
    return list(runs_by_group.values())


def _find_touching_runs(runs: list[LetterRun]) -> Iterator[tuple[int, int]]:
    """Yield each pair of runs of letters of which one lies directly above the other, as indexes: (upper, lower).

    A run is some neighbouring squares with the same letter in one row, from `left` up to but without `right`.

    Args:
        runs: the runs, row by row from left to right, so that one walk through them finds all pairs.
    """
    first_above = 0  # the index of the first run in the row above that is not wholly to the left
    for index, (y, left, right, _) in enumerate(runs):
        row_above = y - 1
        # both loops end at this run itself at the latest, since it lies in a lower row
        while runs[first_above].y < row_above or (runs[first_above].y == row_above and runs[first_above].right <= left):
            first_above += 1
        upper_index = first_above
        while runs[upper_index].y == row_above and runs[upper_index].left < right:
            yield upper_index, index
            upper_index += 1


def _build_section(section_id: str, settings: SectionSettings, runs: list[LetterRun]) -> Section:
    """Return a section that covers the squares of some runs, which come row by row.

    A run is some neighbouring squares with the same letter in one row of a map. In the section's rows ``.`` is floor
    and ``#`` rock.
    """
    top, left = runs[0].y, min(run.left for run in runs)
    rows = [""] * (runs[-1].y - top + 1)
    for run in runs:
        row = rows[run.y - top]
        rock = "#" * (run.left - left - len(row))  # between the end of the row so far and the run
        rows[run.y - top] = row + rock + "." * (run.right - run.left)
    return Section(id=section_id, at=(left, top), rows=tuple(rows), **asdict(settings))


def replace_objects_by_floor(rows: Sequence[str]) -> list[str]:
    """Return the rows of a map in which every letter of an object becomes floor or part of an end zone.

    So only the letters of plain floor and of zones (end zones, and entries: zones of two squares) and blanks are left.

    A connected group of object letters that touches only one kind of floor (plain or one zone) gets the letter of that
    floor; any other group becomes plain floor, ``.``.

    >>> replace_objects_by_floor(("<<1.", "<C<#"))
    ['<<..', '<<< ']
    """
    grid = [list(row) for row in rows]
    if any(_ZONE.search(row) for row in rows):  # without zones, all objects lie on plain floor
        for (x, y), floor_letter in _find_floor_below_objects(rows).items():
            grid[y][x] = floor_letter
    object_letters = set().union(*grid) - _LETTERS_WITHOUT_OBJECT
    to_floor = {**_TO_BLANK, **{ord(letter): FLOOR_LETTER for letter in object_letters}}
    return ["".join(row).translate(to_floor) for row in grid]


def _find_floor_below_objects(rows: Sequence[str]) -> dict[Square, str]:
    """Return the letter of the floor below objects: ``.``, or the letter of an end zone or entry, such as ``<``.

    Squares with object letters form groups that are connected by edges. The result has only the squares of groups
    that touch exactly one letter of floor.
    """
    object_squares = [
        (x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter not in _LETTERS_WITHOUT_OBJECT
    ]
    floor_below: dict[Square, str] = {}
    for group in find_connected_groups(object_squares):
        neighbours = {find_neighbour(square, side) for square in group for side in SIDES}
        letters_around = {_find_letter(rows, x, y) for x, y in neighbours}
        touched_floor = [letter for letter in (FLOOR_LETTER, *ZONE_BY_LETTER) if letter in letters_around]
        if len(touched_floor) == 1:
            floor_below |= dict.fromkeys(group, touched_floor[0])
    return floor_below


def _find_letter(rows: Sequence[str], x: int, y: int) -> str:
    """Return the letter in a column and row of a map; a blank outside the rows."""
    return rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[y]) else " "


def _find_runs(rows: Iterable[str]) -> list[LetterRun]:
    """Return the runs (neighbouring squares with the same letter) in the rows of a map, row by row; blanks are none."""
    return [
        LetterRun(y, left=match.start(), right=match.end(), letter=match[1])
        for y, row in enumerate(rows)
        for match in _RUN.finditer(row)
    ]


def build_lettered_sections(
    grid: LetterGrid, map_grid: LetterGrid | None, kinds: dict[str, SectionSettings]
) -> tuple[Section, ...]:
    """Return the sections that the key `sections` of a sketch draws: all squares with one letter are one section.

    Sections that the key `section_kinds` names come first, the others in the order in which they appear.

    Args:
        grid: the letters of the key `sections`.
        map_grid: the map of the sketch; None without a map.
        kinds: the settings for each letter.

    Raises:
        Fault: a letter cannot be an id, or grid, map and kinds contradict each other.
    """
    runs_by_letter = _find_runs_by_letter(grid)
    _check_letters_are_drawn(kinds, runs_by_letter)
    zone_teams: dict[str, Team] = {}
    if map_grid is not None:
        _check_same_floor(map_grid, grid)
        zone_teams = _find_zone_teams(map_grid, grid, kinds)
    all_settings = {**kinds, **{letter: SectionSettings() for letter in runs_by_letter if letter not in kinds}}
    return tuple(
        _build_section(letter, replace(settings, side=settings.side or zone_teams.get(letter)), runs_by_letter[letter])
        for letter, settings in all_settings.items()
    )


def _check_letters_are_drawn(letters: Iterable[str], drawn_letters: Collection[str]) -> None:
    """Raise a Fault if the key `section_kinds` names a section letter that stands on no square."""
    for letter in letters:
        if letter not in drawn_letters:
            hint = suggest_word(letter, drawn_letters)
            problem = f"no square has the section letter {format_value(letter)}{hint}"
            raise Fault(problem, ("section_kinds", letter), at_key=True)


def _find_runs_by_letter(grid: LetterGrid) -> dict[str, list[LetterRun]]:
    """Return the runs of each section letter in the drawing of the key `sections`, in the order of their first squares.

    A run is some neighbouring squares with the same letter in one row.

    Raises:
        Fault: a letter cannot be the id of a section.
    """
    runs_by_letter: dict[str, list[LetterRun]] = {}
    for run in _find_runs(row.translate(_TO_BLANK) for row in grid.rows):
        if not run.letter.isalnum():
            remedy = explain_letter(run.letter) or "; use letters and digits, and # or blank for rock"
            problem = f"{format_value(run.letter)} is no section letter{remedy}"
            raise Fault(problem, ("sections",), grid.find_mark((run.left, run.y)))
        runs_by_letter.setdefault(run.letter, []).append(run)
    return runs_by_letter


def _check_same_floor(map_grid: LetterGrid, section_grid: LetterGrid) -> None:
    """Raise a Fault unless the map and the drawing of section letters have floor on the same squares."""
    for y, (map_row, section_row) in enumerate(zip_longest(map_grid.rows, section_grid.rows, fillvalue="")):
        for x, (map_letter, section_letter) in enumerate(zip_longest(map_row, section_row, fillvalue=" ")):
            if section_letter in ROCK_LETTERS and map_letter not in ROCK_LETTERS:
                problem = f"the floor at ({x}, {y}) has no letter in 'sections'"
                raise Fault(problem, ("map",), map_grid.find_mark((x, y)))
            if map_letter in ROCK_LETTERS and section_letter not in ROCK_LETTERS:
                problem = f"the section letter {format_value(section_letter)} stands over rock at ({x}, {y})"
                raise Fault(problem, ("sections",), section_grid.find_mark((x, y)))


def _find_zone_teams(map_grid: LetterGrid, grid: LetterGrid, kinds: dict[str, SectionSettings]) -> dict[str, Team]:
    """Return the team that zone letters in the map (such as < for home) give to each section, by the section's letter.

    Args:
        map_grid: the map.
        grid: the drawing with the letter of a section on each square.
        kinds: the settings that the sketch gives for section letters.

    Raises:
        Fault: a zone letter stands on a section of another kind or team.
    """
    teams: dict[str, Team] = {}
    for y, row in enumerate(map_grid.rows):
        for match in _ZONE.finditer(row):
            kind, team = ZONE_BY_LETTER[match[0]]
            square = match.start(), y
            letter = grid.find_letter(square)
            settings = kinds.get(letter, SectionSettings())
            known_team = settings.side or teams.get(letter)  # by its settings, or by zone letters further up
            if settings.kind is not kind or known_team not in (None, team):
                description = _describe_section(settings, teams.get(letter))
                problem = (
                    f"{format_value(match[0])} stands on section {letter}, which is {description}; "
                    f"to make it one, write '{letter}: {{kind: {kind}, side: {team}}}' under 'section_kinds'"
                )
                raise Fault(problem, ("map",), map_grid.find_mark(square))
            teams[letter] = team
    return teams


def _describe_section(settings: SectionSettings, team: Team | None) -> str:
    """Return the kind of a section in words: "no zone but a corridor", "the away end zone"."""
    word = settings.kind.replace("_", " ")
    if settings.kind in {kind for kind, _ in ZONE_BY_LETTER.values()}:
        team_name = settings.side or team
        return f"the {team_name} {word}" if team_name else f"the {word}"
    return f"no zone but a {word}"


def read_section_kinds(node: Node) -> dict[str, SectionSettings]:
    """Return the settings of each section letter, as a sketch gives them under the key `section_kinds`.

    Each letter has a kind, or a table with the keys kind, side, name and enclosed.

    Raises:
        Fault: a value is wrong.
    """
    if not isinstance(node, YamlTable):
        raise Fault("expected a table of section letters and their kinds", ("section_kinds",))
    settings = {}
    for letter, value in node.entries.items():
        path: KeyPath = ("section_kinds", letter)
        if isinstance(value, Scalar):
            settings[letter] = SectionSettings(kind=convert_data(build_plain_data(value), SectionKind, path))
        else:
            settings[letter] = convert_data(build_plain_data(value), SectionSettings, path)
    return settings
