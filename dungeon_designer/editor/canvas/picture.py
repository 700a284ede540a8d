"""Convert drawings to Qt's shapes, paint them, and cache the painted pixels.

Each shape is converted once. A group that equals the same group of the previous drawing keeps its converted shapes.
After an edit, only the rectangles in which the two drawings differ are painted again.
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
from dungeon_designer.drawing.compose import draw, find_drawn_area
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.fonts import FALLBACK, FALLBACK_FAMILY, find_font_file, list_font_files
from dungeon_designer.drawing.shapes import (
    Circle,
    Drawing,
    Group,
    Layer,
    Path,
    PlacedPicture,
    Point,
    Shape,
    Style,
    Text,
    Use,
)
from dungeon_designer.editor.canvas.painted_pictures import PaintedPicture, build_clip, convert_picture

_OUTLINE_FONT_PX = 100  # letters are outlined at so many pixels and scaled down: small type has no outline to speak of

_MARKS_PER_BLOCK = 64  # how many marks are passed over at once where none of them is seen

MIN_TEXTURE_SCALE_PX = 6
"""The width of a square, in pixels, from which its texture (paving and hatching) is painted."""

_TEXTURED_LAYERS = frozenset({"rock", "floor"})  # layers whose symbols are texture

_MIN_AREA_LINE_WIDTH = 0.1  # lines of so many squares and more are painted as areas, which Qt fills ten times faster

_MIN_LINES_TO_SPLIT, _CELL_SIZE, _MAX_SUBPATH_POINTS = 16, 12, 24
"""When long paths are split: the number of lines from which a path is split, the width in squares of the cells by
which it is split, and the number of points up to which one line stays whole."""

Subpath = tuple[str, tuple[Point, ...]]
"""The verbs and the points of one part of a path, from where the pen is put down (verb `M`)."""


class PaintedShape(NamedTuple):
    """A path, circle or text as Qt paints it.

    Areas and translucent lines are united before they are painted, so that no part shows through another. Other
    parts are painted one by one, since Qt takes long over a path of very many lines.

    Attributes:
        shapes: the pieces of a `Path`; empty for a circle or a text.
        parts: Qt's path of each piece, with the rectangle in squares that it can touch.
        pen: how lines are painted.
        brush: how areas are painted.
        opacity: from 0 to 1.
        is_united: whether all parts are painted as one path.
        bounds: the rectangle in squares that the whole shape can touch.
    """

    shapes: tuple[Path, ...]
    parts: tuple[tuple[QRectF, QPainterPath], ...]
    pen: QPen
    brush: QBrush
    opacity: float
    is_united: bool
    bounds: QRectF

    def paint(self, painter: QPainter, within: QRectF | None = None) -> None:
        """Paint the parts that touch a rectangle of squares, or all parts without a rectangle."""
        visible_paths = [path for bounds, path in self.parts if within is None or bounds.intersects(within)]
        if self.is_united and len(visible_paths) > 1:
            united_path = QPainterPath(visible_paths[0])
            for part in visible_paths[1:]:
                united_path.addPath(part)
            visible_paths = [united_path]
        painter.setOpacity(self.opacity)
        painter.setPen(self.pen)
        painter.setBrush(self.brush)
        for path in visible_paths:
            painter.drawPath(path)


class PaintedSymbol(Struct, frozen=True, gc=False):
    """A symbol at its place on the map.

    Attributes:
        shapes: the shapes of the symbol.
        transform: how they are rotated and scaled.
        position: where the symbol is, in squares.
        bounds: the rectangle in squares that the symbol can touch.
    """

    shapes: tuple[PaintedShape, ...]
    transform: QTransform
    position: Point
    bounds: QRectF

    def paint(self, painter: QPainter, within: QRectF) -> None:
        """Paint the symbol. A symbol is small and is always painted whole."""
        painter.save()
        painter.translate(*self.position)
        painter.setTransform(self.transform, True)
        for stroke in self.shapes:
            stroke.paint(painter)
        painter.restore()


PaintedMark = PaintedShape | PaintedSymbol | PaintedPicture


class PaintedGroup(NamedTuple):
    """A converted group of shapes.

    Attributes:
        group: the group of the drawing.
        mark_by_shape: the painted mark of each shape.
        blocks: the marks in order, in blocks, each with the rectangle that it can touch.
        bounds: the rectangle that the whole group can touch.
    """

    group: Group
    mark_by_shape: dict[Shape, PaintedMark]
    blocks: tuple[tuple[QRectF, tuple[PaintedMark, ...]], ...]
    bounds: QRectF

    def list_marks_within(self, rectangle: QRectF) -> Iterator[PaintedMark]:
        """Yield the marks that can touch a rectangle, in order; whole blocks outside it are passed over."""
        for block_bounds, marks in self.blocks:
            if block_bounds.intersects(rectangle):
                yield from (mark for mark in marks if mark.bounds.intersects(rectangle))


class PaintedDrawing:
    """A drawing converted for Qt, layer by layer. Parts that equal the previous drawing are taken over from it."""

    def __init__(
        self, drawing: Drawing, hidden_layers: Collection[str] = (), previous: PaintedDrawing | None = None
    ) -> None:
        self.drawing = drawing
        reusable = previous if previous is not None and previous.drawing.theme == drawing.theme else None
        self._symbols = {symbol.id: symbol for symbol in drawing.symbols}
        self._symbol_cache: dict[tuple[str, float, float], PaintedSymbol] = reusable._symbol_cache if reusable else {}
        self.layers: dict[str, tuple[Layer, dict[str, PaintedGroup]]] = {
            layer.name: self._convert_layer(layer, reusable)
            for layer in drawing.layers
            if layer.name not in hidden_layers
        }

    def list_changed_areas(self, previous: PaintedDrawing | None) -> list[tuple[str, QRectF]] | None:
        """Return the areas in which this drawing differs from a previous one.

        Returns:
            Pairs of a layer's name and a rectangle in squares; None when everything may differ.
        """
        if (
            previous is None
            or previous.drawing.theme != self.drawing.theme
            or list(previous.layers) != list(self.layers)
        ):
            return None
        return [
            (name, bounds)
            for name, (layer, groups) in self.layers.items()
            if layer is not previous.layers[name][0]
            for bounds in _list_changed_areas(previous.layers[name][1], groups)
        ]

    def paint(self, painter: QPainter, within: QRectF, is_painted: Callable[[str], bool] = bool) -> None:
        """Paint everything that touches a rectangle of squares. The painter is already scaled to squares.

        Paving and hatching are left out where a square is too small to show them.

        Args:
            painter: the painter.
            within: the rectangle, in squares.
            is_painted: returns whether the layer with a name is painted; by default all are.
        """
        is_coarse = painter.worldTransform().m11() < MIN_TEXTURE_SCALE_PX
        for name, (_, groups) in self.layers.items():
            if not is_painted(name):
                continue
            without_texture = is_coarse and name in _TEXTURED_LAYERS
            for group in groups.values():
                if group.bounds.intersects(within):
                    for mark in group.list_marks_within(within):
                        if not (without_texture and isinstance(mark, PaintedSymbol)):
                            mark.paint(painter, within)

    def _convert_layer(self, layer: Layer, previous: PaintedDrawing | None) -> tuple[Layer, dict[str, PaintedGroup]]:
        """Return a layer of the drawing and its converted groups by their ids.

        The layer, or each group, that is the same in the previous drawing is taken over from there.
        """
        previous_layer = previous.layers.get(layer.name) if previous else None
        if previous_layer is not None and previous_layer[0] is layer:
            return previous_layer
        groups = previous_layer[1] if previous_layer else {}
        return layer, {group.id: self._convert_group(group, groups.get(group.id)) for group in layer.groups}

    def _convert_group(self, group: Group, previous: PaintedGroup | None) -> PaintedGroup:
        """Return a group converted for Qt: each shape as a painted mark, and the marks in blocks.

        A block of `_MARKS_PER_BLOCK` marks is skipped as a whole when none of them is seen. A group or shape that is
        the same as before is taken over.
        """
        if previous is not None and (previous.group is group or previous.group == group):
            return previous
        previous_marks = previous.mark_by_shape if previous is not None else {}
        marks = [previous_marks.get(shape) or self._convert_shape(shape) for shape in group.shapes]
        mark_lists = (
            tuple(marks[start : start + _MARKS_PER_BLOCK]) for start in range(0, len(marks), _MARKS_PER_BLOCK)
        )
        blocks = tuple(
            (_unite_rectangles(mark.bounds for mark in block_marks), block_marks) for block_marks in mark_lists
        )
        mark_by_shape = dict(zip(group.shapes, marks, strict=True))
        return PaintedGroup(group, mark_by_shape, blocks, _unite_rectangles(bounds for bounds, _ in blocks))

    def _convert_shape(self, shape: Shape) -> PaintedMark:
        """Return a shape of the drawing as Qt paints it.

        A symbol, such as a chest, is converted once for each angle and size; its copies are only moved to their places.
        """
        if isinstance(shape, PlacedPicture):
            return convert_picture(shape, build_painter_path(build_clip(shape)))
        if not isinstance(shape, Use):
            return _convert_outline(shape, self.drawing)
        key = shape.symbol, shape.turn, shape.size
        symbol = self._symbol_cache.get(key)
        if symbol is None:  # a symbol as it stands, at (0, 0): most stand many times alike, and its bounds are the same
            painted_shapes = tuple(_convert_outline(part, self.drawing) for part in self._symbols[shape.symbol].shapes)
            transform = QTransform().rotate(shape.turn).scale(shape.size, shape.size)
            bounds = transform.mapRect(_unite_rectangles(part.bounds for part in painted_shapes))
            symbol = self._symbol_cache[key] = PaintedSymbol(painted_shapes, transform, (0, 0), bounds)
        return PaintedSymbol(symbol.shapes, symbol.transform, shape.at, symbol.bounds.translated(*shape.at))


# Where two drawings differ ------------------------------------------------------------------------------------


def _list_changed_areas(
    old_groups: Mapping[str, PaintedGroup], new_groups: Mapping[str, PaintedGroup]
) -> Iterator[QRectF]:
    """Yield rectangles, in squares, that cover all groups that were added, removed, changed or put in another order."""
    old_order = [name for name in old_groups if name in new_groups]
    new_order = [name for name in new_groups if name in old_groups]
    yield from (new_groups[name].bounds for name, before in zip(new_order, old_order, strict=True) if name != before)
    for name in {**old_groups, **new_groups}:
        before, after = old_groups.get(name), new_groups.get(name)
        if before is None or after is None:
            yield from (group.bounds for group in (before, after) if group is not None)
        elif before is not after:
            yield _find_changed_area(
                before.mark_by_shape.values(), after.mark_by_shape.values()
            ) or before.bounds.united(after.bounds)


def _find_changed_area(before: Collection[PaintedMark], after: Collection[PaintedMark]) -> QRectF | None:
    """Return the rectangle, in squares, around all differences between two versions of a group.

    None if the same shapes are only in another order.
    """
    # Of paths, around the lines that only one has: what goes all over a dungeon seldom changes all over it. Opaque
    # lines of one style count together, in whichever path; areas and what one sees through count in their order.
    bounds: list[QRectF] = []
    by_style: list[dict[tuple[Style, int], set[Path]]] = [{}, {}]
    for paths_by_style, marks, other_marks in ((by_style[0], before, after), (by_style[1], after, before)):
        kept_ids = set(map(id, other_marks))
        own_marks = [mark for mark in marks if id(mark) not in kept_ids]
        bounds += [mark.bounds for mark in own_marks if isinstance(mark, PaintedSymbol) or not mark.shapes]
        for mark in own_marks:
            if isinstance(mark, PaintedShape) and mark.shapes:
                style = mark.shapes[0].style
                rank = sum(style == other for other, _ in paths_by_style) if mark.is_united else 0
                paths_by_style.setdefault((style, rank), set()).update(mark.shapes)
    old_by_style, new_by_style = by_style
    for key in {**old_by_style, **new_by_style}:
        style, old, new = key[0], old_by_style.get(key, set()), new_by_style.get(key, set())
        lines = _compare_lines(old - new, new - old, by_line=bool(style.dash))
        bounds.append(_find_bounds([point for line in lines for point in line], style.width / 2 + 0.02))
    return _unite_rectangles(bounds) if bounds else None


def _compare_lines(removed: Iterable[Path], added: Iterable[Path], by_line: bool) -> set[tuple[Point, ...]]:
    """Return the lines that only one of two sets of paths has.

    Args:
        removed: the paths of the first set.
        added: the paths of the second set.
        by_line: whether whole lines are compared. Otherwise lines are compared square by square.

    >>> one, other = Path("ML", ((0, 0), (3, 0)), Style()), Path("ML", ((0, 0), (2, 0)), Style())
    >>> _compare_lines([one], [other], by_line=False)
    {((2, 0), (3, 0))}
    """
    old, new = (
        {line for path in paths for run in _split_subpaths(path.verbs, path.points) for line in _list_lines(run)}
        for paths in (removed, added)
    )
    if by_line:
        return old ^ new
    old_parts, new_parts = (
        {part for line in lines for part in _split_by_square(line)} for lines in (old - new, new - old)
    )
    return old_parts ^ new_parts


def _split_subpaths(verbs: str, points: tuple[Point, ...]) -> Iterator[Subpath]:
    """Yield the subpaths of a path, each with its verbs and points.

    A subpath begins where the pen is put down. The verbs are those of SVG: M moves, L draws a line, Q and C draw
    curves, Z closes.
    """
    first_point = 0
    for tail in verbs.split("M")[1:]:
        subpath_verbs, point_count = _count_points(tail)
        yield subpath_verbs, points[first_point : first_point + point_count]
        first_point += point_count


@lru_cache(maxsize=4096)
def _count_points(verbs: str) -> tuple[str, int]:
    """Return the verbs of a subpath, with its `M` in front, and the number of points that they use."""
    return f"M{verbs}", 1 + verbs.count("L") + 2 * verbs.count("Q") + 3 * verbs.count("C")


def _list_lines(run: Subpath) -> Iterable[tuple[Point, ...]]:
    """Return the straight lines of a subpath; for a subpath with curves, all its points as one line."""
    verbs, points = run
    if "Q" in verbs or "C" in verbs:
        return (points,)
    return pairwise((*points, points[0]) if verbs.endswith("Z") else points)


def _split_by_square(line: tuple[Point, ...]) -> Iterable[tuple[Point, ...]]:
    """Return a horizontal or vertical line cut into pieces at the borders of squares; any other line whole."""
    (x0, y0), (x1, y1) = line[0], line[-1]
    if len(line) != 2 or (x0 != x1) == (y0 != y1):
        return (line,)
    return pairwise([(x, y) for x in _list_cut_points(x0, x1) for y in _list_cut_points(y0, y1)])


def _list_cut_points(first: float, second: float) -> list[float]:
    """Return where squares cut a line: its two end coordinates and all whole numbers between them, sorted."""
    low, high = min(first, second), max(first, second)
    return sorted({low, *range(ceil(low), floor(high) + 1), high})


def _find_bounds(points: Collection[Point], margin: float) -> QRectF:
    """Return the smallest rectangle around some points, widened by a margin; an empty one without points."""
    if not points:
        return QRectF()
    xs, ys = zip(*points, strict=True)
    corners = QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys))
    return QRectF(*corners).adjusted(-margin, -margin, margin, margin)


def _unite_rectangles(rectangles: Iterable[QRectF]) -> QRectF:
    return reduce(QRectF.united, rectangles, QRectF())


# Shapes -------------------------------------------------------------------------------------------------------


def _convert_outline(shape: Path | Circle | Text, drawing: Drawing) -> PaintedShape:
    """Return a path, circle or text converted for Qt. A path may become several parts, by location."""
    style = shape.style
    if isinstance(shape, Path):
        shapes = tuple(_split_path(shape))
        parts = tuple(map(_convert_path, shapes))
    else:
        shapes = ()
        parts = (_build_area(_outline_shape(shape, drawing), style),)
    bounds = _unite_rectangles(bounds for bounds, _ in parts)
    # No part of an area or of a translucent line may show through another part, so Qt paints them as one path.
    is_united = bool(style.fill) or style.opacity < 1
    # The part of a broad line is already the outline of its area: it is filled with the line's colour, without a line.
    if _is_area_line(style):
        style = Style(fill=style.stroke, opacity=style.opacity)
    return PaintedShape(shapes, parts, _build_pen(style), _build_brush(style), style.opacity, is_united, bounds)


def _is_area_line(style: Style) -> bool:
    """Return whether a line is so broad that it is painted as an area, which Qt fills faster."""
    return style.width >= _MIN_AREA_LINE_WIDTH and not style.fill and not style.dash


def _split_path(shape: Path) -> list[Path]:
    """Return a path as several paths by location, if it has many lines or a very long one; else the path alone.

    Then only the parts that are in view need to be painted. A broad line with round ends may be cut in the middle,
    since its ends hide the cut.
    """
    splits_lines = _is_area_line(shape.style) and shape.style.round and not {"Q", "C"} & set(shape.verbs)
    if shape.verbs.count("M") < _MIN_LINES_TO_SPLIT and not (splits_lines and len(shape.points) > _MAX_SUBPATH_POINTS):
        return [shape]
    return [
        Path(verbs, points, shape.style) for verbs, points in _split_by_cell(shape.verbs, shape.points, splits_lines)
    ]


@lru_cache(maxsize=16)
def _split_by_cell(verbs: str, points: tuple[Point, ...], splits_lines: bool) -> list[Subpath]:
    """Return the parts of a path, joined by cell: one result for each block of `_CELL_SIZE` squares.

    A part belongs to the cell in which it begins. The results are cached, since the same path is often drawn several
    times, in different styles.

    Args:
        verbs: the verbs of the path.
        points: its points, in squares.
        splits_lines: whether long subpaths are cut where they enter another cell.
    """
    part_by_cell: defaultdict[Point, tuple[list[str], list[Point]]] = defaultdict(lambda: ([], []))
    for run in (
        chain.from_iterable(map(_split_subpath, _split_subpaths(verbs, points)))
        if splits_lines
        else _split_subpaths(verbs, points)
    ):
        x, y = run[1][0]
        cell_parts = part_by_cell[x // _CELL_SIZE, y // _CELL_SIZE]
        cell_parts[0].append(run[0])
        cell_parts[1].extend(run[1])
    return [("".join(verb_strings), tuple(points)) for verb_strings, points in part_by_cell.values()]


def _split_subpath(subpath: Subpath) -> Iterator[Subpath]:
    """Yield a subpath, cut where it enters another cell if it has many points.

    >>> points = ((0, 0), *((20, y) for y in range(30)), (0, 30))
    >>> [len(piece[1]) for piece in _split_subpath(("M" + "L" * 31 + "Z", points))]
    [2, 13, 13, 7, 2]
    """
    verbs, points = subpath
    if len(points) <= _MAX_SUBPATH_POINTS:
        yield subpath
        return
    closed_points = (*points, points[0]) if verbs.endswith("Z") else points
    cells = [(x // _CELL_SIZE, y // _CELL_SIZE) for x, y in closed_points]
    cuts = [
        0,
        *(index for index in range(1, len(closed_points) - 1) if cells[index] != cells[index - 1]),
        len(closed_points) - 1,
    ]
    yield from (("M" + "L" * (end - start), closed_points[start : end + 1]) for start, end in pairwise(cuts))


@lru_cache(maxsize=1 << 14)
def _convert_path(shape: Path) -> tuple[QRectF, QPainterPath]:
    """Return Qt's path of a path and the rectangle that it can touch. Cached, since most paths stay after an edit."""
    return _build_area(build_painter_path(shape), shape.style)


