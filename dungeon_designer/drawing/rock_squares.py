"""Which squares of rock lie close to the floor: with arrays, for a large dungeon has tens of thousands of squares.

Squares are numbers that rise row by row, with room for some squares around the floor.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dungeon_designer.grid import Square

Numbers = npt.NDArray[np.int64]

_ROOM = 8
_ROW = 1 << 15
_AROUND = np.array([dy * _ROW + dx for dy in (-1, 0, 1) for dx in (-1, 0, 1)])


def numbered(x: npt.NDArray[np.integer], y: npt.NDArray[np.integer]) -> Numbers:
    """The number of each square (x, y); of squares in rows they rise."""
    numbers: Numbers = (y.astype(np.int64) + _ROOM) * _ROW + x + _ROOM
    return numbers


def coordinates(squares: Numbers) -> tuple[Numbers, Numbers]:
    """The x and the y of each square."""
    y, x = np.divmod(squares, _ROW)
    return x - _ROOM, y - _ROOM


def places(squares: Numbers) -> list[Square]:
    """The squares as (x, y), column by column."""
    x, y = coordinates(squares)
    order = np.lexsort((y, x))
    return list(zip(x[order].tolist(), y[order].tolist(), strict=True))


def joined(*parts: Numbers) -> Numbers:
    """Rising numbers together, each once, rising."""
    numbers = np.sort(np.concatenate(parts), kind="stable")  # which finds the runs that rise already
    once: Numbers = numbers[np.diff(numbers, prepend=-1) != 0]
    return once


def without(squares: Numbers, others: Numbers) -> Numbers:
    """Squares that are not among others, which rise."""
    if not len(others):
        return squares
    left: Numbers = squares[others[np.searchsorted(others, squares) % len(others)] != squares]
    return left


def around(squares: Numbers) -> Numbers:
    """Some squares, which rise, and all that touch one of them."""
    return joined(*(squares + step for step in _AROUND))


def touching(squares: Numbers, others: Numbers) -> Numbers:
    """How many of some others each square touches, itself among them."""
    count: Numbers = np.isin(squares[:, None] + _AROUND, others).sum(axis=1)
    return count


def pockets(floor: Numbers) -> Numbers:
    """Rock squares with floor close by on two opposite sides, and the slits these leave: too narrow to stay bare."""
    found = _between(floor, 3)
    return joined(found, _between(joined(found, floor), 2)) if len(found) else found


def enclosed_by(squares: Numbers, widest: int) -> Numbers:
    """The squares that lie in gaps of a set both ways, at most `widest` across: what it encloses, or nearly does."""
    return np.intersect1d(_gaps(squares, widest), _turned(_gaps(np.sort(_turned(squares)), widest)))


def _between(squares: Numbers, widest: int) -> Numbers:
    """The squares of straight gaps in a set, at most `widest` across."""
    across = _gaps(squares, widest)
    down = np.sort(_turned(_gaps(np.sort(_turned(squares)), widest)))
    return joined(across, down)


def _turned(squares: Numbers) -> Numbers:
    """The squares with x and y exchanged."""
    y, x = np.divmod(squares, _ROW)
    turned: Numbers = x * _ROW + y
    return turned


def _gaps(rising: Numbers, widest: int) -> Numbers:
    """The numbers between two that follow each other, at most `widest` of them."""
    free = np.diff(rising) - 1
    at = np.flatnonzero((free > 0) & (free <= widest))
    many = free[at]
    steps = np.arange(many.sum()) - np.repeat(np.cumsum(many) - many, many) + 1
    found: Numbers = np.repeat(rising[at], many) + steps
    return found
