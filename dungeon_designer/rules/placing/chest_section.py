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

from collections.abc import Iterator

from dungeon_designer.board.model import Flags, Ints
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.items import Item, chests
from dungeon_designer.rules.per_section import Forbidden, intruders, outside
from dungeon_designer.rules.rule import Violation


class RuleSettings(Forbidden, frozen=True):
    """Where no chest may lie."""


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each chest in a section closed to it."""
    yield from intruders(context, [("the chest", item) for item in chests(context.board)], settings)


def room_for(context: Context, settings: RuleSettings, item: Item, squares: Ints) -> Flags:
    """For a chest, squares of sections that are not closed to it."""
    return squares >= 0 if item.is_portal else outside(context, settings, squares)
