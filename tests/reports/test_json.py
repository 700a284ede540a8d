"""The report for programs."""

from __future__ import annotations

import json

import jsonschema
import pytest

from dungeon_designer.cli.reference import build_kind_schema
from dungeon_designer.reports.json_report import render_json_report
from dungeon_designer.reports.report_model import Results
from dungeon_designer.reports.text_style import TextStyle

from .samples import LONELY, SHORT, make_results, make_stale_report, report

PROMISED = ("file", "name", "ruleset", "legal", "counts", "findings")
PROMISED_OF_FINDINGS = ("rule", "level", "message", "squares", "measured", "required", "source", "waived")


def test_the_promised_document() -> None:
    """The document is the one docs/reference/commands.md shows, key by key and in that order."""
    assert json.loads(render_json_report(make_results(report(SHORT)), TextStyle())) == {
        "version": 1,
        "reports": [
            {
                "file": "hall.dungeon.yaml",
                "name": "The Long Hall",
                "ruleset": "naf-2019",
                "legal": False,
                "counts": {"error": 1, "warning": 0, "info": 0, "waived": 0},
                "findings": [
                    {
                        "rule": "end-zone-size",
                        "level": "error",
                        "message": "the home end zone has 5 squares, not 6",
                        "squares": [[0, 0], [1, 0], [0, 1], [1, 1], [0, 2]],
                        "measured": 5,
                        "required": 6,
                        "source": "naf-2019, The Dungeon",
                        "waived": None,
                        "fixes": [],
                    }
                ],
                "not_asked": ["tile-mix", "door-count"],
                "stale_waivers": [],
                "tiles": [],
            }
        ],
    }


def test_promised_keys_come_first_and_in_order() -> None:
    """Keys that were added later stand behind those that were promised first."""
    (entry,) = json.loads(render_json_report(make_results(), TextStyle()))["reports"]
    assert tuple(entry)[: len(PROMISED)] == PROMISED
    assert list(entry["counts"]) == ["error", "warning", "info", "waived"]
    for finding in entry["findings"]:
        assert tuple(finding)[: len(PROMISED_OF_FINDINGS)] == PROMISED_OF_FINDINGS


@pytest.mark.parametrize("strict", [False, True])
def test_legal_follows_strict(strict: bool) -> None:
    """A warning makes a dungeon illegal only when warnings count."""
    (entry,) = json.loads(render_json_report(make_results(report(LONELY, strict=strict)), TextStyle()))["reports"]
    assert entry["legal"] is not strict


@pytest.mark.parametrize("found", [make_results(), make_results(make_stale_report()), Results(())])
def test_documents_keep_to_the_published_schema(found: Results) -> None:
    """Every document is valid under the schema that `schema report` prints, and the schema is one itself."""
    schema = build_kind_schema("report")
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(render_json_report(found, TextStyle())), schema)


def test_the_schema_refuses_other_documents() -> None:
    """A report without its verdict is no report."""
    document = json.loads(render_json_report(make_results(), TextStyle()))
    del document["reports"][0]["legal"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, build_kind_schema("report"))


def test_waived_findings_carry_their_reason_and_stale_waivers_theirs() -> None:
    """A program can tell what was set aside, why, and which waiver sets nothing aside any more."""
    (entry,) = json.loads(render_json_report(make_results(make_stale_report()), TextStyle()))["reports"]
    assert entry["findings"][0]["waived"] == "club night"
    assert entry["counts"] == {"error": 0, "warning": 0, "info": 0, "waived": 1}
    stale = {"rule": "ball-count", "squares": [], "reason": "a joke", "why": "the rule finds no problem"}
    assert entry["stale_waivers"] == [stale]
