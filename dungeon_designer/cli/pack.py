"""`pack`: an event's dungeons as one document."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, complain, letters_told, tell
from dungeon_designer.cli.files import (
    SEASON,
    Source,
    is_folder,
    is_season,
    keep_apart,
    on_tables,
    played_by,
    warn_of_scores,
    write_output,
)
from dungeon_designer.cli.options import command_of, output, overlap, own_tiles, ruleset, seed
from dungeon_designer.cli.output_folder import write_site
from dungeon_designer.cli.shared_names import warn_of_shared_names
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.errors import PlaytestError, UsageError
from dungeon_designer.exports.html_parts import INDEX, RULES, file_names
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pack.event import pack_of, played_when
from dungeon_designer.exports.pack.markdown import pack_markdown
from dungeon_designer.exports.pack.model import Chapter, Pack, PackPart
from dungeon_designer.exports.pack.pages import pack_pdf, steps
from dungeon_designer.exports.pack.tables import schedule_csv
from dungeon_designer.exports.papers import PAPERS, millimetres
from dungeon_designer.exports.publishing import published
from dungeon_designer.exports.svg import check_amount
from dungeon_designer.options import argument, option
from dungeon_designer.pipeline import Examiner, Question
from dungeon_designer.playtest.tables import page_of
from dungeon_designer.rules import checker
from dungeon_designer.rulesets.play import set_up_of
from dungeon_designer.seasons.model import Season
from dungeon_designer.set_up.order import steps as set_up_steps

ENDINGS = (".pdf", ".md", ".csv")

GAMES = 2000
"""How many games a playtest plays on each dungeon: the home side's share to plus or minus two or three per cent."""


@dataclass(frozen=True, kw_only=True)
class PackCall:
    """The options of `pack`."""

    files: tuple[str, ...] = argument("SEASON|FILES...")
    output: str = output(
        "The document: .pdf, .md without maps, .csv for the schedule, or FOLDER/ for web pages.",
        ...,
        metavar="OUT",
    )
    name: str | None = option("The event's name, where no season says it.")
    theme: str = option(f"One of {', '.join(THEMES)}.", next(iter(THEMES)))
    paper: str = option(f"The paper of a PDF: {', '.join(PAPERS)}.", "A4")
    square: str | None = option("Add every dungeon in sheets true to this scale, and the pieces.", metavar="LENGTH")
    overlap: str = overlap()
    organiser: bool = option("The organiser's pack: stock, kits, verdicts, figures and what lies hidden, too.", False)
    playtest: bool = option("The organiser's, with games played on every dungeon and a page of how it plays.", False)
    games: int | None = option("How many games --playtest plays on each (2,000).", bounds=(4, 1_000_000))
    seed: int = seed()
    hidden: bool = option("The same as --organiser.", False)
    ruleset: str | None = ruleset("The ruleset of all; without it, the season's or their own.")
    tiles: str | None = own_tiles()

    @property
    def for_organiser(self) -> bool:
        """Whether everything is told."""
        return self.organiser or self.hidden or self.playtest

    def refuse(self) -> None:
        """UsageError for a document nobody can write, and for options that do not go together."""
        if not (is_folder(self.output) or self.output.lower().endswith(ENDINGS)):
            known = f"{', '.join(ENDINGS)} and FOLDER/"
            raise UsageError(f"{self.output}: a pack cannot be written to this ending; known are {known}")
        if self.games is not None and not self.playtest:
            raise UsageError("--games says how many games --playtest plays: add --playtest")

    def export(self) -> ExportOptions:
        """How its maps are drawn; UsageError for a theme, a paper or a size there is not."""
        return ExportOptions(
            drawing=DrawingOptions(theme=self.theme, hidden=self.for_organiser),
            square=29.0 if self.square is None else millimetres(self.square),
            fitted=self.square is None,
            paper=self.paper,
            overlap=millimetres(self.overlap),
        )


