"""The formats of the reports by name: of checks, of analyses, and of what is needed on the table."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from dungeon_designer.reports.text_style import TextStyle

FORMATS = {
    "check": {
        "text": "text:render",
        "json": "document:render",
        "sarif": "sarif:render",
        "junit": "junit:render",
        "github": "github:render",
        "markdown": "markdown:render",
    },
    "analyse": {
        "text": "analyses:render_text",
        "json": "analyses:render_json",
        "markdown": "analyses:render_markdown",
    },
    "stock": {"text": "stock:render_text", "csv": "stock:render_csv", "json": "stock:render_json"},
}
"""Of each command, every format, with the module of `reports` and the function that write it."""


def rendered(command: str, form: str, found: Any, style: TextStyle) -> str:
    """What a command found out, in one of its formats; the module is imported when it is first asked for."""
    module, _, function = FORMATS[command][form].partition(":")
    text: str = getattr(import_module(f"dungeon_designer.reports.{module}"), function)(found, style)
    return text
