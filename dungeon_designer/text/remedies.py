"""Find remedies for text that is not valid TOML or YAML: changes of one line, each kept only if it helps when tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from dungeon_designer.text.autocorrect import CURLY_QUOTES, list_straightened_lines
from dungeon_designer.text.read_faults import Mark

MAX_SHOWN_LETTERS = 80
"""The largest number of letters of a corrected line that a message shows."""

FindError = Callable[[str], Mark | None]
"""A function that returns the line and column of the first error in a text; None if there is no error."""


class Remedy(NamedTuple):
    """A mistake in a line, and the line without it.

    Attributes:
        problem: what is wrong.
        line: the corrected line.
        joined_lines: how many lines below are now part of this line.
        excerpt: the part of the corrected line that a message shows; None for the whole line, if that is short.
    """

    problem: str
    line: str
    joined_lines: int = 0
    excerpt: str | None = None

    def format_message(self) -> str:
        """Return the message: what is wrong and, if it is short enough, the corrected line or an excerpt of it."""
        corrected_text = self.line.strip() if self.excerpt is None else self.excerpt
        is_shown = 0 < len(corrected_text) <= MAX_SHOWN_LETTERS  # an empty excerpt means that nothing is shown
        return f"{self.problem}: {corrected_text}" if is_shown else self.problem


def find_remedy(
    lines: Sequence[str],
    number: int,
    error: Mark,
    remedies: Iterable[Remedy],
    find_error: FindError,
    max_lines: int = 500,
) -> Remedy | None:
    """Return the first remedy that makes a text valid, or moves its first error further down; None if none does.

    A remedy is a corrected line with the words for what was wrong.

    Args:
        lines: the lines of the text.
        number: the line, from 1, that the remedies change.
        error: the line and column of the error.
        remedies: the remedies to try, in order.
        find_error: the parser.
        max_lines: how many lines after the error are parsed; what comes later does not matter.
    """
    error_line, error_column = error
    for remedy in remedies:
        lines_below = lines[number + remedy.joined_lines : error_line + max_lines]
        empty_lines = [""] * remedy.joined_lines  # so that the lines below keep their numbers
        changed_lines = [*lines[: number - 1], remedy.line, *empty_lines, *lines_below]
        # what stands behind the correction moves right by its letters; an error there is still the same error
        added_letters = max(len(remedy.line) - len(lines[number - 1]), 0) if number == error_line else 0
        next_error = find_error("\n".join(changed_lines))
        if next_error is None or next_error > (error_line, error_column + added_letters):
            return remedy
    return None


def list_quote_remedies(line: str) -> Iterator[Remedy]:
    """Yield remedies (corrected lines) that replace curly quotes by straight ones.

    First they replace the double quotes, then all quotes, then the last quote alone.
    """
    if CURLY_QUOTES.search(line):
        for straight in list_straightened_lines(line):
            yield Remedy("curly quotes do not enclose text here; write straight ones", straight)


def find_column(line: str, corrected: str) -> int:
    """Return the first column, from 1, in which a corrected line differs from the line.

    >>> find_column("name = Hall", 'name = "Hall"')
    8
    """
    for column, (old_letter, new_letter) in enumerate(zip(line, corrected, strict=False), start=1):
        if old_letter != new_letter:
            return column
    return min(len(line), len(corrected)) + 1
