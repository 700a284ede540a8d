"""Where words fit into an area of squares without lying on anything, or beside it in the rock with a line to it.

An area is a raster of cells a fraction of a square wide, a row of them the bits of a number. Whatever meets a cell
takes it; words are tried wherever they lie on no cell that is taken, and stand where they hide least and are nearest
to the middle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.hindrances import Spared
from dungeon_designer.drawing.shapes import Point
from dungeon_designer.drawing.text_boxes import Box, Wrapped, grown, meet, wrappings
from dungeon_designer.grid import SIDES, Side, Size, Square, block, bounds, neighbour

SIZES = (0.52, 0.46, 0.41, 0.36, 0.32, 0.28, 0.25, 0.22)
"""The heights of the type that are tried, in squares: the smallest can be read on a map that fills a page."""

FINE, COARSE, LARGE = 12, 6, 60
"""Cells a square is wide, in areas of up to so many squares and in larger ones."""

WALL, BORDER = 0.17, 0.08
"""Squares left free beside a wall, and beside the border of a section."""

APART = 0.05
"""Squares left free around things and other words."""

NEAR, NEARNESS = 0.45, 0.3
"""So near to a thing words are taken for its own: how much worse that is, as for ground that is better spared."""

EDGES, EDGE = 0.3, 0.12
"""So near to the edges of the area words look cramped: how much worse that is."""

SMALLER, TURNED, BROKEN, OFF = 3.0, 1.2, 0.25, 0.5
"""How much worse words are that are smaller, turned, broken into a line more, off the middle."""

LED_SIZES = (0.4, 0.32, 0.25)
"""The heights of the type that are tried for words in the rock."""

LENGTHS = (0.5, 1.0, 1.6, 2.4, 3.4)
"""How far from the edge of its section a name begins."""

WITHIN = 0.3
"""How far the line reaches into the section."""

MARGIN = 0.9
"""How far beyond the squares that are shown a name may lie: coordinates stand farther out."""


@dataclass(frozen=True)
class NameArea:
    """Squares words may lie on; of each of them, which sides are walls and which borders, as bits NESW from the lowest.

    `taken` are rectangles words must not lie on, `spared` such as they had better not.
    """

    squares: tuple[Square, ...]
    walls: tuple[int, ...]
    borders: tuple[int, ...]
    taken: tuple[Box, ...]
    spared: tuple[Spared, ...]


@dataclass(frozen=True, slots=True)
class WordSpot:
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
def spot_for(words: str, font: str, area: NameArea) -> WordSpot | None:
    """The best place for words in an area, None where they do not fit; remembered, as an editor asks again and again.

    Every size, break and turn is tried, the best first, until no other can be better.
    """
    raster = _Raster(area)
    best: tuple[float, WordSpot] | None = None
    ways = sorted(
        (SMALLER * (1 - size / SIZES[0]) + BROKEN * lines + TURNED * upright, size, wrapped, upright)
        for size in SIZES
        for lines, wrapped in enumerate(wrappings(words, font))
        for upright in (False, True)
    )
    for cost, size, wrapped, upright in ways:
        if best is not None and cost >= best[0]:
            break
        found = raster.best(wrapped, size, upright)
        if found is not None and (best is None or cost + found[0] < best[0]):
            best = cost + found[0], WordSpot(wrapped, found[1], size, upright)
    return best[1] if best else None


class _Raster:
    """The cells of an area: in each row a bit is set for each that is taken."""

    def __init__(self, area: NameArea) -> None:
        self._cells = FINE if len(area.squares) <= LARGE else COARSE
        (self._left, self._top), (width, height) = bounds(area.squares)
        self._width, self._height = width * self._cells, height * self._cells
        self._rows = [0] * self._height
        own, edges = set(area.squares), []
        for square, walls, borders in zip(area.squares, area.walls, area.borders, strict=True):
            for bit in range(4):
                deep = WALL if walls >> bit & 1 else BORDER if borders >> bit & 1 else 0.0
                if deep:
                    self._take(_strip(square, bit, deep))
                    edges.append((_strip(square, bit, deep + EDGES), EDGE))
        for square in block((self._left, self._top), (width, height)):
            if square not in own:
                self._take((*square, square[0] + 1, square[1] + 1))
        for box in area.taken:
            self._take(grown(box, APART))
        self._spared = [*edges, *((grown(box, NEAR), NEARNESS) for box in area.taken), *area.spared]

    def _take(self, box: Box) -> None:
        """Take the cells a rectangle meets."""
        left, right = (
            min(max(rounded((at - self._left) * self._cells), 0), self._width)
            for at, rounded in ((box[0] + 1e-9, floor), (box[2] - 1e-9, ceil))
        )
        top, low = floor((box[1] - self._top) * self._cells + 1e-9), ceil((box[3] - self._top) * self._cells - 1e-9)
        for row in range(max(0, top), min(max(0, low), self._height)):
            self._rows[row] |= (1 << right) - (1 << left) if right > left else 0

    def best(self, wrapped: Wrapped, size: float, upright: bool) -> tuple[float, Point] | None:
        """The place where words of a size hide least and stand nearest to the middle, and how ill they stand there."""
        along, across = (ceil(side * size * self._cells) for side in (wrapped.width, wrapped.height))
        wide, high = (across, along) if upright else (along, across)
        best: tuple[float, Point] | None = None
        for off, x, y in sorted(self._free(wide, high)):
            if best is not None and off >= best[0]:
                break
            left, top = self._left + x / self._cells, self._top + y / self._cells
            right, low = left + wide / self._cells, top + high / self._cells
            cost = off + 2.0 * self._hidden(left, top, right, low) / ((right - left) * (low - top))
            if best is None or cost < best[0]:
                best = cost, ((left + right) / 2, (top + low) / 2)
        return best

    def _hidden(self, left: float, top: float, right: float, low: float) -> float:
        """How much of what is better spared lies in a rectangle; asked a thousand times for a name, hence the loop."""
        found = 0.0
        for (x0, y0, x1, y1), weight in self._spared:
            if x0 < right and left < x1 and y0 < low and top < y1:
                found += weight * (min(x1, right) - max(x0, left)) * (min(y1, low) - max(y0, top))
        return found

    def _free(self, wide: int, high: int) -> Iterator[tuple[float, int, int]]:
        """Every place for a rectangle of cells that lies on none taken, and how far off the middle it is."""
        if wide > self._width or high > self._height:
            return
        rows = _spread(self._rows, wide)
        for y in range(self._height - high + 1):
            taken = 0
            for row in rows[y : y + high]:
                taken |= row
            off = abs(y + (high - self._height) / 2) / self._height
            for x in range(self._width - wide + 1):
                if not taken >> x & 1:
                    yield OFF * (off + abs(x + (wide - self._width) / 2) / self._width), x, y


def _spread(rows: list[int], wide: int) -> list[int]:
    """Rows in which a bit is set where any of so many from there on was."""
    reach = 1
    while reach < wide:
        by = min(reach, wide - reach)
        rows, reach = [row | row >> by for row in rows], reach + by
    return rows


def _strip(square: Square, bit: int, deep: float) -> Box:
    """A strip so deep along the north, east, south or west side of a square."""
    x, y = square
    level = (x, y, x + 1, y + deep), (x, y + 1 - deep, x + 1, y + 1)
    upright = (x + 1 - deep, y, x + 1, y + 1), (x, y, x + deep, y + 1)
    return (upright if bit % 2 else level)[bit // 2]


class Led(NamedTuple):
    """A name in the rock, and the line from it to a point in its section."""

    spot: WordSpot
    start: Point
    end: Point

    @property
    def boxes(self) -> tuple[Box, Box]:
        """What it covers: its words, and its line."""
        return self.spot.box, _line_box(self.start, self.end)


def beside(
    board: Board,
    wrapped: Sequence[Wrapped],
    squares: Sequence[Square],
    shown: tuple[Square, Size],
    taken: Sequence[Box],
) -> Led | None:
    """The first place in the rock for the name of some squares, None where there is none; O(edges x rectangles)."""
    for size in LED_SIZES:
        for length in LENGTHS:
            for square, side in _edges(board, squares):
                for words in wrapped:
                    led = _led(words, size, square, side, length)
                    if _free(board, led, square, shown, taken):
                        return led
    return None


def _edges(board: Board, squares: Sequence[Square]) -> Iterator[tuple[Square, Side]]:
    """The edges against rock."""
    return ((square, side) for square in squares for side in SIDES if neighbour(square, side) not in board)


def _led(wrapped: Wrapped, size: float, square: Square, side: Side, length: float) -> Led:
    (dx, dy), (x, y) = side.step, (square[0] + 0.5, square[1] + 0.5)
    half = (wrapped.width if dx else wrapped.height) * size / 2
    start = 0.5 + length
    spot = WordSpot(wrapped, (x + dx * (start + half), y + dy * (start + half)), size, upright=False)
    return Led(spot, (x + dx * start, y + dy * start), (x + dx * (0.5 - WITHIN), y + dy * (0.5 - WITHIN)))


def _line_box(start: Point, end: Point) -> Box:
    """What a line covers, and the dot at its end."""
    left, right = sorted((start[0], end[0]))
    top, low = sorted((start[1], end[1]))
    return left - 0.1, top - 0.1, right + 0.1, low + 0.1


def _free(board: Board, led: Led, own: Square, shown: tuple[Square, Size], taken: Sequence[Box]) -> bool:
    """Whether the words lie in the rock that is shown, the line leads through rock alone, and both on nothing else."""
    words, strip = led.boxes
    (left, top), (width, height) = shown
    within = (left - MARGIN, top - MARGIN, left + width + MARGIN, top + height + MARGIN)
    if not (within[0] <= words[0] and within[1] <= words[1] and words[2] <= within[2] and words[3] <= within[3]):
        return False
    rock = all(at not in board for at in _under(grown(words, 0.2)))
    line = all(at not in board for at in _under(strip) if at != own)
    return rock and line and not any(meet(grown(words, APART), box) or meet(strip, box) for box in taken)


def _under(box: Box) -> list[Square]:
    """The squares a rectangle meets."""
    left, top = floor(box[0]), floor(box[1])
    return block((left, top), (ceil(box[2]) - left, ceil(box[3]) - top))
