"""What measuring lays over the map: areas in patterns, numbers, lines of sight, and a legend for them.

Everything differs by pattern or line besides its colour, so that it can be told apart in grey.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QImage, QPainter, QPainterPath, QPen, QPolygonF

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.editor.canvas.colours import RULER, Colours
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.editor.tools.tool import Area, AreaStyle, Line
from dungeon_designer.grid import Square

Pen, Brush = Qt.PenStyle, Qt.BrushStyle

LEGIBLE = 13
"""On squares of fewer pixels no numbers are written."""


class Pattern(NamedTuple):
    """How an area is filled and framed: the name of a colour, how much of it, a pattern upon it, the frame's line."""

    colour: str
    alpha: int
    brush: Qt.BrushStyle
    pen: Qt.PenStyle


PATTERNS = {
    AreaStyle.NEAR: Pattern("accent", 80, Brush.NoBrush, Pen.SolidLine),
    AreaStyle.FAR: Pattern("accent", 30, Brush.Dense6Pattern, Pen.DashLine),
    AreaStyle.FARTHER: Pattern("accent", 16, Brush.VerPattern, Pen.DashDotLine),
    AreaStyle.FARTHEST: Pattern("accent", 10, Brush.CrossPattern, Pen.DotLine),
    AreaStyle.RISKY: Pattern("risky", 50, Brush.FDiagPattern, Pen.DashLine),
    AreaStyle.MAGIC: Pattern("axis", 40, Brush.Dense6Pattern, Pen.DotLine),
    AreaStyle.HIDDEN: Pattern("wrong", 26, Brush.BDiagPattern, Pen.NoPen),
}


