"""Files written in one step, whole or not at all: the only place where the program writes any.

The new content goes to a temporary file beside the old one, is safe on the disk there, and then takes its place. The
file keeps its owner, group, mode, access list and attributes as far as the system lets; a link stays a link, and the
file it leads to is written. Other names of the file (hard links) keep the old content.

A writer locks its temporary file until it is in its place; the system takes the lock away when the process ends,
however it ends. So a file by our name that nobody has locked was left, and the next who writes into the folder removes
it. The name is short and of one length, whatever the target is called: every name the system allows can be written.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from msgspec import Struct

from dungeon_designer.errors import ChangedError, WriteError, one_line
from dungeon_designer.processes import undisturbed
from dungeon_designer.text.files import reason
from dungeon_designer.text.missing_files import explain_missing_folder

try:
    import fcntl
except ImportError:  # Windows: its files cannot be removed while they are open, nor locked like this
    fcntl = None  # type: ignore[assignment]

_NAME = re.compile(r"\.dungeon-designer-[0-9a-f]{16}\.(new|folder)")
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


@contextmanager
def temporary_folder(parent: Path) -> Iterator[Path]:
    """A new empty folder in another, locked; at the end it is gone, unless it was put in its place.

    OSError when there can be none.
    """
    clear(parent)
    fresh, opened = parent / f".dungeon-designer-{os.urandom(8).hex()}.folder", -1
    fresh.mkdir(0o700)
    try:
        if fcntl is not None:
            opened = os.open(fresh, os.O_RDONLY)
            _lock(opened)
        yield fresh
    finally:
        with undisturbed():  # Ctrl+C pressed twice
            shutil.rmtree(fresh, ignore_errors=True)
        if opened >= 0:
            os.close(opened)


def clear(folder: Path) -> None:
    """Remove what killed writers left in a folder; those of another name, or still being written, stay."""
    with suppress(OSError):
        for left in list(folder.iterdir()):
            with suppress(OSError):
                name, mode = _NAME.fullmatch(left.name), left.lstat().st_mode
                if name and (stat.S_ISDIR(mode) if name[1] == "folder" else stat.S_ISREG(mode)):
                    _remove(left, shutil.rmtree if name[1] == "folder" else os.unlink)


def _remove(left: Path, remove: Callable[[Path], None]) -> None:
    """Remove a temporary file or folder if nobody is writing it; it is locked meanwhile, so that nobody begins to."""
    if fcntl is None:
        if _is_old(left.stat()):
            remove(left)
        return
    opened = os.open(left, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        free = _lock(opened)
        if free or (free is None and _is_old(os.fstat(opened))):
            remove(left)
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


_ACCESS = "system.posix_acl_access"
_KEPT = ("user.", "system.", "security.selinux")
"""How the names of attributes begin that a file keeps; the others say something of the old content."""


def give_attributes(opened: int, target: Path, old: os.stat_result) -> None:
    """Give an open file, so far private, what the target has; `old` is the target's status."""
    for owner in (old.st_uid, -1):  # to its owner and group, or to the group at least
        now = os.fstat(opened)
        if (now.st_uid, now.st_gid) != (old.st_uid, old.st_gid) and hasattr(os, "fchown"):
            with suppress(OSError):
                os.fchown(opened, owner, old.st_gid)
    now, mode = os.fstat(opened), stat.S_IMODE(old.st_mode)
    if now.st_uid != old.st_uid:
        mode &= ~stat.S_ISUID
    if not _described(opened, target) or now.st_gid != old.st_gid:
        mode &= ~(stat.S_ISGID | stat.S_IRWXG) | (mode & stat.S_IRWXO) << 3
    if hasattr(os, "fchmod"):  # else it is Windows, whose files have no more than a mark against writing
        os.fchmod(opened, mode)


def _described(opened: int, target: Path) -> bool:
    """Copy the access list and the attributes; whether the list is the old one, and none where there was none."""
    if not hasattr(os, "listxattr"):
        return True
    try:
        names = os.listxattr(target)
    except OSError:  # this file system has none
        return True
    with suppress(OSError):
        os.removexattr(opened, _ACCESS)  # what the folder gives every new file
    for name in names:
        if name.startswith(_KEPT):
            with suppress(OSError):
                os.setxattr(opened, name, os.getxattr(target, name))
    return _access_list(opened) == _access_list(target)


def _access_list(file: int | Path) -> bytes:
    """A file's access list as the system holds it; empty when it has none beside its mode."""
    try:
        return os.getxattr(file, _ACCESS)
    except OSError:
        return b""


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
        try:
            old = os.stat(path)
        except FileNotFoundError:
            old = None
        if old and stat.S_ISREG(old.st_mode) and not os.access(path, os.W_OK):  # replacing it would get round that
            raise PermissionError(errno.EACCES, "it is write-protected")
        if old is None or stat.S_ISREG(old.st_mode):
            _replace(Path(os.path.realpath(path)), data, old, over)
        elif over is None:
            Path(path).write_bytes(data)
        else:
            raise WriteError(one_line(f"{name}: this is no ordinary file; it cannot be changed in its place"))
    except _Changed:
        raise ChangedError(one_line(f"{name}: it was changed meanwhile; nothing was written")) from None
    except (FileNotFoundError, NotADirectoryError) as error:
        raise WriteError(
            one_line(f"{name}: {explain_no_place(name) or f'cannot be written: {reason(error)}'}")
        ) from None
    except (OSError, ValueError) as error:
        raise WriteError(one_line(f"{name}: cannot be written: {reason(error)}")) from None


def explain_no_place(path: str | os.PathLike[str]) -> str:
    """Return why a new file has no folder to stand in, and the remedy; empty where its folder exists."""
    problem = explain_missing_folder(path)
    return f"cannot be written: {problem}; make that folder first, or name another" if problem else ""


def rename_unreadable(file: Path) -> Path:
    """Give a file a name by which nobody looks for it; gives where it is then, which is where it was if that failed."""
    names = (file.with_name(f"{file.name}.unreadable{number or ''}") for number in count())
    with suppress(OSError):
        fresh = next(name for name in names if not os.path.lexists(name))
        os.replace(file, fresh)
        return fresh
    return file


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
            if fcntl is None:
                file.close()  # Windows moves no file that is open
            fresh.replace(target)
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
