"""Light and dark: the window's colours, following the system unless the user chose."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

_LIGHT = {
    "Window": "#f3f1ec", "WindowText": "#26221c", "Base": "#fffdf8", "AlternateBase": "#f5f1e7", "Text": "#26221c",
    "Button": "#efece4", "ButtonText": "#26221c", "ToolTipBase": "#2b2620", "ToolTipText": "#fdf9f0",
    "Highlight": "#1467c8", "HighlightedText": "#ffffff", "Link": "#1467c8", "PlaceholderText": "#726a5d",
    "Mid": "#cfc8b8", "Midlight": "#e4dfd2", "Dark": "#b3aa97", "Light": "#ffffff", "Shadow": "#6f6757",
}  # fmt: skip
_DARK = {
    "Window": "#20262d", "WindowText": "#e4eaf1", "Base": "#171c22", "AlternateBase": "#1d232a", "Text": "#e4eaf1",
    "Button": "#2a323b", "ButtonText": "#e4eaf1", "ToolTipBase": "#e9eef4", "ToolTipText": "#14181d",
    "Highlight": "#2a72c8", "HighlightedText": "#ffffff", "Link": "#6db3ff", "PlaceholderText": "#7d8a98",
    "Mid": "#39434e", "Midlight": "#313a44", "Dark": "#12161b", "Light": "#46525e", "Shadow": "#0b0e12",
}  # fmt: skip


_LOOK = "dungeon-designer-dark"
"""The application's property that says how it is dressed."""


def system_is_dark() -> bool:
    """Whether the system asks for dark windows."""
    hints = QGuiApplication.styleHints()
    return hints is not None and hints.colorScheme() == Qt.ColorScheme.Dark


def palette(dark: bool) -> QPalette:
    """The colours of every widget."""
    result = QPalette()
    for name, colour in (_DARK if dark else _LIGHT).items():
        result.setColor(getattr(QPalette.ColorRole, name), QColor(colour))
    faint = QColor("#7a8694" if dark else "#857d6f")
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText, QPalette.ColorRole.WindowText):
        result.setColor(QPalette.ColorGroup.Disabled, role, faint)
    return result


def _box_palette(dark: bool) -> QPalette:
    """The same for boxes to tick and fields to type in: Fusion frames them with a darker shade of the window's colour,
    unseen in the dark."""
    result = palette(dark)
    if dark:
        result.setColor(QPalette.ColorRole.Window, QColor("#8a98a6"))
    return result


def dress(app: QApplication, dark: bool) -> None:
    """Give the application one look on every system, unless it has it: all widgets there are would be measured anew."""
    if app.property(_LOOK) == dark:
        return
    app.setProperty(_LOOK, dark)
    if app.style().objectName().lower() != "fusion":
        app.setStyle(QStyleFactory.create("Fusion"))
    app.setPalette(palette(dark))
    boxes: tuple[Any, ...] = (
        "QCheckBox",
        "QRadioButton",
        "QLineEdit",
        "QSpinBox",
        "QDoubleSpinBox",
        "QComboBox",
    )
    for kind in boxes:  # declared as bytes, taken as words
        app.setPalette(_box_palette(dark), kind)
    style = _STYLE.replace("FRAME", "#627080" if dark else "#d8d1c2")
    app.setStyleSheet(style.replace("LINE", "#39434e" if dark else "#d8d1c2"))


_STYLE = """
QDockWidget::title { padding: 6px 8px; border-bottom: 1px solid LINE; }
QToolBar { spacing: 3px; padding: 3px; border: none; border-bottom: 1px solid LINE; }
QToolBar QToolButton { padding: 4px; }
QToolButton::menu-indicator { image: none; }
QStatusBar { border-top: 1px solid LINE; }
QStatusBar::item { border: none; }
QTreeWidget, QListWidget, QTextBrowser { border: 1px solid LINE; border-radius: 3px; }
QPlainTextEdit { border: 1px solid FRAME; border-radius: 3px; }
QListWidget#lines::item { padding: 2px 4px; }
QTreeWidget::item { padding: 2px 4px 2px 0; }
QSpinBox, QDoubleSpinBox { min-height: 16px; }
"""
