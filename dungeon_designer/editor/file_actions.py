"""Open and save dungeon files in the window, keep recovery files, and watch the files for changes by other programs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace
from PySide6.QtCore import QFileSystemWatcher, QObject, QSettings, QTimer
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from dungeon_designer.board.model import Board
from dungeon_designer.editor import dungeon_files
from dungeon_designer.editor.open_dungeon import OpenDungeon
from dungeon_designer.editor.recovery import RecoveryFile, RecoveryStatus, UnsavedWork
from dungeon_designer.editor.widgets import Button, ask_confirmation, create_timer, escape_rich_text
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import ChangedError, DungeonError
from dungeon_designer.imports.import_result import ImportResult
from dungeon_designer.imports.importers import FOREIGN_ENDINGS
from dungeon_designer.layout.dungeon_files import LAYOUT_ENDINGS, SKETCH_ENDINGS
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout_edits.grid_offset import move_into_grid
from dungeon_designer.pictures.copying import copy_picture
from dungeon_designer.pictures.decoding import resolve_path
from dungeon_designer.pictures.picture_model import PictureSource
from dungeon_designer.text.file_names import build_file_stem
from dungeon_designer.text.writing import FileContent
from dungeon_designer.translation import fill_placeholders

MAX_RECENT_FILES = 12
"""How many files the list of recent files holds."""

AUTOSAVE_DELAY_MS, MAX_AUTOSAVE_DELAY_MS = 1500, 8000
"""Milliseconds after the last edit, and after the first, at which the recovery file is written."""

_Content = TypeVar("_Content")


class FileActions(QObject):
    """Commands for the file of the current dungeon, the "document". Each error is shown in a dialog.

    Attributes:
        prepare_tab: prepares a tab for another document and returns whether there is one.
        discard_tab: removes that tab again if the document cannot be shown.
        show_tab_of: shows the document of a file if that file is open already, and returns whether it is.

    The tabs of the window set these three. Without tabs, another document takes the place of the current one.
    """

    def __init__(self, workspace: Workspace, window: QWidget, settings: QSettings, recovery: RecoveryFile) -> None:
        super().__init__(window)
        self.workspace, self._window, self._settings = workspace, window, settings
        workspace.document.recovery = recovery
        self.autosave = Autosave(workspace)
        self.disk = ChangesOnDisk(workspace, window, self.autosave, self.open_in_place)
        self.prepare_tab: Callable[[], bool] = self.may_leave
        self.discard_tab: Callable[[], None] = lambda: None
        self.show_tab_of: Callable[[Path], bool] = lambda path: False

    # Opening --------------------------------------------------------------------------------------------------

    def start_new(self, layout: Layout, built_board: Board | None = None) -> bool:
        """Open a dungeon in a tab, without a file and as if it were saved, and return whether it was opened.

        The user is not asked about it on closing, as long as it is not edited.

        Args:
            layout: the layout of the dungeon.
            built_board: the board of the layout, if it was built already.
        """
        return self._open_in_tab(layout, None, None, built_board)

    def start_unsaved(self, layout: Layout, built_board: Board | None = None) -> bool:
        """Open a dungeon in a tab, without a file and as unsaved work, and return whether it was opened."""
        is_open = self.start_new(layout, built_board)
        if is_open:
            self.workspace.document.mark_unsaved()
            self.autosave.schedule_save()
        return is_open

    def open_file(self, path: Path) -> bool:
        """Open a file in a tab, or show its tab if it is open already; return whether it is open.

        A dungeon of another program's file is opened as unsaved work, with a notice of what was imported.
        """
        if self.show_tab_of(path):
            return True
        content = self._read_file(path, dungeon_files.load_any_format)
        if isinstance(content, ImportResult):  # opened as unsaved work, with a notice of what was imported
            is_open = self.start_unsaved(content.layout)
            if is_open:
                self.workspace.notice_sent.emit(f"{path.name}: {content.program}; {content.summary}")
            return is_open
        if content is None or not self._open_in_tab(content[0], path.resolve(), content[1]):
            return False
        self._add_recent_file(path)
        return True

    def _open_in_tab(
        self, layout: Layout, path: Path | None, file_bytes: bytes | None, built_board: Board | None = None
    ) -> bool:
        """Show a layout in a new tab, or in the current one if that is empty, and return whether that succeeded.

        Args:
            layout: the layout.
            path: its file; None for a dungeon without a file.
            file_bytes: what the file holds; None without a file.
            built_board: the board of the layout, if it was built already.
        """
        if not self.prepare_tab():
            return False
        if self._show_layout(layout, path, file_bytes, built_board):
            return True
        self.discard_tab()
        return False

    def _read_file(self, path: Path, read: Callable[[Path], _Content]) -> _Content | None:
        """Return what `read` returns for a file. If the file cannot be read, show why and return None."""
        try:
            return read(path)
        except DungeonError as error:
            self.show_warning(self.tr("This file cannot be opened."), str(error))
            return None

    def open_in_place(self, path: Path) -> bool:
        """Open a file in place of the current document, without asking; return whether it was opened."""
        content = self._read_file(path, dungeon_files.load_layout)
        if content is None or not self._show_layout(content[0], path.resolve(), content[1]):
            return False
        self._add_recent_file(path)
        return True

    def open_copy(self, path: Path) -> bool:
        """Open an example as a new dungeon without a file, and return whether it was opened."""
        content = self._read_file(path, dungeon_files.load_layout)
        return content is not None and self.start_new(content[0])

    def choose_file(self) -> None:
        """Let the user choose a file, and open it."""
        other_endings = " ".join(f"*{ending}" for ending in (".json", *FOREIGN_ENDINGS))
        name_filter = ";;".join(
            (self._format_name_filter(), self.tr("Other programs' files (%1)").replace("%1", other_endings))
        )
        if path := self._ask_for_file(self.tr("Open a dungeon"), name_filter):
            self.open_file(path)

    def ask_for_dungeon(self, title: str) -> Path | None:
        """Let the user choose a dungeon file and return it, or None. `title` is the title of the dialog."""
        return self._ask_for_file(title, self._format_name_filter())

    def _ask_for_file(self, title: str, name_filter: str) -> Path | None:
        """Let the user choose a file, beginning in the folder of the document, and return it, or None."""
        start_folder = (
            str(self.workspace.folder) if self.workspace.document.path else str(self._settings.value("folder", ""))
        )
        name, _ = QFileDialog.getOpenFileName(self._window, title, start_folder, name_filter)
        return Path(name) if name else None

    def reload_file(self) -> None:
        """Read the document's file again. If there are unsaved changes, the user must agree to lose them."""
        self.workspace.commit_typing()
        path = self.workspace.document.path
        if path is None:
            self.workspace.message_sent.emit(self.tr("This dungeon was never saved: there is no file to read."))
            return
        question = self.tr("Your changes since the last save would be lost. Read %1 again?").replace("%1", path.name)
        if self.workspace.document.is_saved or ask_confirmation(
            self._window, self.tr("Read again from disk"), question
        ):
            self.open_in_place(path)

    def _show_layout(
        self, layout: Layout, path: Path | None, file_bytes: bytes | None, built_board: Board | None = None
    ) -> bool:
        """Show a layout in place of the current document, and return true. If that fails, show why and return false."""
        try:
            self.workspace.open_layout(layout, path, built_board)
        except DungeonError as error:
            self.show_warning(self.tr("This dungeon cannot be shown."), str(error))
            return False
        self.set_file_bytes(file_bytes)
        self.autosave.drop_recovery()
        return True

    def set_file_bytes(self, file_bytes: bytes | None) -> None:
        """Store what the document's file holds now (None if it has no file), and watch the file for other changes."""
        document = self.workspace.document
        document.file_bytes = file_bytes
        document.file_hash = dungeon_files.hash_bytes(file_bytes) if file_bytes is not None else ""
        document.announced_hash = None
        self.disk.watch_file()

    # Saving ---------------------------------------------------------------------------------------------------

    def save(self) -> bool:
        """Write the document to its file and return whether it was written.

        If another program has changed the file since it was read, the user is asked first.
        """
        document = self.workspace.document
        path = document.path
        if path is None:
            return self.save_as()
        current_bytes = dungeon_files.read_if_readable(path)
        if current_bytes is not None and dungeon_files.hash_bytes(current_bytes) != document.file_hash:
            question = self.tr("%1 was changed by another program since you opened it. Replace it?")
            if not ask_confirmation(self._window, self.tr("Changed on disk"), question.replace("%1", path.name)):
                return False
        try:
            return self.write_document(path, FileContent(current_bytes))
        except ChangedError:  # the file changed just now: ask again
            return self.save()

    def save_as(self) -> bool:
        """Let the user choose another file, write the document to it, and return whether it was written."""
        stem = build_file_stem(self.workspace.layout.name, "dungeon")
        suggested_path = self.workspace.document.path or (
            Path(str(self._settings.value("folder", ""))) / f"{stem}.dungeon.yaml"
        )
        name, chosen_filter = QFileDialog.getSaveFileName(
            self._window, self.tr("Save the dungeon"), str(suggested_path), self._format_name_filter()
        )
        if not name:
            return False
        target = Path(name)
        if not target.name.lower().endswith((*SKETCH_ENDINGS, *LAYOUT_ENDINGS)):
            target = Path(f"{target}.dungeon.yaml" if "yaml" in chosen_filter else f"{target}.dungeon.json")
        if target != Path(name) and os.path.exists(target):  # the dialog did not ask about the name with its ending
            question = self.tr("%1 exists already. Replace it?").replace("%1", target.name)
            if not ask_confirmation(self._window, self.tr("Save the dungeon"), question):
                return False
        return self.write_document(target)

    def write_document(self, path: Path, expected: FileContent | None = None) -> bool:
        """Write the document to a path, which becomes its file, and return whether it was written.

        If that fails, the work goes to the recovery file and a dialog says why.

        Args:
            path: the file.
            expected: what the file must still hold; None writes over anything.

        Raises:
            ChangedError: the file no longer holds what `expected` says.
        """
        self.workspace.commit_typing()
        document = self.workspace.document
        self._take_picture_along(path.resolve().parent)
        try:
            data = dungeon_files.save_layout(document.layout, path, document.file_bytes, expected)
        except ChangedError:
            raise
        except DungeonError as error:
            messages = {
                RecoveryStatus.SAVED: self.tr("The file could not be written."),
                RecoveryStatus.RECOVERABLE: self.tr(
                    "The file could not be written. Your work is kept in the recovery file."
                ),
                RecoveryStatus.LOST: self.tr(
                    "The file could not be written, and your work could not be kept in the recovery file either: save"
                    " it elsewhere before you close this window."
                ),
            }
            self.show_warning(messages[self.autosave.save_recovery()], str(error))
            return False
        document.set_path(path.resolve())
        if document.layout.picture:
            self.workspace.set_picture_folder(path.resolve().parent)
        document.mark_saved()
        self.set_file_bytes(data)
        self._add_recent_file(path)
        self.workspace.message_sent.emit(self.tr("Saved: %1").replace("%1", str(path)))
        self.autosave.drop_recovery()
        return True

    def _take_picture_along(self, folder: Path) -> None:
        """Copy the dungeon's picture into the folder to which the dungeon is saved, if that is another folder.

        If another file has the picture's name there, the copy gets a free name, and the dungeon then names the copy. A
        picture that cannot be copied is a notice, and the dungeon is saved all the same.
        """
        picture, picture_folder = self.workspace.layout.picture, self.workspace.library.picture_folder
        if picture is None or not picture_folder or os.path.realpath(picture_folder) == os.path.realpath(folder):
            return
        try:
            path = resolve_path(PictureSource(picture_folder, picture.file))
            name = copy_picture(Path(path), folder, picture.file)
        except DungeonError as error:
            self.workspace.notice_sent.emit(fill_placeholders(self.tr("The picture was not copied: %1"), str(error)))
            return
        self.workspace.set_picture_folder(folder)
        self.workspace.edit_without_symmetry(
            self.tr("Copy the picture"),
            replace(self.workspace.layout, picture=replace(picture, file=name)),
        )

    def may_leave(self) -> bool:
        """Return whether the document may be closed.

        If it has unsaved changes, ask the user to save or discard them.
        """
        self.workspace.commit_typing()
        if self.workspace.document.is_saved:
            return True
        question = self.tr("Save “%1” before it closes? Unsaved changes are lost.")
        name = self.workspace.document.title or self.tr("a dungeon without a name")
        title, buttons = self.tr("Save the changes?"), Button.Save | Button.Discard | Button.Cancel
        answer = QMessageBox.question(
            self._window, title, escape_rich_text(fill_placeholders(question, name)), buttons, Button.Save
        )
        return self.save() if answer == Button.Save else bool(answer == Button.Discard)

    # Recovery and questions -----------------------------------------------------------------------------------

    def open_recovered(self, work: UnsavedWork) -> bool:
        """Open recovered work in a tab, as unsaved, and take over its recovery file. Return whether it was opened.

        If the real file has changed since the work began, the user is asked before it is written over.
        """
        path = Path(work.original) if work.original else None
        if not self._open_in_tab(work.layout, path, dungeon_files.read_if_readable(path)):
            return False
        document = self.workspace.document
        document.file_hash = work.file_hash
        document.mark_unsaved()
        document.recovery.take_over(work)
        self.autosave.save_recovery()
        return True

    # Recent files ---------------------------------------------------------------------------------------------

    def list_recent_files(self) -> list[Path]:
        """Return the recently opened files that still exist, the latest first."""
        names = read_list_setting(self._settings, "recent")
        return [Path(name) for name in names if os.path.isfile(name)]

    def _add_recent_file(self, path: Path) -> None:
        """Put a file first in the list of recent files, and store its folder as the one where file dialogs begin."""
        path = path.resolve()
        names = [str(path), *(str(recent_path) for recent_path in self.list_recent_files() if recent_path != path)]
        self._settings.setValue("recent", names[:MAX_RECENT_FILES])
        self._settings.setValue("folder", str(path.parent))

    def _format_name_filter(self) -> str:
        """Return the file kinds for Qt's file dialogs."""
        return ";;".join(
            (
                self.tr("Dungeons (*.dungeon.yaml *.dungeon.json *.yaml *.yml *.json)"),
                self.tr("Sketches (*.yaml *.yml)"),
                self.tr("Layout files (*.json)"),
            )
        )

    def report_unreadable(self, paths: Iterable[Path]) -> None:
        """Show a dialog that names the editor's own files that could not be read, if there are any."""
        names = "\n".join(map(str, paths))
        if names:
            self.show_warning(self.tr("The editor could not read this, and began without it:"), names)

    def show_warning(self, problem: str, reason: str) -> None:
        """Show a dialog that says what failed and why."""
        QMessageBox.warning(self._window, self.tr("Dungeon Designer"), escape_rich_text(f"{problem}\n\n{reason}"))


