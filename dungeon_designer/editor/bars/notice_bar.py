"""The bar above the map with a notice that the user dismisses."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPushButton,
)

from dungeon_designer.editor.widgets import (
    build_row,
    create_widget,
)
from dungeon_designer.editor.workspace import Workspace


class NoticeBar(QFrame):
    """Bar above the map with a notice that stays until the user dismisses it.

    The signal `visibility_changed` carries whether there is a notice now.
    """

    visibility_changed = Signal(bool)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.notice_label = create_widget(QLabel, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.notice_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.dismiss_button = create_widget(QPushButton, self.tr("Dismiss"), clicked=self.hide)
        build_row((self.notice_label, 1), self.dismiss_button, owner=self, margins=(12, 2, 8, 2))
        self.hide()
        workspace.notice_sent.connect(self._show_notice)

    def showEvent(self, event: QShowEvent) -> None:
        """Report that there is a notice."""
        super().showEvent(event)
        self.visibility_changed.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Report that there is no notice any more."""
        super().hideEvent(event)
        self.visibility_changed.emit(False)

    def _show_notice(self, notice: str) -> None:
        self.notice_label.setText(notice)
        self.show()
