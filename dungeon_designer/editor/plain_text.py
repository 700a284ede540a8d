"""Texts of others, shown as they were written: Qt takes what has angle brackets in it for HTML."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget


def as_written(text: str) -> str:
    """A text for a tooltip or a message box, which have no setting for it.

    >>> as_written("room A"), as_written("<b>")
    ('room A', "<p style='white-space: pre-wrap'>&lt;b&gt;</p>")
    """
    return f"<p style='white-space: pre-wrap'>{escape(text)}</p>" if "<" in text else text


def plain_label(text: str = "") -> QLabel:
    """A label that shows every text as it was written."""
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    return label


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
