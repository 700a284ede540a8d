"""Show parts of a board as text, square by square, with the letters of a sketch."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from dungeon_designer.board.model import Board
from dungeon_designer.grid import MAX_COORDINATE, Edge, Side, Square, find_bounds
from dungeon_designer.layout.model import TrapKind
from dungeon_designer.layout.sketch_letters import (
    BUILT_IN_LETTERS,
    FLOOR_LETTER,
    LEGEND_LETTERS,
    ZONE_BY_LETTER,
    LetterMeaning,
)
from dungeon_designer.reports.text_style import TextStyle

ROCK_LETTER = " "
"""Rock."""
COUNTER_LETTER = "t"
"""A face-down counter, which has no letter in a sketch: a sketch names counters in a list."""
HIGH_PORTAL_LETTER = "*"
"""A portal whose number has no letter."""

_LETTER_BY_MEANING = {meaning: letter for letter, meaning in (BUILT_IN_LETTERS | LEGEND_LETTERS).items()}
_LETTER_BY_KIND_NAME = {
    kind.value: letter
    for meaning, letter in _LETTER_BY_MEANING.items()
    if (kind := meaning.terrain or meaning.obstacle)
}
"""The letter of each kind of terrain and obstacle, by the name of the kind."""
_ZONE_LETTERS = {meaning: letter for letter, meaning in ZONE_BY_LETTER.items()}
"""The letter of each team's end zone and entry."""


class TextMap(Struct, frozen=True, eq=False):
    """A map as text: the letter of each square, floor or not, and the walls and doors between two squares of floor."""

    letters: dict[Square, str]
    walls: frozenset[Edge]
    doors: frozenset[Edge]

    def find_border_sign(self, square: Square, side: Side, wall: str) -> str:
        """Return the sign for an edge of a square: `wall`, a colon for a door, or a blank.

        A wall against rock has no sign, since the rock shows it.
        """
        return wall if (square, side) in self.walls else ":" if (square, side) in self.doors else " "


def build_text_map(board: Board) -> TextMap:
    """Return a board as a map of letters, such as ``w`` for water, one for each square.

    A square with several objects shows the first in the order chest, portal, trap, door, obstacle, terrain, floor.
    Objects that are not on floor are shown, too.
    """
    letters: dict[Square, str] = {}
    for square, section in board.section_by_square.items():
        letters[square] = (
            _ZONE_LETTERS.get((section.kind, section.team), FLOOR_LETTER) if section.team else FLOOR_LETTER
        )
    for square, terrain in board.terrain_at.items():
        letters[square] = _LETTER_BY_MEANING[LetterMeaning(terrain=terrain)]
    for square, obstacle in board.obstacle_at.items():
        letters[square] = _LETTER_BY_MEANING[LetterMeaning(obstacle=obstacle)]
    for square, is_open in board.door_squares.items():
        letters[square] = _LETTER_BY_MEANING[LetterMeaning(door="open" if is_open else "shut")]
    for kind_name, square in board.misplaced_features:  # terrain, obstacles and doors in the rock
        letters[square] = _LETTER_BY_KIND_NAME.get(kind_name, _LETTER_BY_MEANING[LetterMeaning(door="shut")])
    for trap in board.traps:
        letter = COUNTER_LETTER if trap.kind is TrapKind.COUNTER else _LETTER_BY_MEANING[LetterMeaning(trap=trap.kind)]
        letters |= dict.fromkeys(trap.squares, letter)
    for portal in board.portals:
        letters[portal.square] = _LETTER_BY_MEANING.get(LetterMeaning(portal=portal.number), HIGH_PORTAL_LETTER)
    for chest in board.chests:
        letters[chest.square] = _LETTER_BY_MEANING[LetterMeaning(chest=True)]
    return TextMap(letters, board.walls, board.edge_doors)


def describe_letter(letter: str) -> str:
    """Return what a letter of a text map stands for, for its legend; '' for a letter that needs no explanation.

    A sketch is a dungeon drawn with letters in a file. Letters that mean the same in every sketch need none.

    >>> describe_letter("w"), describe_letter("a"), describe_letter("C")
    ('water', 'portal 10', '')
    """
    meaning = LEGEND_LETTERS.get(letter)
    if meaning is None:
        return {COUNTER_LETTER: "pit counter", HIGH_PORTAL_LETTER: "portal of a higher number"}.get(letter, "")
    kind = meaning.terrain or meaning.obstacle
    return kind.value.replace("_", " ") if kind else f"portal {meaning.portal}"


MARGIN_SQUARES = 2
"""How many squares are shown around the squares at fault."""
MAX_WINDOW_ROWS = 14
"""The most rows of a window."""
MAX_WINDOWS = 2
"""The most windows for one problem; the text names the squares that are in no window."""
MAX_WINDOW_SQUARES = 1000
"""How many squares of a problem are considered for windows."""


class Excerpt(Struct, frozen=True):
    """Lines to print, and the squares at fault that they do not show."""

    lines: tuple[str, ...]
    squares_not_shown: tuple[Square, ...]


