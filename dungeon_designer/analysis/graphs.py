"""Movement as a graph: steps, areas, distances, paths. The only place that knows networkx.

Up to SMALL squares ways are networkx's. What every check asks, areas and distances, is walked over plain lists, which
takes a tenth of the time; and to import networkx takes as long as all the rest of a small check. Above SMALL squares
the same questions go to scipy, whose breadth-first order of a million squares takes a twentieth of a second.
All give the same answers (a property test holds them to it).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from dungeon_designer.analysis.components import components
from dungeon_designer.board.model import SHUT, WALL, Board, Bytes, Flags, Ints

if TYPE_CHECKING:
    import networkx as nx

SMALL = 4_000
"""The number of nodes up to which a networkx graph and plain lists answer."""

FAR = np.int32(2**31 - 1)
"""The distance of what cannot be reached."""

Pairs = npt.NDArray[np.int32]
"""M x 2 square numbers, each step once, the smaller number first."""

KEPT = 4
"""Distance tables that a graph remembers."""

_EVERY = slice(None)


class Squares(Protocol):
    """Squares with their neighbours, edges and square doors: a board, or a part of one that has turned."""

    @property
    def neighbours(self) -> Ints:
        """N x 8, as on a board."""
        ...

    @property
    def edges(self) -> Bytes:
        """N x 4, as on a board."""
        ...

    @property
    def square_door(self) -> Bytes:
        """As on a board."""
        ...


def steps(board: Squares, nodes: Flags, strict: bool = False, edges: Bytes | None = None) -> Pairs:
    """Every legal step between two squares of `nodes`, walls and corners regarded; see `legal`. O(N).

    Doors are passable. `edges` stands in for the board's own, to ask what a changed dungeon allows.
    """
    passable = (board.edges if edges is None else edges) != WALL
    found = []
    for direction in (2, 3, 4, 5):  # east, south-east, south, south-west: each step once
        there = board.neighbours[:, direction]
        free = legal(board, direction, passable, strict)
        at = np.flatnonzero(free & (there >= 0) & nodes & nodes[there])
        found.append(np.column_stack((at, there[at])))
    return np.concatenate(found).astype(np.int32)


def legal(board: Squares, direction: int, passable: Flags, strict: bool = False, at: slice | Ints = _EVERY) -> Flags:
    """Whether walls let one step from each square (or from those `at`) to its neighbour in a direction.

    A diagonal step is legal when one of the two orthogonal ways round is free of walls, or with `strict` when
    both are free of walls and shut doors; squares off the floor count as wall, obstacles and hazards at the corner
    do not. `passable` are the edges that are no wall, N x 4.
    """
    if direction % 2 == 0:
        straight: Flags = passable[at, direction // 2]
        return straight
    first, second = (direction - 1) // 2, ((direction + 1) // 2) % 4
    one_corner, other_corner = board.neighbours[at, 2 * first], board.neighbours[at, 2 * second]
    one = passable[at, first] & passable[one_corner, second]
    other = passable[at, second] & passable[other_corner, first]
    shut = board.square_door == SHUT
    if strict and shut.any():
        one, other = one & ~shut[one_corner], other & ~shut[other_corner]
    result: Flags = one & other if strict else one | other
    return result


class Movement:
    """The graph of some squares and the legal steps between them.

    `nodes` are flags over all squares of the board, `pairs` the steps. Square numbers are the board's.
    """

    def __init__(self, nodes: Flags, pairs: Pairs) -> None:
        self.nodes = nodes
        self.pairs = pairs
        self.count = int(np.count_nonzero(nodes))
        self._tables: dict[tuple[int, ...], Ints] = {}

    @classmethod
    def on(cls, board: Board, nodes: Flags, strict: bool = False) -> Movement:
        """The movement graph of the flagged squares."""
        return cls(nodes, steps(board, nodes, strict))

    def only(self, nodes: Flags) -> Movement:
        """The same steps, but only between these squares."""
        kept = nodes[self.pairs[:, 0]] & nodes[self.pairs[:, 1]]
        return Movement(self.nodes & nodes, self.pairs[kept])

    @property
    def small(self) -> bool:
        """Whether a networkx graph and plain lists answer."""
        return self.count <= SMALL

    @cached_property
    def graph(self) -> nx.Graph[int]:
        """The networkx graph: nodes are square numbers."""
        import networkx as nx

        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(np.flatnonzero(self.nodes).tolist())
        graph.add_edges_from(self.pairs.tolist())
        return graph

    @cached_property
    def areas(self) -> Ints:
        """The number of the connected area of each square, by its first square from 0; -1 where no node is."""
        return self._areas_small() if self.small else self._areas_large()

    def _areas_small(self) -> Ints:
        """From each square that no area has yet, all that can be walked to; nothing where a table kept reaches all."""
        if any((table[self.nodes] != FAR).all() for table in self._tables.values()):
            return np.where(self.nodes, 0, -1).astype(np.int32)
        areas, adjacent, number = [-1] * len(self.nodes), self.adjacent, 0
        for start in np.flatnonzero(self.nodes).tolist():
            if areas[start] >= 0:
                continue
            areas[start], order = number, [start]
            for square in order:
                for there in adjacent[square]:
                    if areas[there] < 0:
                        areas[there] = number
                        order.append(there)
            number += 1
        return np.array(areas, dtype=np.int32)

    def _areas_large(self) -> Ints:
        at = np.flatnonzero(self.nodes).astype(np.int32)
        place = np.empty(len(self.nodes), dtype=np.int32)
        place[at] = np.arange(len(at), dtype=np.int32)
        areas = np.full(len(self.nodes), -1, dtype=np.int32)
        areas[at] = components(len(at), place[self.pairs[:, 0]], place[self.pairs[:, 1]])
        return areas

    def distances(self, sources: Iterable[int]) -> Ints:
        """Steps from the nearest source to each square; FAR where none leads. Sources off the graph are ignored.

        The last few tables are kept, so that what is asked again is not walked again; they cannot be written to.
        """
        starts = sorted({int(source) for source in sources if source >= 0 and self.nodes[source]})
        if not starts:
            return np.full(len(self.nodes), FAR, dtype=np.int32)
        key = tuple(starts)
        if key not in self._tables:
            if len(self._tables) == KEPT:
                del self._tables[next(iter(self._tables))]
            self._tables[key] = self._distances_small(starts) if self.small else self.flood.distances(starts)
            self._tables[key].setflags(write=False)
        return self._tables[key]

    @cached_property
    def adjacent(self) -> list[list[int]]:
        """The squares one step from each square."""
        both = np.concatenate((self.pairs, self.pairs[:, ::-1]))
        order = np.argsort(both[:, 0], kind="stable")
        ends = both[order, 1].tolist()
        starts = np.searchsorted(both[order, 0], np.arange(len(self.nodes) + 1)).tolist()
        return [ends[start:end] for start, end in pairwise(starts)]

    def _distances_small(self, starts: Sequence[int]) -> Ints:
        far = int(FAR)
        adjacent, steps, order = self.adjacent, [far] * len(self.nodes), list(starts)
        for square in order:
            steps[square] = 0
        for square in order:
            further = steps[square] + 1
            for there in adjacent[square]:
                if steps[there] == far:
                    steps[there] = further
                    order.append(there)
        return np.array(steps, dtype=np.int32)

    @cached_property
    def flood(self) -> Flood:
        """The steps as scipy wants them, for one distance table after another."""
        return Flood(len(self.nodes), self.pairs)

    def path(self, start: int, end: int) -> list[int]:
        """A shortest way from one square to another, both included; empty when there is none."""
        import networkx as nx

        try:
            return list(nx.shortest_path(self.graph, start, end))
        except (nx.NodeNotFound, nx.NetworkXNoPath):
            return []


class Flood:
    """Distances from sets of squares on big boards.

    A node more than there are squares stands for the set: its steps lead to the squares of the set, so one
    breadth-first search from it measures all of them.
    """

    MOST = 64
    """The most squares of one set; more are asked in several floods."""

    def __init__(self, count: int, pairs: Pairs) -> None:
        from scipy.sparse import csr_array

        # scipy works on 64-bit floats; given any other type it would copy them at every call
        ones = np.ones(2 * len(pairs) + self.MOST, dtype=np.float64)
        here, there = np.concatenate((pairs, pairs[:, ::-1])).T
        steps_only = csr_array((ones[: len(here)], (here, there)), shape=(count, count))
        ends = np.concatenate((steps_only.indices, np.zeros(self.MOST))).astype(np.int32)
        rows = np.concatenate((steps_only.indptr, [len(ends)])).astype(np.int32)
        self.count = count
        self._matrix: Any = csr_array((ones, ends, rows), shape=(count + 1, count + 1))

    def distances(self, starts: Sequence[int] | Ints) -> Ints:
        """Steps from the nearest of some squares to each square, FAR where none leads. O(N)."""
        tables = [self._from(starts[i : i + self.MOST]) for i in range(0, len(starts), self.MOST)]
        nearest: Ints = np.minimum.reduce(tables)
        return nearest

    def _from(self, starts: Sequence[int] | Ints) -> Ints:
        from scipy.sparse.csgraph import breadth_first_order

        last = self._matrix.indices[-self.MOST :]
        last[:] = starts[0]
        last[: len(starts)] = starts
        order, before = breadth_first_order(self._matrix, self.count)
        result = np.full(self.count + 1, FAR, dtype=np.int32)
        result[order] = _depths(order, before) - 1
        return result[:-1]


def _depths(order: Ints, before: Ints) -> Ints:
    """How deep each square of a breadth-first order lies, given the square each was found from.

    The squares found from one place of the order stand in a row behind those found from earlier places, so where
    each depth begins follows from counting.
    """
    count = len(order)
    place = np.empty(len(before), dtype=np.int64)
    place[order] = np.arange(count)
    found = np.bincount(place[before[order[1:]]], minlength=count)
    first = np.concatenate(([1], 1 + np.cumsum(found)))
    begins = [0, 1]
    while begins[-1] < count:
        begins.append(first.item(begins[-1]))
    lengths = np.diff(begins)
    return np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
