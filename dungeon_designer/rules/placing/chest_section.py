"""In which sections no chest may lie.

gw-1989 (Treasure Chests; Expanding the Game) keeps chests out of the End Zone boards; gw-2021 (Setting Up The Game)
keeps them out of the End Zones and out of every tile connected to one, so that the ball is found on the way, not at
home. Two sections are connected when some edge between them can be passed: it is open or has a door. One finding
for each chest.

A sketch that breaks it, under gw-2021 (a chest in the home end zone)::

    map: |
      ..C......>>>
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

CLOSED_SQUARE_TEXT = mark_for_translation("placing", "no chest may lie in this section")
"""What the editor says of a closed square."""


class RuleSettings(ForbiddenSectionSettings, frozen=True):
    """Where no chest may lie."""

    player_text = ("No chest lies in", "{asked}")


list_requirements = partial(close_sections, ObjectKind.CHEST)
list_floor_requirements = partial(close_sections_on_floor, ObjectKind.CHEST)
