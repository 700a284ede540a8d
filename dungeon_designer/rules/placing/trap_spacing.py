"""Traps keep their distance from each other.

naf-2019 (The Dungeon) advises against a trap within four squares of another, so five is the least: between two
traps there should be ground to stop on. Orthogonally connected squares of one kind are one trap, open and spiked
pits are two kinds, and a pit counter is always a trap of its own. The distance of two traps is that of their
nearest squares; these are the squares of the finding, one for each two traps too near.

A sketch that breaks it, under naf-2019 (three apart)::

    map: |
      .oo..x....
      .oo.......

Mend: draw one of them elsewhere, or join them.
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
