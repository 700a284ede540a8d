"""List the formats of the reports by command and name: of checks, of analyses, and of what is needed on the table."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from dungeon_designer.reports.text_style import TextStyle

REPORT_FORMATS = {
    "check": {
        "text": "text_report:render_text_report",
        "json": "json_report:render_json_report",
        "sarif": "sarif:render_sarif_report",
        "junit": "junit:render_junit_report",
        "github": "github:render_github_report",
        "markdown": "markdown_report:render_markdown_report",
    },
    "analyse": {
        "text": "analysis_report:render_text",
        "json": "analysis_report:render_json",
        "markdown": "analysis_report:render_markdown",
    },
    "stock": {"text": "stock_report:render_text", "csv": "stock_report:render_csv", "json": "stock_report:render_json"},
}
"""The formats of each command: for each format, the module of `reports` and the function that writes it."""


def render_report(command: str, format_name: str, results: Any, style: TextStyle) -> str:
    """Return the results of a command in one of its formats; the format's module is imported on first use."""
    module, _, function = REPORT_FORMATS[command][format_name].partition(":")
    text: str = getattr(import_module(f"dungeon_designer.reports.{module}"), function)(results, style)
    return text
