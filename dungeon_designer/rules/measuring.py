"""Measuring by an edition's corners, doors, portals and passes: what the editor's tool and the maps' overlays ask.

No rule of legality asks this; it stands above the analyses because only here a ruleset and a board meet.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple

from msgspec import Struct

from dungeon_designer.analysis.movement import FAR, Lengths, Walking
from dungeon_designer.analysis.ruler import Throws, pass_between, throws
from dungeon_designer.analysis.sight import Sight, Stop
from dungeon_designer.board.model import Board
from dungeon_designer.grid import Square, distance, row_major
from dungeon_designer.kinds import ObstacleKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.model import Chests, Ruleset
from dungeon_designer.rulesets.play import play_of


class Jump(NamedTuple):
    """A way through portals, with the die's kind help.

    before, after  steps to the portal one enters, and from the one one leaves by
    entered, left  the numbers of the two
    total          steps in all by the edition's costs; None where the book is silent, or ends the turn with the jump
    """

    before: int
    after: int
    entered: int
    left: int
    total: int | None


class Measured(Struct, frozen=True):
    """What lies between two squares.

    apart  squares apart, as the game counts them
    steps  steps on foot, None where nobody walks
    path   that way, both ends included
    jump   the best way through two portals; None without
    stop   the first thing that stops the line of sight; None when one square sees the other
    band   the pass that reaches so far, seen or not; None beyond the longest the edition allows
    """

    apart: int
    steps: int | None
    path: tuple[Square, ...]
    jump: Jump | None
    stop: Stop | None
    band: str | None


class Reached(NamedTuple):
    """Where a player gets in one turn, and the steps each square takes.

    walked  within his movement
    rushed  beyond it, at a risk (a sprint, a rush, a "go for it")
    jumped  not on foot, but through a portal if the die is kind
    """

    walked: dict[Square, int]
    rushed: dict[Square, int]
    jumped: dict[Square, int]


class Measuring:
    """One board under one ruleset; what is dear is made when first asked for and kept."""

    def __init__(self, board: Board, ruleset: Ruleset) -> None:
        self.board = board
        self._context = Context(board, ruleset)
        self.ruleset = self._context.ruleset
        self.play = play_of(self.ruleset)
        self._steps_from = lru_cache(maxsize=2)(self._steps)

    @cached_property
    def sight(self) -> Sight:
        """Lines of sight, by the edition's corners and opaque obstacles."""
        return Sight(self.board, self._context.strict, [ObstacleKind(kind) for kind in self.play.opaque])

    @cached_property
    def _closed(self) -> frozenset[Square]:
        """Chests where players may not move over them: they stand in the way until somebody opens them."""
        return self.board.chest_squares if self.ruleset.chests is Chests.IMPASSABLE else frozenset()

    @cached_property
    def _on_foot(self) -> Walking:
        """Steps that begin and end on portals, entries and closed chests, but lead across none."""
        ends = self.board.portal_squares | self.board.entry_squares
        return Walking(self._context.step_graph, ends | self._closed)

    def walking_lengths(self, starts: Iterable[Square]) -> Lengths:
        """Walking distances from the nearest of some squares, chests walked over: once opened they are gone."""
        ends = self.board.portal_squares | self.board.entry_squares
        return Walking(self._context.step_graph, ends).lengths(starts)

    def measured(self, start: Square, end: Square) -> Measured:
        """What lies between two squares; steps and path are None and empty where one of them is no floor."""
        path = tuple(self._on_foot.path(self._steps_from(start), end))
        return Measured(
            distance(start, end),
            len(path) - 1 if path else None,
            path,
            self._jump(start, end),
            self.sight.stop(start, end),
            pass_between(start, end, self.play.longest_throw),
        )

    def throws(self, origin: Square) -> Throws:
        """Where a pass from a square may go, as far as the edition allows."""
        return throws(self.board, self.sight, origin, self.play.longest_throw)

    def reach(self, start: Square, movement: int) -> Reached:
        """Where a player of so much movement gets from a square in one turn; nowhere from off the floor."""
        if start not in self.board:
            return Reached({}, {}, {})
        steps, farthest = self._steps_from(start), movement + self.play.rush
        room = {at: taken for at, taken in steps.items() if at not in self._closed}
        play, best = self.play, Lengths()  # the fewest steps through one portal; most books answer two with an injury
        entered = {at: taken for at, taken in self._legs(steps).items() if taken <= farthest}
        for portal in self._portals if play.jump is not None else ():
            before = min((taken for at, taken in entered.items() if at != portal), default=None)
            if before is None:
                continue
            spent = before
            if before < movement:  # the jump costs what is left, if anything
                spent += play.jump or 0
            more = play.rush if play.rush_after_jump or spent < movement else 0
            most, beside = max(movement + more, spent) if play.onward else spent, play.arrival == "beside"
            for at, taken in self._steps(portal).items():
                total = taken - beside + spent
                if taken >= beside and total <= most and (at == portal or at not in self.board.portal_squares):
                    best[at] = min(total, best.get(at, total))
        return Reached(
            {at: taken for at, taken in room.items() if taken <= movement},
            {at: taken for at, taken in room.items() if movement < taken <= farthest},
            {at: n for at, n in best.items() if at not in self._closed and steps.get(at, FAR) > farthest},
        )

    def _steps(self, start: Square) -> Lengths:
        return self._on_foot.lengths([start])

    @cached_property
    def _portals(self) -> dict[Square, int]:
        """The squares with a portal, each with its number; of two on one square the first."""
        return {portal.at: portal.number for portal in reversed(self.board.portals) if portal.at in self.board}

    def _jump(self, here: Square, there: Square) -> Jump | None:
        """The best way that enters one portal and leaves by another; scattered beside one the first step is free."""
        if here not in self.board or there not in self.board:
            return None
        to, back = self._legs(self._steps_from(here)), self._legs(self._steps(there))
        ways = [(a + b, a, b, i, j) for i, a in to.items() for j, b in back.items() if i != j]
        if not ways:
            return None
        steps, before, after, entered, left = min(
            ways, key=lambda way: (*way[:3], row_major(way[3]), row_major(way[4]))
        )
        play, total = self.play, None
        if play.jump is not None and (play.onward or not after):
            total = steps + play.jump - (1 if play.arrival == "beside" and after else 0)
        return Jump(before, after, self._portals[entered], self._portals[left], total)

    def _legs(self, steps: Lengths) -> Lengths:
        return {at: steps[at] for at in self._portals if at in steps}
