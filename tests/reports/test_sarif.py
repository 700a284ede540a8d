"""SARIF 2.1.0. The structure is checked by hand, after the standard's text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dungeon_designer.reports.report_model import Results
from dungeon_designer.reports.sarif import build_uri, render_sarif_report
from dungeon_designer.reports.text_style import TextStyle

from .samples import GONE, LONELY, SHORT, make_results, make_stale_report, report


def run_of(found: Results) -> dict[str, Any]:
    log = json.loads(render_sarif_report(found, TextStyle()))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    return dict(run)


def test_every_result_names_a_rule_with_its_manual() -> None:
    """The rules asked are listed with help, and each result points at its own by name and index."""
    run = run_of(make_results())
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["chest-count", "ball-count", "square-count", "end-zone-size", "door-shut"]
    assert all(rule["shortDescription"]["text"] and rule["help"]["text"] for rule in rules)
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])


def test_levels_are_the_standards() -> None:
    """Errors, warnings and infos are the standard's error, warning and note."""
    assert [result["level"] for result in run_of(make_results())["results"]] == ["error", "warning", "note", "warning"]


def test_squares_are_lines_and_columns_of_the_sketch() -> None:
    """A square is the place of its letter in the file's map; the other squares are related places."""
    first = run_of(make_results(report(SHORT)))["results"][0]
    (location,) = first["locations"]
    assert location["physicalLocation"] == {
        "artifactLocation": {"uri": "hall.dungeon.yaml"},
        "region": {"startLine": 3, "startColumn": 3, "endColumn": 4},
    }
    assert location["logicalLocations"] == [{"name": "(0, 0)", "kind": "square"}]
    assert [place["logicalLocations"][0]["name"] for place in first["relatedLocations"]] == [
        "(1, 0)",
        "(0, 1)",
        "(1, 1)",
        "(0, 2)",
    ]
    assert first["properties"]["squares"] == [[0, 0], [1, 0], [0, 1], [1, 1], [0, 2]]


def test_waived_findings_are_suppressed_with_their_reason() -> None:
    """A waiver in the file is a suppression in source, and only waived results have one."""
    suppressions = [result.get("suppressions") for result in run_of(make_results())["results"]]
    waived = [{"kind": "inSource", "status": "accepted", "justification": "club night"}]
    assert suppressions == [None, None, None, waived]


def test_a_file_that_was_not_checked_is_a_notification() -> None:
    """The run says that it did not succeed, and about which file."""
    (invocation,) = run_of(make_results(report(LONELY), unread=(GONE,)))["invocations"]
    assert invocation["executionSuccessful"] is False
    (note,) = invocation["toolExecutionNotifications"]
    assert note["message"]["text"] == "gone.dungeon.yaml: there is no such file"


def test_rules_not_asked_and_stale_waivers_are_properties_of_the_run() -> None:
    """Facts for which the standard has no place are properties of the run."""
    (about,) = run_of(make_results(make_stale_report()))["properties"]["reports"]
    assert about["legal"] is True
    assert about["stale_waivers"][0]["rule"] == "ball-count"
    (about,) = run_of(make_results())["properties"]["reports"]
    assert about["not_asked"] == ["tile-mix", "door-count"]


@pytest.mark.parametrize(
    ("file", "wanted"),
    [
        ("halls/a.yaml", "halls/a.yaml"),
        ("my halls/ä#1?.yaml", "my%20halls/%C3%A4%231%3F.yaml"),
        ("/abs/a.yaml", "file:///abs/a.yaml"),
        ("-", "stdin"),
        ("bad\udcff.yaml", "bad%FF.yaml"),
    ],
)
def test_files_are_written_as_uris(file: str, wanted: str) -> None:
    """Whatever a file is called, its name becomes a valid reference."""
    assert build_uri(file) == wanted
