"""What rules say to others who ask them: their settings, and what they demand of things."""

from __future__ import annotations

import pytest

from dungeon_designer.board.build import build
from dungeon_designer.kinds import ItemKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Apart
from dungeon_designer.rules.registry import NAMES, configured, rule
from dungeon_designer.rulesets.loader import load
from tests.drawing.boards import CROWN


@pytest.mark.parametrize(("edition", "shared"), [("gw-1989-basic", {ItemKind.TRAP}), ("naf-2019", set())])
def test_a_square_is_for_one_thing(edition: str, shared: set[ItemKind]) -> None:
    """Each two things lie a square apart; where an edition lays counters together that is only noticed of them."""
    context = Context(build(CROWN), load(edition))
    (asked,) = (each for each in configured(load(edition)) if each.rule.name == "item-overlap")
    demands = [each for each in asked.demands(context) if isinstance(each, Apart)]
    assert len({(each.kind, each.other) for each in demands}) == 6
    assert {each.least for each in demands} == {1}
    assert {(each.kind, each.other) for each in demands if each.noticed} == {(kind, kind) for kind in shared}


@pytest.mark.parametrize("name", NAMES)
def test_settings_are_values(name: str) -> None:
    """Nobody can change the settings of a rule after they were read."""
    assert rule(name).settings.__struct_config__.frozen
