"""What a call names: files, folders of them, seasons, and standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import complain, detail, give, give_bytes, remark, say, tell
from dungeon_designer.dungeon import STDIN, Dungeon
from dungeon_designer.errors import (
    DungeonError,
    ReadError,
    RulesetError,
    UsageError,
    WriteError,
    did_you_mean,
    one_line,
)
from dungeon_designer.layout.files import DUNGEON_ENDINGS
from dungeon_designer.layout.links import NAME, is_link
from dungeon_designer.pipeline import SeasonDungeon
from dungeon_designer.rules.registry import load_ruleset
from dungeon_designer.text.files import LARGEST, is_input, note
from dungeon_designer.text.missing_files import explain_missing_folder, find_nearest_name
from dungeon_designer.text.writing import Held, explain_no_place, write_file
from dungeon_designer.tiles.library import library

if TYPE_CHECKING:
    from dungeon_designer.seasons.model import Season
    from dungeon_designer.seasons.reader import SeasonFile
    from dungeon_designer.seasons.tables import Tables

PathName = str | os.PathLike[str]
SEASON = "season.toml"
"""A folder's season: its ruleset is asked of those dungeons of the folder that it names."""


class Source(Struct, frozen=True):
    """One thing to read: `data` is its content if that was read already; `fault` says why it cannot be read.

    `found` says that no person named it, but a folder or a season does. `season` is the file of the season it is
    played in, `asked` the ruleset that season names; both may be ''. `link` is the link it stands in, if it does.
    """

    file: str
    data: bytes | None = None
    fault: ReadError | None = None
    found: bool = False
    season: str = ""
    asked: str = ""
    link: str = ""

    def open(self) -> Dungeon:
        """The layout it holds; ReadError when it holds none."""
        if self.fault is not None:
            raise self.fault
        if self.link:
            return Dungeon.linked(self.link)
        if self.found:
            return SeasonDungeon.found(self.file, self.season, self.asked)
        return Dungeon.load(self.file, data=self.data)

    def problem(self, error: DungeonError) -> str:
        """Why nothing comes of it; the line names the file, even where the fault lies in its ruleset."""
        return str(error) if isinstance(error, ReadError | WriteError) else one_line(f"{self.file}: {error}")


class Faults:
    """Tells why nothing comes of a source, so that the others get their turn."""

    status = exits.LEGAL

    @contextmanager
    def complained_of(self, source: Source) -> Iterator[None]:
        """Of whatever is wrong with a source there is a line; the status then says so."""
        try:
            yield
        except DungeonError as error:
            complain(source.problem(error))
            self.status = exits.FAILED


def sources(names: Iterable[str], by_season: bool = True, output: str | None = None) -> list[Source]:
    """Every file named, and every dungeon in the folders and seasons named, each once, in the order named.

    A season's ruleset comes with its dungeons, unless `by_season` is off, since the call names one itself. UsageError
    when what is to be written is one of them.
    """
    found = [source for name in names for source in _named(name, by_season)]
    once = list({source.file: source for source in reversed(found)}.values())[::-1]
    if output is not None:
        keep_apart(output, (source.file for source in once))
    return once


def open_named(name: str) -> Dungeon:
    """The dungeon of a call that wants one: of a file, a link or standard input; ReadError when there is none."""
    source = next(_named(name, by_season=False)) if name == STDIN or is_link(name) else Source(name)
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
    elif is_link(name):
        yield Source(NAME, link=name)
    else:
        yield Source(name)


def is_season(name: str) -> bool:
    """Whether a name is a season's: those are TOML files."""
    return name.lower().endswith(".toml")


def _in_season(file: str, by_season: bool, found: bool = False) -> Iterator[Source]:
    """The layouts of a season, in the order of play; its fault where it cannot be read."""
    from dungeon_designer.seasons.reader import read_season_file

    try:
        yield from of_season(read_season_file(Path(file), found), by_season)
    except ReadError as error:
        yield Source(file, fault=error)


def of_season(read: SeasonFile, by_season: bool = True) -> list[Source]:
    """The layouts of the season in a file, in the order of play; ReadError when its ruleset cannot be used."""
    file, season, folder = read.file, read.season, Path(read.file).parent
    asked = season.ruleset if by_season else ""
    if asked:
        try:
            load_ruleset(asked, folder, found=True)
        except RulesetError as error:
            raise read.fault_at(("ruleset",), str(error)) from None
        asked = str(folder / asked) if asked.lower().endswith(".toml") else asked
    faults = {
        layout: read.fault_at(place, _explain_missing_layout(folder, layout))
        for layout, place in season.places.items()
        if not os.path.lexists(folder / layout)
    }
    return [
        Source(str(folder / layout), fault=faults.get(layout), found=True, season=file, asked=asked)
        for layout in season.layouts
    ]


