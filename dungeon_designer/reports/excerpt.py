"""The part of a map around a fault, as lines of text with coordinates, the squares at fault in brackets.

::

        0 1 2 3 4 5
     0  < < . . . .
     1 [< <]. .|. C
     2  < < . .:. .

Between two squares stands ``|`` for a wall and ``:`` for a door; on lines between rows, ``-`` and ``:``.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from dungeon_designer.board.model import DOOR, WALL
from dungeon_designer.grid import LIMIT, Square, bounds
from dungeon_designer.reports.terminal_colours import Paint
from dungeon_designer.reports.text_map import TextMap, Window, words

MARGIN = 2
"""Squares shown around those at fault."""
TALLEST = 14
"""Rows of a window at most."""
MOST_WINDOWS = 2
"""Windows for one finding; the squares elsewhere are named in words."""
LOOKED_AT = 1000
"""Squares of a finding that windows are sought for."""


class Excerpt(Struct, frozen=True):
    """Lines to print, and the squares at fault they do not show."""

    lines: tuple[str, ...]
    hidden: tuple[Square, ...]


def excerpt(picture: TextMap, squares: Sequence[Square], width: int, paint: Paint) -> Excerpt:
    """Windows around the squares, in the order given, no line longer than `width`; O(squares)."""
    label = len(str(picture.end[1]))
    widest = max((width - label - 3) // 2, 2 * MARGIN + 1)
    lines: list[str] = []
    letters: set[str] = set()
    left = list(dict.fromkeys(squares))
    for _ in range(MOST_WINDOWS):
        if left:
            shown, left = _near(left, widest, TALLEST)
            window = _window(picture, shown)
            lines += [*([""] if lines else []), *_drawn(window, set(squares), paint)]
            letters.update(*window.rows)
    return Excerpt((*lines, *_key(letters, width, paint)), tuple(left))


def _near(squares: Sequence[Square], widest: int, tallest: int) -> tuple[list[Square], list[Square]]:
    """The first square with all that fit into one window with it, and the rest."""
    left, top = right, bottom = squares[0]
    near, rest = [], list(squares[LOOKED_AT:])
    for x, y in squares[:LOOKED_AT]:
        grown = min(left, x), min(top, y), max(right, x), max(bottom, y)
        if grown[2] - grown[0] + 1 + 2 * MARGIN <= widest and grown[3] - grown[1] + 1 + 2 * MARGIN <= tallest:
            left, top, right, bottom = grown
            near.append((x, y))
        else:
            rest.append((x, y))
    return near, rest


def _window(picture: TextMap, squares: Iterable[Square]) -> Window:
    """The squares with a margin, cut to the dungeon where it ends."""
    (left, top), (wide, high) = bounds(squares)
    corner, end = picture.corner, picture.end
    right, bottom = left + wide - 1, top + high - 1
    x0, y0 = max(left - MARGIN, min(corner[0], left), 0), max(top - MARGIN, min(corner[1], top), 0)
    x1 = min(right + MARGIN, max(end[0], right), LIMIT)
    y1 = min(bottom + MARGIN, max(end[1], bottom), LIMIT)
    return picture.window((x0, y0), (x1 - x0 + 1, y1 - y0 + 1))


def _drawn(window: Window, marked: set[Square], paint: Paint) -> list[str]:
    """A window with its coordinates."""
    x0, y0 = window.corner
    label = len(str(y0 + len(window.rows) - 1))
    lines = [paint.faint(" " * (label + 2) + line) for line in _column_numbers(x0, len(window.rows[0]))]
    for row, letters in enumerate(window.rows):
        flags = [(x0 + column, y0 + row) in marked for column in range(len(letters))]
        lines.append(f"{paint.faint(str(y0 + row).rjust(label))} {_row(letters, window.east[row], flags, paint)}")
        below = _below(window.south[row]) if row + 1 < len(window.rows) else ""
        if below:
            lines.append(" " * (label + 2) + below)
    return [line.rstrip() for line in lines]


def _row(letters: str, east: Sequence[int], marked: Sequence[bool], paint: Paint) -> str:
    """One row of squares, a gap before, between and after them."""
    parts = [paint.bad("[") if marked[0] else " "]
    for column, letter in enumerate(letters):
        after = marked[column + 1] if column + 1 < len(letters) else False
        gap = _gap(east[column]) if column + 1 < len(letters) else " "
        parts.append(paint.bad(letter) if marked[column] else letter)
        parts.append(paint.bad("]" if marked[column] else "[") if marked[column] != after else gap)
    return "".join(parts)


def _gap(state: int) -> str:
    return "|" if state == WALL else ":" if state == DOOR else " "


def _below(south: Sequence[int]) -> str:
    """The line between a row and the next; '' when every edge is open."""
    signs = ["-" if state == WALL else ":" if state == DOOR else " " for state in south]
    joins = ["-" if a == b == "-" else " " for a, b in pairwise(signs)]
    return "".join(sign + join for sign, join in zip(signs, [*joins, ""], strict=True)).rstrip()


def _column_numbers(first: int, count: int) -> list[str]:
    """Ones over every column; tens and more, if there are any, once over the first column and each tenth."""
    ones = " ".join(str(x % 10) for x in range(first, first + count))
    if first + count <= 10:
        return [ones]
    above = [" "] * (2 * count + 4)
    for x in sorted({first, *range(first, first + count)}, reverse=True):
        text = str(x // 10)
        at = 2 * (x - first)
        free = all(sign == " " for sign in above[at : at + len(text) + 1])
        if x >= 10 and (x == first or x % 10 == 0) and free:
            above[at : at + len(text)] = text
    return ["".join(above).rstrip(), ones]


def _key(letters: Iterable[str], width: int, paint: Paint) -> list[str]:
    """What the letters stand for that are not every sketch's own."""
    found = [f"{letter} {words(letter)}" for letter in sorted(letters) if words(letter)]
    return [paint.faint(line) for line in textwrap.wrap(f"({', '.join(found)})", width)] if found else []
