"""Markdown."""

from __future__ import annotations

from dungeon_designer.findings import Finding, Level
from dungeon_designer.reports.markdown_report import render_markdown_report
from dungeon_designer.reports.text_style import TextStyle

from .samples import GONE, SHORT, make_results, make_stale_report, report

WHOLE = """\
# Dungeon check

1 file checked, 0 legal, 1 not; 1 error, 0 warnings, 0 notices, 0 waived.

## hall.dungeon.yaml (The Long Hall)

**not legal under naf-2019**: 1 error.

| level | rule | what | squares | measured | required | source |
|---|---|---|---|---|---|---|
| error | `end-zone-size` | the home end zone has 5 squares, not 6 | (0, 0), (1, 0), (0, 1), (1, 1), (0, 2) | 5 | 6 \
| naf-2019, The Dungeon |
"""


def test_the_whole_report() -> None:
    """A heading, the verdict and a table of findings."""
    assert render_markdown_report(make_results(report(SHORT)), TextStyle()) == WHOLE


def test_several_files_have_an_overview() -> None:
    """A table of all verdicts stands first when there is more than one."""
    text = render_markdown_report(
        make_results(report(SHORT, file="a.yaml"), report(file="b.yaml"), unread=(GONE,)), TextStyle()
    )
    assert (
        "| a.yaml | naf-2019 | **not legal** | 1 | 0 | 0 | 0 |\n| b.yaml | naf-2019 | legal | 0 | 0 | 0 | 0 |" in text
    )
    assert "- not checked: gone.dungeon.yaml: there is no such file" in text


def test_waivers_are_told() -> None:
    """Waived findings keep their line and their reason; stale waivers are listed."""
    text = render_markdown_report(make_results(make_stale_report()), TextStyle())
    assert "| waived warning | `square-count` | 43 squares (waived: club night) |" in text
    assert "- stale waiver of ball-count: the rule finds no problem" in text


def test_nothing_in_a_file_breaks_the_table() -> None:
    """Bars, backticks and tags of a hostile file are shown as they are."""
    evil = Finding(rule="chest-count", level=Level.ERROR, message="a|b`<script>\n|x|", source="*|*")
    (row,) = [
        line
        for line in render_markdown_report(make_results(report(evil)), TextStyle()).splitlines()
        if "chest-count" in line
    ]
    assert row.replace("\\|", "").count("|") == 8
    assert "&lt;script&gt;" in row
