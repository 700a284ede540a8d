"""Workflow commands."""

from __future__ import annotations

from dungeon_designer.findings import Finding, Level
from dungeon_designer.reports.github import render_github_report
from dungeon_designer.reports.text_style import TextStyle

from .samples import GONE, SHORT, make_results, make_stale_report, report


def test_one_command_a_finding_that_is_not_waived() -> None:
    """Errors, warnings and notices become annotations; waived findings do not."""
    lines = render_github_report(make_results(), TextStyle()).splitlines()
    assert [line.split(" ", 1)[0] for line in lines[:-1]] == ["::error", "::warning", "::notice"]
    assert lines[-1] == "Waived in hall.dungeon.yaml: square-count: 43 squares (club night)"


def test_a_stale_waiver_is_a_notice() -> None:
    """A waiver that covers nothing any more is pointed at."""
    first = render_github_report(make_results(make_stale_report()), TextStyle()).splitlines()[0]
    assert first.startswith("::notice file=hall.dungeon.yaml,title=stale waiver::ball-count: the rule finds no problem")


def test_the_annotation_stands_at_the_letter_of_the_square() -> None:
    """File, line and column lead to the map; clause and measure are in the message."""
    assert render_github_report(make_results(report(SHORT)), TextStyle()) == (
        "::error file=hall.dungeon.yaml,line=3,col=3,title=end-zone-size (naf-2019)::"
        "the home end zone has 5 squares, not 6 (naf-2019, The Dungeon; measured 5, required 6)"
        " at (0, 0), (1, 0), (0, 1), (1, 1), (0, 2)\n"
    )


def test_nothing_in_a_file_can_end_a_command() -> None:
    """Line breaks, per cents, colons and commas are escaped where they would be read as part of the command."""
    evil = Finding(rule="chest-count", level=Level.ERROR, message="100 %\r\n::stop-commands::x")
    line = render_github_report(make_results(report(evil, file="a,b:c%.yaml")), TextStyle())
    assert line.startswith(
        "::error file=a%2Cb%3Ac%25.yaml,title=chest-count (naf-2019)::100 %25%0D%0A::stop-commands::x"
    )
    assert line.count("\n") == 1


def test_a_file_that_was_not_checked_is_an_error() -> None:
    """A file that could not be read is an error beside the problems."""
    assert "::error file=gone.dungeon.yaml,title=not checked::gone" in render_github_report(
        make_results(report(), unread=(GONE,)), TextStyle()
    )
