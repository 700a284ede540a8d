"""What measuring and figures lay over the map: areas in patterns or tints, numbers, lines of sight, and a legend.

What is measured differs by pattern or line besides its colour, so that it can be told apart in grey.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QImage, QPainter, QPainterPath, QPen

from dungeon_designer.analysis.figure_picture import FigureBand, FigurePicture
from dungeon_designer.drawing import figure_overlay
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.editor.canvas.overlay_painter import WHITE, Colours, OverlayPainter, outline, sized, tinted
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.editor.tools.tool import AreaStyle, MeasuredArea, SightLine
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import MatchSide

Pen, Brush = Qt.PenStyle, Qt.BrushStyle

LEGIBLE = 13
"""On squares of fewer pixels no numbers are written."""

_THROUGH = 0.75
"""How much of a figure's tint is laid over chests and portals, which show through."""


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
LINES = {
    AreaStyle.WAY: Pattern("accent", 255, Brush.NoBrush, Pen.SolidLine),
    AreaStyle.SIGHT: Pattern("sight", 255, Brush.NoBrush, Pen.DashLine),
    AreaStyle.STOPPED: Pattern("wrong", 255, Brush.NoBrush, Pen.DotLine),
}


class MeasureOverlay(OverlayPainter):
    """Paints what is measured."""

    def areas(self, areas: Sequence[MeasuredArea], veiled: bool) -> None:
        """Each area in its pattern; `veiled` dims everything else."""
        paths = [(area.style, self.outline(area.squares)) for area in areas if area.squares]
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # all lines are the grid's: half the time
        if veiled:
            around = QPainterPath()
            around.addRect(QRectF(self.window))
            for _, path in paths:
                around.addPath(path)
            self.painter.fillPath(around, self.colours.veil)
        for style, path in paths:
            self._patterned(style, path)
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _patterned(self, style: AreaStyle, path: QPainterPath) -> None:
        pattern = PATTERNS[style]
        colour: QColor = getattr(self.colours, pattern.colour)
        self.painter.fillPath(path, tinted(colour, pattern.alpha))
        self.painter.fillPath(path, QBrush(tinted(colour, 150), pattern.brush))
        self.fill(Brush.NoBrush, QPen(colour, 2, pattern.pen))
        self.painter.drawPath(path)

    def numbers(self, numbers: Sequence[tuple[Square, int]]) -> None:
        """A number in the lower right corner of each square, on a chip, so that it reads on any ground."""
        if self.view.scale < LEGIBLE:
            return
        font, ratio = self.painter.font().family(), self.painter.device().devicePixelRatio()
        size = max(8, min(14, round(0.44 * self.view.scale)))
        values = {number for _, number in numbers}
        chips = {number: _numbered(number, font, size, ratio, self.colours) for number in values}
        for (x, y), number in numbers:
            right, bottom = self.view.pixel_of(x + 1, y + 1)
            if 0 < right < self.window.right() + self.view.scale and bottom > 0:
                chip = chips[number]
                left, top = right - chip.width() / ratio - 1, bottom - chip.height() / ratio - 1
                self.painter.drawImage(QPointF(left, top), chip)

    def sight(self, line: SightLine) -> None:
        """A line of sight: dashed as far as it goes, dotted beyond what stops it."""
        start, end = self.point(line.start), self.point(line.end)
        stop = end if line.stop is None else self.point(line.stop)
        if line.stop is not None:
            self._line(AreaStyle.STOPPED, [QLineF(stop, end)], 2.4, 5)
        self._line(AreaStyle.SIGHT, [QLineF(start, stop)], 2.4, 5)

    def cross(self, line: SightLine) -> None:
        """A cross where a line of sight is stopped."""
        if line.stop is not None:
            at, arm = self.point(line.stop), max(5.0, self.view.scale * 0.16)
            ends = [QPointF(arm, arm), QPointF(arm, -arm)]
            self.twice(
                lambda: self.painter.drawLines([QLineF(at - end, at + end) for end in ends]),
                QPen(self.colours.wrong, 3),
                6,
            )

    def _line(self, style: AreaStyle, lines: list[QLineF], width: float, halo: float) -> None:
        pattern = LINES[style]
        pen = QPen(getattr(self.colours, pattern.colour), width, pattern.pen)
        self.twice(lambda: self.painter.drawLines(lines), pen, halo)

    def measures_legend(self, heading: str, areas: Sequence[MeasuredArea]) -> None:
        """What the patterns and lines mean, in the upper left corner of the window."""

        def swatch(at: int, box: QRectF) -> None:
            style = areas[at].style
            self.painter.fillRect(box, WHITE)
            if style in PATTERNS:
                path = QPainterPath()
                path.addRect(box.adjusted(1, 1, -1, -1))
                self._patterned(style, path)
            else:
                middle = QPointF(0, box.height() / 2)
                ends = QLineF(box.topLeft() + middle + QPointF(3, 0), box.topRight() + middle - QPointF(3, 0))
                self._line(style, [ends], 3, 0)

        self.legend(heading, [area.words for area in areas], swatch)


@lru_cache(maxsize=200)
def _numbered(number: int, family: str, pixels: int, ratio: float, colours: Colours) -> QImage:
    """The chip of one number, painted once: text is dear, and there are few numbers on many squares.

    An image, since a pixmap must not outlive the application, and what is remembered here does.
    """
    font = sized(QFont(family), pixels)
    metrics = QFontMetrics(font)
    size = QSize(metrics.horizontalAdvance(str(number)) + 4, metrics.height() - 2)
    image = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(font)
    box = QRectF(QPointF(0, 0), size.toSizeF())
    OverlayPainter(painter, Viewport(), box.toRect(), colours).chip(box, 3)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(number))
    painter.end()
    return image


class FigureLayer:
    """The areas of a figure laid over the map, in squares of the grid: a look elsewhere only moves them."""

    def __init__(self, shown: FigurePicture, sides: tuple[MatchSide, ...]) -> None:
        self.shown, self._sides = shown, sides
        self._paths = [(band, outline(band.squares, lambda at: QPointF(*at))) for band in shown.bands]

    def paint(self, over: OverlayPainter, theme: Theme) -> None:
        """Tint the squares, as the printed map does, then say along the window's foot what the tints mean."""
        painter, view = over.painter, over.view
        painter.save()
        painter.translate(-view.left, -view.top)
        painter.scale(view.scale, view.scale)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for band, path in self._paths:
            painter.fillPath(path, tint(theme, band, self._sides))
        painter.restore()

        def swatch(at: int, box: QRectF) -> None:
            painter.fillRect(box, QColor(theme.floor))
            painter.fillRect(box, tint(theme, self.shown.bands[at], self._sides))

        over.legend(self.shown.heading, [band.words for band in self.shown.bands], swatch, foot=True)


def tint(theme: Theme, band: FigureBand, sides: tuple[MatchSide, ...]) -> QColor:
    """The colour of a band on the table."""
    style = figure_overlay.tint(theme, band, sides)
    return tinted(QColor(style.fill), round(255 * style.opacity * _THROUGH))
