"""The dungeon has the required number of treasure chests.

Fix: Draw the chests that are missing, or remove those that are too many.

How it is measured:

- Chests outside the floor also count. `item-on-floor` reports what is wrong with them.
- The squares of a problem are those of the chests.

Editions:

- gw-1989-expanded: Each coach may add one, two or three chests.

Illegal map, under naf-2019 (there are five chests)::

    map: |
      <<<.C.C.C.>>>
      <<<..C.C..>>>
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
    """The least, the greatest, and other numbers of chests. Without bounds and `per_side` it is six."""

    player_text = ("Chests", "{asked}")
    default_bounds = (6, 6)


check = partial(check_total_count, ObjectKind.CHEST)
list_requirements = partial(require_total_count, ObjectKind.CHEST)
list_floor_requirements = partial(require_total_count_on_floor, ObjectKind.CHEST)
