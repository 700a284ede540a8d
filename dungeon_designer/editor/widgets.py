"""Functions that create the editor's widgets, layouts and colours.

Texts of users are shown as plain text, never as HTML.
"""

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

NO_MARGINS = (0, 0, 0, 0)
"""Margins of a layout: none."""

_Created = TypeVar("_Created", bound=QObject)


def create_widget(kind: Callable[..., _Created], *args: object, **properties: object) -> _Created:
    """Create one of Qt's objects, with its properties set and its signals connected, both by Qt's names.

    For example, `create_widget(QPushButton, "Go", enabled=False, clicked=go)`.
    """
    return kind(*args, **properties)


LayoutPart = QWidget | QLayout | tuple[QWidget | QLayout, int] | int
"""What a row or column can hold: a widget or layout, one with a stretch factor, or the stretch of an empty space."""


def _fill_layout(
    layout: QBoxLayout, parts: Iterable[LayoutPart], margins: tuple[int, int, int, int] | None
) -> QBoxLayout:
    """Add parts to a layout, set its margins unless they are None, and return the layout.

    A part that is a number alone becomes an empty space that stretches.
    """
    for part in parts:
        if isinstance(part, int):
            layout.addStretch(part)
            continue
        content, stretch = part if isinstance(part, tuple) else (part, 0)
        if isinstance(content, QWidget):
            layout.addWidget(content, stretch)
        else:
            layout.addLayout(content, stretch)
    if margins is not None:
        layout.setContentsMargins(*margins)
    return layout


def build_row(
    *parts: LayoutPart, owner: QWidget | None = None, margins: tuple[int, int, int, int] | None = None
) -> QBoxLayout:
    """Return a layout with parts side by side.

    Args:
        parts: widgets and layouts, each alone or with its stretch factor; a number alone is an empty space that
            stretches.
        owner: the widget to which the layout belongs; None for a layout within another one.
        margins: left, top, right and bottom margin in pixels; None for Qt's.
    """
    return _fill_layout(QHBoxLayout(owner) if owner is not None else QHBoxLayout(), parts, margins)


def build_column(
    *parts: LayoutPart, owner: QWidget | None = None, margins: tuple[int, int, int, int] | None = None
) -> QBoxLayout:
    """Return a layout with parts below each other; the arguments are those of `build_row`."""
    return _fill_layout(QVBoxLayout(owner) if owner is not None else QVBoxLayout(), parts, margins)


def fill_dock(dock: QWidget, *parts: LayoutPart) -> None:
    """Put parts below each other into the widget of a dock."""
    build_column(*parts, owner=dock, margins=(6, 4, 6, 4))


def create_timer(parent: QObject, delay_ms: int, callback: Callable[[], Any], repeats: bool = False) -> QTimer:
    """Return a timer that calls a function some milliseconds after the timer was last started.

    With `repeats`, the timer calls the function again and again until it is stopped.
    """
    return create_widget(QTimer, parent, singleShot=not repeats, interval=delay_ms, timeout=callback)


def create_search_field(placeholder: str) -> QLineEdit:
    """Return an input line for a search, with a button that clears it."""
    return create_widget(QLineEdit, placeholderText=placeholder, accessibleName=placeholder, clearButtonEnabled=True)


def create_combo_box(name: str, entries: Iterable[tuple[str, object]] = (), tip: str = "") -> QComboBox:
    """Return a list to choose from, with a name for screen readers; each entry has a label and a value."""
    combo_box = create_widget(QComboBox, accessibleName=name, toolTip=tip)
    for label, value in entries:
        combo_box.addItem(label, value)
    return combo_box


def create_number_field(
    minimum: int, maximum: int, value: int, name: str = "", suffix: str = "", tip: str = ""
) -> WholeField:
    """Return a field for a whole number. `name` is read by screen readers, `suffix` is a unit behind the number."""
    return create_widget(
        WholeField, minimum=minimum, maximum=maximum, value=value, accessibleName=name, suffix=suffix, toolTip=tip
    )


