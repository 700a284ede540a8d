"""A line of words that gives way: what does not fit is cut with an ellipsis and told by the tool tip."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from dungeon_designer.editor.plain_text import as_written

_BROAD = 300
"""Pixels such a line takes at most: the badges beside it keep their room."""


class ElidedLabel(QLabel):
    """Words of a stranger's file may stand in it: they are shown as they are."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setMaximumWidth(_BROAD)
        self.setMinimumWidth(1)  # or the window could not be made narrower than its words

    def set_words(self, words: str) -> None:
        """Show as much of the words as fits."""
        self.setText(self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, _BROAD - 4))
        self.setToolTip(as_written(words))
        self.setAccessibleName(words)
