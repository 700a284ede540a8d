"""Each end zone has at most the allowed number of portals.

Fix: Move the portals that are too many. The offered fix moves the last one, counted row by row, to the nearest legal
square.

How it is measured:

- The end zones of all teams are counted in the same way.
- There is one problem for each end zone. Its squares are the portals in it.

Editions:

- A player who comes out of a portal in an end zone is where touchdowns are scored.
- gw-1989-basic: Two portals on an End Zone board also break `portals-per-section`.
- gw-2021, gw-2021-multiplayer: `portal-section` allows no portal in an end zone.

Illegal map, under eagbbl (three portals are in the home end zone)::

    map: |
      1.3.........>>>>
      .2..........>>>>
    sections: |
      AAAABBBBBBBBCCCC
      AAAABBBBBBBBCCCC
    section_kinds: {A: {kind: end_zone, side: home}, B: room, C: {kind: end_zone, side: away}}
"""

from __future__ import annotations

from functools import partial

from dungeon_designer.kinds import ObjectKind, SectionKind
from dungeon_designer.rules.shared_requirements import (
    SectionLimitSettings,
    require_count_per_section,
    require_count_per_section_on_floor,
)
from dungeon_designer.translation import mark_for_translation

CLOSED_SQUARE_TEXT = mark_for_translation("placing", "enough portals lie in this end zone")
"""What the editor says of a closed square."""


class RuleSettings(SectionLimitSettings, frozen=True):
    """The least, the greatest, and other numbers of portals in an end zone. Without bounds it is at most one."""

    player_text = ("Portals in one end zone", "{asked}")


_ZONE_KINDS = (SectionKind.END_ZONE, SectionKind.ENTRY)

list_requirements = partial(require_count_per_section, ObjectKind.PORTAL, kinds=_ZONE_KINDS)
list_floor_requirements = partial(require_count_per_section_on_floor, ObjectKind.PORTAL, kinds=_ZONE_KINDS)