def read_list_setting(settings: QSettings, name: str) -> list[str]:
    """Return a list of texts from the settings; [] if there is none.

    Qt returns a list of one text as that text alone.
    """
    stored = settings.value(name, [])
    if isinstance(stored, str):
        return [stored]
    return [str(text) for text in stored] if isinstance(stored, list | tuple) else []


class ChangesOnDisk(QObject):
    """Watcher of the document's file (that of the current dungeon), which offers to read it again after changes.

    It looks for changes by other programs.

    Args:
        workspace: holds the document.
        window: the parent of the dialogs.
        autosave: writes the recovery file when the file disappears.
        reload: reads a file in place of the document and returns whether it was read.
    """

    def __init__(
        self, workspace: Workspace, window: QWidget, autosave: Autosave, reload: Callable[[Path], bool]
    ) -> None:
        super().__init__(window)
        self.workspace, self._window, self._autosave, self._reload = workspace, window, autosave, reload
        self._is_asking = False
        self._watcher = QFileSystemWatcher(self)
        check_later = partial(QTimer.singleShot, 150, self.check_file)
        self._watcher.fileChanged.connect(lambda _: check_later())
        self._watcher.directoryChanged.connect(lambda _: check_later())

    def watch_file(self) -> None:
        """Watch the document's file; while the file is missing, watch its folder, where it may come back."""
        watched_paths, path = [*self._watcher.files(), *self._watcher.directories()], self.workspace.document.path
        if watched_paths:
            self._watcher.removePaths(watched_paths)
        if path is not None:
            existing_path = path if os.path.exists(path) else path.parent
            if os.path.exists(existing_path):  # an impossible name has no existing folder
                self._watcher.addPath(str(existing_path))

    def check_file(self) -> None:
        """Offer to read the document's file again if another program has changed it, but only once for each change.

        If the file is gone or the user does not want to read it, the document counts as unsaved.
        """
        self.workspace.commit_typing()
        document = self.workspace.document
        path, current_hash = document.path, dungeon_files.hash_file(document.path)
        self.watch_file()
        if path is None or current_hash in (document.file_hash, document.announced_hash) or self._is_asking:
            return
        document.announced_hash = current_hash
        if not current_hash:
            document.mark_unsaved()
            self._autosave.schedule_save()
            self.workspace.message_sent.emit(
                self.tr("%1 is no longer there. Save writes it again.").replace("%1", path.name)
            )
            return
        self._is_asking = True
        loss_note = "" if document.is_saved else self.tr(" Your changes since the last save would be lost.")
        title, template = self.tr("Changed on disk"), self.tr("%1 was changed by another program. Read it again?")
        question = escape_rich_text(template.replace("%1", path.name) + loss_note)
        default_button = Button.No if loss_note else Button.Yes
        answer = QMessageBox.question(self._window, title, question, Button.Yes | Button.No, default_button)
        self._is_asking = False
        if answer != Button.Yes or not self._reload(path):
            document.mark_unsaved()


