"""Rooms that turn: which steps are legal in each turn, told in the squares as drawn.

Everything on a room turns with it: its floor, doors and walls inside it, and those on its own border, which are its
walls. Squares of the room keep their numbers, so a step found in some turn is a step between the same two squares of
the drawn board, and the steps of several turns can be put together.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from msgspec import Struct

from dungeon_designer.analysis.graphs import Movement, Pairs, steps
from dungeon_designer.board.model import DOOR, OPEN, WALL, Board, BoardSection, Bytes, Flags, Ints, key
from dungeon_designer.grid import DIRECTIONS, SIDES, Edge, Square, bounds, edge, edge_run
from dungeon_designer.layout.model import RotatingRoom

_Row = tuple[int | slice, int | slice]

_ALONG = slice(1, -1)
_BACK = slice(-2, 0, -1)
_RIM: tuple[_Row, ...] = ((1, _ALONG), (_ALONG, -2), (-2, _BACK), (_BACK, 1))
"""A room's squares along each side of it, clockwise, by row and column of the room and the squares around it."""
_AROUND: tuple[_Row, ...] = ((0, _ALONG), (_ALONG, -1), (-1, _BACK), (_BACK, 0))
"""The squares outside those."""

_SILENT = 255
"""The state of an edge of which nothing is drawn."""


class TurningRoom(Struct, frozen=True):
    """A rotating room: the squares of its sections and the rectangle around them."""

    squares: frozenset[Square]
    corner: Square
    size: tuple[int, int]

    @property
    def square(self) -> bool:
        """Whether it is a full square, so that a quarter turn brings it onto itself."""
        return self.size[0] == self.size[1] and len(self.squares) == self.size[0] ** 2 > 0


def room_of(board: Board, machine: RotatingRoom) -> TurningRoom:
    """The room of a machine; names of sections that do not exist count for nothing."""
    return _room([section for section in board.sections if section.id in machine.sections])


def _room(sections: list[BoardSection]) -> TurningRoom:
    squares = frozenset(square for section in sections for square in section.covers)
    return TurningRoom(squares, *bounds(squares))


def rooms(board: Board) -> list[TurningRoom]:
    """The rotating rooms that can turn, each once: full squares, all their own."""
    asked = {frozenset(machine.sections): None for machine in board.machines if isinstance(machine, RotatingRoom)}
    if not asked:
        return []
    by_id: dict[str, list[BoardSection]] = defaultdict(list)
    for section in board.sections:
        by_id[section.id].append(section)
    shared = {square for square, _ in board.overlaps}
    found = [_room([section for name in sorted(names) for section in by_id.get(name, ())]) for names in asked]
    return [room for room in dict.fromkeys(found) if room.square and room.squares.isdisjoint(shared)]


class Turning:
    """The steps between the squares of a movement graph in each turn of each rotating room of a board.

    `strides` are the steps as drawn. In a turn of one room the others stay as drawn.
    """

    def __init__(self, board: Board, strides: Movement, strict: bool) -> None:
        self._board, self._strides, self._strict = board, strides, strict
        self.rooms = rooms(board)
        self._near: dict[tuple[TurningRoom, int], Pairs] = {}

    def turned(self, room: TurningRoom, quarters: int) -> Movement:
        """The graph when a room has turned by so many clockwise quarters. O(N)."""
        near = np.zeros(len(self._board), dtype=np.bool_)
        near[self._turns[room].around] = True
        pairs = self._strides.pairs
        elsewhere = pairs[~near[pairs].all(axis=1)]
        return Movement(self._strides.nodes, np.concatenate((elsewhere, self._steps_near(room, quarters))))

    def lying(self, room: TurningRoom, quarters: int) -> tuple[Ints, Ints, Bytes]:
        """What lies in a room and around it when it has turned by so many clockwise quarters.

        The squares drawn there, those that lie where each of them was drawn, and their edges there (N x 4).
        O(squares of the room).
        """
        number, there = self._turns[room].turned(quarters)
        return self._turns[room].around, number, there.edges

    @property
    def together(self) -> Movement:
        """The graph of the steps that are legal in some turn of some room; as drawn where none turns."""
        if not self.rooms:
            return self._strides
        near = [self._steps_near(room, quarters) for room in self.rooms for quarters in (1, 2, 3)]
        one, other = np.concatenate((self._strides.pairs, *near)).T.astype(np.int64)
        each = np.sort(one * len(self._board) + other)
        each = each[np.diff(each, prepend=-1) > 0]  # np.unique may hash, which takes seconds for so many
        return Movement(self._strides.nodes, np.column_stack(np.divmod(each, len(self._board))).astype(np.int32))

    def _steps_near(self, room: TurningRoom, quarters: int) -> Pairs:
        """The legal steps in a room that has turned and around it: what lies farther off does not change."""
        asked = room, quarters
        if asked not in self._near:
            number, there = self._turns[room].turned(quarters)
            self._near[asked] = np.sort(number[steps(there, self._strides.nodes[number], self._strict)], axis=1)
        return self._near[asked]

    @cached_property
    def _turns(self) -> dict[TurningRoom, _Turns]:
        """Each room with the squares around it."""
        board = self._board
        drawn: dict[Edge, int] = {}
        for runs, state in ((board.layout.walls, WALL), (board.layout.doors, DOOR)):
            for run in runs:
                drawn.update(dict.fromkeys(edge_run(run.at, run.side, run.width), state))
        enclosed = np.array([section.enclosed for section in board.sections])[board.section]
        return {room: _Turns(board, room, drawn, enclosed) for room in self.rooms}


