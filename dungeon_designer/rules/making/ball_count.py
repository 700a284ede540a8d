"""The required number of balls is hidden in the chests.

Fix: Change `balls`.

How it is measured:

- `balls` of the dungeon file is compared with the bounds.
- The squares of a problem are those of the chests.

Editions:

- gw-1989-expanded: With 6 chests there is one ball, with 8 to 11 there are one or two, with 12 there are two. The team
  that loses the first scramble then searches for the second ball. A number of chests that the book does not name may
  hide one or two balls; `chest-count` reports that number.

Illegal map, under eagbbl (there are two balls)::

    balls: 2
    map: |
      <<<<..C.C.C..>>>>
      <<<<..C.C.C..>>>>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from dungeon_designer.kinds import ObjectKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import BallCount, FloorRequirement
from dungeon_designer.rules.requirements import Requirement, TotalCount
from dungeon_designer.rules.rule_problem import RuleProblem, check_count
from dungeon_designer.rules.rule_settings import Bounds, BoundsByChests, Parameters
from dungeon_designer.rules.rule_text import format_bounds, format_count, format_there_are
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.json_schema import describe_key

COUNTED_KIND = ObjectKind.BALL


class RuleSettings(Bounds, frozen=True):
    """The least, the greatest, and other numbers of balls. Without bounds and `by_chests` it is one."""

    player_text = ("Balls in the chests", "{asked}")
    default_bounds = (1, 1)

    by_chests: Annotated[
        tuple[BoundsByChests, ...],
        describe_key(
            "Bounds for given numbers of chests, in place of `min` and `max`.",
            [{"from": 7, "to": 12, "min": 2, "max": 2}],
        ),
    ] = ()

    @classmethod
    def describe_parameters(cls, parameters: Parameters) -> str:
        """Describe the parameters in words, such as "exactly 1 with 4 to 6 chests; exactly 2 with 7 chests".

        If there are no bounds for certain numbers of chests, these are only the general bounds.
        """
        texts = []
        for chest_bounds in parameters.get("by_chests", ()):
            first, last = chest_bounds["from"], chest_bounds["to"]
            chest_range = str(first) if first == last else f"{first} to {last}"
            texts.append(f"{format_bounds(chest_bounds)} with {chest_range} chests")
        return "; ".join(texts) or super().describe_parameters(parameters)


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem if the number of balls is out of bounds. The bounds may depend on the number of chests."""
    balls, chests = context.board.layout.balls, context.board.chests
    bounds = _build_requirement(settings).find_bounds(len(chests))
    description = f"{format_there_are(balls, 'ball')} for {format_count(len(chests), 'chest')}"
    yield from check_count(bounds, balls, description, tuple(chest.square for chest in chests))


def list_requirements(context: Context, settings: RuleSettings) -> Iterator[Requirement]:
    """Yield the requirement on the total number of balls, by the number of chests on the map."""
    yield TotalCount(ObjectKind.BALL, _build_requirement(settings).find_bounds(len(context.board.chests)))


def list_floor_requirements(settings: RuleSettings, ruleset: Ruleset, team_count: int) -> Iterator[FloorRequirement]:
    """Yield the record of how many balls a dungeon must have.

    The record says it without a board, for code that draws a floor, such as the generator. Every such function gets
    `ruleset` and `team_count`, which are not needed here.
    """
    yield _build_requirement(settings)


def _build_requirement(settings: RuleSettings) -> BallCount:
    """Return the record of how many balls the settings allow, in general or for certain numbers of chests."""
    return BallCount(settings.plain_bounds, settings.by_chests)
