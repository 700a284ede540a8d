"""A drawing as Qt paints it, and the pixels it was painted into.

Each shape is translated once; a group that equals that of the drawing before keeps what it became, and after an edit
only those rectangles are painted anew in which the two drawings differ.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from itertools import chain, pairwise
from math import ceil, floor
from typing import NamedTuple

from msgspec import Struct
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QImage,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
    QPixmap,
    QRegion,
    QTransform,
)

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import draw, extent
from dungeon_designer.drawing.fonts import FALLBACK, FALLBACK_FAMILY, file_of, font_files
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.shapes import Circle, Drawing, Group, Layer, Path, Point, Shape, Style, Text, Use

_TYPE = 100  # letters are outlined at so many pixels and scaled down: small type has no outline to speak of

_TOGETHER = 64  # how many marks are passed over at once where none of them is seen

FINE = 6
"""Pixels a square must be wide for its texture, paving and hatching, to be seen."""

_TEXTURED = frozenset({"rock", "floor"})  # layers whose symbols are texture

_BROAD = 0.1  # lines of so many squares and more are painted as areas, which Qt fills ten times faster

_MANY, _PART, _LONG = 16, 12, 24
"""A path of so many lines is cut into parts of so many squares; so many points has a line that is cut itself."""

Run = tuple[str, tuple[Point, ...]]
"""The verbs and the points of one line of a path, from where it is begun."""


class Stroke(NamedTuple):
    """A path as Qt paints it, in `parts`, each with the rectangle it can touch, in squares.

    `shapes` are those parts of a `Path`. Areas, and lines one sees through, are painted `together`, so that no part
    shows through another; any others one by one, for Qt takes long over a path of very many lines.
    """

    shapes: tuple[Path, ...]
    parts: tuple[tuple[QRectF, QPainterPath], ...]
    pen: QPen
    brush: QBrush
    opacity: float
    together: bool
    bounds: QRectF

    def paint(self, painter: QPainter, within: QRectF | None = None) -> None:
        """Paint the parts that touch a rectangle."""
        seen = [path for bounds, path in self.parts if within is None or bounds.intersects(within)]
        if self.together and len(seen) > 1:
            whole = QPainterPath(seen[0])
            for part in seen[1:]:
                whole.addPath(part)
            seen = [whole]
        painter.setOpacity(self.opacity)
        painter.setPen(self.pen)
        painter.setBrush(self.brush)
        for path in seen:
            painter.drawPath(path)


class Stamp(Struct, frozen=True, gc=False):
    """A symbol put down: its strokes, how they are turned and scaled, where, and the rectangle it can touch."""

    strokes: tuple[Stroke, ...]
    transform: QTransform
    at: Point
    bounds: QRectF

    def paint(self, painter: QPainter, within: QRectF) -> None:
        """Paint the symbol."""
        painter.save()
        painter.translate(*self.at)
        painter.setTransform(self.transform, True)
        for each in self.strokes:
            each.paint(painter)
        painter.restore()


Mark = Stroke | Stamp


class PaintedGroup(NamedTuple):
    """A group translated: the mark of each of its shapes, those in order and in blocks, the rectangle they touch."""

    group: Group
    known: dict[Shape, Mark]
    blocks: tuple[tuple[QRectF, tuple[Mark, ...]], ...]
    bounds: QRectF


class PaintedDrawing:
    """A drawing translated, layer by layer; what is the same as `before` is taken over from there."""

    def __init__(self, drawing: Drawing, skipped: Collection[str] = (), before: PaintedDrawing | None = None) -> None:
        self.drawing = drawing
        kept = before if before is not None and before.drawing.theme == drawing.theme else None
        self._symbols = {symbol.id: symbol for symbol in drawing.symbols}
        self._poses: dict[tuple[str, float, float], Stamp] = kept._poses if kept else {}
        self.layers: dict[str, tuple[Layer, dict[str, PaintedGroup]]] = {
            layer.name: self._layer(layer, kept) for layer in drawing.layers if layer.name not in skipped
        }

    def changed(self, before: PaintedDrawing | None) -> list[tuple[str, QRectF]] | None:
        """The rectangles, in squares, in which layers differ from those of `before`; None when everything may."""
        if before is None or before.drawing.theme != self.drawing.theme or list(before.layers) != list(self.layers):
            return None
        return [
            (name, bounds)
            for name, (layer, groups) in self.layers.items()
            if layer is not before.layers[name][0]
            for bounds in _differences(before.layers[name][1], groups)
        ]

    def paint(self, painter: QPainter, within: QRectF, layers: Callable[[str], bool] = bool) -> None:
        """Paint what touches a rectangle of squares in some layers; the painter is scaled to squares already.

        Paving and hatching are left out where a square is too small to show them.
        """
        coarse = painter.worldTransform().m11() < FINE
        for name, (_, groups) in self.layers.items():
            bare = coarse and name in _TEXTURED
            for group in groups.values() if layers(name) else ():
                if group.bounds.intersects(within):
                    for bounds, marks in group.blocks:
                        for mark in marks if bounds.intersects(within) else ():
                            if mark.bounds.intersects(within) and not (bare and isinstance(mark, Stamp)):
                                mark.paint(painter, within)

    def _layer(self, layer: Layer, before: PaintedDrawing | None) -> tuple[Layer, dict[str, PaintedGroup]]:
        old = before.layers.get(layer.name) if before else None
        if old is not None and old[0] is layer:
            return old
        groups = old[1] if old else {}
        return layer, {group.id: self._group(group, groups.get(group.id)) for group in layer.groups}

    def _group(self, group: Group, old: PaintedGroup | None) -> PaintedGroup:
        if old is not None and (old.group is group or old.group == group):
            return old
        kept = old.known if old is not None else {}
        marks = [kept.get(shape) or self._mark(shape) for shape in group.shapes]
        parts = (tuple(marks[at : at + _TOGETHER]) for at in range(0, len(marks), _TOGETHER))
        blocks = tuple((_united(mark.bounds for mark in part), part) for part in parts)
        known = dict(zip(group.shapes, marks, strict=True))
        return PaintedGroup(group, known, blocks, _united(bounds for bounds, _ in blocks))

    def _mark(self, shape: Shape) -> Mark:
        if not isinstance(shape, Use):
            return _stroke(shape, self.drawing)
        key = shape.symbol, shape.turn, shape.size
        pose = self._poses.get(key)
        if pose is None:  # a symbol as it stands, at (0, 0): most stand many times alike, and its bounds are the same
            strokes = tuple(_stroke(each, self.drawing) for each in self._symbols[shape.symbol].shapes)
            transform = QTransform().rotate(shape.turn).scale(shape.size, shape.size)
            bounds = transform.mapRect(_united(each.bounds for each in strokes))
            pose = self._poses[key] = Stamp(strokes, transform, (0, 0), bounds)
        return Stamp(pose.strokes, pose.transform, shape.at, pose.bounds.translated(*shape.at))


# Where two drawings differ ------------------------------------------------------------------------------------


def _differences(old: Mapping[str, PaintedGroup], new: Mapping[str, PaintedGroup]) -> Iterator[QRectF]:
    """Where groups came, went, changed or lie above others than before, in squares."""
    were, are = [name for name in old if name in new], [name for name in new if name in old]
    yield from (new[name].bounds for name, before in zip(are, were, strict=True) if name != before)
    for name in {**old, **new}:
        before, after = old.get(name), new.get(name)
        if before is None or after is None:
            yield from (group.bounds for group in (before, after) if group is not None)
        elif before is not after:
            yield _changes(before.known.values(), after.known.values()) or before.bounds.united(after.bounds)


def _changes(before: Collection[Mark], after: Collection[Mark]) -> QRectF | None:
    """Around all in which two groups differ; None when they hold the same shapes in another order."""
    # Of paths, around the lines that only one has: what goes all over a dungeon seldom changes all over it. Opaque
    # lines of one style count together, in whichever path; areas and what one sees through count in their order.
    bounds: list[QRectF] = []
    by_style: list[dict[tuple[Style, int], set[Path]]] = [{}, {}]
    for parts, some, others in ((by_style[0], before, after), (by_style[1], after, before)):
        kept = set(map(id, others))
        own = [mark for mark in some if id(mark) not in kept]
        bounds += [mark.bounds for mark in own if isinstance(mark, Stamp) or not mark.shapes]
        for mark in own:
            if isinstance(mark, Stroke) and mark.shapes:
                style = mark.shapes[0].style
                at = sum(style == other for other, _ in parts) if mark.together else 0
                parts.setdefault((style, at), set()).update(mark.shapes)
    were, are = by_style
    for key in {**were, **are}:
        style, old, new = key[0], were.get(key, set()), are.get(key, set())
        lines = _apart(old - new, new - old, whole=bool(style.dash))
        bounds.append(_around([point for line in lines for point in line], style.width / 2 + 0.02))
    return _united(bounds) if bounds else None


def _apart(gone: Iterable[Path], came: Iterable[Path], whole: bool) -> set[tuple[Point, ...]]:
    """The lines of only one of two sets of paths; unless a line counts as a `whole`, square by square.

    >>> one, other = Path("ML", ((0, 0), (3, 0)), Style()), Path("ML", ((0, 0), (2, 0)), Style())
    >>> _apart([one], [other], whole=False)
    {((2, 0), (3, 0))}
    """
    old, new = (
        {line for path in paths for run in _runs(path.verbs, path.points) for line in _lines(run)}
        for paths in (gone, came)
    )
    if whole:
        return old ^ new
    one, other = ({part for line in lines for part in _by_square(line)} for lines in (old - new, new - old))
    return one ^ other


def _runs(verbs: str, points: tuple[Point, ...]) -> Iterator[Run]:
    """A path's lines, each from where it is begun."""
    at = 0
    for part in verbs.split("M")[1:]:
        line, size = _measured(part)
        yield line, points[at : at + size]
        at += size


