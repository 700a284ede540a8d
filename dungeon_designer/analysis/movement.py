"""Movement as graphs of networkx: which square is one legal step from which, and how long ways are.

A node is a square (x, y), an edge a step that may be taken both ways; its `kind` says "step" or "door".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

import networkx as nx

from dungeon_designer.board.model import Board
from dungeon_designer.grid import Edge, Side, Square, row_major

Steps = dict[str, list[tuple[Square, Square]]]
"""Pairs of squares one legal step apart, by the kind of the step."""

Lengths = dict[Square, int]
"""The steps to each square that can be walked to."""

FAR = 2**31 - 1
"""The distance of what cannot be reached."""


@dataclass(frozen=True, slots=True)
class WalledFloor:
    """Squares and what stands between them, on a board or where a room of it has turned.

    `floor` are all squares, `walls` and `doors` borders by their one name, `shut` the squares that are shut doors,
    `solid` those of obstacles that count as rock at the corner of a diagonal step.
    """

    floor: Collection[Square]
    walls: Collection[Edge]
    doors: Collection[Edge]
    shut: Collection[Square]
    solid: Collection[Square] = frozenset()


def step_graph(
    board: Board,
    squares: Collection[Square] | None = None,
    strict: bool = False,
    solid: Collection[Square] = frozenset(),
) -> nx.Graph[Square]:
    """Return every legal step between some squares (all walkable ones by default), walls and corners regarded. O(N).

    `solid` are the squares of obstacles that count as rock at a corner.
    """
    nodes = board.walkable_squares if squares is None else squares
    ground = WalledFloor(board.owner, board.walls, board.edge_doors, board.shut_doors, solid)
    return graph_of(nodes, legal_steps(ground, nodes, strict))


def graph_of(nodes: Collection[Square], *steps: Steps) -> nx.Graph[Square]:
    """The graph of some squares, by row, and some steps between them."""
    graph: nx.Graph[Square] = nx.Graph()
    ordered = sorted(set(nodes), key=row_major)
    graph.add_nodes_from(ordered)
    for kind, pairs in chain.from_iterable(each.items() for each in steps):
        graph.add_edges_from(pairs, kind=kind)
    return graph


def without(graph: nx.Graph[Square], squares: Collection[Square]) -> nx.Graph[Square]:
    """A graph less some of its squares; the graph itself where it has none of them."""
    dropped = set(graph.nbunch_iter(squares))
    if not dropped:
        return graph
    return graph_of(graph.adj.keys() - dropped, steps_of(graph, lambda a, b: a not in dropped and b not in dropped))


def steps_of(graph: nx.Graph[Square], wanted: Callable[[Square, Square], bool] = lambda a, b: True) -> Steps:
    """The steps of a graph, each once; only those that are wanted."""
    found: Steps = {}
    done: set[Square] = set()
    for square, near in graph.adjacency():
        done.add(square)
        for there, data in near.items():
            if there not in done and wanted(square, there):
                found.setdefault(data["kind"], []).append((square, there))
    return found


def legal_steps(ground: WalledFloor, nodes: Collection[Square], strict: bool = False) -> Steps:
    """Each legal step between two of some squares once. O(n).

    A diagonal step is legal when one of the two orthogonal ways round is free of walls, or with `strict` when both
    are free of walls and shut doors. Squares off the floor and solid ones count as wall; hazards and other obstacles
    at the corner do not.
    """
    members = nodes if isinstance(nodes, (set, frozenset, dict)) else set(nodes)
    floor, shut, solid = ground.floor, ground.shut, ground.solid
    east_walls = {square for square, side in ground.walls if side is Side.EAST}
    south_walls = {square for square, side in ground.walls if side is Side.SOUTH}
    doors = set(ground.doors)

    def passes(a: Square, b: Square, side: Side) -> None:
        by_door = (doors and (a, side) in doors) or a in shut or b in shut
        (through if by_door else found).append((a, b))

    def round_by(corner: Square, across: Square, down: Square) -> bool:
        if corner not in floor or corner in solid or (strict and corner in shut):
            return False
        return across not in east_walls and down not in south_walls

    found: list[tuple[Square, Square]] = []
    through: list[tuple[Square, Square]] = []
    for square in members:
        x, y = square
        east, south = (x + 1, y), (x, y + 1)
        if east in members and square not in east_walls:
            passes(square, east, Side.EAST)
        if south in members and square not in south_walls:
            passes(square, south, Side.SOUTH)
        for there, beside, left in (((x + 1, y + 1), east, x), ((x - 1, y + 1), (x - 1, y), x - 1)):
            if there in members:
                ways = round_by(beside, (left, y), beside), round_by(south, (left, y + 1), square)
                if all(ways) if strict else any(ways):
                    found.append((square, there))
    return {"step": found, "door": through}


def jumps(
    board: Board,
    ends: Collection[Square],
    over: Collection[Square],
    most: int,
    strict: bool = False,
    solid: Collection[Square] = frozenset(),
) -> Iterator[tuple[Square, Square]]:
    """Every jump from one of `ends` to another straight across 1 to `most` squares of `over`, each once. O(N · most).

    Walls stop a jump, slanting ones too, as they stop a step; so do `solid` obstacles at a corner.
    """
    if not over:
        return
    adjacent = dict(step_graph(board, {*ends, *over}, strict, solid).adjacency())
    for start in sorted(ends, key=row_major):
        for dx, dy in ((1, 0), (1, 1), (0, 1), (-1, 1)):
            at = start
            for _ in range(most + 1):
                before, at = at, (at[0] + dx, at[1] + dy)
                if at not in adjacent[before] or (before == start and at in ends):
                    break
                if at in ends:
                    yield start, at
                    break


class Walking:
    """Steps on foot that may begin and end on some squares, though none leads across them.

    Such `ends` are portals, which whoever steps on leaves, entries, which are walls to all but the ball carrier, and
    closed chests where a player may not move over them. The search is our own as networkx crosses every node.
    """

    def __init__(self, graph: nx.Graph[Square], ends: Collection[Square]) -> None:
        self._adjacent, self._ends = dict(graph.adjacency()), ends
        self._start: Square | None = None
        self._looked, self._near = 0, Lengths()

    def lengths(self, starts: Iterable[Square], most: int = FAR) -> Lengths:
        """Steps from the nearest of some squares to each square that can be walked to, in `most` steps. O(N)."""
        wave = [start for start in dict.fromkeys(starts) if start in self._adjacent]
        lengths, steps = dict.fromkeys(wave, 0), 0
        while wave and steps < most:
            crossed = wave if not steps else [at for at in wave if at not in self._ends]
            wave, steps = [], steps + 1
            for at in crossed:
                for there in self._adjacent[at]:
                    if there not in lengths:
                        lengths[there] = steps
                        wave.append(there)
        return lengths

    def apart(self, a: Square, b: Square, least: int) -> int:
        """The steps from one square to another where they are fewer than `least`, else FAR; no farther is looked."""
        if a != self._start or least > self._looked:
            self._start, self._looked, self._near = a, least, self.lengths([a], least - 1)
        return self._near.get(b, FAR)

    def path(self, lengths: Lengths, end: Square) -> list[Square]:
        """A shortest way to a square from where `lengths` are counted, both ends included; empty when there is none.

        Of several it is the one that keeps nearest to the straight line, as a hand would draw it.
        """
        if end not in lengths:
            return []
        starts = [square for square, steps in lengths.items() if not steps]
        sx, sy = min(starts, key=lambda at: (abs(at[0] - end[0]) + abs(at[1] - end[1]), row_major(at)))

        def aside(square: Square) -> tuple[int, tuple[int, int]]:
            off = (end[0] - sx) * (square[1] - sy) - (end[1] - sy) * (square[0] - sx)
            return abs(off), row_major(square)

        path = [end]
        while steps := lengths[path[-1]]:
            before = [at for at in self._adjacent[path[-1]] if lengths.get(at) == steps - 1]
            path.append(min((at for at in before if steps == 1 or at not in self._ends), key=aside))
        return path[::-1]
