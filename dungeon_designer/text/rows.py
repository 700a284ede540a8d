"""Rows of letters in a file, and where each letter stands."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from dungeon_designer.errors import did_you_mean
from dungeon_designer.grid import LIMIT, Square
from dungeon_designer.text.autocorrect import explain_letter
from dungeon_designer.text.read_faults import Fault, Mark, Path, quoted
from dungeon_designer.text.yaml_faults import explain_flush_row, find_flush_row
from dungeon_designer.text.yaml_text import Node, Scalar, YamlTable, lines_of

ROCK = "# "
"""The letters for rock: what no section covers."""

FLOOR = "."
"""The letter for plain floor."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of letters, what means nothing at their ends cut off.

    `corner` is the line and column of the first letter; None where a quoted text hides it, then every letter
    is said to stand at `mark`, the begin of the text.
    """

    rows: tuple[str, ...]
    mark: Mark
    corner: Mark | None

    def mark_of(self, square: Square) -> Mark:
        """Line and column of a letter in the file."""
        if self.corner is None:
            return self.mark
        return self.corner[0] + square[1], self.corner[1] + square[0]

    def letter(self, square: Square) -> str:
        """The letter on a square; a blank beyond the rows."""
        x, y = square
        return self.rows[y][x] if y < len(self.rows) and x < len(self.rows[y]) else " "


def grid_of(node: Node, key: str, lines: list[str], cut: str = ROCK) -> Grid:
    """The grid a text holds; a Fault when it is no text, is folded, or reaches beyond the last coordinate.

    `cut` are the letters cut off at the ends of rows; rows of nothing else are cut off at the end.
    """
    if not isinstance(node, Scalar):
        raise Fault(f"write it as rows of letters, in a block below '{key}: |'", (key,))
    if not node.style and not node.text:
        raise Fault(f"nothing is drawn; write rows of letters in a block below '{key}: |'", (key,))
    if node.style == ">" or (node.style != "|" and node.last > node.mark[0] and "\n" not in node.text):
        raise Fault(f"its lines would be joined into one; write them in a block below '{key}: |'", (key,))
    if node.style == "|" and (flush := find_flush_row(lines, node.mark[0])):
        raise Fault(explain_flush_row(lines[flush - 1]), (key,), mark=(flush, 1))
    rows = [row.rstrip(cut) for row in lines_of(node.text)]
    while rows and not rows[-1]:
        rows.pop()
    grid = Grid(tuple(rows), node.mark, _corner(node, lines))
    if len(rows) > LIMIT + 1:
        raise Fault(f"a row beyond {LIMIT}, the last coordinate", mark=grid.mark_of((0, LIMIT + 1)))
    for y, row in enumerate(rows):
        if len(row) > LIMIT + 1:
            raise Fault(f"a column beyond {LIMIT}, the last coordinate", mark=grid.mark_of((LIMIT + 1, y)))
    return grid


def _corner(node: Scalar, lines: list[str]) -> Mark | None:
    """Where the first letter stands. A block's indentation is what its lines in the file are longer by."""
    line, column = node.mark
    if node.style == "|":
        rows = node.text.split("\n")
        inside = [(raw, row) for raw, row in zip(lines[line:], rows, strict=False) if row]
        return line + 1, (len(inside[0][0]) - len(inside[0][1]) if inside else 0) + 1
    raw = lines[line - 1][column - 1 + bool(node.style) :]
    return (line, column + bool(node.style)) if raw.startswith(node.text) else None


def own_letters(legend: Node, taken: Collection[str]) -> dict[str, Node]:
    """What a legend says of each letter; a Fault names one that is no letter, or has a meaning already."""
    if not isinstance(legend, YamlTable):
        raise Fault("expected a table of letters and what they mean", ("legend",))
    for letter in legend.entries:
        path: Path = ("legend", letter)
        if len(letter) != 1 or not letter.isprintable():
            raise Fault(f"{quoted(letter)} is not one letter", path, at_key=True)
        if letter in taken:
            raise Fault(f"{quoted(letter)} has its meaning in every sketch; choose another letter", path, at_key=True)
    return legend.entries


def means_nothing(letter: str, known: Iterable[str]) -> str:
    """What is wrong with an unknown letter of a map; a hint where it is known in the other case."""
    other = did_you_mean(letter.swapcase(), [each for each in known if each == letter.swapcase()])
    remedy = explain_letter(letter) or f"{other}; give it a meaning under 'legend'"
    return f"the letter {quoted(letter)} means nothing{remedy}"
