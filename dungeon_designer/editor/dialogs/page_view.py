"""Pages to leaf through: one at a time, as sharp as the screen."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPalette, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from dungeon_designer.exports.lengths import MILLIMETRES

RIM = 18.0
"""What is left free around a page, in pixels."""

NOTCH = 120
"""What a wheel turns by from one page to the next."""


class PageView(QWidget):
    """Shows a page, and asks for another by wheel and keys.

    `resolution_changed`: the pages have to be finer or coarser now. `leafed`: so many pages on, or back.
    """

    resolution_changed = Signal()
    leafed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(360, 300)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Page preview"))
        self._size = (0.0, 0.0)
        self._picture = QPixmap()
        self._words = ""
        self._turned = 0

    @property
    def picture(self) -> QPixmap:
        """The page that is shown; a null picture when there is none."""
        return self._picture

    def sizeHint(self) -> QSize:
        """Room for an upright page."""
        return QSize(520, 640)

    def dpi(self, size: tuple[float, float]) -> float:
        """Dots an inch at which a page of so many millimetres fills the view, screen pixels counted."""
        return self._rect(size).width() * self.devicePixelRatioF() / size[0] * MILLIMETRES["in"]

    def wait_for(self, words: str) -> None:
        """Nothing to show yet, or nothing at all: say why."""
        self._words, self._picture = words, QPixmap()
        self.update()

    def show_page(self, png: bytes, size: tuple[float, float]) -> None:
        """Show a page of so many millimetres."""
        self._size, self._words = size, ""
        self._picture.loadFromData(png, "PNG")
        self._picture.setDevicePixelRatio(self.devicePixelRatioF())
        self.update()

    def _rect(self, size: tuple[float, float]) -> QRectF:
        """Where a page lies: as large as there is room, on whole pixels of the screen."""
        ratio = self.devicePixelRatioF()
        room = max(1.0, self.width() - 2 * RIM), max(1.0, self.height() - 2 * RIM)
        scale = min(room[0] / size[0], room[1] / size[1])
        width, height = (max(1, round(side * scale * ratio)) / ratio for side in size)
        left, top = ((self.width() - width) / 2, (self.height() - height) / 2)
        return QRectF(round(left * ratio) / ratio, round(top * ratio) / ratio, width, height)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The page on its ground, or the words."""
        painter = QPainter(self)
        colours = self.palette()
        painter.fillRect(self.rect(), colours.color(QPalette.ColorRole.Mid))
        if self._picture.isNull():
            painter.setPen(colours.color(QPalette.ColorRole.WindowText))
            room = self.rect().adjusted(24, 24, -24, -24)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._words)
            return
        where = self._rect(self._size)
        for spread, depth in ((5, 14), (3, 22), (1, 40)):
            painter.fillRect(where.adjusted(-spread + 1, -spread + 3, spread, spread + 2), QColor(0, 0, 0, depth))
        drawn = self._picture.size() / self._picture.devicePixelRatio()
        if abs(drawn.width() - where.width()) < 1.5:
            painter.setClipRect(where)
            painter.drawPixmap(where.topLeft(), self._picture)
        else:  # until the right one comes
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(where, self._picture, QRectF(QPointF(), self._picture.size().toSizeF()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The page is as large as the view."""
        super().resizeEvent(event)
        self.resolution_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys one leafs with."""
        steps = {
            Qt.Key.Key_PageDown: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Space: 1,
            Qt.Key.Key_PageUp: -1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Home: -9999, Qt.Key.Key_End: 9999,
        }  # fmt: skip
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.leafed.emit(step)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A notch a page."""
        self._turned += event.angleDelta().y()
        steps = int(self._turned / NOTCH)
        self._turned -= steps * NOTCH
        if steps:
            self.leafed.emit(-steps)
        event.accept()