def draw_excerpt(text_map: TextMap, squares: Sequence[Square], width: int, style: TextStyle) -> Excerpt:
    """Return the parts of a text map (windows) that show the squares of a problem, and a legend of their letters.

    A window shows the squares with a margin, and ends where the dungeon ends. The time is O(squares).

    Args:
        text_map: the map.
        squares: the squares at fault.
        width: the longest line in characters.
        style: how the squares at fault are coloured.
    """
    corner, size = find_bounds(text_map.letters)
    end = corner[0] + size[0] - 1, corner[1] + size[1] - 1
    max_columns = max((width - len(str(end[1])) - 3) // 2, 2 * MARGIN_SQUARES + 1)
    lines: list[str] = []
    letters: set[str] = set()
    remaining = list(dict.fromkeys(squares))
    for _ in range(MAX_WINDOWS):
        if remaining:
            (left, top, right, bottom), remaining = _choose_window(remaining, max_columns)
            columns = _add_margin(left, right, corner[0], end[0])
            rows = _add_margin(top, bottom, corner[1], end[1])
            lines += [*([""] if lines else []), *_draw_window(text_map, columns, rows, set(squares), style)]
            letters.update(text_map.letters.get((x, y), ROCK_LETTER) for x in columns for y in rows)
    legend = ", ".join(f"{letter} {describe_letter(letter)}" for letter in sorted(letters) if describe_letter(letter))
    legend_lines = textwrap.wrap(f"({legend})", width) if legend else []
    return Excerpt((*lines, *(style.apply_colour("faint", line) for line in legend_lines)), tuple(remaining))


def _add_margin(start: int, end: int, first: int, last: int) -> range:
    """Return the rows or columns from `start` to `end` with a margin, which ends where the dungeon ends.

    Args:
        start: the first row or column that must be shown.
        end: the last one that must be shown.
        first: the first row or column of the dungeon.
        last: its last row or column.
    """
    return range(
        max(start - MARGIN_SQUARES, min(first, start), 0),
        min(end + MARGIN_SQUARES, max(last, end), MAX_COORDINATE) + 1,
    )


def _choose_window(squares: Sequence[Square], max_columns: int) -> tuple[tuple[int, int, int, int], list[Square]]:
    """Return the part of the map to show next, and the squares that it does not show.

    It grows from the first square, and takes in each further square with which it does not become too large.

    Args:
        squares: the squares to show.
        max_columns: the most columns of a window with its margin.

    Returns:
        left, top, right and bottom of the window without its margin, and the squares outside it.
    """
    left, top = right, bottom = squares[0]
    remaining = list(squares[MAX_WINDOW_SQUARES:])
    for x, y in squares[:MAX_WINDOW_SQUARES]:
        extended = min(left, x), min(top, y), max(right, x), max(bottom, y)
        if (
            extended[2] - extended[0] + 1 + 2 * MARGIN_SQUARES <= max_columns
            and extended[3] - extended[1] + 1 + 2 * MARGIN_SQUARES <= MAX_WINDOW_ROWS
        ):
            left, top, right, bottom = extended
        else:
            remaining.append((x, y))
    return (left, top, right, bottom), remaining


def _draw_window(
    text_map: TextMap, columns: range, rows: range, marked_squares: set[Square], style: TextStyle
) -> list[str]:
    """Return a window of a map as lines of text with coordinates.

    Between two lines of squares is a line of walls and doors, if there are any between them.
    """
    label_width = len(str(rows[-1]))
    lines = [style.apply_colour("faint", " " * (label_width + 2) + line) for line in _draw_column_numbers(columns)]
    for y in rows:
        row_number = style.apply_colour("faint", str(y).rjust(label_width))
        lines.append(f"{row_number} {_draw_row(text_map, columns, y, marked_squares, style)}")
        signs = [text_map.find_border_sign((x, y), Side.SOUTH, "-") for x in columns] if y < rows[-1] else []
        if any(sign != " " for sign in signs):
            joins = ["-" if sign == next_sign == "-" else " " for sign, next_sign in pairwise(signs)]
            border = "".join(sign + join for sign, join in zip(signs, [*joins, ""], strict=True))
            lines.append(" " * (label_width + 2) + border)
    return [line.rstrip() for line in lines]


def _draw_row(text_map: TextMap, columns: range, y: int, marked_squares: set[Square], style: TextStyle) -> str:
    """Return one row of squares as text, with gaps that show walls and doors, and brackets around marked squares."""
    parts = [style.apply_colour("bad", "[") if (columns[0], y) in marked_squares else " "]
    for x in columns:
        letter, is_marked = text_map.letters.get((x, y), ROCK_LETTER), (x, y) in marked_squares
        is_last = x == columns[-1]
        gap = " " if is_last else text_map.find_border_sign((x, y), Side.EAST, "|")
        if is_marked != (not is_last and (x + 1, y) in marked_squares):
            gap = style.apply_colour("bad", "]" if is_marked else "[")
        parts += [style.apply_colour("bad", letter) if is_marked else letter, gap]
    return "".join(parts)


def _draw_column_numbers(columns: range) -> list[str]:
    """Return the lines above a map that number its columns: a line of tens if there are any, then one of ones.

    The ones digit is above every column, the tens above the first column and each tenth one.
    """
    ones = " ".join(str(x % 10) for x in columns)
    if columns[-1] < 10:
        return [ones]
    tens = [" "] * (2 * len(columns) + 4)
    for x in reversed(columns):
        text = str(x // 10)
        position = 2 * (x - columns[0])
        is_free = all(sign == " " for sign in tens[position : position + len(text) + 1])
        if x >= 10 and (x == columns[0] or x % 10 == 0) and is_free:
            tens[position : position + len(text)] = text
    return ["".join(tens).rstrip(), ones]
