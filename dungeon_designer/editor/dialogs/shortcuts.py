"""Shortcuts: see them all and change them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from dungeon_designer.editor.actions import Actions, plain_text
from dungeon_designer.editor.canvas.interactive_map import MAP_KEYS
from dungeon_designer.translation import translate


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
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search the actions"))
        self.search.setAccessibleName(self.search.placeholderText())
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.fields: dict[str, QKeySequenceEdit] = {}
        for action in actions:
            self._row(action.objectName(), plain_text(action), action.shortcut())
        self._of_nobody = {row for row, action in enumerate(actions) if not action.isVisible()}
        for key, words in MAP_KEYS:
            self._fixed_row(translate("keys", words), translate("keys", key))
        self._filter("")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close | QDialogButtonBox.StandardButton.Reset)
        buttons.rejected.connect(self.reject)
        reset = buttons.button(QDialogButtonBox.StandardButton.Reset)
        reset.clicked.connect(self._reset)
        for button in buttons.buttons():
            button.setAutoDefault(False)  # type: ignore[attr-defined]  # or Enter in the search would reset all keys
        box = QVBoxLayout(self)
        box.addWidget(self.search)
        box.addWidget(self.table)
        box.addWidget(buttons)

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
        for column, text in enumerate((words, key)):
            item = QTableWidgetItem(text)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            item.setToolTip(self.tr("On the map; this key cannot be changed") if column else text)
            self.table.setItem(row, column, item)

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
