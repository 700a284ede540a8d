"""Read the bytes and text of files, turn faults in them into errors, and record which files a command reads.

Within `tracked_reads()` every file that is read is recorded, also files that other files name, so that a
command never overwrites its own input. Files that will be read later can be announced. Two paths are the
same file if they differ by links, by the spelling of a folder, or by case on systems that ignore case.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from dungeon_designer.errors import NewerVersionError, ReadError
from dungeon_designer.text.missing_files import explain_missing_file, explain_missing_folder
from dungeon_designer.text.read_faults import Fault, NewerVersionFault, format_path

FileIdentity = tuple[int, int] | str
"""A file as the system knows it (device and number), or the path of a file that does not exist yet."""

_files_read: ContextVar[set[FileIdentity] | None] = ContextVar("read", default=None)
"""The files that were read or announced; None outside `tracked_reads`."""


@contextmanager
def tracked_reads() -> Iterator[None]:
    """Record which files are read, until the end of the block, so that a command does not write over its input."""
    token = _files_read.set(set())
    try:
        yield
    finally:
        _files_read.reset(token)


def record_reads(paths: Iterable[str | os.PathLike[str] | int]) -> None:
    """Record files, given by path or descriptor, as read; do nothing outside `tracked_reads`."""
    files_read = _files_read.get()
    if files_read is not None:
        identities = map(_identify_file, paths)
        files_read.update(identity for identity in identities if identity)


def is_input(path: str | os.PathLike[str]) -> bool:
    """Return whether a path leads to a file that was recorded as read within `tracked_reads`."""
    return _identify_file(path) in (_files_read.get() or ())


def _identify_file(path: str | os.PathLike[str] | int) -> FileIdentity | None:
    """Return the identity of the file that a path or descriptor leads to, equal for all paths to the same file.

    None for devices, pipes and folders, since writing to them replaces nothing, and for an invalid path.
    """
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        try:
            return None if isinstance(path, int) else os.path.realpath(path)
        except (OSError, ValueError):
            return None
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None


MAX_FILE_BYTES = 16 * 2**20
"""The largest file that is read, in bytes; the million squares of a 1000 x 1000 dungeon take a few megabytes."""


def is_inside(path: str | os.PathLike[str], folder: str | os.PathLike[str]) -> bool:
    """Return whether a path is that of a folder or leads into it, after all links are followed."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


SYSTEM_FOLDERS = ("/dev", "/proc", "/sys")
"""Folders of the system with terminals, disks and the memory of other programs, but no files of the user."""


def read_bytes(path: str | os.PathLike[str], max_bytes: int = MAX_FILE_BYTES, only_plain: bool = False) -> bytes:
    """Read the bytes of a file.

    Args:
        path: the file.
        max_bytes: the largest size that is read.
        only_plain: refuse pipes, devices and files of the system without opening them, so that no command
            waits for them. It is set for files that another file or a folder names, and not the user.

    Raises:
        ReadError: the file cannot be read or is too large.
    """
    name = os.fspath(path)
    try:
        with open(path, "rb", opener=_open_plain_file if only_plain else None) as file:
            size = os.fstat(file.fileno()).st_size
            # one byte more than allowed shows that a file is too large whose size the system does not know
            data = b"" if size > max_bytes else file.read(max_bytes + 1)
    except FileNotFoundError:
        # of a path in a file, that file's reader says which name is similar; a person is told here
        raise ReadError(name, "", "there is no such file" if only_plain else explain_missing_file(name)) from None
    except NotADirectoryError:
        raise ReadError(name, "", explain_missing_folder(name) or "there is no such file") from None
    except IsADirectoryError:
        raise ReadError(name, "", "this is a folder, not a file") from None
    except PermissionError:
        raise ReadError(name, "", "you may not read this file") from None
    except NotPlainError:
        raise ReadError(
            name, "", "this is not a plain file; a pipe or device must be named in the call itself"
        ) from None
    except (OSError, ValueError) as error:
        raise ReadError(name, "", f"cannot be read: {format_reason(error)}") from None
    if size > max_bytes or len(data) > max_bytes:
        raise ReadError(name, "", _format_size_problem(max_bytes))
    record_reads([path])
    return data


