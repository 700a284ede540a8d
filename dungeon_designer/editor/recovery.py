"""Recovery files: unsaved work is written to them while the user works, and never to the real file."""

from __future__ import annotations

import os
from enum import Enum
from itertools import count
from pathlib import Path

import msgspec
from PySide6.QtCore import QLockFile

from dungeon_designer.errors import DungeonError, WriteError, escape_line
from dungeon_designer.layout.dungeon_files import read_layout, write_layout
from dungeon_designer.layout.model import Layout
from dungeon_designer.text.file_reading import format_reason, read_bytes
from dungeon_designer.text.writing import rename_unreadable, write_file

_RECOVERY_ENDING = ".recovery.json"
"""The ending of recovery files."""
_LOCK_ENDING = ".lock"
"""The ending that the lock of a recovery file adds to the file's name."""


class RecoveryStatus(Enum):
    """Where the user's work is after an attempt to write it to the recovery file."""

    SAVED = "there is nothing to keep: it is in its own file"
    RECOVERABLE = "it stands in the recovery file"
    LOST = "it could not be written to the recovery file"


class UnsavedWork(msgspec.Struct, frozen=True):
    """Work that a window left unsaved.

    Attributes:
        file: the recovery file.
        original: the path of the real file; "" if there is none.
        layout: the layout.
        file_hash: the hash of the real file when the work began, as `hash_file` returns it.
        saved_at: when the work was written last, in seconds since 1970.
    """

    file: Path
    original: str
    layout: Layout
    file_hash: str
    saved_at: float


class _RecoveryContent(msgspec.Struct, frozen=True):
    """The content of a recovery file: the real file's path, the layout as a layout file, the real file's hash."""

    original: str
    layout: str
    stamp: str = ""


class RecoveryFile:
    """The recovery file of one window.

    Args:
        folder: the folder of all recovery files.
        mark: what distinguishes several recovery files of one process.

    Attributes:
        unreadable_files: files in the folder that could not be read, after they were renamed.
    """

    def __init__(self, folder: Path, mark: str = "") -> None:
        self.folder, self.unreadable_files = folder, list[Path]()
        names = (f"{os.getpid()}{mark}{f'-{number}' if number else ''}{_RECOVERY_ENDING}" for number in count())
        # process ids are used again: an earlier process may have left a file with this one's id
        self.file = next(folder / name for name in names if not (folder / name).exists())
        self._lock = create_lock(self.file)

    def write_work(self, layout: Layout, original: Path | None, file_hash: str = "") -> None:
        """Write the work to the recovery file.

        Args:
            layout: the layout.
            original: the real file, or None.
            file_hash: the hash of the real file when the work began.

        Raises:
            WriteError: the recovery file cannot be written.
        """
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise WriteError(escape_line(f"{self.folder}: cannot be made: {format_reason(error)}")) from None
        if not self._lock.isLocked():
            self._lock.tryLock(0)
        text = write_layout(layout, self.file.name).decode()
        write_file(self.file, msgspec.json.encode(_RecoveryContent(str(original or ""), text, file_hash)))

    def remove_file(self) -> None:
        """Remove the recovery file and unlock it: there is nothing to recover.

        Raises:
            WriteError: the file cannot be removed.
        """
        _remove_file(self.file)
        self._lock.unlock()

    def take_over(self, work: UnsavedWork) -> None:
        """Make the recovery file of another window's unsaved work the one of this window.

        Nothing is done if another window has taken it meanwhile. The work is not written again, so that it cannot be
        lost on the way.
        """
        lock = create_lock(work.file)
        if _try_lock(lock):
            self.remove_file()
            self.file, self._lock = work.file, lock

    def discard_work(self, work: UnsavedWork) -> None:
        """Remove the recovery file of unsaved work, unless another window has taken it meanwhile.

        Raises:
            WriteError: the file cannot be removed.
        """
        lock = create_lock(work.file)
        if _try_lock(lock):
            _remove_file(work.file)
            lock.unlock()

    def list_unsaved_work(self) -> list[UnsavedWork]:
        """Return the unsaved work that windows which no longer exist have left, oldest first.

        Files that another window uses are left out. Files that cannot be read are renamed and listed in
        `unreadable_files`.
        """
        works: list[UnsavedWork] = []
        broken_locks = [lock for lock in self.folder.glob(f"*{_RECOVERY_ENDING}{_LOCK_ENDING}") if not lock.is_file()]
        self.unreadable_files = [rename_unreadable(lock) for lock in broken_locks]  # opening one could wait forever
        for file in self.folder.glob(f"*{_RECOVERY_ENDING}"):
            lock = create_lock(file)
            if file != self.file and _try_lock(lock):
                work = _read_work(file)
                if work is not None:
                    works.append(work)
                elif os.path.lexists(file):  # otherwise the file disappeared meanwhile
                    self.unreadable_files.append(rename_unreadable(file))
            lock.unlock()
        return sorted(works, key=lambda work: work.saved_at)


def create_lock(file: Path) -> QLockFile:
    """Return the lock of a recovery file. It becomes stale when its process ends, not after some time."""
    lock = QLockFile(f"{file}{_LOCK_ENDING}")
    lock.setStaleLockTime(0)
    return lock


def _try_lock(lock: QLockFile) -> bool:
    """Try to lock a recovery file, and return false only if another window has locked it.

    In a folder where nothing can be written, no window can have locked it, so that the result is true.
    """
    return lock.tryLock(0) or lock.error() != QLockFile.LockError.LockFailedError


def _remove_file(file: Path) -> None:
    """Remove a file if it exists.

    Raises:
        WriteError: the file cannot be removed.
    """
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        if os.path.lexists(file):
            raise WriteError(escape_line(f"{file}: cannot be removed: {format_reason(error)}")) from None


def _read_work(file: Path) -> UnsavedWork | None:
    """Return the work in a recovery file, or None if the file cannot be read."""
    try:
        content = msgspec.json.decode(read_bytes(file, only_plain=True), type=_RecoveryContent)
        layout = read_layout(content.layout.encode(), file.name)
        return UnsavedWork(file, content.original, layout, content.stamp, file.stat().st_mtime)
    except (OSError, ValueError, msgspec.MsgspecError, DungeonError):
        return None
