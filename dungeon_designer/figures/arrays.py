"""A board as arrays, for figures, playtests and the generator: everything else works with squares, sets and dicts.

Squares are numbered 0…N-1 by row, then column. Every array speaks of square `i` in row `i`; -1 stands for rock. Sides
run north, east, south, west; neighbours clockwise from north, as in `dungeon_designer.grid`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from dungeon_designer.board.model import DOOR, OPEN, WALL, Board
from dungeon_designer.grid import DIRECTIONS, SIDES, Edge, Square, neighbour
from dungeon_designer.kinds import ObstacleKind, TerrainKind

Ints = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

SHUT, AJAR = 1, 2
"""The states of a square as a square door; 0 is none."""

TERRAINS: tuple[TerrainKind | None, ...] = (None, *TerrainKind)
OBSTACLES: tuple[ObstacleKind | None, ...] = (None, *ObstacleKind)


class BoardArrays:
    """One board as arrays; `arrays` keeps one for each board."""

    def __init__(self, board: Board) -> None:
        # Not the board itself: `arrays` forgets a board when nobody else holds it.
        self.squares: list[Square] = list(board.owner)
        self.index: dict[Square, int] = {square: i for i, square in enumerate(self.squares)}
        places = np.array(self.squares, dtype=np.int32).reshape(-1, 2)
        self.x: Ints = places[:, 0].copy()
        self.y: Ints = places[:, 1].copy()
        numbers = {id(section): i for i, section in enumerate(board.sections)}
        self.section: Ints = np.array([numbers[id(s)] for s in board.owner.values()], dtype=np.int32)
        self.terrain: Bytes = self._codes({s: TERRAINS.index(kind) for s, kind in board.terrain_at.items()})
        self.obstacle: Bytes = self._codes({s: OBSTACLES.index(kind) for s, kind in board.obstacle_at.items()})
        self.square_door: Bytes = self._codes({s: AJAR if ajar else SHUT for s, ajar in board.door_squares.items()})
        self.hazard = self.flags(board.hazard_squares)
        self.bridge = self.flags(board.bridge_squares)
        self.walkable = self.flags(board.walkable_squares)
        self.is_entry = self.flags(board.entry_squares)
        self.is_portal = self.flags(board.portal_squares)
        self.is_chest = self.flags(board.chest_squares)
        self._walls, self._doors = board.walls, board.edge_doors

    def __len__(self) -> int:
        return len(self.squares)

    def _codes(self, codes: dict[Square, int]) -> Bytes:
        result = np.zeros(len(self), dtype=np.uint8)
        for square, code in codes.items():
            result[self.index[square]] = code
        return result

    def flags(self, squares: Iterable[Square]) -> Flags:
        """Some squares as flags over all; those off the floor are left out."""
        result = np.zeros(len(self), dtype=np.bool_)
        result[self.numbers(squares)] = True
        return result

    def numbers(self, squares: Iterable[Square]) -> list[int]:
        """The numbers of some squares, in their order; those off the floor are left out."""
        return [self.index[square] for square in squares if square in self.index]

    def find(self, square: Square) -> int:
        """The number of a square, -1 off the floor."""
        return self.index.get(square, -1)

    def square(self, index: int) -> Square:
        """The (x, y) of a square's number."""
        return self.squares[int(index)]

    def places(self, indices: Iterable[int] | Ints) -> tuple[Square, ...]:
        """The (x, y) of several numbers, in the order given."""
        return tuple(self.squares[int(i)] for i in indices)

    @cached_property
    def neighbours(self) -> Ints:
        """N x 8: the squares around each, clockwise from north, -1 for rock."""
        find = self.index.get
        rows = [[find((x + dx, y + dy), -1) for dx, dy in DIRECTIONS] for x, y in self.squares]
        return np.array(rows, dtype=np.int32).reshape(-1, 8)

    @cached_property
    def edges(self) -> Bytes:
        """N x 4: OPEN, WALL or DOOR; against rock always WALL."""
        edges = np.where(self.neighbours[:, ::2] >= 0, OPEN, WALL).astype(np.uint8)
        self.mark(edges, self._walls, WALL)
        self.mark(edges, self._doors, DOOR)
        return edges

    def mark(self, edges: Bytes, borders: Iterable[Edge], state: int) -> None:
        """Set the state of some borders between two floor squares, on both sides."""
        for square, side in borders:
            edges[self.index[square], SIDES.index(side)] = state
            edges[self.index[neighbour(square, side)], SIDES.index(side.opposite)] = state


