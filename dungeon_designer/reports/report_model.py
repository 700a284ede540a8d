"""Define what a report is made from: the verdicts on the files, and the files that could not be read."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from msgspec import Struct

from dungeon_designer.analysis.stock import MaterialNeed
from dungeon_designer.analysis.team_access import ChestDistances
from dungeon_designer.findings import Finding, Level
from dungeon_designer.grid import Square
from dungeon_designer.reports.excerpt import TextMap
from dungeon_designer.rules.checker import Verdict

TextPosition = tuple[int, int]
"""Line and column, from 1, of square (0, 0) of a map in its file."""


class FileVerdict(Struct, frozen=True, dict=True):
    """The verdict of one ruleset on one file.

    Attributes:
        file: the file as the caller named it, ``-`` for standard input.
        name: the dungeon's own name, or ''.
        verdict: what the ruleset says.
        strict: whether warnings make the dungeon illegal, too.
    """

    file: str
    name: str
    verdict: Verdict
    strict: bool = False

    @property
    def ruleset(self) -> str:
        """The id of the ruleset that was used."""
        return self.verdict.ruleset

    @property
    def legal(self) -> bool:
        """Whether no rule failed and no error is not waived; if `strict`, no such warning either."""
        return self.verdict.is_legal(self.strict)

    @property
    def failed(self) -> tuple[str, ...]:
        """The names of the rules that crashed. If there is one, the ruleset cannot judge the dungeon."""
        return self.verdict.failed_rules

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything that the ruleset finds, the worst first; waived problems say that they are waived."""
        return self.verdict.findings

    @cached_property
    def open(self) -> tuple[Finding, ...]:
        """The problems that are not waived, the worst first."""
        return tuple(finding for finding in self.verdict.findings if finding.waived is None)

    @cached_property
    def waived(self) -> tuple[Finding, ...]:
        """The problems that are waived."""
        return tuple(finding for finding in self.verdict.findings if finding.waived is not None)

    def count(self, level: Level) -> int:
        """Return the number of problems of a level that are not waived."""
        return self.verdict.count_findings(level)


class Report(FileVerdict, frozen=True, kw_only=True):
    """The verdict of one ruleset on one file, with everything else that some format of a report shows.

    Attributes:
        text_map: the dungeon as text, for excerpts.
        corner: where the map begins in the file, if it has one.
        tiles: the tiles that the dungeon is built from, and how many sections are drawn by hand.
        season_notice: a line that says that the season requires another ruleset than the file names, or ''.
        walks: how far each team walks to the chests, if this was requested.
        named_ruleset: the ruleset that the file or its season names, or ''.
        selected: whether the call named the rules to check.
        notice: a line that warns of house rules that check few rules, or ''.
    """

    text_map: TextMap
    corner: TextPosition | None = None
    tiles: tuple[MaterialNeed, ...] = ()
    season_notice: str = ""
    walks: ChestDistances | None = None
    named_ruleset: str = ""
    selected: bool = False
    notice: str = ""

    def find_position(self, square: Square) -> TextPosition | None:
        """Return the line and column of a square in the file; None if the file has no map."""
        if self.corner is None:
            return None
        return self.corner[0] + square[1], self.corner[1] + square[0]


class UnreadFile(Struct, frozen=True):
    """A file without a verdict, and the line that says why; the line names the file itself."""

    file: str
    problem: str


class Results(Struct, frozen=True):
    """Everything that one call found, in the requested order."""

    reports: tuple[Report, ...]
    unread_files: tuple[UnreadFile, ...] = ()

    @classmethod
    def from_outcomes(cls, outcomes: Iterable[Report | UnreadFile]) -> Results:
        """Return results that list the reports and the files that could not be read separately."""
        all_outcomes = tuple(outcomes)
        reports = tuple(outcome for outcome in all_outcomes if isinstance(outcome, Report))
        return cls(reports, tuple(outcome for outcome in all_outcomes if isinstance(outcome, UnreadFile)))

    @property
    def files(self) -> tuple[str, ...]:
        """The files that have a verdict, each once."""
        return tuple(dict.fromkeys(report.file for report in self.reports))

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The rulesets that were used, each once."""
        return tuple(dict.fromkeys(report.ruleset for report in self.reports))

    @property
    def failed_reports(self) -> tuple[Report, ...]:
        """The reports in which a rule crashed, so that they judge nothing."""
        return tuple(report for report in self.reports if report.failed)

    @property
    def has_several_rulesets(self) -> bool:
        """Whether some file was checked under several rulesets."""
        return len({(report.file, report.ruleset) for report in self.reports}) > len(self.files)
