"""Workflow commands: GitHub Actions shows each as an annotation at its file and line."""

from __future__ import annotations

from dungeon_designer.errors import one_line
from dungeon_designer.findings import Finding, Level
from dungeon_designer.reports import words
from dungeon_designer.reports.model import Report, Results
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.text.escaping import uncommanding

COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "notice"}


def render(results: Results, style: TextStyle) -> str:
    """A command for each finding not waived, each stale waiver, each file not checked; the rest is for the log."""
    lines = [_finding(report, finding) for report in results.reports for finding in report.open]
    for report in results.reports:
        about = {"file": report.file, "title": "stale waiver"}
        lines += [_command("notice", about, words.stale(waiver)) for waiver in report.verdict.stale]
    lines += [
        _command("error", {"file": unread.file, "title": "not checked"}, unread.problem) for unread in results.unread
    ]
    lines += [_waived(report, finding) for report in results.reports for finding in report.waived]
    asked = [f"Not asked under {one_line(ruleset)}: {', '.join(names)}" for ruleset, names in words.not_asked(results)]
    lines += map(uncommanding, asked)
    return "".join(f"{line}\n" for line in lines)


def _finding(report: Report, finding: Finding) -> str:
    where = {"file": report.file}
    mark = report.mark(finding.squares[0]) if finding.squares else None
    if mark:
        where |= {"line": str(mark[0]), "col": str(mark[1])}
    about = "; ".join(part for part in (finding.source, words.measures(finding)) if part)
    text = f"{finding.message} ({about})" if about else finding.message
    if finding.squares:
        text += f" at {words.square_list(finding.squares)}"
    return _command(COMMANDS[finding.level], where | {"title": f"{finding.rule} ({report.ruleset})"}, text)


def _waived(report: Report, finding: Finding) -> str:
    """A line of the log: it begins with a word of ours, so that it is no command."""
    return uncommanding(one_line(f"Waived in {report.file}: {finding.rule}: {finding.message} ({finding.waived})"))


def _command(name: str, properties: dict[str, str], message: str) -> str:
    """A command, escaped as the runner unescapes it; control characters are shown as such.

    >>> _command("error", {"file": "a,b.yaml"}, "100 %")
    '::error file=a%2Cb.yaml::100 %25'
    """
    given = ",".join(
        f"{key}={_escaped(value).replace(':', '%3A').replace(',', '%2C')}" for key, value in properties.items()
    )
    return f"::{name} {given}::{_escaped(message)}"


def _escaped(text: str) -> str:
    return one_line(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))
