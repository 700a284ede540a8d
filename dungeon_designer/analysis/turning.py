"""Rooms that turn: which steps are legal in each turn, told in the squares as drawn.

Everything on a room turns with it: its floor, doors and walls inside it, and those on its own border, which are its
walls. Squares of the room keep their numbers, so a step found in some turn is a step between the same two squares of
the drawn board, and the steps of several turns can be put together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.analysis.graphs import Pairs, steps
from dungeon_designer.board.build import build
from dungeon_designer.board.model import NO_DOOR, SHUT, Board, Flags
from dungeon_designer.grid import Side, Square, block, bounds, edge_run
from dungeon_designer.layout.model import EdgeDoor, Layout, RotatingRoom, Section, SquareDoor, Wall
from dungeon_designer.layout.turning import Turn

_OnEdge = TypeVar("_OnEdge", EdgeDoor, Wall)


class Room(Struct, frozen=True):
    """A rotating room: the squares of its sections and the rectangle around them."""

    squares: frozenset[Square]
    corner: Square
    size: tuple[int, int]

    @property
    def square(self) -> bool:
        """Whether it is a full square, so that a quarter turn brings it onto itself."""
        return self.size[0] == self.size[1] and len(self.squares) == self.size[0] ** 2 > 0

    def turn(self, quarters: int) -> Turn:
        """A turn about its centre by so many clockwise quarters."""
        return Turn(self.corner, self.size, self.corner, quarters, flip=False)

    def surroundings(self, board: Board) -> list[int]:
        """The numbers of the squares of the room, and of those around it."""
        (x, y), (width, height) = self.corner, self.size
        found = map(board.find, block((x - 1, y - 1), (width + 2, height + 2)))
        return [index for index in found if index >= 0]


def room_of(board: Board, machine: RotatingRoom) -> Room:
    """The room of a machine; names of sections that do not exist count for nothing."""
    squares = {square for section in board.sections if section.id in machine.sections for square in section.covers}
    return Room(frozenset(squares), *bounds(squares))


def rooms(board: Board) -> list[Room]:
    """The rotating rooms that can turn: full squares, all their own."""
    found = []
    for machine in board.machines:
        if isinstance(machine, RotatingRoom):
            room = room_of(board, machine)
            if room.square and room.squares.isdisjoint(square for square, _ in board.overlaps):
                found.append(room)
    return found


def turned_steps(board: Board, room: Room, quarters: int, nodes: Flags, strict: bool, drawn: Pairs) -> Pairs:
    """The legal steps between some squares when a room has turned; `drawn` are those before. O(N)."""
    near = np.zeros(len(board), dtype=np.bool_)
    near[room.surroundings(board)] = True
    elsewhere = drawn[~near[drawn].all(axis=1)]
    return np.concatenate((elsewhere, _steps_near(board, room, quarters, nodes, strict)))


def _steps_near(board: Board, room: Room, quarters: int, nodes: Flags, strict: bool) -> Pairs:
    """The legal steps in a room that has turned and around it: what lies farther off does not change."""
    turn, back = room.turn(quarters), room.turn(-quarters % 4)
    local = build(_surroundings(board, room, turn, room.surroundings(board)))
    drawn_at = [back.square(square) if square in room.squares else square for square in local.squares]
    number = np.array([board.find(square) for square in drawn_at], dtype=np.int32)
    return np.sort(number[steps(local, nodes[number], strict)], axis=1)


def steps_in_all_turns(board: Board, nodes: Flags, strict: bool, drawn: Pairs) -> Pairs:
    """The steps that are legal in some turn of some room, each once; the other rooms as drawn meanwhile."""
    found = [drawn]
    for room in rooms(board):
        found += [_steps_near(board, room, quarters, nodes, strict) for quarters in (1, 2, 3)]
    return drawn if len(found) == 1 else np.unique(np.concatenate(found), axis=0)


def _surroundings(board: Board, room: Room, turn: Turn, near: Iterable[int]) -> Layout:
    """A layout of some squares of a board, with the room among them turned: sections, edges and square doors."""
    owned: dict[int, list[Square]] = {}
    doors = []
    for index in near:
        square = board.square(index)
        there = turn.square(square) if square in room.squares else square
        owned.setdefault(int(board.section[index]), []).append(there)
        if board.square_door[index] != NO_DOOR:
            doors.append(SquareDoor(at=there, open=board.square_door[index] != SHUT))
    return Layout(
        sections=tuple(_drawn(board.sections[number].enclosed, str(number), own) for number, own in owned.items()),
        walls=tuple(_turned_edges(board.layout.walls, room, turn)),
        doors=tuple(_turned_edges(board.layout.doors, room, turn)),
        square_doors=tuple(doors),
    )


def _drawn(enclosed: bool, name: str, squares: list[Square]) -> Section:
    corner, (width, height) = bounds(squares)
    covered = set(squares)
    letters = ["." if square in covered else "#" for square in block(corner, (width, height))]
    rows = tuple("".join(letters[y * width : (y + 1) * width]) for y in range(height))
    return Section(id=name, at=corner, enclosed=enclosed, rows=rows)


def _turned_edges(runs: Iterable[_OnEdge], room: Room, turn: Turn) -> Iterator[_OnEdge]:
    """Single edges; those of the room's squares, its border among them, are turned with it."""
    for run in runs:
        for at, side in edge_run(run.at, run.side, run.width):
            dx, dy = side.step
            if at in room.squares:
                yield _edge(run, turn.square(at), turn.side(side))
            elif (at[0] + dx, at[1] + dy) in room.squares:
                yield _edge(run, turn.square((at[0] + dx, at[1] + dy)), turn.side(side.opposite))
            else:
                yield _edge(run, at, side)


def _edge(run: _OnEdge, at: Square, side: Side) -> _OnEdge:
    return replace(run, at=at, side=side, width=1)
