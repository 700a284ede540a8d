"""Files as the editor keeps them: how a layout is written, whether a file changed meanwhile. No Qt here."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from dungeon_designer.imports.imported import Imported
from dungeon_designer.imports.registry import read_any_bytes, read_if_foreign
from dungeon_designer.layout.files import read_layout, write_layout
from dungeon_designer.layout.model import LEAST_SIDES, Layout, Section, SectionKind, normalised, sides_of
from dungeon_designer.text.files import read_bytes
from dungeon_designer.text.writing import Held, write_file

_PACKAGE = Path(__file__).resolve().parents[1]


def load(path: Path) -> tuple[Layout, bytes]:
    """The layout in a file, and its bytes; ReadError says what is wrong."""
    data = read_bytes(path)
    return read_layout(data, str(path)), data


def load_any(path: Path) -> tuple[Layout, bytes] | Imported:
    """The same, or the dungeon in another program's file."""
    data = read_any_bytes(path)
    return read_if_foreign(data, str(path)) or (read_layout(data, str(path)), data)


def save(layout: Layout, path: Path, before: bytes | None = None, over: Held | None = None) -> bytes:
    """Write a layout in one step; gives the bytes written. WriteError says why it could not be.

    What is written is read back first, so that no file is left that nobody could open. With `over` the file must still
    hold that; otherwise ChangedError, and it stays as it is.
    """
    data = write_layout(layout, str(path), before)
    write_file(path, data, over)
    return data


def held(path: Path | None) -> bytes | None:
    """The bytes a file holds just now; None when there is none that could be read."""
    if path is None or not os.path.isfile(path):  # a pipe would have to be waited for
        return None
    try:
        return path.read_bytes()
    except OSError:
        return None


def stamp(path: Path | None) -> str:
    """What a file holds just now, in short; empty when there is none."""
    data = held(path)
    return "" if data is None else stamp_of(data)


def stamp_of(data: bytes) -> str:
    """What bytes would have as their stamp."""
    return hashlib.sha256(data).hexdigest()


def came_along(name: str) -> Path | None:
    """The folder of the `examples`, or of the manual's pages (`docs`), if it came along."""
    return next((folder for folder in (_PACKAGE / name, _PACKAGE.parent / name) if folder.is_dir()), None)


def examples() -> list[tuple[str, Path]]:
    """Every example dungeon, as (edition, file), sorted; illegal ones left out."""
    folder = came_along("examples")
    if folder is None:
        return []
    found = sorted(folder.glob("*/*.dungeon.yaml")) + sorted(folder.glob("*/*.dungeon.json"))
    return sorted((path.parent.name, path) for path in found if path.parent.name not in ("illegal", "house-rules"))


_DRAWN = {"naf-2019": ("...", "..."), "eagbbl": ("....", "...."), "gw-1989-expanded": ("....", "....")}
"""The rows of an end zone in the editions that have drawn ones."""

_PLACES = ((0.0, 0.5), (1.0, 0.5), (0.5, 0.0), (0.5, 1.0), (0.0, 0.0), (1.0, 1.0))
"""Where the drawn end zones of the sides lie: how far to the right, and how far down."""

_ROUND = ((17, 3, 0), (35, 17, 1), (21, 35, 2), (3, 21, 3))
"""Corner and turn of four end zone tiles that lie round a middle."""


def template(ruleset: str, count: int = LEAST_SIDES) -> Layout:
    """An empty table for an edition and so many sides, with an end zone of each where the edition says what they are.

    Those of 2021 are tiles, across from each other or a quarter turn on; a fifth and sixth have none.

    >>> len(template("gw-2021").sections), len(template("gw-2021-multiplayer", 4).sections)
    (2, 4)
    """
    bare = Layout(name="", ruleset=ruleset, sides=sides_of(count))
    sections: Iterable[Section] = ()
    if ruleset.startswith("gw-2021"):
        places = _ROUND if ruleset == "gw-2021-multiplayer" else _ROUND[1::2][::-1]
        sections = (
            Section(id=name, tile="gw-2021/end-zone", side=team, at=(x, y), turn=turn)
            for name, team, (x, y, turn) in zip("ABCD", bare.teams, places, strict=False)
        )
    elif ruleset in _DRAWN:
        rows, kind = _DRAWN[ruleset], SectionKind.END_ZONE
        wide = 30 - len(rows[0])
        sections = (
            Section(id=name, kind=kind, side=team, at=(3 + round(across * wide), round(down * 18)), rows=rows)
            for name, team, (across, down) in zip("ABCDEF", bare.teams, _PLACES, strict=False)
        )
    return normalised(replace(bare, sections=tuple(sections)))
