"""What is laid over the map while one works: selection, marked squares, previews, the axis of symmetry, rulers."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.editor.canvas.colours import Colours
from dungeon_designer.editor.canvas.keyboard_cursor import Place
from dungeon_designer.editor.canvas.measure_overlay import Gauges
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.editor.tools.tool import Preview
from dungeon_designer.grid import Edge, Side, Square, edge
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode


class Overlay:
    """Paints over the map in pixels of the window."""

    def __init__(self, painter: QPainter, view: Viewport, window: QRect, colours: Colours) -> None:
        self.painter, self.view, self.window, self.colours = painter, view, window, colours

    def grid(self) -> None:
        """Faint lines between all squares of the grid, floor or not."""
        if self.view.scale < 9:
            return
        lines = []
        (x0, y0), (x1, y1) = self._seen()
        left, top = self.view.pixel_of(max(x0, 0), max(y0, 0))
        right, bottom = self.window.width(), self.window.height()
        for x in range(max(x0, 0), x1 + 2):
            across = self.view.pixel_of(x, 0)[0]
            lines.append(QLineF(across, top, across, bottom))
        for y in range(max(y0, 0), y1 + 2):
            down = self.view.pixel_of(0, y)[1]
            lines.append(QLineF(left, down, right, down))
        self.painter.setPen(QPen(self.colours.grid, 1))
        self.painter.drawLines(lines)

    def axis(self, symmetry: Symmetry) -> None:
        """The axis, or the middle, edits are repeated about."""
        if symmetry.way is SymmetryMode.OFF:
            return
        x, y = self.view.pixel_of((symmetry.middle[0] + 1) / 2, (symmetry.middle[1] + 1) / 2)
        pen = QPen(self.colours.axis, 1.6, Qt.PenStyle.DashDotLine)
        self.painter.setPen(pen)
        if symmetry.way in (SymmetryMode.LEFT_RIGHT, SymmetryMode.QUARTER_TURNS):
            self.painter.drawLine(QLineF(x, 0, x, self.window.height()))
        if symmetry.way in (SymmetryMode.TOP_BOTTOM, SymmetryMode.QUARTER_TURNS):
            self.painter.drawLine(QLineF(0, y, self.window.width(), y))
        if symmetry.way in (SymmetryMode.HALF_TURN, SymmetryMode.QUARTER_TURNS):
            self.painter.setBrush(Qt.BrushStyle.NoBrush)
            self.painter.setPen(QPen(self.colours.axis, 2))
            self.painter.drawEllipse(QPointF(x, y), 8, 8)

    def selection(self, squares: Collection[Square], edges: Iterable[Edge]) -> None:
        """What is selected: framed with a dashed line in two colours, so that it shows on any ground."""
        path = self._outline(squares)
        for pen in (QPen(Qt.GlobalColor.white, 3), QPen(self.colours.accent, 2, Qt.PenStyle.DashLine)):
            self.painter.setPen(pen)
            self.painter.setBrush(Qt.BrushStyle.NoBrush)
            self.painter.drawPath(path)
        self.edges(edges, self.colours.accent, 5)

    def handles(self, points: Iterable[tuple[float, float]]) -> None:
        """Where the selection can be taken hold of: small squares, as drawing programs have them."""
        self.painter.setPen(QPen(self.colours.accent, 1.6))
        self.painter.setBrush(Qt.GlobalColor.white)
        for x, y in points:
            left, top = self.view.pixel_of(x, y)
            self.painter.drawRect(QRectF(left - 4.5, top - 4.5, 9, 9))

    def cursor(self, place: Place) -> None:
        """The keyboard's cursor: a frame in two colours, and a bar on the border it points at."""
        box = self._box(place.square).adjusted(1.5, 1.5, -1.5, -1.5)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in (QPen(Qt.GlobalColor.white, 5), QPen(self.colours.accent, 3)):
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            self.painter.setPen(pen)
            self.painter.drawRect(box)
        if place.side is not None:
            self.edges([edge(place.square, place.side)], self.colours.axis, 7)

    def marked(self, squares: Collection[Square]) -> None:
        """The squares of a problem one points at."""
        if not squares:
            return
        colour = QColor(self.colours.wrong)
        colour.setAlpha(60)
        path = self._outline(set(squares))
        self.painter.setPen(QPen(Qt.GlobalColor.white, 5))
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawPath(path)
        self.painter.setPen(QPen(self.colours.wrong, 3))
        self.painter.setBrush(colour)
        self.painter.drawPath(path)

    def locked(self, squares: Collection[Square]) -> None:
        """Rooms that no suggestion changes: hatched, with a firm outline."""
        self.painter.setPen(QPen(self.colours.axis, 2, Qt.PenStyle.DotLine))
        self.painter.setBrush(QBrush(self.colours.axis, Qt.BrushStyle.BDiagPattern))
        self.painter.setOpacity(0.5)
        self.painter.drawPath(self._outline(squares))
        self.painter.setOpacity(1.0)

    def differing(self, squares: Collection[Square]) -> None:
        """Where a layout that is only looked at differs from the dungeon."""
        self._area(squares, self.colours.good, alpha=60)

    def preview(self, preview: Preview) -> None:
        """What the tool in hand would do."""
        self._lit(preview.lit)
        gauges = Gauges(self.painter, self.view, self.window, self.colours)
        gauges.areas(preview.areas, preview.veiled)
        wrong = set(preview.wrong)
        alpha = 24 if preview.ghost is not None else 70
        self._area([square for square in preview.squares if square not in wrong], self.colours.good, alpha=alpha)
        self._area(preview.wrong, self.colours.wrong, crossed=True)
        self.edges(preview.marks, self.colours.good, 3, 110)
        self.edges(preview.edges, self.colours.wrong if preview.wrong else self.colours.good, 6)
        if preview.band is not None:
            (x, y), (width, height) = preview.band
            left, top = self.view.pixel_of(x, y)
            fill = QColor(self.colours.accent)
            fill.setAlpha(36)
            self.painter.setPen(QPen(self.colours.accent, 1.4, Qt.PenStyle.DashLine))
            self.painter.setBrush(fill)
            self.painter.drawRect(QRectF(left, top, width * self.view.scale, height * self.view.scale))
        if len(preview.path) > 1:
            points = QPolygonF([QPointF(*self.view.pixel_of(*point)) for point in preview.path])
            for pen in (QPen(Qt.GlobalColor.white, 6), QPen(self.colours.accent, 3)):
                pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
                self.painter.setPen(pen)
                self.painter.setBrush(Qt.BrushStyle.NoBrush)
                self.painter.drawPolyline(points)
        if preview.sight is not None:
            gauges.sight(preview.sight)
            self.edges(preview.sight.edges, QColor(Qt.GlobalColor.white), 9)
            self.edges(preview.sight.edges, self.colours.wrong, 5, 255)
            gauges.cross(preview.sight)
        gauges.numbers(preview.numbers)
        gauges.legend(preview.heading, preview.areas)

    def label(self, text: str, at: QPointF) -> None:
        """A few words on a chip beside the pointer, kept inside the window."""
        if not text:
            return
        font = QFont(self.painter.font())
        font.setPointSizeF(max(font.pointSizeF(), 9.5))
        self.painter.setFont(font)
        lines = text.split("\n")
        metrics = self.painter.fontMetrics()
        width = max(metrics.horizontalAdvance(line) for line in lines) + 16
        height = metrics.height() * len(lines) + 8
        x = min(at.x() + 18, self.window.width() - width - 4)
        y = min(at.y() + 20, self.window.height() - height - 4)
        box = QRectF(x, y, width, height)
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self.colours.chip)
        self.painter.drawRoundedRect(box, 5, 5)
        self.painter.setPen(self.colours.chip_text)
        self.painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def edges(self, edges: Iterable[Edge], colour: QColor, breadth: int, alpha: int = 230) -> None:
        """Borders as bars."""
        tint = QColor(colour)
        tint.setAlpha(alpha)
        self.painter.setPen(QPen(tint, breadth, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for (x, y), side in edges:
            a = (x, y + 1) if side is Side.SOUTH else (x + 1, y)
            left, top = self.view.pixel_of(*a)
            right, bottom = self.view.pixel_of(x + 1, y + 1)
            self.painter.drawLine(QLineF(left, top, right, bottom))

    def _lit(self, squares: Collection[Square]) -> None:
        """Where something may lie: a dot in a tinted square."""
        tint = QColor(self.colours.good)
        tint.setAlpha(26)
        self.painter.setPen(Qt.PenStyle.NoPen)
        for square in squares:
            box = self._box(square)
            self.painter.setBrush(tint)
            self.painter.drawRect(box.adjusted(1, 1, -1, -1))
            self.painter.setBrush(self.colours.good)
            self.painter.drawEllipse(box.center(), self.view.scale * 0.07, self.view.scale * 0.07)

    def _area(self, squares: Collection[Square], colour: QColor, crossed: bool = False, alpha: int = 70) -> None:
        if not squares:
            return
        tint = QColor(colour)
        tint.setAlpha(alpha)
        self.painter.setPen(QPen(colour, 2))
        self.painter.setBrush(tint)
        self.painter.drawPath(self._outline(set(squares)))
        if crossed:
            self.painter.setPen(QPen(colour, 1.2))
            for square in squares:
                box = self._box(square).adjusted(3, 3, -3, -3)
                self.painter.drawLine(box.topLeft(), box.bottomRight())
                self.painter.drawLine(box.bottomLeft(), box.topRight())

    def _box(self, square: Square) -> QRectF:
        x, y = self.view.pixel_of(*square)
        return QRectF(x, y, self.view.scale, self.view.scale)

    def _outline(self, squares: Collection[Square]) -> QPainterPath:
        path = QPainterPath()
        for ring in rings(squares):
            path.addPolygon(QPolygonF([QPointF(*self.view.pixel_of(x, y)) for x, y in (*ring, ring[0])]))
        return path

    def _seen(self) -> tuple[Square, Square]:
        """The first and the last square the window shows."""
        return self.view.square_at(0, 0), self.view.square_at(self.window.width(), self.window.height())
