"""Season files: TOML."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from dungeon_designer.errors import ReadError, did_you_mean
from dungeon_designer.seasons.model import Season
from dungeon_designer.text.files import read_bytes

LARGEST = 2**16
"""A season file of more bytes than this is none."""


def read_season(path: Path, found: bool = False) -> Season:
    """The season a file holds; ReadError names the file and the key or line.

    `found` is one that no person named but the folder it lies in: it must be a plain file, and no link to one.
    """
    if found and path.is_symlink():
        raise ReadError(str(path), "", "this is a link; name the season itself")
    return parse_season(read_bytes(path, LARGEST, found), str(path))


def parse_season(data: bytes, name: str) -> Season:
    """The season some bytes hold; `name` is what errors call the file."""
    try:
        table = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ReadError(name, "", "not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise ReadError(name, "", f"not TOML: {error}") from None
    except RecursionError:
        raise ReadError(name, "", "nested too deeply") from None
    unknown = [key for key in table if key not in Season.__struct_fields__]
    if unknown:
        hint = did_you_mean(unknown[0], Season.__struct_fields__)
        raise ReadError(name, unknown[0], f"a season file has no such key{hint}")
    try:
        season = msgspec.convert(table, Season)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        raise ReadError(name, where.strip("`."), what.replace("`", "")) from None
    _check_table(season, name)
    return season


def _check_table(season: Season, name: str) -> None:
    """A season names a layout, and a dice table every sum of its dice and no other."""
    if season.dice is not None:
        wanted, given = {str(total) for total in season.dice.sums}, set(season.dice.table)
        for missing in sorted(wanted - given, key=int):
            raise ReadError(name, "dice.table", f"no layout for a roll of {missing}")
        for stray in sorted(given - wanted):
            raise ReadError(name, f"dice.table.{stray}", f"{season.dice.roll} cannot show {stray}")
    if not season.layouts:
        raise ReadError(name, "", "the season names no layout: it needs rounds, dice or also")
