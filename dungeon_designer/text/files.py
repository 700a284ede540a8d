"""Bytes of a file as text, faults in it as errors that name the file, and which files a call reads.

Within `reading()` every file that is read is remembered, whatever kind it is and however it was come upon, so that a
call writes to none of them; files that will be read are announced. A file is the same by another name, too: through
links, another spelling of the folder, or in other letters where the system does not tell them apart.
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
from dungeon_designer.text.read_faults import Fault, NewerFault, shown

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
        try:
            return None if isinstance(path, int) else os.path.realpath(path)
        except (OSError, ValueError):
            return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


LARGEST = 16 * 2**20
"""The largest file that is read, in bytes; the million squares of a 1000 x 1000 dungeon take a few of them."""


SYSTEM = ("/dev", "/proc", "/sys")
"""What lies here is no file of anybody's: terminals, disks, what other programs hold in memory."""


def read_bytes(path: str | os.PathLike[str], largest: int = LARGEST, found: bool = False) -> bytes:
    """A file's bytes, if they are not more than `largest`; ReadError when it cannot be read.

    `found` is a file that no person named but another file, or a folder: it must be a plain file. Pipes, devices and
    the system's own files are refused unopened, so that none of them keeps anybody waiting.
    """
    name = os.fspath(path)
    try:
        with open(path, "rb", opener=_plain_only if found else None) as file:
            size = os.fstat(file.fileno()).st_size
            data = b"" if size > largest else file.read(largest + 1)
    except FileNotFoundError:
        raise ReadError(name, "", "there is no such file" if found else explain_missing_file(name)) from None
    except NotADirectoryError:
        raise ReadError(name, "", explain_missing_folder(name) or "there is no such file") from None
    except IsADirectoryError:
        raise ReadError(name, "", "this is a folder, not a file") from None
    except PermissionError:
        raise ReadError(name, "", "you may not read this file") from None
    except NotPlainError:
        raise ReadError(name, "", "this is no plain file; a pipe or device must be named in the call itself") from None
    except (OSError, ValueError) as error:
        raise ReadError(name, "", f"cannot be read: {reason(error)}") from None
    if size > largest or len(data) > largest:
        raise ReadError(name, "", _size_problem(largest))
    note([path])
    return data


class NotPlainError(Exception):
    """A pipe, a device, or one of the system's own files."""


def _plain_only(name: str, flags: int) -> int:
    """Opens a plain file and nothing else; to open a pipe would be to wait for somebody who writes."""
    mode, real = os.stat(name).st_mode, Path(os.path.realpath(name))
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)) or any(map(real.is_relative_to, SYSTEM)):
        raise NotPlainError
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def decoded(data: bytes, largest: int = LARGEST) -> str:
    """The text in a file's bytes; a Fault with line and column where they are not UTF-8."""
    if len(data) > largest:
        raise Fault(_size_problem(largest))
    if is_utf_16(data):
        raise Fault("the text is UTF-16; save it as UTF-8", mark=(1, 1))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = len(data[data.rfind(b"\n", 0, error.start) + 1 : error.start].decode("utf-8-sig", "replace")) + 1
        raise Fault(
            f"the byte {data[error.start]:#04x} is not UTF-8; save the file as UTF-8 text", mark=(line, column)
        ) from None


UTF_16_PROBE_BYTES = 64
"""Of a file's first bytes so many tell whether it is UTF-16."""


def is_utf_16(data: bytes) -> bool:
    """Whether bytes are UTF-16: by their mark, or because every other one of the first is 0.

    >>> is_utf_16("name: Hall".encode("utf-16")), is_utf_16("name: Hall".encode("utf-16-le")), is_utf_16(b"name: Hall")
    (True, True, False)
    """
    first = data[:UTF_16_PROBE_BYTES]
    return data.startswith((b"\xff\xfe", b"\xfe\xff")) or (len(first) > 1 and any(first[::2]) != any(first[1::2]))


def as_error(fault: Fault, name: str, kind: type[ReadError] = ReadError) -> ReadError:
    """A fault in the file `name` as an error; with a line, it still names its key where there is one."""
    place = f"{fault.mark[0]}:{fault.mark[1]}" if fault.mark else shown(fault.path)
    problem = f"{shown(fault.path)}: {fault.problem}" if fault.mark and fault.path else fault.problem
    return (NewerVersionError if isinstance(fault, NewerFault) else kind)(name, place, problem)


def reason(error: OSError | ValueError) -> str:
    """Why the system refused, in its own words."""
    return str(getattr(error, "strerror", None) or error).lower()


def _size_problem(largest: int) -> str:
    size = f"{largest // 2**20} MB" if largest >= 2**20 else f"{largest // 2**10} kB"
    return f"larger than {size}, which nothing here needs; nothing was read"
