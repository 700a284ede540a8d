"""`pack`: an event's dungeons as one document."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

from msgspec import Struct

from dungeon_designer.board.model import Board
from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, complain, letters_told, tell
from dungeon_designer.cli.files import (
    SEASON,
    Source,
    is_folder,
    keep_apart,
    of_season,
    sources,
    write_output,
)
from dungeon_designer.cli.gallery import write_site
from dungeon_designer.cli.options import OwnTiles, command_of
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.errors import PlaytestError, UsageError
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pack.event import pack_of, played_when
from dungeon_designer.exports.pack.markdown import pack_markdown
from dungeon_designer.exports.pack.model import Chapter, Pack, Part
from dungeon_designer.exports.pack.model import Played as PlayedOut
from dungeon_designer.exports.pack.pages import pack_pdf, steps
from dungeon_designer.exports.pack.words import credit
from dungeon_designer.exports.papers import PAPERS, millimetres
from dungeon_designer.exports.site import Entry, Front
from dungeon_designer.exports.svg import check_amount
from dungeon_designer.options import Option
from dungeon_designer.pipeline import ALL, Examiner, Question
from dungeon_designer.playtest.tables import page_of
from dungeon_designer.rules import checker
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.rulesets.play import set_up_of
from dungeon_designer.seasons.model import Season
from dungeon_designer.seasons.reader import read_season
from dungeon_designer.set_up.order import steps as set_up_steps

ENDINGS = (".pdf", ".md")

GAMES = 2000
"""How many games a playtest plays on each dungeon: the home side's share to plus or minus two or three per cent."""


class Games(NamedTuple):
    """How many games are played on each dungeon, and which."""

    number: int
    seed: int


class PackCall(Struct, frozen=True, kw_only=True):
    """The options of `pack`."""

    files: Annotated[tuple[str, ...], Option(metavar="SEASON|FILES...", name="argument")]
    output: Annotated[
        str,
        Option(
            "The document: .pdf, .md without maps, or FOLDER/ for a web page of each dungeon and an index.",
            metavar="OUT",
            name="-o",
        ),
    ]
    name: Annotated[str | None, Option("The event's name, where no season says it.")] = None
    theme: Annotated[str, Option(f"One of {', '.join(THEMES)}.")] = next(iter(THEMES))
    paper: Annotated[str, Option(f"The paper of a PDF: {', '.join(PAPERS)}.")] = "A4"
    square: Annotated[
        str | None, Option("Add every dungeon in sheets true to this scale, and the pieces.", metavar="LENGTH")
    ] = None
    overlap: Annotated[str, Option("How far sheets go on beyond their joints (5mm).", metavar="LENGTH")] = "5mm"
    playtest: Annotated[bool, Option("Play games on every dungeon and add a page of how it plays.")] = False
    games: Annotated[int | None, Option("How many games --playtest plays on each (2,000).", bounds=(4, 1_000_000))] = (
        None
    )
    seed: Annotated[int, Option("Which games.", bounds=(0, 2**32 - 1), shown=True)] = 1
    hidden: Annotated[bool, Option("The organiser's maps: show what lies under trapdoors and counters.")] = False
    ruleset: Annotated[
        str | None, Option("The ruleset of all; without it, the season's or their own.", metavar="ID|FILE.toml")
    ] = None
    tiles: OwnTiles = None

    def refuse(self) -> None:
        """UsageError for a document nobody can write, and for options that do not go together."""
        if not (is_folder(self.output) or self.output.lower().endswith(ENDINGS)):
            known = f"{', '.join(ENDINGS)} and FOLDER/"
            raise UsageError(f"{self.output}: a pack cannot be written to this ending; known are {known}")
        if self.ruleset == ALL:
            raise UsageError("a pack is checked under one ruleset; name it with --ruleset")
        if self.games is not None and not self.playtest:
            raise UsageError("--games says how many games --playtest plays: add --playtest")

    def export(self) -> ExportOptions:
        """How its maps are drawn; UsageError for a theme, a paper or a size there is not."""
        return ExportOptions(
            drawing=DrawingOptions(theme=self.theme, hidden=self.hidden),
            square=29.0 if self.square is None else millimetres(self.square),
            fitted=self.square is None,
            paper=self.paper,
            overlap=millimetres(self.overlap),
        )


