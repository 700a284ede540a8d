"""Two traps are at least a given number of squares apart.

Fix: Draw one of them elsewhere, or join them.

How it is measured:

- Squares of one kind that share sides are one trap. Open pits and spiked pits are two kinds. A pit counter is always a
  trap of its own.
- The distance of two traps is that of their nearest squares.
- There is one problem for each pair of traps that are too near. Its squares are the nearest squares of the two.

Editions:

- naf-2019: A trap should not be within four squares of another. Between two traps there should be floor on which a
  player can stop.

Illegal map, under naf-2019 (two traps are three squares apart)::

    map: |
      .oo..x....
      .oo.......
"""

from __future__ import annotations

from functools import partial

from dungeon_designer.kinds import ObjectKind
from dungeon_designer.rules.shared_requirements import MinDistanceSettings, require_spacing, require_spacing_on_floor


class RuleSettings(MinDistanceSettings, frozen=True):
    """How far apart two traps must be."""

    player_text = ("From one trap to another", "at least {min} squares")


list_requirements = partial(require_spacing, ObjectKind.TRAP)
list_floor_requirements = partial(require_spacing_on_floor, ObjectKind.TRAP)
