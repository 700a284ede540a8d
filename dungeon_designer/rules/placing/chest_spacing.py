"""Chests keep their distance from each other.

gw-1989 (Expanding the Game) lets no two counters of a type lie nearer than ten squares; naf-2019 (The Dungeon)
advises against a chest within four squares of another, so five is the least; eagbbl (Setup Dungeon) asks for at
least four. Chests in a heap would be opened by one player in one turn. The distance is the larger of the two
differences, walls ignored. Each two chests too near are one finding; two on one square are zero apart.

A sketch that breaks it, under naf-2019 (four apart)::

    map: |
      C...C....C
      ..........

Mend: move one of them; the fix moves the later one by row to the nearest square that keeps the other rules.
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
