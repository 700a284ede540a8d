"""The work since the last save, written to a recovery file while one works, and never to the real file."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import Enum
from itertools import count
from pathlib import Path

import msgspec
from PySide6.QtCore import QLockFile, QObject

from dungeon_designer.editor.widgets import timer
from dungeon_designer.editor.workspace import Workspace
from dungeon_designer.errors import DungeonError, WriteError, one_line
from dungeon_designer.layout.files import read_layout
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import Layout
from dungeon_designer.text.files import reason
from dungeon_designer.text.writing import write_file

KEEP_AFTER, KEEP_AT_LATEST = 1500, 8000
"""Milliseconds after the last edit, and after the first, at which the work is written to the recovery file."""


@dataclass
class FileState:
    """What is known of a document's file: its recovery file, its bytes as they were read, their stamp."""

    recovery: Recovery
    held: bytes | None = None
    stamp: str = ""


class Autosave(QObject):
    """Keeps the document in the recovery file of `file`, some time after each edit, until it is saved."""

    def __init__(self, workspace: Workspace, file: FileState) -> None:
        super().__init__(workspace)
        self.workspace, self.file = workspace, file
        self._at_rest, self._at_latest = timer(self, KEEP_AFTER, self.keep), timer(self, KEEP_AT_LATEST, self.keep)
        workspace.changed.connect(self.soon)
        workspace.typed.connect(self.soon)

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


_ENDING = ".recovery.json"
_LOCK = ".lock"


class Kept(Enum):
    """What was found when the work was to be kept."""

    SAVED = "there is nothing to keep: it is in its own file"
    KEPT = "it stands in the recovery file"
    LOST = "it could not be written to the recovery file"


class Left(msgspec.Struct, frozen=True):
    """Work somebody left: the recovery file, the real file it belongs to ('' for none yet) and the layout.

    `stamp` says what the real file held when the work began, as `files.stamp` does.
    """

    file: Path
    original: str
    layout: Layout
    stamp: str = ""


class _Content(msgspec.Struct, frozen=True):
    original: str
    layout: str
    stamp: str = ""


class Recovery:
    """The recovery file of one window, in `folder`."""

    def __init__(self, folder: Path, mark: str = "") -> None:
        self.folder = folder
        self.file = _free(folder, f"{os.getpid()}{mark}")
        self._lock = _lock_of(self.file)

    def keep(self, layout: Layout, original: Path | None, stamp: str = "") -> None:
        """Write the work down, with what its real file held when it began; WriteError when that cannot be done."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise WriteError(one_line(f"{self.folder}: cannot be made: {reason(error)}")) from None
        if not self._lock.isLocked():
            self._lock.tryLock(0)
        text = write_json(layout).decode()
        write_file(self.file, msgspec.json.encode(_Content(str(original or ""), text, stamp)))

    def drop(self) -> None:
        """There is nothing to recover any more; WriteError when the file cannot be removed."""
        _remove(self.file)
        self._lock.unlock()

    def take_over(self, left: Left) -> None:
        """Make the file of work that was left this window's own, unless another window has it by now.

        The work is not written anew for that, so that it cannot be lost on the way.
        """
        lock = _lock_of(left.file)
        if _free_to_take(lock):
            self.drop()
            self.file, self._lock = left.file, lock

    def discard(self, left: Left) -> None:
        """Remove work that was left, unless another window has it by now; WriteError when it cannot be removed."""
        lock = _lock_of(left.file)
        if _free_to_take(lock):
            _remove(left.file)
            lock.unlock()

    def left(self) -> list[Left]:
        """The work of windows that are gone, oldest first; files that cannot be read are passed over."""
        files = [file for file in self.folder.glob(f"*{_ENDING}") if file != self.file and not _locked(file)]
        return [left for file in sorted(files, key=_written) if (left := _read(file)) is not None]


def _free(folder: Path, name: str) -> Path:
    """A file of its own: where numbers of processes come again, an earlier one may have left its work under ours."""
    files = (folder / f"{name}{f'-{number}' if number else ''}{_ENDING}" for number in count())
    return next(file for file in files if not file.exists())


def _lock_of(file: Path) -> QLockFile:
    """The lock of a recovery file; it goes stale when its process ends, not with time."""
    lock = QLockFile(f"{file}{_LOCK}")
    lock.setStaleLockTime(0)
    return lock


def _locked(file: Path) -> bool:
    """Whether the window that wrote a recovery file is still there."""
    lock = _lock_of(file)
    free = _free_to_take(lock)
    lock.unlock()
    return not free


def _free_to_take(lock: QLockFile) -> bool:
    """Lock it; whether no other window has it. Where nothing can be written there are no locks, and nobody has it."""
    return lock.tryLock(0) or lock.error() != QLockFile.LockError.LockFailedError


def _remove(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        if os.path.lexists(file):
            raise WriteError(one_line(f"{file}: cannot be removed: {reason(error)}")) from None


def _written(file: Path) -> float:
    """When a file was written last; 0 when it went meanwhile."""
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def _read(file: Path) -> Left | None:
    try:
        held = msgspec.json.decode(file.read_bytes(), type=_Content)
        return Left(file, held.original, read_layout(held.layout.encode(), file.name), held.stamp)
    except (OSError, msgspec.MsgspecError, DungeonError):
        return None
