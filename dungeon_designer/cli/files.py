"""Find the dungeons that a call names by files, folders, seasons, links and standard input, and write the files it
makes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import (
    find_verbosity,
    print_bytes,
    print_document,
    print_error,
    print_note,
    print_text,
    print_verbose,
    print_warning,
)
from dungeon_designer.dungeon import STDIN, Dungeon
from dungeon_designer.errors import (
    DungeonError,
    ReadError,
    RulesetError,
    UsageError,
    WriteError,
    escape_line,
    suggest_word,
)
from dungeon_designer.layout.dungeon_files import DUNGEON_ENDINGS
from dungeon_designer.layout.links import LINK_NAME, is_link
from dungeon_designer.pipeline import SeasonDungeon
from dungeon_designer.reports.text_style import Verbosity
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.text.file_reading import MAX_FILE_BYTES, is_input, record_reads
from dungeon_designer.text.missing_files import explain_missing_folder, find_nearest_name
from dungeon_designer.text.writing import FileContent, explain_missing_target, write_file
from dungeon_designer.tiles.library import load_library

if TYPE_CHECKING:
    from dungeon_designer.seasons.season_file import SeasonFile
    from dungeon_designer.seasons.season_model import Season
    from dungeon_designer.seasons.table_assignment import Tables

PathName = str | os.PathLike[str]
"""A path, as text or as an object."""
SEASON_FILE = "season.toml"
"""The file of a folder's season. Its ruleset is used for the dungeons of the folder that it names."""


class Source(Struct, frozen=True):
    """One dungeon to read.

    Attributes:
        file: the path of the file, or - for standard input.
        data: the content of the file, if it was read already.
        read_error: why the file cannot be read; None if nothing is wrong so far.
        is_discovered: whether a folder or a season names the file, and no person.
        season_file: the file of the season in which the dungeon is played; '' without one.
        season_ruleset: the ruleset that this season names; '' if it names none.
        season_theme: the theme that this season names; '' if it names none.
        link: the link that holds the dungeon; '' for a file.
    """

    file: str
    data: bytes | None = None
    read_error: ReadError | None = None
    is_discovered: bool = False
    season_file: str = ""
    season_ruleset: str = ""
    season_theme: str = ""
    link: str = ""

    def open_dungeon(self) -> Dungeon:
        """Read the dungeon of this source: a file, standard input or a link.

        Raises:
            ReadError: the source holds no dungeon.
        """
        if self.read_error is not None:
            raise self.read_error
        if self.link:
            return Dungeon.linked(self.link)
        if self.is_discovered:
            # a season (the file of an event) or a folder lists the file, which may be a link to a secret one that the
            # user did not mean, so errors quote less of it
            return SeasonDungeon.load_listed(self.file, self.season_file, self.season_ruleset, self.season_theme)
        return Dungeon.load(self.file, data=self.data)

    def format_problem(self, error: DungeonError) -> str:
        """Return the line that says why the source gives no result.

        The line names the file. An error of reading or writing does so itself; to others, such as an error in the
        ruleset, the name is added.
        """
        return str(error) if isinstance(error, ReadError | WriteError) else escape_line(f"{self.file}: {error}")


class Failures:
    """The sources of a call that could not be used. Their errors are printed, and the other sources are still used.

    Attributes:
        status: the exit status so far.
    """

    status = exits.LEGAL

    @contextmanager
    def catch_errors(self, source: Source) -> Iterator[None]:
        """Print an error of the block on standard error, and let the exit status report it. Nothing is raised."""
        try:
            yield
        except DungeonError as error:
            print_error(source.format_problem(error))
            self.status = exits.FAILED


def list_sources(names: Iterable[str], use_season_rulesets: bool = True, output: str | None = None) -> list[Source]:
    """Return every dungeon that a call names itself or by a folder or season (file of an event), once each, in order.

    Args:
        names: files, folders, seasons, links, or - for standard input.
        use_season_rulesets: whether the dungeons of a season get its ruleset; False if the call itself names one.
        output: the file that the call writes; None without one.

    Raises:
        UsageError: the output is one of the files that are read.
    """
    all_sources = [source for name in names for source in _find_sources(name, use_season_rulesets)]
    source_by_file: dict[str, Source] = {}
    for source in all_sources:
        # a file that is named again moves to the end of the dictionary; its first source, such as a season's, counts
        source_by_file[source.file] = source_by_file.pop(source.file, source)
    unique_sources = list(source_by_file.values())
    if output is not None:
        register_inputs(output, (source.file for source in unique_sources))
    return unique_sources


