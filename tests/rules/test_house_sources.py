"""House rulesets: they cite their own book, unset what they inherit, and what is wrong in them is told by its line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from dungeon_designer.board.build import build_board
from dungeon_designer.cli.main import program
from dungeon_designer.errors import RulesetError
from dungeon_designer.exports.pack.ruleset_parts import list_play_rows
from dungeon_designer.layout.model import Layout, Obstacle, ObstacleKind, Section, Waiver
from dungeon_designer.rules.checker import check_board
from dungeon_designer.rules.rule_registry import list_enabled_rules, load_rule, load_ruleset
from dungeon_designer.rules.rule_text import format_number
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.play_table import parse_play
from dungeon_designer.rulesets.ruleset_model import Ruleset

FORMATS = ("text", "json", "sarif", "junit", "github", "markdown")
CUP = 'id = "cup"\nname = "Moot Cup"\nextends = "naf-2019"\n'


def house(folder: Path, text: str, name: str = "house.toml") -> Ruleset:
    """The ruleset in a file of that text."""
    (folder / name).write_text(text, encoding="utf-8")
    return load_ruleset(name, folder)


def refusal(folder: Path, text: str) -> str:
    """The line that says why a ruleset file of that text is refused, without the folder."""
    with pytest.raises(RulesetError) as caught:
        house(folder, text)
    return str(caught.value).replace(f"{folder}/", "")


def source(ruleset: Ruleset, rule: str) -> str:
    return ruleset.rules[rule].source


@pytest.mark.parametrize(
    ("table", "cites"),
    [
        ("max = 300", "Moot Cup"),
        ('level = "must"', "Moot Cup"),
        ('unset = ["max"]', "Moot Cup"),
        ('max = 300\nsource = "Cup rules, page 2"', "Cup rules, page 2"),
        ("max = 280", "naf-2019, The Dungeon"),
        ('level = "should"', "naf-2019, The Dungeon"),
        ("", "naf-2019, The Dungeon"),
    ],
)
def test_what_a_house_changes_is_its_own(tmp_path: Path, table: str, cites: str) -> None:
    """Whoever changes a level or a number without a source is named himself; what is only repeated is the book's."""
    assert source(house(tmp_path, f"{CUP}[rules.square-count]\n{table}\n"), "square-count") == cites


def test_a_rule_the_edition_lacks_cites_the_house(tmp_path: Path) -> None:
    """A rule that is switched on without a source is the house's, and so is one that stands alone."""
    assert source(house(tmp_path, f"{CUP}[rules.chests-per-section]\n"), "chests-per-section") == "Moot Cup"
    assert source(house(tmp_path, "[rules.chest-count]\n"), "chest-count") == "house"


def test_a_title_is_cited_before_the_name(tmp_path: Path) -> None:
    """A house that says what its sources call the book is cited by that."""
    text = CUP + 'title = "Moot Cup, house rules of 2027"\n[rules.square-count]\nmax = 300\n'
    assert source(house(tmp_path, text), "square-count") == "Moot Cup, house rules of 2027"


def test_the_nearest_house_that_changed_a_rule_is_cited(tmp_path: Path) -> None:
    """Finals on a cup on an edition: each rule names the last of them that changed it."""
    house(tmp_path, f"{CUP}[rules.square-count]\nmax = 300\n[rules.chest-spacing]\nmin = 4\n", "cup.toml")
    finals = house(tmp_path, 'name = "Finals"\nextends = "cup.toml"\n[rules.square-count]\nmax = 240\nmin = 100\n')
    assert [source(finals, rule) for rule in ("square-count", "chest-spacing", "chest-count")] == [
        "Finals",
        "Moot Cup",
        source(load_unchecked_ruleset("naf-2019"), "chest-count"),
    ]


def test_how_it_is_played_cites_the_house(tmp_path: Path) -> None:
    """A changed throw, portal or rush without a source names the house, too; the rest stays the book's."""
    play = parse_play(house(tmp_path, f'{CUP}[play]\nlongest_throw = "quick"\nrush = 3\nrush_source = "page 9"\n'))
    book = parse_play(load_unchecked_ruleset("naf-2019"))
    assert (play.longest_throw_source, play.rush_source, play.portal_source) == (
        "Moot Cup",
        "page 9",
        book.portal_source,
    )


@pytest.mark.parametrize("form", FORMATS)
def test_no_report_cites_the_edition_for_what_a_house_changed(tmp_path: Path, form: str) -> None:
    """In every format a finding of a changed rule names the house, never the edition it was changed from."""
    house(tmp_path, f"{CUP}[rules.chest-count]\nmin = 5\nmax = 5\n", "cup.toml")
    hall = tmp_path / "hall.dungeon.yaml"
    hall.write_text("map: <<..C.C.>>\n", encoding="utf-8")
    call = ["check", str(hall), "--ruleset", str(tmp_path / "cup.toml"), "--select", "chest-count", "--format", form]
    said = CliRunner().invoke(program, call).output
    assert "Moot Cup" in said
    assert source(load_unchecked_ruleset("naf-2019"), "chest-count") not in said


