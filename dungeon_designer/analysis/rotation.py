"""Find which steps are legal while rooms rotate, in the squares as drawn.

Everything on a room turns with it: its floor, the doors and walls inside it, and those on its own border. The squares
of the room keep their names. So a step found in some turn is a step between the same two squares of the drawn board,
and the steps of several turns can be combined.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Set
from dataclasses import dataclass
from functools import cached_property

import networkx as nx
from msgspec import Struct

from dungeon_designer.analysis.movement import StepsByKind, WalledFloor, build_graph, find_legal_steps, list_steps
from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.grid import (
    SIDES,
    Edge,
    Square,
    find_bounds,
    find_neighbour,
    list_block_squares,
    list_edges,
    normalise_edge,
    rotate_square,
)
from dungeon_designer.layout.model import RotatingRoom


class RotatingArea(Struct, frozen=True):
    """The floor of a rotating room.

    Attributes:
        squares: The squares of its sections, as drawn.
        corner: The upper left corner of their bounding box.
        size: The (width, height) of their bounding box.
    """

    squares: frozenset[Square]
    corner: Square
    size: tuple[int, int]

    @property
    def is_square(self) -> bool:
        """Whether the room is as wide as high and has no gaps, so that a quarter turn maps it onto itself."""
        width, height = self.size
        has_no_gaps = len(self.squares) == width * height
        return bool(self.squares) and width == height and has_no_gaps

    def rotate_square(self, square: Square, quarters: int) -> Square:
        """Return where a square of the room lies after some clockwise quarter turns; a square outside stays."""
        if square not in self.squares:
            return square
        (left, top), (x, y) = self.corner, square
        x, y = rotate_square((x - left, y - top), self.size, quarters)
        return x + left, y + top


@dataclass(frozen=True, slots=True)
class RotatedRoom:
    """A room and the squares around it as they lie after some quarter turns.

    Attributes:
        drawn_squares: For each square, the square of the drawing that now lies there.
        ground: The floor, walls and doors as they lie now.
    """

    drawn_squares: dict[Square, Square]
    ground: WalledFloor


def find_rotating_area(board: Board, machine: RotatingRoom) -> RotatingArea:
    """Return the floor of the sections that a rotating-room machine names. Unknown section ids are ignored."""
    return _combine_sections([section for section in board.sections if section.id in machine.sections])


def _combine_sections(sections: Iterable[BoardSection]) -> RotatingArea:
    """Return the floor of a rotating room that consists of these sections, with its bounding box."""
    squares = frozenset(square for section in sections for square in section.covered_squares)
    return RotatingArea(squares, *find_bounds(squares))


def find_rotating_rooms(board: Board) -> list[RotatingArea]:
    """Return each rotating room that can turn, once.

    A room can turn if its sections together fill a square block and share no square with another section.
    """
    id_sets = dict.fromkeys(
        frozenset(machine.sections) for machine in board.machines if isinstance(machine, RotatingRoom)
    )
    sections_by_id: dict[str, list[BoardSection]] = {}
    for section in board.sections:
        sections_by_id.setdefault(section.id, []).append(section)
    rooms = dict.fromkeys(
        _combine_sections([section for section_id in ids for section in sections_by_id.get(section_id, ())])
        for ids in id_sets
    )
    overlapping_squares = {square for square, _ in board.overlaps}
    return [room for room in rooms if room.is_square and room.squares.isdisjoint(overlapping_squares)]


class Rotation:
    """The legal steps of a board after each quarter turn of its rotating rooms.

    Only one room is turned at a time; all others lie as drawn.

    Args:
        board: The board as drawn.
        graph: The legal steps of that board.
        strict: Whether a diagonal step needs both squares beside it free.
        solid: The squares of obstacles that count as rock at the corner of a diagonal step.
    """

    def __init__(
        self, board: Board, graph: nx.Graph[Square], strict: bool, solid: Collection[Square] = frozenset()
    ) -> None:
        """Store the board with its step graph, and find the rooms that can rotate."""
        self._board, self._graph, self._strict, self._solid = board, graph, strict, solid
        self.rooms = find_rotating_rooms(board)

    def build_graph(self, room: RotatingArea, quarters: int) -> nx.Graph[Square]:
        """Return the step graph of the board after a room has turned by some clockwise quarters. O(N).

        The squares keep their names: a step is named by the squares of the drawing that it joins.
        """
        affected_squares = self.list_affected_squares(room)
        unaffected_steps = list_steps(self._graph, lambda a, b: a not in affected_squares or b not in affected_squares)
        return build_graph(self._graph.adj, unaffected_steps, self.find_steps(room, quarters))

    @cached_property
    def combined_graph(self) -> nx.Graph[Square]:
        """The graph of all steps that are legal on the board as drawn or after some quarter turn of one room.

        Players may wait until the room has turned, so together these steps tell what they can reach.
        """
        if not self.rooms:
            return self._graph
        rotated_steps = [self.find_steps(room, quarters) for room in self.rooms for quarters in (1, 2, 3)]
        # The steps of the drawing come last, so that their kind counts where only some positions have a door.
        return build_graph(self._graph.adj, *rotated_steps, list_steps(self._graph))

    def list_affected_squares(self, room: RotatingArea) -> set[Square]:
        """Return the floor squares of a room and of the ring one square wide around it.

        Steps farther away do not change when the room turns.
        """
        (left, top), (width, height) = room.corner, room.size
        return {
            square
            for square in list_block_squares((left - 1, top - 1), (width + 2, height + 2))
            if square in self._board
        }

    def rotate_room(self, room: RotatingArea, quarters: int) -> RotatedRoom:
        """Return the squares, walls and doors in and around a room after some clockwise quarter turns.

        The walls and doors on the room's border turn with it. Where none is drawn on the border, a wall stands if one
        of the two sections that now meet there is enclosed.
        """
        board = self._board
        # For each square after the rotation, the square of the drawing that lies there now.
        drawn_squares = {room.rotate_square(square, quarters): square for square in self.list_affected_squares(room)}
        state_by_edge = dict.fromkeys(_rotate_edges(board.walls, room, drawn_squares.keys(), quarters), "wall")
        state_by_edge |= dict.fromkeys(_rotate_edges(board.edge_doors, room, drawn_squares.keys(), quarters), "door")
        state_by_edge |= self._find_border_states(room, drawn_squares, quarters)
        walls = [edge for edge, state in state_by_edge.items() if state == "wall"]
        doors = [edge for edge, state in state_by_edge.items() if state == "door"]
        closed_doors = {
            rotated_square for rotated_square, square in drawn_squares.items() if square in board.closed_door_squares
        }
        solid = {rotated_square for rotated_square, square in drawn_squares.items() if square in self._solid}
        return RotatedRoom(drawn_squares, WalledFloor(drawn_squares, walls, doors, closed_doors, solid))

    def _find_border_states(
        self, room: RotatingArea, affected_squares: Collection[Square], quarters: int
    ) -> dict[Edge, str]:
        """Return what stands on each edge between a rotated room and the floor around it: "wall", "door" or "".

        Args:
            room: The room.
            affected_squares: The floor squares of the room and of the ring around it.
            quarters: The clockwise quarter turns of the room.
        """
        section_by_square = self._board.section_by_square
        state_by_edge: dict[Edge, str] = {}
        for square in room.squares:
            rotated_square = room.rotate_square(square, quarters)
            for side in SIDES:
                rotated_side = side.rotate(quarters)
                neighbour = find_neighbour(rotated_square, rotated_side)
                if neighbour not in affected_squares or neighbour in room.squares:
                    continue
                is_enclosed = section_by_square[square].enclosed or section_by_square[neighbour].enclosed
                drawn_state = self._drawn_state_by_edge.get(normalise_edge(square, side))
                default_state = "wall" if is_enclosed else ""
                state_by_edge[normalise_edge(rotated_square, rotated_side)] = drawn_state or default_state
        return state_by_edge

    @cached_property
    def _drawn_state_by_edge(self) -> dict[Edge, str]:
        """For each edge drawn as a wall or door, "wall" or "door", on the floor or off it.

        Where both are drawn, the door counts.
        """
        layout = self._board.layout
        walls = {edge: "wall" for wall in layout.walls for edge in list_edges(wall.at, wall.side, wall.width)}
        doors = {edge: "door" for door in layout.doors for edge in list_edges(door.at, door.side, door.width)}
        return walls | doors

    def find_steps(self, room: RotatingArea, quarters: int) -> StepsByKind:
        """Return the legal steps in a turned room and around it, by kind, named by the squares of the drawing."""
        rotated_room = self.rotate_room(room, quarters)
        drawn_squares = rotated_room.drawn_squares
        walkable_squares = {rotated for rotated, drawn in drawn_squares.items() if drawn in self._graph}
        steps = find_legal_steps(rotated_room.ground, walkable_squares, self._strict)
        return {
            kind: [(drawn_squares[start], drawn_squares[end]) for start, end in pairs] for kind, pairs in steps.items()
        }


def _rotate_edges(
    edges: Iterable[Edge], room: RotatingArea, affected_squares: Set[Square], quarters: int
) -> Iterator[Edge]:
    """Yield the edges inside a room where they lie after its rotation, and those around it unchanged.

    Edges on the border of the room are left out, since they join a square that turns to one that does not.
    """
    for square, side in edges:
        neighbour = find_neighbour(square, side)
        if square in room.squares and neighbour in room.squares:
            yield normalise_edge(room.rotate_square(square, quarters), side.rotate(quarters))
        elif room.squares.isdisjoint((square, neighbour)) and {square, neighbour} <= affected_squares:
            yield square, side
