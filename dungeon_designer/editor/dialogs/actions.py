"""Every action by its words: to be found and done, or given another key."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from dungeon_designer.editor.actions import Actions, plain_text
from dungeon_designer.editor.canvas.interactive_map import MAP_KEYS
from dungeon_designer.editor.widgets import answers_of, column, search_field
from dungeon_designer.translation import translate

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
        column(self.search, self.list, of=self)
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


class ShortcutsDialog(QDialog):
    """A table of actions and keys; a key given to one action is taken from the other."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Shortcuts"))
        self.resize(520, 560)
        self._actions = actions
        self.table = QTableWidget(0, 2)
        self.table.setAccessibleName(self.tr("Actions and keys"))
        self.table.setHorizontalHeaderLabels([self.tr("Action"), self.tr("Key")])
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        self.table.setColumnWidth(1, 170)
        self.table.verticalHeader().hide()
        self.search = search_field(self.tr("Search the actions"))
        self.search.textChanged.connect(self._filter)
        self.fields: dict[str, QKeySequenceEdit] = {}
        for action in actions:
            self._row(action.objectName(), plain_text(action), action.shortcut())
        self._of_nobody = {row for row, action in enumerate(actions) if not action.isVisible()}
        for key, words in MAP_KEYS:
            self._fixed_row(translate("keys", words), translate("keys", key))
        self._filter("")
        buttons = answers_of(self, QDialogButtonBox.StandardButton.Close | QDialogButtonBox.StandardButton.Reset)
        reset = buttons.button(QDialogButtonBox.StandardButton.Reset)
        reset.clicked.connect(self._reset)
        for button in buttons.buttons():
            button.setAutoDefault(False)  # type: ignore[attr-defined]  # or Enter in the search would reset all keys
        column(self.search, self.table, buttons, of=self)

    def _row(self, name: str, words: str, key: QKeySequence) -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        item = QTableWidgetItem(words)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        self.table.setItem(row, 0, item)
        field = QKeySequenceEdit(key)
        field.setAccessibleName(words)
        field.setMaximumSequenceLength(1)
        field.setClearButtonEnabled(True)
        field.editingFinished.connect(lambda: self._set(name))
        field.keySequenceChanged.connect(lambda key: self._set(name) if key.isEmpty() else None)  # by its cross
        self.table.setCellWidget(row, 1, field)
        self.fields[name] = field

    def _fixed_row(self, words: str, key: str) -> None:
        """A key of the map, which cannot be changed."""
        row = self.table.rowCount()
        self.table.insertRow(row)
        for place, text in enumerate((words, key)):
            item = QTableWidgetItem(text)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            item.setToolTip(self.tr("On the map; this key cannot be changed") if place else text)
            self.table.setItem(row, place, item)

    def _filter(self, text: str) -> None:
        for row in range(self.table.rowCount()):
            item = self.table.item(row, 0)
            hit = item is not None and text.lower() in item.text().lower()
            self.table.setRowHidden(row, not hit or row in self._of_nobody)

    def _set(self, name: str) -> None:
        self._actions.set_key(name, self.fields[name].keySequence())
        self._show()

    def _reset(self) -> None:
        self._actions.reset_keys()
        self._show()

    def _show(self) -> None:
        for name, field in self.fields.items():
            field.setKeySequence(self._actions[name].shortcut())