@lru_cache(maxsize=4096)
def _measured(verbs: str) -> tuple[str, int]:
    """The verbs of a line with the one that begins it, and how many points they take."""
    return f"M{verbs}", 1 + verbs.count("L") + 2 * verbs.count("Q") + 3 * verbs.count("C")


def _lines(run: Run) -> Iterable[tuple[Point, ...]]:
    """The straight lines of a run; where it has curves, all the points of those."""
    verbs, points = run
    if "Q" in verbs or "C" in verbs:
        return (points,)
    return pairwise((*points, points[0]) if verbs.endswith("Z") else points)


def _by_square(line: tuple[Point, ...]) -> Iterable[tuple[Point, ...]]:
    """An upright or level line as those of each square; any other as it is."""
    (x0, y0), (x1, y1) = line[0], line[-1]
    if len(line) != 2 or (x0 != x1) == (y0 != y1):
        return (line,)
    return pairwise([(x, y) for x in _stops(x0, x1) for y in _stops(y0, y1)])


def _stops(one: float, other: float) -> list[float]:
    low, high = min(one, other), max(one, other)
    return sorted({low, *range(ceil(low), floor(high) + 1), high})


def _around(points: Collection[Point], room: float) -> QRectF:
    if not points:
        return QRectF()
    across, down = zip(*points, strict=True)
    corners = QPointF(min(across), min(down)), QPointF(max(across), max(down))
    return QRectF(*corners).adjusted(-room, -room, room, room)


