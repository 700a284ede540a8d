"""`explain`, `rules` and `rulesets`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dungeon_designer.rules.rule_registry import RULE_NAMES
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset

from .conftest import Call


def test_a_rule_is_explained_with_every_editions_cell(call: Call) -> None:
    """The page holds the manual, the parameters, and level, parameters and source in each edition."""
    called = call("explain", "square-count")
    assert called.status == 0
    assert "The dungeon has the required number of floor squares." in called.out
    assert "naf-2019             should; min = 250, max = 280; naf-2019, The Dungeon" in called.out
    assert all(edition in called.out for edition in EDITIONS)


@pytest.mark.parametrize("rule", RULE_NAMES)
def test_every_rule_can_be_explained(call: Call, rule: str) -> None:
    """Each rule has a page in every form, with a first sentence and an end."""
    for form in ("text", "markdown", "json"):
        assert call("explain", rule, "--format", form).status == 0
    page = json.loads(call("explain", rule, "--format", "json").out)
    assert page["rule"] == rule
    assert page["summary"].endswith(".")
    assert [cell["ruleset"] for cell in page["rulesets"]] == list(EDITIONS)


def test_a_parameter_says_what_it_holds(call: Call) -> None:
    """In JSON a parameter has what it holds in words, an example, and the keys of its tables except those of bounds."""
    page = json.loads(call("explain", "ball-count", "--format", "json").out)
    by_name = {parameter["name"]: parameter for parameter in page["parameters"]}
    assert list(by_name) == ["min", "max", "also", "by_chests"]
    by_chests = by_name["by_chests"]
    assert (by_chests["values"], by_chests["is_required"], by_chests["default"]) == ("a list of bounds", False, [])
    assert by_chests["example"] == [{"from": 7, "to": 12, "min": 2, "max": 2}]
    assert [(key["name"], key["is_required"]) for key in by_chests["keys"]] == [("from", True), ("to", True)]


def test_an_unknown_rule_gets_the_nearest_spelling(call: Call) -> None:
    """A typing error is met with the right name."""
    called = call("explain", "chest-cuont")
    assert called.status == 2
    reason = "there is no such rule, and no such topic of the table (did you mean chest-count?)"
    assert called.complaint == f"dungeon-designer: 'chest-cuont': {reason}"
    assert call("explain", "portel").complaint.endswith("(did you mean portal?)")


def test_a_topic_is_explained_as_each_edition_answers(call: Call) -> None:
    """An explained topic has dice, outcomes and book, and says which edition is silent."""
    told = " ".join(call("explain", "open-pit").out.split())
    assert all(edition in told for edition in EDITIONS)
    assert "brawl-2013 A player who enters it for any reason is knocked down" in told
    assert "6 or more: The player comes out onto any square beside the pit" in told
    assert "brawl-2013, Traps; Pit Fights" in told
    markdown = call("explain", "rope_bridge", "--ruleset", "brawl-2013", "--format", "markdown").out
    silent = "The book does not speak of this; agree on it before the match."
    assert markdown == f"# Rope bridge, at the table\n\n## brawl-2013\n\n- {silent}\n"


def test_what_is_a_rule_and_a_topic_is_explained_as_both(call: Call) -> None:
    """`explain trapdoor` tells the rule, then what happens at the table."""
    told = call("explain", "trapdoor", "--ruleset", "brawl-2013").out
    assert told.index("(machinery)") < told.index("(at the table)")
    page = json.loads(call("explain", "trapdoor", "--ruleset", "brawl-2013", "--format", "json").out)
    assert (page["rule"], page["topic"], list(page["table"])) == ("trapdoor", "trapdoor", ["brawl-2013"])


def test_a_house_rulesets_cell_can_be_shown(call: Call, table: Path) -> None:
    """With --ruleset the page shows what that ruleset makes of the rule."""
    page = json.loads(call("explain", "chest-count", "--ruleset", "cup.toml", "--format", "json").out)
    cell = {"ruleset": "cup", "level": "must", "parameters": {"min": 1, "max": 1}, "source": "Cup rules, page 1"}
    assert page["rulesets"] == [cell]


def test_all_rules_are_listed(call: Call) -> None:
    """Every rule has its line, with the number of editions that ask it."""
    called = call("rules")
    assert [line.split()[0] for line in called.out.splitlines()[1:] if not line.startswith(" ")] == list(RULE_NAMES)
    entries = json.loads(call("rules", "--format", "json").out)["rules"]
    by_rule = {entry["rule"]: entry["rulesets"] for entry in entries}
    assert [name for name in by_rule["square-count"] if "naf-2019" not in load_unchecked_ruleset(name).lineage] == [
        "naf-2019"
    ]
    assert by_rule["chest-count"] == list(EDITIONS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_rules_of_an_edition(call: Call, edition: str) -> None:
    """The list of a ruleset is what it asks, with level, parameters and source; the others are named as not asked."""
    listed = json.loads(call("rules", "--ruleset", edition, "--format", "json").out)
    assert sorted(entry["rule"] for entry in listed["rules"]) == list(load_unchecked_ruleset(edition).enabled_rules)
    assert sorted([*listed["not_asked"], *load_unchecked_ruleset(edition).enabled_rules]) == sorted(RULE_NAMES)
    assert all(entry["source"] for entry in listed["rules"])
    text = call("rules", "--ruleset", edition).out
    assert len([line for line in text.splitlines()[1:] if not line.startswith(" ")]) == len(listed["rules"])


def test_an_unknown_ruleset_gets_the_nearest_spelling(call: Call) -> None:
    """A wrong id is met with the right one."""
    assert "did you mean naf-2019?" in call("rules", "--ruleset", "naf-2018").complaint


def test_the_rulesets_are_listed(call: Call) -> None:
    """Each edition has its line: what it extends, how many rules of each level, its name."""
    called = call("rulesets")
    assert [line.split()[0] for line in called.out.splitlines()[1:]] == list(EDITIONS)
    entries = json.loads(call("rulesets", "--format", "json").out)["rulesets"]
    extends = {entry["id"]: entry["extends"] for entry in entries}
    assert extends["gw-1989-expanded"] == ["gw-1989-basic"]
    strict = [entry["id"] for entry in entries if entry["corners"] == "strict"]
    assert strict == ["eagbbl"]
