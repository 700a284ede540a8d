"""The report formats."""

from __future__ import annotations

import pytest

from dungeon_designer.reports.report_formats import REPORT_FORMATS, render_report
from dungeon_designer.reports.report_model import Results
from dungeon_designer.reports.text_style import TextStyle

from .samples import make_results


@pytest.mark.parametrize("name", REPORT_FORMATS["check"])
def test_every_format_reports_something_and_nothing(name: str) -> None:
    """Each format of the list exists, is not empty for findings, and does not fail for no file at all."""
    assert render_report("check", name, make_results(), TextStyle())
    render_report("check", name, Results(()), TextStyle())
