"""The field that chooses a theme: one of the program's, the dungeon's own, or a theme file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QComboBox, QFileDialog

from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.dungeon import Dungeon, find_own_theme
from dungeon_designer.editor.widgets import WORDS
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError
from dungeon_designer.translation import fill_placeholders, translate

FILE_CHOICE = "file"
"""The data of the entry that asks for a theme file."""


class ThemeBox(QComboBox):
    """A list of themes. Its last entry asks for a theme file, which then becomes an entry itself.

    Attributes:
        chosen_theme: the theme that is chosen, as the option `theme` takes it.
        own_theme: the theme that the dungeon names, or the path of its theme file; '' for none.
    """

    def __init__(self, default_theme: str, workspace: Workspace) -> None:
        """Fill the list, and choose the theme that the dungeon names, or else the default.

        Args:
            default_theme: the theme that is chosen if the dungeon names none.
            workspace: the workspace with the dungeon.
        """
        super().__init__()
        self._workspace = workspace
        for name in THEMES:
            self.addItem(translate("choices", WORDS["theme"].get(name, name.capitalize())), name)
        self.addItem(self.tr("From a file…"), FILE_CHOICE)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(24)
        self.own_theme = self._find_own_theme()
        self.chosen_theme = default_theme
        self.choose_theme(self.own_theme or default_theme)
        self.currentIndexChanged.connect(self._remember_choice)
        self.activated.connect(self._handle_activation)

    def choose_theme(self, theme: str) -> None:
        """Choose a theme. The path of a theme file is added to the list if it is not there yet."""
        if self.findData(theme) < 0:
            self.insertItem(self.count() - 1, Path(theme).name, theme)
        self.setCurrentIndex(self.findData(theme))
        self.chosen_theme = theme

    def choose_own_theme(self) -> None:
        """Choose the theme that the dungeon names, if it names one, whatever was chosen last."""
        if self.own_theme:
            self.choose_theme(self.own_theme)

    def _find_own_theme(self) -> str:
        """Return the theme that the dungeon names; '' for none, or if it cannot be used, of which the user is told.

        A dungeon without a file has no folder, so that no theme file is read for it.
        """
        document = self._workspace.document
        name, folder = (str(document.path), self._workspace.folder) if document.path else ("", Path())
        try:
            return find_own_theme(Dungeon(self._workspace.layout, name, document.file_bytes or b"", folder))
        except DungeonError as error:
            self._workspace.message_sent.emit(str(error))
            return ""

    def _remember_choice(self) -> None:
        """Remember the chosen theme, unless the entry that asks for a file was reached."""
        if self.currentData() != FILE_CHOICE:
            self.chosen_theme = str(self.currentData())

    def _handle_activation(self) -> None:
        """Ask for a theme file if the user chose that entry. Without an answer, the theme stays."""
        if self.currentData() != FILE_CHOICE:
            return
        title, kind = self.tr("A theme"), fill_placeholders(self.tr("Themes (%1)"), "*.toml")
        name, _ = QFileDialog.getOpenFileName(self, title, str(self._workspace.folder), kind)
        self.choose_theme(name or self.chosen_theme)
