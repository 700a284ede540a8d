"""The report for programs: one JSON document in UTF-8."""

from __future__ import annotations

import msgspec

from dungeon_designer.reports.document import document
from dungeon_designer.reports.look import Look
from dungeon_designer.reports.model import Results


def render(results: Results, look: Look) -> str:
    """The document on one line; `document.report_schema` says what is in it."""
    return msgspec.json.encode(document(results)).decode() + "\n"
