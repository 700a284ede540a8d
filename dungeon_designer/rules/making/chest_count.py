"""How many treasure chests lie in the dungeon.

Every edition plays with six (gw-1989, Treasure Chests; gw-2021, Chests: Deployment; brawl-2013, Setup; naf-2019,
Basic Concepts; eagbbl, Setup Dungeon). In the 1989 expansion (Extra Treasure Chests) each coach may add one, two or
three, so that six, or eight to twelve, may lie there; with more chests there is more to open before the ball is
found. Chests off the floor count too: they are drawn, and `item-on-floor` says what is wrong with them. The squares
of a finding are the chests.

A sketch that breaks it, under naf-2019 (five chests)::

    map: |
      <<<.C.C.C.>>>
      <<<..C.C..>>>

Mend: draw the chests that are missing, or take away those that are too many.
"""

from __future__ import annotations

from functools import partial

from dungeon_designer.kinds import ObjectKind
from dungeon_designer.rules.rule_settings import TeamBounds
from dungeon_designer.rules.shared_requirements import (
    check_total_count,
    require_total_count,
    require_total_count_on_floor,
)

COUNTED_KIND = ObjectKind.CHEST


class RuleSettings(TeamBounds, frozen=True):
    """How many chests: `min`, `max`, and `also`, counts allowed besides; exactly six where none is
    named. Or so many `per_side`."""

    player_text = ("Chests", "{asked}")
    default_bounds = (6, 6)


check = partial(check_total_count, ObjectKind.CHEST)
list_requirements = partial(require_total_count, ObjectKind.CHEST)
list_floor_requirements = partial(require_total_count_on_floor, ObjectKind.CHEST)
