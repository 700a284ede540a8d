"""What is laid over the map while one works: selection, marked squares, previews, the axis of symmetry, rulers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from msgspec.structs import replace
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen, QPolygonF

from dungeon_designer.board.build import build
from dungeon_designer.drawing.compose import draw, extent
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.editor.canvas.measure_overlay import MeasureOverlay
from dungeon_designer.editor.canvas.overlay_painter import BOTH_COLOURS, RULER, WHITE, sized, tinted
from dungeon_designer.editor.canvas.picture import PaintedDrawing
from dungeon_designer.editor.canvas.viewport import CursorPlace, Viewport
from dungeon_designer.editor.tools.tool import Preview
from dungeon_designer.grid import Edge, Side, Square, edge
from dungeon_designer.layout.model import Layout, Section
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode
from dungeon_designer.tiles.model import TileLibrary

Pen, Brush = Qt.PenStyle, Qt.BrushStyle

_STEPS = (1, 2, 5, 10, 20, 50, 100)
"""How many squares may lie between two numbers of a ruler."""

_ROOM = 22
"""Pixels such a number needs."""

_NOT_OF_A_GHOST = frozenset({"page", "title", "legend", "coordinates", "rock", "shadows", "findings"})


class Overlay(MeasureOverlay):
    """Paints over the map in pixels of the window."""

    def grid(self) -> None:
        """Faint lines between all squares of the grid, floor or not."""
        if self.view.scale < 9:
            return
        right, bottom = self.window.width(), self.window.height()
        (x0, y0), (x1, y1) = self.view.square_at(0, 0), self.view.square_at(right, bottom)
        x0, y0 = max(x0, 0), max(y0, 0)
        left, top = self.view.pixel_of(x0, y0)
        across = (self.view.pixel_of(x, 0)[0] for x in range(x0, x1 + 2))
        down = (self.view.pixel_of(0, y)[1] for y in range(y0, y1 + 2))
        self.painter.setPen(QPen(self.colours.grid, 1))
        self.painter.drawLines(
            [*(QLineF(x, top, x, bottom) for x in across), *(QLineF(left, y, right, y) for y in down)]
        )

    def axis(self, symmetry: Symmetry) -> None:
        """The axis, or the middle, edits are repeated about."""
        way = symmetry.way
        x, y = self.view.pixel_of((symmetry.middle[0] + 1) / 2, (symmetry.middle[1] + 1) / 2)
        self.painter.setPen(QPen(self.colours.axis, 1.6, Pen.DashDotLine))
        if way in (SymmetryMode.LEFT_RIGHT, SymmetryMode.QUARTER_TURNS):
            self.painter.drawLine(QLineF(x, 0, x, self.window.height()))
        if way in (SymmetryMode.TOP_BOTTOM, SymmetryMode.QUARTER_TURNS):
            self.painter.drawLine(QLineF(0, y, self.window.width(), y))
        if way in (SymmetryMode.HALF_TURN, SymmetryMode.QUARTER_TURNS):
            self.fill(Brush.NoBrush, QPen(self.colours.axis, 2))
            self.painter.drawEllipse(QPointF(x, y), 8, 8)

    def selection(self, squares: Collection[Square], edges: Iterable[Edge]) -> None:
        """What is selected: framed with a dashed line in two colours."""
        path = self.outline(squares)
        self.twice(lambda: self.painter.drawPath(path), QPen(self.colours.accent, 2, Pen.DashLine), 3)
        self.edges(edges, self.colours.accent, 5)

    def handles(self, points: Iterable[tuple[float, float]]) -> None:
        """Where the selection can be taken hold of: small squares, as drawing programs have them."""
        self.fill(WHITE, QPen(self.colours.accent, 1.6))
        self.painter.drawRects([QRectF(self.point(at) - QPointF(4.5, 4.5), QSizeF(9, 9)) for at in points])

    def cursor(self, place: CursorPlace) -> None:
        """The keyboard's cursor: a frame in two colours, and a bar on the border it points at."""
        box = self.box(place.square).adjusted(1.5, 1.5, -1.5, -1.5)
        self.twice(lambda: self.painter.drawRect(box), QPen(self.colours.accent, 3), 5)
        if place.side is not None:
            self.edges([edge(place.square, place.side)], self.colours.axis, 7)

    def marked(self, squares: Collection[Square]) -> None:
        """The squares of a problem one points at."""
        if squares:
            path = self.outline(squares)
            self.painter.fillPath(path, tinted(self.colours.wrong, 60))
            self.twice(lambda: self.painter.drawPath(path), QPen(self.colours.wrong, 3), 5)

    def locked(self, squares: Collection[Square]) -> None:
        """Rooms that no suggestion changes: hatched, with a firm outline."""
        self.painter.setPen(QPen(self.colours.axis, 2, Pen.DotLine))
        self.painter.setBrush(QBrush(self.colours.axis, Brush.BDiagPattern))
        self.painter.setOpacity(0.5)
        self.painter.drawPath(self.outline(squares))
        self.painter.setOpacity(1.0)

    def differing(self, squares: Collection[Square]) -> None:
        """Where a layout that is only looked at differs from the dungeon."""
        self._area(squares, self.colours.good, 60)

    def preview(self, preview: Preview) -> None:
        """What the tool in hand would do."""
        good, wrong = self.colours.good, self.colours.wrong
        self._lit(preview.lit)
        self.areas(preview.areas, preview.veiled)
        self._area({*preview.squares} - {*preview.wrong}, good, 24 if preview.ghost is not None else 70)
        self._area(preview.wrong, wrong, 70, crossed=True)
        self.edges(preview.marks, good, 3, 110)
        self.edges(preview.edges, wrong if preview.away else good, 6)
        if preview.band is not None:
            (x, y), (width, height) = preview.band
            self.fill(tinted(self.colours.accent, 36), QPen(self.colours.accent, 1.4, Pen.DashLine))
            self.painter.drawRect(QRectF(self.point((x, y)), self.point((x + width, y + height))))
        if len(preview.path) > 1:
            points = QPolygonF([self.point(at) for at in preview.path])
            self.twice(lambda: self.painter.drawPolyline(points), QPen(self.colours.accent, 3), 6)
        if preview.sight is not None:
            self.sight(preview.sight)
            self.edges(preview.sight.edges, WHITE, 9)
            self.edges(preview.sight.edges, wrong, 5, 255)
            self.cross(preview.sight)
        self.numbers(preview.numbers)
        self.measures_legend(preview.heading, preview.areas)

    def label(self, text: str, at: QPointF) -> None:
        """A few words on a chip beside the pointer, kept inside the window."""
        if text:
            font = self.painter.font()
            font.setPointSizeF(max(font.pointSizeF(), 9.5))
            self.painter.setFont(font)
            metrics, lines = self.painter.fontMetrics(), text.split("\n")
            width = max(map(metrics.horizontalAdvance, lines)) + 16
            height = metrics.height() * len(lines) + 8
            x = min(at.x() + 18, self.window.width() - width - 4)
            box = QRectF(x, min(at.y() + 20, self.window.height() - height - 4), width, height)
            self.chip(box, 5)
            self.painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def edges(self, edges: Iterable[Edge], colour: QColor, breadth: int, alpha: int = 230) -> None:
        """Borders as bars."""
        self.painter.setPen(QPen(tinted(colour, alpha), breadth, Pen.SolidLine, Qt.PenCapStyle.RoundCap))
        for (x, y), side in edges:
            start = (x, y + 1) if side is Side.SOUTH else (x + 1, y)
            self.painter.drawLine(self.point(start), self.point((x + 1, y + 1)))

    def _lit(self, squares: Collection[Square]) -> None:
        """Where something may lie: a dot in a tinted square."""
        boxes = [self.box(square) for square in squares]
        self.fill(tinted(self.colours.good, 26))
        self.painter.drawRects([box.adjusted(1, 1, -1, -1) for box in boxes])
        self.painter.setBrush(self.colours.good)
        for box in boxes:
            self.painter.drawEllipse(box.center(), self.view.scale * 0.07, self.view.scale * 0.07)

    def _area(self, squares: Collection[Square], colour: QColor, alpha: int, crossed: bool = False) -> None:
        if squares:
            self.fill(tinted(colour, alpha), QPen(colour, 2))
            self.painter.drawPath(self.outline(squares))
        if crossed:
            self.painter.setPen(QPen(colour, 1.2))
            for square in squares:
                box = self.box(square).adjusted(3, 3, -3, -3)
                self.painter.drawLine(box.topLeft(), box.bottomRight())
                self.painter.drawLine(box.bottomLeft(), box.topRight())

    def ghost(self, section: Section, library: TileLibrary, theme: str) -> None:
        """The tile in hand, half seen, where it would be laid."""
        ratio = self.painter.device().devicePixelRatioF()
        (across, down), picture = _ghost(section, library, theme, self.view.scale, ratio)
        self.painter.setOpacity(0.72)
        self.painter.drawImage(self.point((section.at[0] + across, section.at[1] + down)), picture)
        self.painter.setOpacity(1.0)

    def rulers(self, dark: bool, pointer: Square | None) -> None:
        """Coordinates along the upper and the left edge; the pointer's are set off."""
        ratio = self.painter.device().devicePixelRatioF()
        picture = _rulers(self.view, self.window.width(), self.window.height(), ratio, dark)
        self.painter.drawImage(0, 0, picture)
        self.painter.setFont(sized(self.painter.font(), 10))
        for axis, number in enumerate(pointer or ()):
            box = _number_box(self.view, number, axis)
            if number >= 0 and min(box.center().x(), box.center().y()) >= RULER / 2:
                self.fill(self.colours.accent)
                self.painter.drawRoundedRect(box.adjusted(4, 0, -4, 0), 3, 3)
                self.painter.setPen(WHITE)
                self.painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))


