"""Temporary files beside those that are written, and the ones that killed writers left.

A writer locks its temporary file until it is in its place; the system takes the lock away when the process ends,
however it ends. So a file by our name that nobody has locked was left, and the next who writes into the folder removes
it. The name is short and of one length, whatever the target is called: every name the system allows can be written.
"""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

try:
    import fcntl
except ImportError:  # Windows: its files cannot be removed while they are open, nor locked like this
    fcntl = None  # type: ignore[assignment]

_NAME = re.compile(r"\.dungeon-designer-[0-9a-f]{16}\.new")
_OLD = 24 * 60 * 60
"""Seconds after which a temporary file was left, where the system cannot lock files."""


def temporary(folder: Path, mode: int) -> tuple[Path, int]:
    """A new empty file in a folder, open and locked: its path and descriptor. OSError when there can be none."""
    while True:
        fresh = folder / f".dungeon-designer-{os.urandom(8).hex()}.new"
        opened = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        if _lock(opened) is not False and fresh.exists():
            return fresh, opened
        os.close(opened)  # another writer took it for left, in the moment before it was locked


def in_place(file: BinaryIO, fresh: Path, target: Path) -> None:
    """Put a temporary file in the target's place; it stays locked until then."""
    if fcntl is None:
        file.close()  # Windows moves no file that is open
    fresh.replace(target)


def clear(folder: Path) -> None:
    """Remove what killed writers left in a folder; those of another name, or still being written, stay."""
    with suppress(OSError):
        for left in list(_ours(folder)):
            with suppress(OSError):
                _remove(left)


def _ours(folder: Path) -> Iterator[Path]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if _NAME.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                yield Path(entry)


def _remove(left: Path) -> None:
    """Remove a temporary file if nobody is writing it; the lock is held meanwhile, so that nobody begins to."""
    if fcntl is None:
        if _is_old(left.stat()):
            left.unlink()
        return
    opened = os.open(left, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        free, found = _lock(opened), os.fstat(opened)
        if stat.S_ISREG(found.st_mode) and (free or (free is None and _is_old(found))):
            left.unlink()
    finally:
        os.close(opened)


def _is_old(found: os.stat_result) -> bool:
    return time.time() - found.st_mtime > _OLD


def _lock(opened: int) -> bool | None:
    """Lock an open file; False when another has it, None where files cannot be locked."""
    if fcntl is None:
        return None
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True