def open_single_dungeon(name: str) -> Dungeon:
    """Read the one dungeon that a call names: a file, a link, or - for standard input.

    Raises:
        ReadError: there is no dungeon.
    """
    if name == STDIN or is_link(name):
        (source,) = _find_sources(name, use_season_rulesets=False)
    else:
        source = Source(name)  # also for a folder or a season, which cannot be read as a dungeon
    return source.open_dungeon()


def _find_sources(name: str, use_season_rulesets: bool) -> Iterator[Source]:
    """Yield the dungeons that one word of the command line stands for.

    The word is a file, a folder, a season (the file of an event), a link, or - for standard input. What cannot be read
    is yielded as a source with an error, so that the command reports it and goes on.
    """
    if name == STDIN and sys.stdin is None:
        yield Source(STDIN, read_error=ReadError("standard input", "", "it is closed"))
    elif name == STDIN:
        yield Source(STDIN, sys.stdin.buffer.read(MAX_FILE_BYTES + 1))
    elif os.path.isdir(name):
        yield from _list_folder_sources(name, use_season_rulesets)
    elif is_season_name(name):
        yield from _read_season_sources(name, use_season_rulesets)
    elif is_link(name):
        yield Source(LINK_NAME, link=name)
    else:
        yield Source(name)


def is_season_name(name: str) -> bool:
    """Return whether a name is that of a season (the plan of an event); the files of seasons are TOML."""
    return name.lower().endswith(".toml")


def _read_season_sources(file: str, use_season_rulesets: bool, is_discovered: bool = False) -> Iterator[Source]:
    """Yield the dungeons of a season (the file of an event) in the order of play.

    If the file cannot be read, yield one source with that error.

    Args:
        file: the season file.
        use_season_rulesets: whether the dungeons get the ruleset of the season.
        is_discovered: whether a folder was searched for the file, and no person named it.
    """
    from dungeon_designer.seasons.season_file import read_season_file

    try:
        yield from list_season_sources(read_season_file(Path(file), is_discovered), use_season_rulesets)
    except ReadError as error:
        yield Source(file, read_error=error)


def list_season_sources(parsed_season: SeasonFile, use_season_ruleset: bool = True) -> list[Source]:
    """Return the dungeons of a season (the file of an event) in the order of play.

    A dungeon file that does not exist is listed with an error that points at its line in the season file.

    Args:
        parsed_season: the season and its file.
        use_season_ruleset: whether the dungeons get the ruleset of the season.

    Raises:
        ReadError: the ruleset of the season cannot be used.
    """
    season, folder = parsed_season.season, Path(parsed_season.file).parent
    ruleset_name = _find_season_ruleset_path(parsed_season) if use_season_ruleset and season.ruleset else ""
    errors_by_layout = {
        layout: parsed_season.build_error_at(key_path, _explain_missing_layout(folder, layout))
        for layout, key_path in season.key_path_by_layout.items()
        if not os.path.lexists(folder / layout)
    }
    return [
        Source(
            str(folder / layout),
            read_error=errors_by_layout.get(layout),
            is_discovered=True,
            season_file=parsed_season.file,
            season_ruleset=ruleset_name,
            season_theme=season.theme,
        )
        for layout in season.layouts
    ]


def _find_season_ruleset_path(parsed_season: SeasonFile) -> str:
    """Return the ruleset of a season (event): the id of an edition, or the path of house rules beside the season file.

    Raises:
        ReadError: the ruleset cannot be used; the error points at its line in the season file.
    """
    folder, name = Path(parsed_season.file).parent, parsed_season.season.ruleset
    try:
        load_ruleset(name, folder, named_by_file=True)
    except RulesetError as error:
        raise parsed_season.build_error_at(("ruleset",), str(error)) from None
    return str(folder / name) if name.lower().endswith(".toml") else name


def _explain_missing_layout(folder: Path, layout: str) -> str:
    """Return the message for a dungeon file that a season (the file of an event) names, but that does not exist.

    Args:
        folder: the folder of the season file.
        layout: the missing file, as the season writes it.
    """
    hint = _suggest_layout(folder, layout)
    if not layout.isprintable():  # "halls\nave.dungeon.yaml": TOML has read \n as a line break
        hint = "; a backslash begins an escape here: write / between folders"
    return f"there is no file {layout!r}{hint}; a season names files from its own folder"


