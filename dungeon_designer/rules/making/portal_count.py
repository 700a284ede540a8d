"""The dungeon has the required number of portals.

Fix: Draw the portals that are missing, or remove those that are too many.

How it is measured:

- Portals outside the floor also count.
- The squares of a problem are those of the portals.

Editions:

- A die decides where a player comes out.
- gw-1989-expanded: Each coach may add one, two or three portals. The book names dice of eight, ten and twelve sides. No
  such die fits 9 or 11 portals, which is a notice.

Illegal map, under gw-2021 (there are four portals)::

    map: |
      <<<..1..2..>>>
      <<<..3..4..>>>
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated

from dungeon_designer.findings import Level
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Count, TeamBounds, build_phrases
from dungeon_designer.rules.rule_text import format_there_are, format_value
from dungeon_designer.rules.shared_requirements import (
    check_total_count,
    require_total_count,
    require_total_count_on_floor,
)
from dungeon_designer.text.json_schema import describe_key

COUNTED_KIND = ObjectKind.PORTAL


class RuleSettings(TeamBounds, frozen=True):
    """The least, the greatest, and other numbers of portals. Without bounds and `per_side` it is six."""

    player_text = ("Portals", "{asked}")
    default_bounds = (6, 6)
    phrases = build_phrases(
        **TeamBounds.phrases,
        notice=lambda counts: f"no die has this number of sides: {format_value(counts)}" if counts else "",
    )

    notice: Annotated[
        tuple[Count, ...], describe_key("Numbers that are allowed but get a notice, because no die fits them.", [5, 7])
    ] = ()


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem if the number of portals is out of bounds, and a notice if no die has that number of sides.

    A die chooses the portal where a player comes out. `settings.notice` lists the allowed numbers without such a die.
    """
    yield from check_total_count(ObjectKind.PORTAL, context, settings)
    squares = tuple(portal.square for portal in context.board.portals)
    count, bounds = len(squares), settings.build_bounds_for_teams(len(context.board.teams))
    if bounds.allows(count) and count in settings.notice:
        message = (
            f"{format_there_are(count, 'portal')}, but no die has {count} sides, so one roll cannot choose among them"
        )
        yield RuleProblem(message, squares, measured=count, required=bounds.required_value, level=Level.INFO)


list_requirements = partial(require_total_count, ObjectKind.PORTAL)
list_floor_requirements = partial(require_total_count_on_floor, ObjectKind.PORTAL)
