"""The dialog that shows and changes the keys of all actions."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QHeaderView,
    QKeySequenceEdit,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from dungeon_designer.editor.actions import MAP_KEYS, Actions, format_plain_title
from dungeon_designer.editor.fitting import FittingDialog
from dungeon_designer.editor.widgets import (
    build_column,
    create_answer_buttons,
    create_search_field,
)
from dungeon_designer.translation import translate


class ShortcutsDialog(FittingDialog):
    """The dialog with a table of all actions and their keys. A key given to one action is taken from any other."""

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
        self.search = create_search_field(self.tr("Search the actions"))
        self.search.textChanged.connect(self._filter_rows)
        self.fields: dict[str, QKeySequenceEdit] = {}
        for row, action in enumerate(actions):
            name = action.objectName()
            self._add_row(format_plain_title(action))
            field = QKeySequenceEdit(action.shortcut())
            field.setAccessibleName(format_plain_title(action))
            field.setMaximumSequenceLength(1)
            field.setClearButtonEnabled(True)
            field.editingFinished.connect(partial(self._set_key, name))
            field.keySequenceChanged.connect(lambda key, name=name: self._set_key(name) if key.isEmpty() else None)
            self.table.setCellWidget(row, 1, field)
            self.fields[name] = field
        self._hidden_rows = {row for row, action in enumerate(actions) if not action.isVisible()}
        for key, title in MAP_KEYS.items():
            item, text = self._add_row(translate("keys", title), translate("keys", key))
            item.setToolTip(item.text())
            text.setToolTip(self.tr("On the map; this key cannot be changed"))
        self._filter_rows("")
        buttons = create_answer_buttons(
            self, QDialogButtonBox.StandardButton.Close | QDialogButtonBox.StandardButton.Reset
        )
        buttons.button(QDialogButtonBox.StandardButton.Reset).clicked.connect(self._reset_keys)
        for button in buttons.buttons():
            button.setAutoDefault(False)  # type: ignore[attr-defined]  # or Enter in the search would reset all keys
        build_column(self.search, self.table, buttons, owner=self)

    def _add_row(self, *texts: str) -> list[QTableWidgetItem]:
        """Add a row of texts that cannot be edited, and return its cells."""
        row, items = self.table.rowCount(), [QTableWidgetItem(text) for text in texts]
        self.table.insertRow(row)
        for column_, item in enumerate(items):
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.table.setItem(row, column_, item)
        return items

    def _filter_rows(self, text: str) -> None:
        """Show the rows whose action contains a text. Actions that are not visible in the window stay hidden."""
        for row in range(self.table.rowCount()):
            item = self.table.item(row, 0)
            is_match = item is not None and text.lower() in item.text().lower()
            self.table.setRowHidden(row, not is_match or row in self._hidden_rows)

    def _set_key(self, name: str) -> None:
        """Give an action the key that was typed in its field.

        Then show the keys of all actions, since another may have lost the key.
        """
        self._actions.set_key(name, self.fields[name].keySequence())
        self._show_keys()

    def _reset_keys(self) -> None:
        self._actions.reset_keys()
        self._show_keys()

    def _show_keys(self) -> None:
        """Show the current key of each action."""
        for name, field in self.fields.items():
            field.setKeySequence(self._actions[name].shortcut())
