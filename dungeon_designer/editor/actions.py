"""Every action there is: its words, its menu, its key. Menus, the finder and the list of shortcuts are made of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, QSettings, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QMenuBar, QPlainTextEdit, QTextEdit, QWidget
from shiboken6 import isValid

from dungeon_designer.translation import marked, translate


class Entry(Struct, frozen=True):
    """One action: `menu` is where it stands ('' for the finder alone), `key` what it is called by at first.

    `also` is a second key, for as long as nobody gives the action or that key another meaning.
    """

    id: str
    text: str
    menu: str
    key: str = ""
    tip: str = ""
    check: bool = False
    also: str = ""


SEPARATOR = "-"

ENTRIES: tuple[Entry | str, ...] = (
    Entry(
        "new",
        marked("actions", "&New…"),
        "File",
        "Ctrl+N",
        marked("actions", "Begin a dungeon from an edition's template or an example"),
    ),
    Entry(
        "propose",
        marked("actions", "Propose a &dungeon…"),
        "File",
        "Ctrl+Shift+N",
        marked("actions", "Begin with one of a page of dungeons that are generated while you look"),
    ),
    Entry("open", marked("actions", "&Open…"), "File", "Ctrl+O", marked("actions", "Open a sketch or a layout file")),
    Entry("save", marked("actions", "&Save"), "File", "Ctrl+S", marked("actions", "Write the file, in one step")),
    Entry(
        "save-as",
        marked("actions", "Save &as…"),
        "File",
        "Ctrl+Shift+S",
        marked("actions", "Write another file: .yaml is a sketch, .json a layout file"),
    ),
    Entry(
        "revert",
        marked("actions", "Read again &from disk"),
        "File",
        "F5",
        marked("actions", "Open what the file holds now"),
    ),
    SEPARATOR,
    Entry(
        "export",
        marked("actions", "&Export…"),
        "File",
        "Ctrl+E",
        marked("actions", "A map to show, or a board for programs, with a preview"),
    ),
    Entry(
        "print",
        marked("actions", "&Print…"),
        "File",
        "Ctrl+P",
        marked("actions", "The map true to scale, its pieces or its tiles, page by page"),
    ),
    Entry(
        "close-tab",
        marked("actions", "&Close"),
        "File",
        "Ctrl+W",
        marked("actions", "Close the dungeon in front; what is not saved is asked about"),
    ),
    SEPARATOR,
    Entry("quit", marked("actions", "&Quit"), "File", "Ctrl+Q"),
    Entry("undo", marked("actions", "&Undo"), "Edit", "Ctrl+Z"),
    Entry("redo", marked("actions", "&Redo"), "Edit", "Ctrl+Y", also="Ctrl+Shift+Z"),
    SEPARATOR,
    Entry("cut", marked("actions", "Cu&t"), "Edit", "Ctrl+X"),
    Entry("copy", marked("actions", "&Copy"), "Edit", "Ctrl+C"),
    Entry(
        "paste",
        marked("actions", "&Paste"),
        "Edit",
        "Ctrl+V",
        marked("actions", "Put what was copied down at the pointer; the text of a dungeon is opened"),
    ),
    Entry(
        "copy-picture",
        marked("actions", "Copy p&icture"),
        "Edit",
        "Ctrl+Shift+C",
        marked("actions", "A picture of the selection, or of the whole map, for other programs"),
    ),
    Entry("duplicate", marked("actions", "&Duplicate"), "Edit", "Ctrl+D"),
    Entry("delete", marked("actions", "De&lete"), "Edit", "Del"),
    Entry("select-all", marked("actions", "Select &all"), "Edit", "Ctrl+A"),
    SEPARATOR,
    Entry(
        "turn",
        marked("actions", "Turn a &quarter"),
        "Edit",
        "R",
        marked("actions", "Turn the selection, or the tile in hand, clockwise"),
    ),
    Entry(
        "flip",
        marked("actions", "&Flip"),
        "Edit",
        "F",
        marked("actions", "Mirror the selection, or the tile in hand, left to right"),
    ),
    SEPARATOR,
    Entry(
        "make-symmetric",
        marked("actions", "Make s&ymmetric"),
        "Edit",
        "Ctrl+Shift+M",
        marked("actions", "Repeat the first half of the map over the rest"),
    ),
    Entry(
        "centre-symmetry",
        marked("actions", "Put the axis in the &middle"),
        "Edit",
        "Ctrl+Shift+Y",
        marked("actions", "The axis goes through the middle of the floor"),
    ),
    Entry(
        "make-room",
        marked("actions", "Make room left and a&bove"),
        "Edit",
        "Ctrl+Shift+R",
        marked("actions", "Move the whole map by four squares"),
    ),
    Entry(
        "to-map",
        marked("actions", "&Keyboard to the map"),
        "View",
        "F6",
        marked("actions", "The map takes the keys and shows its cursor; once more, the keys go on to the docks"),
    ),
    Entry("fit", marked("actions", "Zoom to &fit"), "View", "Ctrl+0", marked("actions", "Show the whole dungeon")),
    Entry("zoom-in", marked("actions", "Zoom &in"), "View", "Ctrl++"),
    Entry("zoom-out", marked("actions", "Zoom &out"), "View", "Ctrl+-"),
    Entry(
        "trace",
        marked("actions", "Picture to &trace…"),
        "View",
        "Ctrl+Shift+T",
        marked("actions", "Lay a photo or scan beneath the grid; it is no part of the dungeon"),
    ),
    SEPARATOR,
    Entry("next-tab", marked("actions", "Ne&xt dungeon"), "View", "Ctrl+Tab"),
    Entry("previous-tab", marked("actions", "Pre&vious dungeon"), "View", "Ctrl+Shift+Tab"),
    SEPARATOR,
    Entry(
        "names",
        marked("actions", "Section &names"),
        "View",
        "N",
        marked("actions", "Write each section's name on the map"),
        check=True,
    ),
    Entry(
        "marks",
        marked("actions", "Mark p&roblems"),
        "View",
        "Ctrl+M",
        marked("actions", "Number the problems on the map"),
        check=True,
    ),
    Entry(
        "dark",
        marked("actions", "&Dark"),
        "View",
        "Ctrl+Shift+D",
        marked("actions", "A dark window, whatever the system has"),
        check=True,
    ),
    Entry(
        "next-problem",
        marked("actions", "&Next problem"),
        "Rules",
        "F8",
        marked("actions", "Go to the next problem of the list"),
    ),
    Entry(
        "fix-safe",
        marked("actions", "&Mend what is safe"),
        "Rules",
        "Ctrl+Shift+F",
        marked("actions", "Carry out every fix that nobody could mind"),
    ),
    Entry(
        "doors-everywhere",
        marked("actions", "&Doors between all tiles"),
        "Rules",
        "Ctrl+Shift+E",
        marked("actions", "Hang a door wherever two tiles or rooms join and none is, unless that breaks a rule"),
    ),
    Entry(
        "add-ruleset",
        marked("actions", "&Add a ruleset of your own…"),
        "Rules",
        "Ctrl+Shift+O",
        marked("actions", "A .toml file: it gets a badge"),
    ),
    SEPARATOR,
    Entry(
        "set-up",
        marked("actions", "&Set up together…"),
        "Rules",
        "Ctrl+T",
        marked("actions", "Coaches place chests, portals and counters in turns"),
    ),
    Entry(
        "playtest",
        marked("actions", "&Playtest…"),
        "Rules",
        "F9",
        marked("actions", "Play many matches on it: who wins, how long it takes, where players fall"),
    ),
    Entry(
        "find-action",
        marked("actions", "&Find an action…"),
        "Help",
        "Ctrl+Shift+P",
        marked("actions", "Every action by its words"),
    ),
    Entry(
        "shortcuts", marked("actions", "&Shortcuts…"), "Help", "Ctrl+K", marked("actions", "See and change the keys")
    ),
    Entry(
        "welcome",
        marked("actions", "Fi&rst steps"),
        "Help",
        "F1",
        marked("actions", "A finished dungeon and three sentences"),
    ),
)

MENUS: dict[str, str] = {
    "File": marked("actions", "&File"),
    "Edit": marked("actions", "&Edit"),
    "View": marked("actions", "&View"),
    "Tools": marked("actions", "&Tools"),
    "Rules": marked("actions", "&Rules"),
    "Help": marked("actions", "&Help"),
}
"""The menus, by the name entries know them by."""


def translated(text: str) -> str:
    """An action's words in the user's language; the words of a piece are in it already."""
    return translate("actions", text)


class Actions(QObject):
    """The actions of one window, by id."""

    def __init__(self, window: QWidget, settings: QSettings) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._actions: dict[str, QAction] = {}
        self._keys: dict[str, str] = {}
        self._also: dict[str, str] = {}
        self._before: Callable[[], None] = lambda: None
        for entry in ENTRIES:
            if isinstance(entry, Entry):
                self.add(entry)

    def add(self, entry: Entry) -> QAction:
        """Make an action of an entry; its key is the user's, if he chose one."""
        action = QAction(translated(entry.text), self._window)
        action.setCheckable(entry.check)
        if entry.tip:
            action.setToolTip(translated(entry.tip))
            action.setStatusTip(translated(entry.tip))
        self._window.addAction(action)
        self._also[entry.id] = entry.also
        return self.adopt(entry.id, action, entry.key)

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

    def on(self, name: str, do: Callable[[], object]) -> None:
        """What an action does, after what is done before all of them."""
        self._actions[name].triggered.connect(lambda _=False: (self._before(), do()))

    def before_each(self, do: Callable[[], None]) -> None:
        """What is done before any action."""
        self._before = do

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
        menus = {name: bar.addMenu(translated(words)) for name, words in MENUS.items()}
        menu = ""
        for entry in ENTRIES:
            if isinstance(entry, Entry):
                menu = entry.menu
                menus[menu].addAction(self._actions[entry.id])
            else:
                menus[menu].addSeparator()
        self.menus = menus


def plain_text(action: QAction) -> str:
    """An action's words without the mark of its key."""
    return action.text().replace("&", "").rstrip("…")


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
