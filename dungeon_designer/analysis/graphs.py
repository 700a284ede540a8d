"""Movement as a graph: steps, components, distances, paths. The only place that knows networkx.

Up to SMALL squares the graph is networkx's, built once and shared by every rule; above that the same
questions go to scipy's arrays, which at a million squares are two orders of magnitude faster. Both give the same
answers (a property test holds them to it).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from dungeon_designer.board.model import SHUT, WALL, Board, Flags, Ints

if TYPE_CHECKING:
    import networkx as nx

SMALL = 4_000
"""The number of nodes up to which networkx is used."""

FAR = np.int32(2**31 - 1)
"""The distance of what cannot be reached."""

Pairs = npt.NDArray[np.int32]
"""M x 2 square numbers, each step once, the smaller number first."""

_EVERY = slice(None)


def steps(board: Board, nodes: Flags, strict: bool = False) -> Pairs:
    """Every legal step between two squares of `nodes`, walls and corners regarded; see `legal`. O(N)."""
    passable = board.edges != WALL
    found = []
    for direction in (2, 3, 4, 5):  # east, south-east, south, south-west: each step once
        there = board.neighbours[:, direction]
        free = legal(board, direction, passable, strict)
        at = np.flatnonzero(free & (there >= 0) & nodes & nodes[there])
        found.append(np.column_stack((at, there[at])))
    return np.concatenate(found).astype(np.int32)


def legal(board: Board, direction: int, passable: Flags, strict: bool = False, at: slice | Ints = _EVERY) -> Flags:
    """Whether walls let one step from each square (or those `at`) to its neighbour in a direction.

    A diagonal step is legal when one of the two orthogonal ways round is free of walls, or with `strict` when
    both are, of shut square doors too; squares off the floor count as wall, obstacles and hazards at the corner
    do not. `passable` are the edges that are no wall, N x 4.
    """
    if direction % 2 == 0:
        straight: Flags = passable[at, direction // 2]
        return straight
    first, second = (direction - 1) // 2, ((direction + 1) // 2) % 4
    one_corner, other_corner = board.neighbours[at, 2 * first], board.neighbours[at, 2 * second]
    one = passable[at, first] & passable[one_corner, second]
    other = passable[at, second] & passable[other_corner, first]
    if strict and len(board.layout.square_doors):
        one, other = one & (board.square_door[one_corner] != SHUT), other & (board.square_door[other_corner] != SHUT)
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

    @classmethod
    def on(cls, board: Board, nodes: Flags, strict: bool = False) -> Movement:
        """The movement graph of the flagged squares."""
        return cls(nodes, steps(board, nodes, strict))

    @property
    def small(self) -> bool:
        """Whether networkx answers."""
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
    def matrix(self) -> Any:
        """The scipy sparse adjacency matrix."""
        from scipy.sparse import csr_array

        size = len(self.nodes)
        both = np.concatenate((self.pairs, self.pairs[:, ::-1]))
        ones = np.ones(len(both), dtype=np.int8)
        return csr_array((ones, (both[:, 0], both[:, 1])), shape=(size, size))

    @cached_property
    def areas(self) -> Ints:
        """The number of the connected area of each square, by its first square from 0; -1 where no node is."""
        return self._areas_small() if self.small else self._areas_large()

    def _areas_small(self) -> Ints:
        import networkx as nx

        areas = np.full(len(self.nodes), -1, dtype=np.int32)
        for number, members in enumerate(sorted(nx.connected_components(self.graph), key=min)):
            areas[list(members)] = number
        return areas

    def _areas_large(self) -> Ints:
        from scipy.sparse.csgraph import connected_components

        _, labels = connected_components(self.matrix, directed=False)
        at = np.flatnonzero(self.nodes)
        _, first, inverse = np.unique(labels[at], return_index=True, return_inverse=True)
        rank = np.empty(len(first), dtype=np.int32)
        rank[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
        areas = np.full(len(self.nodes), -1, dtype=np.int32)
        areas[at] = rank[inverse]
        return areas

    def distances(self, sources: Iterable[int]) -> Ints:
        """Steps from the nearest source to each square; FAR where none leads. Sources off the graph are ignored."""
        starts = [source for source in sources if source >= 0 and self.nodes[source]]
        result = np.full(len(self.nodes), FAR, dtype=np.int32)
        if not starts:
            return result
        return self._distances_small(starts, result) if self.small else self._distances_large(starts, result)

    def _distances_small(self, starts: Sequence[int], result: Ints) -> Ints:
        import networkx as nx

        for depth, layer in enumerate(nx.bfs_layers(self.graph, starts)):
            result[layer] = depth
        return result

    def _distances_large(self, starts: Sequence[int], result: Ints) -> Ints:
        from scipy.sparse.csgraph import dijkstra

        found = dijkstra(self.matrix, directed=False, indices=starts, unweighted=True, min_only=True)
        reached = np.isfinite(found)
        result[reached] = found[reached].astype(np.int32)
        return result

    def path(self, start: int, end: int) -> list[int]:
        """A shortest way from one square to another, both included; empty when there is none."""
        import networkx as nx

        try:
            return list(nx.shortest_path(self.graph, start, end))
        except (nx.NodeNotFound, nx.NetworkXNoPath):
            return []