def _explain_missing_layout(folder: Path, layout: str) -> str:
    """Say that a season's dungeon is not there, with the nearest name of a dungeon that is."""
    wanted, dungeons = folder / layout, list[str]()
    with suppress(OSError):
        dungeons = [name for name in os.listdir(wanted.parent) if name.lower().endswith(DUNGEON_ENDINGS)]
    near = find_nearest_name(wanted.name, dungeons)
    hint = f" (did you mean {os.path.join(os.path.dirname(layout), near)}?)" if near else ""
    if not hint and (missing := explain_missing_folder(wanted)):
        hint = f"; {missing}"
    elif not hint and 0 < len(dungeons) <= MAX_LISTED:
        hint = f" (one of: {', '.join(sorted(dungeons))})"
    if not layout.isprintable():
        hint = "; a backslash begins an escape here: write / between folders"
    return f"there is no file {layout!r}{hint}; a season names files from its own folder"


MAX_LISTED = 16
"""Dungeons of a folder that are listed at most where one is missing; the same number as in `did_you_mean`."""


def played_by(names: Sequence[str], by_season: bool = True) -> tuple[Season | None, list[Source]]:
    """The season a call names alone, itself or by its folder, with its dungeons in the order of play; else every
    dungeon named, and no season."""
    from dungeon_designer.seasons.reader import read_season_file

    (name, *others) = names
    file = season_file(name)
    if others or not file:
        return None, sources(names, by_season)
    read = read_season_file(Path(file), found=file != name)
    return read.season, of_season(read, by_season)


def warn_of_scores(name: str) -> None:
    """Write a line to standard error for each score of a season that is nearly one a score sheet knows."""
    from dungeon_designer.seasons.reader import read_season_file
    from dungeon_designer.seasons.scores import hints

    file = season_file(name)
    read = read_season_file(Path(file), found=file != name)
    for place, hint in hints(read.season):
        tell(str(read.fault_at(place, hint)))


def season_file(name: str) -> str:
    """Return the season that a name leads to, itself or as a folder; '' where it leads to none."""
    inside = os.path.join(name, SEASON)
    return inside if os.path.isfile(inside) else name if is_season(name) else ""


def on_tables(season: Season | None, played: Sequence[Source], tables: int | None = None) -> tuple[Tables[str], ...]:
    """The files on each table, round by round: the season's, else any of them on so many tables; UsageError for a
    number of tables that is too few."""
    from dungeon_designer.seasons.tables import tables_of_rounds

    files = tuple(source.file for source in played)
    if season is None:
        return ((files,) * (tables or 1),)
    names = dict(zip(season.layouts, files, strict=True))
    rounds = tables_of_rounds(season, tables)
    return tuple(tuple(tuple(names[layout] for layout in table) for table in each) for each in rounds)


def _in_folder(folder: str, by_season: bool) -> Iterator[Source]:
    """The dungeons of a folder and its folders; an empty or closed one is a fault, lest a wrong path pass for well.

    Folders whose names begin with a dot, and Python environments, hold what nobody there drew.
    """
    faults: list[OSError] = []
    found = sorted(_files_below(folder, faults))
    files = [file for file in found if file.lower().endswith(DUNGEON_ENDINGS)]
    seasons = [file for file in found if os.path.basename(file) == SEASON] if by_season else []
    in_seasons = [source for season in seasons for source in _in_season(season, by_season, found=True)]
    played = {os.path.normpath(source.file): source for source in in_seasons}
    for file in files:
        at = played.get(os.path.normpath(file), Source(file))
        yield Source(file, found=True, season=at.season, asked=at.asked)
    yield from (source for source in in_seasons if source.fault)
    for fault in faults:
        name = str(fault.filename)
        yield Source(name, fault=ReadError(name, "", f"this folder cannot be read: {fault.strerror}"))
    if not files and not faults:
        problem = f"there is no dungeon in this folder (no file ends in {' or '.join(DUNGEON_ENDINGS)})"
        yield Source(folder, fault=ReadError(folder, "", problem))


def _files_below(folder: str, faults: list[OSError]) -> Iterator[str]:
    for where, folders, names in os.walk(folder, onerror=faults.append):
        if "pyvenv.cfg" in names:
            folders.clear()
            continue
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (os.path.join(where, name) for name in names if name.lower().endswith((*DUNGEON_ENDINGS, SEASON)))


STDOUT = "-"


