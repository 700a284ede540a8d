"""Measure distances, passes and movement under the corners, doors, portals and passes of an edition.

The editor's measuring tool and the overlays of maps use this; no rule does. It stands above the analyses because it
needs a ruleset and a board.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from itertools import product
from typing import NamedTuple

from msgspec import Struct

from dungeon_designer.analysis.movement import UNREACHABLE, DistanceBySquare, WalkingDistances
from dungeon_designer.analysis.ruler import PassTargets, find_pass_targets, find_shortest_pass
from dungeon_designer.analysis.sight import LineOfSight, SightObstruction
from dungeon_designer.board.model import Board
from dungeon_designer.grid import Square, measure_distance, rank_by_row
from dungeon_designer.kinds import ObstacleKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.play_table import parse_play
from dungeon_designer.rulesets.ruleset_model import Chests, Ruleset


class PortalJump(NamedTuple):
    """A route that enters one portal and leaves another.

    Attributes:
        steps_before: The steps to the portal where it enters.
        steps_after: The steps from the portal where it leaves.
        entry_portal: The number of the portal where it enters.
        exit_portal: The number of the portal where it leaves. The die must show it.
        total_steps: All steps by the costs of the edition; None if the edition states no cost of a jump, or if the turn
            ends with the jump but steps would follow.
    """

    steps_before: int
    steps_after: int
    entry_portal: int
    exit_portal: int
    total_steps: int | None


class Measurement(Struct, frozen=True):
    """What lies between two squares.

    Attributes:
        squares_apart: The distance in squares, walls ignored.
        steps: The steps on foot; None if there is no route.
        path: The squares of that route, both ends included; empty if there is none.
        jump: The shortest route through two portals; None if there is none.
        obstruction: The first thing that stops the line of sight; None if the squares see each other.
        pass_name: The shortest pass that reaches, in sight or not; None beyond the edition's longest.
    """

    squares_apart: int
    steps: int | None
    path: tuple[Square, ...]
    jump: PortalJump | None
    obstruction: SightObstruction | None
    pass_name: str | None


class ReachableSquares(NamedTuple):
    """The squares that a player can reach in one turn, each with the number of steps to it.

    Attributes:
        within_movement: The squares within the player's movement allowance.
        with_rush: The squares beyond it that the player reaches at a risk (a sprint, a rush, a "go for it").
        by_portal: The squares reached only through a portal, with the steps if the die shows the best portal.
    """

    within_movement: dict[Square, int]
    with_rush: dict[Square, int]
    by_portal: dict[Square, int]


class BoardMeasurer:
    """Measures distances, lines of sight and movement on one board under one ruleset.

    Expensive results are computed once and kept.

    Args:
        board: The board.
        ruleset: The ruleset.
    """

    def __init__(self, board: Board, ruleset: Ruleset) -> None:
        """Store the board and ruleset, with the dungeon's own `play` table merged in.

        The steps from the last two start squares are kept.
        """
        self.board = board
        self._context = Context(board, ruleset)
        self.ruleset = self._context.ruleset
        self.play = parse_play(self.ruleset)
        self._cached_steps = lru_cache(maxsize=2)(self._measure_steps)

    @cached_property
    def sight(self) -> LineOfSight:
        """The lines of sight on the board, with the edition's rule for corners and its opaque obstacles."""
        return LineOfSight(
            self.board, self._context.has_strict_corners, [ObstacleKind(kind) for kind in self.play.opaque]
        )

    @cached_property
    def _closed_chest_squares(self) -> frozenset[Square]:
        """The squares of chests that block routes, since players may not walk over closed chests in this edition.

        It is empty if they may.
        """
        return self.board.chest_squares if self.ruleset.chests is Chests.IMPASSABLE else frozenset()

    @cached_property
    def _walking_distances(self) -> WalkingDistances:
        """The steps on foot between squares, where closed chests block the way.

        An entry is a zone of two squares where a team comes in and scores, in place of an end zone. Routes may begin or
        end on portals, entries and closed chests, but not cross them.
        """
        ends = self.board.portal_squares | self.board.entry_squares
        return WalkingDistances(self._context.step_graph, ends | self._closed_chest_squares)

    def measure_walking_distances(self, starts: Iterable[Square]) -> DistanceBySquare:
        """Return the steps on foot from the nearest start to each square that can be reached.

        An entry is a zone of two squares where a team comes in and scores, in place of an end zone. Routes may end on
        portals and entries but not cross them. Chests do not block a route, since an opened chest is removed.
        """
        ends = self.board.portal_squares | self.board.entry_squares
        return WalkingDistances(self._context.step_graph, ends).measure_from(starts)

    def measure_between(self, start: Square, end: Square) -> Measurement:
        """Return the distance, route, portal jump, line of sight and pass between two squares.

        Without a route on foot, `steps` is None and `path` is empty.
        """
        path = tuple(self._walking_distances.find_path(self._cached_steps(start), end))
        step_count = len(path) - 1 if path else None  # the path begins with the start, to which no step leads
        return Measurement(
            measure_distance(start, end),
            step_count,
            path,
            self._find_shortest_jump(start, end),
            self.sight.find_obstruction(start, end),
            find_shortest_pass(start, end, self.play.longest_throw),
        )

    def find_pass_targets(self, origin: Square) -> PassTargets:
        """Return the squares that a pass from `origin` can reach, up to the longest pass of the edition.

        They are grouped by pass; squares out of sight are a group of their own.
        """
        return find_pass_targets(self.board, self.sight, origin, self.play.longest_throw)

    def find_reachable_squares(self, start: Square, movement: int) -> ReachableSquares:
        """Return the squares that a player standing on `start` can reach in one turn; none if it is off the floor.

        Routes by one pair of portals (one jump) are included, but not two jumps, since most editions punish the second
        with an injury. What a jump costs, and what a step from the portal to the square beside it, follows the edition.
        So does by how many squares a player may go beyond his movement, at a risk (a rush, or sprint).

        Args:
            start: The square where the player stands.
            movement: The player's movement allowance, in squares.
        """
        if start not in self.board:
            return ReachableSquares({}, {}, {})
        steps, max_steps = self._cached_steps(start), movement + self.play.rush
        standing_steps = {
            square: step_count for square, step_count in steps.items() if square not in self._closed_chest_squares
        }
        portal_steps = {} if self.play.jump is None else self._measure_by_portal(steps, movement)
        return ReachableSquares(
            within_movement={
                square: step_count for square, step_count in standing_steps.items() if step_count <= movement
            },
            with_rush={
                square: step_count
                for square, step_count in standing_steps.items()
                if movement < step_count <= max_steps
            },
            by_portal={
                square: total_steps
                for square, total_steps in portal_steps.items()
                if square not in self._closed_chest_squares and steps.get(square, UNREACHABLE) > max_steps
            },
        )

    def _measure_by_portal(self, steps: DistanceBySquare, movement: int) -> DistanceBySquare:
        """Return the fewest steps to each square that a player reaches in one turn by one pair of portals.

        He may go beyond his movement by a rush (a sprint at a risk), whose greatest length is `play.rush`.

        Args:
            steps: The steps on foot from the player to each square.
            movement: The player's movement allowance, in squares.
        """
        steps_to_portals = {
            square: step_count
            for square, step_count in self._select_portal_steps(steps).items()
            if step_count <= movement + self.play.rush
        }
        fewest_steps = DistanceBySquare()
        for exit_square in self._number_by_portal_square:
            steps_to_other_portals = [count for square, count in steps_to_portals.items() if square != exit_square]
            if steps_to_other_portals:
                totals = self._measure_after_jump(exit_square, min(steps_to_other_portals), movement)
                for square, total in totals.items():
                    fewest_steps[square] = min(total, fewest_steps.get(square, total))
        return fewest_steps

    def _measure_after_jump(self, exit_square: Square, steps_before: int, movement: int) -> DistanceBySquare:
        """Return the steps to each square that a player reaches in a turn after coming out of one portal.

        The jump costs what the edition says, but nothing if no movement is left. After it the player goes on only if
        the edition allows it (`play.onward`), and beyond his movement only by a rush (a sprint at a risk).

        Args:
            exit_square: The square of the portal where the player comes out.
            steps_before: The steps to the portal where he enters.
            movement: The player's movement allowance, in squares.
        """
        play = self.play
        jump_cost = (play.jump or 0) if steps_before < movement else 0
        steps_spent = steps_before + jump_cost
        rush_left = play.rush if play.rush_after_jump or steps_spent < movement else 0
        max_total = max(movement + rush_left, steps_spent) if play.onward else steps_spent
        # In some editions the die scatters a player to a square beside the portal: that step is free, and must be made.
        free_steps = 1 if play.arrival == "beside" else 0
        totals = DistanceBySquare()
        for square, step_count in self._measure_steps(exit_square).items():
            total = steps_spent + step_count - free_steps
            is_other_portal = square != exit_square and square in self.board.portal_squares
            if step_count >= free_steps and total <= max_total and not is_other_portal:
                totals[square] = total
        return totals

    def _measure_steps(self, start: Square) -> DistanceBySquare:
        """Return the steps on foot from a square to each square that can be reached. It is wrapped in a cache."""
        return self._walking_distances.measure_from([start])

    @cached_property
    def _number_by_portal_square(self) -> dict[Square, int]:
        """The number of the portal on each portal square; of two portals on one square, the first one drawn."""
        return {portal.square: portal.number for portal in reversed(self.board.portals) if portal.square in self.board}

    def _find_shortest_jump(self, start: Square, end: Square) -> PortalJump | None:
        """Return the shortest route between two squares that enters one portal and leaves another; None without any.

        Of equally short routes it is the one with the fewest steps before the jump, then the one whose portals come
        first by row.
        """
        if start not in self.board or end not in self.board:
            return None
        steps_to_portals = self._select_portal_steps(self._cached_steps(start))
        steps_from_portals = self._select_portal_steps(self._measure_steps(end))

        def rank_route(portals: tuple[Square, Square]) -> tuple[int, int, Square, Square]:
            """Return the sort key of the route through two portals: all steps, those before the jump, then the rows."""
            entrance, way_out = portals
            steps_before, steps_after = steps_to_portals[entrance], steps_from_portals[way_out]
            return steps_before + steps_after, steps_before, rank_by_row(entrance), rank_by_row(way_out)

        portal_pairs = [pair for pair in product(steps_to_portals, steps_from_portals) if pair[0] != pair[1]]
        if not portal_pairs:
            return None
        entrance, way_out = min(portal_pairs, key=rank_route)
        steps_before, steps_after = steps_to_portals[entrance], steps_from_portals[way_out]
        return PortalJump(
            steps_before,
            steps_after,
            self._number_by_portal_square[entrance],
            self._number_by_portal_square[way_out],
            self._count_jump_steps(steps_before, steps_after),
        )

    def _count_jump_steps(self, steps_before: int, steps_after: int) -> int | None:
        """Return the steps that a route by portal costs: those before and after the jump, and the jump itself.

        None if the edition states no cost of a jump, or if a jump ends the turn (not `play.onward`) but steps would
        follow.
        """
        play = self.play
        if play.jump is None or (steps_after and not play.onward):
            return None
        # In some editions the die scatters a player to a square beside the portal, so that the first step is free.
        free_steps = 1 if play.arrival == "beside" and steps_after else 0
        return steps_before + play.jump + steps_after - free_steps

    def _select_portal_steps(self, steps: DistanceBySquare) -> DistanceBySquare:
        """Return only those entries of `steps` (the number of steps to each square) whose squares have a portal."""
        return {square: steps[square] for square in self._number_by_portal_square if square in steps}
