"""Every exception the program raises on purpose, in one tree.

::

    DungeonError                 whatever a front end may show as one line
    ├── ReadError                a file that cannot be read as what it claims to be
    │   └── NewerVersionError    a file written by a newer program, left untouched
    ├── TileError                a tile or tile set that is wrong or unknown
    ├── RulesetError             a wrong ruleset: every fault, not only the first
    ├── EditError                an edit that does not fit the layout it is applied to
    ├── UsageError               a call that makes no sense (a wrong option, an unknown ending)
    ├── PlaytestError            a dungeon no match can be played on, or a team that is wrong
    ├── CannotPlace              things that cannot be laid on a floor as a ruleset asks
    └── WriteError               a file that could not be written
        └── ChangedError         a file that somebody else changed since it was read

A wrong ruleset is never a wrong dungeon: what is wrong with a *dungeon* is a finding, not an error.
"""

from __future__ import annotations

from collections.abc import Iterable


class DungeonError(Exception):
    """Base of all: its text is one line a person can act on."""


class ReadError(DungeonError):
    """A file that cannot be read; names the file, the place in it, the fault and the remedy.

    `place` is a key (``doors[0].side``), a line and column (``12:5``), or empty for the whole file.
    """

    def __init__(self, file: str, place: str, problem: str) -> None:
        super().__init__(file, place, problem)
        self.file = file
        self.place = place
        self.problem = problem

    def __str__(self) -> str:
        where = f"{self.file}:{self.place}" if self.place else self.file
        return one_line(f"{where}: {self.problem}")


class NewerVersionError(ReadError):
    """The file's format version is newer than this program knows."""


class TileError(ReadError):
    """A tile file that is wrong, or a tile no set holds."""


MOST_KNOWN = 1000
"""Among more words than this none is looked for that may have been meant."""

MOST_FAULTS = 30
"""So many faults of a ruleset are told in its line; the others are counted."""


LONGEST_FAULT = 500
"""So many letters of a fault are told, its beginning and its end: it may quote whatever stands in a file."""


class RulesetError(DungeonError):
    """A ruleset that cannot be used; `faults` lists every one, each naming its key.

    `lines` are where in the file they stand, one for each fault or none at all; 0 where that is not known. `mark` is
    the line and column at which the file cannot be read on, where it is no TOML.
    """

    def __init__(
        self, source: str, faults: Iterable[str], lines: Iterable[int] = (), mark: tuple[int, int] | None = None
    ) -> None:
        self.source = source
        self.faults = tuple(faults)
        self.mark = mark
        self.lines = (mark[0],) if mark else tuple(lines) or (0,) * len(self.faults)
        super().__init__(source, self.faults)

    def __str__(self) -> str:
        more = len(self.faults) - MOST_FAULTS
        said = [
            fault if len(fault) <= LONGEST_FAULT else f"{fault[: LONGEST_FAULT // 2]}…{fault[-LONGEST_FAULT // 2 :]}"
            for fault in self.faults
        ]
        column = f", column {self.mark[1]}" if self.mark else ""
        placed = [
            f"line {line}{column}: {fault}" if line else fault for line, fault in zip(self.lines, said, strict=True)
        ]
        placed = placed[:MOST_FAULTS]
        told = [*placed, *([f"and {more} more"] if more > 0 else [])]
        return one_line(f"{self.source}: {'; '.join(told)}")


class EditError(DungeonError):
    """An edit names something the layout does not hold."""


class UsageError(DungeonError):
    """The program was asked for something that makes no sense."""


class PlaytestError(DungeonError):
    """A dungeon no match can be played on, or a team that cannot play."""


class CannotPlace(DungeonError):  # noqa: N818 - as one says it
    """Things cannot be placed as a ruleset asks; `rules` are those that stand in the way."""

    def __init__(self, rules: Iterable[str], problem: str) -> None:
        super().__init__(rules, problem)
        self.rules = tuple(rules)
        self.problem = problem

    def __str__(self) -> str:
        return one_line(self.problem)


class WriteError(DungeonError):
    """A file could not be written; nothing half-written is left."""


class ChangedError(WriteError):
    """A file was changed by somebody else since it was read; their change stands, and nothing was written."""


def one_line(text: str) -> str:
    """The text with control characters shown as escapes, so that it stays one line.

    >>> one_line("a\\nb")
    'a\\\\nb'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint naming the nearest known word, or all of them when they are few; empty when none is near.

    >>> did_you_mean("chest-cuont", ["chest-count", "ball-count"])
    ' (did you mean chest-count?)'
    """
    from difflib import get_close_matches

    words = sorted(known)
    if len(words) > MOST_KNOWN:
        return ""
    near = get_close_matches(word[:80], words, n=1)
    if near:
        return f" (did you mean {near[0]}?)"
    return f" (one of: {', '.join(words)})" if 0 < len(words) <= 16 else ""
