"""The report for programs: one JSON document in UTF-8."""

from __future__ import annotations

import msgspec

from dungeon_designer.reports.document import document
from dungeon_designer.reports.model import Results
from dungeon_designer.reports.text_style import TextStyle


def render(results: Results, style: TextStyle) -> str:
    """The document on one line; `document.report_schema` says what is in it."""
    return msgspec.json.encode(document(results)).decode() + "\n"
