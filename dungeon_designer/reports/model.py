"""What a report is made from: the verdicts on the files, and the files that could not be read."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from msgspec import Struct

from dungeon_designer.analysis.sides import Distances
from dungeon_designer.analysis.stock import Need
from dungeon_designer.findings import Finding, Level
from dungeon_designer.grid import Square
from dungeon_designer.reports.excerpt import TextMap
from dungeon_designer.rules.checker import Verdict

Corner = tuple[int, int]
"""Line and column, from 1, of square (0, 0) of a map in its file."""


class Report(Struct, frozen=True, dict=True):
    """What one ruleset says of one file.

    file     the file as the caller named it, ``-`` for standard input
    name     the dungeon's own name, or ''
    verdict  what the ruleset says
    picture  the dungeon in letters, for excerpts
    strict   whether warnings make the dungeon illegal, too
    corner   where the map stands in the file, if it has one
    tiles    the library tiles it is built from, and how many sections are drawn
    walks    how far each side walks to the chests, where that was asked
    own      the ruleset the file or its season names, or ''
    selected whether the call named the rules to ask
    notice   the line that warns of house rules that check little, or ''
    season_notice  the line that says that its season asked another ruleset than the file names, or ''
    """

    file: str
    name: str
    verdict: Verdict
    picture: TextMap
    strict: bool = False
    corner: Corner | None = None
    tiles: tuple[Need, ...] = ()
    season_notice: str = ""
    walks: Distances | None = None
    own: str = ""
    selected: bool = False
    notice: str = ""

    def __str__(self) -> str:
        """What `check` prints."""
        from dungeon_designer.reports.registry import rendered
        from dungeon_designer.reports.text_style import TextStyle

        return rendered("check", "text", Results((self,)), TextStyle())

    @property
    def ruleset(self) -> str:
        """The id of the ruleset asked."""
        return self.verdict.ruleset

    @property
    def legal(self) -> bool:
        """No error that is not waived; if `strict`, no such warning either."""
        return self.verdict.legal(self.strict)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything the ruleset finds, the worst first; those that a waiver covers say so."""
        return self.verdict.findings

    @cached_property
    def open(self) -> tuple[Finding, ...]:
        """The findings no waiver covers, the worst first."""
        return tuple(finding for finding in self.verdict.findings if finding.waived is None)

    @cached_property
    def waived(self) -> tuple[Finding, ...]:
        """The findings a waiver covers."""
        return tuple(finding for finding in self.verdict.findings if finding.waived is not None)

    def count(self, level: Level) -> int:
        """The open findings of a level."""
        return self.verdict.count(level)

    def mark(self, square: Square) -> Corner | None:
        """Line and column of a square in the file, if its map says."""
        if self.corner is None:
            return None
        return self.corner[0] + square[1], self.corner[1] + square[0]


class Unread(Struct, frozen=True):
    """A file that got no verdict, and the one line that says why; it names the file itself."""

    file: str
    problem: str


class Results(Struct, frozen=True):
    """Everything one call found out, in the order asked."""

    reports: tuple[Report, ...]
    unread: tuple[Unread, ...] = ()

    @classmethod
    def of(cls, outcomes: Iterable[Report | Unread]) -> Results:
        """The results of some files."""
        both = tuple(outcomes)
        reports = tuple(each for each in both if isinstance(each, Report))
        return cls(reports, tuple(each for each in both if isinstance(each, Unread)))

    @property
    def files(self) -> tuple[str, ...]:
        """The files that got a verdict, each once."""
        return tuple(dict.fromkeys(report.file for report in self.reports))

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The rulesets asked, each once."""
        return tuple(dict.fromkeys(report.ruleset for report in self.reports))

    @property
    def compares(self) -> bool:
        """Whether some file was asked about under several rulesets."""
        return len({(r.file, r.ruleset) for r in self.reports}) > len(self.files)
