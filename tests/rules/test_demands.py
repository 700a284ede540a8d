"""What rules say to others who ask them: their settings, and what they demand of things."""

from __future__ import annotations

import pytest

import dungeon_designer as dd
from dungeon_designer.board.build import build_board
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.requirements import ClosedSquares, MinDistanceBetween
from dungeon_designer.rules.rule_registry import RULE_NAMES, list_enabled_rules, load_rule
from dungeon_designer.rulesets.loader import load_unchecked_ruleset
from tests.drawing.boards import CROWN


@pytest.mark.parametrize(("edition", "shared"), [("gw-1989-basic", {ObjectKind.TRAP}), ("naf-2019", set())])
def test_a_square_is_for_one_thing(edition: str, shared: set[ObjectKind]) -> None:
    """Each two things lie a square apart; where an edition lays counters together that is only noticed of them."""
    context = Context(build_board(CROWN), load_unchecked_ruleset(edition))
    (asked,) = (
        each for each in list_enabled_rules(load_unchecked_ruleset(edition)) if each.rule.name == "item-overlap"
    )
    demands = [each for each in asked.list_requirements(context) if isinstance(each, MinDistanceBetween)]
    assert len({(each.kind, each.other_kind) for each in demands}) == 6
    assert {each.min_distance for each in demands} == {1}
    assert {(each.kind, each.other_kind) for each in demands if each.is_notice} == {(kind, kind) for kind in shared}


@pytest.mark.parametrize("name", RULE_NAMES)
def test_settings_are_values(name: str) -> None:
    """Nobody can change the settings of a rule after they were read."""
    assert load_rule(name).settings_type.__struct_config__.frozen


def test_a_chest_keeps_off_the_track_of_a_ball() -> None:
    """Chests and portals lie off the squares where a ball rolls, which only a notice asks."""
    dungeon = dd.Dungeon.parse(
        "map: |\n" + "  ......\n" * 5 + "machines: [{kind: rolling_ball, at: [0, 0], travel: east, length: 6}]"
    )
    ruleset = load_unchecked_ruleset("brawl-2013")
    (rule,) = (each for each in list_enabled_rules(ruleset) if each.rule.name == "rolling-hazard")
    demands = [
        each
        for each in rule.list_requirements(Context(dungeon.board, ruleset))
        if isinstance(each, ClosedSquares) and each.is_notice
    ]
    assert {each.kind for each in demands} == {ObjectKind.CHEST, ObjectKind.PORTAL}
    assert all(each.explain_square((5, 3)) and not each.explain_square((5, 4)) for each in demands)
