"""`analyse`: the figures of dungeons as text, JSON and Markdown."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema

from dungeon_designer import Dungeon
from dungeon_designer.cli.reference import build_kind_schema
from dungeon_designer.figures.measures import MEASURES, find_named_twin, measure_figures
from dungeon_designer.figures.survey import create_survey
from dungeon_designer.rulesets.loader import EDITIONS
from tests.examples.verdicts import EXAMPLES

LADDER = str(EXAMPLES / "gw-2021" / "the-hungry-ladder.dungeon.yaml")
HALL = "name: The Hall\nruleset: naf-2019\nmap: |\n  <..C......>\n"


def test_text_tells_every_figure_beside_the_named(call):
    """With --all each figure has a line: value, range of the named dungeons, place, what is good; then the chests."""
    called = call("analyse", LADDER, "--all")
    assert called.status == 0
    for measure in MEASURES.values():
        assert f"    {measure.title}  " in called.out
    (line,) = (line for line in called.out.splitlines() if line.strip().startswith("Steps to all chests  "))
    assert line.split("each")[0].split() == ["Steps", "to", "all", "chests", "141", "steps"]
    assert re.split("  +", line.strip())[2:] == ["92 to 147", "more than 3 of 4", "equal is fair"]
    assert "(14, 3)   home 11, away 35  safe for home" in called.out


def test_a_report_begins_with_what_a_coach_would_say(call):
    """Who is nearer, routes, bottlenecks and chests are told in sentences before any figure."""
    summary, _, figures = call("analyse", LADDER).out.partition("Clear differences from the other named dungeons")
    sentences = " ".join(summary.split())
    assert "The teams walk about equally far to all chests (steps: home 141, away 141)." in sentences
    assert "It is 41 steps to another team's zone, and there are two ways round rooms." in sentences
    assert "There is no bottleneck. The nearest chest is 11 steps away, the farthest 35." in sentences
    assert "Clearly nearer are one chest to home and one chest to away; four chests to none." in sentences
    assert "Steps to the nearest chest " in figures
    assert "Steps to all chests " not in figures
    assert "--all" in figures


def test_no_dungeon_is_compared_with_itself(call):
    """A named dungeon has its place among the others, whatever its figures; also a copy with another name."""
    winds = str(EXAMPLES / "naf-2019" / "the-four-winds.dungeon.yaml")
    assert "of 2" not in call("analyse", winds, "--all").out
    assert "more than the only one" in call("analyse", winds, "--all").out
    copied = Dungeon.parse(Path(winds).read_text().replace("The Four Winds", "Copied"))
    figures = measure_figures(create_survey(copied.board, copied.ruleset()))
    assert find_named_twin(figures, "naf-2019", "Copied") == "The Four Winds"


def test_the_nearer_team_and_bottlenecks_are_named(call, table):
    """In a corridor one team is nearer to the only chest, and single squares part the teams."""
    (table / "hall.dungeon.yaml").write_text(HALL)
    text = " ".join(call("analyse", "hall.dungeon.yaml").out.split())
    assert "Home is nearer to the chests: away walks 133 % more (steps: home 3, away 7)." in text
    assert "no way round a room. Between the teams all must pass" in text


def test_json_is_what_its_schema_says(call, table):
    """The document is valid, the same to the byte each time, and keeps the keys that are promised."""
    (table / "hall.dungeon.yaml").write_text(HALL)
    called = call("analyse", "hall.dungeon.yaml", LADDER, "--format", "json")
    document = json.loads(called.out)
    jsonschema.validate(document, build_kind_schema("analysis"))
    assert called.out == call("analyse", "hall.dungeon.yaml", LADDER, "--format", "json").out
    hall, ladder = document["analyses"]
    assert (hall["file"], hall["name"], hall["ruleset"]) == ("hall.dungeon.yaml", "The Hall", "naf-2019")
    assert hall["figures"]["chest-steps"]["by_side"] == {"home": 3, "away": 7}
    assert hall["figures"]["length"]["value"] == 10
    assert "value" not in hall["figures"]["chest-steps"]
    assert hall["chests"] == [{"at": [3, 0], "steps": {"home": 3, "away": 7}, "safe_for": "home"}]
    assert ladder["figures"]["chest-steps"]["of_named"] == [92, 147]
    assert list(ladder["figures"]) == list(MEASURES)


def test_markdown_goes_into_a_file(call, table):
    """-o writes the report, and nothing on standard output."""
    (table / "hall.dungeon.yaml").write_text(HALL)
    called = call("analyse", "hall.dungeon.yaml", "--format", "markdown", "-o", "hall.md", "--all")
    assert (called.status, called.out) == (0, "")
    assert "| Squares | 11 squares |" in (table / "hall.md").read_text()


def test_seasons_and_folders_are_read_as_elsewhere(call, table):
    """A season's ruleset is asked of its dungeons; a folder gives all of them; --ruleset all asks every edition."""
    (table / "hall.dungeon.yaml").write_text(HALL)
    season = 'name = "Cup"\nruleset = "gw-2021"\n[[rounds]]\nname = "One"\nlayout = "hall.dungeon.yaml"\n'
    (table / "season.toml").write_text(season)
    asked = json.loads(call("analyse", "season.toml", "--format", "json").out)
    assert [each["ruleset"] for each in asked["analyses"]] == ["gw-2021"]
    assert len(json.loads(call("analyse", ".", "--ruleset", "naf-2019", "--format", "json").out)["analyses"]) == 5
    everything = json.loads(call("analyse", "hall.dungeon.yaml", "--ruleset", "all", "--format", "json").out)
    assert len(everything["analyses"]) == len(EDITIONS)


