"""Headings that fold and unfold what stands below them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget


class FoldHeading(QToolButton):
    """A heading over a widget: a click folds the widget away, and shows it again."""

    def __init__(self, content: QWidget, title: str = "", is_open: bool = False) -> None:
        super().__init__()
        self.setText(title)
        self.setCheckable(True)
        self.setAutoRaise(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setChecked(is_open)
        self._show_arrow(is_open)
        if not is_open:
            content.hide()  # what is open is not shown yet: without a parent it would be a window of its own
        self.toggled.connect(self._show_arrow)
        self.toggled.connect(content.setVisible)

    def _show_arrow(self, is_open: bool) -> None:
        """Show an arrow that points down over open content, and to the right if it is folded."""
        self.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)
