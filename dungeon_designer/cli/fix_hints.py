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
    """Return the message of `check --fix` for dungeons in which it fixed nothing: what would fix their problems.

    Each report with problems gets a line, such as ``hall.dungeon.yaml: nothing was fixed; ...``, and an empty line.

    Args:
        reports: the reports on the dungeons.
        unsafe: whether `--fix-all` was given, which also moves chests and portals.
    """
    return "".join(_explain_report(report, unsafe) for report in reports if _list_problems(report))


def _explain_report(report: Report, unsafe: bool) -> str:
    """Return the line that says, for `check --fix`, what would fix each problem of a dungeon, and an empty line.

    Missing objects are placed by the command `place`, other objects are moved by `--fix-all` (`unsafe` says that it
    was given already), and all other problems need a change by hand.
    """
    missing_objects, movable_objects, other_problems = list[Finding](), list[Finding](), list[Finding]()
    for finding in _list_problems(report):
        if count_missing(finding):
            missing_objects.append(finding)
        elif finding.fixes and not unsafe:
            movable_objects.append(finding)
        else:
            other_problems.append(finding)
    remedies = []
    if missing_objects:
        count = format_count(sum(map(count_missing, missing_objects)), "missing thing")
        call = f"dungeon-designer place {shlex.quote(report.file)} --keep -o NEW.dungeon.yaml"
        remedies.append(f"`{call}` places the {count}")
    if movable_objects:
        rules = _name_rules(movable_objects)
        remedies.append(f"--fix-all moves what {rules} {_choose_verb(movable_objects)} in the wrong place")
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
