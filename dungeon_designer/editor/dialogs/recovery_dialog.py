"""The dialog that offers unsaved work of earlier windows."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from dungeon_designer.editor.canvas.picture import draw_board_pixmap
from dungeon_designer.editor.dialogs.start import THUMBNAIL_SIZE, build_board_of_file
from dungeon_designer.editor.fitting import FittingDialog
from dungeon_designer.editor.picture_list import VALUE_ROLE
from dungeon_designer.editor.recovery import UnsavedWork
from dungeon_designer.editor.widgets import (
    ask_confirmation,
    build_column,
    create_widget,
    create_wrapped_label,
    escape_rich_text,
)
from dungeon_designer.errors import DungeonError


class RecoveryDialog(FittingDialog):
    """The dialog that lists unsaved work of earlier windows, the latest first.

    Work that is neither recovered nor discarded is offered again at the next start.
    """

    def __init__(
        self,
        unsaved_works: list[UnsavedWork],
        discard: Callable[[UnsavedWork], bool],
        dark: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Unsaved work was found"))
        self.resize(640, 440)
        self._discard = discard
        self.list = create_widget(
            QListWidget, accessibleName=self.windowTitle(), alternatingRowColors=True, iconSize=THUMBNAIL_SIZE
        )
        for unsaved in reversed(unsaved_works):
            saved_at = QLocale().toString(
                QDateTime.fromSecsSinceEpoch(int(unsaved.saved_at)), QLocale.FormatType.ShortFormat
            )
            name = unsaved.layout.name or Path(unsaved.original).name or self.tr("a dungeon without a name")
            item = QListWidgetItem("\n".join((name, unsaved.original or self.tr("never saved"), saved_at)), self.list)
            item.setToolTip(escape_rich_text(unsaved.original))
            item.setData(VALUE_ROLE, unsaved)
            item.setCheckState(Qt.CheckState.Checked)
            with suppress(DungeonError):  # it has tiles that nobody has any more
                original = Path(unsaved.original) if unsaved.original else None
                board = build_board_of_file(unsaved.layout, original)
                item.setIcon(QIcon(draw_board_pixmap(board, THUMBNAIL_SIZE, dark, self.devicePixelRatioF())))
        explanation = self.tr(
            "The program ended before this was saved. Dungeons that you do not recover now are offered again later."
        )
        self.buttons = QDialogButtonBox()
        self.recover_button = self.buttons.addButton(self.tr("&Recover"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.discard_button = self.buttons.addButton(self.tr("&Discard…"), QDialogButtonBox.ButtonRole.DestructiveRole)
        self.buttons.addButton(self.tr("&Later"), QDialogButtonBox.ButtonRole.RejectRole)
        self.recover_button.clicked.connect(self.accept)
        self.discard_button.clicked.connect(self._discard_ticked)
        self.buttons.rejected.connect(self.reject)
        self.list.itemChanged.connect(self._update_buttons)
        build_column(create_wrapped_label(explanation), (self.list, 1), self.buttons, owner=self)

    @property
    def _ticked_items(self) -> list[QListWidgetItem]:
        """The ticked lines of the list."""
        items = (self.list.item(row) for row in range(self.list.count()))
        return [item for item in items if item.checkState() == Qt.CheckState.Checked]

    @property
    def chosen(self) -> list[UnsavedWork]:
        """The ticked work, the oldest first."""
        return [item.data(VALUE_ROLE) for item in reversed(self._ticked_items)]

    def _update_buttons(self) -> None:
        for button in (self.recover_button, self.discard_button):
            button.setEnabled(bool(self._ticked_items))

    def _discard_ticked(self) -> None:
        """Ask the user, then delete the ticked work, and close the dialog if no work is left."""
        question = self.tr("Discard what is ticked? It cannot be brought back.")
        if ask_confirmation(self, self.windowTitle(), question):
            for item in self._ticked_items:
                if self._discard(item.data(VALUE_ROLE)):
                    self.list.takeItem(self.list.row(item))
            self._update_buttons()
            if not self.list.count():
                self.reject()
