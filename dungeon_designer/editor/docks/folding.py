"""Headings that fold and unfold what stands below them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget


class FoldHeading(QToolButton):
    """A heading over a widget: a click folds the widget away, and shows it again."""

    def __init__(self, content: QWidget, title: str = "", is_open: bool = False) -> None:
        super().__init__()
        self._content = content
        self.setText(title)
        self.setCheckable(True)
        self.setAutoRaise(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.toggled.connect(self._show_folding)
        self.setChecked(is_open)
        self._show_folding(is_open)

    def _show_folding(self, is_open: bool) -> None:
        """Show the content and an arrow that points down, or hide it, with an arrow to the right."""
        self.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)
        self._content.setVisible(is_open)
