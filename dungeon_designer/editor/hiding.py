"""Hiding kinds of things on the table: ticks in the View menu, and a note over the map as long as any is hidden."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QMenu, QPushButton

from dungeon_designer.editor.actions import Actions, Entry
from dungeon_designer.editor.canvas.map_widget import MapWidget
from dungeon_designer.editor.canvas.overlay_painter import RULER
from dungeon_designer.editor.hidden_kinds import HIDEABLE, put_down_by
from dungeon_designer.editor.palette_entries import Piece
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.translation import PLURAL, translate


class Hiding(QObject):
    """Ticks that say which kinds are seen. What is hidden is told over the map, and one click shows all again."""

    def __init__(self, workspace: Workspace, canvas: MapWidget, actions: Actions) -> None:
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
        self.note.setText(translate("Hiding", "%n kind(s) hidden: show all", None, PLURAL, count))
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
