"""Two chests are at least a given number of squares apart.

Fix: Move one of the two chests. The offered fix moves the later one, counted row by row, to the nearest legal square.

How it is measured:

- The distance is the larger of the differences in columns and in rows. Walls do not matter.
- Two chests on one square have the distance 0.
- There is one problem for each pair of chests that are too near.

Editions:

- One player could open a heap of chests in one turn.
- gw-1989-expanded: No two counters of one type may be nearer than ten squares.
- naf-2019: A chest should not be within four squares of another.

Illegal map, under naf-2019 (two chests are four squares apart)::

    map: |
      C...C....C
      ..........
"""

from __future__ import annotations

from functools import partial

from dungeon_designer.kinds import ObjectKind
from dungeon_designer.rules.shared_requirements import MinDistanceSettings, require_spacing, require_spacing_on_floor
from dungeon_designer.translation import mark_for_translation

CLOSED_SQUARE_TEXT = mark_for_translation("placing", "too near another chest")
"""What the editor says of a closed square."""


class RuleSettings(MinDistanceSettings, frozen=True):
    """How far apart two chests must be."""

    player_text = ("From one chest to another", "at least {min} squares")


list_requirements = partial(require_spacing, ObjectKind.CHEST)
list_floor_requirements = partial(require_spacing_on_floor, ObjectKind.CHEST)