def _united(rectangles: Iterable[QRectF]) -> QRectF:
    return reduce(QRectF.united, rectangles, QRectF())


# Shapes -------------------------------------------------------------------------------------------------------


def _stroke(shape: Path | Circle | Text, drawing: Drawing) -> Stroke:
    style, shapes = shape.style, tuple(_cut(shape)) if isinstance(shape, Path) else ()
    parts = tuple(map(_part, shapes))
    if not isinstance(shape, Path):
        parts = (_covered(_outline(shape, drawing), style),)
    together, bounds = bool(style.fill) or style.opacity < 1, _united(bounds for bounds, _ in parts)
    if _is_broad(style):
        style = Style(fill=style.stroke, opacity=style.opacity)
    return Stroke(shapes, parts, _pen(style), _brush(style), style.opacity, together, bounds)


def _is_broad(style: Style) -> bool:
    return style.width >= _BROAD and not style.fill and not style.dash


def _cut(shape: Path) -> list[Path]:
    """A path in parts, by where its lines begin; broad ones are cut where they go on, which round ends hide."""
    cuts = _is_broad(shape.style) and shape.style.round and not {"Q", "C"} & set(shape.verbs)
    if shape.verbs.count("M") < _MANY and not (cuts and len(shape.points) > _LONG):
        return [shape]
    return [Path(verbs, points, shape.style) for verbs, points in _parts(shape.verbs, shape.points, cuts)]


