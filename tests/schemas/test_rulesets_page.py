"""What the pages about rulesets show is true."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import jsonschema
import pytest

import dungeon_designer as dd
from dungeon_designer.errors import RulesetError
from dungeon_designer.rules.rule_registry import RULE_NAMES, list_enabled_rules, load_rule, load_ruleset
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from dungeon_designer.rulesets.play_table import Play
from dungeon_designer.rulesets.ruleset_model import Chests, Corners, Metric, Ruleset
from dungeon_designer.text.json_schema import Schema, build_schema
from dungeon_designer.text.schema_words import BOUNDS_KEYS, find_table_schema

from .kinds import ROOT, RULESET

PAGES = ("how-to/house-rules.md", "how-to/three-to-six-teams.md", "reference/ruleset.md")
PAGE = "\n".join((ROOT / "docs" / page).read_text(encoding="utf-8") for page in PAGES)
EXAMPLES = {
    title or re.match(r"# (\S+\.toml)\n", text)[1]: text  # type: ignore[index]
    for title, text in re.findall(r'```toml(?: title="([^"]+)")?\n(.*?)```', PAGE, re.DOTALL)
    if title != "wrong.toml"
}
"""Each example by the name of its file, but the one that shows an error."""


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """A folder with every example in it."""
    for name, text in EXAMPLES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def read_rule(ruleset: Ruleset, name: str) -> dict[str, object]:
    """Return a rule's level and parameters."""
    entry = ruleset.rules[name]
    return {"level": str(entry.level), **entry.parameters}


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_read(written: Path, name: str) -> None:
    """The program reads each example, and no editor marks it."""
    assert list_enabled_rules(load_ruleset(name, written))
    jsonschema.Draft202012Validator(RULESET.schema).validate(RULESET.loaded(EXAMPLES[name]))


def test_the_cup(written: Path) -> None:
    """The cup changes two rules of naf-2019 and leaves all others; bridges are measured still."""
    cup, base = load_ruleset("kings-cup.toml", written), load_unchecked_ruleset("naf-2019")
    assert (read_rule(base, "square-count")["level"], read_rule(base, "corridor-width")["level"]) == ("should", "must")
    assert read_rule(cup, "square-count") == {"level": "must", "min": 180, "max": 220}
    assert read_rule(cup, "corridor-width") == {**read_rule(base, "corridor-width"), "width": 3}
    assert cup.rules["corridor-width"].parameters["bridges"] is True
    same = set(base.rules) - {"square-count", "corridor-width"}
    assert {name: cup.rules[name] for name in same} == {name: base.rules[name] for name in same}
    assert set(cup.rules) == set(base.rules)


def test_a_rule_of_another_edition(written: Path) -> None:
    """naf-2019 has no limit for each section, gw-2021 has; the example asks it, and its name alone would as well."""
    spread = load_ruleset("spread.toml", written)
    assert "chests-per-section" not in load_unchecked_ruleset("naf-2019").rules
    assert "chests-per-section" in load_unchecked_ruleset("gw-2021").enabled_rules
    assert read_rule(spread, "chests-per-section") == {"level": "must", "max": 1}
    assert load_rule("chests-per-section").settings_type() == load_rule("chests-per-section").settings_type(max=1)  # type: ignore[call-arg]
    hall = dd.Dungeon.parse("map: <<..C.C.>>")
    assert not hall.check("naf-2019", select=["chests-per-section"]).findings
    (found,) = hall.check(spread, select=["chests-per-section"]).findings
    assert found.source == "Cup rules, page 3"


def test_a_rule_that_is_off(written: Path) -> None:
    """A rule that is off is not checked, and a report says so; a file that extends it can turn the rule on again."""
    near, base = load_ruleset("near.toml", written), load_unchecked_ruleset("naf-2019")
    assert set(base.enabled_rules) - set(near.enabled_rules) == {"portal-spacing"}
    report = dd.Dungeon.parse("map: <<..1.2.>>").check(near)
    assert "portal-spacing" in report.verdict.unchecked_rules
    (written / "again.toml").write_text('extends = "near.toml"\n[rules.portal-spacing]\n', encoding="utf-8")
    again = load_ruleset("again.toml", written)
    assert read_rule(again, "portal-spacing") == {**read_rule(base, "portal-spacing"), "level": "must"}


