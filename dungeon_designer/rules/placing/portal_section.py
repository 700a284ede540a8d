"""No portal is in a section that the edition keeps free of portals.

Fix: Move the portal. The offered fix moves it to the nearest legal square.

How it is measured:

- Two sections are connected if an edge between them can be passed, because it is open or has a door.
- There is one problem for each portal.

Editions:

- gw-2021, gw-2021-multiplayer: The restrictions for chests hold for portals.

Illegal map, under gw-2021 (a portal is in the home end zone)::

    map: |
      ..1......>>>
      <<<......>>>
    sections: |
      AAABBBBBBCCC
      AAABBBBBBCCC
    section_kinds: {A: {kind: end_zone, side: home}, B: corridor, C: {kind: end_zone, side: away}}
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
