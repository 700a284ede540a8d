"""Portals keep their distance from chests.

gw-2021 (Setting Up The Game) lets no portal lie within two squares of a chest, so three is the least: nobody should
step out of a portal and open a chest at once. The distance is the larger of the two differences, walls ignored.
Each portal and chest too near are one finding, the portal first, since it is placed after the chests. House rules may
keep pits, trapdoors and counters away from both (`traps`).

A sketch that breaks it, under gw-2021 (two apart)::

    map: |
      .C.1......
      ..........

Mend: move one of them; the fix moves the portal, or where it has no place the chest, to the nearest square that
keeps the other rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.kinds import ItemKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Apart, Demand, Distance, Least
from dungeon_designer.rules.rule import around, worded
from dungeon_designer.translation import marked

WHY = marked("placing", "too near a chest")


class RuleSettings(Least, frozen=True):
    """How far apart a portal and a chest must be.

    traps  The least distance of pits, trapdoors and counters from portals and chests; else none is asked. Example: 2
    """

    players = ("From a portal to a chest", "at least {min} squares[; {rest}]")
    phrases = worded(traps=around("traps at least ", " from both"))

    min: Distance = 3
    traps: Distance | None = None


def demands(context: Context, settings: RuleSettings) -> Iterator[Demand]:
    """Portals keep away from chests, and traps from both where that is asked."""
    yield Apart(ItemKind.PORTAL, ItemKind.CHEST, settings.min)
    if settings.traps is not None:
        yield Apart(ItemKind.TRAP, ItemKind.PORTAL, settings.traps)
        yield Apart(ItemKind.TRAP, ItemKind.CHEST, settings.traps)