def test_advice(written: Path) -> None:
    """The levels of the example are those of its findings."""
    gentle = load_ruleset("gentle.toml", written)
    hall = dd.Dungeon.parse("map: <<..C.1.>>")
    (found,) = hall.check(gentle, select=["chest-end-zone-distance"]).findings
    assert (found.level, found.required) == ("warning", 6)
    assert read_rule(gentle, "end-zones-apart")["level"] == "notice"
    assert hall.check(gentle, select=["chest-end-zone-distance"]).legal
    assert not hall.check(gentle, select=["chest-end-zone-distance"], strict=True).legal


def test_house_rules_on_house_rules(written: Path) -> None:
    """The nearer file counts; what it does not name is as in the cup."""
    finals = load_ruleset("finals.toml", written)
    assert (finals.lineage, finals.metric) == (("kings-cup", "naf-2019"), Metric.WALK)
    assert read_rule(finals, "square-count") == {"level": "must", "min": 180, "max": 240}


def test_rules_from_nothing(written: Path) -> None:
    """Only the rules that are named are asked; what they say is as written."""
    page = load_ruleset("one-page.toml", written)
    assert set(page.enabled_rules) == {"chest-count", "tile-mix", "trapdoor", "reachability"}
    assert (page.corners, page.chests) == (Corners.STRICT, Chests.IMPASSABLE)
    (count,) = (each.settings for each in list_enabled_rules(page) if each.rule.name == "chest-count")
    assert count.range_text == "2 or 4 to 8"  # type: ignore[attr-defined]


