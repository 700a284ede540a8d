"""Each section has at most the allowed number of portals.

Fix: Move all portals but one. The offered fix moves the last one, counted row by row, to the nearest legal square.

How it is measured:

- A portal is in the section to which its square belongs.
- There is one problem for each section. Its squares are the portals in it.

Editions:

- gw-1989-basic: End Zones are board sections as well.
- gw-2021, gw-2021-multiplayer: The restrictions for chests hold for portals.

Illegal map, under gw-1989-basic (three portals are on one board)::

    map: |
      <<<..1..2..3..>>>
      <<<...........>>>
    sections: |
      AAABBBBBBBBBBBCCC
      AAABBBBBBBBBBBCCC
    section_kinds: {A: {kind: end_zone, side: home}, B: board, C: {kind: end_zone, side: away}}
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
    """The least, the greatest, and other numbers of portals in a section. Without bounds it is at most one."""

    player_text = ("Portals in one section", "{asked}")


list_requirements = partial(require_count_per_section, ObjectKind.PORTAL)
list_floor_requirements = partial(require_count_per_section_on_floor, ObjectKind.PORTAL)
