"""How many chests lie in one section.

gw-1989 (Treasure Chests) sets no more than one chest on any one board section, gw-2021 (Setting Up The Game) only
one in each dungeon tile; so the search leads through the whole dungeon. A section is a tile as placed, or one
hand-drawn area; a chest lies in the section that owns its square. One finding for each section, its squares the
chests in it.

A sketch that breaks it, under gw-1989-basic (three chests on one board)::

    map: |
      <<<..C..C..C.>>>
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
from dungeon_designer.rules.items import Item, besides, chests
from dungeon_designer.rules.per_section import crowded, uncrowded
from dungeon_designer.rules.rule import Bounds, Violation


class RuleSettings(Bounds, frozen=True):
    """How many chests lie in each section: `min`, `max` (at most one where neither is named), `also`."""

    usual = (None, 1)


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each section that holds chests out of bounds."""
    yield from crowded(context, chests(context.board), settings, "chest", _meant)


def room_for(context: Context, settings: RuleSettings, item: Item, squares: Ints) -> Flags:
    """For a chest, squares of a section that may hold one more, or that is not meant."""
    if item.is_portal:
        return squares >= 0
    return uncrowded(context, besides(chests(context.board), item), settings, squares, _meant)


def _meant(section: BoardSection) -> bool:
    return True
