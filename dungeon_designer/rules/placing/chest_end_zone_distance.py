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
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Annotated, ClassVar

import numpy as np

from dungeon_designer.analysis.spacing import near_squares
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.apart import Distance, Least, apart
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Demand, OnlyOn, What, far_from, room_by
from dungeon_designer.rules.items import chests, one_of, portals
from dungeon_designer.rules.names import trap_at
from dungeon_designer.rules.parameter_words import Words, around
from dungeon_designer.rules.rule import MOST, Violation
from dungeon_designer.text.json_schema import described
from dungeon_designer.translation import marked

WHY = marked("placing", "too near an end zone")


class RuleSettings(Least, frozen=True):
    """How far from every end zone a chest must be."""

    players = ("From a chest to an end zone", "at least {min} squares[; {rest}]")

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
    if settings.portals is not None:
        for item in portals(context.board):
            yield from _other(context, f"portal {item.number} at {item.at}", [item.at], zone, settings.portals)
    if settings.traps is not None:
        for trap in context.board.traps:
            yield from _other(context, trap_at(trap), list(trap.squares), zone, settings.traps)


def _other(context: Context, name: str, squares: list[Square], zone: list[Square], least: int) -> Iterator[Violation]:
    near = list(near_squares(squares, zone, least, context.measure))
    if near:
        distance = min(one.distance for one in near)
        yield Violation(
            message=f"{name} and an end zone are {apart(context, distance, least)}",
            squares=tuple(dict.fromkeys((*squares, *(zone[one.second] for one in near)))),
            measured=distance,
            required=least,
        )


def _zone(context: Context, settings: RuleSettings) -> list[Square]:
    """Every square of every end zone."""
    board = context.board
    return [square for zone in board.of_kind(*settings.kinds) for square in board.places(zone.squares)]


def demands(context: Context, settings: RuleSettings) -> Iterator[Demand]:
    """Things lie far enough from every end zone; nowhere where end zones are larger than anybody draws."""
    asked = (What.CHEST, settings.min), (What.PORTAL, settings.portals), (What.TRAP, settings.traps)
    zone = _zone(context, settings)
    for what, least in asked:
        if least is not None:
            far = far_from(context, zone, least) if len(zone) <= MOST else np.zeros(len(context.board), dtype=np.bool_)
            yield OnlyOn(what, far)


room_for = partial(room_by, demands)