def test_what_cannot_be_read_is_one_line_and_the_rest_is_told(call, table):
    """A missing file is named on standard error, the status is 2, and the other files are analysed all the same."""
    (table / "hall.dungeon.yaml").write_text(HALL)
    called = call("analyse", "gone.dungeon.yaml", "hall.dungeon.yaml")
    assert called.status == 2
    assert "gone.dungeon.yaml" in called.complaint
    assert "The Hall" in called.out
    (table / "plain.dungeon.yaml").write_text("map: <.C.>")
    assert "plain.dungeon.yaml: " in call("analyse", "plain.dungeon.yaml").complaint


def test_a_dungeon_with_neither_sides_nor_chests_is_told_so(call, table):
    """Figures that have no meaning are none; nothing fails."""
    (table / "bare.dungeon.yaml").write_text("ruleset: naf-2019\nmap: ...\n")
    called = call("analyse", "bare.dungeon.yaml", "--all")
    assert called.status == 0
    assert "Steps to all chests                    none" in called.out
    assert "exchange" not in called.out


def test_check_ends_each_report_with_a_line_of_fairness(call, table):
    """A text report tells how far the sides walk; a brief one, other formats and dungeons with one side do not."""
    (table / "hall.dungeon.yaml").write_text(HALL)
    line = "Fairness: to all chests home walks 3 steps, away 7; chest by chest, in order of nearness,"
    assert line in " ".join(call("check", "hall.dungeon.yaml").out.split())
    for other in (["--brief"], ["--format", "markdown"], ["--format", "json"], ["--ruleset", "all"]):
        assert "Fairness" not in call("check", "hall.dungeon.yaml", *other).out
    (table / "alone.dungeon.yaml").write_text("ruleset: naf-2019\nmap: <..C..\n")
    assert "Fairness" not in call("check", "alone.dungeon.yaml").out


def test_a_pack_has_a_table_of_figures(call, table):
    """Each dungeon's ten figures stand in its chapter of the organiser's pack."""
    (table / "halls").mkdir()
    (table / "halls" / "hall.dungeon.yaml").write_text(HALL)
    call("pack", "halls/hall.dungeon.yaml", "--organiser", "-o", "pack.md")
    assert (
        "| Steps to all chests | home 3, away 7 steps | 77 to 82 | less than all 2 |" in (table / "pack.md").read_text()
    )
