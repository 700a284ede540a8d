"""A figure laid over the map on the table: tints as the printed map has them, and a legend in a corner."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPolygonF

from dungeon_designer.analysis.figure_picture import FigureBand, FigurePicture
from dungeon_designer.analysis.outlines import rings
from dungeon_designer.drawing import figure_overlay
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.editor.canvas.colours import RULER, Colours
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.layout.model import MatchSide

_SWATCH = 24.0
_THROUGH = 0.75
_FLAGS = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


class FigureLayer:
    """The areas of one picture, kept in squares of the grid: a look elsewhere only moves them."""

    def __init__(self, shown: FigurePicture, sides: tuple[MatchSide, ...]) -> None:
        self.shown, self._sides = shown, sides
        self._paths = [(band, _path(band)) for band in shown.bands]

    def paint(self, painter: QPainter, view: Viewport, window: QRect, theme: Theme, colours: Colours) -> None:
        """Tint the squares, then say in the lower left corner what the tints mean."""
        painter.save()
        painter.translate(-view.left, -view.top)
        painter.scale(view.scale, view.scale)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for band, path in self._paths:
            painter.fillPath(path, tint(theme, band, self._sides))
        painter.restore()
        self._legend(painter, window, theme, colours)

    def _legend(self, painter: QPainter, window: QRect, theme: Theme, colours: Colours) -> None:
        """A strip along the lower edge, so that little of the map is hidden: the heading, then swatches in rows."""
        font = QFont(painter.font())
        font.setPixelSize(13)
        painter.setFont(font)
        metrics = painter.fontMetrics()
        high, room = metrics.height() + 5, max(window.width() - RULER - 40, 120)
        head = metrics.elidedText(self.shown.heading, Qt.TextElideMode.ElideRight, room)
        entry = max([metrics.horizontalAdvance(band.words) for band in self.shown.bands], default=0) + _SWATCH + 22
        columns = max(min(int(room / entry), len(self.shown.bands)), 1)
        rows = -(-len(self.shown.bands) // columns)
        wide = max(metrics.horizontalAdvance(head), columns * entry)
        left, top = RULER + 8.0, window.height() - high * (rows + 1) - 14.0
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.chip)
        painter.drawRoundedRect(QRectF(left, top, wide + 16, high * (rows + 1) + 8), 6, 6)
        painter.setPen(colours.chip_text)
        painter.drawText(QRectF(left + 8, top + 4, wide, high), _FLAGS, head)
        for at, band in enumerate(self.shown.bands):
            x, y = left + 8 + at % columns * entry, top + 4 + (1 + at // columns) * high
            swatch = QRectF(x, y + 3, _SWATCH, high - 6)
            painter.fillRect(swatch, QColor(theme.floor))
            painter.fillRect(swatch, tint(theme, band, self._sides))
            painter.drawText(QRectF(x + _SWATCH + 6, y, entry, high), _FLAGS, band.words)


def tint(theme: Theme, band: FigureBand, sides: tuple[MatchSide, ...]) -> QColor:
    """The colour of a band on the table, where it lies over chests and portals: they show through."""
    style = figure_overlay.tint(theme, band, sides)
    colour = QColor(style.fill)
    colour.setAlphaF(style.opacity * _THROUGH)
    return colour


def _path(band: FigureBand) -> QPainterPath:
    path = QPainterPath()
    for ring in rings(set(band.squares)):
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in (*ring, ring[0])]))
    return path
