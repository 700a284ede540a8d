"""The part of the map that the window shows, and the position of the keyboard's cursor. No Qt here."""

from __future__ import annotations

from math import floor
from typing import NamedTuple

from msgspec import Struct

from dungeon_designer.grid import MAX_COORDINATE, SIDES, Side, Size, Square

MIN_SCALE_PX, MAX_SCALE_PX = 2, 160
"""Pixels a square may be wide."""

_SIDE_OFFSET = 0.45  # how far from the middle of its square, in squares, the cursor is when it points at a border


class Viewport(Struct, frozen=True):
    """The part of the map that the window shows.

    A scale of whole pixels keeps all lines equally sharp, wherever the map is scrolled to.

    Attributes:
        scale: the width of a square in pixels.
        left: the distance from the map's point (0, 0) to the window's left edge, in pixels.
        top: the distance from the map's point (0, 0) to the window's upper edge, in pixels.
    """

    scale: int = 32
    left: int = -40
    top: int = -40

    def find_square(self, x: float, y: float) -> Square:
        """Return the square under a pixel of the window.

        >>> Viewport(10, 0, 0).find_square(25, 9)
        (2, 0)
        """
        return floor((x + self.left) / self.scale), floor((y + self.top) / self.scale)

    def find_point(self, x: float, y: float) -> tuple[float, float]:
        """Return the point of the map, in squares, under a pixel of the window."""
        return (x + self.left) / self.scale, (y + self.top) / self.scale

    def find_pixel(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixel of the window over a point of the map, given in squares.

        >>> Viewport(10, 5, 0).find_pixel(1, 2)
        (5, 20)
        """
        return x * self.scale - self.left, y * self.scale - self.top

    def scroll(self, dx: int, dy: int) -> Viewport:
        """Return the viewport after the map was dragged by a number of pixels."""
        return Viewport(self.scale, self.left - dx, self.top - dy)

    def move_along(self, offset: Square) -> Viewport:
        """Return the viewport that shows a map moved by an offset, in squares, where this one showed it before.

        >>> Viewport(10, 5, 0).move_along((2, 1))
        Viewport(scale=10, left=25, top=10)
        """
        return Viewport(self.scale, self.left + offset[0] * self.scale, self.top + offset[1] * self.scale)

    def zoom(self, steps: int, x: float, y: float) -> Viewport:
        """Return the viewport some steps closer, or farther for negative steps.

        The point of the map under the pixel (x, y) stays where it is.

        >>> near = Viewport(10, 0, 0).zoom(1, 20, 20)
        >>> near.scale, near.find_point(20, 20)
        (12, (2.0, 2.0))
        """
        scale = self.scale
        for _ in range(abs(steps)):
            scale = max(scale + 1, round(scale * 1.15)) if steps > 0 else min(scale - 1, round(scale / 1.15))
        scale = min(max(scale, MIN_SCALE_PX), MAX_SCALE_PX)
        map_x, map_y = self.find_point(x, y)
        return Viewport(scale, round(map_x * scale - x), round(map_y * scale - y))

    def centre_on(self, point: tuple[float, float], window: Size) -> Viewport:
        """Return the viewport with a point of the map, in squares, in the middle of the window, at the same scale."""
        left, top = point[0] * self.scale - window[0] / 2, point[1] * self.scale - window[1] / 2
        return Viewport(self.scale, round(left), round(top))


def fit_viewport(corner: Square, size: Size, window: Size, margin: float = 2.0) -> Viewport:
    """Return the viewport that shows a whole rectangle of squares, as large as possible.

    Args:
        corner: the upper left square of the rectangle.
        size: the width and height of the rectangle, in squares.
        window: the width and height of the window, in pixels.
        margin: the space left around the rectangle, in squares.

    >>> fit_viewport((0, 0), (10, 10), (280, 280)).scale
    20
    """
    width, height = size[0] + 2 * margin, size[1] + 2 * margin
    scale = min(max(int(min(window[0] / width, window[1] / height)), MIN_SCALE_PX), 56)
    middle = corner[0] + size[0] / 2, corner[1] + size[1] / 2
    return Viewport(scale).centre_on(middle, window)


class CursorPosition(NamedTuple):
    """The position of the keyboard's cursor: a square, and the side of the square that it points at, if any."""

    square: Square
    side: Side | None = None

    @property
    def point(self) -> tuple[float, float]:
        """The point on the map, in squares, that the cursor stands for.

        >>> CursorPosition((3, 4)).point, CursorPosition((3, 4), Side.EAST).point
        ((3.5, 4.5), (3.95, 4.5))
        """
        dx, dy = self.side.step if self.side else (0, 0)
        return self.square[0] + 0.5 + _SIDE_OFFSET * dx, self.square[1] + 0.5 + _SIDE_OFFSET * dy

    def move(self, step: Square) -> CursorPosition:
        """Return the cursor one step further, pointing at the same side. The cursor stays where one may draw."""
        x, y = self.square[0] + step[0], self.square[1] + step[1]
        return CursorPosition(
            (min(max(x, -MAX_COORDINATE), MAX_COORDINATE), min(max(y, -MAX_COORDINATE), MAX_COORDINATE)), self.side
        )

    def toggle_side(self, step: Square) -> CursorPosition:
        """Return the cursor pointing at the side in the direction of a step.

        The cursor points at no side if it pointed at that side, or at the opposite side, before.
        """
        side = next(side for side in SIDES if side.step == step)
        return CursorPosition(self.square, side if self.side not in (side, side.opposite) else None)
