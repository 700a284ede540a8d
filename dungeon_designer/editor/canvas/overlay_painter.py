"""What everything that lies over the map is painted with: colours, outlines of squares, words on chips, legends."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.editor.canvas.viewport import Viewport
from dungeon_designer.grid import Square

RULER = 22
"""The rulers' breadth in pixels."""

WHITE = QColor("#ffffff")


class Colours:
    """The colours of what lies over the map, on a light or a dark table."""

    def __init__(self, dark: bool) -> None:
        self.accent = QColor("#5aa9ff" if dark else "#1467c8")
        self.good = QColor("#58d68d" if dark else "#1e8e4e")
        self.wrong = QColor("#ff6b5e" if dark else "#c62828")
        self.risky = QColor("#ffb454" if dark else "#b85c00")
        self.sight = QColor("#0b6e4f" if dark else "#0b5d3b")
        self.veil = QColor(8, 10, 13, 150) if dark else QColor(245, 240, 228, 165)
        self.axis = QColor("#c792ff" if dark else "#7b2fc0")
        self.ruler = QColor("#20262d" if dark else "#f4f1ea")
        self.ruler_text = QColor("#a9b6c4" if dark else "#5b5346")
        self.grid = QColor(255, 255, 255, 16) if dark else QColor(60, 40, 10, 22)
        self.chip = QColor("#e9eef4" if dark else "#2b2620")
        self.chip_text = QColor("#14181d" if dark else "#fdf9f0")


BOTH_COLOURS = (Colours(False), Colours(True))
"""Those of a light table, and those of a dark one."""


def tinted(colour: QColor, alpha: int) -> QColor:
    """A colour one sees through."""
    tint = QColor(colour)
    tint.setAlpha(alpha)
    return tint


def outline(squares: Collection[Square], point: Callable[[Square], QPointF]) -> QPainterPath:
    """The rings around some squares, each corner of the grid at its point."""
    path = QPainterPath()
    for ring in rings(set(squares)):
        path.addPolygon(QPolygonF([point(corner) for corner in (*ring, ring[0])]))
    return path


def sized(font: QFont, pixels: int) -> QFont:
    """A font in another size."""
    result = QFont(font)
    result.setPixelSize(pixels)
    return result


class OverlayPainter:
    """Paints over the map, in pixels of the window."""

    def __init__(self, painter: QPainter, view: Viewport, window: QRect, colours: Colours) -> None:
        self.painter, self.view, self.window, self.colours = painter, view, window, colours

    def point(self, at: tuple[float, float]) -> QPointF:
        """The pixel over a point of the map."""
        return QPointF(*self.view.pixel_of(*at))

    def box(self, square: Square) -> QRectF:
        """The pixels over a square."""
        return QRectF(self.point(square), self.point((square[0] + 1, square[1] + 1)))

    def outline(self, squares: Collection[Square]) -> QPainterPath:
        """The rings around some squares."""
        return outline(squares, self.point)

    def fill(self, colour: QColor | Qt.BrushStyle, pen: QPen | Qt.PenStyle = Qt.PenStyle.NoPen) -> None:
        """What is drawn next is filled and framed so."""
        self.painter.setPen(pen)
        self.painter.setBrush(colour)

    def twice(self, draw: Callable[[], None], pen: QPen, halo: float) -> None:
        """Draw lines, first broader and in white, so that they show on any ground."""
        for each in (QPen(WHITE, halo), pen):
            each.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            self.fill(Qt.BrushStyle.NoBrush, each)
            draw()

    def chip(self, box: QRectF, radius: int) -> None:
        """The ground of a few words; leaves the pen ready for them."""
        self.fill(self.colours.chip)
        self.painter.drawRoundedRect(box, radius, radius)
        self.painter.setPen(self.colours.chip_text)

    def legend(
        self, heading: str, entries: Sequence[str], swatch: Callable[[int, QRectF], None], foot: bool = False
    ) -> None:
        """What patterns or tints mean: a list in the upper left corner, or a strip along the window's foot."""
        if not heading and not entries:
            return
        self.painter.setFont(sized(self.painter.font(), 13))
        metrics = self.painter.fontMetrics()
        room = max(self.window.width() - RULER - 40, 120) if foot else 1 << 20
        head = metrics.elidedText(heading, Qt.TextElideMode.ElideRight, room)
        high, entry = metrics.height() + 5, max(map(metrics.horizontalAdvance, entries), default=0) + 58
        columns = max(min(room // entry, len(entries)), 1) if foot else 1
        rows, first = -(-len(entries) // columns), 1 if head else 0
        wide = max(metrics.horizontalAdvance(head), columns * entry if entries else 0)
        tall = high * (rows + first) + 10
        left, top = RULER + 10.0, self.window.height() - tall - 6.0 if foot else RULER + 10.0
        self.chip(QRectF(left, top, wide + 20, tall), 6)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        self.painter.drawText(QRectF(left + 10, top + 5, wide, high), flags, head)
        for at, words in enumerate(entries):
            x, y = left + 10 + at % columns * entry, top + 5 + (first + at // columns) * high
            swatch(at, QRectF(x, y + 2, 34, high - 4))
            self.painter.setPen(self.colours.chip_text)
            self.painter.drawText(QRectF(x + 44, y, entry, high), flags, words)
