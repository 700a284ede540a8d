"""Portals keep their distance from each other.

gw-1989 (Expanding the Game) lets no two counters of a type lie nearer than ten squares; naf-2019 (The Dungeon)
advises against a teleporter within four squares of another, so five is the least. Portals side by side would be one
place, not two ways. The distance is the larger of the two differences, walls ignored. Each two portals too near are
one finding.

A sketch that breaks it, under naf-2019 (three apart)::

    map: |
      1..2......
      ..........

Mend: move one of them; the fix moves the later one by row to the nearest square that keeps the other rules.
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
