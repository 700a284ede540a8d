"""Recovery files: the work since the last save is written there while one works, and never to the real file."""

from __future__ import annotations

import os
from enum import Enum
from itertools import count
from pathlib import Path

import msgspec
from PySide6.QtCore import QLockFile

from dungeon_designer.errors import DungeonError, WriteError, one_line
from dungeon_designer.layout.files import read_layout, write_layout
from dungeon_designer.layout.model import Layout
from dungeon_designer.text.files import read_bytes, reason
from dungeon_designer.text.writing import rename_unreadable, write_file

_ENDING = ".recovery.json"
_LOCK = ".lock"


class Kept(Enum):
    """What was found when the work was to be kept."""

    SAVED = "there is nothing to keep: it is in its own file"
    KEPT = "it stands in the recovery file"
    LOST = "it could not be written to the recovery file"


class Left(msgspec.Struct, frozen=True):
    """Work somebody left: the recovery file, the real file it belongs to ('' for none yet) and the layout.

    `stamp` says what the real file held when the work began, as `files.stamp` does; `at` when it was kept last, in
    seconds since 1970.
    """

    file: Path
    original: str
    layout: Layout
    stamp: str
    at: float


class _Content(msgspec.Struct, frozen=True):
    original: str
    layout: str
    stamp: str = ""


class Recovery:
    """The recovery file of one window, in `folder`; `aside` are files there that could not be read."""

    def __init__(self, folder: Path, mark: str = "") -> None:
        self.folder, self.aside = folder, list[Path]()
        names = (f"{os.getpid()}{mark}{f'-{number}' if number else ''}{_ENDING}" for number in count())
        # numbers of processes come again: an earlier one may have left its work under ours
        self.file = next(folder / name for name in names if not (folder / name).exists())
        self._lock = _lock_of(self.file)

    def keep(self, layout: Layout, original: Path | None, stamp: str = "") -> None:
        """Write the work down, with what its real file held when it began; WriteError when that cannot be done."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise WriteError(one_line(f"{self.folder}: cannot be made: {reason(error)}")) from None
        if not self._lock.isLocked():
            self._lock.tryLock(0)
        text = write_layout(layout, self.file.name).decode()
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
        """The work of windows that are gone, oldest first; files that cannot be read are put aside."""
        found: list[Left] = []
        pipes = [lock for lock in self.folder.glob(f"*{_ENDING}{_LOCK}") if not lock.is_file()]
        self.aside = [rename_unreadable(lock) for lock in pipes]  # to look whose they are would be to wait
        for file in self.folder.glob(f"*{_ENDING}"):
            lock = _lock_of(file)
            if file != self.file and _free_to_take(lock):
                left = _read(file)
                if left is not None:
                    found.append(left)
                elif os.path.lexists(file):  # else it went meanwhile
                    self.aside.append(rename_unreadable(file))
            lock.unlock()
        return sorted(found, key=lambda left: left.at)


def _lock_of(file: Path) -> QLockFile:
    """The lock of a recovery file; it goes stale when its process ends, not with time."""
    lock = QLockFile(f"{file}{_LOCK}")
    lock.setStaleLockTime(0)
    return lock


def _free_to_take(lock: QLockFile) -> bool:
    """Lock it; whether no other window has it. Where nothing can be written there are no locks, and nobody has it."""
    return lock.tryLock(0) or lock.error() != QLockFile.LockError.LockFailedError


def _remove(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        if os.path.lexists(file):
            raise WriteError(one_line(f"{file}: cannot be removed: {reason(error)}")) from None


def _read(file: Path) -> Left | None:
    try:
        held = msgspec.json.decode(read_bytes(file, found=True), type=_Content)
        layout = read_layout(held.layout.encode(), file.name)
        return Left(file, held.original, layout, held.stamp, file.stat().st_mtime)
    except (OSError, ValueError, msgspec.MsgspecError, DungeonError):
        return None
