"""Find which objects lie too near each other, and where they come nearest.

An object is the squares that it covers. Squares are sorted into cells as wide as the distance to keep, so only
objects in the same or adjacent cells are compared: O(n) for objects that keep their distance. Two objects in one cell
are too near in any case, so stopping at `max_pairs` keeps even a crowd of a hundred thousand linear.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dungeon_designer.grid import Square, measure_distance, rank_by_row

DistanceBetween = Callable[[Square, Square, int], int]
"""A function that measures the distance of two squares, up to a limit.

Its third argument is the limit: a smaller distance must be exact, any other may be any number from the limit on.
"""

_CELL_OFFSETS = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1))
"""The offsets of a cell and its eight neighbours."""


class NearPair(NamedTuple):
    """Two objects that are too near each other.

    Attributes:
        first: The index of the first object.
        second: The index of the second object, in the second list if two lists are compared.
        distance: Their distance.
        squares: The squares of both objects that are at that distance from each other.
    """

    first: int
    second: int
    distance: int
    squares: tuple[Square, ...]


def count_squares_between(first: Square, second: Square, limit: int) -> int:
    """Return the distance of two squares as if there were no walls: the larger of the x and y differences.

    It has the parameters of `DistanceBetween`, a function that may also measure on foot and stop at a limit. Here
    `limit` has no effect.
    """
    return measure_distance(first, second)


def find_near_pairs(
    objects: Sequence[Sequence[Square]],
    min_distance: int,
    measure: DistanceBetween = count_squares_between,
    max_pairs: int = 0,
    other_objects: Sequence[Sequence[Square]] | None = None,
) -> list[NearPair]:
    """Return the pairs of objects that are nearer to each other than `min_distance`, by index.

    An object is the squares that it covers.

    Args:
        objects: The squares of each object.
        min_distance: The distance to keep.
        measure: The function that measures distances.
        max_pairs: The search stops soon after this many pairs; 0 finds all.
        other_objects: If given, each object is compared with each of these, which have indices of their own.

    >>> find_near_pairs([[(0, 0)], [(3, 1)], [(9, 0)]], 5)
    [NearPair(first=0, second=1, distance=3, squares=((0, 0), (3, 1)))]
    """
    cells: dict[Square, list[tuple[int, Square]]] = defaultdict(list)
    for index, squares in enumerate(objects if other_objects is None else other_objects):
        for x, y in squares:
            cells[x // min_distance, y // min_distance].append((index, (x, y)))
    pairs: list[NearPair] = []
    for first, squares in enumerate(objects):
        min_index = first if other_objects is None else -1  # in one list, each pair is found only once
        pairs += _find_near_objects(first, squares, cells, min_distance, measure, min_index)
        if 0 < max_pairs < len(pairs):
            break
    return pairs


@dataclass
class _NearestSquares:
    """The squares of two objects that are nearest to each other, as far as they have been compared.

    Attributes:
        distance: The distance of these squares.
        first_squares: Those of the first object.
        second_squares: Those of the second object.
    """

    distance: int
    first_squares: set[Square]
    second_squares: set[Square]


def _find_near_objects(
    first: int,
    squares: Sequence[Square],
    cells: dict[Square, list[tuple[int, Square]]],
    min_distance: int,
    measure: DistanceBetween,
    min_index: int,
) -> Iterator[NearPair]:
    """Yield a pair for each object that lies too near to one given object, by index.

    Args:
        first: The index of the given object.
        squares: The squares of the given object.
        cells: The squares of all other objects, each with its object's index, by cell. A cell is a block of squares as
            wide as `min_distance`, so only adjacent cells need to be searched.
        min_distance: The distance to keep, which is also the width of a cell.
        measure: The function that measures distances.
        min_index: Objects up to this index are skipped, so that no pair is found twice; -1 skips none.
    """
    nearest_by_object: dict[int, _NearestSquares] = {}
    for square in squares:
        for second, other_square in _list_nearby_entries(square, cells, min_distance):
            if second <= min_index:
                continue
            nearest = nearest_by_object.get(second)
            best_distance = nearest.distance if nearest else min_distance
            distance = _measure_up_to(best_distance, square, other_square, measure)
            if distance < best_distance:
                nearest_by_object[second] = _NearestSquares(distance, {square}, {other_square})
            elif nearest and distance == best_distance:
                nearest.first_squares.add(square)
                nearest.second_squares.add(other_square)
    for second, nearest in sorted(nearest_by_object.items()):
        first_squares = sorted(nearest.first_squares, key=rank_by_row)
        second_squares = sorted(nearest.second_squares, key=rank_by_row)
        # One square may belong to both objects.
        yield NearPair(first, second, nearest.distance, tuple(dict.fromkeys((*first_squares, *second_squares))))


def _measure_up_to(best_distance: int, square: Square, other_square: Square, measure: DistanceBetween) -> int:
    """Return the distance of two squares by `measure`, or some number above `best_distance` if it is above that.

    The distance without walls is tried first: it is never greater, and `measure` may have to search for a route.
    """
    distance = measure_distance(square, other_square)
    # A square is 0 apart from itself by any measure.
    if 0 < distance <= best_distance and measure is not count_squares_between:
        return measure(square, other_square, best_distance + 1)
    return distance


def _list_nearby_entries(
    square: Square, cells: dict[Square, list[tuple[int, Square]]], cell_width: int
) -> Iterator[tuple[int, Square]]:
    """Yield what lies in the cell of a square and the eight cells around it: an object's index and one of its squares.

    A cell is a block of `cell_width` x `cell_width` squares. Cell (0, 0) begins at square (0, 0).
    """
    cell_x, cell_y = square[0] // cell_width, square[1] // cell_width
    for dx, dy in _CELL_OFFSETS:
        yield from cells.get((cell_x + dx, cell_y + dy), ())
