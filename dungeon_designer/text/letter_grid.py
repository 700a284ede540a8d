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
        """Return the line and column in the file of the letter that draws a square of the map."""
        if self.corner is None:
            return self.mark
        (first_line, first_column), (x, y) = self.corner, square
        return first_line + y, first_column + x

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
    _check_rows_are_kept(node, key, lines)
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


def _check_rows_are_kept(node: Scalar, key: str, lines: list[str]) -> None:
    """Raise a Fault if a drawing is empty, or if YAML does not keep its lines as they are written.

    Without a block (|) YAML joins lines to one, and a block ends at a row that is not indented.
    """
    is_plain, is_block = not node.style, node.style == "|"
    if is_plain and not node.text:
        raise Fault(f"nothing is drawn; write rows of letters in a block below '{key}: |'", (key,))
    first_line, _ = node.mark
    has_several_lines = node.last > first_line  # in the file; `last` is the number of its last line
    lines_are_joined = has_several_lines and "\n" not in node.text
    if node.style == ">" or (lines_are_joined and not is_block):
        raise Fault(f"its lines would be joined into one; write them in a block below '{key}: |'", (key,))
    # a flush row, one that is not indented, ends the block too early
    if is_block and (flush_line := find_flush_row(lines, first_line)):
        raise Fault(explain_flush_row(lines[flush_line - 1]), (key,), mark=(flush_line, 1))


def _find_first_letter(node: Scalar, lines: list[str]) -> Mark | None:
    """Return the line and column, in its file, of the first letter of a drawing in YAML.

    The result is None for a text in quotes that does not begin with its own letters, but with an escape.
    """
    line, column = node.mark
    if node.style == "|":
        first_line, lines_of_block = line + 1, lines[line:]  # `line` counts from 1, and has the sign |
        # all rows are indented alike; the first that is not empty shows how far: its line is longer by the indent
        for file_line, row in zip(lines_of_block, node.text.split("\n"), strict=False):
            if row:
                indent = len(file_line) - len(row)
                return first_line, indent + 1
        return first_line, 1
    if node.style:  # a quote stands before the first letter
        column += 1
    return (line, column) if lines[line - 1][column - 1 :].startswith(node.text) else None


def read_legend_letters(legend: Node, used_letters: Collection[str]) -> dict[str, Node]:
    """Return the value that the key `legend` of a file gives to each letter, as a node of YAML.

    Args:
        legend: the node of the key.
        used_letters: the letters that have a meaning already.

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
    """Return what is wrong with an unknown letter of a map, with a hint if its upper or lower case is known."""
    other_case = letter.swapcase()
    hint = suggest_word(other_case, [other_case]) if other_case in list(known_letters) else ""  # "(did you mean T?)"
    remedy = explain_letter(letter) or f"{hint}; give it a meaning under 'legend'"
    return f"the letter {format_value(letter)} means nothing{remedy}"
