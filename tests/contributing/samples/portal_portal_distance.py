"""Portals keep their distance from each other on foot.

Fix: Move one of them. The offered fix moves the later one, counted row by row, to the nearest square that keeps all
other rules.

How it is measured:

- The distance is counted in steps of movement, whatever the ruleset's `metric` states.
- No step leads across a portal. Two portals without a route between them are far apart.
- There is one problem for each pair of portals that are too near.

Editions:

- This is a house rule. A player who leaves a portal has some way to go before the next one.

Illegal map (two portals are three steps apart)::

    map: |
      1..2......
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from dungeon_designer.analysis.spacing import find_near_pairs
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.placed_objects import list_objects_of_kind, order_for_moving, propose_moving_one
from dungeon_designer.rules.requirements import MinDistanceBetween, Requirement
from dungeon_designer.rules.rule_problem import MAX_FINDINGS_PER_RULE, RuleProblem
from dungeon_designer.rules.rule_settings import build_phrases
from dungeon_designer.rules.rule_text import describe_between
from dungeon_designer.rules.shared_requirements import MinDistanceSettings
from dungeon_designer.text.json_schema import describe_key
from dungeon_designer.translation import mark_for_translation

CLOSED_SQUARE_TEXT = mark_for_translation("placing", "too few steps from another portal")


class RuleSettings(MinDistanceSettings, frozen=True):
    """How far two portals must be from each other, in steps."""

    player_text = ("Walks from portal to portal", "at least {min} {of}")
    phrases = build_phrases(**MinDistanceSettings.phrases, of=describe_between("counted in "))

    of: Annotated[str, describe_key("What the steps are called in a pack.", "paces")] = "steps"


def list_requirements(context: Context, settings: RuleSettings) -> Iterator[Requirement]:
    """Require the distance as the crow flies: no route is shorter."""
    yield MinDistanceBetween(ObjectKind.PORTAL, ObjectKind.PORTAL, settings.min)


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem for each two portals that are too near; without this, findings would be broken requirements."""
    items = list_objects_of_kind(context.board, ObjectKind.PORTAL)
    for near in find_near_pairs(
        [item.squares for item in items], settings.min, context.walking_distances.measure_up_to, MAX_FINDINGS_PER_RULE
    ):
        one, other = items[near.first], items[near.second]
        yield RuleProblem(
            f"{one.name} and {other.name} are {near.distance} steps apart; at least {settings.min} are required",
            near.squares,
            measured=near.distance,
            required=settings.min,
            moves=propose_moving_one(*order_for_moving([one, other])),
        )