def test_explain_and_rules_cite_the_house(tmp_path: Path) -> None:
    """`explain` and `rules` of a house ruleset name it as the source of what it changed."""
    house(tmp_path, f"{CUP}[rules.chest-count]\nmin = 5\nmax = 5\n", "cup.toml")
    cup = str(tmp_path / "cup.toml")
    explained = CliRunner().invoke(program, ["explain", "chest-count", "--ruleset", cup, "--format", "json"]).output
    listed = CliRunner().invoke(program, ["rules", "--ruleset", cup, "--format", "json"]).output
    rules = {each["rule"]: each["source"] for each in json.loads(listed)["rules"]}
    assert json.loads(explained)["rulesets"][0]["source"] == rules["chest-count"] == "Moot Cup"
    assert rules["portal-count"].startswith("naf-2019")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_cites_books_as_it_did(edition: str) -> None:
    """What an edition asks cites a book and heading, or says that no book requires it; never the edition's own name."""
    ruleset = load_unchecked_ruleset(edition)
    assert [
        name for name in ruleset.enabled_rules if ruleset.rules[name].source == (ruleset.title or ruleset.name)
    ] == []


def test_unset_takes_an_inherited_parameter_away(tmp_path: Path) -> None:
    """Without its lower bound the rule has the upper one alone; with neither it asks what it asks when told nothing."""
    one = house(tmp_path, f'{CUP}[rules.square-count]\nunset = ["min"]\nmax = 300\n')
    assert one.rules["square-count"].parameters == {"max": 300}
    both = house(tmp_path, f'{CUP}[rules.chest-count]\nunset = ["min", "max"]\n')
    assert both.rules["chest-count"].parameters == {}
    (count,) = (each.settings for each in list_enabled_rules(both) if each.rule.name == "chest-count")
    assert count.range_text == "exactly 6"  # type: ignore[attr-defined]


def test_unset_in_play(tmp_path: Path) -> None:
    """What is unset in [play] is as where no book says anything."""
    assert parse_play(load_unchecked_ruleset("gw-2021")).opaque
    assert parse_play(house(tmp_path, 'extends = "gw-2021"\n[play]\nunset = ["opaque", "jump"]\n')).opaque == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("coners = 1\n", "line 4: unknown key 'coners' (did you mean corners?)"),
        ("[rules.chest-cuont]\n", "line 4: rules.chest-cuont: no such rule (did you mean chest-count?)"),
        (
            "[rules.chest-count]\n# five\nmax = 'x'\n",
            "line 6: rules.chest-count: max: expected a whole number, not 'x'",
        ),
        (
            "[rules.chest-count]\nmin = 5\nmni = 5\n",
            "line 6: rules.chest-count: unknown parameter 'mni' (did you mean min?)",
        ),
        ("[rules.chest-count]\nlevel = 'mustt'\n", "line 5: rules.chest-count.level: 'mustt' is not known here"),
        ("[rules]\nchest-count = {mni = 5}\n", "line 5: rules.chest-count: unknown parameter 'mni'"),
        (
            "[rules.chest-count]\nmin = 5\nsides = 3\n",
            "line 6: rules.chest-count.sides: this is a key of the file, not of a rule: write it above the first table",
        ),
        ("[play]\nrusch = 3\n", "line 5: play: unknown key 'rusch' (did you mean rush?)"),
        ("[play]\nrush = -3\n", "line 5: play: rush: expected a number of at least 0"),
        (
            "[rules.square-count]\nunset = ['mim']\n",
            "line 5: rules.square-count.unset: unknown parameter 'mim' (did you mean min?)",
        ),
        ("[rules.square-count]\nunset = 'min'\n", "line 5: rules.square-count.unset: expected a list, not 'min'"),
        (
            "[rules.square-count]\nmin = 3\nunset = ['min']\n",
            "line 6: rules.square-count.unset: 'min' is set in the same table; leave out one of the two",
        ),
        ("[set_up]\nstage = []\n", "line 5: set_up: unknown key 'stage' (did you mean stages?)"),
        (
            "[set_up]\nstages = [{lay = 'chests'}]\n",
            "line 5: set_up: stages[0].lay: 'chests' is not known here (did you mean chest?)",
        ),
        (
            "[set_up]\nstages = [{lay = 'chest', each = 2, count = 4}]\n",
            "line 5: set_up: stages[0]: has count and each; leave out one of the two",
        ),
        ("set_up = 3\n", "line 4: set_up: must be a table"),
        ("[play]\nunset = ['rusch']\n", "line 5: play.unset: unknown key 'rusch' (did you mean rush?)"),
    ],
)
def test_a_fault_has_its_line(tmp_path: Path, text: str, said: str) -> None:
    """What is wrong is told with file, line, key and remedy, in one line."""
    told = refusal(tmp_path, CUP + text)
    assert told.startswith(f"house.toml: {said}")


