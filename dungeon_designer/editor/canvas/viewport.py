"""Where the table stands under the window, and the keyboard's cursor on the table. No Qt here."""

from __future__ import annotations

from math import floor
from typing import NamedTuple

from msgspec import Struct

from dungeon_designer.grid import LIMIT, SIDES, Side, Size, Square

SMALLEST, LARGEST = 2, 160
"""Pixels a square may be wide."""

_LEAN = 0.45  # how far from the middle of its square, in squares, the cursor is when it points at a border


class Viewport(Struct, frozen=True):
    """`scale` pixels a square; the point (`left`, `top`) of the map, in pixels, lies in the window's corner.

    A scale of whole pixels keeps every line as sharp as the next, wherever one scrolls.
    """

    scale: int = 32
    left: int = -40
    top: int = -40

    def square_at(self, x: float, y: float) -> Square:
        """The square under a pixel of the window.

        >>> Viewport(10, 0, 0).square_at(25, 9)
        (2, 0)
        """
        return floor((x + self.left) / self.scale), floor((y + self.top) / self.scale)

    def point_at(self, x: float, y: float) -> tuple[float, float]:
        """The point of the map, in squares, under a pixel of the window."""
        return (x + self.left) / self.scale, (y + self.top) / self.scale

    def pixel_of(self, x: float, y: float) -> tuple[float, float]:
        """The pixel of the window over a point of the map.

        >>> Viewport(10, 5, 0).pixel_of(1, 2)
        (5, 20)
        """
        return x * self.scale - self.left, y * self.scale - self.top

    def panned(self, dx: int, dy: int) -> Viewport:
        """Moved by so many pixels, as a hand drags paper."""
        return Viewport(self.scale, self.left - dx, self.top - dy)

    def zoomed(self, steps: int, x: float, y: float) -> Viewport:
        """Closer (or farther, below 0) by so many steps; what lies under the pixel (x, y) stays there.

        >>> near = Viewport(10, 0, 0).zoomed(1, 20, 20)
        >>> near.scale, near.point_at(20, 20)
        (12, (2.0, 2.0))
        """
        scale = self.scale
        for _ in range(abs(steps)):
            scale = max(scale + 1, round(scale * 1.15)) if steps > 0 else min(scale - 1, round(scale / 1.15))
        scale = min(max(scale, SMALLEST), LARGEST)
        across, down = self.point_at(x, y)
        return Viewport(scale, round(across * scale - x), round(down * scale - y))

    def centred(self, at: tuple[float, float], window: Size) -> Viewport:
        """A point of the map in the middle of the window, at the same scale."""
        left, top = at[0] * self.scale - window[0] / 2, at[1] * self.scale - window[1] / 2
        return Viewport(self.scale, round(left), round(top))


def fitted(corner: Square, size: Size, window: Size, margin: float = 2.0) -> Viewport:
    """The viewport that shows a rectangle of squares whole, as large as may be.

    >>> fitted((0, 0), (10, 10), (280, 280)).scale
    20
    """
    width, height = size[0] + 2 * margin, size[1] + 2 * margin
    scale = min(max(int(min(window[0] / width, window[1] / height)), SMALLEST), 56)
    middle = corner[0] + size[0] / 2, corner[1] + size[1] / 2
    return Viewport(scale).centred(middle, window)


class CursorPlace(NamedTuple):
    """Where the cursor is: a square, and the border of it that is pointed at, if any."""

    square: Square
    side: Side | None = None

    @property
    def point(self) -> tuple[float, float]:
        """The point it stands for, in squares.

        >>> CursorPlace((3, 4)).point, CursorPlace((3, 4), Side.EAST).point
        ((3.5, 4.5), (3.95, 4.5))
        """
        dx, dy = self.side.step if self.side else (0, 0)
        return self.square[0] + 0.5 + _LEAN * dx, self.square[1] + 0.5 + _LEAN * dy

    def moved(self, step: Square) -> CursorPlace:
        """A square further, pointing at the same side; it never leaves the grid."""
        x, y = self.square[0] + step[0], self.square[1] + step[1]
        return CursorPlace((min(max(x, 0), LIMIT), min(max(y, 0), LIMIT)), self.side)

    def leant(self, step: Square) -> CursorPlace:
        """Pointing at the border that way; at none when it pointed there already, or at the one across."""
        side = next(side for side in SIDES if side.step == step)
        return CursorPlace(self.square, side if self.side not in (side, side.opposite) else None)
