"""Every action there is, by its menu: a record each in `actions.toml`. The finder has them from here."""

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
    """One action: what it is called by, its words, its key at first, and what it does with the window.

    That is a function of the window or the name of a method, of a part of it for instance, which is given `args`.

    `also` is a second key, for as long as nobody gives the action or that key another meaning. An action with `ticked`
    is on or off, as that says at first, and is told which; one of a `group` is ticked by whoever shows what is chosen.
    One that is `rare` stands in no menu: the finder has it. One that ends a `part` of its menu has a line below it.
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
"""The menus by their words. Tools, rooms, layers and docks have their own actions, from the tables of those."""

MAP_KEYS: dict[str, str] = _TABLE["map_keys"]
"""The keys of the map itself, which nobody can change, and what they do."""

ASKED_FOR: dict[str, str] = _TABLE["asked_for"]
"""Further words by which an action is found, those of "tool" for every tool."""


def translated(text: str) -> str:
    """An action's words in the user's language; the words of a piece are in it already."""
    return translate("actions", text)


class Actions(QObject):
    """The actions of one window, by id."""

    def __init__(self, window: Any, settings: QSettings) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._actions: dict[str, QAction] = {}
        self._keys: dict[str, str] = {}
        self._also: dict[str, str] = {}
        for action in chain(*MENUS.values()):
            self.add(action)

    def add(self, given: Action) -> QAction:
        """Make an action; its key is the user's, if he chose one. What he types is taken over before it is done."""
        checkable, tip = given.group or given.ticked is not None, translated(given.tip) if given.tip else ""
        action = QAction(translated(given.text), self._window, checkable=checkable, checked=bool(given.ticked))
        if tip:
            action.setToolTip(tip)
            action.setStatusTip(tip)
        self._window.addAction(action)

        def do(*on: bool) -> None:
            if given.ticked is None:
                self._window.workspace.commit_typing()
            if isinstance(given.do, str):
                attrgetter(given.do)(self._window)(*given.args, *on)
            else:
                given.do(self._window, *on)

        if given.ticked is None:
            action.triggered.connect(lambda: do())
        else:
            action.toggled.connect(do)
        self._also[given.id] = given.also
        return self.adopt(given.id, action, given.key)

    def adopt(self, name: str, action: QAction, key: str) -> QAction:
        """Take an action in that someone else made; its key is the user's, if he chose one."""
        action.setObjectName(name)
        self._keys[name], self._actions[name] = key, action
        self._call_by(name, QKeySequence(str(self._settings.value(f"shortcuts/{name}", key))))
        return action

    def _call_by(self, name: str, key: QKeySequence) -> None:
        """Give an action its key, with its second one as long as it has its first and nobody else wants either."""
        for other, action in self._actions.items():
            if other != name and key in action.shortcuts()[1:]:
                action.setShortcut(action.shortcut())
        also = QKeySequence(self._also.get(name, "") if key.toString() == self._keys[name] else "")
        others = (action for other, action in self._actions.items() if other != name)
        free = not also.isEmpty() and all(also not in action.shortcuts() for action in others)
        self._actions[name].setShortcuts([key, also] if free else [key])

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._actions.values())

    def set_key(self, name: str, key: QKeySequence) -> None:
        """Call an action by another key from now on; whatever had that key loses it."""
        for action in self._actions.values():
            if action.objectName() != name and not key.isEmpty() and action.shortcut() == key:
                self.set_key(action.objectName(), QKeySequence())
        self._call_by(name, key)
        text = key.toString()
        if text == self._keys[name]:
            self._settings.remove(f"shortcuts/{name}")
        else:
            self._settings.setValue(f"shortcuts/{name}", text)

    def reset_keys(self) -> None:
        """All keys as they were at first."""
        for name, key in self._keys.items():
            self.set_key(name, QKeySequence(key))

    def fill(self, bar: QMenuBar) -> None:
        """Make the menus."""
        self.menus: dict[str, QMenu] = {}
        for words, actions in MENUS.items():
            menu = self.menus[words.replace("&", "")] = bar.addMenu(translated(words))
            for action in actions:
                if not action.rare:
                    menu.addAction(self._actions[action.id])
                if action.part:
                    menu.addSeparator()


def further_words(action: str) -> str:
    """The further words of an action, by its name."""
    names = (name for name in ASKED_FOR if name == action or action.startswith(f"{name}-"))
    return " ".join(translate("finder", ASKED_FOR[name]) for name in names)


def plain_text(action: QAction) -> str:
    """An action's words without the mark of its key."""
    return action.text().replace("&", "").rstrip("…")


_FIELDS = (QLineEdit, QPlainTextEdit, QTextEdit)
_OWN = frozenset(action.id for action in MENUS["&Edit"])
"""Actions whose keys edit text while one types."""


class TextFieldKeys(QObject):
    """Lets the field that has the focus pass over the keys of a window's actions, those with Ctrl or Alt."""

    def __init__(self, actions: Actions, parent: QObject) -> None:
        super().__init__(parent)
        self._actions = actions
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow)

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        """Watch the field typed into, and no other: a filter on every widget would slow every event."""
        if isinstance(before, _FIELDS):
            before.removeEventFilter(self)
        if isinstance(now, _FIELDS) and now.window() is self.parent():
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A key that is an action's is not the field's."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        key = QKeySequence(event.keyCombination())
        others = (action for action in self._actions if action.objectName() not in _OWN)
        taken = bool(event.modifiers() & _HELD) and any(action.shortcut() == key for action in others)
        if taken:
            event.ignore()
        return taken


_HELD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
