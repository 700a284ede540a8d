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

_LETTER_ROWS = {16: "QWERTYUIOP", 30: "ASDFGHJKL", 44: "ZXCVBNM"}
"""The letters of each row of keys by the scan code of its first key, as Linux and Windows count."""

_LETTER_BY_SCAN_CODE = {first + at: letter for first, row in _LETTER_ROWS.items() for at, letter in enumerate(row)}
"""The letter of each key by its scan code."""

_X11_CODE_OFFSET = 8
"""How much larger the scan codes of X11 and Wayland are."""

_MAC_KEYS = "ASDFHGZXCV?BQWERYT?????????????OU?IP?LJ?K????NM"
"""The letters of a Mac's keys by their codes from 0 (`kVK_ANSI_A`); ``?`` are other keys."""


class KeyPositions(QObject):
    """Event filter that triggers an action by the position of its key on keyboards without Latin letters."""

    def __init__(self, actions: Actions, window: QWidget) -> None:
        super().__init__(window)
        self._actions, self._window = actions, window
        self._types_latin = QLocale.system().script() == QLocale.Script.LatinScript
        """Whether the keyboard types Latin letters, as far as its last letter has shown."""
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.focusWindowChanged.connect(self._filter_window)

    def _filter_window(self, window: QWindow | None) -> None:
        """Install this event filter on the window that has just received the keyboard focus.

        A filter on every widget would slow every event. Qt installs a filter only once, and drops it with the window.
        """
        if window is not None:
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Trigger the action of the Latin letter in the key's position, for a key press that no shortcut took.

        Return true if an action was triggered, which ends the event; false for everything else.
        """
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        letter = self._find_latin_letter(event)
        return bool(letter) and self._trigger_action(letter, event)

    def _find_latin_letter(self, event: QKeyEvent) -> str:
        """Return the Latin letter of the US keyboard in the position of the pressed key, "" if it has none.

        The result is also "" for a keyboard with Latin letters of its own, as its last letter has shown.
        """
        character = chr(event.key()) if event.key() <= 0xFFFF else ""
        if character.isalpha():
            self._types_latin = unicodedata.name(character, "").startswith("LATIN")
        return "" if self._types_latin else find_letter_in_position(event, QGuiApplication.platformName())

    def _trigger_action(self, letter: str, event: QKeyEvent) -> bool:
        """Trigger the action that has a letter and the held modifier keys as its shortcut.

        Return whether that was done. It is not done if there is no such enabled action, if a dialog or a menu is open,
        or if the focused widget wants the key itself, such as a text field.
        """
        target = QApplication.focusWidget()
        has_other_target = QApplication.activeModalWidget() is not None or QApplication.activePopupWidget() is not None
        if target is None or has_other_target or not self._is_in_window(target.window()):
            return False
        key = Qt.Key(ord(letter))
        keys = QKeySequence(QKeyCombination(event.modifiers(), key))
        matching_actions = (
            candidate for candidate in self._actions if keys in candidate.shortcuts() and candidate.isEnabled()
        )
        action = next(matching_actions, None)
        if action is None:
            return False
        override_event = QKeyEvent(
            QEvent.Type.ShortcutOverride, key, event.modifiers(), event.text(), event.isAutoRepeat()
        )
        override_event.ignore()
        QApplication.sendEvent(target, override_event)
        if override_event.isAccepted():  # the widget uses the key: the user types or drags
            return False
        action.trigger()
        return True

    def _is_in_window(self, widget: QWidget) -> bool:
        """Return whether a top-level widget is the main window or one of its floating docks."""
        return widget is self._window or (isinstance(widget, QDockWidget) and widget.parent() is self._window)


def find_letter_in_position(event: QKeyEvent, platform: str) -> str:
    """Return the letter of the US keyboard in the position of a key, or "" for keys without a letter.

    Args:
        event: the event of the key.
        platform: the name of Qt's platform plugin, such as "xcb", "windows" or "cocoa".
    """
    if platform == "cocoa":
        code = event.nativeVirtualKey()
        return _MAC_KEYS[code].replace("?", "") if code < len(_MAC_KEYS) else ""
    offset = 0 if platform.startswith("windows") else _X11_CODE_OFFSET
    return _LETTER_BY_SCAN_CODE.get(event.nativeScanCode() - offset, "")
