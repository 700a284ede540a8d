"""The tool bar: the tools, and two lists for the symmetry and the ruleset of the dungeon."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QToolBar,
)

from dungeon_designer.editor.actions import Actions
from dungeon_designer.editor.bars.symmetry_menu import name_symmetry_modes
from dungeon_designer.editor.pictures import build_icon
from dungeon_designer.editor.pieces import TOOLBAR_GROUP_STARTS, TOOLBAR_PIECES
from dungeon_designer.editor.widgets import (
    create_combo_box,
)
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.translation import fill_placeholders


class ToolBar(QToolBar):
    """Tool bar with the tools and two drop-down lists, `symmetry` and `ruleset`."""

    def __init__(self, actions: Actions) -> None:
        super().__init__(self.tr("Tools"), iconSize=QSize(24, 24))
        self.setObjectName("tools")
        self._actions = actions
        for piece in TOOLBAR_PIECES:
            action = actions[f"tool-{piece.id}"]
            action.setToolTip(piece.tool_tip)
            if piece.id in TOOLBAR_GROUP_STARTS:
                self.addSeparator()
            self.addAction(action)
        self.tools = self.actions()
        self.addSeparator()
        tip = self.tr("Symmetry: whatever you draw is repeated across the axis")
        self.symmetry = create_combo_box(
            self.tr("Symmetry"), ((label, mode) for mode, label in name_symmetry_modes().items()), tip
        )
        editions = ((load_unchecked_ruleset(name).name, name) for name in EDITIONS)
        tip = self.tr("The ruleset this dungeon is drawn for")
        self.ruleset = create_combo_box(self.tr("Ruleset"), editions, tip)
        for box in (self.symmetry, self.ruleset):
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click must not take the keyboard from the map
            self.addWidget(box)

    def show_ruleset(self, ruleset_id: str, name: str | None) -> None:
        """Select the ruleset of the dungeon in the list.

        Args:
            ruleset_id: the ruleset's id or file, as the dungeon names it.
            name: the ruleset's name in full; None if it cannot be used.
        """
        index = self.ruleset.findData(ruleset_id)
        if index < 0:
            self.ruleset.addItem("", ruleset_id)
            index = self.ruleset.count() - 1
        if index >= len(EDITIONS):
            self.ruleset.setItemText(
                index, fill_placeholders(self.tr("%1 (cannot be used)"), ruleset_id) if name is None else name
            )
        self.ruleset.setCurrentIndex(index)

    def set_dark(self, dark: bool) -> None:
        """Draw the icons of the tools for a dark or a light window."""
        for piece in TOOLBAR_PIECES:
            self._actions[f"tool-{piece.id}"].setIcon(build_icon(piece.picture, dark))
