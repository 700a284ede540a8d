"""Texts of others, shown as they were written: Qt takes what has angle brackets in it for HTML."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel


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
