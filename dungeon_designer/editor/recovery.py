"""Recovery: the work since the last save, kept beside the user's settings and never in the real file. No Qt here.

Each window keeps one file, named by its process; a window that closes in good order takes its file away. What is
left at a start belongs to a window that did not, and is offered.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from dungeon_designer.errors import DungeonError
from dungeon_designer.layout.files import read_layout, write_file
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.writer import write_json

_ENDING = ".recovery.json"


class Left(msgspec.Struct, frozen=True):
    """Work somebody left: the recovery file, the real file it belongs to ('' for none yet) and the layout."""

    file: Path
    original: str
    layout: Layout


class _Content(msgspec.Struct, frozen=True):
    original: str
    layout: str


class Recovery:
    """The recovery file of one window, in `folder`."""

    def __init__(self, folder: Path, mark: str = "") -> None:
        self.folder = folder
        self.file = folder / f"{os.getpid()}{mark}{_ENDING}"

    def keep(self, layout: Layout, original: Path | None) -> None:
        """Write the work down; WriteError when that cannot be done."""
        self.folder.mkdir(parents=True, exist_ok=True)
        text = write_json(layout).decode()
        write_file(self.file, msgspec.json.encode(_Content(str(original or ""), text)))

    def drop(self) -> None:
        """There is nothing to recover any more."""
        self.file.unlink(missing_ok=True)

    def left(self) -> list[Left]:
        """The work of windows that are gone, oldest first; files that cannot be read are passed over."""
        return [left for file in _files(self.folder) if file != self.file and (left := _read(file)) is not None]


def _files(folder: Path) -> Iterator[Path]:
    """Recovery files whose process is gone."""
    for file in sorted(folder.glob(f"*{_ENDING}"), key=lambda path: path.stat().st_mtime):
        number = file.name.removesuffix(_ENDING).split("-")[0]
        if number.isdigit() and int(number) != os.getpid() and _alive(int(number)):
            continue
        yield file


def _read(file: Path) -> Left | None:
    try:
        held = msgspec.json.decode(file.read_bytes(), type=_Content)
        return Left(file, held.original, read_layout(held.layout.encode(), file.name))
    except (OSError, msgspec.MsgspecError, DungeonError):
        return None


def _alive(process: int) -> bool:
    """Whether a process runs."""
    if os.name == "nt":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
