"""Workflow commands: GitHub Actions shows each as an annotation at its file and line."""

from __future__ import annotations

from dungeon_designer.errors import one_line
from dungeon_designer.reports import words
from dungeon_designer.reports.model import Results
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.text.escaping import uncommanding


def render(results: Results, style: TextStyle) -> str:
    """A command for each finding not waived, each stale waiver, each file not checked; the rest is for the log."""
    lines = []
    for report in results.reports:
        for finding in report.open:
            mark = report.mark(finding.squares[0]) if finding.squares else None
            where = {"file": report.file, **({"line": str(mark[0]), "col": str(mark[1])} if mark else {})}
            clause = words.clause(finding)
            text = f"{finding.message} ({clause})" if clause else finding.message
            if finding.squares:
                text += f" at {words.square_list(finding.squares)}"
            where["title"] = f"{finding.rule} ({report.ruleset})"
            lines.append(_command(finding.level.word, where, text))
    for report in results.reports:
        about = {"file": report.file, "title": "stale waiver"}
        lines += [_command("notice", about, words.stale(waiver)) for waiver in report.verdict.stale]
        if report.notice:
            lines.append(_command("warning", {"file": report.file, "title": "few rules"}, report.notice))
    lines += [
        _command("error", {"file": unread.file, "title": "not checked"}, unread.problem) for unread in results.unread
    ]
    log = [  # each line begins with a word of ours, so that it is no command
        f"Waived in {report.file}: {finding.rule}: {finding.message} ({finding.waived})"
        for report in results.reports
        for finding in report.waived
    ]
    return "".join(f"{line}\n" for line in (*lines, *(uncommanding(one_line(line)) for line in log)))


def _command(name: str, properties: dict[str, str], message: str) -> str:
    """A command, escaped as the runner unescapes it; control characters are shown as such.

    >>> _command("error", {"file": "a,b.yaml"}, "100 %")
    '::error file=a%2Cb.yaml::100 %25'
    """

    def escaped(text: str, also: str = "") -> str:
        return one_line(text.translate({ord(letter): f"%{ord(letter):02X}" for letter in "%\r\n" + also}))

    given = ",".join(f"{key}={escaped(value, ':,')}" for key, value in properties.items())
    return f"::{name} {given}::{escaped(message)}"
