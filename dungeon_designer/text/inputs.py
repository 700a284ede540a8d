"""Which files a call reads, so that it writes to none of them.

Within `reading()` every file that is read is remembered, whatever kind it is and however it was come upon; files that
will be read are announced. A file is the same by another name, too: through links, another spelling of the folder, or
in other letters where the system does not tell them apart.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

File = tuple[int, int] | str
"""A file as the system knows it (device and number), or, while there is none, the path it would have."""

_read: ContextVar[set[File] | None] = ContextVar("read", default=None)


@contextmanager
def reading() -> Iterator[None]:
    """Until the end, remember which files are read."""
    before = _read.set(set())
    try:
        yield
    finally:
        _read.reset(before)


def note(paths: Iterable[str | os.PathLike[str] | int]) -> None:
    """Remember files, by path or descriptor, as read; outside `reading()` nobody asks."""
    noted = _read.get()
    if noted is not None:
        noted.update(file for path in paths if (file := _file(path)))


def is_input(path: str | os.PathLike[str]) -> bool:
    """Whether a path leads to a file that was read or will be."""
    return _file(path) in (_read.get() or ())


def _file(path: str | os.PathLike[str] | int) -> File | None:
    """The file a path leads to; None for devices, pipes and folders, which writing to does not replace."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None if isinstance(path, int) else _place(path)
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def _place(path: str | os.PathLike[str]) -> str | None:
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return None