def keep_apart(output: PathName, inputs: Iterable[str]) -> None:
    """Refuse, before any work is done, an output that is one of the inputs or that no folder exists for.

    A - is standard input or output.
    """
    led: int | Path = Path(os.devnull)  # what standard input comes from: a file may have been led into it
    with suppress(AttributeError, OSError, ValueError):
        led = sys.stdin.fileno()
    note(led if name == STDIN else name for name in inputs)
    if output != STDOUT:
        refuse_input(output)


def ending_of(output: str, to: str | None) -> str:
    """The name or bare ending that says an output's format: `to` where it is given, else the output's own name.

    UsageError for standard output without a format, and for a terminal where the format is no text.
    """
    if output == STDOUT:
        if to is None:
            raise UsageError("standard output has no ending; say the format with --to")
        if to in ("png", "pdf") and sys.stdout.isatty():
            raise UsageError(f"standard output is a terminal, which cannot show {to}; lead it into a file or a program")
    return output if to is None else f".{to}"


def make_folder(folder: PathName) -> None:
    """Make the folder an output goes into where there is none; UsageError when it cannot be."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(one_line(f"{os.fspath(folder)}: this folder cannot be made: {error.strerror}")) from None


def named_in(folder: PathName, ruleset: str, home: PathName = "") -> str:
    """A ruleset as a file in a folder names it, by the way there from what names it in `home`; an id is itself.

    >>> named_in("halls", "naf-2019"), named_in("cups/halls", "cup.toml", "cups")
    ('naf-2019', '../cup.toml')
    """
    here = os.path.abspath(folder) == os.path.abspath(home)
    if here or not ruleset.lower().endswith(".toml") or os.path.isabs(ruleset):
        return ruleset
    return seen_from(folder, Path(home) / ruleset)


def seen_from(folder: PathName, path: PathName) -> str:
    """A path as a file in a folder names it.

    >>> seen_from("cups/halls", "cups/cup.toml")
    '../cup.toml'
    """
    return Path(os.path.relpath(path, folder or ".")).as_posix()


def write_output(output: PathName, data: bytes, over: Held | None = None) -> None:
    """Write what a command made; UsageError when the file was read for it, as a ruleset or a tile, say.

    To - it goes as it is, but for what a terminal would obey. With `over`, ChangedError if the file holds other bytes.
    """
    if output == STDOUT:
        give_bytes(data)
        return
    refuse_input(output)
    write_file(output, data, over)
    detail(f"{os.fspath(output)}: {len(data)} bytes written")


def write_files(output: str, files: Mapping[str, bytes]) -> None:
    """Write what a command made for an output, and the pictures beside it; to standard output goes its file alone."""
    for name, data in files.items():
        if name == output:
            write_output(name, data)
        elif output != STDOUT:
            write_output(name, data)
            remark(f"{name}: the board's picture; lay it into Tabletop Simulator's folder Mods/Images")


def write_report(text: str, form: str, output: str | None) -> None:
    """A report where it is wanted: in a file, else on standard output, for people where its format is text.

    Bytes in a file's name that are no text are escaped.
    """
    if output is not None:
        write_output(output, text.encode("utf-8", "backslashreplace"))
    elif form == "text":
        say(text)
    else:
        give(text)


def refuse_input(output: PathName) -> None:
    """Raise UsageError for an output that no folder exists for, and for one that is read, too."""
    if not is_folder(os.fspath(output)) and (problem := explain_no_place(output)):
        raise UsageError(one_line(f"{os.fspath(output)}: {problem}"))
    if is_input(output):
        raise UsageError(one_line(f"{os.fspath(output)}: this file is read, too; write to another one"))


def is_folder(output: str) -> bool:
    """Whether a folder is meant: by the stroke at its end, or because it is one."""
    return output.endswith(("/", os.sep)) or os.path.isdir(output)


def folders_among(tiles: Sequence[str]) -> list[str]:
    """Those of the names that are folders."""
    return [name for name in tiles if os.path.isdir(name)]


def sets_named(tiles: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    """The tile sets named, those of folders by their names; UsageError for one there is not among those known."""
    named: list[str] = []
    for name in tiles:
        if os.path.isdir(name):
            own = library([name])
            named += [each for each in own.sets if each not in library([]).sets]
        elif name in known:
            named.append(name)
        else:
            raise UsageError(one_line(f"--tiles {name}: no set of this name{did_you_mean(name, known)}"))
    return tuple(dict.fromkeys(named))


def names_in(*options: str) -> tuple[str, ...]:
    """Names given in one option with commas between, or in several.

    >>> names_in("chests, portals", "balls")
    ('chests', 'portals', 'balls')
    """
    return tuple(name.strip() for option in options for name in option.split(",") if name.strip())