_KEPT: WeakKeyDictionary[Board, BoardArrays] = WeakKeyDictionary()


def arrays(board: Board) -> BoardArrays:
    """The arrays of a board, made once and kept as long as the board is."""
    if board not in _KEPT:
        _KEPT[board] = BoardArrays(board)
    return _KEPT[board]


def legal(neighbours: Ints, passable: Flags, shut: Flags, solid: Flags, direction: int, strict: bool = False) -> Flags:
    """Return whether walls let one step from each square to its neighbour in a direction, 0 to 7. O(N).

    A diagonal step is legal when one of the two orthogonal ways round is free of walls, or with `strict` when both
    are free of walls and shut doors. Squares off the floor count as wall, and so do `solid` ones at the corner.
    `passable` are the edges that are no wall.
    """
    if direction % 2 == 0:
        straight: Flags = passable[:, direction // 2]
        return straight
    first, second = direction // 2, (direction // 2 + 1) % 4
    one_corner, other_corner = neighbours[:, 2 * first], neighbours[:, 2 * second]
    one = passable[:, first] & passable[one_corner, second] & ~solid[one_corner]
    other = passable[:, second] & passable[other_corner, first] & ~solid[other_corner]
    free: Flags = one & other & ~shut[one_corner] & ~shut[other_corner] if strict else one | other
    return free


def legal_steps(board: BoardArrays, nodes: Flags, solid: Flags, strict: bool = False) -> Ints:
    """Every legal step between two squares of `nodes`, once, M x 2: by direction, then by its upper or left square.

    `solid` are the obstacles that count as rock at the corner of a diagonal step.
    """
    passable, shut, found = board.edges != WALL, board.square_door == SHUT, []
    for direction in (2, 3, 4, 5):  # east, south-east, south, south-west
        there = board.neighbours[:, direction]
        free = legal(board.neighbours, passable, shut, solid, direction, strict)
        at = np.flatnonzero(free & (there >= 0) & nodes & nodes[there])
        found.append(np.column_stack((at, there[at])))
    return np.concatenate(found).astype(np.int32)


class WalkingSteps:
    """The squares that `nodes` flags, and the steps between them: `pairs` of square numbers."""

    def __init__(self, nodes: Flags, pairs: Ints) -> None:
        self.nodes = nodes
        self.pairs = pairs[nodes[pairs].all(axis=1)]

    @cached_property
    def adjacent(self) -> list[list[int]]:
        """The squares one step from each square."""
        adjacent: list[list[int]] = [[] for _ in self.nodes]
        for one, other in self.pairs.tolist():
            adjacent[one].append(other)
            adjacent[other].append(one)
        return adjacent

    def distances(self, sources: Iterable[int]) -> Floats:
        """Steps from the nearest source to each square, infinite where none leads; sources off it are ignored. O(N).

        The search is our own: it is asked for some twenty times a survey, and networkx's takes four times as long.
        """
        found = [math.inf] * len(self.nodes)
        wave, adjacent = {source for source in sources if self.nodes[source]}, self.adjacent
        known, steps = set(wave), 0
        while wave:
            for square in wave:
                found[square] = steps
            wave = set().union(*[adjacent[square] for square in wave]) - known
            known |= wave
            steps += 1
        return np.array(found, dtype=np.float64)
