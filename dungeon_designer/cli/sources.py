"""What a call names: files, folders of them, seasons, and standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from dungeon_designer.errors import ReadError
from dungeon_designer.pipeline import STDIN
from dungeon_designer.text.files import LARGEST

ENDINGS = (".dungeon.yaml", ".dungeon.json")
"""The files a folder is searched for."""


class Source(Struct, frozen=True):
    """One thing to read: `data` is its content if that was read already; `fault` says why it cannot be read."""

    file: str
    data: bytes | None = None
    fault: ReadError | None = None


def sources(names: Iterable[str]) -> list[Source]:
    """Every file named, and every dungeon in the folders named, each once, in the order named."""
    found = [source for name in names for source in _named(name)]
    return list({source.file: source for source in reversed(found)}.values())[::-1]


def _named(name: str) -> Iterator[Source]:
    if name == STDIN:
        yield Source(STDIN, sys.stdin.buffer.read(LARGEST + 1))
    elif Path(name).is_dir():
        yield from _in_folder(name)
    elif is_season(name):
        yield from _in_season(name)
    else:
        yield Source(name)


def is_season(name: str) -> bool:
    """Whether a name is a season's: those are TOML files."""
    return name.lower().endswith(".toml")


def _in_season(name: str) -> Iterator[Source]:
    """The layouts of a season, in the order of play."""
    from dungeon_designer.seasons.reader import read_season

    try:
        yield from (Source(str(Path(name).parent / layout)) for layout in read_season(Path(name)).layouts)
    except ReadError as error:
        yield Source(name, fault=error)


def _in_folder(folder: str) -> Iterator[Source]:
    """The dungeons of a folder and its folders; an empty or closed one is a fault, lest a wrong path pass for well."""
    faults: list[OSError] = []
    files = sorted(_walk(folder, faults))
    yield from map(Source, files)
    for fault in faults:
        name = str(fault.filename)
        yield Source(name, fault=ReadError(name, "", f"this folder cannot be read: {fault.strerror}"))
    if not files and not faults:
        problem = f"there is no dungeon in this folder (no file ends in {' or '.join(ENDINGS)})"
        yield Source(folder, fault=ReadError(folder, "", problem))


def _walk(folder: str, faults: list[OSError]) -> Iterator[str]:
    for where, _, names in os.walk(folder, onerror=faults.append):
        yield from (os.path.join(where, name) for name in names if name.lower().endswith(ENDINGS))
