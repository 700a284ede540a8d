"""What a call names: files, folders of them, seasons, and standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.dungeon import STDIN, Dungeon
from dungeon_designer.errors import ReadError, RulesetError, did_you_mean
from dungeon_designer.layout.files import DUNGEON_ENDINGS
from dungeon_designer.rules.loading import load_ruleset
from dungeon_designer.seasons.model import Season
from dungeon_designer.text.files import LARGEST

SEASON = "season.toml"
"""A folder's season: its ruleset is asked of those dungeons of the folder that it names."""


class Source(Struct, frozen=True):
    """One thing to read: `data` is its content if that was read already; `fault` says why it cannot be read.

    `found` says that no person named it, but a folder or a season does. `season` is the file of the season it is
    played in, `asked` the ruleset that season names; both may be ''.
    """

    file: str
    data: bytes | None = None
    fault: ReadError | None = None
    found: bool = False
    season: str = ""
    asked: str = ""

    def open(self) -> Dungeon:
        """The layout it holds; ReadError when it holds none."""
        if self.fault is not None:
            raise self.fault
        return replace(Dungeon.load(self.file, data=self.data, found=self.found), season=self.season, asked=self.asked)


def sources(names: Iterable[str], by_season: bool = True) -> list[Source]:
    """Every file named, and every dungeon in the folders and seasons named, each once, in the order named.

    A season's ruleset comes with its dungeons, unless `by_season` is off, since the call names one itself.
    """
    found = [source for name in names for source in _named(name, by_season)]
    return list({source.file: source for source in reversed(found)}.values())[::-1]


def open_named(name: str) -> Dungeon:
    """The dungeon of a call that wants one: of a file, or of standard input; ReadError when there is none."""
    source = next(_named(name, by_season=False)) if name == STDIN else Source(name)
    return source.open()


def _named(name: str, by_season: bool) -> Iterator[Source]:
    if name == STDIN and sys.stdin is None:
        yield Source(STDIN, fault=ReadError("standard input", "", "it is closed"))
    elif name == STDIN:
        yield Source(STDIN, sys.stdin.buffer.read(LARGEST + 1))
    elif os.path.isdir(name):
        yield from _in_folder(name, by_season)
    elif is_season(name):
        yield from _in_season(name, by_season)
    else:
        yield Source(name)


def is_many(name: str) -> bool:
    """Whether a name stands for several dungeons: a season's or a folder's."""
    return is_season(name) or os.path.isdir(name)


def is_season(name: str) -> bool:
    """Whether a name is a season's: those are TOML files."""
    return name.lower().endswith(".toml")


def _in_season(file: str, by_season: bool, found: bool = False) -> Iterator[Source]:
    """The layouts of a season, in the order of play; its fault where it cannot be read."""
    from dungeon_designer.seasons.reader import read_season

    try:
        yield from of_season(file, read_season(Path(file), found), by_season)
    except ReadError as error:
        yield Source(file, fault=error)


def of_season(file: str, season: Season, by_season: bool = True) -> list[Source]:
    """The layouts of the season in a file, in the order of play; ReadError when its ruleset cannot be used."""
    folder = Path(file).parent
    asked = season.ruleset if by_season else ""
    if asked:
        asked = str(folder / asked) if asked.lower().endswith(".toml") else asked
        try:
            load_ruleset(asked, found=True)
        except RulesetError as error:
            raise ReadError(file, "ruleset", str(error)) from None
    faults = {layout: _missing(file, place, layout) for layout, place in season.places.items()}
    return [
        Source(str(folder / layout), fault=faults[layout], found=True, season=file, asked=asked)
        for layout in season.layouts
    ]


def _missing(file: str, place: str, layout: str) -> ReadError | None:
    """What is wrong with the key of a season that names a dungeon, where there is no such file."""
    wanted = Path(file).parent / layout
    if os.path.lexists(wanted):
        return None
    near = sorted(name for name in _names_in(wanted.parent) if name.lower().endswith(DUNGEON_ENDINGS))
    hint = did_you_mean(wanted.name, near)
    return ReadError(file, place, f"there is no file {layout!r}{hint}; a season names files from its own folder")


def _names_in(folder: Path) -> list[str]:
    """The names in a folder; none where it is none, or closed."""
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _in_folder(folder: str, by_season: bool) -> Iterator[Source]:
    """The dungeons of a folder and its folders; an empty or closed one is a fault, lest a wrong path pass for well."""
    faults: list[OSError] = []
    found = sorted(_walk(folder, faults))
    files = [file for file in found if file.lower().endswith(DUNGEON_ENDINGS)]
    seasons = [file for file in found if os.path.basename(file) == SEASON] if by_season else []
    told = [source for season in seasons for source in _in_season(season, by_season, found=True)]
    played = {os.path.normpath(source.file): source for source in told}
    for file in files:
        at = played.get(os.path.normpath(file), Source(file))
        yield Source(file, found=True, season=at.season, asked=at.asked)
    yield from (source for source in told if source.fault)
    for fault in faults:
        name = str(fault.filename)
        yield Source(name, fault=ReadError(name, "", f"this folder cannot be read: {fault.strerror}"))
    if not files and not faults:
        problem = f"there is no dungeon in this folder (no file ends in {' or '.join(DUNGEON_ENDINGS)})"
        yield Source(folder, fault=ReadError(folder, "", problem))


def _walk(folder: str, faults: list[OSError]) -> Iterator[str]:
    """The dungeons and seasons of a folder and its folders."""
    for where, _, names in os.walk(folder, onerror=faults.append):
        yield from (os.path.join(where, name) for name in names if name.lower().endswith((*DUNGEON_ENDINGS, SEASON)))
