"""The actions of the editor's menus, read from `actions.toml`, and their keyboard shortcuts.

The main window builds its menus from here; the action finder and the dialog of shortcuts list the same actions.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QSettings, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QMenuBar, QPlainTextEdit, QTextEdit, QWidget

from dungeon_designer.translation import translate


class Action(Struct, frozen=True):
    """One action of a menu, as a record of `actions.toml` describes it.

    Attributes:
        id: the name by which the program and the settings know the action.
        text: the English text of the menu entry; "&" stands before the letter of its mnemonic.
        key: the default shortcut; "" for none.
        do: what the action runs: a function that takes the window, or the dotted name of a method, starting at the
            window.
        tip: the English tool tip.
        also: a second shortcut. It holds while the action has its default key and no other action has this shortcut.
        ticked: for an action that is on or off, its state at first. `do` is then called with the new state. None for
            other actions.
        group: whether the action is checkable and other code ticks it, to show which of several choices is current.
        rare: whether the action is left out of the menu, so that only the finder and its key reach it.
        part: whether a separator follows the action in its menu.
        args: arguments for the method that `do` names.
    """

    id: str
    text: str
    key: str
    do: Callable[..., object] | str
    tip: str = ""
    also: str = ""
    ticked: bool | None = None
    group: bool = False
    rare: bool = False
    part: bool = False
    args: Sequence[Any] = ()


_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))

MENUS: dict[str, tuple[Action, ...]] = {
    menu["words"]: tuple(Action(**record) for record in menu["actions"]) for menu in _TABLE["menus"]
}
"""The actions of each menu by the menu's English title. Tools, rooms, layers and docks add further actions."""

MAP_KEYS: dict[str, str] = _TABLE["map_keys"]
"""The fixed keys of the map, each with an English description. Users cannot change these keys."""

SEARCH_WORDS: dict[str, str] = _TABLE["asked_for"]
"""Further search words by the id of an action, for the finder. The words of "tool" hold for every tool."""


def translate_action_text(text: str) -> str:
    """Return an action's English text in the user's language.

    Text that was translated already is returned unchanged.
    """
    return translate("actions", text)


class Actions(QObject):
    """The actions of one window by their ids, with their shortcuts. Iterating over it yields Qt's actions."""

    def __init__(self, window: Any, settings: QSettings) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._actions: dict[str, QAction] = {}
        self._default_keys: dict[str, str] = {}
        self._second_keys: dict[str, str] = {}
        for action in chain(*MENUS.values()):
            self.add_action(action)

    def add_action(self, record: Action) -> QAction:
        """Create the Qt action of a record, register it and return it.

        Before an action runs, text that the user is typing is put into the dungeon, except for actions that are only
        switched on or off.
        """
        checkable = record.group or record.ticked is not None
        tool_tip = translate_action_text(record.tip) if record.tip else ""
        action = QAction(
            translate_action_text(record.text), self._window, checkable=checkable, checked=bool(record.ticked)
        )
        if tool_tip:
            action.setToolTip(tool_tip)
            action.setStatusTip(tool_tip)
        self._window.addAction(action)

        def run_action(*checked: bool) -> None:
            """Run what the record names.

            `checked` holds the new state of an action that is on or off, and is empty for others.
            """
            if record.ticked is None:
                self._window.workspace.commit_typing()
            if isinstance(record.do, str):
                attrgetter(record.do)(self._window)(*record.args, *checked)
            else:
                record.do(self._window, *checked)

        if record.ticked is None:
            action.triggered.connect(lambda: run_action())
        else:
            action.toggled.connect(run_action)
        self._second_keys[record.id] = record.also
        return self.register_action(record.id, action, record.key)

    def register_action(self, action_id: str, action: QAction, default_key: str) -> QAction:
        """Register an action by its id and return it. A key that the user chose replaces the default key."""
        action.setObjectName(action_id)
        self._default_keys[action_id], self._actions[action_id] = default_key, action
        self._assign_key(action_id, QKeySequence(str(self._settings.value(f"shortcuts/{action_id}", default_key))))
        return action

    def _assign_key(self, action_id: str, key: QKeySequence) -> None:
        """Give an action a key as its shortcut.

        An action may have a second default key (`also` in its record). It is set, too, if `key` is the action's
        default key and no other action uses the second one. Another action that has `key` as its second key loses it.
        """
        for other_id, action in self._actions.items():
            if other_id != action_id and key in action.shortcuts()[1:]:
                action.setShortcut(action.shortcut())
        second_key = QKeySequence(
            self._second_keys.get(action_id, "") if key.toString() == self._default_keys[action_id] else ""
        )
        other_actions = (action for other_id, action in self._actions.items() if other_id != action_id)
        is_free = not second_key.isEmpty() and all(second_key not in action.shortcuts() for action in other_actions)
        self._actions[action_id].setShortcuts([key, second_key] if is_free else [key])

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._actions.values())

    def set_key(self, action_id: str, key: QKeySequence) -> None:
        """Set the shortcut of an action and store it in the settings.

        Another action with the same key is left without one.
        """
        for action in self._actions.values():
            if action.objectName() != action_id and not key.isEmpty() and action.shortcut() == key:
                self.set_key(action.objectName(), QKeySequence())
        self._assign_key(action_id, key)
        text = key.toString()
        if text == self._default_keys[action_id]:
            self._settings.remove(f"shortcuts/{action_id}")
        else:
            self._settings.setValue(f"shortcuts/{action_id}", text)

    def reset_keys(self) -> None:
        """Set the default shortcut of every action."""
        for action_id, key in self._default_keys.items():
            self.set_key(action_id, QKeySequence(key))

    def fill_menu_bar(self, bar: QMenuBar) -> None:
        """Add the menus to a menu bar, and keep them in `menus` by their titles without "&"."""
        self.menus: dict[str, QMenu] = {}
        for title, actions in MENUS.items():
            menu = self.menus[title.replace("&", "")] = bar.addMenu(translate_action_text(title))
            for action in actions:
                if not action.rare:
                    menu.addAction(self._actions[action.id])
                if action.part:
                    menu.addSeparator()


