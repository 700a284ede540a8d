"""SARIF 2.1.0, the format code scanning services read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

import msgspec

from dungeon_designer import __version__
from dungeon_designer.findings import Finding, Level
from dungeon_designer.grid import Square
from dungeon_designer.reports.document import report_entry
from dungeon_designer.reports.manual import in_markdown
from dungeon_designer.reports.model import Report, Results, Unread
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
    run = {
        "tool": {
            "driver": {"name": "dungeon-designer", "version": __version__, "rules": [_rule(name) for name in names]}
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(results.unread)],
        "results": [
            _result(report, finding, names) for report in results.reports for finding in report.verdict.findings
        ],
    }
    run["properties"] = {"reports": [_about(report) for report in results.reports]}
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return msgspec.json.format(msgspec.json.encode(log), indent=1).decode() + "\n"


def _about(report: Report) -> dict[str, Any]:
    """What SARIF has no place for: the verdict, the rules not asked, the waivers that cover nothing."""
    entry = report_entry(report)
    return {key: getattr(entry, key) for key in ("file", "ruleset", "legal", "not_asked", "stale_waivers")}


def _rule(name: str) -> dict[str, Any]:
    """A rule with its manual page as help."""
    manual = in_markdown(rule(name).manual)
    first = rule(name).summary
    return {
        "id": name,
        "shortDescription": {"text": first},
        "fullDescription": {"text": first},
        "help": {"text": manual, "markdown": manual},
        "properties": {"family": rule(name).family},
    }


def _invocation(unread: Sequence[Unread]) -> dict[str, Any]:
    notes = [{"level": "error", "message": {"text": each.problem}, "locations": [_place(each.file)]} for each in unread]
    return {"executionSuccessful": not unread, "toolExecutionNotifications": notes}


def _result(report: Report, finding: Finding, names: Sequence[str]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": names.index(finding.rule),
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
        region = {"startLine": mark[0], "startColumn": mark[1], "endColumn": mark[1] + 1}
        location["physicalLocation"]["region"] = region
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
