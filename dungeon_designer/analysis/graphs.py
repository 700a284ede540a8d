"""Movement as a graph: steps, areas, distances; and which of any things hang together.

Distances are walked over plain lists: a table of them over 40,000 squares takes a fiftieth of a second. networkx finds
the areas of a dungeon that falls apart; to import it takes longer than all the rest of a small check, so a dungeon in
one piece, which one walk settles, does without.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from dungeon_designer.board.model import SHUT, WALL, Board, Bytes, Flags, Ints
from dungeon_designer.breadth_first import groups, waves

if TYPE_CHECKING:
    import networkx as nx

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

    @cached_property
    def adjacent(self) -> list[list[int]]:
        """The squares one step from each square."""
        return adjacency(len(self.nodes), *self.pairs.T)

    @cached_property
    def areas(self) -> Ints:
        """The number of the connected area of each square, by its first square from 0; -1 where no node is."""
        nodes = np.flatnonzero(self.nodes).tolist()
        whole = not nodes or sum(map(len, waves(nodes[:1], self.adjacent.__getitem__))) == len(nodes)
        areas = np.full(len(self.nodes), -1, dtype=np.int32)
        for number, members in enumerate([nodes] if whole else self._components()):
            areas[members] = number
        return areas

    @cached_property
    def graph(self) -> nx.Graph[int]:
        """The same as a graph of networkx."""
        import networkx as nx

        graph: nx.Graph[int] = nx.Graph()
        graph.add_nodes_from(np.flatnonzero(self.nodes).tolist())
        graph.add_edges_from(self.pairs.tolist())
        return graph

    def _components(self) -> list[list[int]]:
        """The squares of each connected area, by their first."""
        import networkx as nx

        return sorted(map(list, nx.connected_components(self.graph)), key=min)

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
            self._tables[key] = table(len(self.nodes), waves(starts, self.adjacent.__getitem__))
            self._tables[key].setflags(write=False)
        return self._tables[key]


def table(count: int, reached: Iterable[set[int]]) -> Ints:
    """The steps to each of `count` squares, given those that are 0, 1, 2 … steps away; FAR for all others."""
    found = [int(FAR)] * count
    for steps, wave in enumerate(reached):
        for square in wave:
            found[square] = steps
    return np.array(found, dtype=np.int32)


def adjacency(count: int, one: Ints, other: Ints) -> list[list[int]]:
    """What each of `count` things is joined to, when `one[i]` and `other[i]` are joined."""
    adjacent: list[list[int]] = [[] for _ in range(count)]
    for a, b in zip(one.tolist(), other.tolist(), strict=True):
        adjacent[a].append(b)
        adjacent[b].append(a)
    return adjacent


def components(count: int, one: Ints, other: Ints) -> Ints:
    """The component of each of `count` things, from 0 by first member, when `one[i]` and `other[i]` are joined.

    >>> components(4, np.array([3]), np.array([1])).tolist()
    [0, 1, 2, 1]
    """
    first = np.arange(count)  # the first member of the component of each thing
    joined = np.zeros(count, dtype=np.bool_)
    joined[one] = joined[other] = True
    members, number = np.flatnonzero(joined), np.cumsum(joined, dtype=np.int32) - 1
    labels = _labels(adjacency(len(members), number[one], number[other]), range(len(members)))
    first[members] = members[np.unique(labels, return_index=True)[1]][labels]
    numbers: Ints = np.cumsum(first == np.arange(count), dtype=np.int32) - 1
    return numbers[first]


def _labels(adjacent: list[list[int]], things: Iterable[int]) -> Ints:
    labels = [-1] * len(adjacent)
    for number, group in enumerate(groups(things, adjacent.__getitem__)):
        for thing in group:
            labels[thing] = number
    return np.array(labels, dtype=np.int32)
