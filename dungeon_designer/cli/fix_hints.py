"""What `check --fix` says where it fixes nothing: which command would, and for which problems none does."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence

from dungeon_designer.errors import one_line
from dungeon_designer.findings import Finding, Level
from dungeon_designer.generator.missing_things import count_missing
from dungeon_designer.reports.model import Report
from dungeon_designer.rules.rule import both, counted

NO_PROBLEMS = "nothing was fixed: there are no problems to fix\n\n"


def explain_nothing_fixed(reports: Iterable[Report], unsafe: bool) -> str:
    """Return a line, and a blank one, for each report with problems; `unsafe` says that --fix-all was asked."""
    return "".join(_explain(report, unsafe) for report in reports if _list_problems(report))


def _explain(report: Report, unsafe: bool) -> str:
    problems = _list_problems(report)
    missing = [finding for finding in problems if count_missing(finding)]
    movable = [finding for finding in problems if finding not in missing and finding.fixes and not unsafe]
    rest = [finding for finding in problems if finding not in missing and finding not in movable]
    remedies = []
    if missing:
        count = counted(sum(map(count_missing, missing)), "missing thing")
        call = f"dungeon-designer place {shlex.quote(report.file)} --keep -o NEW.dungeon.yaml"
        remedies.append(f"`{call}` places the {count}")
    if movable:
        remedies.append(f"--fix-all moves what {_name_rules(movable)} {_finds(movable)} in the wrong place")
    if rest:
        remedies.append(f"what {_name_rules(rest)} {_finds(rest)} needs a change by hand")
    return f"{one_line(report.file)}: nothing was fixed; {one_line('; '.join(remedies))}\n\n"


def _list_problems(report: Report) -> list[Finding]:
    """Return the errors and warnings that are not waived."""
    return [finding for finding in report.open if finding.level is not Level.INFO]


def _name_rules(findings: Sequence[Finding]) -> str:
    """Return the names of the rules that have findings, each once."""
    return both(list(dict.fromkeys(finding.rule for finding in findings)))


def _finds(findings: Sequence[Finding]) -> str:
    """Return the verb for one rule or several."""
    return "finds" if len({finding.rule for finding in findings}) == 1 else "find"