class NotPlainError(Exception):
    """The exception for a path that leads to a pipe, a device, or a file in one of the `SYSTEM_FOLDERS`."""


def _open_plain_file(name: str, flags: int) -> int:
    """Open a file or a folder, and return its file descriptor. Used as the `opener` of `open`.

    Pipes and devices are refused, since opening a pipe would wait until somebody writes to it. A folder passes here,
    since `open` itself then raises the usual IsADirectoryError.

    Args:
        name: the path of the file.
        flags: the flags for `os.open`.

    Raises:
        NotPlainError: this is a pipe or device, or lies in a folder whose files the system makes up (`SYSTEM_FOLDERS`).
    """
    mode, real_path = os.stat(name).st_mode, Path(os.path.realpath(name))
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)) or any(map(real_path.is_relative_to, SYSTEM_FOLDERS)):
        raise NotPlainError
    no_waiting = getattr(os, "O_NONBLOCK", 0)  # in case a pipe has just taken the place of the file
    return os.open(name, flags | no_waiting)


def decode_text(data: bytes, max_bytes: int = MAX_FILE_BYTES) -> str:
    """Decode the bytes of a file as UTF-8.

    Raises:
        Fault: the bytes are too many, or are not UTF-8; it has the line and column of the first wrong byte.
    """
    if len(data) > max_bytes:
        raise Fault(_format_size_problem(max_bytes))
    if is_utf_16(data):
        raise Fault("the text is UTF-16; save it as UTF-8", mark=(1, 1))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        line_start = data.rfind(b"\n", 0, error.start) + 1
        column = len(data[line_start : error.start].decode("utf-8-sig", "replace")) + 1
        raise Fault(
            f"the byte {data[error.start]:#04x} is not UTF-8; save the file as UTF-8 text", mark=(line, column)
        ) from None


UTF_16_PROBE_BYTES = 64
"""The number of first bytes that decide whether a file is UTF-16."""


def is_utf_16(data: bytes) -> bool:
    """Return whether bytes are UTF-16: they have its mark, or every other one of the first bytes is 0.

    >>> is_utf_16("name: Hall".encode("utf-16")), is_utf_16("name: Hall".encode("utf-16-le")), is_utf_16(b"name: Hall")
    (True, True, False)
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    first_bytes = data[:UTF_16_PROBE_BYTES]
    even_bytes, odd_bytes = first_bytes[::2], first_bytes[1::2]
    return len(first_bytes) > 1 and any(even_bytes) != any(odd_bytes)


def build_read_error(fault: Fault, file_name: str, error_type: type[ReadError] = ReadError) -> ReadError:
    """Return a fault (a mistake in the content of a file) as an error that names the file, too.

    The location of the error is the line and column of the fault. Without a line it is the key; with both, the problem
    text names the key. A `NewerVersionFault` always becomes a NewerVersionError, whatever the `error_type`.
    """
    location, problem = format_path(fault.path), fault.problem
    if fault.mark:
        line, column = fault.mark
        location = f"{line}:{column}"
        if fault.path:
            problem = f"{format_path(fault.path)}: {fault.problem}"
    if isinstance(fault, NewerVersionFault):
        error_type = NewerVersionError
    return error_type(file_name, location, problem)


def format_reason(error: OSError | ValueError) -> str:
    """Return why the system refused to open, read or write a file: the text of its error, in lower case."""
    return str(getattr(error, "strerror", None) or error).lower()


def _format_size_problem(max_bytes: int) -> str:
    """Return the message for a file with more than `max_bytes` bytes."""
    size = f"{max_bytes // 2**20} MB" if max_bytes >= 2**20 else f"{max_bytes // 2**10} kB"
    return f"larger than {size}, which nothing here needs; nothing was read"
