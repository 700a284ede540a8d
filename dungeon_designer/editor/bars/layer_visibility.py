"""The menu and the button that hide and show kinds of objects on the map."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import (
    QMenu,
    QPushButton,
    QWidget,
)

from dungeon_designer.editor.actions import Action, Actions
from dungeon_designer.editor.hideable_kinds import HIDEABLE_KINDS, list_placed_kinds
from dungeon_designer.editor.pieces import Piece
from dungeon_designer.editor.widgets import (
    create_widget,
)
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.translation import PLURAL, translate


class LayerVisibility(QObject):
    """Actions that hide and show kinds of objects on the map, such as traps.

    The button `show_all_button` shows how many kinds are hidden. A click on it shows everything again.
    """

    def __init__(self, workspace: Workspace, canvas: QWidget, actions: Actions) -> None:
        super().__init__(canvas)
        self.workspace, self.canvas, self.actions = workspace, canvas, actions
        tip = self.tr("Hidden on the screen only: exports, prints and the file have everything")
        self.show_all_button = create_widget(QPushButton, toolTip=tip, clicked=self.show_all)
        self.show_all_button.hide()
        tip = self.tr("Shown on the map; hidden objects cannot be picked there. The file and exports have everything")
        for kind in HIDEABLE_KINDS:
            title, toggle = translate("hiding", kind.words), partial(self._toggle_kind, kind.id)
            actions.add_action(Action(f"show-{kind.id}", title, kind.key, toggle, tip, ticked=True))
        title, tip = self.tr("Show &all"), self.tr("Hide nothing on the map")
        actions.add_action(Action("show-all", title, "Alt+Shift+A", lambda _: self.show_all(), tip))
        actions["marks"].toggled.connect(self._update_actions)
        workspace.hidden_changed.connect(self._update_actions)

    def add_menu(self, view_menu: QMenu) -> None:
        """Add the submenu of hideable kinds to the View menu."""
        menu = view_menu.addMenu(self.tr("Sho&w on the map"))
        for kind in HIDEABLE_KINDS:
            menu.addAction(self.actions[f"show-{kind.id}"])
        menu.addAction(self.actions["show-all"])

    def _toggle_kind(self, kind_id: str, window: QWidget, is_visible: bool) -> None:
        """Show or hide a kind of objects; the action of the kind calls this with the window and its state."""
        hidden = self.workspace.hidden_kinds
        self.workspace.hide_kinds(hidden - {kind_id} if is_visible else hidden | {kind_id})

    def show_all(self) -> None:
        """Show every kind of objects, and the marks of problems."""
        self.workspace.hide_kinds(frozenset())
        self.actions["marks"].setChecked(True)
        self.canvas.setFocus()

    def show_kinds_of(self, piece: Piece) -> None:
        """Show the hidden kinds of objects that a piece places, since that piece is now in use."""
        hidden = self.workspace.hidden_kinds & list_placed_kinds(piece.id, piece.group)
        if hidden:
            self.workspace.hide_kinds(self.workspace.hidden_kinds - hidden)

    def _update_actions(self) -> None:
        """Tick the actions of visible kinds, and show the button with the number of hidden kinds."""
        hidden = self.workspace.hidden_kinds
        for kind in HIDEABLE_KINDS:
            self.actions[f"show-{kind.id}"].setChecked(kind.id not in hidden)
        count = len(hidden) + (not self.actions["marks"].isChecked())
        self.show_all_button.setText(translate("LayerVisibility", "%n kind(s) hidden: show all", None, PLURAL, count))
        self.show_all_button.setVisible(bool(count))