def list_search_words(action_id: str) -> str:
    """Return further words by which the finder finds an action, translated and separated by blanks.

    The result is "" if there are none. Words for "tool" are found for all actions whose id begins with "tool-".
    """
    keys = (key for key in SEARCH_WORDS if key == action_id or action_id.startswith(f"{key}-"))
    return " ".join(translate("finder", SEARCH_WORDS[key]) for key in keys)


def format_plain_title(action: QAction) -> str:
    """Return the title of an action without the "&" of its mnemonic and without a final ellipsis."""
    return action.text().replace("&", "").rstrip("…")


_TEXT_FIELDS = (QLineEdit, QPlainTextEdit, QTextEdit)
"""The widgets in which a user types text."""
_TEXT_EDITING_ACTIONS = frozenset(action.id for action in MENUS["&Edit"])
"""The ids of the actions of the Edit menu. In a text field their keys edit the text."""


class TextFieldKeys(QObject):
    """Event filter that lets the window's shortcuts with Ctrl or Alt work while a text field has the focus.

    Without the filter the field would consume such keys. Keys that edit text, such as Ctrl+C, are left to the field.
    """

    def __init__(self, actions: Actions, parent: QObject) -> None:
        super().__init__(parent)
        self._actions = actions
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._filter_focused_field)

    def _filter_focused_field(self, old_widget: QWidget | None, new_widget: QWidget | None) -> None:
        """Move the event filter to the text field that has the focus.

        Only one field is filtered, because a filter on every widget would slow every event.
        """
        if isinstance(old_widget, _TEXT_FIELDS):
            old_widget.removeEventFilter(self)
        if isinstance(new_widget, _TEXT_FIELDS) and new_widget.window() is self.parent():
            new_widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Return true for a key that is an action's shortcut, so that the field does not use it."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        key = QKeySequence(event.keyCombination())
        actions = (action for action in self._actions if action.objectName() not in _TEXT_EDITING_ACTIONS)
        is_shortcut = bool(event.modifiers() & _SHORTCUT_MODIFIERS) and any(
            action.shortcut() == key for action in actions
        )
        if is_shortcut:
            event.ignore()
        return is_shortcut


_SHORTCUT_MODIFIERS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
"""The modifiers that mark a key as a shortcut and not as text."""
