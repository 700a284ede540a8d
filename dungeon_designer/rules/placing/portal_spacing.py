"""Portals keep their distance from each other.

gw-1989 (Expanding the Game) lets no two counters of a type lie nearer than ten squares; naf-2019 (The Dungeon)
advises against a teleporter within four squares of another, so five is the least. Portals side by side would be one
place, not two ways. The distance is the larger of the two differences, walls ignored. Each two portals too near are
one finding.

A sketch that breaks it, under naf-2019 (three apart)::

    map: |
      1..2......
      ..........

Mend: move one of them; the fix moves the later one by row to the nearest square that keeps the other rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.analysis.spacing import near_pairs
from dungeon_designer.board.model import Flags, Ints
from dungeon_designer.rules.apart import Least, apart
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.items import Item, apart_from, besides, later, one_of, portals
from dungeon_designer.rules.rule import MOST, Violation


class RuleSettings(Least, frozen=True):
    """How far apart two portals must be."""


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each two portals that are too near."""
    items = portals(context.board)
    for near in near_pairs([(item.at,) for item in items], settings.min, context.measure, MOST):
        one, other = items[near.first], items[near.second]
        distance = apart(context, near.distance, settings.min)
        yield Violation(
            message=f"portal {one.number} at {one.at} and portal {other.number} at {other.at} are {distance}",
            squares=near.squares,
            measured=near.distance,
            required=settings.min,
            moves=one_of(*later([one, other])),
        )


def room_for(context: Context, settings: RuleSettings, item: Item, squares: Ints) -> Flags:
    """For a portal, squares far enough from every other portal."""
    others = besides(portals(context.board), item) if item.is_portal else []
    return apart_from(context.board, squares, [other.at for other in others], settings.min)
