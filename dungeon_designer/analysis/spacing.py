"""Which things lie too near each other, and where they come nearest.

A thing is the squares it covers. Squares are sorted into cells as wide as the distance asked for, so that only things
in the same or neighbouring cells are compared: O(n) for things that keep their distance. Two things in one cell
are too near by themselves, so stopping at `most` pairs keeps even a crowd of a hundred thousand linear.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from dungeon_designer.grid import Square, distance, row_major

DistanceBetween = Callable[[Square, Square, int], int]
"""The distance of two squares, exact where it is below the third argument, and anything not below it elsewhere."""

_AROUND = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1))


class Near(NamedTuple):
    """Two things too near: their numbers, their distance, and the squares of each that are at that distance."""

    first: int
    second: int
    distance: int
    squares: tuple[Square, ...]


def in_squares(a: Square, b: Square, least: int) -> int:
    """The distance as the game counts squares, walls ignored."""
    return distance(a, b)


def near_pairs(
    things: Sequence[Sequence[Square]],
    least: int,
    measure: DistanceBetween = in_squares,
    most: int = 0,
    others: Sequence[Sequence[Square]] | None = None,
) -> list[Near]:
    """Each two things nearer than `least`, by their numbers; a little more than `most` pairs at the most (0: all).

    With `others` each thing is compared with each of those, which have numbers of their own.

    >>> near_pairs([[(0, 0)], [(3, 1)], [(9, 0)]], 5)
    [Near(first=0, second=1, distance=3, squares=((0, 0), (3, 1)))]
    """
    cells: dict[Square, list[tuple[int, Square]]] = defaultdict(list)
    for number, squares in enumerate(things if others is None else others):
        for x, y in squares:
            cells[x // least, y // least].append((number, (x, y)))
    found: list[Near] = []
    for first, squares in enumerate(things):
        found += _near(first, squares, cells, least, measure, after=first if others is None else -1)
        if 0 < most < len(found):
            break
    return found


def _near(
    first: int,
    squares: Sequence[Square],
    cells: dict[Square, list[tuple[int, Square]]],
    least: int,
    measure: DistanceBetween,
    after: int,
) -> Iterator[Near]:
    """The things numbered above `after` that one thing is too near to, in the order of their numbers."""
    nearest: dict[int, tuple[int, set[Square], set[Square]]] = {}
    for a in squares:
        x, y = a[0] // least, a[1] // least
        for second, b in (each for dx, dy in _AROUND for each in cells.get((x + dx, y + dy), ()) if each[0] > after):
            best = nearest[second][0] if second in nearest else least
            apart = distance(a, b)  # never above the one by `measure`, which may be costly
            if 0 < apart <= best and measure is not in_squares:
                apart = measure(a, b, best + 1)
            if apart < best:
                nearest[second] = apart, {a}, {b}
            elif apart == best < least:
                nearest[second][1].add(a)
                nearest[second][2].add(b)
    for second, (apart, ones, others) in sorted(nearest.items()):
        ordered = (*sorted(ones, key=row_major), *sorted(others, key=row_major))
        yield Near(first, second, apart, tuple(dict.fromkeys(ordered)))
