"""A figure laid over the map on the table: tints as the printed map has them, and a legend in a corner."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPolygonF

from dungeon_designer.analysis.figures.picture import Band, Picture
from dungeon_designer.analysis.outlines import rings
from dungeon_designer.drawing import figure_overlay
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.editor.canvas.colours import RULER, Colours
from dungeon_designer.editor.canvas.viewport import Viewport

_SWATCH = 30.0


class FigureLayer:
    """The areas of one picture, kept in squares of the grid: a look elsewhere only moves them."""

    def __init__(self, shown: Picture) -> None:
        self.shown = shown
        self._paths = [(band, _path(band)) for band in shown.bands]

    def paint(self, painter: QPainter, view: Viewport, window: QRect, theme: Theme, colours: Colours) -> None:
        """Tint the squares, then say in the lower left corner what the tints mean."""
        painter.save()
        painter.translate(-view.left, -view.top)
        painter.scale(view.scale, view.scale)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for band, path in self._paths:
            painter.fillPath(path, tint(theme, band))
        painter.restore()
        self._legend(painter, window, theme, colours)

    def _legend(self, painter: QPainter, window: QRect, theme: Theme, colours: Colours) -> None:
        font = QFont(painter.font())
        font.setPixelSize(13)
        painter.setFont(font)
        metrics = painter.fontMetrics()
        high, room = metrics.height() + 5, window.width() - RULER - 40
        head = metrics.elidedText(self.shown.heading, Qt.TextElideMode.ElideRight, room)
        words = [band.words for band in self.shown.bands]
        wide = max([metrics.horizontalAdvance(head), *(metrics.horizontalAdvance(each) + 44 for each in words)])
        tall = high * (len(words) + 1) + 10
        left, top = RULER + 10.0, window.height() - tall - 10.0
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.chip)
        painter.drawRoundedRect(QRectF(left, top, wide + 20, tall), 6, 6)
        painter.setPen(colours.chip_text)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(QRectF(left + 10, top + 5, wide, high), flags, head)
        for at, band in enumerate(self.shown.bands, start=1):
            swatch = QRectF(left + 10, top + 8 + at * high, _SWATCH, high - 5)
            painter.fillRect(swatch, QColor(theme.floor))
            painter.fillRect(swatch, tint(theme, band))
            painter.drawText(QRectF(left + 50, top + 5 + at * high, wide, high), flags, band.words)


def tint(theme: Theme, band: Band) -> QColor:
    """The colour of a band on the table."""
    style = figure_overlay.tint(theme, band)
    colour = QColor(style.fill)
    colour.setAlphaF(style.opacity)
    return colour


def _path(band: Band) -> QPainterPath:
    path = QPainterPath()
    for ring in rings(set(band.squares)):
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in (*ring, ring[0])]))
    return path
