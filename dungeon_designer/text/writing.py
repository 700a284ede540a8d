"""Write files in one step, either completely or not at all; no other module of the program writes files.

The new content goes to a temporary file in the same folder. When it is safe on the disk, the temporary file
replaces the old one. The file keeps its owner, group, mode, access list and attributes as far as the system
allows. A link stays a link, and the file that it leads to is written. Other names of the file (hard links)
keep the old content.

A writer locks its temporary file until the replacement. The system removes the lock when the process ends,
however it ends. So a temporary file without a lock is left over from a killed process, and the next writer
in the folder removes it. The temporary name is short and has a fixed length, so every target name that the
system allows can be written.
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

from dungeon_designer.errors import ChangedError, WriteError, escape_line
from dungeon_designer.processes import delayed_signals
from dungeon_designer.text.file_reading import format_reason
from dungeon_designer.text.missing_files import explain_missing_folder

try:
    import fcntl
except ImportError:  # Windows: its files cannot be removed while they are open, nor locked like this
    fcntl = None  # type: ignore[assignment]

_TEMPORARY_NAME = re.compile(r"\.dungeon-designer-[0-9a-f]{16}\.(new|folder)")
"""The names of temporary files and folders."""
_MAX_AGE_SECONDS = 24 * 60 * 60
"""The age after which a temporary file is left over, where the system cannot lock files."""


def create_temporary_file(folder: Path, mode: int) -> tuple[Path, int]:
    """Create an empty temporary file in a folder; return its path and its descriptor, open and locked.

    Raises:
        OSError: the file cannot be created.
    """
    while True:
        path = folder / f".dungeon-designer-{os.urandom(8).hex()}.new"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        has_other_lock = _lock_file(descriptor) is False  # None: this system has no locks
        if not has_other_lock and path.exists():
            return path, descriptor
        os.close(descriptor)  # another writer took it for a leftover, in the moment before it was locked


@contextmanager
def temporary_folder(parent: Path) -> Iterator[Path]:
    """Create an empty temporary folder, and remove it at the end unless it was moved to its target.

    It is locked meanwhile, so that no other process takes it for a leftover and removes it.

    Raises:
        OSError: the folder cannot be created.
    """
    remove_leftovers(parent)
    path = parent / f".dungeon-designer-{os.urandom(8).hex()}.folder"
    descriptor = -1  # not opened
    path.mkdir(0o700)
    try:
        if fcntl is not None:  # else this is Windows, which neither opens nor locks folders
            descriptor = os.open(path, os.O_RDONLY)
            _lock_file(descriptor)
        yield path
    finally:
        with delayed_signals():  # Ctrl+C pressed twice
            shutil.rmtree(path, ignore_errors=True)
        if descriptor >= 0:
            os.close(descriptor)


def remove_leftovers(folder: Path) -> None:
    """Remove temporary files that killed writers left in a folder; files that are being written stay."""
    with suppress(OSError):
        for path in list(folder.iterdir()):
            name = _TEMPORARY_NAME.fullmatch(path.name)
            if not name:
                continue
            with suppress(OSError):
                mode = path.lstat().st_mode
                if name[1] == "folder" and stat.S_ISDIR(mode):
                    _remove_unlocked(path, shutil.rmtree)
                elif name[1] == "new" and stat.S_ISREG(mode):
                    _remove_unlocked(path, os.unlink)


def _remove_unlocked(leftover: Path, remove: Callable[[Path], None]) -> None:
    """Remove a temporary file or folder unless another process is writing it.

    It is locked during the removal, so that no other process starts to use it.

    Args:
        leftover: the file or folder.
        remove: the function that removes it.
    """
    if fcntl is None:  # without locks, only great age shows that the writer has ended
        if _is_old(leftover.stat()):
            remove(leftover)
        return
    descriptor = os.open(leftover, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        is_locked_now = _lock_file(descriptor)  # False: its writer has the lock; None: this folder has no locks
        if is_locked_now or (is_locked_now is None and _is_old(os.fstat(descriptor))):
            remove(leftover)
    finally:
        os.close(descriptor)


def _is_old(status: os.stat_result) -> bool:
    """Return whether a temporary file with this status is so old that its writer has surely ended."""
    return time.time() - status.st_mtime > _MAX_AGE_SECONDS


def _lock_file(descriptor: int) -> bool | None:
    """Lock an open file. Return True if it is locked now, False if another process has the lock, None without locks."""
    if fcntl is None:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


_ACCESS_LIST_NAME = "system.posix_acl_access"
"""The attribute that holds the access list of a file."""
_KEPT_ATTRIBUTES = ("user.", "system.", "security.selinux")
"""The beginnings of the names of attributes that a file keeps; the other ones describe the old content."""


def copy_attributes(descriptor: int, target: Path, old_status: os.stat_result) -> None:
    """Give an open, so far private file the owner, group, mode, access list and attributes of the target.

    What the system does not allow is left out, and the mode gets so much stricter that nobody may do more with the
    file than before.

    Args:
        descriptor: the open file.
        target: the file that it will replace.
        old_status: the status of the target.
    """
    _copy_owner(descriptor, old_status)
    status, mode = os.fstat(descriptor), stat.S_IMODE(old_status.st_mode)
    if status.st_uid != old_status.st_uid:
        mode &= ~stat.S_ISUID  # a program would else run with the rights of another owner
    if not _copy_extended_attributes(descriptor, target) or status.st_gid != old_status.st_gid:
        rights_of_others = mode & stat.S_IRWXO
        as_rights_of_group = rights_of_others << 3  # in a mode such as 0o640, each digit is three bits
        # the group may do no more than others, and no program runs with the group's rights (S_ISGID)
        mode &= ~(stat.S_ISGID | stat.S_IRWXG) | as_rights_of_group
    if hasattr(os, "fchmod"):  # else it is Windows, whose files have no more than a mark against writing
        os.fchmod(descriptor, mode)


def _copy_owner(descriptor: int, old_status: os.stat_result) -> None:
    """Give an open file the owner and group of a file with some status, or at least its group, as far as allowed."""
    if not hasattr(os, "fchown"):
        return
    unchanged = -1
    # the first attempt changes owner and group; where the system allows only the group, the second changes that
    for owner in (old_status.st_uid, unchanged):
        status = os.fstat(descriptor)
        if (status.st_uid, status.st_gid) != (old_status.st_uid, old_status.st_gid):
            with suppress(OSError):
                os.fchown(descriptor, owner, old_status.st_gid)


def _copy_extended_attributes(descriptor: int, target: Path) -> bool:
    """Copy the access list and the attributes of the target to an open file.

    Returns:
        Whether the file now has the access list of the target; also if neither has one.
    """
    if not hasattr(os, "listxattr"):
        return True
    try:
        names = os.listxattr(target)
    except OSError:  # this file system has none
        return True
    with suppress(OSError):
        os.removexattr(descriptor, _ACCESS_LIST_NAME)  # what the folder gives every new file
    for name in names:
        if name.startswith(_KEPT_ATTRIBUTES):
            with suppress(OSError):
                os.setxattr(descriptor, name, os.getxattr(target, name))
    return _read_access_list(descriptor) == _read_access_list(target)


def _read_access_list(file: int | Path) -> bytes:
    """Return a file's access list as the system stores it; empty if it has none besides its mode."""
    try:
        return os.getxattr(file, _ACCESS_LIST_NAME)
    except OSError:
        return b""


