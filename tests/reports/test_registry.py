"""The report formats."""

from __future__ import annotations

import pytest

from dungeon_designer.reports.model import Results
from dungeon_designer.reports.registry import FORMATS, rendered
from dungeon_designer.reports.text_style import TextStyle

from .samples import results


@pytest.mark.parametrize("name", FORMATS["check"])
def test_every_format_reports_something_and_nothing(name: str) -> None:
    """Each format of the list exists, is not empty for findings, and does not fail for no file at all."""
    assert rendered("check", name, results(), TextStyle())
    rendered("check", name, Results(()), TextStyle())
