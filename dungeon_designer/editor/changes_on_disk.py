"""What becomes of the document when its file is changed or removed by another program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer
from PySide6.QtWidgets import QMessageBox, QWidget

from dungeon_designer.editor import files
from dungeon_designer.editor.keeping import Keeping
from dungeon_designer.editor.plain_text import as_written
from dungeon_designer.editor.workspace import Workspace


class ChangesOnDisk(QObject):
    """Watches the document's file; `load` reads it again where one wants that, and gives whether it was read."""

    def __init__(self, workspace: Workspace, window: QWidget, keeping: Keeping, load: Callable[[Path], bool]) -> None:
        super().__init__(window)
        self.workspace, self._window, self._keeping, self._load = workspace, window, keeping, load
        self._asking = False
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._touched)
        self._watcher.directoryChanged.connect(self._touched)

    def watch(self) -> None:
        """Hear of the file; while it is gone, of the folder, where it may come back."""
        watched, path = [*self._watcher.files(), *self._watcher.directories()], self.workspace.document.path
        if watched:
            self._watcher.removePaths(watched)
        if path is not None:
            there = path if path.exists() else path.parent
            if there.exists():
                self._watcher.addPath(str(there))

    def _touched(self) -> None:
        QTimer.singleShot(150, self.look_again)

    def look_again(self) -> None:
        """If the file changed on disk, say so and offer to read it again; if it went, it counts as not saved."""
        self.workspace.commit_typing()
        path = self.workspace.document.path
        now = files.stamp(path)
        self.watch()
        if path is None or now == self._keeping.file.stamp or self._asking:
            return
        self._keeping.file.stamp = now
        if not now:
            self._gone(path)
        elif not (self._reads_again(path) and self._load(path)):
            self.workspace.document.mark_unsaved()

    def _gone(self, path: Path) -> None:
        self.workspace.document.mark_unsaved()
        self._keeping.soon()
        words = self.tr("%1 is no longer there. Save writes it anew.")
        self.workspace.said.emit(words.replace("%1", path.name))

    def _reads_again(self, path: Path) -> bool:
        self._asking = True
        buttons = QMessageBox.StandardButton
        lost = "" if self.workspace.document.saved else self.tr(" Your changes since the last save would be lost.")
        answer = QMessageBox.question(
            self._window,
            self.tr("Changed on disk"),
            as_written(self.tr("%1 was changed by another program. Read it again?").replace("%1", path.name) + lost),
            buttons.Yes | buttons.No,
            buttons.Yes if self.workspace.document.saved else buttons.No,
        )
        self._asking = False
        return bool(answer == buttons.Yes)