_PRIVATE_MODE, _DEFAULT_MODE = 0o600, 0o666
"""The mode of the temporary file for an existing target, and for a new target."""
_SYNC_UNSUPPORTED = (errno.EINVAL, errno.EBADF, errno.ENOTSUP, errno.ENOSYS)
"""Errors which say that a file system cannot sync a folder."""


class FileContent(Struct, frozen=True):
    """The content of a file when it was read; `data` is None if there was no file."""

    data: bytes | None


def write_file(path: str | os.PathLike[str], data: bytes, expected: FileContent | None = None) -> None:
    """Write a file in one step, either completely or not at all.

    Args:
        path: the file; a device or a pipe, which cannot be replaced, is written to directly.
        data: the new content.
        expected: the content that the file must still have just before it is replaced; None to replace any content.

    Raises:
        ChangedError: the file does not have the expected content any more.
        WriteError: the file cannot be written; the message says why.
    """
    file_name = os.fspath(path)
    try:
        old_status = _read_status(path)
        if old_status is None or stat.S_ISREG(old_status.st_mode):
            # to replace a write-protected file would get round its protection
            if old_status and not os.access(path, os.W_OK):
                raise PermissionError(errno.EACCES, "it is write-protected")
            _replace_file(Path(os.path.realpath(path)), data, old_status, expected)
        elif expected is None:
            Path(path).write_bytes(data)
        else:
            raise WriteError(
                escape_line(f"{file_name}: this is not an ordinary file; it cannot be changed in its place")
            )
    except _ContentMismatch:
        raise ChangedError(escape_line(f"{file_name}: it was changed meanwhile; nothing was written")) from None
    except (FileNotFoundError, NotADirectoryError) as error:
        problem = explain_missing_target(file_name) or f"cannot be written: {format_reason(error)}"
        raise WriteError(escape_line(f"{file_name}: {problem}")) from None
    except (OSError, ValueError) as error:
        raise WriteError(escape_line(f"{file_name}: cannot be written: {format_reason(error)}")) from None


