"""The minimap: the whole board in small, and the part the table shows."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import extent
from dungeon_designer.editor.canvas.interactive_map import InteractiveMap
from dungeon_designer.kinds import COLOURS
from dungeon_designer.layout.model import TWO_TEAMS

_GROUND = {False: "#b9a67f", True: "#77889a"}
"""The floor's colour, light and dark."""

_TWO = {False: ("#5a87bb", "#cf5a4c"), True: ("#4c8fd8", "#cf5a4c")}
"""Those of the sections of home and away where the dungeon names none; further sides have their own."""


class MiniMap(QWidget):
    """A click or a drag moves the table there."""

    def __init__(self, canvas: InteractiveMap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = canvas
        self.setMinimumHeight(90)
        self.setToolTip(self.tr("The whole dungeon: click to look there"))
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(80)
        self._soon.timeout.connect(self.update)
        canvas.workspace.changed.connect(self._soon.start)
        canvas.moved.connect(self._soon.start)

    def sizeHint(self) -> QSize:
        """Small."""
        return QSize(240, 140)

    def _frame(self) -> tuple[float, float, float]:
        """The scale, and the corner of what is shown, in squares."""
        corner, size = extent(self.canvas.workspace.board)
        width, height = max(size[0], 10) + 2, max(size[1], 6) + 2
        scale = min(self.width() / width, self.height() / height)
        left = corner[0] - 1 - (self.width() / scale - width) / 2
        top = corner[1] - 1 - (self.height() / scale - height) / 2
        return scale, left, top

    def paintEvent(self, event: QPaintEvent) -> None:
        """Floor by its kind, chests and portals as dots, the window as a frame."""
        painter = QPainter(self)
        scale, left, top = self._frame()
        board, dark = self.canvas.workspace.board, self.canvas.dark
        corner, size = extent(board)
        if size[0]:
            place = QRectF((corner[0] - left) * scale, (corner[1] - top) * scale, size[0] * scale, size[1] * scale)
            painter.drawImage(place, _floor(board, dark))
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, squares in (("#7a4a1a", board.layout.chests), ("#7b2fc0", [p.at for p in board.layout.portals])):
            painter.setBrush(QColor(colour))
            for x, y in squares:
                painter.drawEllipse(QRectF((x - left) * scale, (y - top) * scale, scale, scale))
        view = self.canvas.view
        (x0, y0), (x1, y1) = view.point_at(0, 0), view.point_at(self.canvas.width(), self.canvas.height())
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor("#ff9d2e"), 1.6))
        painter.drawRect(QRectF((x0 - left) * scale, (y0 - top) * scale, (x1 - x0) * scale, (y1 - y0) * scale))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Look there."""
        scale, left, top = self._frame()
        at = left + event.position().x() / scale, top + event.position().y() / scale
        self.canvas.show_view(self.canvas.view.centred(at, (self.canvas.width(), self.canvas.height())))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Look there, as the pointer goes."""
        if event.buttons():
            self.mousePressEvent(event)


def _floor(board: Board, dark: bool) -> QImage:
    """The floor, a pixel a square: painted square by square, a large dungeon would hold up every drag."""
    (left, top), (width, height) = extent(board)
    of_side = {**COLOURS, **{side.id: side.shown_colour for side in board.layout.sides}}
    two = dict(zip(TWO_TEAMS, _TWO[dark], strict=True))
    of_side.update({side.id: two[side.id] for side in board.layout.sides if side.id in two and not side.colour})
    colours = [QColor(of_side[each.side] if each.side else _GROUND[dark]).rgba() for each in board.sections]
    pixels = np.zeros((height, width), dtype=np.uint32)
    pixels[board.y - top, board.x - left] = np.array(colours, dtype=np.uint32)[board.section]
    return QImage(pixels.tobytes(), width, height, 4 * width, QImage.Format.Format_ARGB32).copy()
