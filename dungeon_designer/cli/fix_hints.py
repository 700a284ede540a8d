"""Explain, for `check --fix`, why nothing was fixed: which command would fix a problem, and which problems need a
change by hand.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence

from dungeon_designer.errors import escape_line
from dungeon_designer.findings import Finding, Level
from dungeon_designer.generator.missing_objects import count_missing
from dungeon_designer.reports.report_model import Report
from dungeon_designer.rules.rule_text import format_count, join_with_and

NO_PROBLEMS_TEXT = "nothing was fixed: there are no problems to fix\n\n"
"""The message where no dungeon has a problem."""


def explain_nothing_fixed(reports: Iterable[Report], unsafe: bool) -> str:
    """Return a line, and an empty line, for each report with problems.

    Args:
        reports: the reports on dungeons in which nothing was fixed.
        unsafe: whether `--fix-all` was given.
    """
    return "".join(_explain_report(report, unsafe) for report in reports if _list_problems(report))


def _explain_report(report: Report, unsafe: bool) -> str:
    """Return the line that says, for `check --fix`, what would fix each problem of a dungeon.

    Missing objects are placed by the command `place`, other objects are moved by `--fix-all` (`unsafe` says that it
    was given already), and all other problems need a change by hand.
    """
    problems = _list_problems(report)
    missing = [finding for finding in problems if count_missing(finding)]
    movable = [finding for finding in problems if finding not in missing and finding.fixes and not unsafe]
    other_problems = [finding for finding in problems if finding not in missing and finding not in movable]
    remedies = []
    if missing:
        count = format_count(sum(map(count_missing, missing)), "missing thing")
        call = f"dungeon-designer place {shlex.quote(report.file)} --keep -o NEW.dungeon.yaml"
        remedies.append(f"`{call}` places the {count}")
    if movable:
        remedies.append(f"--fix-all moves what {_name_rules(movable)} {_choose_verb(movable)} in the wrong place")
    if other_problems:
        remedies.append(f"what {_name_rules(other_problems)} {_choose_verb(other_problems)} needs a change by hand")
    return f"{escape_line(report.file)}: nothing was fixed; {escape_line('; '.join(remedies))}\n\n"


def _list_problems(report: Report) -> list[Finding]:
    """Return the errors and warnings of a report that are not waived (accepted by the author of the dungeon)."""
    return [finding for finding in report.open if finding.level is not Level.INFO]


def _name_rules(findings: Sequence[Finding]) -> str:
    """Return the names of the rules that found problems, each once, as words with commas and "and"."""
    return join_with_and(list(dict.fromkeys(finding.rule for finding in findings)))


def _choose_verb(findings: Sequence[Finding]) -> str:
    """Return the verb that follows the names of the rules which found these problems.

    It is "finds" for one rule, and "find" for several.
    """
    return "finds" if len({finding.rule for finding in findings}) == 1 else "find"
