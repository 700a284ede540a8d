"""The report a person reads."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from dungeon_designer.findings import Finding, Level
from dungeon_designer.reports.text_report import MAX_EXCERPTS, render_text_report
from dungeon_designer.reports.text_style import TextStyle, Verbosity

from .samples import AJAR, GONE, LONELY, SET_ASIDE, SHORT, make_problem, make_results, make_stale_report, report

WHOLE = """\
hall.dungeon.yaml (The Long Hall): not legal under naf-2019; 1 error, 1 warning, 1 notice, 1 waived

  error[end-zone-size]: the home end zone has 5 squares, not 6
    naf-2019, The Dungeon; measured 5, required 6
       0 1 2 3
    0 [< <]. .
    1 [< <]. .
    2 [<]< . .

  warning[chest-count]: 1 chest, but 6 must lie there
       3 4 5 6 7
    0  . . . . .
    1  . .[C]. .
    2  . . .

  info[door-shut]: the door at (6, 0) stands open
       4 5 6 7 8
    0  . .[.]. .
    1  . C . . .
    2  . .     .
    can be fixed with --fix: shut the door at (6, 0)

  waived[square-count]: 43 squares (reason: club night)

1 file checked, 0 legal, 1 not; 1 error, 1 warning, 1 notice, 1 waived
"""


def test_the_whole_report() -> None:
    """Verdict, findings with clause, measure, map and mends, waivers and the sum, in this order."""
    assert render_text_report(make_results(), TextStyle()) == WHOLE


def test_a_legal_file_says_so_in_one_line() -> None:
    """A dungeon without findings takes one line."""
    assert render_text_report(make_results(report()), TextStyle()).splitlines()[0] == (
        "hall.dungeon.yaml (The Long Hall): legal under naf-2019; no problems"
    )


def test_strict_is_said() -> None:
    """When warnings count, the verdict says so."""
    assert "not legal under naf-2019 (strict)" in render_text_report(
        make_results(report(LONELY, strict=True)), TextStyle()
    )
    assert "): legal under naf-2019;" in render_text_report(make_results(report(LONELY)), TextStyle())


def test_stale_waivers_are_named_with_their_reason() -> None:
    """A waiver that covers nothing any more is told from one that does."""
    text = render_text_report(make_results(make_stale_report()), TextStyle())
    assert "stale waiver of ball-count: the rule finds no problem (waived as: a joke)" in text
    assert "waived[square-count]" in text


def test_rules_not_asked_are_listed_on_demand() -> None:
    """-v has a list for each ruleset, however many files it checks; without -v, and with --select, there is none."""
    found = make_results(report(file="a"), report(file="b"), report(file="c", ruleset="eagbbl"))
    for verbosity in (Verbosity.NORMAL, Verbosity.QUIET):
        assert "not asked" not in render_text_report(found, TextStyle(verbosity=verbosity)).lower()
    told = render_text_report(found, TextStyle(verbosity=Verbosity.VERBOSE))
    assert "Not asked under naf-2019 (2): tile-mix, door-count\n" in told
    assert told.count("Not asked") == 2
    selected = make_results(*(replace(each, selected=True) for each in found.reports))
    assert "not asked" not in render_text_report(selected, TextStyle(verbosity=Verbosity.VERBOSE)).lower()


def test_files_that_were_not_checked_are_counted() -> None:
    """The last line says how many files got no verdict."""
    text = render_text_report(make_results(report(), unread=(GONE,)), TextStyle())
    assert text.endswith("; 1 file could not be checked\n")


def test_many_findings_are_all_listed_though_not_all_with_a_map() -> None:
    """Excerpts end after a number of findings; the findings do not, and name their squares."""
    text = render_text_report(
        make_results(report(*[make_problem((x % 15, 1), (0, x)) for x in range(100)])), TextStyle()
    )
    assert text.count("warning[dead-square]") == 100
    assert text.count("\n    1 ") <= 2 * MAX_EXCERPTS
    assert "at (9, 1), (0, 99)" in text


def test_brief_says_each_finding_on_one_line() -> None:
    """A brief report has a line for each file, each open finding and the sum."""
    text = render_text_report(make_results(), TextStyle(brief=True))
    assert len(text.splitlines()) == 1 + 3 + 1


@pytest.mark.parametrize("width", [40, 72, 120])
def test_no_line_is_wider_than_asked(width: int) -> None:
    """Messages, maps and lists keep to the terminal's width; only the headline may be longer."""
    long = Finding(rule="dead-square", level=Level.ERROR, message="words " * 60, squares=((1, 0), (14, 1)))
    text = render_text_report(make_results(report(long, SHORT)), TextStyle(width))
    inside = [line for line in text.splitlines() if not line.startswith(("hall", "1 file"))]
    assert max(map(len, inside)) <= width


def test_colours_only_colour() -> None:
    """With colours the text is the same between the codes, and without there is no code."""
    plain, painted = (
        render_text_report(make_results(), TextStyle()),
        render_text_report(make_results(), TextStyle(colour=True)),
    )
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == plain


def test_control_characters_of_a_file_do_not_reach_the_terminal() -> None:
    """A dungeon's name, a message or a reason cannot move the cursor or ring the bell."""
    evil = Finding(rule="chest-count", level=Level.ERROR, message="\x1b[2Jgone", source="\x07", waived="\x1b]0;x\x07")
    said = render_text_report(make_results(report(evil, file="\x1b[31mred")), TextStyle())
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", said)


def test_several_rulesets_make_a_table() -> None:
    """Asked under several rulesets, the answer is one table: rows files, columns rulesets."""
    found = make_results(
        report(SHORT, LONELY, file="a.dungeon.yaml"),
        report(file="a.dungeon.yaml", ruleset="gw-1989-basic"),
        report(AJAR, SET_ASIDE, file="b.dungeon.yaml"),
        report(LONELY, file="b.dungeon.yaml", ruleset="gw-1989-basic", strict=True),
    )
    lines = render_text_report(found, TextStyle()).splitlines()
    assert lines[:4] == [
        "                naf-      gw-1989-",
        "                2019      basic",
        "a.dungeon.yaml  1e 1w     legal",
        "b.dungeon.yaml  legal 1n  1w",
    ]
    assert lines[-1] == "2 files checked under 2 rulesets; 2 name none of them"


def test_a_dungeon_that_is_legal_under_its_own_ruleset_is_summed_up_as_legal() -> None:
    """Asked under several rulesets, files are counted by the one they name; others are counted apart."""
    found = make_results(
        report(file="a", own="naf-2019"),
        report(SHORT, file="a", ruleset="eagbbl", own="naf-2019"),
        report(file="b", own="eagbbl"),
        report(SHORT, file="b", ruleset="eagbbl", own="eagbbl"),
        report(file="c", own="cup.toml"),
        report(file="c", ruleset="eagbbl", own="cup.toml"),
    )
    said = "3 files checked under 2 rulesets; under its own 1 is legal and 1 is not; 1 names none of them"
    assert render_text_report(found, TextStyle()).splitlines()[-1] == said
