"""The work since the last save, written to the recovery file while one works."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer

from dungeon_designer.editor.recovery import Kept, Recovery
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError

KEEP_AFTER, KEEP_AT_LATEST = 1500, 8000
"""Milliseconds after the last edit, and after the first, at which the work is written to the recovery file."""


@dataclass
class FileState:
    """What is known of a document's file: its recovery file, its bytes as they were read, their stamp."""

    recovery: Recovery
    held: bytes | None = None
    stamp: str = ""


class Keeping(QObject):
    """Keeps the document in the recovery file of `file`, some time after each edit, until it is saved."""

    def __init__(self, workspace: Workspace, file: FileState) -> None:
        super().__init__(workspace)
        self.workspace, self.file = workspace, file
        self._at_rest, self._at_latest = self._timer(KEEP_AFTER), self._timer(KEEP_AT_LATEST)
        workspace.changed.connect(self.soon)
        workspace.typed.connect(self.soon)

    def _timer(self, after: int) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(after)
        timer.timeout.connect(self.keep)
        return timer

    def keep(self) -> Kept:
        """Write the work to the recovery file, if it differs from the real one; says so where that cannot be done."""
        self.workspace.commit_typing()
        return self._keep_document()

    def keep_after_fault(self) -> Kept:
        """The same when the program itself is at fault, perhaps just where typed text is taken over."""
        try:
            return self.keep()
        except Exception:  # whatever it is, all that is in the document can still be kept
            return self._keep_document()

    def _keep_document(self) -> Kept:
        if self.workspace.document.saved:
            self.settle()
            return Kept.SAVED
        self._wait_no_more()
        try:
            self.file.recovery.keep(self.workspace.layout, self.workspace.document.path, self.file.stamp)
        except DungeonError as error:
            self.workspace.said.emit(str(error))
            return Kept.LOST
        return Kept.KEPT

    def soon(self) -> None:
        """Keep the work when the hand rests; but one who never rests loses no more than some seconds, either."""
        self._at_rest.start()
        if not self._at_latest.isActive():
            self._at_latest.start()

    def settle(self) -> None:
        """Nothing is to be recovered: the document is what its file holds, or was given up."""
        self._wait_no_more()
        try:
            self.file.recovery.drop()
        except DungeonError as error:
            self.workspace.said.emit(str(error))

    def put_aside(self) -> FileState:
        """What is known of the file, when another document is going to be worked on; what is not saved is kept."""
        self.keep()
        return self.file

    def take_up(self, file: FileState) -> None:
        """Go on with the file of another document, which is in front from now on."""
        self._wait_no_more()
        self.file = file

    def _wait_no_more(self) -> None:
        self._at_rest.stop()
        self._at_latest.stop()
