"""Read and write dungeon files for the editor, find the bundled examples, and build templates. Nothing here uses Qt."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

from dungeon_designer.imports.import_result import ImportResult
from dungeon_designer.imports.importers import read_file_bytes, read_if_foreign
from dungeon_designer.kinds import Team
from dungeon_designer.layout.dungeon_files import read_layout, write_layout
from dungeon_designer.layout.model import MIN_TEAMS, Layout, Section, SectionKind, list_teams, normalise_layout
from dungeon_designer.text.file_reading import read_bytes
from dungeon_designer.text.writing import FileContent, write_file

"""The folder of the package `dungeon_designer`."""


def load_layout(path: Path) -> tuple[Layout, bytes]:
    """Return the layout in a dungeon file, and the file's bytes.

    Raises:
        ReadError: the file cannot be read or is no dungeon file.
    """
    data = read_bytes(path)
    return read_layout(data, str(path)), data


def load_any_format(path: Path) -> tuple[Layout, bytes] | ImportResult:
    """Read a dungeon file, or the file of another program.

    Returns:
        The layout and the file's bytes for a dungeon file; an `ImportResult` for another program's file.
    """
    data = read_file_bytes(path)
    return read_if_foreign(data, str(path)) or (read_layout(data, str(path)), data)


def save_layout(
    layout: Layout, path: Path, old_bytes: bytes | None = None, expected: FileContent | None = None
) -> bytes:
    """Write a layout in one step and return the bytes written.

    The bytes are read back before they are written, so that no file is left that nobody could open.

    Args:
        layout: the layout to write.
        path: the file.
        old_bytes: what the file held before. A sketch keeps its comments and its form where it can.
        expected: what the file must still hold; None writes over everything.

    Raises:
        WriteError: the file cannot be written.
        ChangedError: the file no longer holds what is expected; it stays as it is.
    """
    data = write_layout(layout, str(path), old_bytes)
    write_file(path, data, expected)
    return data


def read_if_readable(path: Path | None) -> bytes | None:
    """Return the bytes in a file, or None if there is no readable file.

    Pipes count as unreadable, because reading one could wait forever.
    """
    if path is None or not os.path.isfile(path):  # reading a pipe could wait forever
        return None
    try:
        return path.read_bytes()
    except OSError:
        return None


def hash_file(path: Path | None) -> str:
    """Return the hash of a file's bytes, or "" if there is no readable file."""
    data = read_if_readable(path)
    return "" if data is None else hash_bytes(data)


def hash_bytes(data: bytes) -> str:
    """Return the SHA-256 hash of bytes, as hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


_END_ZONE_ROWS = {"naf-2019": ("...", "..."), "eagbbl": ("....", "....")}
"""The rows of an end zone in the editions whose templates have drawn end zones."""

_END_ZONE_BOARDS = ("gw-1989/end-zone-1", "gw-1989/end-zone-2")
"""The End Zone boards of 1989, eight squares wide and twelve high. The teams of gw-1989-expanded get them in turn."""

_END_ZONE_POSITIONS = ((0.0, 0.5), (1.0, 0.5), (0.5, 0.0), (0.5, 1.0), (0.0, 0.0), (1.0, 1.0))
"""Where each team's drawn end zone or board lies: shares of the free space to the left of it and above it."""

_BOARD_SPACE = (40, 28)
"""How far apart the upper left corners of boards at opposite ends lie: across and down."""

_END_ZONE_TILES = ((17, 3, 0), (35, 17, 1), (21, 35, 2), (3, 21, 3))
"""The upper left square (x, y) and the quarter turns of four end zone tiles around a middle."""


def build_template(ruleset: str, team_count: int = MIN_TEAMS) -> Layout:
    """Return a new dungeon for an edition, with each team's end zone if the edition prescribes its form.

    The end zones of 2021 are tiles, opposite each other or each a quarter turn on; a fifth and sixth team have none.
    Those of gw-1989-expanded are the End Zone boards of the box.

    >>> len(build_template("gw-2021").sections), len(build_template("gw-2021-multiplayer", 4).sections)
    (2, 4)
    """
    empty_layout = Layout(name="", ruleset=ruleset, sides=list_teams(team_count))
    sections: Iterable[Section] = ()
    if ruleset.startswith("gw-2021"):
        positions = _END_ZONE_TILES if ruleset == "gw-2021-multiplayer" else _END_ZONE_TILES[1::2][::-1]
        sections = (
            Section(id=name, tile="gw-2021/end-zone", side=team, at=(x, y), turn=turn)
            for name, team, (x, y, turn) in zip("ABCD", empty_layout.teams, positions, strict=False)
        )
    elif ruleset == "gw-1989-expanded":
        sections = _list_end_zone_boards(empty_layout.teams)
    elif ruleset in _END_ZONE_ROWS:
        rows, kind = _END_ZONE_ROWS[ruleset], SectionKind.END_ZONE
        free_width = 30 - len(rows[0])
        sections = (
            Section(
                id=name,
                kind=kind,
                side=team,
                at=(3 + round(right_share * free_width), round(down_share * 18)),
                rows=rows,
            )
            for name, team, (right_share, down_share) in zip(
                "ABCDEF", empty_layout.teams, _END_ZONE_POSITIONS, strict=False
            )
        )
    return normalise_layout(replace(empty_layout, sections=tuple(sections)))


def _list_end_zone_boards(teams: Iterable[Team]) -> Iterator[Section]:
    """Yield an End Zone board of 1989 for each of up to six teams, every second one rotated by half a turn.

    The first two teams have the two boards of the box. More teams get the same boards again.
    """
    for index, (team, (right_share, down_share)) in enumerate(zip(teams, _END_ZONE_POSITIONS, strict=False)):
        is_second = index % 2
        corner = 3 + round(right_share * _BOARD_SPACE[0]), round(down_share * _BOARD_SPACE[1])
        yield Section(id="ABCDEF"[index], tile=_END_ZONE_BOARDS[is_second], side=team, at=corner, turn=2 * is_second)
