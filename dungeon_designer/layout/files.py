"""Files: read as a layout whatever their format, written in one step or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from dungeon_designer.errors import ReadError, WriteError, one_line
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.reader import read_json
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.text.faults import Fault
from dungeon_designer.text.files import as_error, decoded, read_bytes, reason

SKETCH_ENDINGS = (".yaml", ".yml")
LAYOUT_ENDINGS = (".json",)
DUNGEON_ENDINGS = (".dungeon.yaml", ".dungeon.json")
"""The endings by which a file is known for a dungeon, whoever names it."""


def read_layout(data: bytes, name: str) -> Layout:
    """The normalised layout in a file's bytes; ReadError names `name`, the place and the remedy.

    The ending of the name says which format it is; where it says nothing (standard input), the content does.

    >>> read_layout(b"map: <..>", "hall.dungeon.yaml").sections[0].kind
    <SectionKind.END_ZONE: 'end_zone'>
    """
    if name.lower().endswith(".toml"):
        raise ReadError(name, "", "this is a season or a ruleset, not a dungeon")
    try:
        text = decoded(data)
        return read_json(text) if is_layout_file(name, text) else read_sketch(text)
    except Fault as fault:
        raise as_error(fault, name) from None


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


def write_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file in one step: whole or not at all. It keeps its mode; WriteError says why it could not be written."""
    try:
        mode = _mode(Path(path))
        if mode is not None and not stat.S_ISREG(mode):
            Path(path).write_bytes(data)
        else:
            _replace(Path(os.path.realpath(path)), data, mode)
    except (OSError, ValueError) as error:
        raise WriteError(one_line(f"{os.fspath(path)}: cannot be written: {reason(error)}")) from None


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
