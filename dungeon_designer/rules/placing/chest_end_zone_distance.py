"""Chests lie far from the end zones.

eagbbl (Setup Dungeon) asks that each chest be at least eight squares from every square of every end zone, so that
no team finds the ball at its own door. The distance is the larger of the two differences, walls ignored. One
finding for each chest, its squares the chest and every end-zone square that is too near; measured is the nearest.
House rules may ask the same of portals (`portals`) and of pits, trapdoors and counters (`traps`), each with a distance
of its own; `min = 1` asks nothing of chests then.

A sketch that breaks it, under eagbbl (seven squares from home)::

    map: |
      <<<<......C.........>>>>
      <<<<................>>>>

Mend: move the chest; the fix moves it to the nearest square that keeps the other rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.kinds import ItemKind, SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Demand, Distance, Far, Least
from dungeon_designer.rules.rule import around, worded
from dungeon_designer.translation import marked

WHY = marked("placing", "too near an end zone")


class RuleSettings(Least, frozen=True):
    """How far from every end zone a chest must be.

    kinds    Kinds of sections that count as end zones. Example: ["entry"]
    portals  The least distance of portals from end zones; else none is asked of them. Example: 4
    traps    The least distance of pits, trapdoors and counters from end zones; else none is asked of them. Example: 3
    """

    players = ("From a chest to an end zone", "at least {min} squares[; {rest}]")
    phrases = worded(
        kinds=around("end zones are: "), portals=around("portals at least "), traps=around("traps at least ")
    )

    min: Distance = 8
    kinds: tuple[SectionKind, ...] = (
        SectionKind.END_ZONE,
        SectionKind.ENTRY,
    )
    portals: Distance | None = None
    traps: Distance | None = None


def demands(context: Context, settings: RuleSettings) -> Iterator[Demand]:
    """Things lie far enough from every square of every end zone."""
    zone = [square for section in context.board.of_kind(*settings.kinds) for square in section.squares]
    asked = (ItemKind.CHEST, settings.min), (ItemKind.PORTAL, settings.portals), (ItemKind.TRAP, settings.traps)
    yield from (Far(kind, zone, least, "an end zone") for kind, least in asked if least is not None)
