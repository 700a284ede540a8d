"""Workflow commands: GitHub Actions shows each as an annotation at its file and line."""

from __future__ import annotations

from dungeon_designer.findings import Finding, Level
from dungeon_designer.reports import words
from dungeon_designer.reports.look import Look
from dungeon_designer.reports.model import Report, Results

COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "notice"}


def render(results: Results, look: Look) -> str:
    """One command a finding that is not waived, one a file that could not be checked."""
    lines = [_finding(report, finding) for report in results.reports for finding in report.open]
    lines += [
        _command("error", {"file": unread.file, "title": "not checked"}, unread.problem) for unread in results.unread
    ]
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


def _command(name: str, properties: dict[str, str], message: str) -> str:
    """A command, escaped as the runner unescapes it.

    >>> _command("error", {"file": "a,b.yaml"}, "100 %")
    '::error file=a%2Cb.yaml::100 %25'
    """
    given = ",".join(
        f"{key}={_escaped(value).replace(':', '%3A').replace(',', '%2C')}" for key, value in properties.items()
    )
    return f"::{name} {given}::{_escaped(message)}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
