"""Whatever a dungeon holds, every format can report on it."""

from __future__ import annotations

import json
from xml.etree.ElementTree import fromstring

import jsonschema
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dungeon_designer.cli.reference import build_kind_schema
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import Layout
from dungeon_designer.pipeline import ExamineOptions, Examiner
from dungeon_designer.reports.report_formats import REPORT_FORMATS, render_report
from dungeon_designer.reports.report_model import Results
from dungeon_designer.reports.text_style import TextStyle
from dungeon_designer.rulesets.loader import EDITIONS
from tests.soak import count, soak
from tests.strategies import draw_layouts, draw_wild_layouts

VALIDATOR = jsonschema.Draft202012Validator(build_kind_schema("report"))


@soak
@settings(max_examples=count(13, 1200))
@given(draw_layouts() | draw_wild_layouts(), st.sampled_from(EDITIONS), st.booleans())
def test_every_format_reports_on_any_dungeon(layout: Layout, edition: str, strict: bool) -> None:
    """No dungeon breaks a report: documents are valid, text keeps its width and its terminal."""
    untiled = tuple(section for section in layout.sections if not section.tile)
    data = write_json(replace(layout, sections=untiled, machines=()))
    examiner = Examiner(ExamineOptions(ruleset=edition, strict=strict, places=True))
    results = Results.from_outcomes(examiner.examine(Dungeon.load("-", data=data)))
    said = {name: render_report("check", name, results, TextStyle(60)) for name in REPORT_FORMATS["check"]}
    assert VALIDATOR.is_valid(json.loads(said["json"]))
    assert json.loads(said["sarif"])["version"] == "2.1.0"
    assert fromstring(said["junit"]).tag == "testsuites"  # noqa: S314 - our own document
    told = [*results.reports[0].open, *results.reports[0].verdict.stale_waivers]
    assert sum(line.startswith("::") for line in said["github"].splitlines()) == len(told)
    lines = said["text"].splitlines()
    assert max(map(len, lines[1:-1]), default=0) <= 60
    assert "\x1b" not in said["text"]
