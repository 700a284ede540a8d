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

from dungeon_designer.board.model import BoardSection
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.demands import What, room_by
from dungeon_designer.rules.items import PORTALS
from dungeon_designer.rules.per_section import crowded, limited
from dungeon_designer.rules.rule import Bounds
from dungeon_designer.translation import marked

WHY = marked("placing", "enough portals lie in this end zone")


class RuleSettings(Bounds, frozen=True):
    """How many portals lie in each end zone: `min`, `max` (at most one where neither is named), `also`."""

    players = ("Portals in one end zone", "{asked}")

    usual = (None, 1)


def _meant(section: BoardSection) -> bool:
    return section.kind in (SectionKind.END_ZONE, SectionKind.ENTRY)


check = partial(crowded, PORTALS, _meant)
demands = partial(limited, What.PORTAL, _meant)
room_for = partial(room_by, demands)
