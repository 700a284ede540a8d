"""JUnit XML."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

from dungeon_designer.findings import Finding, Level
from dungeon_designer.reports.junit import render_junit_report
from dungeon_designer.reports.report_model import Report, UnreadFile
from dungeon_designer.reports.text_style import TextStyle

from .samples import ASKED, GONE, LONELY, SET_ASIDE, make_results, make_stale_report, report


def read_document(*reports: Report, unread: tuple[UnreadFile, ...] = ()) -> Element:
    return fromstring(render_junit_report(make_results(*reports, unread=unread), TextStyle()))  # noqa: S314 - our own document


def test_a_suite_a_file_and_a_case_a_rule_asked() -> None:
    """Build servers count the rules that were asked: those that found nothing have passed."""
    (suite,) = read_document()
    assert suite.get("name") == "hall.dungeon.yaml (naf-2019)"
    assert [case.get("name") for case in suite.iter("testcase")] == list(ASKED)
    assert {key: suite.get(key) for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "5",
        "failures": "1",
        "errors": "0",
        "skipped": "1",
    }


def test_what_makes_a_dungeon_illegal_fails_and_the_rest_is_told() -> None:
    """Errors fail their case; warnings and infos are output; what is waived is skipped with its reason."""
    (suite,) = read_document()
    kinds = {case.get("name"): [child.tag for child in case] for case in suite.iter("testcase")}
    assert kinds == {
        "chest-count": ["system-out"],
        "square-count": ["skipped"],
        "end-zone-size": ["failure"],
        "door-shut": ["system-out"],
        "ball-count": [],
    }
    skipped = suite.find("testcase/skipped")
    assert skipped is not None
    assert skipped.get("message") == "waived: club night"


def test_rules_not_asked_and_stale_waivers_are_told() -> None:
    """Rules that were not checked are a property of the suite; waivers that cover nothing are its output."""
    (suite,) = read_document()
    (asked,) = suite.iter("property")
    assert (asked.get("name"), asked.get("value")) == ("not asked", "tile-mix, door-count")
    (stale,) = read_document(make_stale_report())
    assert "stale waiver of ball-count" in (stale.findtext("system-out") or "")


def test_strict_makes_warnings_fail() -> None:
    """With --strict a warning is a failure here, too."""
    (suite,) = read_document(report(LONELY, strict=True))
    assert suite.get("failures") == "1"


def test_all_findings_of_a_rule_share_its_case() -> None:
    """A rule that fails twice is one case with two lines."""
    twice = [Finding(rule="chest-count", level=Level.ERROR, message=text) for text in ("one", "two")]
    (suite,) = read_document(report(*twice, SET_ASIDE))
    failure = suite.find("testcase/failure")
    assert failure is not None
    assert failure.text is not None
    assert [line.split()[1] for line in failure.text.splitlines()] == ["one", "two"]


def test_a_file_that_was_not_checked_is_an_error() -> None:
    """A build server sees the file, too."""
    root = read_document(report(), unread=(GONE,))
    assert root.get("errors") == "1"
    assert root[-1].get("name") == "gone.dungeon.yaml"


def test_characters_xml_cannot_carry_are_escaped() -> None:
    """A hostile name or message still gives a document that can be read."""
    evil = Finding(rule="chest-count", level=Level.ERROR, message="\x00\x1b<&]]>\udcff\ufffe")
    assert read_document(report(evil, file="\x01<&>")).get("failures") == "1"
