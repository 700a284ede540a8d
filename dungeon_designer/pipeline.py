"""Many dungeons asked one question, as the command line asks it: rulesets and tiles are read once."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.dungeon import Dungeon, Fixed, library_of
from dungeon_designer.errors import ReadError, one_line
from dungeon_designer.layout.files import DUNGEON_ENDINGS
from dungeon_designer.reports.model import Report
from dungeon_designer.rules import checker
from dungeon_designer.rules.registry import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.text.files import read_bytes
from dungeon_designer.tiles.library import library
from dungeon_designer.tiles.model import TileLibrary


class SeasonDungeon(Dungeon, frozen=True):
    """A dungeon that a season names: the season's ruleset is asked of it, whatever ruleset it names itself.

    season  the file of the season it is played in, and `asked` the ruleset that season names; both may be ''
    """

    season: str = ""
    asked: str = ""

    @classmethod
    def found(cls, file: str, season: str = "", asked: str = "") -> Self:
        """The dungeon in a file that no person named, but a season or a folder.

        It must be a plain file, and unless its own name, links followed, is a dungeon's, no error says anything of what
        stands in it: it may be none of theirs who named it.
        """
        data = read_bytes(file, found=True)
        try:
            dungeon = cls.load(file, data=data)
        except ReadError:
            if os.path.realpath(file).lower().endswith(DUNGEON_ENDINGS):
                raise
            raise ReadError(file, "", "no dungeon can be read from it; name the file itself to hear why") from None
        return replace(dungeon, season=season, asked=asked)

    def ruleset(self, asked: str | Ruleset | None = None) -> Ruleset:
        """The ruleset named, else the season's, and without a season the dungeon's own."""
        if asked is None and self.asked:
            return load_ruleset(self.asked, Path(), found=True)
        return super().ruleset(asked)

    @property
    def notice(self) -> str:
        """The line that says that it names another ruleset than its season, which is asked; else ''."""
        own, asked = self.layout.ruleset, self.asked
        places = ((own, self.folder), (asked, Path()))
        meant = [os.path.realpath(home / name) if name.lower().endswith(".toml") else name for name, home in places]
        if not (own and asked) or meant[0] == meant[1]:
            return ""
        return one_line(f"{self.file}: it names the ruleset {own}; {asked} is asked, as {self.season} says")


def asked_by_season(dungeon: Dungeon) -> str:
    """The ruleset that the season of a dungeon names, or ''."""
    return dungeon.asked if isinstance(dungeon, SeasonDungeon) else ""


class Question(Struct, frozen=True):
    """What is asked of every layout of a call.

    ruleset  an id, a TOML file, or None for the season's, and without a season the layout's own
    every    whether all editions are asked instead
    select   the only rules to ask, None for all the ruleset has
    ignore   rules to leave out
    strict   whether warnings make a dungeon illegal, too
    tiles    a folder of tile sets besides those that come with the program
    places   whether reports shall know lines and columns
    walks    whether reports shall know how far each side walks to the chests
    moves    whether reports shall know what moves mend their findings, which takes longer to look for than to check
    """

    ruleset: str | None = None
    every: bool = False
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    strict: bool = False
    tiles: str | None = None
    places: bool = False
    moves: bool = False
    walks: bool = False


class Examiner:
    """Answers one question about layout after layout; keeps the rulesets and tiles it has read.

    DungeonError says what is wrong with the question itself: an unknown ruleset or rule, no folder of tiles.
    """

    def __init__(self, question: Question) -> None:
        self.question = question
        self._rulesets: dict[tuple[str, Path], Ruleset] = {}
        self._libraries: dict[Path, TileLibrary] = {}
        checker.known((*(question.select or ()), *question.ignore))
        library([question.tiles] if question.tiles else [])
        named = None if question.ruleset is None else (question.ruleset,)
        self._asked = EDITIONS if question.every else named
        for name in named or ():
            self._ruleset(name, Path())

    def examine(self, dungeon: Dungeon) -> list[Report]:
        """A report for each ruleset asked; DungeonError says why there is none."""
        asked, dungeon = self.question, self.with_tiles(dungeon)
        same = {name: getattr(asked, name) for name in ("strict", "select", "ignore", "places", "moves", "walks")}
        reports = [dungeon.check(ruleset, **same) for ruleset in self.rulesets(dungeon)]
        own = asked_by_season(dungeon) or dungeon.layout.ruleset
        return [replace(report, season_notice=self.notice(dungeon), own=own) for report in reports]

    def rulesets(self, dungeon: Dungeon) -> list[Ruleset]:
        """The rulesets to ask about a dungeon: the question's, else its season's, else its own.

        RulesetError or ReadError when there is none, or it is wrong.
        """
        if (asked := self._asked) is not None:
            return [self._ruleset(name, Path()) for name in asked]
        by_season = asked_by_season(dungeon)
        key = by_season or dungeon.layout.ruleset, Path() if by_season else dungeon.folder
        if key not in self._rulesets or not key[0]:
            self._rulesets[key] = dungeon.ruleset()
        return [self._rulesets[key]]

    def notice(self, dungeon: Dungeon) -> str:
        """The line that says that a dungeon names another ruleset than its season, which is asked; else ''."""
        return dungeon.notice if self._asked is None and isinstance(dungeon, SeasonDungeon) else ""

    def board(self, dungeon: Dungeon) -> Board:
        """The board of a dungeon; ReadError when it names a tile no set holds, or one whose file is wrong."""
        return self.with_tiles(dungeon).board

    def fix(self, dungeon: Dungeon, unsafe: bool) -> Fixed:
        """The dungeon with the fixes made that help; with `unsafe`, those too that move what a person placed."""
        (ruleset,) = self.rulesets(dungeon)
        asked = self.question
        return self.with_tiles(dungeon).fix(ruleset, unsafe=unsafe, select=asked.select, ignore=asked.ignore)

    def with_tiles(self, dungeon: Dungeon) -> Dungeon:
        """The dungeon with the tiles it may name: the program's own, those asked for, those beside its file."""
        if dungeon.folder not in self._libraries:
            given = [self.question.tiles] if self.question.tiles else []
            self._libraries[dungeon.folder] = library_of(dungeon.folder, given)
        tiles = self._libraries[dungeon.folder]
        return dungeon if dungeon.tiles is tiles else replace(dungeon, tiles=tiles)

    def _ruleset(self, name: str, folder: Path) -> Ruleset:
        key = name, folder
        if key not in self._rulesets:
            self._rulesets[key] = load_ruleset(name, folder)
        return self._rulesets[key]
