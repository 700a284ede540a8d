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

from dungeon_designer.analysis.team_access import extract_distances, measure_unfairness, rank_chests
from dungeon_designer.grid import MAX_COORDINATE
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings
from dungeon_designer.rules.rule_text import format_count
from dungeon_designer.rulesets.ruleset_model import Chests
from dungeon_designer.text.json_schema import describe_key


class RuleSettings(Settings, frozen=True):
    """How far the sides' walks may differ."""

    player_text = ("The sides' walks to a chest", "differ by at most {max} steps")

    max: Annotated[
        int,
        Meta(ge=0, le=MAX_COORDINATE),
        describe_key("The most steps by which two sides' walks to a chest may differ.", 3),
    ] = 2


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem if one team walks much farther than another to its nearest, second nearest... chest.

    For each rank (nearest, second nearest and so on) the steps of the teams are compared. The problem names the first
    rank at which the difference is largest.
    """
    walks_by_team = rank_chests(context.connectivity, context.ruleset.chests is Chests.IMPASSABLE)
    largest_difference = measure_unfairness(extract_distances(walks_by_team))
    if largest_difference is None or largest_difference <= settings.max:
        return
    for first_team, second_team in combinations(walks_by_team, 2):
        walks_by_rank = zip(walks_by_team[first_team], walks_by_team[second_team], strict=True)
        for rank, (first_walk, second_walk) in enumerate(walks_by_rank, start=1):
            if first_walk.steps is None or second_walk.steps is None:  # no route on foot to this chest
                continue
            if abs(first_walk.steps - second_walk.steps) == largest_difference:
                message = f"to its chest number {rank} in order of nearness the {first_team} side walks"
                message += f" {format_count(first_walk.steps, 'step')}, the {second_team} side {second_walk.steps}"
                squares = tuple(dict.fromkeys((first_walk.chest, second_walk.chest)))
                yield RuleProblem(message, squares, measured=largest_difference, required=settings.max)
                return
