"""`analyse`: the figures of dungeons as text, JSON and Markdown."""

from __future__ import annotations

import json

import jsonschema

from dungeon_designer.cli.reference import build_kind_schema
from dungeon_designer.figures.measures import MEASURES
from dungeon_designer.rulesets.loader import EDITIONS
from tests.examples.verdicts import EXAMPLES

LADDER = str(EXAMPLES / "gw-2021" / "the-hungry-ladder.dungeon.yaml")
HALL = "name: The Hall\nruleset: naf-2019\nmap: |\n  <..C......>\n"


def test_text_tells_every_figure_beside_the_named(call):
    """Each figure has a line with its value, the range of the named dungeons and its place; then chest by chest."""
    called = call("analyse", LADDER)
    assert called.status == 0
    for measure in MEASURES.values():
        assert f"    {measure.title}  " in called.out
    (line,) = (line for line in called.out.splitlines() if line.strip().startswith("To all chests  "))
    assert line.split("each")[0].split() == ["To", "all", "chests", "141", "steps"]
    assert line.endswith("92 to 147         more than 3 of 5")
    assert "(14, 3)   home 11, away 35  safe for home" in called.out


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
    called = call("analyse", "hall.dungeon.yaml", "--format", "markdown", "-o", "hall.md")
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
    called = call("analyse", "bare.dungeon.yaml")
    assert called.status == 0
    assert "To all chests                      none" in called.out
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
    assert "| To all chests | home 3, away 7 steps | 77 to 82 | less than all 2 |" in (table / "pack.md").read_text()
