"""All exceptions that the program raises on purpose, in one tree.

::

    DungeonError                 any error that a front end may show as one line
    ├── ReadError                a file that cannot be read as what it claims to be
    │   ├── NewerVersionError    a file that a newer program wrote; it is left untouched
    │   └── TileError            a tile or tile set that is wrong or unknown
    ├── RulesetError             a wrong ruleset, with every problem in it
    ├── EditError                an edit that does not fit the layout
    ├── UsageError               a call that makes no sense (a wrong option, an unknown ending)
    ├── PlaytestError            a dungeon that no match can be played in, or a wrong team
    ├── PlacementError           objects that cannot be placed on a floor as a ruleset requires
    └── WriteError               a file that could not be written
        └── ChangedError         a file that another program changed after it was read

A wrong ruleset raises an error; a wrong *dungeon* never does: its problems are findings.
"""

from __future__ import annotations

from collections.abc import Iterable


class DungeonError(Exception):
    """The base of all errors of this program. Its text is one line that a person can act on."""


class ReadError(DungeonError):
    """An error in a file that cannot be read. The text names the file, the location, the problem and the remedy.

    Attributes:
        file: the file as the caller named it.
        location: a key (``doors[0].side``), a line and column (``12:5``), or '' for the whole file.
        problem: what is wrong and what to do.
    """

    def __init__(self, file: str, location: str, problem: str) -> None:
        """Store what is wrong with which file, and where: a line and column, or a key; '' if that is not known."""
        super().__init__(file, location, problem)
        self.file = file
        self.location = location
        self.problem = problem

    def __str__(self) -> str:
        """Return the error as one line, such as "hall.dungeon.yaml:3:7: unknown key"."""
        prefix = f"{self.file}:{self.location}" if self.location else self.file
        return escape_line(f"{prefix}: {self.problem}")


class NewerVersionError(ReadError):
    """An error for a file whose format version is newer than this program knows."""


class TileError(ReadError):
    """An error in a tile file, or a tile that no tile set holds."""


MAX_SUGGESTION_WORDS = 1000
"""The largest number of known words among which a similar word is searched for."""

MAX_PROBLEMS_SHOWN = 30
"""How many problems of a ruleset the error's text lists. Further problems are only counted."""


MAX_PROBLEM_LENGTH = 500
"""How many characters of a problem are shown, from its beginning and its end: a problem may quote a file."""


class RulesetError(DungeonError):
    """An error for a ruleset that cannot be used, with every problem in it.

    Attributes:
        source: the ruleset's id or file.
        problems: every problem; each names its key.
        lines: the line in the file for each problem; 0 where it is not known.
        mark: the line and column where the file stops being TOML; None if it is TOML.
    """

    def __init__(
        self, source: str, problems: Iterable[str], lines: Iterable[int] = (), mark: tuple[int, int] | None = None
    ) -> None:
        """Store the problems of a ruleset and where they stand.

        Args:
            source: the ruleset's id or file.
            problems: every problem; each names its key.
            lines: the line in the file for each problem, or 0 if it is not known; () if none is known.
            mark: the line and column where the file stops being TOML, which is then the only problem.
        """
        self.source = source
        self.problems = tuple(problems)
        self.mark = mark
        self.lines = (mark[0],) if mark else tuple(lines) or (0,) * len(self.problems)
        super().__init__(source, self.problems)

    def __str__(self) -> str:
        """Return the first problems, with their lines, as one line of text, and the number of the others."""
        column_text = f", column {self.mark[1]}" if self.mark else ""
        texts = []
        for line, problem in zip(self.lines, self.problems, strict=True):
            line_text = f"line {line}{column_text}: " if line else ""
            texts.append(f"{line_text}{_shorten_problem(problem)}")
        hidden_count = len(texts) - MAX_PROBLEMS_SHOWN
        if hidden_count > 0:
            texts = [*texts[:MAX_PROBLEMS_SHOWN], f"and {hidden_count} more"]
        return escape_line(f"{self.source}: {'; '.join(texts)}")


def _shorten_problem(problem: str) -> str:
    """Return the text of a problem; if it is longer than MAX_PROBLEM_LENGTH, its beginning and its end."""
    if len(problem) <= MAX_PROBLEM_LENGTH:
        return problem
    return f"{problem[: MAX_PROBLEM_LENGTH // 2]}…{problem[-MAX_PROBLEM_LENGTH // 2 :]}"


class MissingPicture(UserWarning):
    """A warning, and no error: the picture of a dungeon cannot be shown, and its map is drawn without it."""


class EditError(DungeonError):
    """An error for an edit that names something the dungeon does not hold, or that cannot be made."""


class UsageError(DungeonError):
    """An error for a call that makes no sense, such as a wrong option."""


class PlaytestError(DungeonError):
    """An error for a dungeon that no match can be played in, or a team that cannot play."""


class PlacementError(DungeonError):
    """An error for objects that cannot be placed as a ruleset requires.

    Attributes:
        rules: the names of the rules that cannot be fulfilled.
        problem: the text of the error.
    """

    def __init__(self, rules: Iterable[str], problem: str) -> None:
        """Store why objects cannot be placed: the problem, and the names of the rules that are in the way."""
        super().__init__(rules, problem)
        self.rules = tuple(rules)
        self.problem = problem

    def __str__(self) -> str:
        """Return the problem as one line of text."""
        return escape_line(self.problem)


class WriteError(DungeonError):
    """An error for a file that could not be written. No partly written file is left."""


class ChangedError(WriteError):
    """An error for a file that another program changed after it was read. The change stays; nothing was written."""


def escape_line(text: str) -> str:
    r"""Return a text with unprintable characters written as escapes such as ``\n``, so that it stays on one line.

    >>> escape_line("a\nb")
    'a\\nb'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def suggest_word(word: str, known_words: Iterable[str]) -> str:
    """Return the end of an error message that names the known word most similar to an unknown word.

    If no word is similar, it lists all known words where there are at most 16; otherwise it is ''. A hint begins with
    a blank, so that it can be appended to the message.

    >>> suggest_word("chest-cuont", ["chest-count", "ball-count"])
    ' (did you mean chest-count?)'
    """
    from difflib import get_close_matches

    sorted_words = sorted(known_words)
    if len(sorted_words) > MAX_SUGGESTION_WORDS:
        return ""
    matches = get_close_matches(word[:80], sorted_words, n=1)
    if matches:
        return f" (did you mean {matches[0]}?)"
    return f" (one of: {', '.join(sorted_words)})" if 0 < len(sorted_words) <= 16 else ""
