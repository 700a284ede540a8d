"""How many treasure chests lie in the dungeon.

Every edition plays with six (gw-1989, Treasure Chests; gw-2021, Chests: Deployment; brawl-2013, Setup; naf-2019,
Basic Concepts; eagbbl, Setup Dungeon). In the 1989 expansion (Extra Treasure Chests) each coach may add one, two or
three, so that six, or eight to twelve, may lie there; with more chests there is more to open before the ball is
found. Chests off the floor count too: they are drawn, and `item-on-floor` says what is wrong with them. The squares
of a finding are the chests.

A sketch that breaks it, under naf-2019 (five chests)::

    map: |
      <<<.C.C.C.>>>
      <<<..C.C..>>>

Mend: draw the chests that are missing, or take away those that are too many.
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.kinds import ItemKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Demand, HowMany, in_each_half, miscounted_halves
from dungeon_designer.rules.rule import PerSide, Violation, counted


class RuleSettings(PerSide, frozen=True):
    """How many chests: `min`, `max`, and `also`, counts allowed besides; exactly six where none is
    named. Or so many `per_side`."""

    players = ("Chests", "{asked}")

    usual = (6, 6)


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault when the number of chests is out of bounds; the squares are the chests."""
    chests = context.board.chests
    bounds = settings.for_sides(len(context.board.teams))
    if not bounds.allows(len(chests)):
        yield Violation(
            message=f"{counted(len(chests), 'chest')}, but {bounds.words} must lie in the dungeon",
            squares=tuple(chest.at for chest in chests),
            measured=len(chests),
            required=bounds.required,
        )
    yield from miscounted_halves(context, ItemKind.CHEST, settings.each_half)


def demands(context: Context, settings: RuleSettings) -> Iterator[Demand]:
    """So many chests lie in the dungeon, and in each half."""
    yield HowMany(ItemKind.CHEST, settings.for_sides(len(context.board.teams)))
    yield from in_each_half(context, ItemKind.CHEST, settings.each_half)
