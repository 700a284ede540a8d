"""The sides walk about as far to the chests.

No book gives a number, so no edition asks it; it is there for house rules. gw-2021 (Setting Up The Game) wants a
dungeon that gives neither side an advantage, and naf-2019 (The Dungeon) one that has been tried out beforehand: this is
what can be told of that without a game.

How it is measured. Steps on foot from where each side sets up to where each chest is opened, jumps and portals left
out. Of each side they are put in order, and the nearest is compared with the nearest, the second with the second, and
so on: two sides with 5 and 9 steps to two chests are equal, whichever chest is nearer to which. No two sides may differ
by more than `max` steps. Nothing is asked while fewer than two sides set up, or where some side walks to a chest that
another does not: `walking-route` says so. Where a room turns, the ways of all its turns count together. The squares are
those of the chests at which the sides differ most.

House rules turn it on::

    extends = "naf-2019"

    [rules.walking-fairness]
    level = "should"
    max = 3

A sketch that breaks it, with three steps against seven::

    map: |
      <..C......>

Mend: move chests towards the side that walks farther, or give each chest a twin across the middle; `analyse` tells the
steps chest by chest.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated

from msgspec import Meta

from dungeon_designer.analysis.sides import distances_of, ranked_chests, unfairness
from dungeon_designer.grid import LIMIT
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import Settings, Violation, counted
from dungeon_designer.rulesets.model import Chests


class RuleSettings(Settings, frozen=True):
    """How far the sides' walks may differ.

    max  The most steps by which two sides' walks to a chest may differ. Example: 3
    """

    players = ("The sides' walks to a chest", "differ by at most {max} steps")

    max: Annotated[int, Meta(ge=0, le=LIMIT)] = 2


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault where some two sides differ by too much at some chest in order of nearness."""
    ranked = ranked_chests(context.connectivity, context.ruleset.chests is Chests.IMPASSABLE)
    worst = unfairness(distances_of(ranked))
    if worst is None or worst <= settings.max:
        return
    for one, other in combinations(ranked, 2):
        for number, (here, there) in enumerate(zip(ranked[one], ranked[other], strict=True), start=1):
            if here.steps is None or there.steps is None or abs(here.steps - there.steps) != worst:
                continue
            said = f"to its chest number {number} in order of nearness the {one} side walks"
            said += f" {counted(here.steps, 'step')}, the {other} side {there.steps}"
            squares = tuple(dict.fromkeys((here.at, there.at)))
            yield Violation(said, squares, measured=worst, required=settings.max)
            return
