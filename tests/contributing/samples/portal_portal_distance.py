"""Portals keep their distance from each other on foot.

A house rule: whoever leaves one portal should have some way to go before the next. The distance is counted in steps of
movement, whatever the ruleset's `metric` says; none leads across a portal, and two with no way between them are far
apart. Each two portals too near are one finding.

A sketch that breaks it (three steps apart)::

    map: |
      1..2......

Mend: move one of them; the fix moves the later one by row to the nearest square that keeps the other rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.analysis.spacing import near_pairs
from dungeon_designer.kinds import ItemKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Apart, Demand, Least
from dungeon_designer.rules.items import items_on, later, one_of
from dungeon_designer.rules.rule import MOST, Violation, around, worded
from dungeon_designer.translation import marked

WHY = marked("placing", "too few steps from another portal")


class RuleSettings(Least, frozen=True):
    """How far two portals must be from each other, in steps.

    of  What the steps are called in a pack. Example: "paces"
    """

    players = ("Walks from portal to portal", "at least {min} {of}")
    phrases = worded(**Least.phrases, of=around("counted in "))

    of: str = "steps"


def demands(context: Context, settings: RuleSettings) -> Iterator[Demand]:
    """Portals are far enough from each other as the crow flies: no way is shorter."""
    yield Apart(ItemKind.PORTAL, ItemKind.PORTAL, settings.min)


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each two portals that are too near; without this the findings would be what breaks the demand."""
    items = items_on(context.board, ItemKind.PORTAL)
    for near in near_pairs([item.squares for item in items], settings.min, context.on_foot.apart, MOST):
        one, other = items[near.first], items[near.second]
        yield Violation(
            f"{one.name} and {other.name} are {near.distance} steps apart; at least {settings.min} are asked",
            near.squares,
            measured=near.distance,
            required=settings.min,
            moves=one_of(*later([one, other])),
        )
