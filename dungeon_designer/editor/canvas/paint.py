"""Shapes of no device, painted by Qt.

Each shape is translated once into a `Stroke`: a path with pen and brush. Groups that equal those of the drawing
before keep their strokes, so that after an edit only what changed is translated and painted anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontDatabase,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
    QTransform,
)

from dungeon_designer.drawing.fonts import font_files
from dungeon_designer.drawing.shapes import Circle, Drawing, Group, Layer, Path, Shape, Style, Symbol, Text, Use

_TYPE = 100
"""Letters are outlined at so many pixels and scaled down: small type has no outline to speak of."""


_BROAD = 0.1
"""Lines of so many squares and more are painted as areas."""


class Stroke(NamedTuple):
    """A path as Qt paints it, and the rectangle it can touch, in squares."""

    path: QPainterPath
    pen: QPen
    brush: QBrush
    opacity: float
    bounds: QRectF


class Stamp(NamedTuple):
    """A symbol put down: its strokes, where, and the rectangle it can touch."""

    strokes: tuple[Stroke, ...]
    transform: QTransform
    bounds: QRectF


Mark = Stroke | Stamp


class Piece(NamedTuple):
    """A group translated: the group itself, its marks and the rectangle they touch together."""

    group: Group
    marks: tuple[Mark, ...]
    bounds: QRectF


class Picture:
    """A drawing translated, layer by layer; `after` reuses whatever stayed the same."""

    def __init__(self, drawing: Drawing, skipped: frozenset[str] = frozenset(), before: Picture | None = None) -> None:
        self.drawing = drawing
        self._symbols: dict[str, tuple[Stroke, ...]] = {}
        self._known = {symbol.id: symbol for symbol in drawing.symbols}
        kept = before if before is not None and before.drawing.theme == drawing.theme else None
        self.layers: dict[str, tuple[Layer, dict[str, Piece]]] = {
            layer.name: self._layer(layer, kept) for layer in drawing.layers if layer.name not in skipped
        }

    def changed(self, before: Picture | None) -> list[tuple[str, QRectF]] | None:
        """The rectangles, in squares, in which layers differ from those of `before`; None when everything may."""
        if before is None or before.drawing.theme != self.drawing.theme or list(before.layers) != list(self.layers):
            return None
        found: list[tuple[str, QRectF]] = []
        for name, (layer, pieces) in self.layers.items():
            old_layer, old = before.layers[name]
            if layer is not old_layer:
                found += [(name, bounds) for bounds in _differences(old, pieces)]
        return found

    def paint(
        self,
        painter: QPainter,
        within: QRectF,
        layers: Collection[str] | None = None,
        without: Collection[str] = (),
    ) -> None:
        """Paint what touches a rectangle of squares; the painter is scaled to squares already.

        `layers` are those to be painted, every one where none are named; those `without` are left out.
        """
        for name, (_, pieces) in self.layers.items():
            if name in without or (layers is not None and name not in layers):
                continue
            for piece in pieces.values():
                if piece.bounds.intersects(within):
                    paint_marks(painter, piece.marks, within)

    def groups_at(self, x: float, y: float) -> Iterator[Group]:
        """The groups standing on a square, the topmost first."""
        square = (int(x), int(y))
        for _, pieces in reversed(self.layers.values()):
            for piece in reversed(pieces.values()):
                if square in piece.group.squares:
                    yield piece.group

    def _layer(self, layer: Layer, before: Picture | None) -> tuple[Layer, dict[str, Piece]]:
        old = before.layers.get(layer.name) if before else None
        if old is not None and old[0] is layer:
            return old
        pieces = old[1] if old else {}
        return layer, {group.id: self._piece(group, pieces.get(group.id)) for group in layer.groups}

    def _piece(self, group: Group, old: Piece | None) -> Piece:
        if old is not None and (old.group is group or old.group == group):
            return old
        marks = tuple(self._mark(shape) for shape in group.shapes)
        return Piece(group, marks, _united(mark.bounds for mark in marks))

    def _mark(self, shape: Shape) -> Mark:
        if isinstance(shape, Use):
            return self._stamp(shape)
        return stroke(shape, self.drawing)

    def _stamp(self, use: Use) -> Stamp:
        if use.symbol not in self._symbols:
            self._symbols[use.symbol] = symbol_strokes(self._known[use.symbol], self.drawing)
        strokes = self._symbols[use.symbol]
        transform = QTransform().translate(*use.at).rotate(use.turn).scale(use.size, use.size)
        return Stamp(strokes, transform, transform.mapRect(_united(each.bounds for each in strokes)))


def paint_marks(painter: QPainter, marks: Iterable[Mark], within: QRectF | None = None) -> None:
    """Paint marks in order; those outside a rectangle of squares are passed over."""
    for mark in marks:
        if within is not None and not mark.bounds.intersects(within):
            continue
        if isinstance(mark, Stroke):
            _paint_stroke(painter, mark)
            continue
        painter.save()
        painter.setTransform(mark.transform, True)
        for each in mark.strokes:
            _paint_stroke(painter, each)
        painter.restore()


def _paint_stroke(painter: QPainter, mark: Stroke) -> None:
    painter.setOpacity(mark.opacity)
    painter.setPen(mark.pen)
    painter.setBrush(mark.brush)
    painter.drawPath(mark.path)


def symbol_strokes(symbol: Symbol, drawing: Drawing) -> tuple[Stroke, ...]:
    """A symbol's shapes, about its middle."""
    return tuple(stroke(shape, drawing) for shape in symbol.shapes)


