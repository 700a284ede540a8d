"""How many portals lie in one section.

gw-1989 (Teleport Squares) sets no more than one counter on each board section, the End Zones among them; gw-2021
(Setting Up The Game) places portals under the restrictions for chests, so only one in each dungeon tile. A portal
lies in the section that owns its square. One finding for each section, its squares the portals in it.

A sketch that breaks it, under gw-1989-basic (three portals on one board)::

    map: |
      <<<..1..2..3.>>>
      <<<...........>>>
    sections: |
      AAABBBBBBBBBBBCCC
      AAABBBBBBBBBBBCCC
    section_kinds: {A: {kind: end_zone, side: home}, B: board, C: {kind: end_zone, side: away}}

Mend: move all but one; the fix moves the last by row to the nearest square that keeps the other rules.
"""

from __future__ import annotations

from functools import partial

from dungeon_designer.kinds import ObjectKind
from dungeon_designer.rules.shared_requirements import (
    SectionLimitSettings,
    require_count_per_section,
    require_count_per_section_on_floor,
)
from dungeon_designer.translation import mark_for_translation

CLOSED_SQUARE_TEXT = mark_for_translation("placing", "enough portals lie in this section")
"""What the editor says of a closed square."""


class RuleSettings(SectionLimitSettings, frozen=True):
    """How many portals lie in each section: `min`, `max` (at most one where neither is named), `also`."""

    player_text = ("Portals in one section", "{asked}")


list_requirements = partial(require_count_per_section, ObjectKind.PORTAL)
list_floor_requirements = partial(require_count_per_section_on_floor, ObjectKind.PORTAL)
