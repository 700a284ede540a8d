"""Two portals are at least a given number of squares apart.

Fix: Move one of the two portals. The offered fix moves the later one, counted row by row, to the nearest legal
square.

How it is measured:

- The distance is the larger of the differences in columns and in rows. Walls do not matter.
- There is one problem for each pair of portals that are too near.

Editions:

- Two portals side by side would lead to the same part of the dungeon.
- gw-1989-expanded: No two counters of one type may be nearer than ten squares.
- naf-2019: A portal should not be within four squares of another.

Illegal map, under naf-2019 (two portals are three squares apart)::

    map: |
      1..2......
      ..........
"""

from __future__ import annotations

from functools import partial

from dungeon_designer.kinds import ObjectKind
from dungeon_designer.rules.shared_requirements import MinDistanceSettings, require_spacing, require_spacing_on_floor
from dungeon_designer.translation import mark_for_translation

CLOSED_SQUARE_TEXT = mark_for_translation("placing", "too near another portal")
"""What the editor says of a closed square."""


class RuleSettings(MinDistanceSettings, frozen=True):
    """How far apart two portals must be."""

    player_text = ("From one portal to another", "at least {min} squares")


list_requirements = partial(require_spacing, ObjectKind.PORTAL)
list_floor_requirements = partial(require_spacing_on_floor, ObjectKind.PORTAL)