def _blank(width: int, height: int, ratio: float) -> QImage:
    """An empty picture of so many pixels of the window."""
    picture = QImage(QSize(width, height) * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    return picture


@lru_cache(maxsize=1)
def _ghost(section: Section, library: TileLibrary, theme: str, scale: int, ratio: float) -> tuple[Square, QImage]:
    """The picture of a tile, and the square of its upper left corner as seen from the section's.

    It is drawn where it would lie, for paving and moss run on across the map; off the grid at its edge. It is
    remembered until the tile is moved, turned, exchanged, or looked at from nearer.
    """
    at = max(section.at[0], 0), max(section.at[1], 0)
    board = build(Layout(sections=(replace(section, at=at),)), library)
    (left, top), (width, height) = extent(board)
    picture = _blank(width * scale, height * scale, ratio)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    painter.translate(-left, -top)
    drawing = draw(board, DrawingOptions(theme=theme, coordinates=False, hidden=True))
    PaintedDrawing(drawing, _NOT_OF_A_GHOST).paint(painter, QRectF(left, top, width, height))
    painter.end()
    return (left - at[0], top - at[1]), picture


@lru_cache(maxsize=2)
def _rulers(view: Viewport, width: int, height: int, ratio: float, dark: bool) -> QImage:
    """The rulers, remembered until one looks elsewhere: some fifty numbers are dear to write at every repaint."""
    picture, colours = _blank(width, height, ratio), BOTH_COLOURS[dark]
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(0, 0, width, RULER, colours.ruler)
    painter.fillRect(0, 0, RULER, height, colours.ruler)
    painter.setFont(sized(painter.font(), 10))
    painter.setPen(colours.ruler_text)
    for number, box in _ruler_numbers(view, width, height):
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))
    painter.end()
    return picture


def _ruler_numbers(view: Viewport, width: int, height: int) -> Iterator[tuple[int, QRectF]]:
    """The coordinates that are written, and where; none that would be cut off."""
    every = next(step for step in _STEPS if step * view.scale >= _ROOM or step == _STEPS[-1])
    for axis, length in ((0, width), (1, height)):
        first, last = view.square_at(RULER, RULER)[axis], view.square_at(width, height)[axis]
        for number in range(max(first - first % every, 0), last + 1, every):
            box = _number_box(view, number, axis)
            if RULER + 8 <= (box.center().y() if axis else box.center().x()) <= length - 10:
                yield number, box


def _number_box(view: Viewport, number: int, axis: int) -> QRectF:
    """Where a coordinate stands."""
    across, down = view.pixel_of(number + 0.5, number + 0.5)
    x, y = (across, RULER / 2) if axis == 0 else (RULER / 2, down)
    return QRectF(x - 14, y - 8, 28, 16)
