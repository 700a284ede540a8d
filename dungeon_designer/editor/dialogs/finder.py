"""Find an action: type a few letters, press Return."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from dungeon_designer.editor.actions import Actions, plain_text

_ROLE = Qt.ItemDataRole.UserRole


class Finder(QDialog):
    """Every action by its words."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Find an action"))
        self.resize(460, 360)
        self._actions = actions
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("What would you like to do?"))
        self.list = QListWidget()
        box = QVBoxLayout(self)
        box.addWidget(self.search)
        box.addWidget(self.list)
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        self.list.itemActivated.connect(lambda _: self.run())
        self._fill("")

    def _fill(self, text: str) -> None:
        self.list.clear()
        words = text.lower().split()
        for action in self._actions:
            name = plain_text(action)
            tip = action.statusTip()
            if action.isEnabled() and all(word in f"{name} {tip}".lower() for word in words):
                key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                item = QListWidgetItem(f"{name}    {key}" if key else name)
                item.setToolTip(tip)
                item.setData(_ROLE, action)
                self.list.addItem(item)
        self.list.setCurrentRow(0)

    def run(self) -> None:
        """Do what is chosen."""
        item = self.list.currentItem()
        if item is not None:
            action: QAction = item.data(_ROLE)
            self.accept()
            action.trigger()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and down move through the list while one types; Return does it."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                step = 1 if event.key() == Qt.Key.Key_Down else -1
                self.list.setCurrentRow(max(0, min(self.list.currentRow() + step, self.list.count() - 1)))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.run()
                return True
        return False
