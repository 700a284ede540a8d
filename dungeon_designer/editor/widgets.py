"""Widgets, layouts and colours of the whole editor. Texts of others are shown as they were written, never as HTML."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from html import escape
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QMessageBox,
    QStyleFactory,
    QVBoxLayout,
    QWidget,
)

from dungeon_designer.editor.number_fields import DecimalField, WholeField

NONE = (0, 0, 0, 0)
"""No margins."""

_Made = TypeVar("_Made", bound=QObject)


def made(kind: Callable[..., _Made], *args: object, **properties: object) -> _Made:
    """One of Qt's own widgets with its properties set and its signals connected to functions, by Qt's names.

    `made(QPushButton, "Go", enabled=False, clicked=go)`
    """
    return kind(*args, **properties)


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
    return made(QTimer, parent, singleShot=not again, interval=after, timeout=do)


def search_field(words: str) -> QLineEdit:
    """A line to search by."""
    return made(QLineEdit, placeholderText=words, accessibleName=words, clearButtonEnabled=True)


def combo(name: str, entries: Iterable[tuple[str, object]] = (), tip: str = "") -> QComboBox:
    """A box to choose from, by its name for screen readers; each entry has words and a value."""
    box = made(QComboBox, accessibleName=name, toolTip=tip)
    for words, value in entries:
        box.addItem(words, value)
    return box


def number(least: int, most: int, value: int, name: str = "", suffix: str = "", tip: str = "") -> WholeField:
    """A whole number."""
    return made(WholeField, minimum=least, maximum=most, value=value, accessibleName=name, suffix=suffix, toolTip=tip)


def length(least: float, most: float, value: float, name: str = "", suffix: str = "", tip: str = "") -> DecimalField:
    """A number with one decimal."""
    bounds: dict[str, object] = {"decimals": 1, "minimum": least, "maximum": most, "value": value}
    return made(DecimalField, **bounds, accessibleName=name, suffix=suffix, toolTip=tip)


def wrapped(words: str = "") -> QLabel:
    """A label of several lines."""
    return made(QLabel, words, wordWrap=True)


def answers_of(dialog: QDialog, buttons: QDialogButtonBox.StandardButton) -> QDialogButtonBox:
    """The buttons that answer a dialog."""
    return made(QDialogButtonBox, buttons, accepted=dialog.accept, rejected=dialog.reject)


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
    return made(QLabel, textFormat=Qt.TextFormat.PlainText, text=text)


LOOK, WORDS = (tomllib.loads(Path(__file__).with_name(name).read_text("utf-8")) for name in ("look.toml", "words.toml"))
"""The colours of a `light` and a `dark` window and the `style` of both; words by what they stand for."""

_LOOK = "dungeon-designer-dark"
"""The application's property that says how it is dressed."""


def palette(dark: bool) -> QPalette:
    """The colours of every widget."""
    result = QPalette()
    for name, colour in LOOK["dark" if dark else "light"].items():
        result.setColor(getattr(QPalette.ColorRole, name), QColor(colour))
    faint = QColor("#8793a1" if dark else "#857d6f")
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText, QPalette.ColorRole.WindowText):
        result.setColor(QPalette.ColorGroup.Disabled, role, faint)
    return result


def dress(app: QApplication, dark: bool) -> None:
    """Give the application one look on every system, unless it has it: all widgets there are would be measured anew."""
    if app.property(_LOOK) == dark:
        return
    app.setProperty(_LOOK, dark)
    if app.style().objectName().lower() != "fusion":
        app.setStyle(QStyleFactory.create("Fusion"))
    app.setPalette(palette(dark))
    boxes = palette(dark)
    if dark:  # Fusion frames boxes and fields with a darker shade of the window's colour, unseen in the dark
        boxes.setColor(QPalette.ColorRole.Window, QColor("#8a98a6"))
    kinds: tuple[Any, ...] = ("QCheckBox", "QRadioButton", "QLineEdit", "QAbstractSpinBox", "QComboBox", "QListWidget")
    for kind in kinds:  # declared as bytes, taken as words
        app.setPalette(boxes, kind)
    style = LOOK["style"].replace("FRAME", "#627080" if dark else "#d8d1c2")
    app.setStyleSheet(style.replace("LINE", "#39434e" if dark else "#d8d1c2"))
