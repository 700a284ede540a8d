"""The bar of tools, with the symmetry and the ruleset one draws in."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QComboBox, QToolBar

from dungeon_designer.editor.actions import Actions
from dungeon_designer.editor.icons import icon
from dungeon_designer.editor.palette_entries import GROUP_BEGINS, TOOLS
from dungeon_designer.editor.symmetry_menu import way_words
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.rulesets.loader import EDITIONS, load
from dungeon_designer.translation import filled


class ToolBar(QToolBar):
    """The actions of the tools, and two lists to choose from: `symmetry` and `ruleset`."""

    def __init__(self, actions: Actions) -> None:
        super().__init__()
        self.setWindowTitle(self.tr("Tools"))
        self.setObjectName("tools")
        self.setIconSize(QSize(24, 24))
        self._actions = actions
        self._add_tools()
        self.symmetry = self._box(
            self.tr("Symmetry"), self.tr("Symmetry: whatever you draw is repeated across the axis")
        )
        for way, words in way_words().items():
            self.symmetry.addItem(words, way)
        self.ruleset = self._box(self.tr("Ruleset"), self.tr("The ruleset this dungeon is drawn for"))
        for edition in EDITIONS:
            self.ruleset.addItem(load(edition).name, edition)

    def _add_tools(self) -> None:
        for piece in TOOLS:
            action = self._actions[f"tool-{piece.id}"]
            action.setToolTip(f"<p><b>{action.text()}</b> ({piece.key})<br>{action.statusTip()}</p>")
            if piece.id in GROUP_BEGINS:
                self.addSeparator()
            self.addAction(action)
        self.addSeparator()

    def _box(self, name: str, tip: str) -> QComboBox:
        box = QComboBox()
        box.setToolTip(tip)
        box.setAccessibleName(name)
        box.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # the mouse leaves the keys with the map
        self.addWidget(box)
        return box

    def show_way(self, way: SymmetryMode) -> None:
        """The way in which edits are repeated."""
        self.symmetry.setCurrentIndex(self.symmetry.findData(way))

    def show_ruleset(self, current: str, name: str | None) -> None:
        """The ruleset of the dungeon and its name; None where it cannot be used."""
        at = self.ruleset.findData(current)
        if at < 0:
            self.ruleset.addItem("", current)
            at = self.ruleset.count() - 1
        if at >= len(EDITIONS):
            self.ruleset.setItemText(at, filled(self.tr("%1 (cannot be used)"), current) if name is None else name)
        self.ruleset.setCurrentIndex(at)

    def set_dark(self, dark: bool) -> None:
        """Icons for a dark or a light window."""
        for piece in TOOLS:
            self._actions[f"tool-{piece.id}"].setIcon(icon(piece.picture, dark))