class Autosave(QObject):
    """Writes the current dungeon to its recovery file a moment after each edit, until the dungeon is saved."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.workspace = workspace
        self._rest_timer = create_timer(self, AUTOSAVE_DELAY_MS, self.save_recovery)
        self._deadline_timer = create_timer(self, MAX_AUTOSAVE_DELAY_MS, self.save_recovery)
        workspace.changed.connect(self.schedule_save)
        workspace.text_typed.connect(self.schedule_save)

    def save_recovery(self) -> RecoveryStatus:
        """Write the work to the recovery file, including text that is being typed, and return where the work is now.

        If the dungeon is saved, the recovery file is removed instead.
        """
        self.workspace.commit_typing()
        return self._write_recovery()

    def save_after_fault(self) -> RecoveryStatus:
        """Write the recovery file after an error of the program itself, and return where the work is now.

        If that error comes from text that is being typed, the dungeon is written without that text.
        """
        try:
            return self.save_recovery()
        except Exception:  # the document itself can still be saved
            return self._write_recovery()

    def _write_recovery(self) -> RecoveryStatus:
        """Write the document to the recovery file, or remove that file if the document is saved.

        Return where the work is now. `LOST` means that it could not be written; a message says why.
        """
        document = self.workspace.document
        if document.is_saved:
            self.drop_recovery()
            return RecoveryStatus.SAVED
        self._stop_timers()
        with self.workspace.reported_errors():
            layout = move_into_grid(document.layout, document.library)  # a drag may have left the grid
            document.recovery.write_work(layout, document.path, document.file_hash)
            return RecoveryStatus.RECOVERABLE
        return RecoveryStatus.LOST

    def schedule_save(self) -> None:
        """Start two timers after an edit, of which the first to run out writes the recovery file.

        One runs out when no further edit follows, the other at the maximum delay.
        """
        self._rest_timer.start()
        if not self._deadline_timer.isActive():
            self._deadline_timer.start()

    def drop_recovery(self, document: OpenDungeon | None = None) -> None:
        """Remove the recovery file of a document, the current one by default: it was saved or given up."""
        self._stop_timers()
        with self.workspace.reported_errors():
            (document or self.workspace.document).recovery.remove_file()

    def _stop_timers(self) -> None:
        self._rest_timer.stop()
        self._deadline_timer.stop()
