"""How many balls are hidden among the chests.

One in every edition (gw-1989, Treasure Chests; gw-2021, Chests: Deployment; brawl-2013, Setup; naf-2019, Basic
Concepts; eagbbl, Setup Dungeon). In the 1989 expansion (Extra Treasure Chests; Playing With Two Balls) it hangs on
the chests: one with six, one or two with eight to eleven, always two with twelve; a second ball gives the losing
side of the first scramble something to look for. A number of chests the book does not name (`chest-count` says so)
may hold one or two. The squares of a finding are the chests.

A sketch that breaks it, under eagbbl::

    balls: 2
    map: |
      <<<<..C.C.C..>>>>
      <<<<..C.C.C..>>>>

Mend: change `balls`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import field

from dungeon_designer.kinds import ItemKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Demand, HowMany
from dungeon_designer.rules.rule import (
    Bounds,
    Count,
    Parameters,
    Violation,
    bounds_in_words,
    counted,
    miscounted,
    there_are,
)
from dungeon_designer.text.json_schema import described


class ByChests(Bounds, frozen=True, kw_only=True):
    """The bounds that hold with `from` to `to` chests."""

    least: Annotated[Count, described("The least number of chests these bounds are for.", 1)] = field(name="from")
    most: Annotated[Count, described("The greatest number of chests these bounds are for.", 6)] = field(name="to")


class RuleSettings(Bounds, frozen=True):
    """How many balls: `min`, `max` (exactly one where neither is named), `also`; or by the number of chests.

    by_chests  Bounds for so many chests; they count before `min` and `max`. Example: [{"from": 7, "to": 12, "min": 2,
               "max": 2}]
    """

    players = ("Balls in the chests", "{asked}")
    usual = (1, 1)

    by_chests: tuple[ByChests, ...] = ()

    @classmethod
    def in_words(cls, parameters: Parameters) -> str:
        """Bounds by chests hold in place of the others."""
        parts = parameters.get("by_chests")
        if not parts:
            return super().in_words(parameters)
        spans = [str(p["from"]) if p["from"] == p["to"] else f"{p['from']} to {p['to']}" for p in parts]
        told = zip(map(bounds_in_words, parts), spans, strict=True)
        return "; ".join(f"{said} with {chests} chests" for said, chests in told)

    def bounds(self, chests: int) -> Bounds:
        """The bounds that hold with so many chests."""
        return next((part for part in self.by_chests if part.least <= chests <= part.most), self)


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault when the number of balls is out of bounds for the number of chests."""
    balls, chests = context.board.layout.balls, context.board.chests
    bounds = settings.bounds(len(chests))
    said = f"{there_are(balls, 'ball')} for {counted(len(chests), 'chest')}"
    yield from miscounted(bounds, balls, said, tuple(chest.at for chest in chests))


def demands(context: Context, settings: RuleSettings) -> Iterator[Demand]:
    """So many balls go with the chests that lie there."""
    yield HowMany(ItemKind.BALL, settings.bounds(len(context.board.chests)))
