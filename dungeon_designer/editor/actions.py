"""Every action there is, a record each, by its menu. The finder and the list of shortcuts are made of them, too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QSettings, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QMenuBar, QPlainTextEdit, QTextEdit, QWidget
from shiboken6 import isValid

from dungeon_designer.translation import marked, translate


class Action(Struct, frozen=True):
    """One action: what it is called by, its words, its key at first, and what it does with the window.

    `also` is a second key, for as long as nobody gives the action or that key another meaning. An action with `ticked`
    is on or off, as that says at first, and is told which; one of a `group` is ticked by whoever shows what is chosen.
    """

    id: str
    text: str
    key: str
    do: Callable[..., object]
    tip: str = ""
    also: str = ""
    ticked: bool | None = None
    group: bool = False


SEPARATOR = None

# fmt: off
MENUS: dict[str, tuple[Action | None, ...]] = {
    marked("actions", "&File"): (
        Action("new", marked("actions", "&New…"), "Ctrl+N", lambda window: window.dialogs.new(),
               marked("actions", "Begin a dungeon from an edition's template or an example")),
        Action("propose", marked("actions", "Propose a &dungeon…"), "Ctrl+Shift+N",
               lambda window: window.dialogs.propose(),
               marked("actions", "Begin with one of a page of dungeons that are generated while you look")),
        Action("open", marked("actions", "&Open…"), "Ctrl+O", lambda window: window.filing.ask_open(),
               marked("actions", "Open a sketch or a layout file")),
        Action("save", marked("actions", "&Save"), "Ctrl+S", lambda window: window.filing.save(),
               marked("actions", "Write the file, in one step")),
        Action("save-as", marked("actions", "Save &as…"), "Ctrl+Shift+S", lambda window: window.filing.save_as(),
               marked("actions", "Write another file: .yaml is a sketch, .json a layout file")),
        Action("revert", marked("actions", "Read again &from disk"), "F5", lambda window: window.filing.revert(),
               marked("actions", "Open what the file holds now")),
        SEPARATOR,
        Action("export", marked("actions", "&Export…"), "Ctrl+E", lambda window: window.dialogs.export(),
               marked("actions", "A map to show, or a board for programs, with a preview")),
        Action("print", marked("actions", "&Print…"), "Ctrl+P", lambda window: window.dialogs.printing(),
               marked("actions", "The map true to scale, its pieces or its tiles, page by page")),
        Action("close-tab", marked("actions", "&Close"), "Ctrl+W", lambda window: window.tabs.close_current(),
               marked("actions", "Close the dungeon in front; what is not saved is asked about")),
        SEPARATOR,
        Action("quit", marked("actions", "&Quit"), "Ctrl+Q", lambda window: window.close()),
    ),
    marked("actions", "&Edit"): (
        Action("undo", marked("actions", "&Undo"), "Ctrl+Z", lambda window: window.workspace.history.undo()),
        Action("redo", marked("actions", "&Redo"), "Ctrl+Y", lambda window: window.workspace.history.redo(),
               also="Ctrl+Shift+Z"),
        SEPARATOR,
        Action("cut", marked("actions", "Cu&t"), "Ctrl+X", lambda window: window.editing.cut()),
        Action("copy", marked("actions", "&Copy"), "Ctrl+C", lambda window: window.editing.copy()),
        Action("paste", marked("actions", "&Paste"), "Ctrl+V", lambda window: window.editing.paste(),
               marked("actions", "Put what was copied down at the pointer; the text of a dungeon is opened")),
        Action("copy-picture", marked("actions", "Copy p&icture"), "Ctrl+Shift+C",
               lambda window: window.editing.copy_picture(),
               marked("actions", "A picture of the selection, or of the whole map, for other programs")),
        Action("duplicate", marked("actions", "&Duplicate"), "Ctrl+D", lambda window: window.editing.duplicate()),
        Action("delete", marked("actions", "De&lete"), "Del", lambda window: window.editing.delete()),
        Action("select-all", marked("actions", "Select &all"), "Ctrl+A", lambda window: window.editing.select_all()),
        SEPARATOR,
        Action("turn", marked("actions", "Turn a &quarter"), "R", lambda window: window.editing.turn(),
               marked("actions", "Turn the selection, or the tile in hand, clockwise")),
        Action("flip", marked("actions", "&Flip"), "F", lambda window: window.editing.flip(),
               marked("actions", "Mirror the selection, or the tile in hand, left to right")),
        SEPARATOR,
        Action("make-symmetric", marked("actions", "Make s&ymmetric"), "Ctrl+Shift+M",
               lambda window: window.editing.make_symmetric(),
               marked("actions", "Repeat the first half of the map over the rest")),
        Action("centre-symmetry", marked("actions", "Put the axis in the &middle"), "Ctrl+Shift+Y",
               lambda window: window.editing.set_way(window.workspace.symmetry.way),
               marked("actions", "The axis goes through the middle of the floor")),
        Action("make-room", marked("actions", "Make room left and a&bove"), "Ctrl+Shift+R",
               lambda window: window.editing.make_room(), marked("actions", "Move the whole map by four squares")),
    ),
    marked("actions", "&View"): (
        Action("to-map", marked("actions", "&Keyboard to the map"), "F6", lambda window: window.canvas.take_keys(),
               marked("actions", "The map takes the keys and shows its cursor; "
                      "once more, the keys go on to the docks")),
        Action("fit", marked("actions", "Zoom to &fit"), "Ctrl+0", lambda window: window.canvas.fit(),
               marked("actions", "Show the whole dungeon")),
        Action("zoom-in", marked("actions", "Zoom &in"), "Ctrl++", lambda window: window.canvas.zoom(1)),
        Action("zoom-out", marked("actions", "Zoom &out"), "Ctrl+-", lambda window: window.canvas.zoom(-1)),
        Action("trace", marked("actions", "Picture to &trace…"), "Ctrl+Shift+T", lambda window: window.tracing.ask(),
               marked("actions", "Lay a photo or scan beneath the grid; it is no part of the dungeon")),
        SEPARATOR,
        Action("next-tab", marked("actions", "Ne&xt dungeon"), "Ctrl+Tab", lambda window: window.tabs.step(1)),
        Action("previous-tab", marked("actions", "Pre&vious dungeon"), "Ctrl+Shift+Tab",
               lambda window: window.tabs.step(-1)),
        SEPARATOR,
        Action("names", marked("actions", "Section &names"), "N", lambda window, on: window.canvas.set_look(names=on),
               marked("actions", "Write each section's name on the map"), ticked=False),
        Action("marks", marked("actions", "Mark p&roblems"), "Ctrl+M",
               lambda window, on: window.canvas.set_look(problems=on),
               marked("actions", "Number the problems on the map"), ticked=True),
        Action("dark", marked("actions", "&Dark"), "Ctrl+Shift+D", lambda window, on: window.choose_dark(on),
               marked("actions", "A dark window, whatever the system has"), ticked=False),
    ),
    marked("actions", "&Tools"): (),
    marked("actions", "&Rules"): (
        Action("next-problem", marked("actions", "&Next problem"), "F8", lambda window: window.problems.next_problem(),
               marked("actions", "Go to the next problem of the list")),
        Action("fix-safe", marked("actions", "&Mend what is safe"), "Ctrl+Shift+F",
               lambda window: window.quick_fixes.fix_safe(),
               marked("actions", "Carry out every fix that nobody could mind")),
        Action("doors-everywhere", marked("actions", "&Doors between all tiles"), "Ctrl+Shift+E",
               lambda window: window.quick_fixes.doors_everywhere(),
               marked("actions", "Hang a door wherever two tiles or rooms join and none is, "
                      "unless that breaks a rule")),
        Action("add-ruleset", marked("actions", "&Add a ruleset of your own…"), "Ctrl+Shift+O",
               lambda window: window.dialogs.ruleset(), marked("actions", "A .toml file: it gets a badge")),
        SEPARATOR,
        Action("set-up", marked("actions", "&Set up together…"), "Ctrl+T", lambda window: window.dialogs.set_up(),
               marked("actions", "Coaches place chests, portals and counters in turns")),
        Action("playtest", marked("actions", "&Playtest…"), "F9",
               lambda window: window.dialogs.playtest(window.canvas.lay),
               marked("actions", "Play many matches on it: who wins, how long it takes, where players fall")),
    ),
    marked("actions", "&Help"): (
        Action("find-action", marked("actions", "&Find an action…"), "Ctrl+Shift+P",
               lambda window: window.dialogs.finder(), marked("actions", "Every action by its words")),
        Action("shortcuts", marked("actions", "&Shortcuts…"), "Ctrl+K", lambda window: window.dialogs.shortcuts(),
               marked("actions", "See and change the keys")),
        Action("welcome", marked("actions", "Fi&rst steps"), "F1", lambda window: window.dialogs.welcome(),
               marked("actions", "A finished dungeon and three sentences")),
    ),
}
# fmt: on
"""The menus by their words. Tools, rooms, layers and docks have their own actions, from the tables of those."""


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
            if action is not SEPARATOR:
                self.add(action)

    def add(self, given: Action) -> QAction:
        """Make an action; its key is the user's, if he chose one. What he types is taken over before it is done."""
        action = QAction(translated(given.text), self._window)
        action.setCheckable(given.group or given.ticked is not None)
        action.setChecked(bool(given.ticked))
        if given.tip:
            action.setToolTip(translated(given.tip))
            action.setStatusTip(translated(given.tip))
        self._window.addAction(action)
        if given.ticked is not None:
            action.toggled.connect(lambda on: given.do(self._window, on))
        else:
            action.triggered.connect(lambda _=False: self._do(given))
        self._also[given.id] = given.also
        return self.adopt(given.id, action, given.key)

    def _do(self, given: Action) -> None:
        self._window.workspace.commit_typing()
        given.do(self._window)

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
                menu.addSeparator() if action is SEPARATOR else menu.addAction(self._actions[action.id])


def plain_text(action: QAction) -> str:
    """An action's words without the mark of its key."""
    return action.text().replace("&", "").rstrip("…")


_FIELDS = (QLineEdit, QPlainTextEdit, QTextEdit)
_OWN = frozenset(action.id for action in MENUS["&Edit"] if action is not SEPARATOR)
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
