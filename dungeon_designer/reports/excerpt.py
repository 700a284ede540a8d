"""A board as letters, square by square: enough to show any part of it as text.

The letters are a sketch's.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from dungeon_designer.board.model import Board
from dungeon_designer.grid import LIMIT, Edge, Side, Square, bounds
from dungeon_designer.layout.model import TrapKind
from dungeon_designer.layout.sketch_letters import BUILT_IN, FLOOR, OWN, ZONES, Meaning
from dungeon_designer.reports.text_style import TextStyle

ROCK = " "
COUNTER = "t"
"""A face-down counter; a sketch names these in a list."""
MORE = "*"
"""A portal of a number no letter stands for."""

_LETTERS = {meaning: letter for letter, meaning in (BUILT_IN | OWN).items()}
_WORDS = {COUNTER: "pit counter", MORE: "portal of a higher number"}
_ZONES = {meaning: letter for letter, meaning in ZONES.items()}


class TextMap(Struct, frozen=True, eq=False):
    """The letter of each square, floor or not, and the walls and doors between two floor squares."""

    letters: dict[Square, str]
    walls: frozenset[Edge]
    doors: frozenset[Edge]

    def window(self, corner: Square, size: tuple[int, int]) -> Window:
        """A rectangle of the map."""
        columns, lines = (range(start, start + count) for start, count in zip(corner, size, strict=True))
        rows = tuple("".join(self.letters.get((x, y), ROCK) for x in columns) for y in lines)
        east, south = (
            [[self._edge(((x, y), side)) for x in columns] for y in lines] for side in (Side.EAST, Side.SOUTH)
        )
        return Window(corner, rows, east, south)

    def _edge(self, edge: Edge) -> str:
        return "wall" if edge in self.walls else "door" if edge in self.doors else ""

    @property
    def corner(self) -> Square:
        """The smallest x and the smallest y of any square; (0, 0) for none."""
        return min((x for x, _ in self.letters), default=0), min((y for _, y in self.letters), default=0)

    @property
    def end(self) -> Square:
        """The largest x and the largest y of any square; (-1, -1) for none."""
        return max((x for x, _ in self.letters), default=-1), max((y for _, y in self.letters), default=-1)


class Window(Struct, frozen=True):
    """A rectangle of a map, `corner` its upper left square: rows of letters, and the edges between floor squares.

    An edge is "wall", "door" or "" for open; walls against rock are left out, the rock shows them.
    """

    corner: Square
    rows: tuple[str, ...]
    east: list[list[str]]
    south: list[list[str]]


def text_map(board: Board) -> TextMap:
    """The letters of a board, what lies highest first: chest, portal, trap, door, obstacle, terrain, floor."""
    letters = {square: _ZONES.get((s.kind, s.side), FLOOR) if s.side else FLOOR for square, s in board.owner.items()}
    letters |= {square: _LETTERS[Meaning(terrain=kind)] for square, kind in board.terrain_at.items()}
    letters |= {square: _LETTERS[Meaning(obstacle=kind)] for square, kind in board.obstacle_at.items()}
    letters |= {square: _LETTERS[Meaning(door=ajar)] for square, ajar in board.door_squares.items()}
    letters |= _items(board)
    return TextMap(letters, board.walls, board.edge_doors)


def words(letter: str) -> str:
    """What a letter that is not every sketch's stands for; '' for one that is.

    >>> words("w"), words("a"), words("C")
    ('water', 'portal 10', '')
    """
    meaning = OWN.get(letter)
    if meaning is None:
        return _WORDS.get(letter, "")
    kind = meaning.terrain or meaning.obstacle
    return kind.value.replace("_", " ") if kind else f"portal {meaning.portal}"


def _items(board: Board) -> Iterator[tuple[Square, str]]:
    """What lies on the squares, the uppermost last; things drawn where no floor is among them."""
    for what, square in board.strays:
        yield square, _stray(what)
    for trap in board.traps:
        letter = COUNTER if trap.kind is TrapKind.COUNTER else _LETTERS[Meaning(trap=trap.kind)]
        yield from ((square, letter) for square in trap.squares)
    for portal in board.portals:
        yield portal.at, _LETTERS.get(Meaning(portal=portal.number), MORE)
    for chest in board.chests:
        yield chest.at, _LETTERS[Meaning(chest=True)]


def _stray(what: str) -> str:
    """The letter of a thing drawn on rock, by its kind's name."""
    named = (
        letter for letter, m in (BUILT_IN | OWN).items() if (kind := m.terrain or m.obstacle) and kind.value == what
    )
    return next(named, _LETTERS[Meaning(door=False)])


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


def excerpt(picture: TextMap, squares: Sequence[Square], width: int, style: TextStyle) -> Excerpt:
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
            lines += [*([""] if lines else []), *_drawn(window, set(squares), style)]
            letters.update(*window.rows)
    return Excerpt((*lines, *_key(letters, width, style)), tuple(left))


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


def _drawn(window: Window, marked: set[Square], style: TextStyle) -> list[str]:
    """A window with its coordinates."""
    x0, y0 = window.corner
    label = len(str(y0 + len(window.rows) - 1))
    lines = [style.paint("faint", " " * (label + 2) + line) for line in _column_numbers(x0, len(window.rows[0]))]
    for row, letters in enumerate(window.rows):
        flags = [(x0 + column, y0 + row) in marked for column in range(len(letters))]
        lines.append(
            f"{style.paint('faint', str(y0 + row).rjust(label))} {_row(letters, window.east[row], flags, style)}"
        )
        below = _below(window.south[row]) if row + 1 < len(window.rows) else ""
        if below:
            lines.append(" " * (label + 2) + below)
    return [line.rstrip() for line in lines]


def _row(letters: str, east: Sequence[str], marked: Sequence[bool], style: TextStyle) -> str:
    """One row of squares, a gap before, between and after them."""
    parts = [style.paint("bad", "[") if marked[0] else " "]
    for column, letter in enumerate(letters):
        after = marked[column + 1] if column + 1 < len(letters) else False
        gap = _gap(east[column]) if column + 1 < len(letters) else " "
        parts.append(style.paint("bad", letter) if marked[column] else letter)
        parts.append(style.paint("bad", "]" if marked[column] else "[") if marked[column] != after else gap)
    return "".join(parts)


def _gap(state: str) -> str:
    return {"wall": "|", "door": ":"}.get(state, " ")


def _below(south: Sequence[str]) -> str:
    """The line between a row and the next; '' when every edge is open."""
    signs = [{"wall": "-", "door": ":"}.get(state, " ") for state in south]
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


def _key(letters: Iterable[str], width: int, style: TextStyle) -> list[str]:
    """What the letters stand for that are not every sketch's own."""
    found = [f"{letter} {words(letter)}" for letter in sorted(letters) if words(letter)]
    return [style.paint("faint", line) for line in textwrap.wrap(f"({', '.join(found)})", width)] if found else []
