"""Widgets and layouts as the whole editor has them. Texts of others are shown as they were written, never as HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QMessageBox,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

_BROAD = 300
"""Pixels such a line takes at most: the badges beside it keep their room."""

NONE = (0, 0, 0, 0)
"""No margins."""

Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | int


def _filled(box: QBoxLayout, parts: Iterable[Part], margins: tuple[int, int, int, int] | None) -> QBoxLayout:
    for part in parts:
        if isinstance(part, int):
            box.addStretch(part)
            continue
        what, stretch = part if isinstance(part, tuple) else (part, 0)
        if isinstance(what, QWidget):
            box.addWidget(what, stretch)
        else:
            box.addLayout(what, stretch)
    if margins is not None:
        box.setContentsMargins(*margins)
    return box


def row(*parts: Part, of: QWidget | None = None, margins: tuple[int, int, int, int] | None = None) -> QBoxLayout:
    """Widgets and layouts side by side, `of` a widget; with a number comes how far one stretches, alone it is room."""
    return _filled(QHBoxLayout(of) if of is not None else QHBoxLayout(), parts, margins)


def column(*parts: Part, of: QWidget | None = None, margins: tuple[int, int, int, int] | None = None) -> QBoxLayout:
    """The same below each other."""
    return _filled(QVBoxLayout(of) if of is not None else QVBoxLayout(), parts, margins)


def dock_column(dock: QWidget, *parts: Part) -> None:
    """What a dock holds."""
    column(*parts, of=dock, margins=(6, 4, 6, 4))


def timer(parent: QObject, after: int, do: Callable[[], Any], again: bool = False) -> QTimer:
    """Does something so many milliseconds after it was started last; `again` and again until it is stopped."""
    made = QTimer(parent)
    made.setSingleShot(not again)
    made.setInterval(after)
    made.timeout.connect(do)
    return made


def search_field(words: str) -> QLineEdit:
    """A line to search by."""
    field = QLineEdit()
    field.setPlaceholderText(words)
    field.setAccessibleName(words)
    field.setClearButtonEnabled(True)
    return field


def combo(name: str, entries: Iterable[tuple[str, object]] = (), tip: str = "") -> QComboBox:
    """A box to choose from, by its name for screen readers; each entry has words and a value."""
    box = QComboBox()
    box.setAccessibleName(name)
    box.setToolTip(tip)
    for words, value in entries:
        box.addItem(words, value)
    return box


def number(least: int, most: int, value: int, name: str = "", suffix: str = "", tip: str = "") -> QSpinBox:
    """A whole number."""
    field = QSpinBox()
    _bound(field, least, most, value, name, suffix, tip)
    return field


def length(least: float, most: float, value: float, name: str = "", suffix: str = "", tip: str = "") -> QDoubleSpinBox:
    """A number with one decimal."""
    field = QDoubleSpinBox()
    field.setDecimals(1)
    _bound(field, least, most, value, name, suffix, tip)
    return field


def _bound(field: Any, least: float, most: float, value: float, name: str, suffix: str, tip: str) -> None:
    field.setRange(least, most)
    field.setValue(value)
    field.setAccessibleName(name)
    field.setSuffix(suffix)
    field.setToolTip(tip)


def wrapped(words: str = "") -> QLabel:
    """A label of several lines."""
    label = QLabel(words)
    label.setWordWrap(True)
    return label


def answers_of(dialog: QDialog, buttons: QDialogButtonBox.StandardButton) -> QDialogButtonBox:
    """The buttons that answer a dialog."""
    box = QDialogButtonBox(buttons)
    box.accepted.connect(dialog.accept)
    box.rejected.connect(dialog.reject)
    return box


Button = QMessageBox.StandardButton


def confirmed(parent: QWidget, title: str, question: str) -> bool:
    """One question that Return does not answer with yes."""
    answer = QMessageBox.question(parent, title, as_written(question), Button.Yes | Button.Cancel, Button.Cancel)
    return bool(answer == Button.Yes)


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
