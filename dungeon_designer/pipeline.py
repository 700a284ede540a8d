"""The few lines every front end calls: open a layout, find its ruleset and tiles, check it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from dungeon_designer.analysis.stock import tiles_needed
from dungeon_designer.board.build import build
from dungeon_designer.board.model import Board
from dungeon_designer.errors import ReadError, RulesetError, TileError, one_line
from dungeon_designer.layout.files import DUNGEON_ENDINGS, is_layout_file, read_layout
from dungeon_designer.layout.model import Layout
from dungeon_designer.reports.model import Corner, Report
from dungeon_designer.reports.picture import picture
from dungeon_designer.rules import checker
from dungeon_designer.rules.checker import Verdict
from dungeon_designer.rules.loading import load_ruleset
from dungeon_designer.rulesets.loader import EDITIONS
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.text.files import read_bytes
from dungeon_designer.tiles.library import library, own_folder
from dungeon_designer.tiles.model import TileLibrary

if TYPE_CHECKING:
    from dungeon_designer.rules.mending import Mended

STDIN = "-"
"""The name a caller gives to standard input."""

ALL = "all"
"""The word that asks for every edition."""


class Opened(Struct, frozen=True):
    """A layout as read from `file`: its bytes, and the folder its ruleset and tiles are looked for in.

    Where it was opened as part of a season, `season` is that season's file and `asked` the ruleset it names.
    """

    file: str
    layout: Layout
    data: bytes
    folder: Path
    season: str = ""
    asked: str = ""

    @property
    def sketch(self) -> bool:
        """Whether it was a sketch rather than a layout file."""
        return not is_layout_file(self.file, self.data.decode("utf-8-sig", "replace"))

    @property
    def corner(self) -> Corner | None:
        """Line and column of square (0, 0) in the file, if it is a sketch with a map."""
        from dungeon_designer.layout.places import map_corner

        return map_corner(self.data.decode("utf-8-sig")) if self.sketch else None


def open_layout(file: str, data: bytes | None = None, found: bool = False) -> Opened:
    """The layout in a file, or in the bytes given as its content; ReadError when it is none.

    `found` is a file that no person named but a season, or a folder. It must be a plain file, and unless its own name,
    links followed, is a dungeon's, no error says anything of what stands in it: it may be none of theirs who named it.
    """
    folder = Path() if file == STDIN else Path(file).parent
    content = read_bytes(file, found=found) if data is None else data
    try:
        layout = read_layout(content, "standard input" if file == STDIN else file)
    except ReadError:
        if not found or os.path.realpath(file).lower().endswith(DUNGEON_ENDINGS):
            raise
        raise ReadError(file, "", "no dungeon can be read from it; name the file itself to hear why") from None
    return Opened(file, layout, content, folder)


class Question(Struct, frozen=True):
    """What is asked of every layout of a call.

    ruleset  an id, a TOML file, `ALL`, or None for the season's, and without a season the layout's own
    select   the only rules to ask, None for all the ruleset has
    ignore   rules to leave out
    strict   whether warnings make a dungeon illegal, too
    tiles    a folder of tile sets besides those that come with the program
    places   whether reports shall know lines and columns
    mends    whether reports shall know what moves mend their findings, which takes longer to look for than to check
    """

    ruleset: str | None = None
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    strict: bool = False
    tiles: str | None = None
    places: bool = False
    mends: bool = False


class Examiner:
    """Answers one question about layout after layout; keeps the rulesets and tiles it has read."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self._rulesets: dict[tuple[str, Path], Ruleset] = {}
        self._libraries: dict[Path, TileLibrary] = {}

    def prepare(self) -> None:
        """Finds out what is wrong with the question itself: an unknown ruleset or rule, no folder of tiles."""
        asked = self.question
        checker.known((*(asked.select or ()), *asked.ignore))
        library([asked.tiles] if asked.tiles else [])
        if asked.ruleset not in (None, ALL):
            self._ruleset(asked.ruleset or "", Path())

    def examine(self, opened: Opened) -> list[Report]:
        """A report for each ruleset asked; DungeonError says why there is none."""
        rulesets, board, asked = self.rulesets(opened), self.board(opened), self.question
        verdicts = [checker.check(board, ruleset, asked.select, asked.ignore) for ruleset in rulesets]
        if asked.mends:
            both = zip(verdicts, rulesets, strict=True)
            verdicts = [checker.offered(verdict, board, ruleset) for verdict, ruleset in both]
        return self._reports(opened, board, verdicts)

    def rulesets(self, opened: Opened) -> list[Ruleset]:
        """The rulesets to ask about a layout: the question's, else its season's, else its own.

        RulesetError or ReadError when there is none, or it is wrong.
        """
        asked, own = self.question.ruleset, opened.layout.ruleset
        if asked == ALL:
            return [self._ruleset(edition, Path()) for edition in EDITIONS]
        if asked is not None:
            return [self._ruleset(asked, Path())]
        if opened.asked:
            return [self._ruleset(opened.asked, Path(), found=True)]
        if not own:
            hint = f"the file names no ruleset; give one with --ruleset ({', '.join(EDITIONS)}, {ALL} or a .toml file)"
            raise ReadError(opened.file, "", hint)
        try:
            return [self._ruleset(own, opened.folder, found=True)]
        except RulesetError as error:
            raise ReadError(opened.file, "ruleset", str(error)) from None

    def notice(self, opened: Opened) -> str:
        """The line that says that a layout names another ruleset than its season, which is asked; else ''."""
        own, asked = opened.layout.ruleset, opened.asked
        if self.question.ruleset is not None or not (own and asked):
            return ""
        if _meant(own, opened.folder) == _meant(asked, Path()):
            return ""
        return one_line(f"{opened.file}: it names the ruleset {own}; {asked} is asked, as {opened.season} says")

    def board(self, opened: Opened) -> Board:
        """The board of a layout; ReadError when it names a tile no set holds, or one whose file is wrong."""
        try:
            return build(opened.layout, self.library(opened))
        except TileError as error:
            what = f"{error.place}: {error.problem}" if error.file == "tile" else str(error)
            raise ReadError(opened.file, "sections", what) from None

    def library(self, opened: Opened) -> TileLibrary:
        """The tiles a layout may name: the program's own, those asked for, those in `tiles` beside its file."""
        if opened.folder not in self._libraries:
            beside = own_folder(opened.folder)
            given = [self.question.tiles] if self.question.tiles else []
            self._libraries[opened.folder] = library(given, beside)
        return self._libraries[opened.folder]

    def mend(self, opened: Opened, unsafe: bool) -> Mended:
        """The layout with the fixes made that help; with `unsafe`, those too that move what a person placed."""
        from dungeon_designer.rules.mending import Mender

        (ruleset,) = self.rulesets(opened)
        self.board(opened)
        asked = self.question
        return Mender(ruleset, self.library(opened), asked.select, asked.ignore, unsafe).mend(opened.layout)

    def _reports(self, opened: Opened, board: Board, verdicts: Iterable[Verdict]) -> list[Report]:
        shown, strict = picture(board), self.question.strict
        corner = opened.corner if self.question.places else None
        name = opened.layout.name
        tiles = tiles_needed(board)
        notice = self.notice(opened)
        return [Report(opened.file, name, verdict, shown, strict, corner, tiles, notice) for verdict in verdicts]

    def _ruleset(self, name: str, folder: Path, found: bool = False) -> Ruleset:
        key = name, folder
        if key not in self._rulesets:
            self._rulesets[key] = load_ruleset(name, folder, found)
        return self._rulesets[key]


def _meant(ruleset: str, folder: Path) -> str:
    """What a name means in a folder: an id is itself, a file the place where it lies."""
    return os.path.realpath(folder / ruleset) if ruleset.lower().endswith(".toml") else ruleset
