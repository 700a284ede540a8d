"""Files written in one step, whole or not at all: the only place where the program writes any.

The new content goes to a temporary file beside the old one, is safe on the disk there, and then takes its place. The
file keeps its owner, group, mode, access list and attributes as far as the system lets; a link stays a link, and the
file it leads to is written. Other names of the file (hard links) keep the old content.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from dungeon_designer.errors import ChangedError, WriteError, one_line
from dungeon_designer.text.attributes import give_attributes
from dungeon_designer.text.files import reason
from dungeon_designer.text.temporary import clear, in_place, temporary

_PRIVATE, _USUAL = 0o600, 0o666
_NEVER_SYNCED = (errno.EINVAL, errno.EBADF, errno.ENOTSUP, errno.ENOSYS)


class Held(Struct, frozen=True):
    """What a file held when it was looked at; None where there was no file."""

    data: bytes | None


def write_file(path: str | os.PathLike[str], data: bytes, over: Held | None = None) -> None:
    """Write a file in one step: whole or not at all. WriteError says why it could not be written.

    With `over` it is written only if it still holds that, byte for byte, just before the step; otherwise ChangedError.
    A device or a pipe, which cannot be replaced, is written to.
    """
    name = os.fspath(path)
    try:
        old = _old(Path(path))
        if old is None or stat.S_ISREG(old.st_mode):
            _replace(Path(os.path.realpath(path)), data, old, over)
        elif over is None:
            Path(path).write_bytes(data)
        else:
            raise WriteError(one_line(f"{name}: this is no ordinary file; it cannot be changed in its place"))
    except _Changed:
        raise ChangedError(one_line(f"{name}: it was changed meanwhile; nothing was written")) from None
    except (OSError, ValueError) as error:
        raise WriteError(one_line(f"{name}: cannot be written: {reason(error)}")) from None


def put_folder(fresh: Path, target: Path) -> None:
    """Put a folder that is whole into the place of one that is new or empty, in one step; WriteError if that fails."""
    try:
        if target.exists():
            target.rmdir()
        fresh.replace(target)
    except OSError as error:
        raise WriteError(one_line(f"{target}: cannot be written: {reason(error)}")) from None


class _Changed(Exception):  # noqa: N818 - it is on its way to a ChangedError that names the file
    """The file holds something else than it did."""


def _old(path: Path) -> os.stat_result | None:
    """What is there; refuses a file that may not be written, which replacing it would get round."""
    try:
        old = path.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISREG(old.st_mode) and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "it is write-protected")
    return old


def _replace(target: Path, data: bytes, old: os.stat_result | None, over: Held | None) -> None:
    """A temporary file, never more readable than the target, safe on the disk, then put in its place."""
    clear(target.parent)
    fresh, opened = temporary(target.parent, _USUAL if old is None else _PRIVATE)
    try:
        with os.fdopen(opened, "wb") as file:
            file.write(data)
            file.flush()
            if old is not None:
                give_attributes(opened, target, old)
            os.fsync(opened)
            if over is not None and not _holds(target, over):
                raise _Changed
            in_place(file, fresh, target)
    except BaseException:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
    _sync(target.parent)


def _holds(target: Path, over: Held) -> bool:
    """Whether a file holds what it did; another kind of file in its place is not read."""
    try:
        now = target.lstat()
    except FileNotFoundError:
        return over.data is None
    if over.data is None or not stat.S_ISREG(now.st_mode) or now.st_size != len(over.data):
        return False
    return target.read_bytes() == over.data


def _sync(folder: Path) -> None:
    """Have the new entry of the folder on the disk, too, where the system can do that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    try:
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:  # a folder one may write into, but not read
        return
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno not in _NEVER_SYNCED:
            raise
    finally:
        os.close(opened)
