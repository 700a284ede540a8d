"""Every action there is, a record each, by its menu. The finder and the list of shortcuts are made of them, too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from operator import attrgetter
from typing import Any

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QSettings, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QMenuBar, QPlainTextEdit, QTextEdit, QWidget

from dungeon_designer.translation import marked, translate


class Action(Struct, frozen=True):
    """One action: what it is called by, its words, its key at first, and what it does with the window.

    That is a function of the window or the name of a method, of a part of it for instance.

    `also` is a second key, for as long as nobody gives the action or that key another meaning. An action with `ticked`
    is on or off, as that says at first, and is told which; one of a `group` is ticked by whoever shows what is chosen.
    One that is `rare` stands in no menu: the finder has it.
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


SEPARATOR = None


# fmt: off
MENUS: dict[str, tuple[Action | None, ...]] = {
    "&File": (
        Action("new", "&New…", "Ctrl+N", "dialogs.new", "Begin a dungeon from an edition's template or an example"),
        Action("propose", "Propose a &dungeon…", "Ctrl+Shift+N", "dialogs.propose",
               "Begin with one of a page of dungeons that are generated while you look"),
        Action("deal", "Deal &boards…", "Ctrl+Shift+B", "dialogs.deal",
               "Begin with the boards of 1989, shuffled onto one of the Set-Ups", rare=True),
        Action("open", "&Open…", "Ctrl+O", "filing.ask_open", "Open a sketch or a layout file"),
        Action("save", "&Save", "Ctrl+S", "filing.save", "Write the file, in one step"),
        Action("save-as", "Save &as…", "Ctrl+Shift+S", "filing.save_as",
               "Write another file: .yaml is a sketch, .json a layout file"),
        Action("revert", "Read again &from disk", "F5", "filing.revert", "Open what the file holds now", rare=True),
        SEPARATOR,
        Action("export", "&Export…", "Ctrl+E", "dialogs.export",
               "A map to show, or a board for programs, with a preview"),
        Action("print", "&Print…", "Ctrl+P", "dialogs.printing",
               "The map true to scale, its pieces or its tiles, page by page"),
        Action("close-tab", "&Close", "Ctrl+W", "tabs.close_current",
               "Close the dungeon in front; what is not saved is asked about"),
        SEPARATOR,
        Action("quit", "&Quit", "Ctrl+Q", "close"),
    ),
    "&Edit": (
        Action("undo", "&Undo", "Ctrl+Z", "workspace.history.undo"),
        Action("redo", "&Redo", "Ctrl+Y", "workspace.history.redo", also="Ctrl+Shift+Z"),
        SEPARATOR,
        Action("cut", "Cu&t", "Ctrl+X", "editing.cut"),
        Action("copy", "&Copy", "Ctrl+C", "editing.copy"),
        Action("paste", "&Paste", "Ctrl+V", "editing.paste",
               "Put what was copied down at the pointer; the text of a dungeon is opened"),
        Action("copy-picture", "Copy p&icture", "Ctrl+Shift+C", "editing.copy_picture",
               "A picture of the selection, or of the whole map, for other programs", rare=True),
        Action("copy-link", "Copy &link", "", "editing.copy_link",
               "An address that holds the whole dungeon; paste it here or name it in a command", rare=True),
        Action("duplicate", "&Duplicate", "Ctrl+D", "editing.duplicate"),
        Action("delete", "De&lete", "Del", "editing.delete"),
        Action("select-all", "Select &all", "Ctrl+A", "editing.select_all"),
        SEPARATOR,
        Action("turn", "Turn a &quarter", "R", "editing.turn", "Turn the selection, or the tile in hand, clockwise"),
        Action("flip", "&Flip", "F", "editing.flip", "Mirror the selection, or the tile in hand, left to right"),
        SEPARATOR,
        Action("make-symmetric", "Make s&ymmetric", "Ctrl+Shift+M", "editing.make_symmetric",
               "Repeat the first half of the map over the rest", rare=True),
        Action("centre-symmetry", "Put the axis in the &middle", "Ctrl+Shift+Y",
               lambda window: window.editing.set_way(window.workspace.symmetry.way),
               "The axis goes through the middle of the floor", rare=True),
        Action("make-room", "Make room left and a&bove", "Ctrl+Shift+R",
               "editing.make_room", "Move the whole map by four squares", rare=True),
    ),
    "&View": (
        Action("to-map", "&Keyboard to the map", "F6", "canvas.take_keys",
               "The map takes the keys and shows its cursor; "
                      "once more, the keys go on to the docks", rare=True),
        Action("fit", "Zoom to &fit", "Ctrl+0", "canvas.fit", "Show the whole dungeon"),
        Action("zoom-in", "Zoom &in", "Ctrl++", lambda window: window.canvas.zoom(1), rare=True),
        Action("zoom-out", "Zoom &out", "Ctrl+-", lambda window: window.canvas.zoom(-1), rare=True),
        Action("trace", "Picture to &trace…", "Ctrl+Shift+T", "tracing.ask",
               "Lay a photo or scan beneath the grid; it is no part of the dungeon"),
        SEPARATOR,
        Action("next-tab", "Ne&xt dungeon", "Ctrl+Tab", lambda window: window.tabs.step(1), rare=True),
        Action("previous-tab", "Pre&vious dungeon", "Ctrl+Shift+Tab", lambda window: window.tabs.step(-1), rare=True),
        SEPARATOR,
        Action("names", "Section &names", "N", lambda window, on: window.canvas.set_look(names=on),
               "Write each section's name on the map", ticked=False),
        Action("marks", "Mark p&roblems", "Ctrl+M", lambda window, on: window.canvas.set_look(problems=on),
               "Number the problems on the map", ticked=True),
        Action("dark", "&Dark", "Ctrl+Shift+D", "choose_dark", "A dark window, whatever the system has", ticked=False),
    ),
    "&Tools": (),
    "&Rules": (
        Action("next-problem", "&Next problem", "F8", "problems.next_problem", "Go to the next problem of the list"),
        Action("fix-safe", "&Mend what is safe", "Ctrl+Shift+F", "quick_fixes.fix_safe",
               "Carry out every fix that nobody could mind"),
        Action("doors-everywhere", "&Doors between all tiles", "Ctrl+Shift+E", "quick_fixes.doors_everywhere",
               "Hang a door wherever two tiles or rooms join and none is, "
                      "unless that breaks a rule", rare=True),
        Action("add-ruleset", "&Add a ruleset of your own…", "Ctrl+Shift+O",
               "dialogs.ruleset", "A .toml file: it gets a badge", rare=True),
        Action("house-rules", "&House rules…", "Shift+F9", "dialogs.house_rules",
               "Answer the usual questions: a commented ruleset file, judged at once"),
        SEPARATOR,
        Action("set-up", "&Set up together…", "Ctrl+T", "dialogs.set_up",
               "Coaches place chests, portals and counters in turns"),
        Action("playtest", "&Playtest…", "F9", lambda window: window.dialogs.playtest(window.canvas.lay),
               "Play many matches on it: who wins, how long it takes, where players fall"),
    ),
    "&Help": (
        Action("find-action", "&Find an action…", "Ctrl+Shift+P", "dialogs.finder", "Every action by its words"),
        Action("shortcuts", "&Shortcuts…", "Ctrl+K", "dialogs.shortcuts", "See and change the keys"),
        Action("manual", "&Manual", "F1", "dialogs.manual", "How everything is done, page by page"),
        Action("welcome", "Fi&rst steps", "Ctrl+F1", "dialogs.welcome", "A finished dungeon and three sentences"),
        Action("about", "&About", "", "dialogs.about", "Which version this is, and its licence"),
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
            if action is not None:
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
                attrgetter(given.do)(self._window)(*on)
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
                if action is SEPARATOR:
                    menu.addSeparator()
                elif not action.rare:
                    menu.addAction(self._actions[action.id])


ASKED_FOR = {
    "tool": marked("finder", "place put draw lay add"),
    "tool-select": marked("finder", "arrow pick drag"),
    "tool-fill": marked("finder", "bucket flood"),
    "tool-erase": marked("finder", "delete remove rubber"),
    "tool-label": marked("finder", "text write name"),
    "next-problem": marked("finder", "check legal error verdict"),
    "fix-safe": marked("finder", "check fix repair"),
    "dock-problems": marked("finder", "check legal error verdict"),
    "dock-pieces": marked("finder", "tool palette"),
    "make-symmetric": marked("finder", "mirror"),
    "propose": marked("finder", "generate random"),
    "playtest": marked("finder", "fair balance simulate"),
    "export": marked("finder", "image picture png svg pdf"),
    "print": marked("finder", "paper pdf"),
    "trace": marked("finder", "photo scan background image"),
    "shortcuts": marked("finder", "key keyboard"),
    "manual": marked("finder", "help"),
}
"""Further words by which an action is found, those of "tool" for every tool."""


def further_words(action: str) -> str:
    """The further words of an action, by its name."""
    names = (name for name in ASKED_FOR if name == action or action.startswith(f"{name}-"))
    return " ".join(translate("finder", ASKED_FOR[name]) for name in names)


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
