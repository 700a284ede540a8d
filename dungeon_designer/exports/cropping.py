"""What of a drawing can be seen in a window: sheets carry their own part of the map and nothing else."""

from __future__ import annotations

from math import hypot

from msgspec.structs import replace

from dungeon_designer.drawing.shapes import Circle, Drawing, Group, Layer, Path, Shape, Symbol, Use

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
