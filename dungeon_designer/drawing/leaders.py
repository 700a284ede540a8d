"""Names in the rock beside their section, with a line that leads there: for sections too small for their name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import NamedTuple

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.placing import APART, Spot
from dungeon_designer.drawing.shapes import Point
from dungeon_designer.drawing.text_boxes import Box, grown, meet
from dungeon_designer.drawing.wrapping import Wrapped
from dungeon_designer.grid import SIDES, Side, Size, Square, block, neighbour

SIZES = (0.4, 0.32, 0.25)
"""The heights of the type that are tried."""

LENGTHS = (0.5, 1.0, 1.6, 2.4, 3.4)
"""How far from the edge of its section a name begins."""

WITHIN = 0.3
"""How far the line reaches into the section."""

MARGIN = 0.9
"""How far beyond the squares that are shown a name may lie: coordinates stand farther out."""


class Led(NamedTuple):
    """A name in the rock, and the line from it to a point in its section."""

    spot: Spot
    start: Point
    end: Point

    @property
    def boxes(self) -> tuple[Box, Box]:
        """What it covers: its words, and its line."""
        return self.spot.box, _strip(self.start, self.end)


def beside(
    board: Board,
    wrapped: Sequence[Wrapped],
    squares: Sequence[Square],
    shown: tuple[Square, Size],
    taken: Sequence[Box],
) -> Led | None:
    """The first place in the rock for the name of some squares, None where there is none; O(edges x rectangles)."""
    for size in SIZES:
        for length in LENGTHS:
            for square, side in _edges(board, squares):
                for words in wrapped:
                    led = _led(words, size, square, side, length)
                    if _free(board, led, square, shown, taken):
                        return led
    return None


def _edges(board: Board, squares: Sequence[Square]) -> Iterator[tuple[Square, Side]]:
    """The edges against rock."""
    return ((square, side) for square in squares for side in SIDES if board.find(neighbour(square, side)) < 0)


def _led(wrapped: Wrapped, size: float, square: Square, side: Side, length: float) -> Led:
    (dx, dy), (x, y) = side.step, (square[0] + 0.5, square[1] + 0.5)
    half = (wrapped.width if dx else wrapped.height) * size / 2
    start = 0.5 + length
    spot = Spot(wrapped, (x + dx * (start + half), y + dy * (start + half)), size, upright=False)
    return Led(spot, (x + dx * start, y + dy * start), (x + dx * (0.5 - WITHIN), y + dy * (0.5 - WITHIN)))


def _strip(start: Point, end: Point) -> Box:
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
    rock = all(board.find(at) < 0 for at in _under(grown(words, 0.2)))
    line = all(board.find(at) < 0 for at in _under(strip) if at != own)
    return rock and line and not any(meet(grown(words, APART), box) or meet(strip, box) for box in taken)


def _under(box: Box) -> list[Square]:
    """The squares a rectangle meets."""
    left, top = floor(box[0]), floor(box[1])
    return block((left, top), (ceil(box[2]) - left, ceil(box[3]) - top))
