"""The ways of symmetry as actions: each with a key, ticked in the Edit menu while it is chosen."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from dungeon_designer.editor.actions import Actions, Entry
from dungeon_designer.editor.edit_actions import Editing
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.translation import translate


def way_words() -> dict[SymmetryMode, str]:
    """Each way's name."""
    return {
        SymmetryMode.OFF: translate("SymmetryMenu", "No symmetry"),
        SymmetryMode.LEFT_RIGHT: translate("SymmetryMenu", "Left – right"),
        SymmetryMode.TOP_BOTTOM: translate("SymmetryMenu", "Top – bottom"),
        SymmetryMode.HALF_TURN: translate("SymmetryMenu", "Half turn"),
        SymmetryMode.QUARTER_TURNS: translate("SymmetryMenu", "Quarter turns"),
    }


class SymmetryMenu(QObject):
    """Keys for what the box in the tool bar chooses; both follow the workspace."""

    def __init__(self, workspace: Workspace, editing: Editing, actions: Actions) -> None:
        super().__init__(editing)
        self.workspace, self.actions = workspace, actions
        group = QActionGroup(self)
        tip = self.tr("Whatever you draw is repeated, about the middle of the floor")
        for at, (way, words) in enumerate(way_words().items(), start=1):
            action = actions.add(Entry(f"symmetry-{way}", words, "", f"Ctrl+{at}", tip, check=True))
            action.triggered.connect(lambda _=False, way=way: editing.set_way(way))
            group.addAction(action)
        workspace.symmetry_changed.connect(self._tick)
        self._tick()

    def fill(self, edit: QMenu) -> None:
        """The submenu of the Edit menu."""
        menu = edit.addMenu(self.tr("Symmetry"))
        for way in SymmetryMode:
            menu.addAction(self.actions[f"symmetry-{way}"])

    def _tick(self) -> None:
        self.actions[f"symmetry-{self.workspace.symmetry.way}"].setChecked(True)
