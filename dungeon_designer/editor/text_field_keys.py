"""Keys of the menus in text fields: a field takes Ctrl+E, Ctrl+K and others for itself on some desktops."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget
from shiboken6 import isValid

from dungeon_designer.editor.actions import ENTRIES, Actions, Entry

_FIELDS = (QLineEdit, QPlainTextEdit, QTextEdit)
_OWN = frozenset(entry.id for entry in ENTRIES if isinstance(entry, Entry) and entry.menu == "Edit")
"""Actions whose keys edit text while one types."""


class TextFieldKeys(QObject):
    """Lets the field that has the focus pass over the keys of a window's actions, those with Ctrl or Alt."""

    def __init__(self, actions: Actions, parent: QObject) -> None:
        super().__init__(parent)
        self._actions = actions
        self._watched: QWidget | None = None
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow)

    def _follow(self, _: QWidget | None, now: QWidget | None) -> None:
        """Watch the field typed into, and no other: a filter on every widget would slow every event."""
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = now if isinstance(now, _FIELDS) and now.window() is self.parent() else None
        if self._watched is not None:
            self._watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A key that is an action's is not the field's."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.ShortcutOverride:
            return False
        held = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        taken = bool(held) and self._is_an_actions(QKeySequence(event.keyCombination()))
        if taken:
            event.ignore()
        return taken

    def _is_an_actions(self, key: QKeySequence) -> bool:
        return any(action.shortcut() == key and action.objectName() not in _OWN for action in self._actions)
