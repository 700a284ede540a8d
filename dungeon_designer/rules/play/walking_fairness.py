"""The teams walk about equally far to the chests.

Fix: Move chests towards the team that walks farther, or give each chest a mirrored copy across the middle. `analyse`
shows the steps to each chest.

How it is measured:

- Steps on foot are counted, without jumps and portals, from where each team sets up to where each chest is opened.
- The steps of each team are sorted. The nearest is compared with the nearest, the second with the second, and so on.
  Two teams with 5 and 9 steps to two chests are equal, even if different chests are nearest to them.

- Nothing is checked if fewer than two teams set up, or if one team walks to a chest that another cannot reach.
  `walking-route` reports that.
- If a room rotates, the routes of all its rotations count together.
- The squares of a problem are the chests at which the teams differ most.

Editions:

- No book states a number. House rules may turn the rule on.
- gw-2021: The book wants a dungeon that gives neither team an advantage (*Setting Up The Game*).
- naf-2019: The book wants a dungeon that has been tested (*The Dungeon*). This rule is what can be measured without a
  match.

Illegal map (one team walks three steps, the other seven)::

    map: |
      <..C......>
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

    player_text = ("The teams' walks to a chest", "differ by at most {max} steps")

    max: Annotated[
        int,
        Meta(ge=0, le=MAX_COORDINATE),
        describe_key("The most steps by which the walks of two teams to a chest may differ.", 3),
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
                message = f"to chest number {rank}, counted from its nearest, the {first_team} team walks"
                message += f" {format_count(first_walk.steps, 'step')}, the {second_team} team {second_walk.steps}"
                squares = tuple(dict.fromkeys((first_walk.chest, second_walk.chest)))
                yield RuleProblem(message, squares, measured=largest_difference, required=settings.max)
                return
