"""Define the result of a check, as the Python API returns it, and build the report of it that is printed."""

from __future__ import annotations

from dungeon_designer.analysis.stock import count_needed_tiles
from dungeon_designer.analysis.team_access import ChestDistances
from dungeon_designer.board.model import Board
from dungeon_designer.reports.excerpt import build_text_map
from dungeon_designer.reports.report_model import FileVerdict, Report, Results, TextPosition
from dungeon_designer.rulesets.loader import format_notice
from dungeon_designer.rulesets.ruleset_model import Ruleset


class CheckResult(FileVerdict, frozen=True, kw_only=True):
    """The result of checking one dungeon under one ruleset. Nothing is made for printing until `str()` asks for it.

    Attributes:
        board: the board that was checked.
        checked_ruleset: the ruleset.
        corner: where the map begins in the file, if it has one and was looked for.
        walks: how far each team walks to the chests, in steps, if this was requested.
        selected: whether the call named the rules to check.
    """

    board: Board
    checked_ruleset: Ruleset
    corner: TextPosition | None = None
    walks: ChestDistances | None = None
    selected: bool = False

    def __str__(self) -> str:
        """Return what `check` prints."""
        from dungeon_designer.reports.report_formats import render_report
        from dungeon_designer.reports.text_style import TextStyle

        return render_report("check", "text", Results((build_report(self),)), TextStyle())


def build_report(result: CheckResult, season_notice: str = "", named_ruleset: str = "") -> Report:
    """Return the report of a check: the verdict with everything else that some format of a report shows.

    Args:
        result: the result of the check.
        season_notice: a line that says that the season requires another ruleset than the file names, or ''.
        named_ruleset: the ruleset that the file or its season names, or ''.
    """
    return Report(
        result.file,
        result.name,
        result.verdict,
        result.strict,
        text_map=build_text_map(result.board),
        corner=result.corner,
        tiles=count_needed_tiles(result.board),
        season_notice=season_notice,
        walks=result.walks,
        named_ruleset=named_ruleset,
        selected=result.selected,
        notice=format_notice(result.checked_ruleset),
    )
