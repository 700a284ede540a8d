"""The house rulesets among the examples judge dungeons rightly, and cite their own book."""

from pathlib import Path

import pytest
import yaml

import dungeon_designer as dd
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.play_table import parse_play
from dungeon_designer.set_up.order import build_set_up_order

HOUSES = Path(__file__).parents[2] / "examples" / "house-rules"
CASES = yaml.safe_load(Path(__file__).with_name("houses.yaml").read_text(encoding="utf-8"))
every_house = pytest.mark.parametrize("case", CASES, ids=[case["house"] for case in CASES])


def errors(case, sketch):
    """The errors that a house finds in a sketch, the rule and what it cites for it."""
    ruleset = load_ruleset(f"{case['house']}.toml", HOUSES)
    found = dd.Dungeon.parse(case[sketch]).check(ruleset).findings
    return [(finding.rule, finding.source) for finding in found if finding.level == "error"]


@every_house
def test_a_legal_dungeon_is_legal(case):
    """What the house allows it finds no error in."""
    assert errors(case, "legal") == []


@every_house
def test_an_illegal_dungeon_is_not(case):
    """What the house does not allow is found, by the rules that say so and no other, with the house's own source."""
    found = errors(case, "illegal")
    assert sorted(rule for rule, _ in found) == sorted(case["finds"])
    assert {rule: source for rule, source in found if rule in case["cites"]} == case["cites"]


@every_house
def test_a_house_is_short(case):
    """It says in less than 25 lines, comments and blank lines not counted, how it differs."""
    lines = (HOUSES / f"{case['house']}.toml").read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.strip() and not line.startswith("#")]) < 25


def test_three_crowns_is_for_three():
    """Its coaches go on laying where the last stage ended, and its players are its own."""
    crowns = load_ruleset("three-crowns.toml", HOUSES)
    assert [stage.begins for stage in build_set_up_order(crowns, 3).stages] == ["winner", "next"]
    assert (parse_play(crowns).players, parse_play(crowns).players_source) == (5, "Three Crowns")
