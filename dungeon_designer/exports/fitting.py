"""A map on a page: made to fit a given space, or true to scale."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from dungeon_designer.drawing.shapes import Drawing, Point
from dungeon_designer.exports.elements import Picture, Put, Svg
from dungeon_designer.exports.svg import svg_of


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


def true_to_scale(drawing: Drawing, square: float, x: float, y: float) -> Put:
    """The drawing on a page with its upper left corner at a point, its squares exactly so wide.

    An SVG counts in whole thousandths of a square, so it shows the nearest rectangle that begins and ends on them: any
    other would be stretched to its place.
    """
    left, top, right, low = (round(end, 3) for end in _ends(drawing))
    shown = replace(drawing, corner=(left, top), size=(round(right - left, 3), round(low - top, 3)))
    picture = Picture(Svg(svg_of(shown, square)), shown.size[0] * square, shown.size[1] * square)
    return Put(x + (left - drawing.corner[0]) * square, y + (top - drawing.corner[1]) * square, picture)


def _ends(drawing: Drawing) -> tuple[float, float, float, float]:
    (left, top), (width, height) = drawing.corner, drawing.size
    return left, top, left + width, top + height
