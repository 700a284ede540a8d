"""How many portals lie in the dungeon.

Six in every edition, since a die says where a player comes out (gw-1989, Teleport Squares; gw-2021, Portals;
brawl-2013, Setup; naf-2019, Teleportation; eagbbl, Setup Dungeon). In the 1989 expansion (Extra Teleport Squares)
each coach may add one, two or three, so that six, or eight to twelve, may lie there; the book then names dice of
eight, ten or twelve sides, and with nine or eleven portals no such die fits: that is a notice, not an error.
Portals off the floor count too: they are drawn. The squares of a finding are the portals.

A sketch that breaks it, under gw-2021 (four portals)::

    map: |
      <<<..1..2..>>>
      <<<..3..4..>>>

Mend: draw the portals that are missing, or take away those that are too many.
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
    """How many portals: `min`, `max` (exactly six where neither is named), `also`; or so many `per_side`."""

    player_text = ("Portals", "{asked}")
    default_bounds = (6, 6)
    phrases = build_phrases(
        **TeamBounds.phrases,
        notice=lambda counts: f"no die has so many sides: {format_value(counts)}" if counts else "",
    )

    notice: Annotated[
        tuple[Count, ...], describe_key("Numbers that are allowed but get a notice: no die has so many sides.", [5, 7])
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
