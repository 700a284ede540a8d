"""Files: read as a layout whatever their format, written in one step or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from dungeon_designer.errors import NewerVersionError, ReadError, WriteError, one_line
from dungeon_designer.layout.faults import Fault, NewerFault, shown
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.reader import read_json
from dungeon_designer.layout.sketch import read_sketch

LARGEST = 64 * 2**20
"""The largest file that is read, in bytes; the million squares of a 1000 x 1000 dungeon take a few of them."""

SKETCH_ENDINGS = (".yaml", ".yml")
LAYOUT_ENDINGS = (".json",)


def read_layout(data: bytes, name: str) -> Layout:
    """The normalised layout in a file's bytes; ReadError names `name`, the place and the remedy.

    The ending of the name says which format it is; where it says nothing (standard input), the content does.

    >>> read_layout(b"map: <..>", "hall.dungeon.yaml").sections[0].kind
    <SectionKind.END_ZONE: 'end_zone'>
    """
    try:
        text = _text(data)
        return read_json(text) if is_layout_file(name, text) else read_sketch(text)
    except NewerFault as fault:
        raise NewerVersionError(name, _place(fault), fault.problem) from None
    except Fault as fault:
        raise ReadError(name, _place(fault), _problem(fault)) from None


def is_layout_file(name: str, text: str = "") -> bool:
    """Whether a file is a layout file (JSON) rather than a sketch.

    >>> is_layout_file("hall.dungeon.json"), is_layout_file("-", "name: Hall"), is_layout_file("-", " {}")
    (True, False, True)
    """
    lower = name.lower()
    if lower.endswith(LAYOUT_ENDINGS) or lower.endswith(SKETCH_ENDINGS):
        return lower.endswith(LAYOUT_ENDINGS)
    return text.lstrip().startswith("{")


def read_file(path: str | os.PathLike[str]) -> Layout:
    """The layout in a file; ReadError when there is none, it cannot be opened, or it is too large."""
    return read_layout(read_bytes(path), os.fspath(path))


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """A file's bytes, if they are not more than `LARGEST`."""
    name = os.fspath(path)
    try:
        with Path(path).open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            data = b"" if size > LARGEST else file.read(LARGEST + 1)
    except FileNotFoundError:
        raise ReadError(name, "", "there is no such file") from None
    except IsADirectoryError:
        raise ReadError(name, "", "this is a folder, not a file") from None
    except PermissionError:
        raise ReadError(name, "", "you may not read this file") from None
    except (OSError, ValueError) as error:
        raise ReadError(name, "", f"cannot be read: {_reason(error)}") from None
    if size > LARGEST or len(data) > LARGEST:
        raise _too_large(name)
    return data


def write_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file in one step: whole or not at all. It keeps its mode; WriteError says why it could not be written."""
    try:
        mode = _mode(Path(path))
        if mode is not None and not stat.S_ISREG(mode):
            Path(path).write_bytes(data)
        else:
            _replace(Path(os.path.realpath(path)), data, mode)
    except (OSError, ValueError) as error:
        raise WriteError(one_line(f"{os.fspath(path)}: cannot be written: {_reason(error)}")) from None


def _mode(target: Path) -> int | None:
    """The mode of a file there is; refuses one that may not be written, which replacing would get round."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISREG(mode) and not os.access(target, os.W_OK):
        raise PermissionError(13, "it is write-protected")
    return mode


def _replace(target: Path, data: bytes, mode: int | None) -> None:
    """A new file beside the target, safe on the disk, then put in its place."""
    fresh = target.with_name(f".{target.name[:100]}.{os.urandom(4).hex()}.new")
    opened = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(opened, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            fresh.chmod(stat.S_IMODE(mode))
        fresh.replace(target)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise


def _text(data: bytes) -> str:
    if len(data) > LARGEST:
        raise Fault(_size_problem())
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Fault("the text is UTF-16; save it as UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = len(data[data.rfind(b"\n", 0, error.start) + 1 : error.start].decode("utf-8-sig", "replace")) + 1
        raise Fault(
            f"the byte {data[error.start]:#04x} is not UTF-8; save the file as UTF-8 text", mark=(line, column)
        ) from None


def _too_large(name: str) -> ReadError:
    return ReadError(name, "", _size_problem())


def _size_problem() -> str:
    return f"larger than {LARGEST // 2**20} MB, which no dungeon needs; nothing was read"


def _place(fault: Fault) -> str:
    return f"{fault.mark[0]}:{fault.mark[1]}" if fault.mark else shown(fault.path)


def _problem(fault: Fault) -> str:
    """A fault with a line still names its key, where there is one."""
    return f"{shown(fault.path)}: {fault.problem}" if fault.mark and fault.path else fault.problem


def _reason(error: OSError | ValueError) -> str:
    return str(getattr(error, "strerror", None) or error).lower()