def test_a_fault_of_the_base_has_its_line(tmp_path: Path) -> None:
    """A file that is extended is named with its own line."""
    (tmp_path / "base.toml").write_text("\n\ncorners = 'fre'\nrules = {}\n", encoding="utf-8")
    assert "base.toml: line 3: corners: 'fre' is not known here" in refusal(tmp_path, 'extends = "base.toml"\n')


def test_a_bound_that_meets_an_inherited_one(tmp_path: Path) -> None:
    """Whoever raises one bound above the other, which he inherited, is told where that comes from and what to do."""
    told = refusal(tmp_path, f"{CUP}[rules.chest-count]\nmin = 8\n")
    assert told == (
        "house.toml: line 4: rules.chest-count: min 8 is above max 6 (max is as in naf-2019: set it here as well, or"
        ' write unset = ["max"])'
    )


def test_a_pack_for_house_rules_tells_players_and_reserves(tmp_path: Path) -> None:
    """Whoever plays by house rules reads in the pack how many players a side sets up and how more come in."""
    text = f"{CUP}[play]\nplayers = 5\nreserves = 3\nreserves_by = ['end_zone']\n"
    said = {what: (words, source) for what, words, source in list_play_rows(house(tmp_path, text))}
    assert said["The number of players that each team sets up"] == ("5", "Moot Cup")
    assert said["The largest number of a team's reserves"] == ("3", "Moot Cup")
    assert said["Where reserves come in"] == ("end zone", "Moot Cup")
    play = parse_play(house(tmp_path, text))
    assert (play.players_source, play.reserves_source) == ("Moot Cup", "Moot Cup")


def test_a_ruleset_is_told_whole(tmp_path: Path) -> None:
    """`rulesets FILE` tells what a ruleset says beside its rules, and whose every part of that is."""
    house(tmp_path, f"{CUP}sides = 3\n[play]\nplayers = 5\n[set_up]\nstages = [{{lay = 'chest'}}]\n", "cup.toml")
    call = ["rulesets", str(tmp_path / "cup.toml")]
    text = CliRunner().invoke(program, call).output
    told = json.loads(CliRunner().invoke(program, [*call, "--format", "json"]).output)
    assert (told["extends"], told["sides"], told["title"]) == (["naf-2019"], 3, "")
    assert (told["set_up"]["source"], told["play"]["players_source"]) == ("Moot Cup", "Moot Cup")
    for line in (
        'play.players_source                "Moot Cup"',
        "naf-2019",
        'set_up.stages                      [{lay = "chest"}]',
    ):
        assert " ".join(line.split()) in " ".join(text.split())


def test_a_ruleset_that_is_wrong_is_told_so(tmp_path: Path) -> None:
    """`rulesets FILE` of a wrong file ends with 2 and names the line."""
    (tmp_path / "cup.toml").write_text(f"{CUP}coners = 1\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "dungeon_designer", "rulesets", str(tmp_path / "cup.toml")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "cup.toml: line 4: unknown key 'coners' (did you mean corners?)" in done.stderr


WIDE = f"{CUP}[rules.corridor-width]\n"


@pytest.mark.parametrize(
    ("text", "least"), [("min = 3\n", 3), ("width = 3\n", 3), ("max = 6\n", 2), ('unset = ["width"]\nmin = 1\n', 1)]
)
def test_min_is_another_name_for_the_width_of_ways(tmp_path: Path, text: str, least: int) -> None:
    """On top of an edition that names `width`, either name changes it, and what players are told says so."""
    asked = house(tmp_path, WIDE + text)
    (settings,) = [each.settings for each in list_enabled_rules(asked) if each.rule.name == "corridor-width"]
    assert settings.min_width == least
    told = settings.describe_for_players(asked.rules["corridor-width"].parameters)[1]
    assert ("at least" in told) is (least > 1)
    assert least == 1 or f"at least {format_number(least)} squares wide" in told
    finals = house(tmp_path, 'extends = "house.toml"\n[rules.corridor-width]\nmin = 4\n', "finals.toml")
    settings_type = load_rule("corridor-width").settings_type
    assert settings_type.parse_parameters(finals.rules["corridor-width"].parameters).min_width == 4


def test_both_names_for_the_width_of_ways_are_refused(tmp_path: Path) -> None:
    """Who writes both is told to leave out one."""
    assert "width and min mean the same; leave out one of them" in refusal(tmp_path, f"{WIDE}width = 2\nmin = 2\n")


def test_a_waiver_of_furniture_in_a_hall_is_told_to_be_stale() -> None:
    """A waiver of corridor-width that nothing needs any more is told, as of any rule; one that is needed is not."""
    hall, way = ("......",) * 6, ("......",) * 2
    waiver = Waiver(rule="corridor-width", reason="the statue stays")
    for rows, statue, stale in ((hall, (2, 2), 1), (way, (2, 0), 0)):
        obstacles = (Obstacle(kind=ObstacleKind.STATUE, at=statue),)
        layout = Layout(sections=(Section(id="A", rows=rows),), obstacles=obstacles, waivers=(waiver,))
        assert (
            len(
                check_board(
                    build_board(layout), load_unchecked_ruleset("naf-2019"), select=["corridor-width"]
                ).stale_waivers
            )
            == stale
        )