def stroke(shape: Path | Circle | Text, drawing: Drawing) -> Stroke:
    """One shape translated."""
    path = _outline(shape, drawing)
    style = shape.style
    if style.width >= _BROAD and not style.fill and not style.dash:
        path, style = _as_area(path, style), Style(fill=style.stroke, opacity=style.opacity)
    room = style.width / 2 + 0.02
    bounds = path.boundingRect().adjusted(-room, -room, room, room)
    return Stroke(path, _pen(style), _brush(style), style.opacity, bounds)


def _as_area(path: QPainterPath, style: Style) -> QPainterPath:
    """A broad line as the area it covers: Qt fills it ten times faster."""
    stroker = QPainterPathStroker(_pen(style))
    stroker.setCurveThreshold(0.02)
    covered = stroker.createStroke(path)
    covered.setFillRule(Qt.FillRule.WindingFill)
    return covered.simplified()


def _outline(shape: Path | Circle | Text, drawing: Drawing) -> QPainterPath:
    if isinstance(shape, Path):
        return _path(shape)
    if isinstance(shape, Circle):
        path = QPainterPath()
        path.addEllipse(QPointF(*shape.at), shape.radius, shape.radius)
        return path
    families = drawing.title_fonts if shape.font == "title" else drawing.label_fonts
    path, advance = _letters(shape.text, families[0] if families else "", shape.bold)
    scale = shape.size / _TYPE
    shift = {"start": 0.0, "middle": -advance / 2, "end": -advance}[shape.anchor]
    place = QTransform().translate(*shape.at).rotate(shape.turn).scale(scale, scale).translate(shift, 0)
    return place.map(path)


def _path(shape: Path) -> QPainterPath:
    path = QPainterPath()
    points = iter(shape.points)
    for verb in shape.verbs:
        if verb == "M":
            path.moveTo(*next(points))
        elif verb == "L":
            path.lineTo(*next(points))
        elif verb == "Q":
            path.quadTo(*next(points), *next(points))
        elif verb == "C":
            path.cubicTo(*next(points), *next(points), *next(points))
        else:
            path.closeSubpath()
    return path


@lru_cache(maxsize=4096)
def _letters(text: str, family: str, bold: bool) -> tuple[QPainterPath, float]:
    """The outline of a line of text at `_TYPE` pixels, and how wide it is."""
    from PySide6.QtGui import QFontMetricsF

    load_fonts()
    font = QFont(family)
    font.setPixelSize(_TYPE)
    font.setBold(bold)
    path = QPainterPath()
    path.addText(0, 0, font, text)
    return path, QFontMetricsF(font).horizontalAdvance(text)


@lru_cache(maxsize=1)
def load_fonts() -> tuple[int, ...]:
    """Make the bundled fonts known to Qt, once."""
    return tuple(QFontDatabase.addApplicationFont(file) for file in font_files())


@lru_cache(maxsize=1024)
def _pen(style: Style) -> QPen:
    if not style.stroke or not style.width:
        return QPen(Qt.PenStyle.NoPen)
    cap = Qt.PenCapStyle.RoundCap if style.round else Qt.PenCapStyle.FlatCap
    join = Qt.PenJoinStyle.RoundJoin if style.round else Qt.PenJoinStyle.MiterJoin
    pen = QPen(QBrush(QColor(style.stroke)), style.width, Qt.PenStyle.SolidLine, cap, join)
    if style.dash:
        pen.setDashPattern([part / style.width for part in style.dash])
    return pen


@lru_cache(maxsize=1024)
def _brush(style: Style) -> QBrush:
    return QBrush(QColor(style.fill)) if style.fill else QBrush(Qt.BrushStyle.NoBrush)


def _differences(old: dict[str, Piece], new: dict[str, Piece]) -> list[QRectF]:
    """Where pieces came, went or changed."""
    found = [piece.bounds for name, piece in new.items() if old.get(name) is not piece]
    return found + [piece.bounds for name, piece in old.items() if new.get(name) is not piece]


def _united(rectangles: Iterable[QRectF]) -> QRectF:
    whole = QRectF()
    for rectangle in rectangles:
        whole = whole.united(rectangle)
    return whole
