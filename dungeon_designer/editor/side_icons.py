"""The emblem of a side in its colour, for buttons and lists: the shape the maps show, with a rim."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap

from dungeon_designer.drawing.shapes import Style
from dungeon_designer.drawing.sides import side_emblem
from dungeon_designer.editor.canvas.paint import path_of
from dungeon_designer.layout.model import MatchSide

_LARGE, _RIM = 0.77, 0.08
"""How high an emblem of one square is in a picture one high, and how broad its rim is in squares."""


def side_icon(side: MatchSide, size: int = 16) -> QIcon:
    """The emblem of a side, filled with its colour."""
    image = QPixmap(2 * size, 2 * size)
    image.setDevicePixelRatio(2)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(size / 2, size / 2)
    painter.scale(_LARGE * size, _LARGE * size)
    painter.setPen(QPen(QColor("#2f3640"), _RIM))
    painter.setBrush(QColor(side.shown_colour))
    painter.drawPath(path_of(side_emblem(side.shown_emblem, Style())))
    painter.end()
    return QIcon(image)
