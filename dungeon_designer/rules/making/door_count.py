"""The dungeon has at most the allowed number of doors.

Fix: Remove doors.

How it is measured:

- Square doors and edge doors count, shut or open. Each counts as one, whatever its width.
- The squares of a problem are the doors. For an edge door they are the floor squares on both sides of it.

Editions:

- gw-1989-basic, gw-1989-expanded: The box holds four plastic doors, and the expansion adds none.

Illegal map, under gw-1989-basic (there are five doors)::

    map: |
      ..+..+..+..+..+..
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.analysis.passages import list_door_squares
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import DoorCount, FloorRequirement
from dungeon_designer.rules.rule_problem import RuleProblem, check_count
from dungeon_designer.rules.rule_settings import Bounds
from dungeon_designer.rules.rule_stage import RuleStage
from dungeon_designer.rules.rule_text import format_there_are
from dungeon_designer.rulesets.ruleset_model import Ruleset

STAGE = RuleStage.FLOOR


class RuleSettings(Bounds, frozen=True):
    """The least, the greatest, and other numbers of doors. Without bounds it is at most four."""

    player_text = ("Doors", "{asked}")
    default_bounds = (None, 4)


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem if the number of doors, on squares and on edges together, is out of bounds."""
    layout = context.board.layout
    count = len(layout.doors) + len(layout.square_doors)
    squares = tuple(dict.fromkeys(list_door_squares(context.board)))
    requirement = "there may be {}"  # the bounds take the place of {}
    yield from check_count(settings, count, format_there_are(count, "door"), squares, requirement)


def list_floor_requirements(settings: RuleSettings, ruleset: Ruleset, team_count: int) -> Iterator[FloorRequirement]:
    """Yield the record of how many doors a dungeon may have, on squares and on edges together.

    The record says it without a board, for code that draws a floor, such as the generator. Every such function gets
    `ruleset` and `team_count`, which are not needed here.
    """
    yield DoorCount(settings.plain_bounds)
