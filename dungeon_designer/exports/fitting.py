"""A map on a page: made to fit a given space, or true to scale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot

from msgspec.structs import replace

from dungeon_designer.drawing.labels import shortened
from dungeon_designer.drawing.shapes import Circle, Drawing, Group, Layer, Path, Point, Shape, Symbol, Use
from dungeon_designer.exports.elements import Clipped, Lettering, Picture, Placed, Strokes, Svg, safe_text
from dungeon_designer.exports.papers import FOOT, MARGIN, Paper
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


def true_to_scale(drawing: Drawing, square: float, x: float, y: float) -> Placed:
    """The drawing on a page with its upper left corner at a point, its squares exactly so wide.

    An SVG counts in whole thousandths of a square, so it shows the nearest rectangle that begins and ends on them: any
    other would be stretched to its place.
    """
    left, top, right, low = (round(end, 3) for end in _ends(drawing))
    shown = replace(drawing, corner=(left, top), size=(round(right - left, 3), round(low - top, 3)))
    picture = Picture(Svg(svg_of(shown, square)), shown.size[0] * square, shown.size[1] * square)
    return Placed(x + (left - drawing.corner[0]) * square, y + (top - drawing.corner[1]) * square, picture)


def _ends(drawing: Drawing) -> tuple[float, float, float, float]:
    (left, top), (width, height) = drawing.corner, drawing.size
    return left, top, left + width, top + height


Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in squares."""

_Boxed = tuple[Layer, list[tuple[Group, list[tuple[Shape, Box]]]]]


class Cropper:
    """Cuts windows out of one drawing; the extent of each shape is found once."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self._symbols = {symbol.id: symbol for symbol in drawing.symbols}
        self._reach = {symbol.id: _reach(symbol) for symbol in drawing.symbols}
        self._layers: list[_Boxed] = [
            (layer, [(group, [(shape, self._box(shape)) for shape in group.shapes]) for group in layer.groups])
            for layer in drawing.layers
        ]

    def window(self, box: Box) -> Drawing:
        """The part of the drawing that shows in a window; what is wholly outside is left out."""
        layers = tuple(_cropped(boxed, box) for boxed in self._layers)
        used = {s.symbol for layer in layers for group in layer.groups for s in group.shapes if type(s) is Use}
        return replace(
            self._drawing,
            corner=(box[0], box[1]),
            size=(box[2] - box[0], box[3] - box[1]),
            layers=layers,
            symbols=tuple(symbol for symbol in self._drawing.symbols if symbol.id in used),
        )

    def _box(self, shape: Shape) -> Box:
        if type(shape) is Use:
            return _around(shape.at, self._reach[shape.symbol] * shape.size)
        return _extent(shape)


def _cropped(boxed: _Boxed, window: Box) -> Layer:
    layer, groups = boxed
    kept = []
    for group, shapes in groups:
        seen = tuple(shape for shape, box in shapes if _meet(box, window))
        if seen:
            kept.append(replace(group, shapes=seen))
    return Layer(layer.name, tuple(kept))


def _meet(a: Box, b: Box) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _extent(shape: Shape) -> Box:
    """A rectangle that surely holds a shape, its lines' width included."""
    if isinstance(shape, Path):
        half = shape.style.width
        xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
        return (min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half) if xs else (0.0, 0.0, 0.0, 0.0)
    if isinstance(shape, Circle):
        return _around(shape.at, shape.radius + shape.style.width)
    if isinstance(shape, Use):
        return _around(shape.at, shape.size)
    return _around(shape.at, shape.size * (1 + len(shape.text)))


def _around(at: tuple[float, float], reach: float) -> Box:
    return at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach


def _reach(symbol: Symbol) -> float:
    """How far a symbol reaches from its origin, whichever way it is turned."""
    boxes = [_extent(shape) for shape in symbol.shapes]
    return max((hypot(x, y) for box in boxes for x in (box[0], box[2]) for y in (box[1], box[3])), default=0.0)


LENGTH = 100.0
"""The length of the ruler in millimetres."""

GREY = "#444444"

TYPE = 2.6
"""About the height in millimetres of type of 7 points, with some to spare."""


def foot(paper: Paper, label: str, lines: tuple[str, ...]) -> Iterator[Placed | Strokes]:
    """A page's label and a few lines of words at the left, the ruler at the right."""
    top = paper.height - MARGIN - FOOT
    right = paper.width - MARGIN - 4.0
    left = MARGIN + 2.0
    broad = 6.0 * len(label) + 3.0 if label else 0.0
    if label:
        yield Placed(left, top + 3.6, Lettering(safe_text(label), 24, bold=True))
    width = right - LENGTH - left - broad - 4.0
    for at, line in enumerate(lines):
        text = Lettering(safe_text(shortened(line, width / TYPE)), 7, colour=GREY)
        yield Placed(left + broad, top + 2.4 + 3.2 * at, Clipped(text, width))
    yield from _ruler(right - LENGTH, top + 7.2)


def _ruler(left: float, y: float) -> Iterator[Placed | Strokes]:
    """The line, a tick every 5 mm, and what to do with it."""
    heights = ((tick, 3.0 if tick % 50 == 0 else 2.0 if tick % 10 == 0 else 1.1) for tick in range(0, 101, 5))
    ticks = ((left + tick, y, left + tick, y - height) for tick, height in heights)
    yield Strokes(((left, y, left + LENGTH, y), *ticks), 0.2)
    for tick in (0, 50, 100):
        yield Placed(left + tick, y - 3.5, Lettering(safe_text(str(tick)), 6, colour=GREY), "center", "bottom")
    said = "Print at 100 % (actual size): this line measures 100 mm."
    yield Placed(left, y + 1.3, Lettering(safe_text(said), 7, colour=GREY))
