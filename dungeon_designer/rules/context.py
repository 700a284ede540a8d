"""What a rule may look at: the board, the ruleset's words, and the analyses every rule shares.

Each analysis is made when first asked for, once for all rules of a run.
"""

from __future__ import annotations

from functools import cached_property

import networkx as nx

from dungeon_designer.analysis.connectivity import Connectivity
from dungeon_designer.analysis.movement import Walking, step_graph, without
from dungeon_designer.analysis.movement import jumps as jumps_over
from dungeon_designer.analysis.passages import Junction, section_graph
from dungeon_designer.analysis.passages import junctions as junctions_of
from dungeon_designer.analysis.rotation import Rotation
from dungeon_designer.analysis.sides import Distances, chest_distances
from dungeon_designer.analysis.sides import halves as half_squares
from dungeon_designer.analysis.spacing import DistanceBetween, in_squares
from dungeon_designer.board.model import Board
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Team
from dungeon_designer.rulesets.model import Chests, Corners, Metric, Ruleset
from dungeon_designer.rulesets.play import play_of, with_play


class Context:
    """One run of a ruleset over a board; the dungeon's own `play` counts before the ruleset's.

    The steps are taken over from a context `like` it, where one is given, if its board has the same floor and ground.
    """

    def __init__(self, board: Board, ruleset: Ruleset, like: Context | None = None) -> None:
        self.board = board
        self.ruleset = with_play(ruleset, board.layout.play, board.layout.name or "this dungeon")
        if like is not None and self._steps_like(like):
            self.step_graph = like.step_graph
            if board.portal_squares == like.board.portal_squares:
                self.walk_graph = like.walk_graph

    def _steps_like(self, other: Context) -> bool:
        """Whether the same steps are legal in another context."""
        walls, theirs = (set(play_of(each.ruleset).wall_obstacles) for each in (self, other))
        same_corners = self.ruleset.corners is other.ruleset.corners and walls == theirs
        return same_corners and self.board.same_ground(other.board)

    @property
    def strict(self) -> bool:
        """Whether diagonal steps need both ways round."""
        return self.ruleset.corners is Corners.STRICT

    @cached_property
    def standing_squares(self) -> frozenset[Square]:
        """Squares a player may end on: no hazard, obstacle or shut door, no chest where chests are impassable.

        Nor a portal where whoever arrives on it is scattered beside it: nobody stays on one there.
        """
        standing = self.board.walkable_squares - self.board.shut_doors
        if self.ruleset.chests is Chests.IMPASSABLE:
            standing -= self.board.chest_squares
        return standing - self.board.portal_squares if self.scatters else standing

    @cached_property
    def wall_obstacle_squares(self) -> frozenset[Square]:
        """The squares of obstacles that the book calls walls: rock at the corner of a diagonal step."""
        kinds = play_of(self.ruleset).wall_obstacles
        return frozenset(square for square, kind in self.board.obstacle_at.items() if kind in kinds)

    @cached_property
    def step_graph(self) -> nx.Graph[Square]:
        """The legal steps between all walkable squares, portals and entries among them."""
        return step_graph(self.board, strict=self.strict, solid=self.wall_obstacle_squares)

    @cached_property
    def walk_graph(self) -> nx.Graph[Square]:
        """Steps on foot: walkable squares but portals, which nobody walks across, and entries, which are walls.

        Chests are walked over: once opened they are gone.
        """
        return without(self.step_graph, self.board.portal_squares | self.board.entry_squares)

    @cached_property
    def connectivity(self) -> Connectivity:
        """Who gets where on foot and by portals; where rooms turn, over all their turns together."""
        if self.rotation.rooms:
            return Connectivity(self.board, self.rotation.together, self.standing_squares)
        return Connectivity(self.board, self.step_graph, self.standing_squares, self.walk_graph)

    @cached_property
    def rotation(self) -> Rotation:
        """The rooms that turn, and the steps in each of their turns."""
        return Rotation(self.board, self.step_graph, self.strict, self.wall_obstacle_squares)

    @cached_property
    def jump_steps(self) -> list[tuple[Square, Square]]:
        """The jumps over terrain that the edition lets every player make, each once, between squares walked on."""
        play, board = play_of(self.ruleset), self.board
        over = {at for at, kind in board.terrain_at.items() if kind in play.jump_over and at not in board.obstacle_at}
        ends = board.walkable_squares - board.portal_squares - board.entry_squares
        return list(jumps_over(board, ends, over, play.jump_over_most, self.strict, self.wall_obstacle_squares))

    @cached_property
    def connectivity_by_jumps(self) -> Connectivity | None:
        """Who gets where with those jumps, too; None where there is none."""
        if not self.jump_steps:
            return None
        graph = self.connectivity.graph.copy()
        graph.add_edges_from(self.jump_steps, kind="jump")
        return Connectivity(self.board, graph, self.standing_squares)

    @cached_property
    def on_foot(self) -> Walking:
        """Steps on foot between any squares but entries, none across a portal."""
        return Walking(without(self.step_graph, self.board.entry_squares), self.board.portal_squares)

    @cached_property
    def half_squares(self) -> dict[Team, frozenset[Square]]:
        """The squares nearer on foot to each side than to any other."""
        return half_squares(self.board, self.on_foot, self.standing_squares)

    @cached_property
    def passages(self) -> tuple[Junction, ...]:
        """Every junction between two sections, by the row, then the column of its first square."""
        return junctions_of(self.board)

    @cached_property
    def section_graph(self) -> nx.MultiGraph[int]:
        """The sections, by number, and the junctions between them, with their lengths and doors."""
        return section_graph(self.board, self.passages)

    @cached_property
    def scatters(self) -> bool:
        """Whether whoever arrives by portal is scattered beside it."""
        return play_of(self.ruleset).arrival == "beside"

    @cached_property
    def measure(self) -> DistanceBetween:
        """How far two squares are apart, as the ruleset's `metric` says."""
        if self.ruleset.metric is Metric.SQUARES:
            return in_squares
        return self.on_foot.apart

    @cached_property
    def connected_sections(self) -> dict[int, frozenset[int]]:
        """The numbers of the sections connected to each section (some edge between them is no wall)."""
        passed = [junction.between for junction in self.passages if junction.passable]
        graph = nx.Graph(sorted(passed))
        return {section: frozenset(graph[section]) for section in sorted(graph)}


def chest_walks(context: Context) -> Distances:
    """How far each side walks to the chests."""
    return chest_distances(context.connectivity, context.ruleset.chests is Chests.IMPASSABLE)
