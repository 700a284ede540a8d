"""The hint of the tool in use, below the map."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel

from dungeon_designer.editor.widgets import escape_rich_text

HINT_LINES = 3
"""How many lines the longest hint of a tool needs below the map in the initial size of the window."""

_SIDE_MARGIN_PX, _TOP_MARGIN_PX = 10, 4


class HintLine(QLabel):
    """The title and the hint of the tool in use. Its height never follows the text, since that would move the map.

    In a low window it is one line, which ends with an ellipsis if the hint is longer; the tool tip has it all.
    """

    def __init__(self) -> None:
        super().__init__(wordWrap=True, alignment=Qt.AlignmentFlag.AlignTop)
        self.setContentsMargins(_SIDE_MARGIN_PX, _TOP_MARGIN_PX, _SIDE_MARGIN_PX, _TOP_MARGIN_PX)
        self._title = self._hint = ""
        self._lines = 0
        self.set_line_count(HINT_LINES)

    def set_line_count(self, lines: int) -> None:
        """Give the label room for a number of lines."""
        if lines != self._lines:
            self._lines = lines
            self.setWordWrap(lines > 1)
            self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 2 * _TOP_MARGIN_PX + 2)
            self._update_text()

    def show_hint(self, title: str, hint: str) -> None:
        """Show the title and the hint of a tool."""
        self._title, self._hint = title, hint
        self._update_text()

    def minimumSizeHint(self) -> QSize:
        """Return a width of nothing, so that the window can be narrower than the hint."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the hint to the new width."""
        super().resizeEvent(event)
        if self._lines == 1:
            self._update_text()

    def _update_text(self) -> None:
        """Show as much of the hint as the lines have room for."""
        hint = self._hint
        if self._lines == 1:
            title_width = self.fontMetrics().horizontalAdvance(f"{self._title}    ") * 6 // 5  # it is bold
            room = self.width() - 2 * _SIDE_MARGIN_PX - title_width
            hint = self.fontMetrics().elidedText(hint, Qt.TextElideMode.ElideRight, max(0, room))
        self.setToolTip(escape_rich_text(self._hint) if hint != self._hint else "")
        self.setText(f"<b>{escape(self._title)}</b>&nbsp; {escape(hint)}")
