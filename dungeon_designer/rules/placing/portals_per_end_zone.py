"""How many portals lie in each end zone.

gw-1989 (Teleport Squares; Expanding the Game) lets each End Zone board hold one, eagbbl (Setup Dungeon) lets each
end zone hold two: who comes out there stands where touchdowns are scored. In gw-2021 none may, which
`portal-section` says. In gw-1989-basic two portals on an End Zone board also break `portals-per-section`. One
finding for each end zone, its squares the portals in it.

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

from collections.abc import Iterator

from dungeon_designer.board.model import BoardSection, Flags, Ints
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.items import Item, besides, portals
from dungeon_designer.rules.per_section import crowded, uncrowded
from dungeon_designer.rules.rule import Bounds, Violation


class RuleSettings(Bounds, frozen=True):
    """How many portals lie in each end zone: `min`, `max` (at most one where neither is named), `also`."""

    usual = (None, 1)


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each end zone that holds portals out of bounds."""
    yield from crowded(context, portals(context.board), settings, "portal", _meant)


def room_for(context: Context, settings: RuleSettings, item: Item, squares: Ints) -> Flags:
    """For a portal, squares of a section that may hold one more, or that is not meant."""
    if not item.is_portal:
        return squares >= 0
    return uncrowded(context, besides(portals(context.board), item), settings, squares, _meant)


def _meant(section: BoardSection) -> bool:
    return section.kind in (SectionKind.END_ZONE, SectionKind.ENTRY)
