"""How many portals lie in each end zone.

gw-1989 (Teleport Squares; Expanding the Game) lets each End Zone board hold one, eagbbl (Setup Dungeon) lets each
end zone hold two: who comes out there stands where touchdowns are scored. In gw-2021 none may, which
`portal-section` says. In gw-1989-basic two portals on an End Zone board also break `portals-per-section`. Each
side's end zones are counted alike, however many sides play. One finding for each end zone, its squares the portals in
it.

A sketch that breaks it, under eagbbl (three portals at home)::

    map: |
      1.3.........>>>>
      .2..........>>>>
    sections: |
      AAAABBBBBBBBCCCC
      AAAABBBBBBBBCCCC
    section_kinds: {A: {kind: end_zone, side: home}, B: room, C: {kind: end_zone, side: away}}

Mend: move those that are too many; the fix moves the last by row to the nearest square that keeps the other rules.
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
    """How many portals lie in each end zone: `min`, `max` (at most one where neither is named), `also`."""

    player_text = ("Portals in one end zone", "{asked}")


_ZONE_KINDS = (SectionKind.END_ZONE, SectionKind.ENTRY)

list_requirements = partial(require_count_per_section, ObjectKind.PORTAL, kinds=_ZONE_KINDS)
list_floor_requirements = partial(require_count_per_section_on_floor, ObjectKind.PORTAL, kinds=_ZONE_KINDS)
