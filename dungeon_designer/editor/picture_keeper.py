"""Keep a traced picture with the dungeon, so that it is on prints and pages, too; remove it again.

The dungeon's file names the picture, and a copy of it lies beside that file.
"""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox, QWidget

from dungeon_designer.editor.bars.tracing_bar import Tracing
from dungeon_designer.editor.dialogs.keep_picture_dialog import KeepPictureDialog
from dungeon_designer.editor.file_actions import FileActions
from dungeon_designer.editor.traced_picture import TracedPicture
from dungeon_designer.editor.widgets import Button, escape_rich_text
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.pictures.copying import copy_picture
from dungeon_designer.pictures.picture_model import MAX_LENGTH, MIN_LENGTH, DungeonPicture
from dungeon_designer.translation import fill_placeholders

_DECIMALS = 3
"""How many decimals of a square a file says where a picture lies: a thousandth is less than any printer shows."""


class PictureKeeper(QObject):
    """The commands of the window that keep the traced picture with the dungeon, and remove the dungeon's picture."""

    def __init__(self, workspace: Workspace, filing: FileActions, tracing: Tracing, window: QWidget) -> None:
        super().__init__(window)
        self._workspace, self._filing, self._window = workspace, filing, window
        tracing.keep_button.clicked.connect(self.keep_picture)

    def keep_picture(self) -> None:
        """Make the traced picture the dungeon's own, as one step of the history, and copy its file beside the dungeon.

        An undo traces it again; the copy stays. A dungeon without a file is saved first, if the user agrees. A dialog
        asks for author and licence.
        """
        workspace = self._workspace
        workspace.settle_layout()  # may move the traced picture along
        traced = workspace.traced_picture
        if traced is None:
            workspace.message_sent.emit(self.tr("Choose a picture first: View ▸ Pictures ▸ Picture to trace."))
            return
        if not _can_be_kept(traced):
            text = self.tr("The picture is too large, too small or too far away: at most %1 squares are possible.")
            workspace.message_sent.emit(fill_placeholders(text, MAX_LENGTH))
            return
        if workspace.document.path is None and not self._save_first():
            return
        dialog = KeepPictureDialog(self._explain_keeping(traced), *self._find_credit(), self._window)
        is_accepted = dialog.exec()
        dialog.deleteLater()
        if is_accepted:
            self._keep_beside_dungeon(traced, dialog.author, dialog.licence)

    def _save_first(self) -> bool:
        """Ask whether a dungeon without a file is saved, and save it; return whether it has a file now."""
        question = self.tr("The picture will lie beside the dungeon's file. Save the dungeon first?")
        title, buttons = self.tr("Keep with the dungeon"), Button.Save | Button.Cancel
        answer = QMessageBox.question(self._window, title, question, buttons, Button.Save)
        return answer == Button.Save and self._filing.save_as() and self._workspace.document.path is not None

    def _explain_keeping(self, traced: TracedPicture) -> str:
        """Return what keeping a picture will do, as text of the dialog."""
        sentences = [
            fill_placeholders(
                self.tr("%1 will lie below the map, also in print, in exports and on pages."), traced.path.name
            ),
            fill_placeholders(self.tr("A copy of it will lie beside %1."), self._workspace.document.title),
        ]
        if picture := self._workspace.layout.picture:
            sentences.append(
                fill_placeholders(self.tr("It takes the place of %1, whose file stays there."), picture.file)
            )
        return escape_rich_text(" ".join(sentences))

    def _find_credit(self) -> tuple[str, str]:
        """Return the author and the licence of the dungeon's picture, which the user may keep or change."""
        picture = self._workspace.layout.picture
        return (picture.author, picture.licence) if picture else ("", "")

    def _keep_beside_dungeon(self, traced: TracedPicture, author: str, licence: str) -> None:
        """Copy the file of a traced picture beside the dungeon, and make the picture the dungeon's own.

        If that fails, the status bar says why, and nothing changes.
        """
        workspace, folder = self._workspace, self._workspace.folder
        with workspace.reported_errors():
            name = copy_picture(traced.path, folder)
            picture = _build_picture(traced, name, author, licence)
            workspace.set_picture_folder(folder)
            new_layout = replace(workspace.layout, picture=picture)
            workspace.document.keep_traced_picture(self.tr("Keep the picture"), new_layout)
            text = self.tr("%1 belongs to the dungeon now; save the dungeon to keep it so.")
            workspace.message_sent.emit(fill_placeholders(text, name))

    def remove_picture(self) -> None:
        """Remove the dungeon's picture as one step of the history. Its file stays where it is."""
        workspace, picture = self._workspace, self._workspace.layout.picture
        if picture is None:
            workspace.message_sent.emit(self.tr("This dungeon has no picture of its own."))
            return
        workspace.edit_without_symmetry(self.tr("Remove the picture"), replace(workspace.layout, picture=None))
        text = self.tr("The dungeon has no picture any more; the file %1 stays.")
        workspace.message_sent.emit(fill_placeholders(text, picture.file))


def _can_be_kept(traced: TracedPicture) -> bool:
    """Return whether a file can say where a traced picture lies and how large it is."""
    is_near = max(abs(traced.left), abs(traced.top)) <= MAX_LENGTH
    return is_near and all(MIN_LENGTH <= length <= MAX_LENGTH for length in (traced.width, traced.height))


def _build_picture(traced: TracedPicture, name: str, author: str, licence: str) -> DungeonPicture:
    """Return a traced picture as the picture of a dungeon. `name` is that of its file beside the dungeon."""
    left, top, width, height = (
        round(length, _DECIMALS) for length in (traced.left, traced.top, traced.width, traced.height)
    )
    return DungeonPicture(file=name, at=(left, top), size=(width, height), author=author, licence=licence)
