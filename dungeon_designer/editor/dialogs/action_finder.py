"""The dialog that finds an action of the menus by words."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QHeaderView,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from dungeon_designer.editor.actions import Actions, format_plain_title, list_search_words
from dungeon_designer.editor.fitting import FittingDialog
from dungeon_designer.editor.picture_list import VALUE_ROLE
from dungeon_designer.editor.widgets import (
    build_column,
    create_widget,
)


class Finder(FittingDialog):
    """The dialog that finds an action of the menus by typed words and runs it."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Find an action"))
        self.resize(460, 360)
        self._actions = actions
        prompt = self.tr("What would you like to do?")
        self.search = create_widget(
            QLineEdit, placeholderText=prompt, accessibleName=prompt, textChanged=self._fill_list
        )
        self.search.installEventFilter(self)
        self.list = create_widget(
            QTreeWidget, columnCount=2, headerHidden=True, rootIsDecorated=False, accessibleName=self.tr("Actions")
        )
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.list.itemActivated.connect(self.run_action)
        build_column(self.search, self.list, owner=self)
        self._fill_list("")

    def _fill_list(self, text: str) -> None:
        """List the actions whose name, further words or tool tip contain all words of a text.

        Actions with the words in their name come first.
        """
        self.list.clear()
        search_words = [word.rstrip("s") for word in text.lower().split()]

        def count_missing_words(action: QAction) -> tuple[int, ...]:
            """Return how many of the typed words are missing, as three numbers, by which the actions are sorted.

            They count the words missing in the name alone, in the name and the further words, and in these and the
            tool tip.
            """
            name = format_plain_title(action)
            further_text = list_search_words(action.objectName())
            tip = action.statusTip()
            search_texts = name.lower(), f"{name} {further_text}".lower(), f"{name} {further_text} {tip}".lower()
            return tuple(sum(word not in search_text for word in search_words) for search_text in search_texts)

        for action in sorted(self._actions, key=count_missing_words):
            if action.isEnabled() and action.isVisible() and not count_missing_words(action)[-1]:
                shortcut = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                item = QTreeWidgetItem(self.list, [format_plain_title(action), shortcut])
                item.setToolTip(0, action.statusTip())
                item.setData(0, VALUE_ROLE, action)
                item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._select_row(0)

    def _select_row(self, row: int) -> None:
        """Select the line with an index; an index outside the list selects the first or last line."""
        item = self.list.topLevelItem(max(0, min(row, self.list.topLevelItemCount() - 1)))
        if item is not None:
            self.list.setCurrentItem(item)

    def run_action(self) -> None:
        """Close the dialog and run the selected action."""
        item = self.list.currentItem()
        if item is not None:
            action: QAction = item.data(0, VALUE_ROLE)
            self.accept()
            action.trigger()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move through the list with Up and Down while the user types; run the action with Return.

        Return true for these keys.
        """
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                step = 1 if event.key() == Qt.Key.Key_Down else -1
                self._select_row(self.list.currentIndex().row() + step)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.run_action()
                return True
        return False
