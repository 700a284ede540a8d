"""Files to start from read as they stand, are legal, keep their schemas, and their examples can be switched on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dungeon_designer as dd
from dungeon_designer.errors import DungeonError
from dungeon_designer.rules.rule_registry import list_enabled_rules, load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.play_table import Play
from dungeon_designer.rulesets.ruleset_document import RulesetDocument
from dungeon_designer.seasons.season_file import parse_season
from dungeon_designer.templates import (
    EXAMPLE_DUNGEONS,
    build_ruleset_text,
    build_season_text,
    build_sketch_text,
    build_tile_text,
)
from dungeon_designer.tiles.library import format_tile
from dungeon_designer.tiles.tile_file import parse_tile
from tests.schemas.kinds import EXAMPLE, RULESET, SEASON, SKETCH, TILE, Kind, on

HOUSES = Path(__file__).parents[2] / "examples" / "house-rules"
every_edition = pytest.mark.parametrize("edition", EDITIONS)


def list_marks(kind: Kind, text: str) -> list[str]:
    """Return what an editor marks in a file."""
    return [error.message for error in kind.validator.iter_errors(kind.loaded(text))]


@every_edition
def test_a_sketch_is_legal_under_its_edition(edition: str) -> None:
    """For every edition there is a dungeon with all it needs, without an error or a warning."""
    hall = dd.Dungeon.parse(build_sketch_text(load_ruleset(edition), edition, "the-long-hall.dungeon.yaml"))
    report = hall.check()
    assert (report.ruleset, hall.name) == (edition, "The Long Hall")
    assert report.legal
    assert [finding.message for finding in report.findings if finding.level in ("error", "warning")] == []


@every_edition
def test_a_sketch_keeps_its_schema(edition: str) -> None:
    """No editor marks anything in a sketch to start from."""
    assert list_marks(SKETCH, build_sketch_text(load_ruleset(edition), edition)) == []


@every_edition
def test_the_examples_of_a_sketch_can_be_switched_on(edition: str) -> None:
    """Without the # before them the examples are read, all together."""
    text = on(build_sketch_text(load_ruleset(edition), edition))
    dd.Dungeon.parse(text)
    assert list_marks(SKETCH, text) == []


@pytest.mark.parametrize("house", ["kings-cup", "night-league"])
def test_a_sketch_for_house_rules_is_legal_or_says_what_is_missing(house: str) -> None:
    """Each error that the house rules find stands in the sketch, by its rule; where there is none nothing is said."""
    ruleset = load_ruleset(f"{house}.toml", HOUSES)
    text = build_sketch_text(ruleset, f"{house}.toml")
    errors = {finding.rule for finding in dd.Dungeon.parse(text).check(ruleset).findings if finding.level == "error"}
    assert ("it is not legal yet" in text) is bool(errors)
    assert set(re.findall(r"^# - ([a-z-]+): ", text, re.MULTILINE)) == errors
    assert f"\nruleset: {house}.toml\n" in text or f'\nruleset: "{house}.toml"\n' in text


def test_a_sketch_for_rules_of_no_edition(tmp_path: Path) -> None:
    """Rules that extend no edition get a dungeon, too, which says what they find."""
    (tmp_path / "own.toml").write_text("[rules.chest-count]\nmin = 40\n", encoding="utf-8")
    text = build_sketch_text(load_ruleset("own.toml", tmp_path), "own.toml")
    assert "# - chest-count: " in text
    dd.Dungeon.parse(text)


@every_edition
def test_a_ruleset_asks_what_its_edition_asks(edition: str, tmp_path: Path) -> None:
    """A new ruleset reads without fault, keeps its schema, and changes nothing but the name."""
    text = build_ruleset_text(load_ruleset(edition), edition, "spring-cup.toml")
    (tmp_path / "spring-cup.toml").write_text(text, encoding="utf-8")
    made, base = load_ruleset("spring-cup.toml", tmp_path), load_ruleset(edition)
    assert (made.id, made.name, made.lineage) == ("spring-cup", "Spring Cup", (edition, *base.lineage))
    assert (made.rules, made.play, made.corners, made.chests) == (base.rules, base.play, base.corners, base.chests)
    assert list_marks(RULESET, text) == []


@every_edition
def test_the_examples_of_a_ruleset_can_be_switched_on(edition: str, tmp_path: Path) -> None:
    """With every example on it reads without fault, keeps its schema, and its rules can be asked."""
    text = on(build_ruleset_text(load_ruleset(edition), edition))
    (tmp_path / "cup.toml").write_text(text, encoding="utf-8")
    made, base = load_ruleset("cup.toml", tmp_path), load_ruleset(edition)
    assert list_enabled_rules(made)
    assert list_marks(RULESET, text) == []
    assert set(base.enabled_rules) - set(made.enabled_rules), "none is switched off"
    assert set(made.enabled_rules) - set(base.enabled_rules), "none is added"


