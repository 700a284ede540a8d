"""How many treasure chests lie in the dungeon.

Every edition plays with six; the 1989 expansion also with eight to twelve, as each coach may add one, two or
three. Chests off the floor count too: they are drawn, and `item-on-floor` says what is wrong with them.

Example that breaks it: a dungeon with five `C` under naf-2019.

Mend: draw the chests that are missing, or take away those that are too many.
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import Bounds, Fault, counted


class RuleSettings(Bounds, frozen=True):
    """How many chests: `min`, `max`, `also`."""


def check(context: Context, settings: RuleSettings) -> Iterator[Fault]:
    """A fault when the number of chests is out of bounds; the squares are the chests."""
    chests = context.board.chests
    if not settings.allows(len(chests)):
        yield Fault(
            message=f"{counted(len(chests), 'chest')}, but {settings.words} must lie in the dungeon",
            squares=tuple(chest.at for chest in chests),
            measured=len(chests),
            required=settings.required,
        )
