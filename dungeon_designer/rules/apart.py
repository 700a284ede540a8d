"""What the rules about distances share: their setting, and how a message says a distance."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import Settings
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
