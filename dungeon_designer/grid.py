"""The squares of the grid, the edges between them, and what turning does to both.

x runs to the right, y down, both from 0. A quarter turn goes clockwise as seen on the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import Any

Square = tuple[int, int]
"""One cell of the grid, (x, y)."""

Size = tuple[int, int]
"""(width, height) in squares."""

LIMIT = 9999
"""The largest coordinate a layout may use."""


class Side(StrEnum):
    """One of the four sides of a square."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"

    __hash__ = str.__hash__  # an enum's own is Python's, and every look into a set of edges asks for it

    @property
    def step(self) -> Square:
        """The vector to the neighbour on this side."""
        return _STEPS[self]

    @property
    def opposite(self) -> Side:
        """The side across the square."""
        return self.turned(2)

    def turned(self, quarters: int, flip: bool = False) -> Side:
        """This side after a left-right mirror (if `flip`), then so many clockwise quarter turns.

        >>> Side.NORTH.turned(1)
        <Side.EAST: 'east'>
        """
        index = SIDES.index(self)
        return SIDES[((-index if flip else index) + quarters) % 4]


SIDES = (Side.NORTH, Side.EAST, Side.SOUTH, Side.WEST)
"""The order every array of edges keeps."""

_STEPS = {Side.NORTH: (0, -1), Side.EAST: (1, 0), Side.SOUTH: (0, 1), Side.WEST: (-1, 0)}

DIRECTIONS: tuple[Square, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight steps clockwise from north: the order every array of neighbours keeps."""

Edge = tuple[Square, Side]
"""The border of a square; `edge` names each border one way only."""


def neighbour(square: Square, side: Side) -> Square:
    """The square across one side."""
    dx, dy = side.step
    return square[0] + dx, square[1] + dy


def edge(square: Square, side: Side) -> Edge:
    """The one name of a border: seen from its northern or western square.

    >>> edge((3, 4), Side.WEST)
    ((2, 4), <Side.EAST: 'east'>)
    """
    if side in (Side.NORTH, Side.WEST):
        return neighbour(square, side), side.opposite
    return square, side


def edge_run(at: Square, side: Side, width: int) -> list[Edge]:
    """`width` borders in a row from `at`: going right on a north or south side, down on an east or west one."""
    dx, dy = (1, 0) if side in (Side.NORTH, Side.SOUTH) else (0, 1)
    return [edge((at[0] + i * dx, at[1] + i * dy), side) for i in range(width)]


def distance(a: Square, b: Square) -> int:
    """Squares apart as the game counts them: the larger of the two differences.

    >>> distance((0, 0), (3, 1))
    3
    """
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def block(at: Square, size: Size) -> list[Square]:
    """The squares of a rectangle, row by row."""
    return [(at[0] + x, at[1] + y) for y in range(size[1]) for x in range(size[0])]


def turned_size(size: Size, quarters: int) -> Size:
    """A rectangle's size after so many quarter turns."""
    return size if quarters % 2 == 0 else (size[1], size[0])


def turned_square(square: Square, size: Size, quarters: int, flip: bool = False) -> Square:
    """Where a square of a rectangle of `size` lands when the rectangle is mirrored, then turned clockwise.

    The result is counted from the turned rectangle's own upper left corner.

    >>> turned_square((0, 0), (3, 2), 1)
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
def shape_of(squares: tuple[Square, ...]) -> tuple[Any, ...]:
    """What is the same of squares in any turn, mirrored or not: a rectangle's sides, else the first of all turns.

    >>> shape_of(((3, 0), (3, 1), (3, 2))), shape_of(((0, 0), (1, 0), (0, 1)))
    ((1, 3), ((0, 0), (0, 1), (1, 0)))
    """
    (left, top), size = bounds(squares)
    if len(squares) == size[0] * size[1]:
        return min(size), max(size)
    moved = [(x - left, y - top) for x, y in squares]
    return min(tuple(sorted(turned_square(at, size, *way) for at in moved)) for way in product(range(4), (False, True)))


def bounds(squares: Iterable[Square]) -> tuple[Square, Size]:
    """The smallest rectangle that holds the squares, as its corner and size; ((0, 0), (0, 0)) for none."""
    points = list(squares)
    if not points:
        return (0, 0), (0, 0)
    across, down = [x for x, _ in points], [y for _, y in points]
    left, top = min(across), min(down)
    return (left, top), (max(across) - left + 1, max(down) - top + 1)


def groups(squares: Iterable[Square]) -> Iterator[list[Square]]:
    """The orthogonally connected groups of some squares, each sorted by row, the groups by their first square."""
    left = set(squares)
    for start in sorted(left, key=row_major):
        if start in left:
            left.remove(start)
            group = [start]
            for x, y in group:
                more = left.intersection(((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)))
                left -= more
                group += more
            yield sorted(group, key=row_major)


def row_major(square: Square) -> tuple[int, int]:
    """Sort key: by row, then by column."""
    return square[1], square[0]