def _build_area(path: QPainterPath, style: Style) -> tuple[QRectF, QPainterPath]:
    """Return the rectangle that a path can touch, and the path; a broad line becomes the area that it covers."""
    if _is_area_line(style):
        stroker = QPainterPathStroker(_build_pen(style))
        stroker.setCurveThreshold(0.02)
        path, style = stroker.createStroke(path), Style()
        path.setFillRule(Qt.FillRule.WindingFill)
        path = path.simplified()
        path.setFillRule(Qt.FillRule.WindingFill)
    margin = style.width / 2 + 0.02
    return path.boundingRect().adjusted(-margin, -margin, margin, margin), path


def build_painter_path(shape: Path) -> QPainterPath:
    """Return the lines, areas and curves of a path as a path of Qt."""
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


def _outline_shape(shape: Circle | Text, drawing: Drawing) -> QPainterPath:
    """Return the outline of a circle or of a text at its position on the map."""
    if isinstance(shape, Circle):
        path = QPainterPath()
        path.addEllipse(QPointF(*shape.at), shape.radius, shape.radius)
        return path
    families = drawing.title_fonts if shape.font == "title" else drawing.label_fonts
    uses_fallback = find_font_file(shape.full_text or shape.text, families[0], shape.bold) == FALLBACK
    path, advance = _outline_text(shape.text, FALLBACK_FAMILY if uses_fallback else families[0], shape.bold)
    scale = shape.size / _OUTLINE_FONT_PX
    offset = {"start": 0.0, "middle": -advance / 2, "end": -advance}[shape.anchor]
    transform = QTransform().translate(*shape.at).rotate(shape.turn).scale(scale, scale).translate(offset, 0)
    return transform.map(path)


