"""A list of small pictures with words below them, and what the mouse or the keys point at."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPixmap
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem

from dungeon_designer.editor.plain_text import as_written

ROLE = Qt.ItemDataRole.UserRole
"""Where an item keeps what it shows."""


class PictureList(QListWidget):
    """Pictures in rows. `pointed`: the item the mouse or the keys point at, or None; `left`: neither does any more."""

    pointed = Signal(object)
    left = Signal()

    def __init__(self, name: str, picture: QSize, cell: QSize) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setIconSize(picture)
        self.setGridSize(cell)
        self.setWordWrap(True)
        self.setMouseTracking(True)
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