@command_of(
    "dungeon-designer pack examples/brawl-2013/season.toml -o season.pdf",
    "dungeon-designer pack halls/ -o halls.md --ruleset naf-2019",
    "dungeon-designer pack season.toml -o print.pdf --square 29mm --paper A4 --theme ink",
    "dungeon-designer pack season.toml -o season.pdf --playtest --games 4000",
    "dungeon-designer pack season.toml -o pages/",
)
def command(call: PackCall) -> int:
    """Bind the dungeons of a season (season.toml), or FILES and folders of them, into one document.

    It holds a cover, contents, when and where what is played, points and tie-breaks; of each dungeon a map, the notes,
    how it is set up, special rooms, pieces, figures and verdict, with --playtest how it plays; then the stock for the
    whole event and its rules.

    The exit status is 0 when every dungeon is legal, 1 when one is not (the document is written all the same), 2 when
    a file could not be read or written, or the call was wrong.
    """
    call.refuse()
    options = call.export()
    examiner = Examiner(Question(ruleset=call.ruleset, tiles=call.tiles))
    examiner.prepare()
    season, played = _played(call.files, by_season=call.ruleset is None)
    keep_apart(call.output, (source.file for _, source in played))
    chapters = _chapters(examiner, call, played)
    name = call.name or ""
    pack = pack_of(season, chapters, name) if season else Pack(name or "Dungeons", "", "", chapters)
    _write(call.output, pack, options)
    return _status(call.output, chapters)


def _chapters(examiner: Examiner, call: PackCall, played: Sequence[tuple[str, Source]]) -> tuple[Chapter, ...]:
    games = Games(call.games or GAMES, call.seed) if call.playtest else None
    with Progress("playing" if call.playtest else "checking", len(played)) as progress:
        return tuple(_chapter(examiner, when, source, games, progress) for when, source in played)


def _write(output: str, pack: Pack, options: ExportOptions) -> None:
    if not is_folder(output):
        write_output(output, _written(output, pack, options))
        return
    with letters_told(), Progress("drawing", len(pack.chapters)) as progress:
        write_site(output, _front(pack), _entries(pack), options, progress)


def _front(pack: Pack) -> Front:
    return Front(pack.name, pack.facts, pack.notes, pack.parts)


def _entries(pack: Pack) -> list[Entry]:
    return [Entry(each.file, each.title, credit(each), "", each.board, each.ruleset) for each in pack.chapters]


def _status(output: str, chapters: Sequence[Chapter]) -> int:
    """The exit status, with a line about what is not legal in the document."""
    wrong = [chapter.title for chapter in chapters if not chapter.verdict.legal()]
    if not wrong:
        return exits.LEGAL
    complain(f"{output} is written; not legal in it: {', '.join(wrong)}")
    return exits.NOT_LEGAL


def _written(output: str, pack: Pack, options: ExportOptions) -> bytes:
    if output.lower().endswith(".md"):
        return pack_markdown(pack, options.drawing.hidden)
    with letters_told(), Progress("drawing", steps(pack, options)) as progress:
        return pack_pdf(pack, options, progress.advance, lambda: progress.turn_to("setting the pages"))


def _played(files: Sequence[str], by_season: bool) -> tuple[Season | None, list[tuple[str, Source]]]:
    """The season, if one is named, and each layout's file with when it is played."""
    named = _season_file(files)
    if named is None:
        return None, [("", source) for source in sources(files)]
    season = read_season(named, found=os.path.isdir(files[0]))
    return season, list(zip(played_when(season), of_season(str(named), season, by_season), strict=True))


def _season_file(files: Sequence[str]) -> Path | None:
    """The season a call names: a file of that kind, or a folder that holds one."""
    seasons = [Path(file) for file in files if file.lower().endswith(".toml")]
    seasons += [Path(file) / SEASON for file in files if os.path.isfile(Path(file) / SEASON)]
    if seasons and len(files) > 1:
        raise UsageError(f"{seasons[0]} is a season; a pack holds one season, or loose files")
    return seasons[0] if seasons else None


def _chapter(examiner: Examiner, when: str, source: Source, games: Games | None, progress: Progress) -> Chapter:
    dungeon = source.open()
    board = examiner.board(dungeon)
    check_amount(board)
    (ruleset,) = examiner.rulesets(dungeon)
    verdict = checker.check(board, ruleset)
    tell(examiner.notice(dungeon))
    progress.advance()
    set_up = Part("Setting up", items=set_up_steps(board, ruleset), source=set_up_of(ruleset).source)
    played = _how_it_plays(source, board, ruleset, games)
    return Chapter(Path(source.file).name, when, board, ruleset, verdict, set_up, played)


def _how_it_plays(source: Source, board: Board, ruleset: Ruleset, games: Games | None) -> PlayedOut | None:
    """The playtest of a dungeon, if one is asked for; one that cannot be played is told of, and has no such page."""
    if games is None:
        return None
    try:
        return page_of(board, ruleset, games.number, games.seed)
    except PlaytestError as error:
        tell(f"{source.file}: {error}")
        return None