@lru_cache(maxsize=4096)
def _outline_text(text: str, family: str, bold: bool) -> tuple[QPainterPath, float]:
    """Return the outline of a line of text at `_OUTLINE_FONT_PX` pixels, and its width in these pixels."""
    load_fonts()
    font = QFont(family)
    font.setPixelSize(_OUTLINE_FONT_PX)
    font.setBold(bold)
    path = QPainterPath()
    path.addText(0, 0, font, text)
    return path, QFontMetricsF(font).horizontalAdvance(text)


@lru_cache(maxsize=1)
def load_fonts() -> tuple[int, ...]:
    """Add the bundled fonts to Qt, once."""
    return tuple(QFontDatabase.addApplicationFont(file) for file in list_font_files())


@lru_cache(maxsize=1024)
def _build_pen(style: Style) -> QPen:
    """Return Qt's pen for a style; one that draws nothing for a style without lines."""
    if not style.stroke or not style.width:
        return QPen(Qt.PenStyle.NoPen)
    cap = Qt.PenCapStyle.RoundCap if style.round else Qt.PenCapStyle.FlatCap
    join = Qt.PenJoinStyle.RoundJoin if style.round else Qt.PenJoinStyle.MiterJoin
    pen = QPen(QBrush(QColor(style.stroke)), style.width, Qt.PenStyle.SolidLine, cap, join)
    if style.dash:
        pen.setDashPattern([part / style.width for part in style.dash])
    return pen


