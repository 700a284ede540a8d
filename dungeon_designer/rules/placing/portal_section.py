"""In which sections no portal may lie.

gw-2021 (Setting Up The Game) places portals under the restrictions for chests: not in an End Zone, nor in a tile
connected to one. Two sections are connected when some edge between them can be passed: it is open or has a door.
One finding for each portal.

A sketch that breaks it, under gw-2021 (a portal in the home end zone)::

    map: |
      ..1......>>>
      <<<......>>>
    sections: |
      AAABBBBBBCCC
      AAABBBBBBCCC
    section_kinds: {A: {kind: end_zone, side: home}, B: corridor, C: {kind: end_zone, side: away}}

Mend: move it; the fix moves it to the nearest square that keeps the other rules.
"""

from __future__ import annotations

from functools import partial

from dungeon_designer.kinds import ObjectKind
from dungeon_designer.rules.shared_requirements import ForbiddenSectionSettings, close_sections, close_sections_on_floor
from dungeon_designer.translation import mark_for_translation

CLOSED_SQUARE_TEXT = mark_for_translation("placing", "no portal may lie in this section")
"""What the editor says of a closed square."""


class RuleSettings(ForbiddenSectionSettings, frozen=True):
    """Where no portal may lie."""

    player_text = ("No portal lies in", "{asked}")


list_requirements = partial(close_sections, ObjectKind.PORTAL)
list_floor_requirements = partial(close_sections_on_floor, ObjectKind.PORTAL)
