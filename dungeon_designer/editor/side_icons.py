"""The emblem of a side in its colour, for buttons and lists."""

from __future__ import annotations

from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from dungeon_designer.kinds import Emblem
from dungeon_designer.layout.model import MatchSide

_CORNERS: dict[Emblem, list[tuple[float, float]]] = {
    Emblem.SQUARE: [(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)],
    Emblem.TRIANGLE: [(0, -0.9), (0.95, 0.8), (-0.95, 0.8)],
    Emblem.DIAMOND: [(0, -1), (0.85, 0), (0, 1), (-0.85, 0)],
    Emblem.CROSS: [
        (-0.3, -0.9), (0.3, -0.9), (0.3, -0.3), (0.9, -0.3), (0.9, 0.3), (0.3, 0.3),
        (0.3, 0.9), (-0.3, 0.9), (-0.3, 0.3), (-0.9, 0.3), (-0.9, -0.3), (-0.3, -0.3),
    ],
    Emblem.STAR: [
        ((0.42 if at % 2 else 1) * sin(at * pi / 5), -(0.42 if at % 2 else 1) * cos(at * pi / 5)) for at in range(10)
    ],
}  # fmt: skip
"""The corners of each emblem but the circle, from -1 to 1."""


def emblem_path(emblem: Emblem) -> QPainterPath:
    """The outline of an emblem, about as large as a circle of radius 1."""
    path = QPainterPath()
    if emblem is Emblem.CIRCLE:
        path.addEllipse(QRectF(-0.85, -0.85, 1.7, 1.7))
    else:
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in _CORNERS[emblem]]))
        path.closeSubpath()
    return path


def side_icon(side: MatchSide, dark: bool = False, size: int = 16) -> QIcon:
    """The emblem of a side, filled with its colour."""
    image = QPixmap(2 * size, 2 * size)
    image.setDevicePixelRatio(2)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(size / 2, size / 2)
    painter.scale(size / 2.3, size / 2.3)
    painter.setPen(QPen(QColor("#dfe6ee" if dark else "#2f3640"), 0.14))
    painter.setBrush(QColor(side.shown_colour))
    painter.drawPath(emblem_path(side.shown_emblem))
    painter.end()
    return QIcon(image)