def _suggest_layout(folder: Path, layout: str) -> str:
    """Return a hint for a dungeon file that does not exist: a similar name, a missing folder, or the files there are.

    The arguments are those of `_explain_missing_layout`. The hint follows a message, so it begins with its punctuation;
    '' if there is nothing to suggest.
    """
    missing_path, dungeons = folder / layout, list[str]()
    with suppress(OSError):
        dungeons = [name for name in os.listdir(missing_path.parent) if name.lower().endswith(DUNGEON_ENDINGS)]
    nearest_name = find_nearest_name(missing_path.name, dungeons)
    if nearest_name:
        return f" (did you mean {os.path.join(os.path.dirname(layout), nearest_name)}?)"
    folder_problem = explain_missing_folder(missing_path)  # '' if the folder exists
    if folder_problem:
        return f"; {folder_problem}"
    if 0 < len(dungeons) <= MAX_LISTED_DUNGEONS:
        return f" (one of: {', '.join(sorted(dungeons))})"
    return ""


MAX_LISTED_DUNGEONS = 16
"""The most dungeons of a folder that a message lists where one is missing; suggestions of words have the same limit."""


def find_played_dungeons(names: Sequence[str], use_season_rulesets: bool = True) -> tuple[Season | None, list[Source]]:
    """Return the season (the file of an event) that a call names, and the dungeons to use.

    Args:
        names: what the call names; a season may be named by its file or its folder.
        use_season_rulesets: whether the dungeons of a season get its ruleset.

    Returns:
        The season and its dungeons in the order of play; None and all dungeons named, if the call names no season or
        something besides.
    """
    from dungeon_designer.seasons.season_file import read_season_file

    (name, *other_names) = names
    file = find_season_file(name)
    if other_names or not file:
        return None, list_sources(names, use_season_rulesets)
    parsed_season = read_season_file(Path(file), is_discovered=file != name)
    return parsed_season.season, list_season_sources(parsed_season, use_season_rulesets)


def warn_about_scores(name: str) -> None:
    """Print a warning for each score in a season file that is probably misspelt, so that no score sheet counts it.

    A season is the file of an event: its dungeons and rounds.

    Args:
        name: a season file, or a folder with one.
    """
    from dungeon_designer.seasons.scores import find_score_hints
    from dungeon_designer.seasons.season_file import read_season_file

    file = find_season_file(name)
    parsed_season = read_season_file(Path(file), is_discovered=file != name)
    for key_path, hint in find_score_hints(parsed_season.season):
        print_warning(str(parsed_season.build_error_at(key_path, hint)))


def find_season_file(name: str) -> str:
    """Return the season file (the plan of an event) that a word of the command line names, or that is in its folder.

    It is '' if the word names neither a season file (.toml) nor a folder with the file `season.toml`.
    """
    path_in_folder = os.path.join(name, SEASON_FILE)
    if os.path.isfile(path_in_folder):
        return path_in_folder
    return name if is_season_name(name) else ""


def list_files_by_table(
    season: Season | None, sources: Sequence[Source], tables: int | None = None
) -> tuple[Tables[str], ...]:
    """Return for each round of an event the dungeon files on each of its tables.

    A round is one match on each table. Several files on a table mean that any of them may be in play there. Example: in
    the first of two rounds, two tables with a dungeon each: ``((("a.yaml",), ("b.yaml",)), (("c.yaml",),))``.

    Args:
        season: the season (the file of the event); without one, any of the dungeons may be in play on every table.
        sources: the dungeons, of a season in the order of play.
        tables: how many tables there are; None for the season's own number.

    Raises:
        UsageError: a round has more dungeons than there are tables.
    """
    from dungeon_designer.seasons.table_assignment import list_tables_by_round

    files = tuple(source.file for source in sources)
    if season is None:
        only_round = (files,) * (tables or 1)
        return (only_round,)
    # a season writes each file relative to its own folder; the sources have the paths from the current one
    file_by_layout = dict(zip(season.layouts, files, strict=True))

    def list_round_files(tables_of_round: Tables[str]) -> Tables[str]:
        """Return the paths of the files on each table of one round."""
        return tuple(tuple(file_by_layout[layout] for layout in table) for table in tables_of_round)

    return tuple(map(list_round_files, list_tables_by_round(season, tables)))


