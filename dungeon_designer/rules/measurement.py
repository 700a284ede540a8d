"""Measure distances, passes and movement under the corners, doors, portals and passes of an edition.

The editor's measuring tool and the overlays of maps use this; no rule does. It stands above the analyses because it
needs a ruleset and a board.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
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
        return Measurement(
            measure_distance(start, end),
            len(path) - 1 if path else None,
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
        # the fewest steps through one portal; most books answer two with an injury
        play = self.play
        fewest_steps = DistanceBySquare()
        steps_to_portals = {
            square: step_count
            for square, step_count in self._select_portal_steps(steps).items()
            if step_count <= max_steps
        }
        for portal in self._number_by_portal_square if play.jump is not None else ():
            steps_before = min(
                (step_count for square, step_count in steps_to_portals.items() if square != portal), default=None
            )
            if steps_before is None:
                continue
            movement_spent = steps_before
            if steps_before < movement:  # the jump costs what is left, if anything
                movement_spent += play.jump or 0
            rush_left = play.rush if play.rush_after_jump or movement_spent < movement else 0
            max_total = max(movement + rush_left, movement_spent) if play.onward else movement_spent
            arrives_beside = play.arrival == "beside"
            for square, step_count in self._measure_steps(portal).items():
                total = step_count - arrives_beside + movement_spent
                if (
                    step_count >= arrives_beside
                    and total <= max_total
                    and (square == portal or square not in self.board.portal_squares)
                ):
                    fewest_steps[square] = min(total, fewest_steps.get(square, total))
        return ReachableSquares(
            {square: step_count for square, step_count in standing_steps.items() if step_count <= movement},
            {square: step_count for square, step_count in standing_steps.items() if movement < step_count <= max_steps},
            {
                square: total_steps
                for square, total_steps in fewest_steps.items()
                if square not in self._closed_chest_squares and steps.get(square, UNREACHABLE) > max_steps
            },
        )

    def _measure_steps(self, start: Square) -> DistanceBySquare:
        """Return the steps on foot from a square to each square that can be reached. It is wrapped in a cache."""
        return self._walking_distances.measure_from([start])

    @cached_property
    def _number_by_portal_square(self) -> dict[Square, int]:
        """The number of the portal on each portal square; of two portals on one square, the first one drawn."""
        return {portal.square: portal.number for portal in reversed(self.board.portals) if portal.square in self.board}

    def _find_shortest_jump(self, start: Square, end: Square) -> PortalJump | None:
        """Return the shortest route between two squares that enters one portal and leaves another; None without any.

        The total number of steps is the steps to the first portal, the edition's cost of the jump (`play.jump`) and the
        steps from the second portal. If the edition scatters arriving players to a square beside the portal, the first
        step after the jump costs nothing. The total is None if the edition states no cost, or if a jump ends the turn
        (not `play.onward`) but steps would follow.
        """
        if start not in self.board or end not in self.board:
            return None
        steps_to_portals = self._select_portal_steps(self._cached_steps(start))
        steps_from_portals = self._select_portal_steps(self._measure_steps(end))
        jumps = [
            (a + b, a, b, i, j) for i, a in steps_to_portals.items() for j, b in steps_from_portals.items() if i != j
        ]
        if not jumps:
            return None
        steps, steps_before, steps_after, entry_square, exit_square = min(
            jumps, key=lambda jump: (*jump[:3], rank_by_row(jump[3]), rank_by_row(jump[4]))
        )
        play, total = self.play, None
        if play.jump is not None and (play.onward or not steps_after):
            total = steps + play.jump - (1 if play.arrival == "beside" and steps_after else 0)
        return PortalJump(
            steps_before,
            steps_after,
            self._number_by_portal_square[entry_square],
            self._number_by_portal_square[exit_square],
            total,
        )

    def _select_portal_steps(self, steps: DistanceBySquare) -> DistanceBySquare:
        """Return only those entries of `steps` (the number of steps to each square) whose squares have a portal."""
        return {square: steps[square] for square in self._number_by_portal_square if square in steps}
