"""The bar above the map with a notice that the user dismisses."""

from __future__ import annotations

from PySide6.QtCore import Qt
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
    """Bar above the map with a notice that stays until the user dismisses it."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.notice_label = create_widget(QLabel, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.notice_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.dismiss_button = create_widget(QPushButton, self.tr("Dismiss"), clicked=self.hide)
        build_row((self.notice_label, 1), self.dismiss_button, owner=self, margins=(12, 5, 8, 5))
        self.hide()
        workspace.notice_sent.connect(self._show_notice)

    def _show_notice(self, notice: str) -> None:
        self.notice_label.setText(notice)
        self.show()