@command_of(
    "dungeon-designer pack examples/brawl-2013/season.toml -o season.pdf",
    "dungeon-designer pack halls/ -o halls.md --ruleset naf-2019",
    "dungeon-designer pack season.toml -o print.pdf --square 29mm --paper A4 --theme ink",
    "dungeon-designer pack season.toml -o organiser.pdf --organiser",
    "dungeon-designer pack season.toml -o organiser.pdf --playtest --games 4000",
    "dungeon-designer pack season.toml -o schedule.csv",
    "dungeon-designer pack season.toml -o pages/",
)
def command(call: PackCall) -> int:
    """Bind the dungeons of a season (season.toml), or FILES and folders of them, into one document.

    It is for coaches: a cover, contents, when and where what is played, points and tie-breaks, how the dungeons are set
    up, special rooms, the rules at the table, and a map of each dungeon. With --organiser it tells everything: the
    stock and a kit for each table, what changes between rounds, pages and ink to expect, and of each dungeon the
    pieces, figures and verdict, and what lies hidden; with --playtest how it plays.

    The exit status is 0 when every dungeon is legal, 1 when one is not (the document is written all the same), 2 when
    a file could not be read or written, or the call was wrong, and 130 when it was stopped: a document is whole or not
    written at all.
    """
    call.refuse()
    options, pack = call.export(), bound(call)
    status = exits.LEGAL
    if is_folder(call.output):
        _, status = publish(pack, call.output, options)
    elif call.output.lower().endswith(".csv"):
        write_output(call.output, schedule_csv(pack))
    elif call.output.lower().endswith(".md"):
        write_output(call.output, pack_markdown(pack, options))
    else:
        with letters_told(), Progress("drawing", steps(pack, options)) as progress:
            data = pack_pdf(pack, options, progress.advance, lambda: progress.turn_to("setting the pages"))
        write_output(call.output, data)
    return status or legal(pack, call.output)


def legal(pack: Pack, output: str) -> int:
    """The exit status; a line names the dungeons that are not legal."""
    wrong = [chapter.title for chapter in pack.chapters if not chapter.verdict.legal()]
    if not wrong:
        return exits.LEGAL
    complain(f"{output} is written; not legal in it: {', '.join(wrong)}")
    return exits.NOT_LEGAL


def publish(pack: Pack, folder: str, options: ExportOptions) -> tuple[dict[str, bytes], int]:
    """Write the folder for a web host; its files by name, and the exit status."""
    with letters_told(), Progress("drawing", 2 * len(pack.chapters) + 4) as progress:
        return write_site(folder, "publish", published(pack, options), progress)


def bound(call: PackCall) -> Pack:
    """What is asked to be bound, checked; with --playtest it is played, too."""
    examiner = Examiner(Question(ruleset=call.ruleset, tiles=call.tiles))
    season, played = played_by(call.files, by_season=call.ruleset is None)
    if season is None and any(is_season(file) or os.path.isfile(Path(file) / SEASON) for file in call.files):
        raise UsageError("a pack holds one season, or loose files")
    keep_apart(call.output, (source.file for source in played))
    times = played_when(season) if season else [""] * len(played)
    with Progress("playing" if call.playtest else "checking", len(played)) as progress:
        chapters = tuple(_chapter(examiner, call, *each, progress) for each in zip(times, played, strict=True))
    warn_of_shared_names((source, chapter.board.layout.name) for source, chapter in zip(played, chapters, strict=True))
    if season:
        warn_of_scores(call.files[0])
        pack = pack_of(season, chapters, on_tables(season, played), call.name or "", call.for_organiser)
        pack = replace(pack, addresses=_addresses(season, [source.file for source in played]))
    else:
        pack = Pack(call.name or "Dungeons", "", "", chapters, organiser=call.for_organiser)
    return pack


def _addresses(season: Season, files: Sequence[str]) -> dict[str, str]:
    """Where the published page of each file stands; nothing without an address."""
    if not season.address:
        return {}
    pages = file_names([Path(file).name for file in files], ".html", INDEX, RULES)
    base = season.address.removesuffix(INDEX).rstrip("/")
    return {file: f"{base}/{page}" for file, page in zip(files, pages, strict=True)}


def _chapter(examiner: Examiner, call: PackCall, when: str, source: Source, progress: Progress) -> Chapter:
    dungeon = source.open()
    board = examiner.board(dungeon)
    check_amount(board)
    (ruleset,) = examiner.rulesets(dungeon)
    verdict = checker.check(board, ruleset)
    tell(examiner.notice(dungeon))
    progress.advance()
    set_up = PackPart("Setting up", items=set_up_steps(board, ruleset), source=set_up_of(ruleset).source)
    played = None
    if call.playtest:
        try:
            played = page_of(board, ruleset, call.games or GAMES, call.seed)
        except PlaytestError as error:  # a dungeon that cannot be played on has no such page
            tell(f"{source.file}: {error}")
    return Chapter(source.file, when, board, ruleset, verdict, set_up, played)
