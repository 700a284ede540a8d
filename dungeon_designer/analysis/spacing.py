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

_Cell = tuple[int, int]
_Cells = dict[_Cell, dict[int, list[Square]]]

_AHEAD = ((0, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
"""A cell itself and the four neighbours after it: each two cells are met once."""

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
    things: Sequence[Sequence[Square]], least: int, measure: DistanceBetween = in_squares, most: int = 0
) -> list[Near]:
    """Each two things nearer than `least`, by their numbers; it stops after `most` pairs (0: never).

    >>> near_pairs([[(0, 0)], [(3, 1)], [(9, 0)]], 5)
    [Near(first=0, second=1, distance=3, squares=((0, 0), (3, 1)))]
    """
    cells = _cells(things, least)
    found: dict[tuple[int, int], _Meeting] = {}
    for cell, here in cells.items():
        for there in _cells_at(cells, cell, _AHEAD):
            for first, second in _rivals(here, there):
                meeting = _meet(here[first], there[second], least, measure)
                if meeting is not None:
                    _keep(found, first, second, meeting)
                if 0 < most < len(found):
                    return _sorted(found)
    return _sorted(found)


def near_squares(
    squares: Sequence[Square], others: Sequence[Square], least: int, measure: DistanceBetween
) -> Iterator[Near]:
    """Each of some squares with each of the others that is nearer than `least`, in the order given."""
    numbers: dict[Square, list[int]] = defaultdict(list)
    for number, other in enumerate(others):
        numbers[other].append(number)
    cells = _cells([[other] for other in numbers], least)
    for first, square in enumerate(squares):
        cell = square[0] // least, square[1] // least
        around = (at for there in _cells_at(cells, cell, _AROUND) for one in there.values() for at in one)
        near = [
            (n, apart) for at in around if (apart := _apart(square, at, least, measure)) < least for n in numbers[at]
        ]
        for second, apart in sorted(near):
            yield Near(first, second, apart, (square, others[second]))


class _Meeting(NamedTuple):
    """How near two things come, and the squares of each where they do."""

    distance: int
    ones: set[Square]
    others: set[Square]


def _cells(things: Sequence[Sequence[Square]], least: int) -> _Cells:
    cells: _Cells = defaultdict(lambda: defaultdict(list))
    for number, thing in enumerate(things):
        for x, y in thing:
            cells[x // least, y // least][number].append((x, y))
    return cells


def _cells_at(cells: _Cells, cell: _Cell, around: Sequence[_Cell]) -> Iterator[dict[int, list[Square]]]:
    for dx, dy in around:
        there = cells.get((cell[0] + dx, cell[1] + dy))
        if there is not None:
            yield there


def _rivals(here: dict[int, list[Square]], there: dict[int, list[Square]]) -> Iterator[tuple[int, int]]:
    """Each two different things of two cells, once when the cells are the same."""
    for first in here:
        for second in there:
            if first < second or (first > second and here is not there):
                yield first, second


def _meet(ones: Sequence[Square], others: Sequence[Square], least: int, measure: DistanceBetween) -> _Meeting | None:
    """Where two things come nearest, if that is below `least`."""
    best, pairs = least, []
    for a in ones:
        for b in others:
            apart = _apart(a, b, best + 1, measure)
            if apart < best:
                best, pairs = apart, [(a, b)]
            elif apart == best < least:
                pairs.append((a, b))
    return _Meeting(best, {a for a, _ in pairs}, {b for _, b in pairs}) if pairs else None


def _apart(a: Square, b: Square, least: int, measure: DistanceBetween) -> int:
    """The distance by `measure`, which is never below the one in squares and may be costly."""
    apart = distance(a, b)
    return apart if measure is in_squares or apart >= least else measure(a, b, least)


def _keep(found: dict[tuple[int, int], _Meeting], first: int, second: int, meeting: _Meeting) -> None:
    """The nearest meeting of two things, those of other cells joined to it where they are as near."""
    if first > second:
        first, second, meeting = second, first, _Meeting(meeting.distance, meeting.others, meeting.ones)
    old = found.get((first, second))
    if old is None or meeting.distance < old.distance:
        found[first, second] = meeting
    elif meeting.distance == old.distance:
        old.ones.update(meeting.ones)
        old.others.update(meeting.others)


def _sorted(found: dict[tuple[int, int], _Meeting]) -> list[Near]:
    return [Near(*pair, meeting.distance, _places(meeting)) for pair, meeting in sorted(found.items())]


def _places(meeting: _Meeting) -> tuple[Square, ...]:
    ordered = (*sorted(meeting.ones, key=row_major), *sorted(meeting.others, key=row_major))
    return tuple(dict.fromkeys(ordered))
