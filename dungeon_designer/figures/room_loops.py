"""Count the routes around rooms: loops that lead around rock or walls of the size of a room, and not around pillars.

The figure `loops` counts every hole in the floor, also pillars, pools and furniture. A coach who speaks of a way round
means another route between rooms.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from dungeon_designer.board.model import Board
from dungeon_designer.grid import SIDES, Side, Square, find_bounds, find_neighbour, normalise_edge

MIN_LENGTH, MIN_WIDTH = 4, 1
"""The least size in squares of rock or walls around which a route between sections leads; pillars are smaller."""
MIN_SIZE_IN_SECTION = 6
"""The least length and width of rock or walls that lie within one section: a map may have a single section."""

_CORNERS_BY_SIDE = {
    Side.NORTH: ((0, 0), (1, 0)),
    Side.EAST: ((1, 0), (1, 1)),
    Side.SOUTH: ((0, 1), (1, 1)),
    Side.WEST: ((0, 0), (0, 1)),
}
"""The two corners at the ends of each side of a square, relative to its upper left corner."""


class _Barrier(NamedTuple):
    """A connected line of rock and walls along one area of floor.

    Attributes:
        corners: the corners of squares on the line, as (x, y) of the square southeast of each.
        section_ids: the sections whose floor lies along it.
    """

    corners: frozenset[Square]
    section_ids: frozenset[str]

    @property
    def is_room_sized(self) -> bool:
        """Whether a route around it is one around rooms or rock, and not around a pillar or a screen."""
        _, (corner_columns, corner_rows) = find_bounds(self.corners)
        short_side, long_side = sorted((corner_columns - 1, corner_rows - 1))
        if len(self.section_ids) > 1:
            return long_side >= MIN_LENGTH and short_side >= MIN_WIDTH
        return short_side >= MIN_SIZE_IN_SECTION


def count_room_loops(board: Board) -> int:
    """Return how many independent routes lead around rooms, or around rock between rooms.

    Doors are open, and obstacles and liquids are floor. Routes through portals do not count.
    """
    return sum(barrier.is_room_sized for area in _list_areas(board) for barrier in _list_inner_barriers(board, area))


def _list_areas(board: Board) -> Iterator[set[Square]]:
    """Yield the areas of floor between which no route leads on foot."""
    unvisited = set(board.section_by_square)
    while unvisited:
        area, pending = set[Square](), [unvisited.pop()]
        while pending:
            square = pending.pop()
            area.add(square)
            for side in SIDES:
                neighbour = find_neighbour(square, side)
                if neighbour in unvisited and normalise_edge(square, side) not in board.walls:
                    unvisited.remove(neighbour)
                    pending.append(neighbour)
        yield area


def _list_inner_barriers(board: Board, area: set[Square]) -> list[_Barrier]:
    """Return the barriers along an area of floor, without the one that surrounds the whole area."""
    neighbours, section_ids = defaultdict[Square, set[Square]](set), defaultdict[Square, set[str]](set)
    for square in area:
        x, y = square
        for side in SIDES:
            if find_neighbour(square, side) in area and normalise_edge(square, side) not in board.walls:
                continue
            first, last = ((x + dx, y + dy) for dx, dy in _CORNERS_BY_SIDE[side])
            neighbours[first].add(last)
            neighbours[last].add(first)
            section_ids[first].add(board.section_by_square[square].id)
            section_ids[last].add(board.section_by_square[square].id)
    outer_corner = min(area)  # the upper left corner of a leftmost square
    unvisited, barriers = set(neighbours), list[_Barrier]()
    while unvisited:
        corners, pending = set[Square](), [unvisited.pop()]
        while pending:
            corner = pending.pop()
            corners.add(corner)
            pending += neighbours[corner] & unvisited
            unvisited -= neighbours[corner]
        if outer_corner not in corners:
            ids = frozenset().union(*(section_ids[corner] for corner in corners))
            barriers.append(_Barrier(frozenset(corners), ids))
    return barriers
