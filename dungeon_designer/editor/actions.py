"""Every action there is: its words, its menu, its key. Menus, the finder and the list of shortcuts are made of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct
from PySide6.QtCore import QCoreApplication, QObject, QSettings
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenuBar, QWidget


class Entry(Struct, frozen=True):
    """One action: `menu` is where it stands ('' for the finder alone), `key` what it is called by at first."""

    id: str
    text: str
    menu: str
    key: str = ""
    tip: str = ""
    check: bool = False


SEPARATOR = "-"

ENTRIES: tuple[Entry | str, ...] = (
    Entry("new", "&New…", "File", "Ctrl+N", "Begin a dungeon from an edition's template or an example"),
    Entry("open", "&Open…", "File", "Ctrl+O", "Open a sketch or a layout file"),
    Entry("save", "&Save", "File", "Ctrl+S", "Write the file, in one step"),
    Entry("save-as", "Save &as…", "File", "Ctrl+Shift+S", "Write another file: .yaml is a sketch, .json a layout file"),
    Entry("revert", "&Read again from disk", "File", "F5", "Open what the file holds now"),
    SEPARATOR,
    Entry("export", "&Export…", "File", "Ctrl+E", "A map to show, or a board for programs, with a preview"),
    Entry("print", "&Print…", "File", "Ctrl+P", "The map true to scale, its pieces or its tiles, page by page"),
    SEPARATOR,
    Entry("quit", "&Quit", "File", "Ctrl+Q"),
    Entry("undo", "&Undo", "Edit", "Ctrl+Z"),
    Entry("redo", "&Redo", "Edit", "Ctrl+Shift+Z"),
    SEPARATOR,
    Entry("cut", "Cu&t", "Edit", "Ctrl+X"),
    Entry("copy", "&Copy", "Edit", "Ctrl+C"),
    Entry("paste", "&Paste", "Edit", "Ctrl+V", "Put what was copied down at the pointer"),
    Entry("duplicate", "&Duplicate", "Edit", "Ctrl+D"),
    Entry("delete", "De&lete", "Edit", "Del"),
    Entry("select-all", "Select &all", "Edit", "Ctrl+A"),
    SEPARATOR,
    Entry("turn", "Tu&rn a quarter", "Edit", "R", "Turn the selection, or the tile in hand, clockwise"),
    Entry("flip", "&Flip", "Edit", "F", "Mirror the selection, or the tile in hand, left to right"),
    SEPARATOR,
    Entry("make-symmetric", "Make s&ymmetric", "Edit", "Ctrl+Y", "Repeat the first half of the map over the rest"),
    Entry(
        "centre-symmetry",
        "Put the axis in the &middle",
        "Edit",
        "Ctrl+Shift+Y",
        "The axis goes through the middle of the floor",
    ),
    Entry("make-room", "Make room left and a&bove", "Edit", "Ctrl+Shift+R", "Move the whole map by four squares"),
    Entry("fit", "Zoom to &fit", "View", "Ctrl+0", "Show the whole dungeon"),
    Entry("zoom-in", "Zoom &in", "View", "Ctrl++"),
    Entry("zoom-out", "Zoom &out", "View", "Ctrl+-"),
    SEPARATOR,
    Entry("names", "Section &names", "View", "N", "Write each section's name on the map", check=True),
    Entry("marks", "Mark &problems", "View", "Ctrl+M", "Number the problems on the map", check=True),
    Entry("dark", "&Dark", "View", "Ctrl+Shift+D", "A dark window, whatever the system has", check=True),
    Entry("next-problem", "&Next problem", "Rules", "F8", "Go to the next problem of the list"),
    Entry("fix-safe", "&Mend what is safe", "Rules", "Ctrl+Shift+F", "Carry out every fix that nobody could mind"),
    Entry("add-ruleset", "&Add a ruleset of your own…", "Rules", "Ctrl+Shift+O", "A .toml file: it gets a badge"),
    SEPARATOR,
    Entry("set-up", "&Set up together…", "Rules", "Ctrl+T", "Coaches place chests, portals and counters in turns"),
    Entry("find-action", "&Find an action…", "Help", "Ctrl+Shift+P", "Every action by its words"),
    Entry("shortcuts", "&Shortcuts…", "Help", "Ctrl+K", "See and change the keys"),
    Entry("welcome", "&First steps", "Help", "F1", "A finished dungeon and three sentences"),
)

MENUS = ("File", "Edit", "View", "Tools", "Rules", "Help")


def translated(text: str) -> str:
    """An action's words in the user's language."""
    return QCoreApplication.translate("actions", text)


class Actions(QObject):
    """The actions of one window, by id."""

    def __init__(self, window: QWidget, settings: QSettings) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._actions: dict[str, QAction] = {}
        self._keys: dict[str, str] = {}
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
        return self.adopt(entry.id, action, entry.key)

    def adopt(self, name: str, action: QAction, key: str) -> QAction:
        """Take an action in that someone else made; its key is the user's, if he chose one."""
        action.setObjectName(name)
        action.setShortcut(QKeySequence(str(self._settings.value(f"shortcuts/{name}", key))))
        self._keys[name], self._actions[name] = key, action
        return action

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._actions.values())

    def on(self, name: str, do: Callable[[], object]) -> None:
        """What an action does."""
        self._actions[name].triggered.connect(lambda _=False: do())

    def set_key(self, name: str, key: QKeySequence) -> None:
        """Call an action by another key from now on; whatever had that key loses it."""
        for action in self._actions.values():
            if action.objectName() != name and not key.isEmpty() and action.shortcut() == key:
                self.set_key(action.objectName(), QKeySequence())
        self._actions[name].setShortcut(key)
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
        menus = {name: bar.addMenu(translated(f"&{name}")) for name in MENUS}
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