def _list_folder_sources(folder: str, use_season_rulesets: bool) -> Iterator[Source]:
    """Yield the dungeons of a folder and of all folders in it.

    A season is the file of an event: its dungeons and rounds. A dungeon that a season file in these folders names gets
    the ruleset of that season. A folder without dungeons, or one that cannot be opened, is an error; otherwise `check`
    would report a wrong path as legal. Folders whose names begin with a dot, and Python environments, are skipped.
    """
    os_errors: list[OSError] = []
    paths = sorted(_list_files_below(folder, os_errors))
    files = [file for file in paths if file.lower().endswith(DUNGEON_ENDINGS)]
    season_sources: list[Source] = []
    if use_season_rulesets:
        for path in paths:
            if os.path.basename(path) == SEASON_FILE:
                season_sources += _read_season_sources(path, use_season_rulesets, is_discovered=True)
    source_by_path = {os.path.normpath(source.file): source for source in season_sources}
    for file in files:
        season_source = source_by_path.get(os.path.normpath(file), Source(file))  # without a season: no ruleset
        yield Source(
            file,
            is_discovered=True,
            season_file=season_source.season_file,
            season_ruleset=season_source.season_ruleset,
        )
    # besides: season files that cannot be read, and dungeon files that seasons name but that do not exist
    yield from (source for source in season_sources if source.read_error)
    for os_error in os_errors:
        yield _build_unread_source(str(os_error.filename), f"this folder cannot be read: {os_error.strerror}")
    if not files and not os_errors:
        endings = " or ".join(DUNGEON_ENDINGS)
        yield _build_unread_source(folder, f"there is no dungeon in this folder (no file ends in {endings})")


def _build_unread_source(name: str, problem: str) -> Source:
    """Return a source that stands for a folder which gives no dungeons; the commands report its problem as an error."""
    return Source(name, read_error=ReadError(name, "", problem))


def _list_files_below(folder: str, errors: list[OSError]) -> Iterator[str]:
    """Yield the files of dungeons and seasons (events) in a folder and all folders in it.

    Args:
        folder: the folder.
        errors: gets an error for each folder that cannot be opened.
    """
    wanted_endings = (*DUNGEON_ENDINGS, SEASON_FILE)
    for directory, subfolders, names in os.walk(folder, onerror=errors.append):
        # `os.walk` goes only into the subfolders that are left in its list
        if "pyvenv.cfg" in names:  # the file that every Python environment has; no dungeon of the user is in it
            subfolders.clear()
            continue
        subfolders[:] = [name for name in subfolders if not name.startswith(".")]
        yield from (os.path.join(directory, name) for name in names if name.lower().endswith(wanted_endings))


STDOUT = "-"
"""The name that means standard output."""


def register_inputs(output: PathName, inputs: Iterable[str]) -> None:
    """Record which files a command reads, so that it never overwrites one of them, and check its output.

    Commands call this before any work is done. If standard input comes from a file, that file is recorded, too.

    Args:
        output: the file to write, or - for standard output.
        inputs: the files to read, or - for standard input.

    Raises:
        UsageError: the output is one of the inputs, or its folder does not exist.
    """
    # what standard input comes from: a file may have been led into it; the null device is never recorded
    stdin_file: int | Path = Path(os.devnull)
    with suppress(AttributeError, OSError, ValueError):  # standard input may be closed, or have no number
        stdin_file = sys.stdin.fileno()
    record_reads(stdin_file if name == STDIN else name for name in inputs)
    if output != STDOUT:
        check_output_path(output)


def find_ending(output: str, format_name: str | None) -> str:
    """Return the file name, or only an ending such as ``.png``, by which the format of an output is chosen.

    Args:
        output: the file to write, or - for standard output.
        format_name: the format that `--to` names; None without it.

    Raises:
        UsageError: standard output has no format, or it is a terminal and the format is not text.
    """
    if output == STDOUT:
        if format_name is None:
            raise UsageError("standard output has no ending; name the format with --to")
        if format_name in ("png", "pdf") and sys.stdout.isatty():
            raise UsageError(
                f"standard output is a terminal, which cannot show {format_name}; redirect it to a file or a program"
            )
    return output if format_name is None else f".{format_name}"


def create_folder(folder: PathName) -> None:
    """Create the folder of an output unless it exists.

    Raises:
        UsageError: the folder cannot be created.
    """
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(escape_line(f"{os.fspath(folder)}: this folder cannot be made: {error.strerror}")) from None


def format_ruleset_path(folder: PathName, ruleset: str, ruleset_folder: PathName = "") -> str:
    """Return the name by which a file in a folder names a ruleset: an id unchanged, a file by its relative path.

    Args:
        folder: the folder of the file that names the ruleset.
        ruleset: an id, or the path of a ruleset file.
        ruleset_folder: the folder to which this path is relative.

    >>> format_ruleset_path("halls", "naf-2019"), format_ruleset_path("cups/halls", "cup.toml", "cups")
    ('naf-2019', '../cup.toml')
    """
    is_same_folder = os.path.abspath(folder) == os.path.abspath(ruleset_folder)
    if is_same_folder or not ruleset.lower().endswith(".toml") or os.path.isabs(ruleset):
        return ruleset
    return format_relative_path(folder, Path(ruleset_folder) / ruleset)


