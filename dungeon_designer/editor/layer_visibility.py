"""Kinds of things that may be hidden on the table: ticks in the View menu, and a note over the map while any is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from dungeon_designer.editor.actions import Actions, Entry
from dungeon_designer.editor.canvas.colours import RULER
from dungeon_designer.translation import PLURAL, marked, translate

if TYPE_CHECKING:
    from dungeon_designer.editor.pieces import Piece
    from dungeon_designer.editor.workspace import Workspace


class HideableKind(Struct, frozen=True):
    """One kind: `fields` of the layout and `layers` of the drawing hold it, `pieces` or groups put it down."""

    id: str
    words: str
    key: str
    fields: frozenset[str]
    layers: frozenset[str]
    pieces: frozenset[str]


def _kind(name: str, words: str, key: str, fields: str, layers: str, pieces: str) -> HideableKind:
    return HideableKind(
        name, words, key, frozenset(fields.split()), frozenset(layers.split()), frozenset(pieces.split())
    )


HIDEABLE: tuple[HideableKind, ...] = (
    _kind("chests", marked("hiding", "&Chests"), "Alt+Shift+C", "chests", "chests", "chest"),
    _kind("portals", marked("hiding", "&Portals"), "Alt+Shift+P", "portals", "portals", "portal"),
    _kind("traps", marked("hiding", "&Traps and counters"), "Alt+Shift+T", "traps", "traps", "Traps"),
    _kind("doors", marked("hiding", "&Doors"), "Alt+Shift+D", "doors square_doors", "doors", "door square-door"),
    _kind("leap-edges", marked("hiding", "&Leap edges"), "Alt+Shift+L", "leap_edges", "leap-edges", "leap"),
    _kind("terrain", marked("hiding", "&Ground"), "Alt+Shift+G", "terrain", "terrain", "Ground fill"),
    _kind("obstacles", marked("hiding", "&Obstacles"), "Alt+Shift+O", "obstacles", "obstacles", "Obstacles fill"),
    _kind("machines", marked("hiding", "&Machines"), "Alt+Shift+M", "machines", "machines", "Machines"),
    _kind("labels", marked("hiding", "&Words"), "Alt+Shift+W", "labels", "labels", "label"),
)
"""What can be hidden, in the order of the menu. Floor, walls and rock cannot: they are the dungeon."""


def fields_of(hidden: frozenset[str]) -> frozenset[str]:
    """The lists of a layout that hold some hidden kinds.

    >>> sorted(fields_of(frozenset({"doors"})))
    ['doors', 'square_doors']
    """
    return frozenset(field for kind in HIDEABLE if kind.id in hidden for field in kind.fields)


def layers_of(hidden: frozenset[str]) -> frozenset[str]:
    """The layers of the drawing that show some hidden kinds."""
    return frozenset(layer for kind in HIDEABLE if kind.id in hidden for layer in kind.layers)


def put_down_by(piece: str, group: str) -> frozenset[str]:
    """The kinds a piece of the palette puts down.

    >>> put_down_by("lava", "Ground"), put_down_by("select", "Tools")
    (frozenset({'terrain'}), frozenset())
    """
    return frozenset(kind.id for kind in HIDEABLE if {piece, group} & kind.pieces)


class LayerVisibility(QObject):
    """Ticks that say which kinds are seen. What is hidden is told over the map, and one click shows all again."""

    def __init__(self, workspace: Workspace, canvas: QWidget, actions: Actions) -> None:
        super().__init__(canvas)
        self.workspace, self.canvas, self.actions = workspace, canvas, actions
        self.note = QPushButton(canvas)
        self.note.setObjectName("hidden-note")
        self.note.setCursor(Qt.CursorShape.PointingHandCursor)
        self.note.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.note.setToolTip(self.tr("Hidden on the screen alone: exports, prints and the file have everything"))
        self.note.clicked.connect(self.show_all)
        self.note.hide()
        for kind in HIDEABLE:
            entry = Entry(f"show-{kind.id}", translate("hiding", kind.words), "", kind.key, self._tip(), check=True)
            action = actions.add(entry)
            action.setChecked(True)
            action.toggled.connect(lambda on, name=kind.id: self._toggle(name, on))
        everything = Entry("show-all", self.tr("Show &all"), "", "Alt+Shift+A", self.tr("Hide nothing on the map"))
        actions.add(everything).triggered.connect(self.show_all)
        actions["marks"].toggled.connect(self._refresh)
        workspace.hidden_changed.connect(self._refresh)
        canvas.installEventFilter(self)

    def _tip(self) -> str:
        return self.tr("Seen on the map; what is not seen cannot be picked there. The file and exports have everything")

    def fill(self, view: QMenu) -> None:
        """The submenu of the View menu."""
        menu = view.addMenu(self.tr("Sho&w on the map"))
        for kind in HIDEABLE:
            menu.addAction(self.actions[f"show-{kind.id}"])
        menu.addSeparator()
        menu.addAction(self.actions["names"])
        menu.addAction(self.actions["marks"])
        menu.addAction(self.actions["show-all"])

    def _toggle(self, name: str, on: bool) -> None:
        hidden = self.workspace.hidden
        self.workspace.hide_kinds(hidden - {name} if on else hidden | {name})

    def show_all(self) -> None:
        """Hide nothing any more, the marks of problems included."""
        self.workspace.hide_kinds(frozenset())
        self.actions["marks"].setChecked(True)
        self.canvas.setFocus()

    def taken(self, piece: Piece) -> None:
        """What is put down is seen: a piece in hand shows its kind again."""
        hidden = self.workspace.hidden & put_down_by(piece.id, piece.group)
        if hidden:
            self.workspace.hide_kinds(self.workspace.hidden - hidden)

    def _refresh(self) -> None:
        hidden = self.workspace.hidden
        for kind in HIDEABLE:
            self.actions[f"show-{kind.id}"].setChecked(kind.id not in hidden)
        count = len(hidden) + (not self.actions["marks"].isChecked())
        self.note.setText(translate("LayerVisibility", "%n kind(s) hidden: show all", None, PLURAL, count))
        self.note.setVisible(bool(count))
        self._place()

    def _place(self) -> None:
        """In the upper right corner of the map."""
        self.note.adjustSize()
        self.note.move(self.canvas.width() - self.note.width() - 8, RULER + 6)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The note keeps its corner."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False
