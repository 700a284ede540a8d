"""What rules ask of where things lie, as data: what finds a place for a thing, or for all things at once, reads it.

A rule that can say it so has a function `demands`, given the run and its settings. Squares are numbers of the board.
What a rule's check finds decides; a demand asks at least as much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np

from dungeon_designer.board.model import Board, Flags, Ints
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Team
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.items import Item, apart_from, besides, chests, portals
from dungeon_designer.rules.rule import Bounds, Number, bounds_of
from dungeon_designer.rulesets.model import Metric


class What(StrEnum):
    """What is asked something: traps are pits, trapdoors and counters alike, counters also something of their own."""

    CHEST = "chest"
    PORTAL = "portal"
    TRAP = "trap"
    COUNTER = "counter"
    BALL = "ball"


LAID = (What.CHEST, What.PORTAL, What.TRAP)
"""All that lies on squares."""


class OnlyOn(NamedTuple):
    """Things lie on these squares only; of counters, those of one coach where there is an `owner`."""

    what: What
    squares: Flags
    owner: Team | None = None
    noticed: bool = False


class Apart(NamedTuple):
    """Each two things of these kinds are at least so far apart, as the ruleset's `metric` measures."""

    what: What
    other: What
    least: int
    noticed: bool = False


class Among(NamedTuple):
    """In each part of the floor so many lie: `part` is the number of each square's part, -1 where nothing is asked."""

    what: What
    part: Ints
    bounds: Bounds


class HowMany(NamedTuple):
    """In the whole dungeon there are so many."""

    what: What
    bounds: Bounds


Demand = OnlyOn | Apart | Among | HowMany
"""`noticed`, where there is one, is asked as a notice only, whatever the level of the rule."""

Demands = Callable[[Context, Any], Iterable[Demand]]


def far_from(context: Context, others: Iterable[Square], least: int) -> Flags:
    """The squares at least so far from all of some squares, as the ruleset's `metric` measures."""
    board, places = context.board, list(others)
    every = np.arange(len(board), dtype=np.int32)
    if context.ruleset.metric is Metric.SQUARES or not places:
        return apart_from(board, every, places, least)
    steps = context.walking.steps(at for at in map(board.find, places) if at >= 0)
    far: Flags = steps >= least
    return far


def in_each_half(context: Context, what: What, number: Number | None) -> Iterator[Among]:
    """So many in each side's half; nothing where the rule does not ask it."""
    if number is None:
        return
    part = np.full(len(context.board), -1, dtype=np.int32)
    for side, half in enumerate(context.halves.values()):
        part[half] = side
    yield Among(what, part, bounds_of(number))


def room_by(demands: Demands, context: Context, settings: Any, item: Item, squares: Ints) -> Flags:
    """Which of some squares the demands of a rule leave to a chest or portal, all others lying where they do."""
    free: Flags = np.ones(len(squares), dtype=np.bool_)
    for demand in demands(context, settings):
        free &= _room(demand, context.board, item, squares)
    return free


def _room(demand: Demand, board: Board, item: Item, squares: Ints) -> Flags:
    own = What.PORTAL if item.is_portal else What.CHEST
    free: Flags = np.ones(len(squares), dtype=np.bool_)
    if isinstance(demand, OnlyOn) and demand.what is own and not demand.noticed:
        free = demand.squares[squares]
    elif isinstance(demand, Apart) and own in (demand.what, demand.other) and not demand.noticed:
        free = apart_from(board, squares, _others(demand, own, board, item), demand.least)
    elif isinstance(demand, Among) and demand.what is own:
        free = _uncrowded(demand, board, item, squares)
    return free


def _others(demand: Apart, own: What, board: Board, item: Item) -> list[Square]:
    """The squares of all that something must keep away from."""
    what = demand.other if own is demand.what else demand.what
    if what is What.TRAP:
        return [square for trap in board.traps for square in trap.squares]
    return [other.at for other in besides(_lying(what, board), item)]


def _uncrowded(demand: Among, board: Board, item: Item, squares: Ints) -> Flags:
    """Squares of parts that may hold one more."""
    here = [other.on for other in besides(_lying(demand.what, board), item) if other.on >= 0]
    held = np.bincount(demand.part[here] + 1, minlength=int(demand.part.max(initial=-1)) + 2)
    full = np.array([not demand.bounds.allows(count + 1) for count in held.tolist()])
    full[0] = False
    free: Flags = ~full[demand.part[squares] + 1]
    return free


def _lying(what: What, board: Board) -> list[Item]:
    return portals(board) if what is What.PORTAL else chests(board)
