"""Report a check as workflow commands, which GitHub Actions shows as annotations at their file and line."""

from __future__ import annotations

from dungeon_designer.errors import escape_line
from dungeon_designer.findings import Finding
from dungeon_designer.reports import phrases
from dungeon_designer.reports.report_model import Report, Results
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.text.escaping import escape_github_commands


def render_github_report(results: Results, style: TextStyle) -> str:
    """Return the results of a check as workflow commands, and as lines for the log.

    There is a command for each problem that is not waived, each rule that crashed, each stale waiver, and each file
    that was not checked. Waived problems are lines for the log.
    """
    lines = [_format_finding(report, finding) for report in results.reports for finding in report.open]
    for report in results.failed_reports:
        for failure in report.verdict.failures:
            title = f"{failure.rule} ({report.ruleset})"
            lines.append(_format_command("error", {"file": report.file, "title": title}, failure.message))
    for report in results.reports:
        waiver_properties = {"file": report.file, "title": "stale waiver"}
        lines += [
            _format_command("notice", waiver_properties, phrases.format_stale_waiver(waiver))
            for waiver in report.verdict.stale_waivers
        ]
        if report.notice:
            lines.append(_format_command("warning", {"file": report.file, "title": "few rules"}, report.notice))
    lines += [
        _format_command("error", {"file": unread.file, "title": "not checked"}, unread.problem)
        for unread in results.unread_files
    ]
    log = [  # each line begins with a word of ours, so that it is no command
        f"Waived in {report.file}: {finding.rule}: {finding.message} ({finding.waived})"
        for report in results.reports
        for finding in report.waived
    ]
    return "".join(f"{line}\n" for line in (*lines, *(escape_github_commands(escape_line(line)) for line in log)))


def _format_finding(report: Report, finding: Finding) -> str:
    """Return the workflow command for one problem: an annotation at its first square in the file, if that is known."""
    properties = {"file": report.file}
    if position := report.find_position(finding.squares[0]) if finding.squares else None:
        properties |= {"line": str(position[0]), "col": str(position[1])}
    properties["title"] = f"{finding.rule} ({report.ruleset})"
    clause = phrases.format_clause(finding)
    text = f"{finding.message} ({clause})" if clause else finding.message
    if finding.squares:
        text += f" at {phrases.format_squares(finding.squares)}"
    return _format_command(finding.level.display_name, properties, text)


def _format_command(name: str, properties: dict[str, str], message: str) -> str:
    """Return a workflow command of GitHub Actions: a line that its runner shows as an error or warning at a file.

    Text is escaped as the runner expects; control characters are made visible.

    >>> _format_command("error", {"file": "a,b.yaml"}, "100 %")
    '::error file=a%2Cb.yaml::100 %25'
    """

    def escape_value(text: str, further_letters: str = "") -> str:
        """Return a text with the letters that GitHub would read as syntax written as %25, %0A and so on."""
        code_by_letter = {ord(letter): f"%{ord(letter):02X}" for letter in "%\r\n" + further_letters}
        return escape_line(text.translate(code_by_letter))

    property_text = ",".join(f"{key}={escape_value(value, ':,')}" for key, value in properties.items())
    return f"::{name} {property_text}::{escape_value(message)}"