@lru_cache(maxsize=16)
def _parts(verbs: str, points: tuple[Point, ...], cuts: bool) -> list[Run]:
    """Lines by the part they begin in; remembered, for many lie upon each other in other styles."""
    found: defaultdict[Point, tuple[list[str], list[Point]]] = defaultdict(lambda: ([], []))
    for run in chain.from_iterable(map(_pieces, _runs(verbs, points))) if cuts else _runs(verbs, points):
        x, y = run[1][0]
        part = found[x // _PART, y // _PART]
        part[0].append(run[0])
        part[1].extend(run[1])
    return [("".join(words), tuple(points)) for words, points in found.values()]


def _pieces(run: Run) -> Iterator[Run]:
    """A long line cut where it goes on into another part.

    >>> points = ((0, 0), *((20, y) for y in range(30)), (0, 30))
    >>> [len(piece[1]) for piece in _pieces(("M" + "L" * 31 + "Z", points))]
    [2, 13, 13, 7, 2]
    """
    verbs, points = run
    if len(points) <= _LONG:
        yield run
        return
    way = (*points, points[0]) if verbs.endswith("Z") else points
    parts = [(x // _PART, y // _PART) for x, y in way]
    cuts = [0, *(at for at in range(1, len(way) - 1) if parts[at] != parts[at - 1]), len(way) - 1]
    yield from (("M" + "L" * (end - start), way[start : end + 1]) for start, end in pairwise(cuts))


@lru_cache(maxsize=1 << 14)
def _part(shape: Path) -> tuple[QRectF, QPainterPath]:
    """A path, or the area it covers where it is broad, and what it touches; remembered, for most stay after an edit."""
    return _covered(path_of(shape), shape.style)


def _covered(path: QPainterPath, style: Style) -> tuple[QRectF, QPainterPath]:
    if _is_broad(style):
        stroker = QPainterPathStroker(_pen(style))
        stroker.setCurveThreshold(0.02)
        path, style = stroker.createStroke(path), Style()
        path.setFillRule(Qt.FillRule.WindingFill)
        path = path.simplified()
        path.setFillRule(Qt.FillRule.WindingFill)
    room = style.width / 2 + 0.02
    return path.boundingRect().adjusted(-room, -room, room, room), path


def path_of(shape: Path) -> QPainterPath:
    """The lines, areas and curves of a path, as Qt draws them."""
    path, points = QPainterPath(), iter(shape.points)
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


def _outline(shape: Circle | Text, drawing: Drawing) -> QPainterPath:
    if isinstance(shape, Circle):
        path = QPainterPath()
        path.addEllipse(QPointF(*shape.at), shape.radius, shape.radius)
        return path
    families = drawing.title_fonts if shape.font == "title" else drawing.label_fonts
    other = file_of(shape.whole or shape.text, families[0], shape.bold) == FALLBACK
    path, advance = _letters(shape.text, FALLBACK_FAMILY if other else families[0], shape.bold)
    scale = shape.size / _TYPE
    shift = {"start": 0.0, "middle": -advance / 2, "end": -advance}[shape.anchor]
    place = QTransform().translate(*shape.at).rotate(shape.turn).scale(scale, scale).translate(shift, 0)
    return place.map(path)


@lru_cache(maxsize=4096)
def _letters(text: str, family: str, bold: bool) -> tuple[QPainterPath, float]:
    """The outline of a line of text at `_TYPE` pixels, and how wide it is."""
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


# Pixels -------------------------------------------------------------------------------------------------------


class PixelCache:
    """An image of the window of which some part is stale; all of it while `stale` is None."""

    def __init__(self) -> None:
        self.image = QImage()
        self.stale: QRegion | None = None

    def spoil(self, box: QRect) -> None:
        """A rectangle is stale."""
        if self.stale is not None:
            self.stale = self.stale.united(box)

    def refresh(self, size: QSize, ratio: float, paint: Callable[[QPainter, QRect], None]) -> None:
        """Have that size, and `paint` what is stale, box by box, cut to it; many boxes are taken as one."""
        if self.image.size() != size * ratio:
            self.image = QImage(size * ratio, QImage.Format.Format_RGB32)
            self.stale = None
        self.image.setDevicePixelRatio(ratio)
        stale = QRegion(QRect(0, 0, size.width(), size.height())) if self.stale is None else self.stale
        self.stale = QRegion()
        if stale.isEmpty():
            return
        painter = QPainter(self.image)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for box in list(stale) if stale.rectCount() <= 6 else [stale.boundingRect()]:  # type: ignore[call-overload]
                painter.save()
                painter.setClipRect(box)
                paint(painter, box)
                painter.restore()
        finally:
            painter.end()


# Pictures of their own ----------------------------------------------------------------------------------------

_OF_PAPER = frozenset({"page", "title", "legend", "coordinates", "findings"})


def board_pixmap(
    board: Board,
    size: QSize,
    dark: bool = False,
    ratio: float = 1.0,
    margin: float = 0.35,
    skipped: Collection[str] = (),
) -> QPixmap:
    """A board as large as a picture of that size allows, without some layers."""
    theme = "slate" if dark else "parchment"
    drawing = draw(board, DrawingOptions(theme=theme, coordinates=False, hidden=True))
    image = blank(size, ratio)
    corner, squares = extent(board)
    if not squares[0]:
        return image
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    scale = min(size.width() / (squares[0] + 2 * margin), size.height() / (squares[1] + 2 * margin))
    painter.translate(size.width() / 2, size.height() / 2)
    painter.scale(scale, scale)
    painter.translate(-corner[0] - squares[0] / 2, -corner[1] - squares[1] / 2)
    PaintedDrawing(drawing, _OF_PAPER.union(skipped)).paint(painter, QRectF(-1e4, -1e4, 3e4, 3e4))
    painter.end()
    return image


def blank(size: QSize, ratio: float = 1.0) -> QPixmap:
    """A picture on which nothing is painted yet."""
    image = QPixmap(size * ratio)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    return image