@pytest.mark.parametrize("house", ["kings-cup", "night-league"])
def test_the_examples_on_house_rules_can_be_switched_on(house: str, tmp_path: Path) -> None:
    """The examples can be switched on on top of house rules, whose bounds no example excludes."""
    text = on(build_ruleset_text(load_ruleset(f"{house}.toml", HOUSES), str(HOUSES / f"{house}.toml")))
    (tmp_path / "cup.toml").write_text(text, encoding="utf-8")
    assert list_enabled_rules(load_ruleset("cup.toml", tmp_path))


def test_one_bound_is_not_excluded_by_an_example(tmp_path: Path) -> None:
    """No lower bound is made up if the base has only an upper one."""
    (tmp_path / "low.toml").write_text("[rules.chest-count]\nmax = 2\n[rules.ball-count]\nmax = 1\n", encoding="utf-8")
    (tmp_path / "cup.toml").write_text(
        on(build_ruleset_text(load_ruleset("low.toml", tmp_path), "low.toml")), encoding="utf-8"
    )
    assert list_enabled_rules(load_ruleset("cup.toml", tmp_path))


def test_a_ruleset_shows_every_kind_of_key() -> None:
    """Every key of the file and of [play], and parameters of every kind: numbers, words, flags, lists, tables."""
    text = on(build_ruleset_text(load_ruleset("naf-2019"), "naf-2019"))
    for key in (*RulesetDocument.__struct_fields__, "level", "source", *Play.__struct_fields__):
        assert re.search(rf"^({key} = |\[{key}[.\]])", text, re.MULTILINE), key
    for value in (r"\d+", '"', "true", r"\[\d", r'\["', r"\[\[", r"\{", r"\[\{"):
        assert re.search(rf"^\w+ = {value}", text, re.MULTILINE), value


def test_a_season_names_its_dungeons() -> None:
    """A new season names its dungeons in order, in rounds; switched on, a die chooses among the same."""
    names = ["a.dungeon.yaml", 'the "odd" one.dungeon.yaml', "c.dungeon.json"]
    text = build_season_text(names, "naf-2019", "spring-cup.toml")
    season = parse_season(text.encode(), "spring-cup.toml")
    assert (season.name, season.ruleset, list(season.layouts)) == ("Spring Cup", "naf-2019", names)
    assert list_marks(SEASON, text) == list_marks(SEASON, on(text)) == []
    diced = parse_season(on(text).encode(), "spring-cup.toml")
    assert diced.dice is not None
    assert [diced.dice.table[str(side)] for side in diced.dice.sums] == names


def test_a_season_without_dungeons_shows_how() -> None:
    """A season without dungeons names two that are made up, and says so; its ruleset is an example."""
    text = build_season_text([])
    assert parse_season(text.encode(), "s").layouts == EXAMPLE_DUNGEONS
    assert parse_season(text.encode(), "s").ruleset == ""
    assert "There was no dungeon yet" in text
    assert list_marks(SEASON, text) == list_marks(SEASON, on(text)) == []


def test_a_season_of_very_many_dungeons() -> None:
    """A die has at most 99 sides; the examples are sound all the same."""
    names = [f"{number}.dungeon.yaml" for number in range(150)]
    assert len(parse_season(on(build_season_text(names)).encode(), "s").layouts) == 151


def test_a_tile_reads_and_is_drawn() -> None:
    """A new tile keeps its schema, has floor and features, and is drawn among the tiles of its set."""
    text = build_tile_text("tiles/my-club/wine-cellar.yaml")
    tile = parse_tile(text.encode(), "wine-cellar.yaml", "my-club/wine-cellar")
    assert (tile.name, tile.size, len(tile.features)) == ("Wine Cellar", (6, 4), 6)
    assert format_tile(tile)[2:6] == ["  S....S", "  ......", "  ..ww..", "  S....S"]
    assert list_marks(TILE, text) == []


@pytest.mark.parametrize("line", [line for line in build_tile_text().splitlines() if EXAMPLE.match(line)])
def test_each_example_of_a_tile_can_be_switched_on(line: str) -> None:
    """Each by itself; what only an end zone has, in an end zone."""
    text = build_tile_text().replace(line, line[1:])
    if line.startswith(("#side", "#painted")):
        with pytest.raises(DungeonError, match="only an end zone"):
            parse_tile(text.encode(), "t.yaml", "my-club/wine-cellar")
        text = text.replace("kind: small_room", "kind: end_zone")
    parse_tile(text.encode(), "t.yaml", "my-club/wine-cellar")
    assert list_marks(TILE, text) == []


@pytest.mark.parametrize(
    "text",
    [
        build_sketch_text(load_ruleset("gw-2021"), "gw-2021"),
        build_ruleset_text(load_ruleset("eagbbl"), "eagbbl"),
        build_tile_text(),
    ],
)
def test_the_first_lines_say_how_to_read_the_file(text: str) -> None:
    """Whoever opens it learns what it is, what the # means, and what to call."""
    head = text.partition("\n\n")[0]
    assert "A line that begins with # and a blank is for you" in head
    assert "# $ dungeon-designer " in head
    assert "docs/" in head