@dataclass(frozen=True, slots=True)
class _Squares:
    """Some squares as `steps` wants them, numbered among themselves; fields as in `Board`."""

    neighbours: Ints
    edges: Bytes
    square_door: Bytes


class _Turns:
    """A room and the squares around it, and what of them is where when the room has turned."""

    def __init__(self, board: Board, room: TurningRoom, drawn: dict[Edge, int], enclosed: Flags) -> None:
        self._board, self._enclosed = board, enclosed
        self._window = _window(board, room)
        self.around: Ints = self._window[self._window >= 0]
        self._border = _border(room, drawn)

    def turned(self, quarters: int) -> tuple[Ints, _Squares]:
        """The numbers of the squares by row after so many clockwise quarters, and how they lie."""
        squares, edges = self._window.copy(), self._board.edges[self._window]
        squares[_ALONG, _ALONG] = np.rot90(squares[_ALONG, _ALONG], -quarters)
        edges[_ALONG, _ALONG] = np.roll(np.rot90(edges[_ALONG, _ALONG], -quarters), quarters, axis=2)
        for side, (rim, around) in enumerate(zip(_RIM, _AROUND, strict=True)):
            state = self._state(squares[rim], squares[around], self._border[(side - quarters) % 4])
            edges[(*rim, side)] = edges[(*around, (side + 2) % 4)] = state
        floor = squares >= 0
        number = squares[floor]
        return number, _Squares(_neighbours(floor), edges[floor], self._board.square_door[number])

    def _state(self, inside: Ints, outside: Ints, drawn: Bytes) -> Bytes:
        """The state of edges between the room and what is around it: as drawn, else as the sections say."""
        between = np.where(self._enclosed[inside] | self._enclosed[outside], WALL, OPEN)
        return np.where(outside < 0, WALL, np.where(drawn == _SILENT, between, drawn)).astype(np.uint8)


def _window(board: Board, room: TurningRoom) -> Ints:
    """The numbers of the squares of a room and of those around it, by row and column; -1 for rock."""
    (left, top), (width, _) = room.corner, room.size
    along = np.arange(-1, width + 1)
    wanted = key((along + left)[None, :], (along + top)[:, None])
    at = board.keys.searchsorted(wanted).clip(max=len(board) - 1)
    return np.where(board.keys[at] == wanted, at, -1).astype(np.int32)


def _border(room: TurningRoom, drawn: dict[Edge, int]) -> Bytes:
    """4 x width: what is drawn on the border of a room, side by side and clockwise."""
    (left, top), (width, _) = room.corner, room.size
    right, bottom, way = left + width - 1, top + width - 1, range(width)
    rim = (
        [(left + i, top) for i in way],
        [(right, top + i) for i in way],
        [(right - i, bottom) for i in way],
        [(left, bottom - i) for i in way],
    )
    states = [[drawn.get(edge(at, side), _SILENT) for at in row] for side, row in zip(SIDES, rim, strict=True)]
    return np.array(states, dtype=np.uint8)


def _neighbours(floor: Flags) -> Ints:
    """The eight neighbours of each square of a map, the squares numbered by row; -1 for rock and beyond the map."""
    height, width = floor.shape
    number = np.full((height + 2, width + 2), -1, dtype=np.int32)
    number[_ALONG, _ALONG][floor] = np.arange(np.count_nonzero(floor))
    shifted = [number[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width][floor] for dx, dy in DIRECTIONS]
    return np.stack(shifted, axis=1)
