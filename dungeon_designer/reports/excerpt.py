"""A board as letters, square by square: enough to show any part of it as text.

The letters are a sketch's.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
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
_ZONES = {meaning: letter for letter, meaning in ZONES.items()}


class TextMap(Struct, frozen=True, eq=False):
    """The letter of each square, floor or not, and the walls and doors between two floor squares."""

    letters: dict[Square, str]
    walls: frozenset[Edge]
    doors: frozenset[Edge]

    def border(self, square: Square, side: Side, wall: str) -> str:
        """The sign of a border; that of a wall against rock is left out, the rock shows it."""
        return wall if (square, side) in self.walls else ":" if (square, side) in self.doors else " "


def text_map(board: Board) -> TextMap:
    """The letters of a board, what lies highest first: chest, portal, trap, door, obstacle, terrain, floor.

    Things drawn where no floor is are among them.
    """
    letters = {square: _ZONES.get((s.kind, s.side), FLOOR) if s.side else FLOOR for square, s in board.owner.items()}
    letters |= {square: _LETTERS[Meaning(terrain=kind)] for square, kind in board.terrain_at.items()}
    letters |= {square: _LETTERS[Meaning(obstacle=kind)] for square, kind in board.obstacle_at.items()}
    letters |= {at: _LETTERS[Meaning(door="open" if ajar else "shut")] for at, ajar in board.door_squares.items()}
    by_kind = {
        kind.value: letter for meaning, letter in _LETTERS.items() if (kind := meaning.terrain or meaning.obstacle)
    }
    letters |= {square: by_kind.get(what, _LETTERS[Meaning(door="shut")]) for what, square in board.strays}
    for trap in board.traps:
        letter = COUNTER if trap.kind is TrapKind.COUNTER else _LETTERS[Meaning(trap=trap.kind)]
        letters |= dict.fromkeys(trap.squares, letter)
    letters |= {portal.at: _LETTERS.get(Meaning(portal=portal.number), MORE) for portal in board.portals}
    letters |= {chest.at: _LETTERS[Meaning(chest=True)] for chest in board.chests}
    return TextMap(letters, board.walls, board.edge_doors)


def letter_meaning(letter: str) -> str:
    """What a letter that is not every sketch's stands for; '' for one that is.

    >>> letter_meaning("w"), letter_meaning("a"), letter_meaning("C")
    ('water', 'portal 10', '')
    """
    meaning = OWN.get(letter)
    if meaning is None:
        return {COUNTER: "pit counter", MORE: "portal of a higher number"}.get(letter, "")
    kind = meaning.terrain or meaning.obstacle
    return kind.value.replace("_", " ") if kind else f"portal {meaning.portal}"


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
    """Windows around the squares, in the order given, no line longer than `width`; O(squares).

    A window is the squares with a margin, cut to the dungeon where it ends.
    """
    corner, size = bounds(picture.letters)
    end = corner[0] + size[0] - 1, corner[1] + size[1] - 1
    widest = max((width - len(str(end[1])) - 3) // 2, 2 * MARGIN + 1)
    lines: list[str] = []
    letters: set[str] = set()
    left = list(dict.fromkeys(squares))
    for _ in range(MOST_WINDOWS):
        if left:
            (x0, y0, x1, y1), left = _near(left, widest)
            columns = range(max(x0 - MARGIN, min(corner[0], x0), 0), min(x1 + MARGIN, max(end[0], x1), LIMIT) + 1)
            rows = range(max(y0 - MARGIN, min(corner[1], y0), 0), min(y1 + MARGIN, max(end[1], y1), LIMIT) + 1)
            lines += [*([""] if lines else []), *_drawn(picture, columns, rows, set(squares), style)]
            letters.update(picture.letters.get((x, y), ROCK) for x in columns for y in rows)
    found = ", ".join(f"{letter} {letter_meaning(letter)}" for letter in sorted(letters) if letter_meaning(letter))
    key = textwrap.wrap(f"({found})", width) if found else []
    return Excerpt((*lines, *(style.paint("faint", line) for line in key)), tuple(left))


def _near(squares: Sequence[Square], widest: int) -> tuple[tuple[int, int, int, int], list[Square]]:
    """The left, top, right and bottom of the first square with all that fit into one window with it, and the rest."""
    left, top = right, bottom = squares[0]
    rest = list(squares[LOOKED_AT:])
    for x, y in squares[:LOOKED_AT]:
        grown = min(left, x), min(top, y), max(right, x), max(bottom, y)
        if grown[2] - grown[0] + 1 + 2 * MARGIN <= widest and grown[3] - grown[1] + 1 + 2 * MARGIN <= TALLEST:
            left, top, right, bottom = grown
        else:
            rest.append((x, y))
    return (left, top, right, bottom), rest


def _drawn(picture: TextMap, columns: range, rows: range, marked: set[Square], style: TextStyle) -> list[str]:
    """A window with its coordinates: lines of squares, between them lines of walls and doors, if there are any."""
    label = len(str(rows[-1]))
    lines = [style.paint("faint", " " * (label + 2) + line) for line in _column_numbers(columns)]
    for y in rows:
        lines.append(f"{style.paint('faint', str(y).rjust(label))} {_row(picture, columns, y, marked, style)}")
        signs = [picture.border((x, y), Side.SOUTH, "-") for x in columns] if y < rows[-1] else []
        joins = ["-" if a == b == "-" else " " for a, b in pairwise(signs)]
        if any(sign != " " for sign in signs):
            lines.append(" " * (label + 2) + "".join(a + b for a, b in zip(signs, [*joins, ""], strict=True)))
    return [line.rstrip() for line in lines]


def _row(picture: TextMap, columns: range, y: int, marked: set[Square], style: TextStyle) -> str:
    """One row of squares, a gap before, between and after them; brackets around those marked."""
    parts = [style.paint("bad", "[") if (columns[0], y) in marked else " "]
    for x in columns:
        letter, here = picture.letters.get((x, y), ROCK), (x, y) in marked
        last = x == columns[-1]
        gap = " " if last else picture.border((x, y), Side.EAST, "|")
        if here != (not last and (x + 1, y) in marked):
            gap = style.paint("bad", "]" if here else "[")
        parts += [style.paint("bad", letter) if here else letter, gap]
    return "".join(parts)


def _column_numbers(columns: range) -> list[str]:
    """Ones over every column; tens and more, if there are any, once over the first column and each tenth."""
    ones = " ".join(str(x % 10) for x in columns)
    if columns[-1] < 10:
        return [ones]
    above = [" "] * (2 * len(columns) + 4)
    for x in reversed(columns):
        text = str(x // 10)
        at = 2 * (x - columns[0])
        free = all(sign == " " for sign in above[at : at + len(text) + 1])
        if x >= 10 and (x == columns[0] or x % 10 == 0) and free:
            above[at : at + len(text)] = text
    return ["".join(above).rstrip(), ones]
