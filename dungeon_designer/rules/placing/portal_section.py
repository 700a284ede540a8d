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

from collections.abc import Iterator

from dungeon_designer.board.model import Flags, Ints
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.items import Item, portals
from dungeon_designer.rules.per_section import Forbidden, intruders, outside
from dungeon_designer.rules.rule import Violation


class RuleSettings(Forbidden, frozen=True):
    """Where no portal may lie."""


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each portal in a section closed to it."""
    yield from intruders(context, [(f"portal {item.number}", item) for item in portals(context.board)], settings)


def room_for(context: Context, settings: RuleSettings, item: Item, squares: Ints) -> Flags:
    """For a portal, squares of sections that are not closed to it."""
    return squares >= 0 if not item.is_portal else outside(context, settings, squares)
