"""Rooms that turn: which steps are legal in each turn, told in the squares as drawn.

Everything on a room turns with it: its floor, doors and walls inside it, and those on its own border, which are its
walls. Squares of the room keep their names, so a step found in some turn is a step between the same two squares of
the drawn board, and the steps of several turns can be put together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import networkx as nx
from msgspec import Struct

from dungeon_designer.analysis.movement import Steps, WalledFloor, graph_of, legal_steps, steps_of
from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.grid import SIDES, Edge, Square, block, bounds, edge, edge_run, neighbour, turned_square
from dungeon_designer.layout.model import RotatingRoom


class RoomArea(Struct, frozen=True):
    """A rotating room: the squares of its sections and the rectangle around them."""

    squares: frozenset[Square]
    corner: Square
    size: tuple[int, int]

    @property
    def square(self) -> bool:
        """Whether it is a full square, so that a quarter turn brings it onto itself."""
        return self.size[0] == self.size[1] and len(self.squares) == self.size[0] ** 2 > 0

    def turned(self, square: Square, quarters: int) -> Square:
        """Where a square of the room, or one outside, lies after so many clockwise quarters."""
        if square not in self.squares:
            return square
        (left, top), (x, y) = self.corner, square
        x, y = turned_square((x - left, y - top), self.size, quarters)
        return x + left, y + top


@dataclass(frozen=True, slots=True)
class Turned:
    """A room and what is around it after some quarters: which square of the drawing lies where, and what is between.

    `drawn` are by the squares where they lie now.
    """

    drawn: dict[Square, Square]
    ground: WalledFloor


def area_of(board: Board, machine: RotatingRoom) -> RoomArea:
    """The room of a machine; names of sections that do not exist count for nothing."""
    return _area([section for section in board.sections if section.id in machine.sections])


def _area(sections: Iterable[BoardSection]) -> RoomArea:
    squares = frozenset(square for section in sections for square in section.covers)
    return RoomArea(squares, *bounds(squares))


def turning_rooms(board: Board) -> list[RoomArea]:
    """The rotating rooms that can turn, each once: full squares, all their own."""
    asked = dict.fromkeys(frozenset(each.sections) for each in board.machines if isinstance(each, RotatingRoom))
    by_id: dict[str, list[BoardSection]] = {}
    for section in board.sections:
        by_id.setdefault(section.id, []).append(section)
    shared = {square for square, _ in board.overlaps}
    found = dict.fromkeys(_area([part for name in names for part in by_id.get(name, ())]) for names in asked)
    return [room for room in found if room.square and room.squares.isdisjoint(shared)]


class Rotation:
    """The steps of a board's step graph in each turn of each of its rotating rooms; the others stay as drawn."""

    def __init__(
        self, board: Board, graph: nx.Graph[Square], strict: bool, solid: Collection[Square] = frozenset()
    ) -> None:
        self._board, self._graph, self._strict, self._solid = board, graph, strict, solid
        self.rooms = turning_rooms(board)

    def graph(self, room: RoomArea, quarters: int) -> nx.Graph[Square]:
        """The graph when a room has turned by so many clockwise quarters. O(N)."""
        near = self.around(room)
        elsewhere = steps_of(self._graph, lambda a, b: a not in near or b not in near)
        return graph_of(self._graph.adj, elsewhere, self.steps(room, quarters))

    @cached_property
    def together(self) -> nx.Graph[Square]:
        """The graph of the steps that are legal in some turn of some room; as drawn where none turns."""
        if not self.rooms:
            return self._graph
        turned = [self.steps(room, quarters) for room in self.rooms for quarters in (1, 2, 3)]
        return graph_of(self._graph.adj, *turned, steps_of(self._graph))

    def around(self, room: RoomArea) -> set[Square]:
        """The floor of a room and that one square around it: what lies farther off does not change."""
        (left, top), (width, height) = room.corner, room.size
        return {square for square in block((left - 1, top - 1), (width + 2, height + 2)) if square in self._board}

    def turned(self, room: RoomArea, quarters: int) -> Turned:
        """What lies in a room and around it when it has turned by so many clockwise quarters."""
        board = self._board
        drawn = {room.turned(square, quarters): square for square in self.around(room)}
        borders = dict.fromkeys(_carried(board.walls, room, drawn, quarters), "wall")
        borders |= dict.fromkeys(_carried(board.edge_doors, room, drawn, quarters), "door")
        for square in room.squares:
            at = room.turned(square, quarters)
            for side in SIDES:
                beyond = neighbour(at, side.turned(quarters))
                if beyond in drawn and beyond not in room.squares:
                    parted = board.owner[square].enclosed or board.owner[beyond].enclosed
                    silent = "wall" if parted else ""
                    borders[edge(at, side.turned(quarters))] = self._lines.get(edge(square, side), silent)
        walls, doors = ([border for border, state in borders.items() if state == what] for what in ("wall", "door"))
        shut = {at for at, square in drawn.items() if square in board.shut_doors}
        solid = {at for at, square in drawn.items() if square in self._solid}
        return Turned(drawn, WalledFloor(drawn, walls, doors, shut, solid))

    @cached_property
    def _lines(self) -> dict[Edge, str]:
        """The walls and doors that were drawn, doors over walls, on floor or not."""
        layout = self._board.layout
        walls = {border: "wall" for wall in layout.walls for border in edge_run(wall.at, wall.side, wall.width)}
        return walls | {border: "door" for door in layout.doors for border in edge_run(door.at, door.side, door.width)}

    def steps(self, room: RoomArea, quarters: int) -> Steps:
        """The legal steps in a room that has turned and around it."""
        turned = self.turned(room, quarters)
        drawn, nodes = turned.drawn, {at for at, square in turned.drawn.items() if square in self._graph}
        found = legal_steps(turned.ground, nodes, self._strict)
        return {kind: [(drawn[a], drawn[b]) for a, b in pairs] for kind, pairs in found.items()}


def _carried(borders: Iterable[Edge], room: RoomArea, near: Collection[Square], quarters: int) -> Iterator[Edge]:
    """Of some borders those inside a room, where they are when it has turned, and those around it, not its own."""
    for square, side in borders:
        beyond = neighbour(square, side)
        if square in room.squares and beyond in room.squares:
            yield edge(room.turned(square, quarters), side.turned(quarters))
        elif square in near and beyond in near and square not in room.squares and beyond not in room.squares:
            yield square, side
