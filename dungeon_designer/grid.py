"""Squares of the grid, the edges between squares, and what rotating and flipping does to both.

x counts to the right and y down, both from 0. Rotations are quarter turns clockwise, as seen on the map. Every other
package computes with these functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import Any

Square = tuple[int, int]
"""A square of the grid as (x, y)."""

Size = tuple[int, int]
"""A (width, height) in squares."""

MAX_COORDINATE = 9999
"""The largest x or y that a dungeon may use."""


class Side(StrEnum):
    """One of the four sides of a square, as a compass direction."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"

    __hash__ = str.__hash__  # an enum's own hash is a slow Python method, and each lookup in a set of edges calls it

    @property
    def step(self) -> Square:
        """The vector (dx, dy) to the neighbouring square on this side."""
        return _STEPS[self]

    @property
    def opposite(self) -> Side:
        """The side on the other end of the square."""
        return _OPPOSITES[self]

    def rotate(self, quarters: int, flip: bool = False) -> Side:
        """Return the side that this side becomes when its square is flipped and then rotated.

        Args:
            quarters: clockwise quarter turns; negative ones go counterclockwise.
            flip: whether left and right are exchanged first.

        >>> Side.NORTH.rotate(1)
        <Side.EAST: 'east'>
        >>> Side.EAST.rotate(0, flip=True)
        <Side.WEST: 'west'>
        """
        index = SIDES.index(self)
        if flip:
            index = -index  # north and south keep their places; east and west are exchanged
        return SIDES[(index + quarters) % 4]


SIDES = (Side.NORTH, Side.EAST, Side.SOUTH, Side.WEST)
"""The four sides clockwise from north. Arrays that have an entry per side use this order."""

_STEPS = {Side.NORTH: (0, -1), Side.EAST: (1, 0), Side.SOUTH: (0, 1), Side.WEST: (-1, 0)}
_OPPOSITES = {side: side.rotate(2) for side in SIDES}

