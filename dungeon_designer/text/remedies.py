"""Remedies for text that is no valid TOML or YAML: changes of one line, each kept only if it helps when it is tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from dungeon_designer.text.autocorrect import CURLY_QUOTES, straighten
from dungeon_designer.text.read_faults import Mark

MAX_SHOWN = 80
"""Letters of a corrected line that a message shows."""

FindError = Callable[[str], Mark | None]
"""Returns the line and column of the first error in a text; None where it has none."""


class Remedy(NamedTuple):
    """What is wrong, and how the line reads without it.

    taken  how many lines below it were joined to it
    shown  the part of the corrected line that a message shows; without it the whole line, if that is short
    """

    problem: str
    line: str
    taken: int = 0
    shown: str | None = None

    def words(self) -> str:
        """What is wrong, and how it is written right."""
        shown = self.line.strip() if self.shown is None else self.shown
        return f"{self.problem}: {shown}" if 0 < len(shown) <= MAX_SHOWN else self.problem


def find_remedy(
    lines: Sequence[str],
    number: int,
    error: Mark,
    remedies: Iterable[Remedy],
    find_error: FindError,
    max_lines: int = 500,
) -> Remedy | None:
    """Return the first remedy of the line `number` with which the text reads on beyond `error`; None where none does.

    The text is tried up to `max_lines` lines below the error: what follows is another matter.
    """
    for remedy in remedies:
        below = lines[number + remedy.taken : error[0] + max_lines]
        changed = [*lines[: number - 1], remedy.line, *[""] * remedy.taken, *below]
        longer_by = max(len(remedy.line) - len(lines[number - 1]), 0) if number == error[0] else 0
        found = find_error("\n".join(changed))
        if found is None or found > (error[0], error[1] + longer_by):
            return remedy
    return None


def list_quote_remedies(line: str) -> Iterator[Remedy]:
    """Yield the line with straight quotes in place of curly ones: of the double ones, then of all."""
    if CURLY_QUOTES.search(line):
        for straight in straighten(line):
            yield Remedy("curly quotes do not enclose text here; write straight ones", straight)


def find_column(line: str, corrected: str) -> int:
    """Return the first column, from 1, in which a corrected line differs from the line.

    >>> find_column("name = Hall", 'name = "Hall"')
    8
    """
    pairs = zip(line, corrected, strict=False)
    return next((at for at, (old, new) in enumerate(pairs, start=1) if old != new), min(len(line), len(corrected)) + 1)
