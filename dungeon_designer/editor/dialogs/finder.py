"""Find an action: type a few letters, press Return."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QHeaderView, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

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
        self.search.setAccessibleName(self.search.placeholderText())
        self.list = QTreeWidget()
        self.list.setAccessibleName(self.tr("Actions"))
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
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
            if action.isEnabled() and action.isVisible() and all(word in f"{name} {tip}".lower() for word in words):
                key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                item = QTreeWidgetItem([name, key])
                item.setToolTip(0, tip)
                item.setData(0, _ROLE, action)
                item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.list.addTopLevelItem(item)
        self._choose(0)

    def _choose(self, row: int) -> None:
        item = self.list.topLevelItem(max(0, min(row, self.list.topLevelItemCount() - 1)))
        if item is not None:
            self.list.setCurrentItem(item)

    def run(self) -> None:
        """Do what is chosen."""
        item = self.list.currentItem()
        if item is not None:
            action: QAction = item.data(0, _ROLE)
            self.accept()
            action.trigger()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and down move through the list while one types; Return does it."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                step = 1 if event.key() == Qt.Key.Key_Down else -1
                self._choose(self.list.currentIndex().row() + step)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.run()
                return True
        return False
