"""Shapes of no device, painted by Qt.

Each shape is translated once into a `Stroke`: a path with pen and brush. Groups that equal those of the drawing
before keep their strokes, so that after an edit only what changed is translated and painted anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct
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
from dungeon_designer.drawing.shapes import Circle, Drawing, Group, Layer, Path, Point, Shape, Style, Symbol, Text, Use
from dungeon_designer.editor.canvas.changes import differences, united
from dungeon_designer.editor.canvas.lines import MANY, parts_of, pieces_of, runs_of

_TYPE = 100
"""Letters are outlined at so many pixels and scaled down: small type has no outline to speak of."""


_TOGETHER = 64
"""How many marks are passed over at once where none of them is seen."""

_FINE = 6
"""Pixels a square must be wide for its texture to be seen."""

_TEXTURED = frozenset({"rock", "floor"})
"""Layers whose symbols are texture."""

_BROAD = 0.1
"""Lines of so many squares and more are painted as areas."""


class Stroke(NamedTuple):
    """A path as Qt paints it, and the rectangle it can touch, in squares.

    Of a path of very many lines `path` is empty, and `runs` are the lines in bundles, each line and each bundle with
    what it can touch: only those in sight are painted.
    """

    path: QPainterPath
    pen: QPen
    brush: QBrush
    opacity: float
    bounds: QRectF
    runs: tuple[tuple[QRectF, tuple[tuple[QRectF, QPainterPath], ...]], ...] = ()


class Pose(NamedTuple):
    """A symbol turned and scaled about its middle: its strokes, how, and the rectangle it can touch."""

    strokes: tuple[Stroke, ...]
    transform: QTransform
    bounds: QRectF


class Stamp(Struct, frozen=True, gc=False):
    """A symbol put down: how it stands, where, and the rectangle it can touch."""

    pose: Pose
    at: Point
    bounds: QRectF


Mark = Stroke | Stamp


class Block(NamedTuple):
    """Marks painted one after the other, and the rectangle they touch together."""

    marks: tuple[Mark, ...]
    bounds: QRectF


class Piece(NamedTuple):
    """A group translated: the group itself, its marks in order, those of each shape, the rectangle they touch."""

    group: Group
    blocks: tuple[Block, ...]
    known: dict[Shape, Mark]
    bounds: QRectF


class Picture:
    """A drawing translated, layer by layer; `after` reuses whatever stayed the same."""

    def __init__(self, drawing: Drawing, skipped: frozenset[str] = frozenset(), before: Picture | None = None) -> None:
        self.drawing = drawing
        self._known = {symbol.id: symbol for symbol in drawing.symbols}
        kept = before if before is not None and before.drawing.theme == drawing.theme else None
        self._poses: dict[tuple[str, float, float], Pose] = kept._poses if kept else {}
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
                found += [(name, bounds) for bounds in differences(old, pieces)]
        return found

    def paint(
        self,
        painter: QPainter,
        within: QRectF,
        layers: Collection[str] | None = None,
        without: Collection[str] = (),
    ) -> None:
        """Paint what touches a rectangle of squares; the painter is scaled to squares already.

        `layers` are those to be painted, every one where none are named; those `without` are left out. Paving and
        hatching are left out where a square is too small to show them.
        """
        coarse = painter.worldTransform().m11() < _FINE
        for name, (_, pieces) in self.layers.items():
            if name in without or (layers is not None and name not in layers):
                continue
            bare = coarse and name in _TEXTURED
            for piece in pieces.values():
                if piece.bounds.intersects(within):
                    _paint_piece(painter, piece, within, bare)

    def _layer(self, layer: Layer, before: Picture | None) -> tuple[Layer, dict[str, Piece]]:
        old = before.layers.get(layer.name) if before else None
        if old is not None and old[0] is layer:
            return old
        pieces = old[1] if old else {}
        return layer, {group.id: self._piece(group, pieces.get(group.id)) for group in layer.groups}

    def _piece(self, group: Group, old: Piece | None) -> Piece:
        if old is not None and (old.group is group or old.group == group):
            return old
        shapes = [part for shape in group.shapes for part in parts_of(shape)]
        kept = old.known if old is not None else {}
        marks = [kept.get(shape) or self._mark(shape) for shape in shapes]
        blocks = tuple(
            Block(tuple(part), united(mark.bounds for mark in part))
            for part in (marks[at : at + _TOGETHER] for at in range(0, len(marks), _TOGETHER))
        )
        known = dict(zip(shapes, marks, strict=True))
        return Piece(group, blocks, known, united(block.bounds for block in blocks))

    def _mark(self, shape: Shape) -> Mark:
        if isinstance(shape, Use):
            return self._stamp(shape)
        if isinstance(shape, Path) and (_is_halo(shape) or shape.verbs.count("M") >= MANY):
            return _many_lines(shape)
        return stroke(shape, self.drawing)

    def _stamp(self, use: Use) -> Stamp:
        """A symbol where it stands; most stand many times alike, so that only the first has its bounds worked out."""
        key = use.symbol, use.turn, use.size
        pose = self._poses.get(key)
        if pose is None:
            pose = self._poses[key] = self._pose(use)
        return Stamp(pose, use.at, pose.bounds.translated(*use.at))

    def _pose(self, use: Use) -> Pose:
        strokes = symbol_strokes(self._known[use.symbol], self.drawing)
        transform = QTransform().rotate(use.turn).scale(use.size, use.size)
        return Pose(strokes, transform, transform.mapRect(united(each.bounds for each in strokes)))


def _paint_piece(painter: QPainter, piece: Piece, within: QRectF, bare: bool) -> None:
    for block in piece.blocks:
        if block.bounds.intersects(within):
            marks = [mark for mark in block.marks if isinstance(mark, Stroke)] if bare else block.marks
            paint_marks(painter, marks, within)


def paint_marks(painter: QPainter, marks: Iterable[Mark], within: QRectF | None = None) -> None:
    """Paint marks in order; those outside a rectangle of squares are passed over."""
    for mark in marks:
        if within is not None and not mark.bounds.intersects(within):
            continue
        if isinstance(mark, Stroke):
            _paint_stroke(painter, _seen(mark, within) if mark.runs else mark)
            continue
        painter.save()
        painter.translate(*mark.at)
        painter.setTransform(mark.pose.transform, True)
        for each in mark.pose.strokes:
            _paint_stroke(painter, each)
        painter.restore()


def _seen(mark: Stroke, within: QRectF | None) -> Stroke:
    """A path of very many lines without those outside a rectangle."""
    path = QPainterPath()
    path.setFillRule(mark.path.fillRule())
    for around, runs in mark.runs:
        if within is None or around.intersects(within):
            for bounds, run in runs:
                if within is None or bounds.intersects(within):
                    path.addPath(run)
    return mark._replace(path=path)


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
    if _is_broad(style):
        path, style = _as_area(path, style), Style(fill=style.stroke, opacity=style.opacity)
    return _stroke(path, style)


def _is_halo(shape: Path) -> bool:
    """Whether it is a broad line that ends round, of which a piece may be painted by itself."""
    return _is_broad(shape.style) and shape.style.round and not {"Q", "C"} & set(shape.verbs)


def _is_broad(style: Style) -> bool:
    return style.width >= _BROAD and not style.fill and not style.dash


def _stroke(path: QPainterPath, style: Style) -> Stroke:
    return Stroke(path, _pen(style), _brush(style), style.opacity, _touched(path, style))


def _touched(path: QPainterPath, style: Style) -> QRectF:
    room = style.width / 2 + 0.02
    return path.boundingRect().adjusted(-room, -room, room, room)


def _many_lines(shape: Path) -> Stroke:
    """A path of very many lines; broad ones have each its own area, for one outline of them all takes too long."""
    style, broad = shape.style, _is_broad(shape.style)
    empty = QPainterPath()
    pieces = (piece for run in runs_of(shape) for piece in (pieces_of(run) if broad and style.round else (run,)))
    runs = [_run(verbs, points, style) for verbs, points in pieces]
    bundles = (tuple(runs[at : at + _TOGETHER]) for at in range(0, len(runs), _TOGETHER))
    together = tuple((united(touched for touched, _ in bundle), bundle) for bundle in bundles)
    if broad:
        style = Style(fill=style.stroke, opacity=style.opacity)
    empty.setFillRule(Qt.FillRule.WindingFill if broad else Qt.FillRule.OddEvenFill)
    bounds = united(around for around, _ in together)
    return Stroke(empty, _pen(style), _brush(style), style.opacity, bounds, together)


@lru_cache(maxsize=1 << 15)
def _run(verbs: str, points: tuple[Point, ...], style: Style) -> tuple[QRectF, QPainterPath]:
    """One of very many lines: what it touches, and the line or the area it covers."""
    path = path_of(Path(verbs, points, style))
    if not _is_broad(style):
        return _touched(path, style), path
    stroker = QPainterPathStroker(_pen(style))
    stroker.setCurveThreshold(0.02)
    covered = stroker.createStroke(path)
    covered = covered.simplified() if style.round else covered
    return _touched(covered, Style()), covered


def _as_area(path: QPainterPath, style: Style) -> QPainterPath:
    """A broad line as the area it covers: Qt fills it ten times faster."""
    stroker = QPainterPathStroker(_pen(style))
    stroker.setCurveThreshold(0.02)
    covered = stroker.createStroke(path)
    covered.setFillRule(Qt.FillRule.WindingFill)
    return covered.simplified()


def _outline(shape: Path | Circle | Text, drawing: Drawing) -> QPainterPath:
    if isinstance(shape, Path):
        return path_of(shape)
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


def path_of(shape: Path) -> QPainterPath:
    """The lines, areas and curves of a path, as Qt draws them."""
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
