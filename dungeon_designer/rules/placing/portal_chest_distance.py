"""Portals keep their distance from chests.

gw-2021 (Setting Up The Game) lets no portal lie within two squares of a chest, so three is the least: nobody should
step out of a portal and open a chest at once. The distance is the larger of the two differences, walls ignored.
Each portal and chest too near are one finding, the portal first, since it is placed after the chests.

A sketch that breaks it, under gw-2021 (two apart)::

    map: |
      .C.1......
      ..........

Mend: move one of them; the fix moves the portal, or where it has no place the chest, to the nearest square that
keeps the other rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.analysis.spacing import near_squares
from dungeon_designer.board.model import Flags, Ints
from dungeon_designer.rules.apart import Distance, Least, apart
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.items import Item, apart_from, chests, one_of, portals
from dungeon_designer.rules.rule import Violation
from dungeon_designer.translation import marked

WHY = marked("placing", "too near a chest")


class RuleSettings(Least, frozen=True):
    """How far apart a portal and a chest must be."""

    min: Distance = 3


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each portal and chest that are too near."""
    ones, others = portals(context.board), chests(context.board)
    squares, other_squares = [one.at for one in ones], [other.at for other in others]
    for near in near_squares(squares, other_squares, settings.min, context.measure):
        portal, chest = ones[near.first], others[near.second]
        distance = apart(context, near.distance, settings.min)
        yield Violation(
            message=f"portal {portal.number} at {portal.at} and the chest at {chest.at} are {distance}",
            squares=near.squares,
            measured=near.distance,
            required=settings.min,
            moves=one_of(portal, chest),
        )


def room_for(context: Context, settings: RuleSettings, item: Item, squares: Ints) -> Flags:
    """Squares far enough from everything of the other kind."""
    others = chests(context.board) if item.is_portal else portals(context.board)
    return apart_from(context.board, squares, [other.at for other in others], settings.min)
