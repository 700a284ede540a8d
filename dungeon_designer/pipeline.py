"""Examine many dungeons with the same options, as the command line does: rulesets and tiles are read only once."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.dungeon import Dungeon, FixedDungeon, find_own_theme, load_dungeon_library
from dungeon_designer.errors import ReadError, escape_line
from dungeon_designer.layout.dungeon_files import DUNGEON_ENDINGS
from dungeon_designer.reports.check_result import build_report
from dungeon_designer.reports.report_model import Report
from dungeon_designer.rules import checker
from dungeon_designer.rules.rule_registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.file_reading import read_bytes
from dungeon_designer.text.read_faults import Fault
from dungeon_designer.tiles.library import load_library
from dungeon_designer.tiles.tile import TileLibrary


class SeasonDungeon(Dungeon, frozen=True):
    """A dungeon that a season file (the plan of an event) or a folder lists.

    The season's ruleset replaces the one that the dungeon names.

    Attributes:
        season: the file of the season; '' without a season.
        season_ruleset: the ruleset that the season names; '' if it names none.
        season_theme: the theme that the season names, as its file has it; '' if it names none.
    """

    season: str = ""
    season_ruleset: str = ""
    season_theme: str = ""

    @classmethod
    def load_listed(cls, file: str, season: str = "", season_ruleset: str = "", season_theme: str = "") -> Self:
        """Load a dungeon from a file that a season or folder lists, and that no person named.

        The file must be a plain file. An error quotes its content only if the real name of the file, links followed,
        ends as a dungeon file's does. Otherwise a link could reveal a file that the author of the link may not read.

        Args:
            file: the path of the file.
            season: the file of the season; '' without a season.
            season_ruleset: the ruleset that the season names; '' if it names none.
            season_theme: the theme that the season names; '' if it names none.

        Raises:
            ReadError: the file holds no dungeon.
        """
        data = read_bytes(file, only_plain=True)
        try:
            dungeon = cls.load(file, data=data)
        except ReadError:
            if os.path.realpath(file).lower().endswith(DUNGEON_ENDINGS):
                raise
            raise ReadError(file, "", "no dungeon can be read from it; name the file itself to see why") from None
        return replace(dungeon, season=season, season_ruleset=season_ruleset, season_theme=season_theme)

    def ruleset(self, asked: str | Ruleset | None = None) -> Ruleset:
        """Return the ruleset to check the dungeon by.

        Args:
            asked: a ruleset, or its id or file; None for the ruleset of the dungeon's season (the plan of an event),
                or the dungeon's own if the season names none.
        """
        if asked is None and self.season_ruleset:
            return load_ruleset(self.season_ruleset, Path(), named_by_file=True)
        return super().ruleset(asked)

    @property
    def notice(self) -> str:
        """A line that says that the ruleset of the season (the plan of an event) replaces the dungeon's own.

        It is '' if they are the same, or if one of the two names no ruleset.
        """
        own_ruleset, season_ruleset = self.layout.ruleset, self.season_ruleset
        is_same = _resolve_ruleset(own_ruleset, self.folder) == _resolve_ruleset(season_ruleset, Path())
        if not (own_ruleset and season_ruleset) or is_same:
            return ""
        return escape_line(
            f"{self.file}: it names the ruleset {own_ruleset}; {season_ruleset} is asked, as {self.season} says"
        )


def _resolve_ruleset(name: str, folder: Path) -> str:
    """Return the id of a ruleset, or the real path of its file, whose name is relative to a folder."""
    return os.path.realpath(folder / name) if name.lower().endswith(".toml") else name


def find_season_ruleset(dungeon: Dungeon) -> str:
    """Return the ruleset that the season (the plan of an event) of a dungeon names.

    It is '' if the dungeon is in no season or the season names none.
    """
    return dungeon.season_ruleset if isinstance(dungeon, SeasonDungeon) else ""


def choose_theme(dungeon: Dungeon, asked: str = "") -> str:
    """Return the theme in which a dungeon is drawn, as `find_theme` takes it; '' for the default theme.

    Args:
        dungeon: the dungeon.
        asked: the theme that the call names, which comes first; then the dungeon's own, then that of its season (the
            plan of an event).

    Raises:
        ReadError: the theme that the dungeon or the season names does not exist or is wrong.
    """
    theme = asked or find_own_theme(dungeon)
    if not theme and isinstance(dungeon, SeasonDungeon):
        theme = find_season_theme(dungeon.season_theme, dungeon.season)
    return theme


def find_season_theme(name: str, season_file: str) -> str:
    """Return the theme that a season (the plan of an event) names, as `find_theme` takes it; '' if it names none.

    Args:
        name: the theme as the season has it.
        season_file: the file of the season.

    Raises:
        ReadError: the theme does not exist or is wrong, or lies outside the folder of the season.
    """
    from dungeon_designer.drawing.themes.named_theme import resolve_named_theme

    try:
        return resolve_named_theme(name, Path(season_file).parent)
    except Fault as fault:
        raise ReadError(season_file, "theme", fault.problem) from None


class ExamineOptions(Struct, frozen=True):
    """The options with which every dungeon of a call is examined.

    Attributes:
        ruleset: an edition or a TOML file; None for the season's, else the dungeon's own.
        all_editions: whether each dungeon is checked by all editions instead.
        select: the only rules to check; None for all rules of the ruleset.
        ignore: rules to leave out.
        strict: whether a warning, too, makes a dungeon illegal.
        tiles: a folder of tile sets besides those of the program.
        places: whether reports give the line and column of a square in the file.
        moves: whether reports include moves of chests and portals that fix problems. The search for moves takes
            longer than the check.
        walks: whether reports tell how far each team walks to the chests.
    """

    ruleset: str | None = None
    all_editions: bool = False
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    strict: bool = False
    tiles: str | None = None
    places: bool = False
    moves: bool = False
    walks: bool = False


class Examiner:
    """Examines many dungeons with the same options. It keeps the rulesets and tiles that it has read.

    Args:
        options: the options of the call.

    Raises:
        DungeonError: the options name an unknown ruleset or rule, or no folder of tiles.
    """

    def __init__(self, options: ExamineOptions) -> None:
        """Check the options, and load the rulesets and the folder of tiles that they name.

        Raises:
            DungeonError: the options name an unknown ruleset or rule, or no folder of tiles.
        """
        self.options = options
        self._rulesets: dict[tuple[str, Path], Ruleset] = {}
        self._libraries: dict[Path, TileLibrary] = {}
        checker.require_known_rules((*(options.select or ()), *options.ignore))
        load_library([options.tiles] if options.tiles else [])  # only for the error if it is no folder
        named_rulesets = None if options.ruleset is None else (options.ruleset,)
        # None: each dungeon is checked by the ruleset of its season, or by its own.
        self._ruleset_names = EDITIONS if options.all_editions else named_rulesets
        for name in named_rulesets or ():
            self._load_ruleset(name, Path())

    def examine(self, dungeon: Dungeon) -> list[Report]:
        """Check a dungeon, and return a report for each ruleset by which it is checked.

        The reports also name the ruleset that the season or the dungeon names, and say if the season's replaces the
        dungeon's.

        Raises:
            DungeonError: the dungeon cannot be checked.
        """
        options, dungeon = self.options, self.attach_tiles(dungeon)
        check_options = {
            name: getattr(options, name) for name in ("strict", "select", "ignore", "places", "moves", "walks")
        }
        results = [dungeon.check(ruleset, **check_options) for ruleset in self.list_rulesets(dungeon)]
        default_ruleset = find_season_ruleset(dungeon) or dungeon.layout.ruleset
        return [build_report(result, self.find_season_notice(dungeon), default_ruleset) for result in results]

    def list_rulesets(self, dungeon: Dungeon) -> list[Ruleset]:
        """Return the rulesets by which a dungeon is checked.

        These are the ones that the options name; else the one that its season (the plan of an event) names; else its
        own.

        Raises:
            RulesetError: a ruleset is wrong.
            ReadError: there is no ruleset, or its file cannot be read.
        """
        if self._ruleset_names is not None:
            return [self._load_ruleset(name, Path()) for name in self._ruleset_names]
        season_ruleset = find_season_ruleset(dungeon)
        name, folder = (season_ruleset, Path()) if season_ruleset else (dungeon.layout.ruleset, dungeon.folder)
        if not name:
            return [dungeon.ruleset()]  # raises the ReadError
        # A ruleset is read once for all dungeons that name it from the same folder.
        if (name, folder) not in self._rulesets:
            self._rulesets[name, folder] = dungeon.ruleset()
        return [self._rulesets[name, folder]]

    def find_season_notice(self, dungeon: Dungeon) -> str:
        """Return a line that says that the ruleset of the season (the plan of an event) replaces the dungeon's own.

        It is '' if that is not so, as when the options name a ruleset.
        """
        return dungeon.notice if self._ruleset_names is None and isinstance(dungeon, SeasonDungeon) else ""

    def build_board(self, dungeon: Dungeon) -> Board:
        """Return the board of a dungeon, built with all tiles that the dungeon may name.

        Raises:
            ReadError: the dungeon names a tile that no set holds, or whose file is wrong.
        """
        return self.attach_tiles(dungeon).board

    def fix(self, dungeon: Dungeon, unsafe: bool) -> FixedDungeon:
        """Return the dungeon after all automatic fixes that help.

        With `unsafe`, fixes may also move what a person placed. The options must leave a single ruleset.
        """
        (ruleset,) = self.list_rulesets(dungeon)
        options = self.options
        return self.attach_tiles(dungeon).fix(ruleset, unsafe=unsafe, select=options.select, ignore=options.ignore)

    def attach_tiles(self, dungeon: Dungeon) -> Dungeon:
        """Return the dungeon with all tiles that it may name.

        These are the program's own tiles, those of the folder in the options, and those of a folder `tiles` beside the
        dungeon's file. They are read once for each folder of dungeons.
        """
        if dungeon.folder not in self._libraries:
            folders = [self.options.tiles] if self.options.tiles else []
            self._libraries[dungeon.folder] = load_dungeon_library(dungeon.folder, folders)
        tiles = self._libraries[dungeon.folder]
        return dungeon if dungeon.tiles is tiles else replace(dungeon, tiles=tiles)

    def _load_ruleset(self, name: str, folder: Path) -> Ruleset:
        """Return a ruleset by its id or path; its file is read only the first time.

        `folder` is where a relative path starts.
        """
        key = name, folder
        if key not in self._rulesets:
            self._rulesets[key] = load_ruleset(name, folder)
        return self._rulesets[key]
