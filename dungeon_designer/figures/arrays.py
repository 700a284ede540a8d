"""Hold a board as arrays, for figures, playtests and the generator; all other code works with squares, sets and dicts.

Squares are numbered 0 to N - 1 by row, then column. Row `i` of every array is about square `i`; -1 stands for rock.
Sides run north, east, south, west; neighbours clockwise from north, as in `dungeon_designer.grid`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from dungeon_designer.board.model import DOOR, OPEN, WALL, Board
from dungeon_designer.grid import DIRECTIONS, SIDES, Edge, Square, find_neighbour
from dungeon_designer.kinds import ObstacleKind, TerrainKind

Ints = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

DOOR_SHUT, DOOR_AJAR = 1, 2
"""The states of a square as a square door; 0 is none."""

TERRAIN_CODES: tuple[TerrainKind | None, ...] = (None, *TerrainKind)
"""The terrain of each code of `BoardArrays.terrain`."""
OBSTACLE_CODES: tuple[ObstacleKind | None, ...] = (None, *ObstacleKind)
"""The obstacle of each code of `BoardArrays.obstacle`."""


class BoardArrays:
    """A board as arrays over its N squares of floor; `build_arrays` keeps one for each board.

    Attributes:
        squares: the (x, y) of each square
        index: the number of each (x, y)
        x, y: the coordinates
        section: the number of the section of each square
        terrain: the place of its terrain in `TERRAIN_CODES`, 0 for none
        obstacle: the place of its obstacle in `OBSTACLE_CODES`, 0 for none
        square_door: DOOR_SHUT, DOOR_AJAR or 0
        hazard, bridge, walkable, is_entry, is_portal, is_chest: flags
    """

    def __init__(self, board: Board) -> None:
        """Build the arrays of a board; the neighbours and edges are built when they are first used.

        The board itself is not kept: `build_arrays` forgets a board when nobody else holds it.
        """
        self.squares: list[Square] = list(board.section_by_square)
        self.index: dict[Square, int] = {square: number for number, square in enumerate(self.squares)}
        coordinates = np.array(self.squares, dtype=np.int32).reshape(-1, 2)
        self.x: Ints = coordinates[:, 0].copy()
        self.y: Ints = coordinates[:, 1].copy()
        section_numbers = {id(section): number for number, section in enumerate(board.sections)}
        section_of_square = [section_numbers[id(section)] for section in board.section_by_square.values()]
        self.section: Ints = np.array(section_of_square, dtype=np.int32)
        terrain_codes = {square: TERRAIN_CODES.index(kind) for square, kind in board.terrain_at.items()}
        self.terrain: Bytes = self._build_codes(terrain_codes)
        obstacle_codes = {square: OBSTACLE_CODES.index(kind) for square, kind in board.obstacle_at.items()}
        self.obstacle: Bytes = self._build_codes(obstacle_codes)
        door_codes = {square: DOOR_AJAR if is_open else DOOR_SHUT for square, is_open in board.door_squares.items()}
        self.square_door: Bytes = self._build_codes(door_codes)
        self.hazard = self.build_flags(board.hazard_squares)
        self.bridge = self.build_flags(board.bridge_squares)
        self.walkable = self.build_flags(board.walkable_squares)
        self.is_entry = self.build_flags(board.entry_squares)
        self.is_portal = self.build_flags(board.portal_squares)
        self.is_chest = self.build_flags(board.chest_squares)
        self._walls, self._doors = board.walls, board.edge_doors

    def __len__(self) -> int:
        return len(self.squares)

    def _build_codes(self, codes: dict[Square, int]) -> Bytes:
        """Return an array with a code for each square of the board: those of the given squares, 0 for all others."""
        result = np.zeros(len(self), dtype=np.uint8)
        for square, code in codes.items():
            result[self.index[square]] = code
        return result

    def build_flags(self, squares: Iterable[Square]) -> Flags:
        """Return an array with a flag for each square of the board: True for the given squares.

        Squares off the floor are ignored.
        """
        result = np.zeros(len(self), dtype=np.bool_)
        result[self.list_numbers(squares)] = True
        return result

    def list_numbers(self, squares: Iterable[Square]) -> list[int]:
        """Return the numbers of the given squares (x, y), in their order; squares off the floor are left out."""
        return [self.index[square] for square in squares if square in self.index]

    def find_number(self, square: Square) -> int:
        """Return the number of a square by its (x, y), or -1 for one off the floor; squares are numbered row by row."""
        return self.index.get(square, -1)

    def find_coordinates(self, index: int) -> Square:
        """Return the (x, y) of a square by its number; squares are numbered row by row."""
        return self.squares[int(index)]

    def list_squares(self, indices: Iterable[int] | Ints) -> tuple[Square, ...]:
        """Return the (x, y) of several square numbers, in the given order."""
        return tuple(self.squares[int(i)] for i in indices)

    @cached_property
    def neighbours(self) -> Ints:
        """The numbers of the squares around each square, as an array of N x 8: clockwise from north, -1 for rock.

        N is the number of squares.
        """
        get_number = self.index.get
        rows = [[get_number((x + dx, y + dy), -1) for dx, dy in DIRECTIONS] for x, y in self.squares]
        return np.array(rows, dtype=np.int32).reshape(-1, 8)

    @cached_property
    def edges(self) -> Bytes:
        """The state of the edges of each square, as an array of N x 4: OPEN, WALL or DOOR to north, east, south, west.

        N is the number of squares. An edge against rock is always WALL.
        """
        edges = np.where(self.neighbours[:, ::2] >= 0, OPEN, WALL).astype(np.uint8)
        self.mark_edges(edges, self._walls, WALL)
        self.mark_edges(edges, self._doors, DOOR)
        return edges

    def mark_edges(self, edges: Bytes, borders: Iterable[Edge], state: int) -> None:
        """Set the state of some borders between two floor squares in an array of edges, from both squares.

        Args:
            edges: N x 4, as `edges`; is changed
            borders: the borders, each as a square and one of its sides
            state: OPEN, WALL or DOOR
        """
        for square, side in borders:
            edges[self.index[square], SIDES.index(side)] = state
            edges[self.index[find_neighbour(square, side)], SIDES.index(side.opposite)] = state


_CACHE: WeakKeyDictionary[Board, BoardArrays] = WeakKeyDictionary()


def build_arrays(board: Board) -> BoardArrays:
    """Return the arrays of a board.

    They are built at the first call and kept as long as the board exists.
    """
    if board not in _CACHE:
        _CACHE[board] = BoardArrays(board)
    return _CACHE[board]


def find_legal_steps(
    neighbours: Ints, passable: Flags, shut_doors: Flags, solid: Flags, direction: int, strict: bool = False
) -> Flags:
    """Return for each square whether walls allow a step to its neighbour in one of eight directions. O(N).

    What stands on the neighbour does not matter. A diagonal step leads past a corner; it is legal when one of the two
    orthogonal routes around the corner is free of walls, or with `strict` when both are free of walls and shut doors.
    Squares off the floor count as wall, and so do `solid` squares at the corner.

    Args:
        direction: 0 for north, then clockwise to 7 for north-west
        neighbours: N x 8, as `BoardArrays.neighbours`
        passable: N x 4: the edges that are no wall
        shut_doors: for each square, whether it is a shut door
        solid: for each square, whether it is a wall obstacle
        strict: whether both routes around a corner must be free
    """
    if direction % 2 == 0:
        straight: Flags = passable[:, direction // 2]
        return straight
    first, second = direction // 2, (direction // 2 + 1) % 4
    first_corner, second_corner = neighbours[:, 2 * first], neighbours[:, 2 * second]
    is_first_route_free = passable[:, first] & passable[first_corner, second] & ~solid[first_corner]
    is_second_route_free = passable[:, second] & passable[second_corner, first] & ~solid[second_corner]
    allowed: Flags
    if strict:
        has_no_shut_door = ~shut_doors[first_corner] & ~shut_doors[second_corner]
        allowed = is_first_route_free & is_second_route_free & has_no_shut_door
    else:
        allowed = is_first_route_free | is_second_route_free
    return allowed


def list_legal_steps(board: BoardArrays, nodes: Flags, solid: Flags, strict: bool = False) -> Ints:
    """Return every legal step between two squares of `nodes` once, as M x 2 numbers of squares.

    Steps are sorted by direction, then by their upper or left square.

    Args:
        nodes: flags of the squares between which steps count
        solid: flags of the obstacles that count as rock at the corner of a diagonal step
        strict: whether both routes around a corner must be free for a diagonal step
    """
    passable, shut_doors, parts = board.edges != WALL, board.square_door == DOOR_SHUT, []
    for direction in (2, 3, 4, 5):  # east, south-east, south, south-west
        targets = board.neighbours[:, direction]
        allowed = find_legal_steps(board.neighbours, passable, shut_doors, solid, direction, strict)
        sources = np.flatnonzero(allowed & (targets >= 0) & nodes & nodes[targets])
        parts.append(np.column_stack((sources, targets[sources])))
    return np.concatenate(parts).astype(np.int32)


class WalkingSteps:
    """The graph of the steps that players can walk: squares, and pairs of squares that one step links.

    Attributes:
        nodes: flags of the squares that belong to the graph
        pairs: M x 2: the numbers of the two squares of each step; only steps between two nodes
    """

    def __init__(self, nodes: Flags, pairs: Ints) -> None:
        """Keep the nodes, and those of the given steps that link two nodes."""
        self.nodes = nodes
        self.pairs = pairs[nodes[pairs].all(axis=1)]

    @cached_property
    def neighbour_lists(self) -> list[list[int]]:
        """For each square the numbers of the squares one step away."""
        adjacent: list[list[int]] = [[] for _ in self.nodes]
        for first, second in self.pairs.tolist():
            adjacent[first].append(second)
            adjacent[second].append(first)
        return adjacent

    def measure_distances(self, sources: Iterable[int]) -> Floats:
        """Return for each square the steps from the nearest source, infinite where no route leads. O(N).

        Sources that are no nodes are ignored. The search is our own: a survey needs some twenty of them, and networkx's
        takes four times as long.

        Args:
            sources: the numbers of the squares from which routes start
        """
        steps_by_square = [math.inf] * len(self.nodes)
        wave, adjacent = {source for source in sources if self.nodes[source]}, self.neighbour_lists
        visited, steps = set(wave), 0
        while wave:
            for square in wave:
                steps_by_square[square] = steps
            wave = set().union(*[adjacent[square] for square in wave]) - visited
            visited |= wave
            steps += 1
        return np.array(steps_by_square, dtype=np.float64)
