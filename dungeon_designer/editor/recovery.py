"""Recovery: the work since the last save, kept beside the user's settings and never in the real file.

Each window keeps one file, and a lock beside it as long as it lives; a window that closes in good order takes both
away. What is left at a start and locked by nobody belongs to a window that did not, and is offered. The number of the
process in the name is no proof: after a restart of the machine some other program may have it.
"""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

import msgspec
from PySide6.QtCore import QLockFile

from dungeon_designer.errors import DungeonError
from dungeon_designer.layout.files import read_layout
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.writer import write_json
from dungeon_designer.text.writing import write_file

_ENDING = ".recovery.json"
_LOCK = ".lock"


class Left(msgspec.Struct, frozen=True):
    """Work somebody left: the recovery file, the real file it belongs to ('' for none yet) and the layout."""

    file: Path
    original: str
    layout: Layout


class _Content(msgspec.Struct, frozen=True):
    original: str
    layout: str


class Recovery:
    """The recovery file of one window, in `folder`."""

    def __init__(self, folder: Path, mark: str = "") -> None:
        self.folder = folder
        self.file = _free(folder, f"{os.getpid()}{mark}")
        self._lock = _lock_of(self.file)

    def keep(self, layout: Layout, original: Path | None) -> None:
        """Write the work down; WriteError when that cannot be done."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not self._lock.isLocked():
            self._lock.tryLock(0)
        text = write_json(layout).decode()
        write_file(self.file, msgspec.json.encode(_Content(str(original or ""), text)))

    def drop(self) -> None:
        """There is nothing to recover any more."""
        self.file.unlink(missing_ok=True)
        self._lock.unlock()

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
    if lock.tryLock(0):
        lock.unlock()
        return False
    return lock.error() == QLockFile.LockError.LockFailedError


def _written(file: Path) -> float:
    """When a file was written last; 0 when it went meanwhile."""
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def _read(file: Path) -> Left | None:
    try:
        held = msgspec.json.decode(file.read_bytes(), type=_Content)
        return Left(file, held.original, read_layout(held.layout.encode(), file.name))
    except (OSError, msgspec.MsgspecError, DungeonError):
        return None
