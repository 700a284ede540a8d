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

from collections.abc import Iterator

from dungeon_designer.board.model import BoardSection, Flags, Ints
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.items import Item, besides, portals
from dungeon_designer.rules.per_section import crowded, uncrowded
from dungeon_designer.rules.rule import Bounds, Violation


class RuleSettings(Bounds, frozen=True):
    """How many portals lie in each section: `min`, `max` (at most one where neither is named), `also`."""

    usual = (None, 1)


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each section that holds portals out of bounds."""
    yield from crowded(context, portals(context.board), settings, "portal", _meant)


def room_for(context: Context, settings: RuleSettings, item: Item, squares: Ints) -> Flags:
    """For a portal, squares of a section that may hold one more, or that is not meant."""
    if not item.is_portal:
        return squares >= 0
    return uncrowded(context, besides(portals(context.board), item), settings, squares, _meant)


def _meant(section: BoardSection) -> bool:
    return True