class Gauges:
    """Paints what is measured, in pixels of the window."""

    def __init__(self, painter: QPainter, view: Viewport, window: QRect, colours: Colours) -> None:
        self.painter, self.view, self.window, self.colours = painter, view, window, colours

    def areas(self, areas: Sequence[Area], veiled: bool) -> None:
        """Each area in its pattern; `veiled` dims everything else."""
        paths = [(area.style, self._outline(area.squares)) for area in areas if area.squares]
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # all lines are the grid's: half the time
        if veiled:
            self._veil([path for _, path in paths])
        for style, path in paths:
            pattern = PATTERNS[style]
            for brush in self._brushes(pattern):
                self.painter.fillPath(path, brush)
            self.painter.setBrush(Brush.NoBrush)
            self.painter.setPen(QPen(self._colour(pattern), 2, pattern.pen))
            self.painter.drawPath(path)
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _veil(self, lit: Iterable[QPainterPath]) -> None:
        """Dims the window but for some areas."""
        around = QPainterPath()
        around.addRect(QRectF(self.window))
        for path in lit:
            around.addPath(path)
        self.painter.fillPath(around, self.colours.veil)

    def _colour(self, pattern: Pattern) -> QColor:
        colour: QColor = getattr(self.colours, pattern.colour)
        return colour

    def _brushes(self, pattern: Pattern) -> list[QBrush]:
        tint, lines = QColor(self._colour(pattern)), QColor(self._colour(pattern))
        tint.setAlpha(pattern.alpha)
        lines.setAlpha(150)
        return [QBrush(tint), QBrush(lines, pattern.brush)]

    def numbers(self, numbers: Sequence[tuple[Square, int]]) -> None:
        """A number in the lower right corner of each square, on a chip, so that it reads on any ground."""
        if self.view.scale < LEGIBLE:
            return
        font, ratio = self.painter.font().family(), self.painter.device().devicePixelRatio()
        size = max(8, min(14, round(0.44 * self.view.scale)))
        chips = {
            number: _numbered(number, font, size, ratio, self.colours) for number in {number for _, number in numbers}
        }
        window = self.window
        for (x, y), number in numbers:
            chip = chips[number]
            right, bottom = self.view.pixel_of(x + 1, y + 1)
            if 0 < right < window.right() + self.view.scale and 0 < bottom < window.bottom() + self.view.scale:
                left, top = right - chip.width() / ratio - 1, bottom - chip.height() / ratio - 1
                self.painter.drawImage(QPointF(left, top), chip)

    def sight(self, line: Line) -> None:
        """A line of sight: dashed as far as it goes, dotted beyond what stops it."""
        start, end = self._point(line.start), self._point(line.end)
        stop = end if line.stop is None else self._point(line.stop)
        if line.stop is not None:
            self._stroke(stop, end, self.colours.wrong, Pen.DotLine)
        self._stroke(start, stop, self.colours.sight, Pen.DashLine)

    def _stroke(self, start: QPointF, end: QPointF, colour: QColor, style: Qt.PenStyle) -> None:
        for pen in (QPen(Qt.GlobalColor.white, 5), QPen(colour, 2.4, style)):
            self.painter.setPen(pen)
            self.painter.drawLine(start, end)

    def cross(self, line: Line) -> None:
        """A cross where a line of sight is stopped."""
        if line.stop is None:
            return
        at, arm = self._point(line.stop), max(5.0, self.view.scale * 0.16)
        for pen in (QPen(Qt.GlobalColor.white, 6), QPen(self.colours.wrong, 3)):
            self.painter.setPen(pen)
            self.painter.drawLine(QLineF(at.x() - arm, at.y() - arm, at.x() + arm, at.y() + arm))
            self.painter.drawLine(QLineF(at.x() - arm, at.y() + arm, at.x() + arm, at.y() - arm))

    def legend(self, heading: str, areas: Sequence[Area]) -> None:
        """What the patterns mean, in the upper left corner of the window."""
        if not heading and not areas:
            return
        font = QFont(self.painter.font())
        font.setPixelSize(13)
        self.painter.setFont(font)
        metrics = self.painter.fontMetrics()
        high, lines = metrics.height() + 5, ([heading] if heading else [])
        widths = [metrics.horizontalAdvance(text) for text in lines]
        widths += [metrics.horizontalAdvance(area.words) + 44 for area in areas]
        left, top = RULER + 10.0, RULER + 10.0
        _chip(self.painter, self.colours, QRectF(left, top, max(widths) + 20, high * (len(lines) + len(areas)) + 10), 6)
        for at, text in enumerate(lines):
            self._words(text, QRectF(left + 10, top + 5 + at * high, max(widths), high))
        for at, area in enumerate(areas, start=len(lines)):
            self._swatch(area.style, QRectF(left + 10, top + 7 + at * high, 34, high - 4))
            self.painter.setPen(self.colours.chip_text)
            self._words(area.words, QRectF(left + 54, top + 5 + at * high, max(widths), high))

    def _words(self, text: str, box: QRectF) -> None:
        self.painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

    def _swatch(self, style: AreaStyle, box: QRectF) -> None:
        self.painter.fillRect(box, QColor("#ffffff"))
        if style in PATTERNS:
            pattern = PATTERNS[style]
            for brush in self._brushes(pattern):
                self.painter.fillRect(box, brush)
            self.painter.setBrush(Brush.NoBrush)
            self.painter.setPen(QPen(self._colour(pattern), 2, pattern.pen))
            self.painter.drawRect(box.adjusted(1, 1, -1, -1))
            return
        colour = {AreaStyle.WAY: self.colours.accent, AreaStyle.SIGHT: self.colours.sight}.get(
            style, self.colours.wrong
        )
        line = {AreaStyle.WAY: Pen.SolidLine, AreaStyle.SIGHT: Pen.DashLine}.get(style, Pen.DotLine)
        self.painter.setPen(QPen(colour, 3 if style is AreaStyle.WAY else 2.4, line))
        self.painter.drawLine(QPointF(box.left() + 3, box.center().y()), QPointF(box.right() - 3, box.center().y()))

    def _point(self, point: tuple[float, float]) -> QPointF:
        return QPointF(*self.view.pixel_of(*point))

    def _outline(self, squares: Collection[Square]) -> QPainterPath:
        path = QPainterPath()
        for ring in rings(set(squares)):
            path.addPolygon(QPolygonF([self._point(corner) for corner in (*ring, ring[0])]))
        return path


def _chip(painter: QPainter, colours: Colours, box: QRectF, radius: int) -> None:
    """The ground of a few words; leaves the pen ready for them."""
    painter.setPen(Pen.NoPen)
    painter.setBrush(colours.chip)
    painter.drawRoundedRect(box, radius, radius)
    painter.setPen(colours.chip_text)


@lru_cache(maxsize=200)
def _numbered(number: int, family: str, pixels: int, ratio: float, colours: Colours) -> QImage:
    """The chip of one number, painted once: text is dear, and there are few numbers on many squares.

    An image, since a pixmap must not outlive the application, and what is remembered here does.
    """
    font = QFont(family)
    font.setPixelSize(pixels)
    metrics = QFontMetrics(font)
    size = QSize(metrics.horizontalAdvance(str(number)) + 4, metrics.height() - 2)
    chip = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    chip.setDevicePixelRatio(ratio)
    chip.fill(Qt.GlobalColor.transparent)
    painter = QPainter(chip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(font)
    box = QRectF(QPointF(0, 0), size.toSizeF())
    _chip(painter, colours, box, 3)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))
    painter.end()
    return chip
