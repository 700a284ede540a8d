"""Where words fit into an area of squares without lying on anything, as large as they can be.

The area is a raster of cells a fraction of a square wide. Whatever meets a cell takes it; words are tried at every cell
where they lie on none that is taken, and stand where they hide least and are nearest to the middle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import Any

import numpy as np
import numpy.typing as npt

from dungeon_designer.drawing.hindrances import Spared
from dungeon_designer.drawing.shapes import Point
from dungeon_designer.drawing.text_boxes import Box, grown
from dungeon_designer.drawing.wrapping import Wrapped, wrappings
from dungeon_designer.grid import Square, bounds

SIZES = (0.52, 0.46, 0.41, 0.36, 0.32, 0.28, 0.25, 0.22)
"""The heights of the type that are tried, in squares: the smallest can be read on a map that fills a page."""

FINE, COARSE, LARGE = 12, 8, 200
"""Cells a square is wide, in areas of up to so many squares and in larger ones."""

WALL, BORDER = 2, 1
"""Cells left free beside a wall, and beside the border of a section."""

APART = 0.05
"""Squares left free around things and other words."""

Cells = npt.NDArray[Any]

NEAR, NEARNESS = 0.45, 0.3
"""So near to a thing words are taken for its own: how much worse that is, as for ground that is better spared."""

EDGES, EDGE = 0.3, 0.12
"""So near to the edges of the area words look cramped: how much worse that is."""

SMALLER, TURNED, BROKEN, OFF = 3.0, 1.2, 0.25, 0.5
"""How much worse words are that are smaller, turned, broken into a line more, off the middle."""


@dataclass(frozen=True)
class Area:
    """Squares words may lie on; of each of them, which sides are walls and which borders, as bits NESW from the lowest.

    `taken` are rectangles words must not lie on, `spared` such as they had better not.
    """

    squares: tuple[Square, ...]
    walls: tuple[int, ...]
    borders: tuple[int, ...]
    taken: tuple[Box, ...]
    spared: tuple[Spared, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """Words with their place: the middle of the room they take, the height of their type, whether read upwards."""

    wrapped: Wrapped
    middle: Point
    size: float
    upright: bool

    @property
    def box(self) -> Box:
        """The room they take."""
        return room_of(self.wrapped, self.middle, self.size, self.upright)


def room_of(wrapped: Wrapped, middle: Point, size: float, upright: bool = False) -> Box:
    """The rectangle that words about a point take."""
    along, across = wrapped.width * size / 2, wrapped.height * size / 2
    wide, high = (across, along) if upright else (along, across)
    return middle[0] - wide, middle[1] - high, middle[0] + wide, middle[1] + high


@lru_cache(maxsize=2048)
def spot_for(words: str, font: str, area: Area) -> Spot | None:
    """The best place for words in an area, None where they do not fit; remembered, as an editor asks again and again.

    O(cells) for each size and way to break the words, until no other can be better.
    """
    raster = _Raster(area)
    best: tuple[float, Spot] | None = None
    for cost, size, wrapped, upright in _ways(words, font):
        if best is not None and cost >= best[0]:
            break
        found = raster.best(wrapped, size, upright)
        if found is not None and (best is None or cost + found[0] < best[0]):
            best = cost + found[0], Spot(wrapped, found[1], size, upright)
    return best[1] if best else None


def _ways(words: str, font: str) -> list[tuple[float, float, Wrapped, bool]]:
    """Every size, break and turn, the best first."""
    return sorted(
        (SMALLER * (1 - size / SIZES[0]) + BROKEN * lines + TURNED * upright, size, wrapped, upright)
        for size in SIZES
        for lines, wrapped in enumerate(wrappings(words, font))
        for upright in (False, True)
    )


class _Raster:
    """The cells of an area as sums over all those above and left of each, so that any rectangle is four look-ups."""

    def __init__(self, area: Area) -> None:
        self._cells = FINE if len(area.squares) <= LARGE else COARSE
        (self._left, self._top), (self._width, self._height) = bounds(area.squares)
        taken = self._walled(area)
        edge = EDGE * _beside(taken, round(EDGES * self._cells))
        for box in area.taken:
            self._part(taken, grown(box, APART))[...] = True
        spared = np.zeros(taken.shape)
        near = [(grown(box, NEAR), NEARNESS) for box in area.taken]
        for box, weight in (*near, *area.spared):
            part = self._part(spared, box)
            np.maximum(part, weight, out=part)
        self._taken, self._spared = _sums(taken.astype(np.int64)), _sums(spared + edge)

    def _walled(self, area: Area) -> Cells:
        """The cells off the area, and those along its edges."""
        cells = self._cells
        taken = np.ones((self._height, cells, self._width, cells), dtype=np.bool_)
        xs, ys = (np.array([square[axis] for square in area.squares]) for axis in (0, 1))
        xs, ys = xs - self._left, ys - self._top
        taken[ys, :, xs, :] = False
        for sides, deep in ((area.walls, WALL), (area.borders, BORDER)):
            for bit, (rows, columns) in enumerate(_bands(deep)):
                there = np.array([side >> bit & 1 for side in sides], dtype=np.bool_)
                strip = np.zeros((cells, cells), dtype=np.bool_)
                strip[rows, columns] = True
                taken[ys[there], :, xs[there], :] |= strip
        return taken.reshape(self._height * cells, self._width * cells)

    def _part(self, cells: Cells, box: Box) -> Cells:
        """The cells a rectangle meets."""
        left, right = floor((box[0] - self._left) * self._cells), ceil((box[2] - self._left) * self._cells)
        top, low = floor((box[1] - self._top) * self._cells), ceil((box[3] - self._top) * self._cells)
        return cells[max(0, top) : max(0, low), max(0, left) : max(0, right)]

    def best(self, wrapped: Wrapped, size: float, upright: bool) -> tuple[float, Point] | None:
        """The place where words of a size hide least and stand nearest to the middle, and how ill they stand there."""
        along, across = (ceil(side * size * self._cells) for side in (wrapped.width, wrapped.height))
        wide, high = (across, along) if upright else (along, across)
        free = _windows(self._taken, wide, high) == 0
        if not free.any():
            return None
        cost = _windows(self._spared, wide, high) * (2.0 / (wide * high)) + self._off_middle(wide, high)
        cost[~free] = np.inf
        at = int(np.argmin(cost))
        row, column = divmod(at, cost.shape[1])
        middle = self._left + (column + wide / 2) / self._cells, self._top + (row + high / 2) / self._cells
        return float(cost.flat[at]), middle

    def _off_middle(self, wide: int, high: int) -> Cells:
        """How far each place for words is from the middle of the area, in halves of its sides."""
        broad, tall = self._width * self._cells, self._height * self._cells
        x = np.abs(np.arange(broad - wide + 1) + (wide - broad) / 2) / broad
        y = np.abs(np.arange(tall - high + 1) + (high - tall) / 2) / tall
        off: Cells = OFF * (x[None, :] + y[:, None])
        return off


def _bands(deep: int) -> Sequence[tuple[slice, slice]]:
    """The rows and columns of a square's cells along its north, east, south and west side."""
    every = slice(None)
    return (slice(deep), every), (every, slice(-deep, None)), (slice(-deep, None), every), (every, slice(deep))


def _beside(cells: Cells, near: int) -> Cells:
    """The cells that have one that is set so near, or what lies beyond all."""
    around = np.pad(cells, near, constant_values=True).astype(np.int64)
    return _windows(_sums(around), 2 * near + 1, 2 * near + 1) > 0


def _sums(cells: Cells) -> Cells:
    return np.pad(cells, ((1, 0), (1, 0))).cumsum(0).cumsum(1)


def _windows(sums: Cells, wide: int, high: int) -> Cells:
    """The sum of the cells of every rectangle of a size, by its upper left cell; empty where none fits."""
    if wide >= sums.shape[1] or high >= sums.shape[0]:
        return np.zeros((0, 0))
    return sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