@lru_cache(maxsize=1024)
def _build_brush(style: Style) -> QBrush:
    return QBrush(QColor(style.fill)) if style.fill else QBrush(Qt.BrushStyle.NoBrush)


# Pixels -------------------------------------------------------------------------------------------------------


class PixelCache:
    """An image of the painted window, of which some areas are stale, that is to be painted again.

    `stale` is the region of these areas; None means the whole image.
    """

    def __init__(self) -> None:
        self.image = QImage()
        self.stale: QRegion | None = None

    def invalidate(self, box: QRect) -> None:
        """Mark a rectangle as stale."""
        if self.stale is not None:
            self.stale = self.stale.united(box)

    def refresh(self, size: QSize, ratio: float, paint: Callable[[QPainter, QRect], None]) -> None:
        """Make the cached image as large as the window, and paint those areas again that are no longer right (stale).

        Up to six stale boxes are painted one by one; more are painted as their bounding box.

        Args:
            size: the size of the window, in pixels of the window.
            ratio: pixels of the screen in a pixel of the window.
            paint: paints a box; the painter is clipped to that box.
        """
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

_PAPER_LAYERS = frozenset({"page", "title", "legend", "coordinates", "findings"})


def draw_board_pixmap(
    board: Board,
    size: QSize,
    dark: bool = False,
    ratio: float = 1.0,
    margin: float = 0.35,
    hidden_layers: Collection[str] = (),
) -> QPixmap:
    """Return a picture of a board, as large as fits into a size.

    Args:
        board: the board.
        size: the size of the picture, in pixels of the window.
        dark: whether the dark theme is used.
        ratio: pixels of the screen in a pixel of the window.
        margin: the space around the board, in squares.
        hidden_layers: layers that are left out besides those of a printed page.
    """
    theme = "slate" if dark else "parchment"
    drawing = draw(board, DrawingOptions(theme=theme, coordinates=False, hidden=True))
    image = create_blank_pixmap(size, ratio)
    corner, squares = find_drawn_area(board)
    if not squares[0]:
        return image
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    scale = min(size.width() / (squares[0] + 2 * margin), size.height() / (squares[1] + 2 * margin))
    painter.translate(size.width() / 2, size.height() / 2)
    painter.scale(scale, scale)
    painter.translate(-corner[0] - squares[0] / 2, -corner[1] - squares[1] / 2)
    PaintedDrawing(drawing, _PAPER_LAYERS.union(hidden_layers)).paint(painter, QRectF(-1e4, -1e4, 3e4, 3e4))
    painter.end()
    return image


def create_blank_pixmap(size: QSize, ratio: float = 1.0) -> QPixmap:
    """Return a transparent picture of a size in pixels of the window."""
    image = QPixmap(size * ratio)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    return image