def format_relative_path(folder: PathName, path: PathName) -> str:
    """Return a path relative to a folder, with / between its parts.

    >>> format_relative_path("cups/halls", "cups/cup.toml")
    '../cup.toml'
    """
    return Path(os.path.relpath(path, folder or ".")).as_posix()


def write_output(output: PathName, data: bytes, expected_content: FileContent | None = None) -> None:
    """Write a result of a command to a file, or to standard output for -.

    A terminal gets the text with its control characters escaped.

    Args:
        output: the file, or -.
        data: the bytes to write.
        expected_content: what the file must hold now; None if its content does not matter.

    Raises:
        UsageError: this command has read the file, for example as a ruleset or a tile.
        ChangedError: the file holds other bytes than expected.
    """
    if output == STDOUT:
        print_bytes(data)
        return
    check_output_path(output)
    write_file(output, data, expected_content)
    print_verbose(f"{os.fspath(output)}: {len(data)} bytes written")


def print_written(output: PathName, byte_count: int | None = None, file_count: int | None = None) -> None:
    """Print on standard error what a command wrote, as ``hall.pdf: 34 kB written`` or ``maps/: 3 files written``.

    Nothing is printed for standard output and with `-q`, nor with `-v`, which has a line for each file anyway.

    Args:
        output: the file or folder; - for standard output.
        byte_count: the size of the file.
        file_count: how many files a folder got.
    """
    if output == STDOUT or find_verbosity() is Verbosity.VERBOSE:
        return
    if byte_count is None:
        amount = f"{file_count} file{'' if file_count == 1 else 's'}"
    elif byte_count < 1000:
        amount = f"{byte_count} bytes"
    elif byte_count < 1_000_000:
        amount = f"{byte_count / 1000:.0f} kB"
    else:
        amount = f"{byte_count / 1_000_000:.1f} MB"
    print_note(f"{os.fspath(output)}: {amount} written")


def write_files(output: str, files: Mapping[str, bytes]) -> None:
    """Write the file that a command made, and the pictures that belong beside it.

    To standard output only the file itself is written.

    Args:
        output: the file to write, or - for standard output.
        files: the bytes by file name.
    """
    for name, data in files.items():
        if name == output:
            write_output(name, data)
        elif output != STDOUT:  # only the format of Tabletop Simulator has a picture beside its file
            write_output(name, data)
            print_note(f"{name}: the board's picture; copy it to Tabletop Simulator's folder Mods/Images")


def write_report(text: str, format_name: str, output: str | None) -> None:
    """Write a report to a file, or print it on standard output.

    Bytes of a file name that are not valid text are escaped.

    Args:
        text: the report.
        format_name: its format; "text" is for people, the others are for programs.
        output: the file to write; None for standard output.
    """
    if output is not None:
        write_output(output, text.encode("utf-8", "backslashreplace"))
    elif format_name == "text":
        print_text(text)
    else:
        print_document(text)


def check_output_path(output: PathName) -> None:
    """Raise UsageError if the folder of an output does not exist, or if this command reads the file."""
    if not is_folder_output(os.fspath(output)) and (problem := explain_missing_target(output)):
        raise UsageError(escape_line(f"{os.fspath(output)}: {problem}"))
    if is_input(output):
        raise UsageError(escape_line(f"{os.fspath(output)}: this file is also read; write to another one"))


def is_folder_output(output: str) -> bool:
    """Return whether an output is a folder: its name ends in a slash, or a folder of this name exists."""
    return output.endswith(("/", os.sep)) or os.path.isdir(output)


def select_folders(tiles: Sequence[str]) -> list[str]:
    """Return those values of the option `--tiles` that are folders with tile sets; all others are ids of known sets."""
    return [name for name in tiles if os.path.isdir(name)]


def find_tile_sets(tiles: Sequence[str], known_sets: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the tile sets that `--tiles` asks for.

    Args:
        tiles: names of sets, and folders that contain sets.
        known_sets: the names of all sets.

    Raises:
        UsageError: there is no set of a name.
    """
    set_names: list[str] = []
    for name in tiles:
        if os.path.isdir(name):
            # a library also has the sets of the program; the call asks only for those of the folder
            sets_of_program = load_library([]).sets
            set_names += [tile_set for tile_set in load_library([name]).sets if tile_set not in sets_of_program]
        elif name in known_sets:
            set_names.append(name)
        else:
            raise UsageError(escape_line(f"--tiles {name}: no set of this name{suggest_word(name, known_sets)}"))
    return tuple(dict.fromkeys(set_names))
