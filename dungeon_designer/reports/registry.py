"""The report formats by name."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from dungeon_designer.reports.model import Results
from dungeon_designer.reports.text_style import TextStyle

Renderer = Callable[[Results, TextStyle], str]

FORMATS: dict[str, str] = {
    "text": "for people: verdict, findings, map excerpts",
    "json": "for programs: the report schema is published (schema report)",
    "sarif": "SARIF 2.1.0, for code scanning",
    "junit": "JUnit XML, for build servers",
    "github": "workflow commands that GitHub Actions shows as annotations",
    "markdown": "tables for a wiki, a forum or a pull request",
}
"""Every format and what it is good for; its module in `reports` has the same name."""


def renderer(name: str) -> Renderer:
    """The function that writes a format of FORMATS; its module is imported when first asked."""
    render: Renderer = import_module(f"dungeon_designer.reports.{name}").render
    return render
