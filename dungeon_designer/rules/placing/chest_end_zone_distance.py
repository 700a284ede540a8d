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
from itertools import groupby
from operator import attrgetter
from typing import Annotated, ClassVar

from dungeon_designer.analysis.spacing import near_squares
from dungeon_designer.board.model import Flags, Ints
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.apart import Distance, Least, apart
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.items import Item, apart_from, chests, one_of, portals
from dungeon_designer.rules.names import trap_at
from dungeon_designer.rules.parameter_words import Words, around
from dungeon_designer.rules.rule import MOST, Violation
from dungeon_designer.text.json_schema import described
from dungeon_designer.translation import marked

WHY = marked("placing", "too near an end zone")


class RuleSettings(Least, frozen=True):
    """How far from every end zone a chest must be."""

    said: ClassVar[Words] = {
        "kinds": around("end zones are: "),
        "portals": around("portals at least "),
        "traps": around("traps at least "),
    }

    min: Distance = 8
    kinds: Annotated[tuple[SectionKind, ...], described("Kinds of sections that count as end zones.", ["entry"])] = (
        SectionKind.END_ZONE,
        SectionKind.ENTRY,
    )
    portals: Annotated[
        Distance | None, described("The least distance of portals from end zones; else none is asked of them.", 4)
    ] = None
    traps: Annotated[
        Distance | None,
        described("The least distance of pits, trapdoors and counters from end zones; else none is asked of them.", 3),
    ] = None


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each chest that is too near an end zone."""
    items, zone = chests(context.board), _zone(context, settings)
    found = near_squares([item.at for item in items], zone, settings.min, context.measure)
    for number, nears in groupby(found, key=attrgetter("first")):
        item, near = items[number], list(nears)
        distance = min(one.distance for one in near)
        yield Violation(
            message=f"the chest at {item.at} and an end zone are {apart(context, distance, settings.min)}",
            squares=tuple(dict.fromkeys((item.at, *(zone[one.second] for one in near)))),
            measured=distance,
            required=settings.min,
            moves=one_of(item),
        )
    yield from _others(context, settings, zone)


def _others(context: Context, settings: RuleSettings, zone: list[Square]) -> Iterator[Violation]:
    """A fault for each portal and each trap that is too near an end zone."""
    doors = [(f"portal {item.number} at {item.at}", [item.at]) for item in portals(context.board)]
    traps = [(trap_at(trap), list(trap.squares)) for trap in context.board.traps]
    for things, least in ((doors, settings.portals), (traps, settings.traps)):
        for name, squares in things if least is not None else ():
            near = list(near_squares(squares, zone, least or 1, context.measure))
            if near:
                distance = min(one.distance for one in near)
                yield Violation(
                    message=f"{name} and an end zone are {apart(context, distance, least or 1)}",
                    squares=tuple(dict.fromkeys((*squares, *(zone[one.second] for one in near)))),
                    measured=distance,
                    required=least,
                )


def _zone(context: Context, settings: RuleSettings) -> list[Square]:
    """Every square of every end zone."""
    board = context.board
    return [square for zone in board.of_kind(*settings.kinds) for square in board.places(zone.squares)]


def room_for(context: Context, settings: RuleSettings, item: Item, squares: Ints) -> Flags:
    """Squares far enough from every end zone; none where end zones are larger than anybody draws."""
    least = settings.portals if item.is_portal else settings.min
    if least is None:
        return squares >= 0
    if sum(len(zone.squares) for zone in context.board.of_kind(*settings.kinds)) > MOST:
        return squares < 0
    return apart_from(context.board, squares, _zone(context, settings), least)
