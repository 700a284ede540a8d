"""Chests keep their distance from each other.

gw-1989 (Expanding the Game) lets no two counters of a type lie nearer than ten squares; naf-2019 (The Dungeon)
advises against a chest within four squares of another, so five is the least; eagbbl (Setup Dungeon) asks for at
least four. Chests in a heap would be opened by one player in one turn. The distance is the larger of the two
differences, walls ignored. Each two chests too near are one finding; two on one square are zero apart.

A sketch that breaks it, under naf-2019 (four apart)::

    map: |
      C...C....C
      ..........

Mend: move one of them; the fix moves the later one by row to the nearest square that keeps the other rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.analysis.spacing import near_pairs
from dungeon_designer.board.model import Flags, Ints
from dungeon_designer.rules.apart import Least, apart
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.items import Item, apart_from, besides, chests, later, one_of
from dungeon_designer.rules.rule import MOST, Violation


class RuleSettings(Least, frozen=True):
    """How far apart two chests must be."""


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each two chests that are too near."""
    items = chests(context.board)
    for near in near_pairs([(item.at,) for item in items], settings.min, context.measure, MOST):
        one, other = items[near.first], items[near.second]
        yield Violation(
            message=f"the chests at {one.at} and {other.at} are {apart(context, near.distance, settings.min)}",
            squares=near.squares,
            measured=near.distance,
            required=settings.min,
            moves=one_of(*later([one, other])),
        )


def room_for(context: Context, settings: RuleSettings, item: Item, squares: Ints) -> Flags:
    """For a chest, squares far enough from every other chest."""
    others = besides(chests(context.board), item) if not item.is_portal else []
    return apart_from(context.board, squares, [other.at for other in others], settings.min)
