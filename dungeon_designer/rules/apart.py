"""What the rules about distances share: their setting, how a message says a distance, and things of one kind apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from dungeon_designer.analysis.spacing import near_pairs
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Apart, Demand, What
from dungeon_designer.rules.items import Item, ItemKind, later, one_of
from dungeon_designer.rules.rule import MOST, Settings, Violation
from dungeon_designer.rulesets.model import Metric
from dungeon_designer.text.json_schema import described

Distance = Annotated[
    int,
    Meta(ge=1, le=10_000),
    described("The least distance, in squares, or in steps where the ruleset's `metric` is walk.", 5),
]
"""A distance in squares, or in steps where the ruleset's `metric` is walk."""


class Least(Settings, frozen=True):
    """Settings of a rule about a distance: at least `min` squares apart."""

    min: Distance = 5


def apart(context: Context, distance: int, least: int) -> str:
    """A distance as the end of a sentence."""
    what = "step" if context.ruleset.metric is Metric.WALK else "square"
    return f"{distance} {what}{'' if distance == 1 else 's'} apart; at least {least} are asked for"


def too_near(kind: ItemKind, context: Context, settings: Least) -> Iterator[Violation]:
    """A fault for each two chests, or each two portals, that are too near."""
    items = kind.on(context.board)
    for near in near_pairs([(item.at,) for item in items], settings.min, context.measure, MOST):
        one, other = items[near.first], items[near.second]
        yield Violation(
            message=f"{_both(one, other)} are {apart(context, near.distance, settings.min)}",
            squares=near.squares,
            measured=near.distance,
            required=settings.min,
            moves=one_of(*later([one, other])),
        )


def spaced(what: What, context: Context, settings: Least) -> Iterator[Demand]:
    """Things of a kind are so far apart."""
    yield Apart(what, what, settings.min)


def _both(one: Item, other: Item) -> str:
    if one.is_portal:
        return f"{one.name} at {one.at} and {other.name} at {other.at}"
    return f"the chests at {one.at} and {other.at}"
