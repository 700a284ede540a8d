"""The menu of the symmetries by which edits are repeated, and the names of these symmetries."""

from __future__ import annotations

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import (
    QMenu,
)

from dungeon_designer.editor.actions import Action, Actions
from dungeon_designer.editor.editing import Editing
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.translation import translate


def name_symmetry_modes() -> dict[SymmetryMode, str]:
    """Return the translated name of each symmetry mode."""
    return {
        SymmetryMode.OFF: translate("SymmetryMenu", "No symmetry"),
        SymmetryMode.LEFT_RIGHT: translate("SymmetryMenu", "Left – right"),
        SymmetryMode.TOP_BOTTOM: translate("SymmetryMenu", "Top – bottom"),
        SymmetryMode.HALF_TURN: translate("SymmetryMenu", "Half turn"),
        SymmetryMode.QUARTER_TURNS: translate("SymmetryMenu", "Quarter turns"),
    }


def add_symmetry_menu(edit_menu: QMenu, workspace: Workspace, editing: Editing, actions: Actions) -> None:
    """Add a submenu with the symmetry modes, which have the keys Ctrl+1, Ctrl+2 and so on.

    The submenu follows the symmetry of the workspace, as the list in the tool bar does.
    """
    menu, action_group = edit_menu.addMenu(translate("SymmetryMenu", "Symmetry")), QActionGroup(editing)
    tip = translate("SymmetryMenu", "All that you draw is repeated, about the middle of the floor")
    for digit, (mode, name) in enumerate(name_symmetry_modes().items(), start=1):
        action = actions.add_action(
            Action(
                f"symmetry-{mode}",
                name,
                f"Ctrl+{digit}",
                lambda _, mode=mode: editing.set_symmetry_mode(mode),
                tip,
                group=True,
            )
        )
        action_group.addAction(action)
        menu.addAction(action)
    menu.addActions([actions["make-symmetric"], actions["centre-symmetry"]])
    actions[f"symmetry-{workspace.symmetry.mode}"].setChecked(True)
    workspace.symmetry_changed.connect(lambda: actions[f"symmetry-{workspace.symmetry.mode}"].setChecked(True))
