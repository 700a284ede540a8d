"""Give rules what they may look at: the board, the ruleset, and the analyses that several rules share.

Each analysis is made when it is first used, once for all rules of a check.
"""

from __future__ import annotations

from functools import cached_property

import networkx as nx

from dungeon_designer.analysis.connectivity import Connectivity
from dungeon_designer.analysis.movement import WalkingDistances, build_step_graph, find_jumps, remove_squares
from dungeon_designer.analysis.passages import Junction, build_section_graph, find_junctions
from dungeon_designer.analysis.rotation import Rotation
from dungeon_designer.analysis.spacing import DistanceBetween, count_squares_between
from dungeon_designer.analysis.team_access import ChestDistances, find_halves, measure_chest_distances
from dungeon_designer.board.model import Board
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import Team
from dungeon_designer.rulesets.play_table import apply_play, parse_play
from dungeon_designer.rulesets.ruleset_model import Chests, Corners, Metric, Ruleset


class Context:
    """The board and ruleset of one check, with the analyses that rules share.

    The `play` table of the dungeon itself overrides that of the ruleset.

    Args:
        board: The board.
        ruleset: The ruleset.
        previous: A context whose step graph is reused if the same steps are legal here.
    """

    def __init__(self, board: Board, ruleset: Ruleset, previous: Context | None = None) -> None:
        """Store the board, and the ruleset with the dungeon's own `play` table merged in.

        Graphs of the previous context are reused if they would be the same.
        """
        self.board = board
        self.ruleset = apply_play(ruleset, board.layout.play, board.layout.name or "this dungeon")
        if previous is not None and self._has_same_steps(previous):
            self.step_graph = previous.step_graph
            if board.portal_squares == previous.board.portal_squares:
                self.walking_graph = previous.walking_graph

    def _has_same_steps(self, other: Context) -> bool:
        """Return whether the same steps are surely legal in another context (a board and ruleset of another check).

        If so, its graph of steps can be reused. False is returned in doubt, since this must be quick.
        """
        walls, other_walls = (set(parse_play(context.ruleset).wall_obstacles) for context in (self, other))
        same_corners = self.ruleset.corners is other.ruleset.corners and walls == other_walls
        return same_corners and self.board.has_same_ground(other.board)

    @property
    def has_strict_corners(self) -> bool:
        """Whether a diagonal step is legal only if both squares beside it are free."""
        return self.ruleset.corners is Corners.STRICT

    @cached_property
    def standing_squares(self) -> frozenset[Square]:
        """The squares on which a player may end a move: no hazard, obstacle or closed door.

        Chest squares are left out if players may not walk over chests. Portal squares are left out if a player who
        arrives by portal is scattered to a square beside it: then nobody stays on a portal.
        """
        squares = self.board.walkable_squares - self.board.closed_door_squares
        if self.ruleset.chests is Chests.IMPASSABLE:
            squares -= self.board.chest_squares
        return squares - self.board.portal_squares if self.scatters_arrivals else squares

    @cached_property
    def wall_obstacle_squares(self) -> frozenset[Square]:
        """The squares of obstacles that the edition's rules call walls. They block diagonal steps past them."""
        kinds = parse_play(self.ruleset).wall_obstacles
        return frozenset(square for square, kind in self.board.obstacle_at.items() if kind in kinds)

    @cached_property
    def step_graph(self) -> nx.Graph[Square]:
        """The graph of legal steps between all walkable squares, portals and entries (two-square zones) included."""
        return build_step_graph(self.board, strict_corners=self.has_strict_corners, solid=self.wall_obstacle_squares)

    @cached_property
    def walking_graph(self) -> nx.Graph[Square]:
        """The graph of the legal steps without portals, which nobody walks across, and entries, which are walls.

        An entry is a zone of two squares where a team comes in and scores, in place of an end zone. Players come in and
        go out there, but do not walk through. Chests do not block steps, since an opened chest is removed.
        """
        return remove_squares(self.step_graph, self.board.portal_squares | self.board.entry_squares)

    @cached_property
    def connectivity(self) -> Connectivity:
        """The areas (groups of squares joined on foot), and which team reaches which of them, on foot and by portals.

        If rooms rotate, all steps count that are legal after one of their turns.
        """
        if self.rotation.rooms:
            return Connectivity(self.board, self.rotation.combined_graph, self.standing_squares)
        return Connectivity(self.board, self.step_graph, self.standing_squares, self.walking_graph)

    @cached_property
    def rotation(self) -> Rotation:
        """The rotating rooms, and the steps that are legal after each quarter turn of one of them."""
        return Rotation(self.board, self.step_graph, self.has_strict_corners, self.wall_obstacle_squares)

    @cached_property
    def jump_steps(self) -> list[tuple[Square, Square]]:
        """The straight jumps over terrain that the edition allows every player, each once, as (start, end)."""
        play, board = parse_play(self.ruleset), self.board
        terrain = {square for square, kind in board.terrain_at.items() if kind in play.jump_over}
        crossed_squares = terrain - board.obstacle_at.keys()
        # Nobody stays on a portal, and nobody jumps into an entry, a two-square zone where a team comes in.
        ends = board.walkable_squares - board.portal_squares - board.entry_squares
        max_length, solid = play.jump_over_most, self.wall_obstacle_squares
        return list(find_jumps(board, ends, crossed_squares, max_length, self.has_strict_corners, solid))

    @cached_property
    def connectivity_with_jumps(self) -> Connectivity | None:
        """The same as `connectivity`, with jumps counted as steps; None if no jump is possible."""
        if not self.jump_steps:
            return None
        graph = self.connectivity.graph.copy()
        graph.add_edges_from(self.jump_steps, kind="jump")
        return Connectivity(self.board, graph, self.standing_squares)

    @cached_property
    def walking_distances(self) -> WalkingDistances:
        """The steps on foot between squares, on routes that cross no portal and enter no entry.

        An entry is a zone of two squares where a team comes in and scores, in place of an end zone.
        """
        return WalkingDistances(remove_squares(self.step_graph, self.board.entry_squares), self.board.portal_squares)

    @cached_property
    def half_by_team(self) -> dict[Team, frozenset[Square]]:
        """Each team's half: the squares that it walks to in fewer steps than any other team."""
        return find_halves(self.board, self.walking_distances, self.standing_squares)

    @cached_property
    def junctions(self) -> tuple[Junction, ...]:
        """All junctions (chains of edges where two sections meet), by row, then column of the first square."""
        return find_junctions(self.board)

    @cached_property
    def section_graph(self) -> nx.MultiGraph[int]:
        """A graph whose nodes are the indices of the sections, and whose edges are the junctions between them.

        Each edge has the attributes `junction`, `length` and `doors`; see `build_section_graph`.
        """
        return build_section_graph(self.board, self.junctions)

    @cached_property
    def scatters_arrivals(self) -> bool:
        """Whether a player who arrives by portal is scattered to a square beside it."""
        return parse_play(self.ruleset).arrival == "beside"

    @cached_property
    def measure_distance(self) -> DistanceBetween:
        """The function that measures the distance of two squares, up to a limit.

        By the ruleset's `metric`, it counts squares with walls ignored, or steps on foot.
        """
        if self.ruleset.metric is Metric.SQUARES:
            return count_squares_between
        return self.walking_distances.measure_up_to

    @cached_property
    def connected_sections_by_index(self) -> dict[int, frozenset[int]]:
        """For the index of each section, the indices of the sections that it is connected to.

        Two sections are connected if an edge between them is open or a door. Sections connected to none are left out.
        """
        connected_pairs = [junction.pair for junction in self.junctions if junction.is_passable]
        graph: nx.Graph[int] = nx.Graph()  # given to its constructor, the pairs would load much of networkx
        graph.add_edges_from(sorted(connected_pairs))
        return {section: frozenset(graph[section]) for section in sorted(graph)}


def measure_chest_walks(context: Context) -> ChestDistances:
    """Return each team's steps to the chests, shortest first; None, last, for a chest without a route on foot."""
    return measure_chest_distances(context.connectivity, context.ruleset.chests is Chests.IMPASSABLE)
