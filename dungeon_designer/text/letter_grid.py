"""Read the rows of letters that draw a map in a file, and find where each letter stands."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from dungeon_designer.errors import suggest_word
from dungeon_designer.grid import MAX_COORDINATE, Square
from dungeon_designer.text.autocorrect import explain_letter
from dungeon_designer.text.read_faults import Fault, KeyPath, Mark, format_value
from dungeon_designer.text.yaml_faults import explain_flush_row, find_flush_row
from dungeon_designer.text.yaml_text import Node, Scalar, YamlTable, split_lines

ROCK_LETTERS = "# "
"""The letters for rock, which no section covers."""

FLOOR_LETTER = "."
"""The letter for plain floor."""


@dataclass(frozen=True, slots=True)
class LetterGrid:
    """The rows of letters of a map, without meaningless letters at their ends.

    Attributes:
        rows: the rows from the top down.
        mark: the line and column where the text begins.
        corner: the line and column of the first letter; None if the text is quoted so that it is not known.
            Then every letter is reported at `mark`.
    """

    rows: tuple[str, ...]
    mark: Mark
    corner: Mark | None

    def find_mark(self, square: Square) -> Mark:
        """Return the line and column of a square's letter in the file."""
        if self.corner is None:
            return self.mark
        return self.corner[0] + square[1], self.corner[1] + square[0]

    def find_letter(self, square: Square) -> str:
        """Return the letter on a square; a blank outside the rows."""
        x, y = square
        return self.rows[y][x] if y < len(self.rows) and x < len(self.rows[y]) else " "


def read_letter_grid(node: Node, key: str, lines: list[str], cut_letters: str = ROCK_LETTERS) -> LetterGrid:
    """Read the rows of letters that a node of a YAML file holds.

    Args:
        node: the node of the key.
        key: the name of the key, for messages.
        lines: the lines of the file.
        cut_letters: letters that are removed from the ends of rows; rows without other letters are removed at
            the end.

    Raises:
        Fault: the node is no text, its lines would be joined, or a row reaches beyond the largest coordinate.
    """
    if not isinstance(node, Scalar):
        raise Fault(f"write it as rows of letters, in a block below '{key}: |'", (key,))
    if not node.style and not node.text:
        raise Fault(f"nothing is drawn; write rows of letters in a block below '{key}: |'", (key,))
    if node.style == ">" or (node.style != "|" and node.last > node.mark[0] and "\n" not in node.text):
        raise Fault(f"its lines would be joined into one; write them in a block below '{key}: |'", (key,))
    if node.style == "|" and (flush_line := find_flush_row(lines, node.mark[0])):
        raise Fault(explain_flush_row(lines[flush_line - 1]), (key,), mark=(flush_line, 1))
    rows = [row.rstrip(cut_letters) for row in split_lines(node.text)]
    while rows and not rows[-1]:
        rows.pop()
    grid = LetterGrid(tuple(rows), node.mark, _find_first_letter(node, lines))
    if len(rows) > MAX_COORDINATE + 1:
        raise Fault(f"a row beyond {MAX_COORDINATE}, the last coordinate", mark=grid.find_mark((0, MAX_COORDINATE + 1)))
    for y, row in enumerate(rows):
        if len(row) > MAX_COORDINATE + 1:
            raise Fault(
                f"a column beyond {MAX_COORDINATE}, the last coordinate", mark=grid.find_mark((MAX_COORDINATE + 1, y))
            )
    return grid


def _find_first_letter(node: Scalar, lines: list[str]) -> Mark | None:
    """Return the line and column of the first letter of a text; None if a quoted text does not start with its letters.

    The indentation of a block is the number of letters by which a line of the file is longer than the row.
    """
    line, column = node.mark
    if node.style == "|":
        rows = node.text.split("\n")
        indented_rows = [(file_line, row) for file_line, row in zip(lines[line:], rows, strict=False) if row]
        return line + 1, (len(indented_rows[0][0]) - len(indented_rows[0][1]) if indented_rows else 0) + 1
    file_line = lines[line - 1][column - 1 + bool(node.style) :]
    return (line, column + bool(node.style)) if file_line.startswith(node.text) else None


def read_legend_letters(legend: Node, used_letters: Collection[str]) -> dict[str, Node]:
    """Return the node by which a legend describes each letter.

    Raises:
        Fault: a key is not one letter, or has a meaning already.
    """
    if not isinstance(legend, YamlTable):
        raise Fault("expected a table of letters and what they mean", ("legend",))
    for letter in legend.entries:
        path: KeyPath = ("legend", letter)
        if len(letter) != 1 or not letter.isprintable():
            raise Fault(f"{format_value(letter)} is not one letter", path, at_key=True)
        if letter in used_letters:
            raise Fault(
                f"{format_value(letter)} has its meaning in every sketch; choose another letter", path, at_key=True
            )
    return legend.entries


def explain_unknown_letter(letter: str, known_letters: Iterable[str]) -> str:
    """Return what is wrong with an unknown letter of a map, with a hint if the letter is known in the other case."""
    suggestion = suggest_word(
        letter.swapcase(), [known_letter for known_letter in known_letters if known_letter == letter.swapcase()]
    )
    remedy = explain_letter(letter) or f"{suggestion}; give it a meaning under 'legend'"
    return f"the letter {format_value(letter)} means nothing{remedy}"