DIRECTIONS: tuple[Square, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight steps (dx, dy) to neighbouring squares, clockwise from north. Arrays of neighbours use this order."""

Edge = tuple[Square, Side]
"""The edge on one side of a square. `normalise_edge` gives each edge a standard form."""


def find_neighbour(square: Square, side: Side) -> Square:
    """Return the square next to a square, on one of its sides."""
    dx, dy = _STEPS[side]  # the property `step` would cost another call; a check makes hundreds of thousands
    return square[0] + dx, square[1] + dy


def normalise_edge(square: Square, side: Side) -> Edge:
    """Return the standard form of an edge, so that equal edges are equal values in sets and dictionaries.

    Two squares share each edge, so that it can be written in two ways: the east side of a square is the west side of
    its neighbour. The standard form names the northern or western of the two squares, and its south or east side.

    >>> normalise_edge((3, 4), Side.WEST)
    ((2, 4), <Side.EAST: 'east'>)
    """
    if side in (Side.NORTH, Side.WEST):
        return find_neighbour(square, side), side.opposite
    return square, side


def list_edges(start: Square, side: Side, width: int) -> list[Edge]:
    """Return `width` edges in a straight row, such as those of a wall, each in the standard form of `normalise_edge`.

    Args:
        start: the first square; the first edge lies on one of its sides.
        side: that side. A row on a north or south side goes to the right, on an east or west side down.
        width: how many edges.

    >>> list_edges((0, 0), Side.EAST, 2)
    [((0, 0), <Side.EAST: 'east'>), ((0, 1), <Side.EAST: 'east'>)]
    """
    dx, dy = (1, 0) if side in (Side.NORTH, Side.SOUTH) else (0, 1)
    return [normalise_edge((start[0] + i * dx, start[1] + i * dy), side) for i in range(width)]


def measure_distance(a: Square, b: Square) -> int:
    """Return the distance of two squares as the board game counts it: the larger of the x and y differences.

    >>> measure_distance((0, 0), (3, 1))
    3
    """
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def list_block_squares(corner: Square, size: Size) -> list[Square]:
    """Return the squares of a rectangle, row by row, from its upper left corner and its size."""
    return [(corner[0] + x, corner[1] + y) for y in range(size[1]) for x in range(size[0])]


def rotate_size(size: Size, quarters: int) -> Size:
    """Return the size of a rectangle after some quarter turns. An odd number exchanges width and height."""
    return size if quarters % 2 == 0 else (size[1], size[0])


def rotate_square(square: Square, size: Size, quarters: int, flip: bool = False) -> Square:
    """Return where a square of a rectangle lies when the rectangle is flipped and then rotated clockwise.

    Args:
        square: the square, counted from the upper left corner of the rectangle.
        size: the size of the rectangle before rotation.
        quarters: clockwise quarter turns.
        flip: whether left and right are exchanged first.

    Returns:
        The square, counted from the upper left corner of the rotated rectangle.

    >>> rotate_square((0, 0), (3, 2), 1)
    (1, 0)
    """
    x, y = square
    width, height = size
    if flip:
        x = width - 1 - x
    for _ in range(quarters % 4):
        x, y = height - 1 - y, x
        width, height = height, width
    return x, y


@lru_cache(maxsize=256)
def normalise_shape(squares: tuple[Square, ...]) -> tuple[Any, ...]:
    """Return a value that is equal for equal shapes, however they are placed, rotated or flipped.

    For a rectangle the value is (shorter side, longer side). Any other shape is rotated and flipped in all eight ways;
    the value is the smallest of the eight sorted tuples of squares.

    >>> normalise_shape(((3, 0), (3, 1), (3, 2))), normalise_shape(((0, 0), (1, 0), (0, 1)))
    ((1, 3), ((0, 0), (0, 1), (1, 0)))
    """
    size = find_bounds(squares)[1]
    if len(squares) == size[0] * size[1]:
        return min(size), max(size)
    return min(tuple(sorted(oriented_squares)) for oriented_squares in orient_shape(squares))


def orient_shape(squares: Iterable[Square], flips: Iterable[bool] = (False, True)) -> Iterator[tuple[Square, ...]]:
    """Yield the squares of a shape in each orientation, the given one first; equal orientations are yielded again.

    Each is moved so that its bounding box begins at (0, 0). Its squares are in the order of the given ones.

    Args:
        squares: the squares.
        flips: which halves of the eight orientations: unflipped ones (False), flipped ones (True), or both.

    >>> list(orient_shape([(3, 5), (4, 5)], flips=[False]))
    [((0, 0), (1, 0)), ((0, 0), (0, 1)), ((1, 0), (0, 0)), ((0, 1), (0, 0))]
    """
    all_squares = tuple(squares)
    (left, top), size = find_bounds(all_squares)
    relative_squares = [(x - left, y - top) for x, y in all_squares]
    for flip, quarters in product(flips, range(4)):
        yield tuple(rotate_square(square, size, quarters, flip) for square in relative_squares)


def find_bounds(squares: Iterable[Square]) -> tuple[Square, Size]:
    """Return the smallest rectangle that holds the squares, as (upper left corner, size).

    Without squares the result is ((0, 0), (0, 0)).

    >>> find_bounds([(3, 4), (5, 4)])
    ((3, 4), (3, 1))
    """
    points = list(squares)
    if not points:
        return (0, 0), (0, 0)
    columns, rows = zip(*points, strict=True)
    left, top = min(columns), min(rows)
    return (left, top), (max(columns) - left + 1, max(rows) - top + 1)


def find_connected_groups(squares: Iterable[Square]) -> Iterator[list[Square]]:
    """Yield the groups of squares that are connected by common edges.

    Each group is sorted by row; the groups come in the order of their first squares.

    >>> list(find_connected_groups([(0, 0), (2, 0), (1, 0), (0, 2)]))
    [[(0, 0), (1, 0), (2, 0)], [(0, 2)]]
    """
    unvisited = set(squares)
    for start in sorted(unvisited, key=rank_by_row):
        if start in unvisited:
            unvisited.remove(start)
            group = [start]
            for x, y in group:  # the group grows while it is walked through
                new_squares = unvisited.intersection(((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)))
                unvisited -= new_squares
                group += new_squares
            yield sorted(group, key=rank_by_row)


def rank_by_row(square: Square) -> tuple[int, int]:
    """Return the sort key that orders squares by row, then by column."""
    return square[1], square[0]
