"""A map made to fit a given space."""

from __future__ import annotations

from dataclasses import dataclass

from dungeon_designer.drawing.shapes import Drawing, Point


@dataclass(frozen=True, slots=True)
class Fitted:
    """A drawing on a page: its corner and size in millimetres, and how wide its squares are."""

    left: float
    top: float
    width: float
    height: float
    square: float
    corner: Point

    def point(self, x: float, y: float) -> Point:
        """Where a point of the map lies on the page."""
        return self.left + (x - self.corner[0]) * self.square, self.top + (y - self.corner[1]) * self.square


def fitted(drawing: Drawing, left: float, top: float, width: float, height: float, most: float = 1000.0) -> Fitted:
    """The drawing as large as a space lets it be (squares of `most` millimetres at most), in its middle."""
    square = min(width / drawing.size[0], height / drawing.size[1], most)
    broad, high = drawing.size[0] * square, drawing.size[1] * square
    return Fitted(left + (width - broad) / 2, top + (height - high) / 2, broad, high, square, drawing.corner)
