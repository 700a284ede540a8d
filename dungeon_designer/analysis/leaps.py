"""Find the leaps across a hazard that the marked edges of a dungeon allow, as on the platforms of brawl-2013."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from dungeon_designer.board.model import Board
from dungeon_designer.grid import Side, Square, find_neighbour, list_edges, normalise_edge
from dungeon_designer.layout.model import LeapEdge


def list_leap_starts(board: Board, leap_edge: LeapEdge) -> list[tuple[Square, Side] | None]:
    """Return for each edge of a row of leap edges the square to leap from and the direction of the leap.

    A leap edge is marked in the dungeon file: from it, players may leap over a hazard such as a chasm. The item is None
    if the edge does not have a hazard on one side and walkable floor on the other, or is a wall.
    """
    edges = list_edges(leap_edge.at, leap_edge.side, leap_edge.width)
    return [_find_leap_start(board, square, side) for square, side in edges]


def _find_leap_start(board: Board, square: Square, side: Side) -> tuple[Square, Side] | None:
    """Return from which of the two squares at an edge one leaps across it, and in which direction; None if from none.

    One leaps from a walkable square if a hazard, such as a chasm, is on the other side and no wall is between them.
    """
    opposite_square = find_neighbour(square, side)
    if normalise_edge(square, side) in board.walls:
        return None
    if square in board.walkable_squares and opposite_square in board.hazard_squares:
        return square, side
    if opposite_square in board.walkable_squares and square in board.hazard_squares:
        return opposite_square, side.opposite
    return None


def list_leaps(
    board: Board, leap_edge: LeapEdge, standing_squares: Collection[Square]
) -> Iterator[tuple[Square, Square]]:
    """Yield each leap across one hazard square that a marked row of edges allows, as (start square, landing square).

    `standing_squares` are the squares on which a player may end a move.
    """
    # A start is None for an edge of the row from which nobody can leap; `filter` leaves these out.
    for square, direction in filter(None, list_leap_starts(board, leap_edge)):
        if has_landing(board, standing_squares, square, direction):
            yield square, find_landing(square, direction)


def find_landing(square: Square, direction: Side) -> Square:
    """Return the square two squares away in a direction, where a leap lands.

    A leap is a jump from a marked edge over one hazard square, such as a chasm.
    """
    return find_neighbour(find_neighbour(square, direction), direction)


def has_landing(board: Board, standing_squares: Collection[Square], square: Square, direction: Side) -> bool:
    """Return whether a player on `square` can land on the square two squares away in the direction.

    That square must be one to stand on, and no wall may stand between it and the hazard square in the middle.
    """
    hazard_square = find_neighbour(square, direction)
    return (
        normalise_edge(hazard_square, direction) not in board.walls
        and find_landing(square, direction) in standing_squares
    )
