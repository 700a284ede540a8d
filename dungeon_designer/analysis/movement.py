"""Movement as graphs of networkx: which square is one legal step from which.

A node is a square (x, y), an edge a step that may be taken both ways; its `kind` says "step" or "door".
"""

from __future__ import annotations

from collections.abc import Collection

import networkx as nx

from dungeon_designer.board.model import Board
from dungeon_designer.grid import Edge, Side, Square

_EAST, _SOUTH = Side.EAST, Side.SOUTH


def step_graph(board: Board, squares: Collection[Square] | None = None, strict: bool = False) -> nx.Graph[Square]:
    """Every legal step between some squares (all walkable ones by default), walls and corners regarded. O(N).

    A diagonal step is legal when one of the two orthogonal ways round is free of walls, or with `strict` when both
    are free of walls and shut doors; squares off the floor count as wall, obstacles and hazards at the corner do not.
    """
    nodes = board.walkable_squares if squares is None else squares
    return graph_of(nodes, _Steps(board, strict).all(nodes))


def graph_of(nodes: Collection[Square], steps: Collection[tuple[Square, Square, str]]) -> nx.Graph[Square]:
    """The graph of some squares, by row, and some steps between them."""
    graph: nx.Graph[Square] = nx.Graph()
    graph.add_nodes_from(sorted(nodes, key=lambda square: (square[1], square[0])))
    graph.add_edges_from([(a, b, {"kind": kind}) for a, b, kind in steps])
    return graph


class _Steps:
    """The legal steps on a board."""

    def __init__(self, board: Board, strict: bool) -> None:
        self._floor = board.owner
        self._walls = board.walls
        self._strict = strict
        self._shut = {square for square, ajar in board.door_squares.items() if not ajar}
        self._doors = board.edge_doors

    def all(self, nodes: Collection[Square]) -> list[tuple[Square, Square, str]]:
        """Each step between two of the nodes once."""
        members = nodes if isinstance(nodes, (set, frozenset, dict)) else set(nodes)
        found = []
        for square in members:
            x, y = square
            east, south = (x + 1, y), (x, y + 1)
            if east in members and (square, _EAST) not in self._walls:
                found.append((square, east, self._kind(square, east, (square, _EAST))))
            if south in members and (square, _SOUTH) not in self._walls:
                found.append((square, south, self._kind(square, south, (square, _SOUTH))))
            slant = [there for there in ((x + 1, y + 1), (x - 1, y + 1)) if there in members]
            found += [(square, there, "step") for there in slant if self._diagonal(square, there)]
        return found

    def _kind(self, a: Square, b: Square, border: Edge) -> str:
        return "door" if border in self._doors or a in self._shut or b in self._shut else "step"

    def _diagonal(self, a: Square, b: Square) -> bool:
        """Whether walls let one step from a square to one diagonally below it."""
        one, other = self._round(a, b, (b[0], a[1])), self._round(a, b, (a[0], b[1]))
        return one and other if self._strict else one or other

    def _round(self, a: Square, b: Square, corner: Square) -> bool:
        """Whether the orthogonal way from one square to another by a corner square is free."""
        if corner not in self._floor or (self._strict and corner in self._shut):
            return False
        across = (min(a[0], b[0]), corner[1]), _EAST
        down = (corner[0], a[1]), _SOUTH
        return across not in self._walls and down not in self._walls
