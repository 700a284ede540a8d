"""SARIF 2.1.0, the format code scanning services read."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any
from urllib.parse import quote

import msgspec

from dungeon_designer import __version__
from dungeon_designer.findings import Finding, Level
from dungeon_designer.grid import Square
from dungeon_designer.reports.document import report_entry
from dungeon_designer.reports.manual import in_markdown
from dungeon_designer.reports.model import Report, Results
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.rules.registry import NAMES, rule

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {Level.ERROR: "error", Level.WARNING: "warning", Level.INFO: "note"}
MOST_RELATED = 50
"""Squares of one finding that are listed as places; `properties.squares` has them all."""


def render(results: Results, style: TextStyle) -> str:
    """One run with every finding; waived ones are suppressed with their reason."""
    asked = {name for report in results.reports for name in report.verdict.asked}
    names = [name for name in NAMES if name in asked]
    rules = []
    for found in map(rule, names):
        manual = in_markdown(found.manual)
        help_page = {
            "id": found.name,
            "shortDescription": {"text": found.summary},
            "fullDescription": {"text": found.summary},
            "help": {"text": manual, "markdown": manual},
            "properties": {"family": found.family},
        }
        rules.append(help_page)
    notes = [
        {"level": "error", "message": {"text": unread.problem}, "locations": [_place(unread.file)]}
        for unread in results.unread
    ]
    invocation: dict[str, Any] = {"executionSuccessful": not results.unread, "toolExecutionNotifications": notes}
    if notices := dict.fromkeys(report.notice for report in results.reports if report.notice):
        told = [{"level": "warning", "message": {"text": notice}} for notice in notices]
        invocation["toolConfigurationNotifications"] = told
    entries = map(report_entry, results.reports)
    about = ("file", "ruleset", "legal", "not_asked", "stale_waivers")  # what SARIF has no place for
    run = {
        "tool": {
            "driver": {"name": "dungeon-designer", "version": __version__, "rules": rules},
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation],
        "results": [
            {"ruleId": finding.rule, "ruleIndex": names.index(finding.rule), **_result(report, finding)}
            for report in results.reports
            for finding in report.findings
        ],
        "properties": {"reports": [{key: getattr(entry, key) for key in about} for entry in entries]},
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return msgspec.json.format(msgspec.json.encode(log), indent=1).decode() + "\n"


def _result(report: Report, finding: Finding) -> dict[str, Any]:
    result: dict[str, Any] = {
        "level": LEVELS[finding.level],
        "message": {"text": finding.message},
        "locations": [_location(report, finding.squares[0])] if finding.squares else [_place(report.file)],
        "properties": {
            "ruleset": report.ruleset,
            "source": finding.source,
            "measured": finding.measured,
            "required": finding.required,
            "squares": finding.squares,
        },
    }
    if finding.squares[1:]:
        result["relatedLocations"] = [_location(report, square) for square in finding.squares[1 : MOST_RELATED + 1]]
    if finding.waived is not None:
        result["suppressions"] = [{"kind": "inSource", "status": "accepted", "justification": finding.waived}]
    return result


def _location(report: Report, square: Square) -> dict[str, Any]:
    """A square: by line and column where the file's map has it, by its coordinates in any case."""
    location = _place(report.file)
    mark = report.mark(square)
    if mark is not None:
        line, column = mark
        location["physicalLocation"]["region"] = {"startLine": line, "startColumn": column, "endColumn": column + 1}
    location["logicalLocations"] = [{"name": str(square), "kind": "square"}]
    return location


def _place(file: str) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": {"uri": uri(file)}}}


def uri(file: str) -> str:
    """A file's name as the relative (or absolute) reference SARIF wants.

    >>> uri("my halls/a#1.yaml"), uri("-")
    ('my%20halls/a%231.yaml', 'stdin')
    """
    if file == "-":
        return "stdin"
    path = quote(PurePath(file).as_posix(), errors="surrogateescape")
    return f"file://{path}" if path.startswith("/") else path
