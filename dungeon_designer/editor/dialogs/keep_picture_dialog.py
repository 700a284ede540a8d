"""The dialog that asks who made a picture, before it is kept with the dungeon."""

from __future__ import annotations

from PySide6.QtWidgets import QDialogButtonBox, QFormLayout, QLineEdit, QWidget

from dungeon_designer.editor.fitting import FittingDialog, build_scroll_area
from dungeon_designer.editor.widgets import build_column, create_answer_buttons, create_widget, create_wrapped_label
from dungeon_designer.pictures.picture_model import MAX_NAME_LETTERS


class KeepPictureDialog(FittingDialog):
    """The dialog that says what keeping a picture means, and asks for its author and licence. Both may be empty."""

    def __init__(self, explanation: str, author: str, licence: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keep with the dungeon"))
        self.setMinimumWidth(440)
        self._author_field = create_widget(
            QLineEdit, author, maxLength=MAX_NAME_LETTERS, placeholderText=self.tr("who made the picture")
        )
        self._licence_field = create_widget(
            QLineEdit, licence, maxLength=MAX_NAME_LETTERS, placeholderText=self.tr("such as CC BY 4.0")
        )
        self.buttons = create_answer_buttons(
            self, QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Keep"))
        form = QFormLayout()
        form.addRow(self.tr("Author"), self._author_field)
        form.addRow(self.tr("Licence"), self._licence_field)
        content = build_scroll_area(create_wrapped_label(explanation), form, 1, name=self.windowTitle())
        build_column((content, 1), self.buttons, owner=self)

    @property
    def author(self) -> str:
        """The author of the picture, or ""."""
        return self._author_field.text().strip()

    @property
    def licence(self) -> str:
        """The licence under which the picture may be passed on, or ""."""
        return self._licence_field.text().strip()