def test_the_refusal_is_the_programs(tmp_path: Path) -> None:
    """The line the page shows is the line one gets."""
    text = 'coners = "free"\nextends = "naf-2019"\n[rules.square-count]\nmax = "x"\n'
    (tmp_path / "cup.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RulesetError) as caught:
        load_ruleset("cup.toml", tmp_path)
    assert str(caught.value).replace(f"{tmp_path}/", "") in PAGE


def test_every_key_and_rule_with_settings_is_on_the_page() -> None:
    """Keys of the file, of `[play]`, of every rule, and each rule; the settings of a rule stand beside its name."""
    for key in (*RULESET.schema["properties"], *Play.__struct_fields__, "level", "source", *RULE_NAMES):
        assert f"`{key}`" in PAGE
    for name in RULE_NAMES:
        keys = load_rule(name).settings_type.__struct_encode_fields__
        row = f"| [`{name}`](../rules/{name}.md) | {', '.join(f'`{key}`' for key in keys)} |\n"
        assert (row in PAGE) is bool(keys), name


@pytest.mark.parametrize("name", RULE_NAMES)
def test_every_setting_is_on_the_page_of_its_rule(name: str) -> None:
    """A rule's page says of each setting what it holds and what it is for, also of the keys of tables in it."""
    settings = read_settings(name)
    properties = build_schema(load_rule(name).settings_type)["properties"]
    if properties.keys() >= set(BOUNDS_KEYS):
        assert re.search(
            r"^- `min`, `max`, `also` \(\[bounds\][^\n]+\): The least, the greatest, and other ", settings, re.M
        )
    for key, schema in remove_bounds(properties).items():
        assert re.search(rf"^- `{key}` \([^\n]+\): {re.escape(schema['description'])}$", settings, re.MULTILINE), key
        for inner in remove_bounds(find_table_schema(schema).get("properties", {})):
            assert f"- `{inner}` in `{key}` (" in settings, (key, inner)


def remove_bounds(properties: dict[str, Schema]) -> dict[str, Schema]:
    """Return the schemas of keys by their names, without the keys of bounds if all of them are there."""
    hidden = BOUNDS_KEYS if properties.keys() >= set(BOUNDS_KEYS) else ()
    return {key: schema for key, schema in properties.items() if key not in hidden}


def read_settings(name: str) -> str:
    """Return what the page of a rule says under Settings."""
    page = (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    return page.partition("\n## Settings\n")[2]


@pytest.mark.parametrize("line", re.findall(r"\| `((?:\w+) = [^`]*)` \|$", PAGE, re.MULTILINE))
def test_every_example_of_a_key_is_toml(line: str) -> None:
    """Whoever copies an example out of a table gets no error of the TOML reader."""
    RULESET.loaded(line)


@pytest.mark.parametrize("name", RULE_NAMES)
def test_every_example_of_a_setting_is_accepted(name: str) -> None:
    """The rule reads each default and each example that its page shows for a setting."""
    settings_type = load_rule(name).settings_type
    pattern = r"^- `(\w+)` \((?:[^\n]*?; )?(?:default|example) `(.*?)`(?:; example `(.*?)`)?\): "
    for key, *values in re.findall(pattern, read_settings(name), re.MULTILINE):
        for value in filter(None, values):
            assert settings_type.parse_parameters(tomllib.loads(f"{key} = {value}")), (key, value)


COUNTER = "{{kind: counter, at: [{}, 0], owner: {}, content: {}}}"


def _add_counters(*counters: tuple[int, str, str]) -> str:
    return f"map: <<..........>>\ntraps: [{', '.join(COUNTER.format(*each) for each in counters)}]"


BOTH_LAY = [(10, "home", "open_pit"), (8, "home", "nothing"), (3, "away", "open_pit"), (5, "away", "open_pit")]
SEVEN = "map: |\n" + "  .......\n" * 7


@pytest.mark.parametrize(
    ("name", "rule", "sketch", "found"),
    [
        ("numbers.toml", "chest-count", "map: CCCCCC", 0),
        ("numbers.toml", "chest-count", "map: CCCCCCC", 1),
        ("numbers.toml", "ball-count", "balls: 2\nmap: CCCCCCCCCC", 0),
        ("numbers.toml", "ball-count", "balls: 2\nmap: CCCCCCCCC", 1),
        ("numbers.toml", "portal-count", "map: <.>", 0),
        ("numbers.toml", "portal-count", "map: 12345", 1),
        ("size.toml", "square-count", "map: <SSSS.>", 0),
        ("size.toml", "square-count", "map: <SSSSS~>", 2),
        ("places.toml", "portal-chest-distance", "map: C.o.1", 0),
        ("places.toml", "portal-chest-distance", "map: Co..1", 1),
        ("three.toml", "chest-count", "sides: 3\nmap: CCCCCC", 0),
        ("three.toml", "chest-count", "sides: 3\nmap: CCCCC", 1),
        ("halls.toml", "corridor-width", SEVEN.replace("  .......\n", "", 1), 0),
        ("halls.toml", "corridor-width", SEVEN, 1),
        ("rooms.toml", "tile-mix", SEVEN.replace("  .......\n", "", 1), 0),
        ("rooms.toml", "tile-mix", SEVEN, 1),
        ("tiles.toml", "tile-mix", SEVEN, 2),
        ("places.toml", "portals-per-end-zone", "map: <1<..>2>", 0),
        ("places.toml", "portals-per-end-zone", "map: <1<..>>>", 1),
        ("zones.toml", "end-zone-size", "map: |\n  <<<.>>\n  <<<.>>\n  ....>>\n", 0),
        ("zones.toml", "end-zone-size", "map: |\n  <<..>>>\n  <<..>>>\n", 1),
        ("counters.toml", "trap-counters", "map: <<....>>", 2),
        ("counters.toml", "trap-counters", _add_counters(*BOTH_LAY), 0),
        ("counters.toml", "trap-counters", _add_counters(*BOTH_LAY[1:]), 1),
        ("counters.toml", "trap-section", _add_counters(*BOTH_LAY), 0),
        ("counters.toml", "trap-section", _add_counters((3, "home", "nothing"), (13, "home", "nothing")), 2),
        ("three.toml", "end-zone-count", "map: <<....>>", 1),
        ("moot.toml", "chest-count", "map: CCCCCC", 1),
        ("laying.toml", "chest-count", "map: CCCCCC", 0),
        ("players.toml", "chest-count", "map: CCCCCC", 0),
    ],
)
def test_the_page_judges_as_it_says(written: Path, name: str, rule: str, sketch: str, found: int) -> None:
    """Each example on the page is judged as its words say, on both sides of what it requires."""
    findings = dd.Dungeon.parse(sketch).check(load_ruleset(name, written), select=[rule]).findings
    assert [finding.level for finding in findings] == ["error"] * found
    assert {finding.source for finding in findings} <= {load_ruleset(name, written).rules[rule].source}


def test_the_page_names_every_rule_in_its_index() -> None:
    """Whoever looks for a rule by what he wants to say finds it: the index leaves out no rule."""
    index = PAGE.partition("## Which rule says it")[2].partition("\n## ")[0]
    assert [name for name in RULE_NAMES if f"`{name}`" not in index] == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_short(name: str) -> None:
    """No example needs 25 lines."""
    assert len(EXAMPLES[name].splitlines()) < 25
