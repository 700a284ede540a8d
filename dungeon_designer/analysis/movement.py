"""Describe movement by graphs of networkx: which steps are legal, and how long routes are.

A node is a square (x, y). An edge is a step that may be taken both ways; its `kind` says "step" or "door".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

import networkx as nx

from dungeon_designer.board.model import Board
from dungeon_designer.grid import Edge, Side, Square, rank_by_row

StepsByKind = dict[str, list[tuple[Square, Square]]]
"""The legal steps of each kind, as pairs of squares."""

DistanceBySquare = dict[Square, int]
"""The number of steps to each square that can be reached."""

UNREACHABLE = 2**31 - 1
"""The distance of a square that cannot be reached."""


@dataclass(frozen=True, slots=True)
class WalledFloor:
    """The floor squares and what separates them, on a board as drawn or after one of its rooms has rotated.

    Attributes:
        floor: All floor squares.
        walls: The edges that are walls.
        doors: The edges that are doors.
        closed_doors: The floor squares that are closed doors.
        solid: The squares of obstacles that count as rock at the corner of a diagonal step.
    """

    floor: Collection[Square]
    walls: Collection[Edge]
    doors: Collection[Edge]
    closed_doors: Collection[Square]
    solid: Collection[Square] = frozenset()


def build_step_graph(
    board: Board,
    squares: Collection[Square] | None = None,
    strict_corners: bool = False,
    solid: Collection[Square] = frozenset(),
) -> nx.Graph[Square]:
    """Return a graph of networkx whose nodes are squares, and whose edges are the legal steps between them. O(N).

    Each edge has a `kind`: "door" if the step leads through a door, else "step".

    Args:
        board: The board.
        squares: The squares to connect; None connects all walkable ones.
        strict_corners: Whether a diagonal step needs both squares beside it free; otherwise one is enough.
        solid: The squares of obstacles that count as rock at the corner of a diagonal step.
    """
    nodes = board.walkable_squares if squares is None else squares
    ground = WalledFloor(board.section_by_square, board.walls, board.edge_doors, board.closed_door_squares, solid)
    return build_graph(nodes, find_legal_steps(ground, nodes, strict_corners))


def build_graph(nodes: Collection[Square], *steps: StepsByKind) -> nx.Graph[Square]:
    """Return a graph whose nodes are the given squares, by row, and whose edges are the given steps.

    Each edge keeps the kind of its step ("step" or "door") as `kind`.
    """
    graph: nx.Graph[Square] = nx.Graph()
    sorted_nodes = sorted(set(nodes), key=rank_by_row)
    graph.add_nodes_from(sorted_nodes)
    for steps_by_kind in steps:
        for kind, pairs in steps_by_kind.items():
            graph.add_edges_from(pairs, kind=kind)
    return graph


def remove_squares(graph: nx.Graph[Square], squares: Collection[Square]) -> nx.Graph[Square]:
    """Return a graph without these squares and their steps; the same object if the graph has none of them."""
    removed = set(graph.nbunch_iter(squares))
    if not removed:
        return graph
    kept_steps = list_steps(graph, lambda start, end: start not in removed and end not in removed)
    return build_graph(graph.adj.keys() - removed, kept_steps)


def list_steps(graph: nx.Graph[Square], is_wanted: Callable[[Square, Square], bool] = lambda a, b: True) -> StepsByKind:
    """Return the steps (edges) of a graph of squares by kind, "step" or "door", each step once.

    Args:
        graph: the graph, as `build_step_graph` returns it.
        is_wanted: a function that returns for the two ends of a step whether it is kept; by default all are.
    """
    steps: StepsByKind = {}
    visited: set[Square] = set()
    for square, neighbours in graph.adjacency():
        visited.add(square)
        for neighbour, data in neighbours.items():
            if neighbour not in visited and is_wanted(square, neighbour):
                steps.setdefault(data["kind"], []).append((square, neighbour))
    return steps


def find_legal_steps(ground: WalledFloor, nodes: Collection[Square], strict_corners: bool = False) -> StepsByKind:
    """Return each legal step between two of the squares once, by kind: "step" or "door". O(n).

    A step leads to one of the eight neighbouring squares. A diagonal step passes two other squares, its corners. A
    corner can be passed if it is floor without a solid obstacle and no wall lies between it and an end of the step. The
    step is legal if one corner can be passed; with `strict_corners`, if both can.

    Args:
        ground: The floor, walls and doors.
        nodes: The squares to connect.
        strict_corners: Whether both corners of a diagonal step must be free.
    """
    members = nodes if isinstance(nodes, (set, frozenset, dict)) else set(nodes)
    east_walls, south_walls = _split_walls(ground.walls)
    doors, closed_doors = set(ground.doors), ground.closed_doors
    can_pass_corner = _build_corner_test(ground, strict_corners)
    is_diagonal_legal = all if strict_corners else any
    steps: list[tuple[Square, Square]] = []
    door_steps: list[tuple[Square, Square]] = []

    def add_straight_step(start: Square, end: Square, side: Side) -> None:
        """Add a step across the edge on one side of `start` to the steps through doors, or else to the other steps."""
        leads_through_door = (doors and (start, side) in doors) or start in closed_doors or end in closed_doors
        (door_steps if leads_through_door else steps).append((start, end))

    # Each step is found from its upper end, a level one from its left end. The second and third argument of
    # can_pass_corner name the corner's two edges: the east side of the second and the south side of the third square.
    for square in members:
        x, y = square
        west, east, south = (x - 1, y), (x + 1, y), (x, y + 1)
        south_west, south_east = (x - 1, y + 1), (x + 1, y + 1)
        if east in members and square not in east_walls:
            add_straight_step(square, east, Side.EAST)
        if south in members and square not in south_walls:
            add_straight_step(square, south, Side.SOUTH)
        if south_east in members and is_diagonal_legal(
            (can_pass_corner(east, square, east), can_pass_corner(south, south, square))
        ):
            steps.append((square, south_east))
        if south_west in members and is_diagonal_legal(
            (can_pass_corner(west, west, west), can_pass_corner(south, south_west, square))
        ):
            steps.append((square, south_west))
    return {"step": steps, "door": door_steps}


def _split_walls(walls: Collection[Edge]) -> tuple[set[Square], set[Square]]:
    """Return the squares with a wall on their east side, and those with a wall on their south side."""
    east_walls = {square for square, side in walls if side is Side.EAST}
    south_walls = {square for square, side in walls if side is Side.SOUTH}
    return east_walls, south_walls


def _build_corner_test(ground: WalledFloor, strict_corners: bool) -> Callable[[Square, Square, Square], bool]:
    """Return a function that tells whether a diagonal step can pass one of the two squares at its corners.

    It can if the corner is floor and not solid, and no wall lies between it and either end of the step. With
    `strict_corners` the corner must not be a closed door. Obstacles that are not solid, and hazards, do not matter.
    """
    floor, closed_doors, solid = ground.floor, ground.closed_doors, ground.solid
    east_walls, south_walls = _split_walls(ground.walls)

    def can_pass_corner(corner: Square, west_of_edge: Square, north_of_edge: Square) -> bool:
        """Return whether a diagonal step can pass a corner, one of the two squares beside the step.

        Two edges join the corner to the ends of the step: a vertical edge, named by the square to the west of it, and a
        horizontal edge, named by the square to the north of it. Neither may be a wall.

        With strict corners (a setting of the ruleset) both corners of a step must be open. The rule for them also
        forbids a closed door at a corner; the usual rule, by which one open corner is enough, does not.

        Args:
            corner: The square at the corner.
            west_of_edge: The square to the west of the vertical edge: the wall is on its east side.
            north_of_edge: The square to the north of the horizontal edge: the wall is on its south side.
        """
        if corner not in floor or corner in solid or (strict_corners and corner in closed_doors):
            return False
        return west_of_edge not in east_walls and north_of_edge not in south_walls

    return can_pass_corner


def find_jumps(
    board: Board,
    ends: Collection[Square],
    crossed_squares: Collection[Square],
    max_length: int,
    strict_corners: bool = False,
    solid: Collection[Square] = frozenset(),
) -> Iterator[tuple[Square, Square]]:
    """Yield each straight jump between two of `ends` across 1 to `max_length` crossed squares, once, as (start, end).

    Players jump along rows, columns and diagonals. Where a wall would stop a step, it stops the jump. This takes O(N ·
    max_length).

    Args:
        board: The board.
        ends: The squares where a jump may begin or end.
        crossed_squares: The squares that can be jumped over.
        max_length: The greatest number of squares that one jump crosses.
        strict_corners: Whether a diagonal step needs both squares beside it free.
        solid: The squares of obstacles that count as rock at the corner of a diagonal step.
    """
    if not crossed_squares:
        return
    graph = build_step_graph(board, {*ends, *crossed_squares}, strict_corners, solid)
    neighbours_by_square = dict(graph.adjacency())
    forward_directions = ((1, 0), (1, 1), (0, 1), (-1, 1))  # of the eight, those in which each jump is found once
    for start in sorted(ends, key=rank_by_row):
        for dx, dy in forward_directions:
            square = start
            for _ in range(max_length + 1):  # one step more than squares are crossed
                next_square = square[0] + dx, square[1] + dy
                is_mere_step = square == start and next_square in ends  # it crosses nothing
                if next_square not in neighbours_by_square[square] or is_mere_step:
                    break
                square = next_square
                if square in ends:
                    yield start, square
                    break


class WalkingDistances:
    """The numbers of steps on foot between squares, where some squares may only begin or end a route.

    These squares, `ends`, are portals, which move whoever steps on them; entries, a wall to all but the ball carrier;
    and closed chests where players may not move over them. networkx has no search that stops at some nodes, so this
    class has its own.

    Args:
        graph: The legal steps.
        ends: The squares that a route may not cross.
    """

    def __init__(self, graph: nx.Graph[Square], ends: Collection[Square]) -> None:
        """Store the graph of steps, and the squares (`ends`) that a route may not cross."""
        self._adjacent, self._ends = dict(graph.adjacency()), ends
        self._start: Square | None = None
        self._searched_steps, self._near_distances = 0, DistanceBySquare()

    def measure_from(self, starts: Iterable[Square], max_steps: int = UNREACHABLE) -> DistanceBySquare:
        """Return the steps from the nearest start to each square that is reached within `max_steps`. O(N).

        A route may end on one of the `ends` (portals, chests that are not opened yet, and entries: two-square zones
        where a team comes in) but goes on from it only if it is a start.
        """
        last_reached = [start for start in dict.fromkeys(starts) if start in self._adjacent]
        distances, steps = dict.fromkeys(last_reached, 0), 0
        while last_reached and steps < max_steps:
            crossable = last_reached if steps == 0 else [square for square in last_reached if square not in self._ends]
            last_reached, steps = [], steps + 1
            for square in crossable:
                for neighbour in self._adjacent[square]:
                    if neighbour not in distances:
                        distances[neighbour] = steps
                        last_reached.append(neighbour)
        return distances

    def measure_up_to(self, a: Square, b: Square, limit: int) -> int:
        """Return the steps between two squares if they are fewer than `limit`, else UNREACHABLE (2**31 - 1).

        The search from `a` stops at the limit. Its result is kept for the next call with the same `a`.
        """
        if a != self._start or limit > self._searched_steps:
            self._start, self._searched_steps, self._near_distances = a, limit, self.measure_from([a], limit - 1)
        return self._near_distances.get(b, UNREACHABLE)

    def find_path(self, distances: DistanceBySquare, end: Square) -> list[Square]:
        """Return the squares of a shortest route to `end`, both ends included; an empty list if there is no route.

        Of several shortest routes it is the one nearest to a straight line to `end`. If there are several starts, the
        line is drawn from the one that is nearest to `end` without regard to walls; the route may begin at another.

        Args:
            distances: The steps to each square, as `measure_from` returns them. The route begins at one of its starts.
            end: The square where the route ends.
        """
        if end not in distances:
            return []
        starts = [square for square, steps in distances.items() if steps == 0]
        start = min(starts, key=lambda at: (abs(at[0] - end[0]) + abs(at[1] - end[1]), rank_by_row(at)))

        def measure_deviation(square: Square) -> tuple[int, tuple[int, int]]:
            """Return how far a square lies from the straight line between start and end, then its row and column.

            As a sort key it prefers the straightest route, and the uppermost and leftmost of equals.
            """
            cross_product = (end[0] - start[0]) * (square[1] - start[1]) - (end[1] - start[1]) * (square[0] - start[0])
            return abs(cross_product), rank_by_row(square)

        path = [end]
        while steps := distances[path[-1]]:
            previous_squares = [
                square
                for square in self._adjacent[path[-1]]
                if distances.get(square) == steps - 1 and (steps == 1 or square not in self._ends)
            ]
            path.append(min(previous_squares, key=measure_deviation))
        return path[::-1]


def measure_to_nearest(steps: Mapping[Square, int], squares: Iterable[Square]) -> int:
    """Return the steps to the nearest of the squares; UNREACHABLE if no route leads to any.

    `steps` has the number of steps to each square that can be reached.
    """
    return min((steps[square] for square in squares if square in steps), default=UNREACHABLE)
