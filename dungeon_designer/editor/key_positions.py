"""Shortcuts with letters on keyboards that have no Latin letters, by the position of the key.

Qt compares a shortcut with the letter that a key types. On a Russian keyboard the key of C types С, so that no shortcut
is found. This module then takes the Latin letter that a keyboard of the United States has in that position. Keyboards
with Latin letters of their own, such as a French or German one, keep to what stands on their keys.
"""

from __future__ import annotations

import unicodedata

from PySide6.QtCore import QEvent, QKeyCombination, QLocale, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QWindow
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget

from dungeon_designer.editor.actions import Actions

_ROWS = {16: "QWERTYUIOP", 30: "ASDFGHJKL", 44: "ZXCVBNM"}
"""The scan code of the first key of each row, and the letters of the keys from there, as Linux and Windows count."""

_LETTER_BY_SCAN_CODE = {first + at: letter for first, row in _ROWS.items() for at, letter in enumerate(row)}

_X11_OFFSET = 8
"""How much larger the codes of X11 and Wayland are."""

_MAC_KEYS = "ASDFHGZXCV?BQWERYT?????????????OU?IP?LJ?K????NM"
"""The letters of a Mac's keys by their codes from 0 (`kVK_ANSI_A`); ``?`` are other keys."""


class KeyPositions(QObject):
    """Calls an action by the position of its key, where no shortcut has the letter that the key types."""

    def __init__(self, actions: Actions, window: QWidget) -> None:
        super().__init__(window)
        self._actions, self._window = actions, window
        self._types_latin = QLocale.system().script() == QLocale.Script.LatinScript
        """Whether the keyboard types Latin letters, as far as its last letter has shown."""
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.focusWindowChanged.connect(self._watch)

    def _watch(self, window: QWindow | None) -> None:
        """Watch a window that gets the keyboard, while it is there: a filter on every widget would slow every event.

        Qt keeps a filter once, however often it is installed, and drops it with the window.
        """
        if window is not None:
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take a key that no shortcut took as the Latin key in its position."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        letter = self._latin_letter(event)
        return bool(letter) and self._call_action(letter, event)

    def _latin_letter(self, event: QKeyEvent) -> str:
        """Return the letter in a key's position, or '' for other keys and for keyboards with Latin letters."""
        character = chr(event.key()) if event.key() <= 0xFFFF else ""
        if character.isalpha():
            self._types_latin = unicodedata.name(character, "").startswith("LATIN")
        return "" if self._types_latin else letter_in_position(event, QGuiApplication.platformName())

    def _call_action(self, letter: str, event: QKeyEvent) -> bool:
        """Trigger the action of a letter and return true, unless whatever has the keyboard wants the key itself."""
        target = QApplication.focusWidget()
        busy = QApplication.activeModalWidget() is not None or QApplication.activePopupWidget() is not None
        if target is None or busy or not self._belongs_to_window(target.window()):
            return False
        key = Qt.Key(ord(letter))
        keys = QKeySequence(QKeyCombination(event.modifiers(), key))
        fitting = (each for each in self._actions if keys in each.shortcuts() and each.isEnabled())
        action = next(fitting, None)
        if action is None:
            return False
        wanted = QKeyEvent(QEvent.Type.ShortcutOverride, key, event.modifiers(), event.text(), event.isAutoRepeat())
        wanted.ignore()
        QApplication.sendEvent(target, wanted)
        if wanted.isAccepted():  # somebody types, or drags
            return False
        action.trigger()
        return True

    def _belongs_to_window(self, widget: QWidget) -> bool:
        return widget is self._window or (isinstance(widget, QDockWidget) and widget.parent() is self._window)


def letter_in_position(event: QKeyEvent, platform: str) -> str:
    """Return the letter of the United States' keyboard in the position of a key, '' for keys of no letter."""
    if platform == "cocoa":
        code = event.nativeVirtualKey()
        return _MAC_KEYS[code].replace("?", "") if code < len(_MAC_KEYS) else ""
    offset = 0 if platform.startswith("windows") else _X11_OFFSET
    return _LETTER_BY_SCAN_CODE.get(event.nativeScanCode() - offset, "")
