"""A list of small pictures with words below them, and how a dungeon in small is drawn."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QEvent, QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem

from dungeon_designer.editor.widgets import as_written
from dungeon_designer.grid import Size, Square, bounds, groups
from dungeon_designer.layout.model import Layout
from dungeon_designer.tiles.model import TileLibrary

ROLE = Qt.ItemDataRole.UserRole
"""Where an item keeps what it shows."""


class PictureList(QListWidget):
    """Pictures in rows. `pointed`: the item the mouse or the keys point at, or None; `left`: neither does any more."""

    pointed = Signal(object)
    left = Signal()

    def __init__(self, name: str, picture: QSize, cell: QSize) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setIconSize(picture)
        self.setGridSize(cell)
        self.setWordWrap(True)
        self.setMouseTracking(True)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.pointed_at = False
        self.currentItemChanged.connect(lambda item, _: self._point(item) if self.hasFocus() else None)

    def place(self, at: int) -> QListWidgetItem:
        """The item at a place; those that are missing before it are made."""
        while self.count() <= at:
            item = QListWidgetItem()
            item.setSizeHint(self.gridSize())
            item.setTextAlignment(Qt.AlignmentFlag.AlignHCenter)
            self.addItem(item)
        return self.item(at)

    def show_at(self, at: int, what: object, picture: QPixmap, words: str, told: str) -> None:
        """Show something at a place: its picture with words below; `told` is what a tip and a screen reader say."""
        item = self.place(at)
        item.setIcon(picture)
        item.setText(words)
        item.setToolTip(as_written(told))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, told)
        item.setData(ROLE, what)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """The item under the pointer, if there is one."""
        super().mouseMoveEvent(event)
        self._point(self.itemAt(event.position().toPoint()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc looks away again, if anything is looked at; other keys go from picture to picture."""
        if event.key() == Qt.Key.Key_Escape and self.pointed_at:
            self.setCurrentIndex(QModelIndex())
            self._look_away()
        else:
            super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer is elsewhere."""
        super().leaveEvent(event)
        self._look_away()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The keys are elsewhere."""
        super().focusOutEvent(event)
        self._look_away()

    def _point(self, item: QListWidgetItem | None) -> None:
        self.pointed_at = item is not None
        self.pointed.emit(item)

    def _look_away(self) -> None:
        self.pointed_at = False
        self.left.emit()


_SQUARE = 2.0
"""Millimetres of a square in the pictures: 7.5 pixels."""

_WIDEST = 128.0
"""Millimetres of a picture: more than any list shows, and painting more takes seconds."""

_RING = "#c2185b"


class SmallPicture(Struct, frozen=True):
    """A picture as PNG, and the squares it shows."""

    png: bytes
    corner: Square
    size: Size

    def pixmap(self, room: QSize, ratio: float, ringed: tuple[Square, ...] = ()) -> QPixmap:
        """The picture in the middle of some room, with a ring round each group of some squares."""
        picture = QPixmap()
        picture.loadFromData(self.png)
        smooth = Qt.TransformationMode.SmoothTransformation
        picture = picture.scaled(room * ratio, Qt.AspectRatioMode.KeepAspectRatio, smooth)
        scale, (left, top) = picture.width() / self.size[0], self.corner
        whole = QPixmap(room * ratio)
        whole.fill(Qt.GlobalColor.transparent)
        painter = QPainter(whole)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate((whole.width() - picture.width()) // 2, (whole.height() - picture.height()) // 2)
        painter.drawPixmap(0, 0, picture)
        for pen in (QPen(Qt.GlobalColor.white, 3.5 * ratio), QPen(QColor(_RING), 1.8 * ratio)):
            painter.setPen(pen)
            for (x, y), (width, height) in map(bounds, groups(ringed)):
                box = QRectF((x - left) * scale, (y - top) * scale, width * scale, height * scale)
                painter.drawRoundedRect(box.adjusted(-1, -1, 1, 1), 2, 2)
        painter.end()
        whole.setDevicePixelRatio(ratio)
        return whole


def small_picture(layout: Layout, library: TileLibrary, theme: str) -> SmallPicture:
    """A dungeon in small, as it is drawn on the table; takes a tenth of a second."""
    from dungeon_designer.board.build import build
    from dungeon_designer.drawing.compose import extent
    from dungeon_designer.drawing.options import DrawingOptions
    from dungeon_designer.exports.options import ExportOptions
    from dungeon_designer.exports.registry import export

    board = build(layout, library)
    drawing = DrawingOptions(theme=theme, coordinates=False, grid=False, border=False)
    (left, top), (width, height) = extent(board)
    square = max(0.5, min(_SQUARE, _WIDEST / max(width, height)))
    png = export(board, ".png", ExportOptions(drawing, square=square, dpi=96))
    return SmallPicture(png, (left - 1, top - 1), (width + 2, height + 2))
