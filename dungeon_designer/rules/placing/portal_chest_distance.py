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

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated, ClassVar

from dungeon_designer.analysis.spacing import Near, near_squares
from dungeon_designer.rules.apart import Distance, Least, apart
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Apart, Demand, What, room_by
from dungeon_designer.rules.items import Item, chests, one_of, portals
from dungeon_designer.rules.names import trap_at
from dungeon_designer.rules.parameter_words import Words, around
from dungeon_designer.rules.rule import Violation
from dungeon_designer.text.json_schema import described
from dungeon_designer.translation import marked

WHY = marked("placing", "too near a chest")


class RuleSettings(Least, frozen=True):
    """How far apart a portal and a chest must be."""

    players = ("From a portal to a chest", "at least {min} squares[; {rest}]")

    said: ClassVar[Words] = {"traps": around("traps at least ", " from both")}

    min: Distance = 3
    traps: Annotated[
        Distance | None,
        described("The least distance of pits, trapdoors and counters from portals and chests; else none is asked.", 2),
    ] = None


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
    if settings.traps is not None:
        yield from _traps(context, [*ones, *others], settings.traps)


def _traps(context: Context, items: Sequence[Item], least: int) -> Iterator[Violation]:
    """A fault for each trap and each portal or chest that are too near each other."""
    for trap in context.board.traps:
        nearest: dict[int, Near] = {}
        for near in near_squares(list(trap.squares), [item.at for item in items], least, context.measure):
            if near.second not in nearest or near.distance < nearest[near.second].distance:
                nearest[near.second] = near
        for second, near in sorted(nearest.items()):
            item = items[second]
            yield Violation(
                message=f"{trap_at(trap)} and {item.name} at {item.at} are {apart(context, near.distance, least)}",
                squares=near.squares,
                measured=near.distance,
                required=least,
                moves=one_of(item),
            )


def demands(context: Context, settings: RuleSettings) -> Iterator[Demand]:
    """Portals keep away from chests, and traps from both where that is asked."""
    yield Apart(What.PORTAL, What.CHEST, settings.min)
    if settings.traps is not None:
        yield Apart(What.TRAP, What.PORTAL, settings.traps)
        yield Apart(What.TRAP, What.CHEST, settings.traps)


room_for = partial(room_by, demands)