def _read_status(path: str | os.PathLike[str]) -> os.stat_result | None:
    """Return the system's status of a file, such as its kind and mode; None if there is no file."""
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def explain_missing_target(path: str | os.PathLike[str]) -> str:
    """Return the message for a new file whose folder does not exist, with what to do; '' if the folder exists."""
    problem = explain_missing_folder(path)
    return f"cannot be written: {problem}; make that folder first, or name another" if problem else ""


def rename_unreadable(file: Path) -> Path:
    """Rename a file so that the program does not read it again; return its new path, or its old one on failure.

    The first free name is taken: with ``.unreadable`` at its end, then ``.unreadable1`` and so on.
    """
    with suppress(OSError):
        for number in count():
            new_path = file.with_name(f"{file.name}.unreadable{number or ''}")
            if not os.path.lexists(new_path):
                os.replace(file, new_path)
                return new_path
    return file


def move_folder(folder: Path, target: Path) -> None:
    """Move a complete folder to its target, which is new or empty, in one step.

    Raises:
        WriteError: the move fails.
    """
    try:
        if target.exists():
            target.rmdir()
        folder.replace(target)
    except OSError as error:
        raise WriteError(escape_line(f"{target}: cannot be written: {format_reason(error)}")) from None


class _ContentMismatch(Exception):  # noqa: N818 - it is on its way to a ChangedError that names the file
    """The exception for a target that does not have the expected content any more."""


def _replace_file(target: Path, data: bytes, old_status: os.stat_result | None, expected: FileContent | None) -> None:
    """Write a temporary file, never more readable than the target, sync it to the disk, and move it to the target.

    Args:
        target: the file to replace, without links in its path.
        data: the new content.
        old_status: the status of the target; None if it does not exist.
        expected: the content that the target must still have; None for any content.

    Raises:
        _ContentMismatch: the target has other content; nothing was written.
        OSError: the system refuses.
    """
    remove_leftovers(target.parent)
    # a file that replaces another stays private until it has the mode and the access list of that
    mode = _DEFAULT_MODE if old_status is None else _PRIVATE_MODE
    temporary_path, descriptor = create_temporary_file(target.parent, mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            if old_status is not None:
                copy_attributes(descriptor, target, old_status)
            os.fsync(descriptor)
            if expected is not None and not _has_content(target, expected):
                raise _ContentMismatch
            if fcntl is None:
                file.close()  # Windows moves no file that is open
            temporary_path.replace(target)
    except BaseException:
        with suppress(OSError):
            temporary_path.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _has_content(target: Path, expected: FileContent) -> bool:
    """Return whether a file still has the expected content, or is still missing if none is expected.

    A pipe or another special file is not read; the result is False.
    """
    try:
        status = target.lstat()
    except FileNotFoundError:
        return expected.data is None
    if expected.data is None or not stat.S_ISREG(status.st_mode) or status.st_size != len(expected.data):
        return False
    return target.read_bytes() == expected.data


def _sync_folder(folder: Path) -> None:
    """Make sure that the new name of a file in a folder is on the disk (fsync), where the system can do that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:  # a folder one may write into, but not read
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _SYNC_UNSUPPORTED:
            raise
    finally:
        os.close(descriptor)
