"""Report a check as SARIF 2.1.0, the format that code scanning services read."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any
from urllib.parse import quote

import msgspec
from msgspec import UNSET

from dungeon_designer import __version__
from dungeon_designer.findings import Finding, Level
from dungeon_designer.grid import Square
from dungeon_designer.reports.json_report import build_report_entry
from dungeon_designer.reports.manual import format_manual
from dungeon_designer.reports.report_model import Report, Results
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.rules.rule_registry import RULE_NAMES, load_rule

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
"""The address of SARIF's schema."""
SARIF_LEVELS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "note"}
"""SARIF's name of each level."""
MAX_RELATED_LOCATIONS = 50
"""How many squares of one problem are listed as locations; `properties.squares` has all of them."""


def render_sarif_report(results: Results, style: TextStyle) -> str:
    """Return the results of a check as a SARIF log with one run, which has every problem.

    Waived problems are suppressed with their reason.
    """
    checked_rules = {name for report in results.reports for name in report.verdict.checked_rules}
    names = [name for name in RULE_NAMES if name in checked_rules]
    rules = [_build_rule(name) for name in names]
    entries = map(build_report_entry, results.reports)
    report_keys = ("file", "ruleset", "legal", "failed", "not_asked", "stale_waivers")  # what SARIF has no place for
    run = {
        "tool": {
            "driver": {"name": "dungeon-designer", "version": __version__, "rules": rules},
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [_build_invocation(results)],
        "results": [
            {"ruleId": finding.rule, "ruleIndex": names.index(finding.rule), **_build_result(report, finding)}
            for report in results.reports
            for finding in report.findings
        ],
        "properties": {
            "reports": [
                {key: value for key in report_keys if (value := getattr(entry, key)) is not UNSET} for entry in entries
            ]
        },
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return msgspec.json.format(msgspec.json.encode(log), indent=1).decode() + "\n"


def _build_rule(name: str) -> dict[str, Any]:
    """Return the description of a rule for SARIF (the format of code scanning services), with its manual page."""
    rule = load_rule(name)
    manual = format_manual(rule.manual)
    return {
        "id": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.summary},
        "help": {"text": manual, "markdown": manual},
        "properties": {"family": rule.family},
    }


def _build_invocation(results: Results) -> dict[str, Any]:
    """Return SARIF's record of the call: files that could not be read, rules that crashed, notices about house rules.

    SARIF is the format that code scanning services read.
    """
    notes = [
        {"level": "error", "message": {"text": unread.problem}, "locations": [_build_file_location(unread.file)]}
        for unread in results.unread_files
    ]
    notes += [note for report in results.failed_reports for note in _build_failure_notes(report)]
    invocation: dict[str, Any] = {"executionSuccessful": not notes, "toolExecutionNotifications": notes}
    if notices := dict.fromkeys(report.notice for report in results.reports if report.notice):
        notice_entries = [{"level": "warning", "message": {"text": notice}} for notice in notices]
        invocation["toolConfigurationNotifications"] = notice_entries
    return invocation


def _build_failure_notes(report: Report) -> list[dict[str, Any]]:
    """Return a notification for each rule that crashed, which names the rule, the ruleset and the file."""
    return [
        {
            "level": "error",
            "message": {"text": f"{failure.rule} ({report.ruleset}): {failure.message}"},
            "locations": [_build_file_location(report.file)],
            "associatedRule": {"id": failure.rule},
        }
        for failure in report.verdict.failures
    ]


def _build_result(report: Report, finding: Finding) -> dict[str, Any]:
    """Return a problem as a result of SARIF, the format that code scanning services read."""
    location = _build_location(report, finding.squares[0]) if finding.squares else _build_file_location(report.file)
    result: dict[str, Any] = {
        "level": SARIF_LEVELS[finding.level],
        "message": {"text": finding.message},
        "locations": [location],
        "properties": {
            "ruleset": report.ruleset,
            "source": finding.source,
            "measured": finding.measured,
            "required": finding.required,
            "squares": finding.squares,
        },
    }
    if finding.squares[1:]:
        result["relatedLocations"] = [
            _build_location(report, square) for square in finding.squares[1 : MAX_RELATED_LOCATIONS + 1]
        ]
    if finding.waived is not None:
        result["suppressions"] = [{"kind": "inSource", "status": "accepted", "justification": finding.waived}]
    return result


def _build_location(report: Report, square: Square) -> dict[str, Any]:
    """Return SARIF's location of a square: its file and coordinates, and line and column if the file has a map."""
    location = _build_file_location(report.file)
    position = report.find_position(square)
    if position is not None:
        line, column = position
        location["physicalLocation"]["region"] = {"startLine": line, "startColumn": column, "endColumn": column + 1}
    location["logicalLocations"] = [{"name": str(square), "kind": "square"}]
    return location


def _build_file_location(file: str) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": {"uri": build_uri(file)}}}


def build_uri(file: str) -> str:
    """Return the name of a file as a relative or absolute URI, as SARIF (a format of reports) requires it.

    >>> build_uri("my halls/a#1.yaml"), build_uri("-")
    ('my%20halls/a%231.yaml', 'stdin')
    """
    if file == "-":
        return "stdin"
    path = quote(PurePath(file).as_posix(), errors="surrogateescape")
    return f"file://{path}" if path.startswith("/") else path
