"""Describe movement by graphs of networkx: which steps are legal, and how long routes are.

A node is a square (x, y). An edge is a step that may be taken both ways; its `kind` says "step" or "door".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

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
    """Return the graph of all legal steps between the squares. Its nodes are squares. O(N).

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
    ordered = sorted(set(nodes), key=rank_by_row)
    graph.add_nodes_from(ordered)
    for kind, pairs in chain.from_iterable(step_lists.items() for step_lists in steps):
        graph.add_edges_from(pairs, kind=kind)
    return graph


def remove_squares(graph: nx.Graph[Square], squares: Collection[Square]) -> nx.Graph[Square]:
    """Return a graph without these squares and their steps; the same object if the graph has none of them."""
    removed = set(graph.nbunch_iter(squares))
    if not removed:
        return graph
    return build_graph(
        graph.adj.keys() - removed, list_steps(graph, lambda a, b: a not in removed and b not in removed)
    )


def list_steps(graph: nx.Graph[Square], is_wanted: Callable[[Square, Square], bool] = lambda a, b: True) -> StepsByKind:
    """Return the steps of a graph by kind, each step once. Only steps for which `is_wanted` is true are kept."""
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

    A diagonal step passes two squares at its corners. It is legal if one of them is free of walls; with
    `strict_corners`, if both are free of walls and closed doors. Squares off the floor and in `ground.solid` count as
    walls there; other obstacles and hazards do not.

    Args:
        ground: The floor, walls and doors.
        nodes: The squares to connect.
        strict_corners: Whether both corners of a diagonal step must be free.
    """
    members = nodes if isinstance(nodes, (set, frozenset, dict)) else set(nodes)
    floor, closed_doors, solid = ground.floor, ground.closed_doors, ground.solid
    east_walls = {square for square, side in ground.walls if side is Side.EAST}
    south_walls = {square for square, side in ground.walls if side is Side.SOUTH}
    doors = set(ground.doors)

    def add_step(a: Square, b: Square, side: Side) -> None:
        """Add a step to the list of door steps if it leads through a door, else to the list of other steps.

        `side` is the side of `a` on which `b` lies.
        """
        leads_through_door = (doors and (a, side) in doors) or a in closed_doors or b in closed_doors
        (door_steps if leads_through_door else steps).append((a, b))

    def is_corner_free(corner: Square, eastward: Square, southward: Square) -> bool:
        """Return whether a diagonal step may pass a corner square.

        The corner must be floor and not solid, and have no wall towards either end of the step. With strict corners it
        must not be a closed door.

        Args:
            corner: The square at the corner.
            eastward: The square whose east edge lies between the corner and one end of the step.
            southward: The square whose south edge lies between the corner and the other end.
        """
        if corner not in floor or corner in solid or (strict_corners and corner in closed_doors):
            return False
        return eastward not in east_walls and southward not in south_walls

    steps: list[tuple[Square, Square]] = []
    door_steps: list[tuple[Square, Square]] = []
    for square in members:
        x, y = square
        east, south = (x + 1, y), (x, y + 1)
        if east in members and square not in east_walls:
            add_step(square, east, Side.EAST)
        if south in members and square not in south_walls:
            add_step(square, south, Side.SOUTH)
        for diagonal, neighbour_square, left_column in (((x + 1, y + 1), east, x), ((x - 1, y + 1), (x - 1, y), x - 1)):
            if diagonal in members:
                corners_free = (
                    is_corner_free(neighbour_square, (left_column, y), neighbour_square),
                    is_corner_free(south, (left_column, y + 1), square),
                )
                if all(corners_free) if strict_corners else any(corners_free):
                    steps.append((square, diagonal))
    return {"step": steps, "door": door_steps}


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
    adjacent = dict(build_step_graph(board, {*ends, *crossed_squares}, strict_corners, solid).adjacency())
    for start in sorted(ends, key=rank_by_row):
        for dx, dy in ((1, 0), (1, 1), (0, 1), (-1, 1)):
            square = start
            for _ in range(max_length + 1):
                previous, square = square, (square[0] + dx, square[1] + dy)
                if square not in adjacent[previous] or (previous == start and square in ends):
                    break
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

        A route may end on one of the `ends` (portals, entries, closed chests) but goes on from it only if it is a
        start.
        """
        frontier = [start for start in dict.fromkeys(starts) if start in self._adjacent]
        distances, steps = dict.fromkeys(frontier, 0), 0
        while frontier and steps < max_steps:
            expandable = frontier if not steps else [square for square in frontier if square not in self._ends]
            frontier, steps = [], steps + 1
            for square in expandable:
                for neighbour in self._adjacent[square]:
                    if neighbour not in distances:
                        distances[neighbour] = steps
                        frontier.append(neighbour)
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

        Of several shortest routes it is the one nearest to the straight line.

        Args:
            distances: The steps to each square, as `measure_from` returns them. The route begins at one of its starts.
            end: The square where the route ends.
        """
        if end not in distances:
            return []
        starts = [square for square, steps in distances.items() if not steps]
        sx, sy = min(starts, key=lambda at: (abs(at[0] - end[0]) + abs(at[1] - end[1]), rank_by_row(at)))

        def measure_deviation(square: Square) -> tuple[int, tuple[int, int]]:
            """Return how far a square lies from the straight line between start and end, then its row and column.

            As a sort key it prefers the straightest route, and the uppermost and leftmost of equals.
            """
            cross_product = (end[0] - sx) * (square[1] - sy) - (end[1] - sy) * (square[0] - sx)
            return abs(cross_product), rank_by_row(square)

        path = [end]
        while steps := distances[path[-1]]:
            previous_squares = [at for at in self._adjacent[path[-1]] if distances.get(at) == steps - 1]
            path.append(
                min((at for at in previous_squares if steps == 1 or at not in self._ends), key=measure_deviation)
            )
        return path[::-1]