def create_decimal_field(
    minimum: float, maximum: float, value: float, name: str = "", suffix: str = "", tip: str = ""
) -> DecimalField:
    """Return a field for a number with one decimal. `name` is read by screen readers, `suffix` is a unit behind it."""
    bounds: dict[str, object] = {"decimals": 1, "minimum": minimum, "maximum": maximum, "value": value}
    return create_widget(DecimalField, **bounds, accessibleName=name, suffix=suffix, toolTip=tip)


def create_wrapped_label(text: str = "") -> QLabel:
    """Return a label that wraps its text."""
    return create_widget(QLabel, text, wordWrap=True)


def create_answer_buttons(dialog: QDialog, buttons: QDialogButtonBox.StandardButton) -> QDialogButtonBox:
    """Return the buttons that accept or reject a dialog."""
    return create_widget(QDialogButtonBox, buttons, accepted=dialog.accept, rejected=dialog.reject)


Button = QMessageBox.StandardButton
"""The buttons of a message box."""


def ask_confirmation(parent: QWidget, title: str, question: str) -> bool:
    """Ask a question and return whether the user agrees. The default button is Cancel."""
    answer = QMessageBox.question(parent, title, escape_rich_text(question), Button.Yes | Button.Cancel, Button.Cancel)
    return bool(answer == Button.Yes)


def escape_rich_text(text: str) -> str:
    """Return a text for a tool tip or message box so that Qt shows it as it is and not as HTML.

    >>> escape_rich_text("room A"), escape_rich_text("<b>")
    ('room A', "<p style='white-space: pre-wrap'>&lt;b&gt;</p>")
    """
    return f"<p style='white-space: pre-wrap'>{escape(text)}</p>" if "<" in text else text


def create_plain_label(text: str = "") -> QLabel:
    """Return a label that shows its text as it is and not as HTML."""
    return create_widget(QLabel, textFormat=Qt.TextFormat.PlainText, text=text)


LOOK, WORDS = (tomllib.loads(Path(__file__).with_name(name).read_text("utf-8")) for name in ("look.toml", "words.toml"))
"""The colours of a `light` and a `dark` window with the `style` of both (look.toml); and texts by what they name."""

_DARK_PROPERTY = "dungeon-designer-dark"
"""The application's property that says whether its style is the dark one."""


def build_palette(is_dark: bool) -> QPalette:
    """Return the colours of a dark or a light window."""
    result = QPalette()
    for name, colour in LOOK["dark" if is_dark else "light"].items():
        result.setColor(getattr(QPalette.ColorRole, name), QColor(colour))
    disabled_colour = QColor("#8793a1" if is_dark else "#857d6f")
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText, QPalette.ColorRole.WindowText):
        result.setColor(QPalette.ColorGroup.Disabled, role, disabled_colour)
    return result


def apply_style(app: QApplication, is_dark: bool) -> None:
    """Give the application the same style on every system, in dark or light colours.

    Nothing is done if the application has the style already, because Qt would measure every widget anew.
    """
    if app.property(_DARK_PROPERTY) == is_dark:
        return
    app.setProperty(_DARK_PROPERTY, is_dark)
    if app.style().objectName().lower() != "fusion":
        app.setStyle(QStyleFactory.create("Fusion"))
    app.setPalette(build_palette(is_dark))
    box_palette = build_palette(is_dark)
    if is_dark:  # Fusion frames boxes in a darker shade of the window's colour, which is invisible here
        box_palette.setColor(QPalette.ColorRole.Window, QColor("#8a98a6"))
    widget_classes: tuple[Any, ...] = (
        "QCheckBox",
        "QRadioButton",
        "QLineEdit",
        "QAbstractSpinBox",
        "QComboBox",
        "QListWidget",
        "QProgressBar",
    )
    for widget_class in widget_classes:  # the stubs declare bytes, Qt takes strings
        app.setPalette(box_palette, widget_class)
    style = LOOK["style"].replace("FRAME", "#627080" if is_dark else "#d8d1c2")
    app.setStyleSheet(style.replace("LINE", "#39434e" if is_dark else "#d8d1c2"))
