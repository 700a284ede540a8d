"""Run the `pack` command: bind the dungeons of an event into one document, or into web pages as `publish` does."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

from dungeon_designer.cli import exits
from dungeon_designer.cli.addresses import base_option
from dungeon_designer.cli.console import Progress, print_error, print_warning, reported_missing_letters
from dungeon_designer.cli.files import (
    SEASON_FILE,
    Source,
    find_played_dungeons,
    find_season_file,
    is_folder_output,
    is_season_name,
    list_files_by_table,
    print_written,
    register_inputs,
    warn_about_scores,
    write_output,
)
from dungeon_designer.cli.options import (
    build_command,
    output_option,
    overlap_option,
    ruleset_option,
    tiles_option,
)
from dungeon_designer.cli.output_folder import write_website
from dungeon_designer.cli.pack_addresses import has_addresses, list_pack_addresses
from dungeon_designer.cli.shared_names import warn_about_shared_names
from dungeon_designer.drawing.drawing_options import DrawingOptions, pictures_option
from dungeon_designer.drawing.themes import THEME_HELP
from dungeon_designer.errors import PlaytestError, UsageError
from dungeon_designer.exports.export_options import DEFAULT_SQUARE_MM, ExportOptions, with_theme
from dungeon_designer.exports.pack.markdown_pack import write_pack_markdown
from dungeon_designer.exports.pack.pack_model import Chapter, Pack
from dungeon_designer.exports.pack.pack_pages import count_steps, write_pack_pdf
from dungeon_designer.exports.pack.season_pack import build_pack, list_playing_times
from dungeon_designer.exports.pack.table_papers import write_schedule_csv
from dungeon_designer.exports.papers import PAPERS, parse_length
from dungeon_designer.exports.season_website import export_season_website
from dungeon_designer.exports.svg import check_drawing_cost
from dungeon_designer.options import argument, option, seed_option
from dungeon_designer.pipeline import ExamineOptions, Examiner, choose_theme, find_season_theme
from dungeon_designer.playtest.report_text import build_page
from dungeon_designer.rules import checker
from dungeon_designer.rulesets.play_table import parse_set_up
from dungeon_designer.set_up.order import list_instructions
from dungeon_designer.text.pack_part import PackPart

ENDINGS = (".pdf", ".md", ".csv")
"""The endings of the documents."""

MATCHES_PER_DUNGEON = 2000
"""How many matches `--playtest` plays on each dungeon; the home team's share of wins is then known to plus or minus two
or three per cent.
"""


@dataclass(frozen=True, kw_only=True)
class PackCall:
    """The options of `pack`."""

    files: tuple[str, ...] = argument("SEASON|FILES...")
    output: str = output_option(
        "The document: .pdf, .md without maps, .csv for the schedule, or FOLDER/ for web pages.",
        ...,
        metavar="OUT",
    )
    name: str | None = option("The event's name, if no season says it.")
    theme: str = option(THEME_HELP, "", metavar="NAME|FILE.toml")
    pictures: str = pictures_option()
    paper: str = option(f"The paper of a PDF: {', '.join(PAPERS)}.", "A4", metavar="PAPER")
    square: str | None = option("Add every dungeon in sheets true to this scale, and the pieces.", metavar="LENGTH")
    overlap: str = overlap_option()
    organiser: bool = option("Write the organiser's pack.", False)
    playtest: bool = option("Write the organiser's pack, and play matches to show how each dungeon plays.", False)
    games: int | None = option("The number of matches of --playtest on each dungeon (2,000).", bounds=(4, 1_000_000))
    seed: int = seed_option()
    hidden: bool = option("The same as --organiser.", False)
    ruleset: str | None = ruleset_option("The ruleset; by default the season's or the dungeon's own.")
    tiles: str | None = tiles_option()
    base: str | None = base_option()

    @property
    def for_organiser(self) -> bool:
        """Whether the document is for the organiser of the event, so that it also shows what players may not see."""
        return self.organiser or self.hidden or self.playtest

    def check_options(self) -> None:
        """Raise UsageError for an unknown ending, and for options that do not go together."""
        if not (is_folder_output(self.output) or self.output.lower().endswith(ENDINGS)):
            known_endings = f"{', '.join(ENDINGS)} and FOLDER/"
            raise UsageError(f"{self.output}: a pack cannot be written to this ending; known are {known_endings}")
        if self.games is not None and not self.playtest:
            raise UsageError("--games says how many matches --playtest plays: add --playtest")

    def build_export_options(self) -> ExportOptions:
        """Return how the maps are drawn.

        Raises:
            UsageError: the theme, the paper or a length is not known.
        """
        return ExportOptions(
            # hidden=True shows what is hidden from players, such as what lies below a trapdoor
            drawing=DrawingOptions(theme=self.theme, hidden=self.for_organiser, pictures=self.pictures),
            square=DEFAULT_SQUARE_MM if self.square is None else parse_length(self.square),
            fitted=self.square is None,  # each map on one page; with --square cut into sheets true to scale
            paper=self.paper,
            overlap=parse_length(self.overlap),
        )


@build_command(
    "dungeon-designer pack examples/brawl-2013/season.toml -o season.pdf",
    "dungeon-designer pack halls/ -o halls.md --ruleset naf-2019",
    "dungeon-designer pack season.toml -o print.pdf --square 29mm --paper A4 --theme ink",
    "dungeon-designer pack season.toml -o organiser.pdf --playtest --games 4000",
    "dungeon-designer pack season.toml -o schedule.csv",
    "dungeon-designer pack season.toml -o pages/",
)
def command(call: PackCall) -> int:
    """Bind the dungeons of a season (season.toml), or FILES and folders of them, into one document.

    Coaches get a cover, contents, schedule, points and tie-breaks, how to set up, special rooms, the rules at the
    table, and a map of each dungeon. The organiser also gets the stock, a kit for each table, the changes between
    rounds, and the pages and ink. Each dungeon then has its pieces, figures, verdict and hidden contents.

    The exit status is 1 if a dungeon is not legal; the document is still written.
    """
    call.check_options()
    options, pack = call.build_export_options(), prepare_pack(call)
    options = with_theme(options, call.theme or pack.theme)
    if is_folder_output(call.output):
        files, status = write_pack_website(pack, call.output, options)
        return status or report_pack(pack, call.output, file_count=len(files))
    data = _build_document(pack, call.output.lower(), options)
    write_output(call.output, data)
    return report_pack(pack, call.output, byte_count=len(data))


def _build_document(pack: Pack, output: str, options: ExportOptions) -> bytes:
    """Return the bytes of the document: the pack (.pdf, or .md without maps) or only the event's schedule (.csv)."""
    if output.endswith(".csv"):
        return write_schedule_csv(pack)
    if output.endswith(".md"):
        return write_pack_markdown(pack, options)
    with reported_missing_letters(), Progress("drawing", count_steps(pack, options)) as progress:
        return write_pack_pdf(
            pack, options, progress.advance, lambda: progress.start_uncounted_task("setting the pages")
        )


def report_pack(pack: Pack, output: str, byte_count: int | None = None, file_count: int | None = None) -> int:
    """Print in one line what was written, and which dungeons in it are not legal, and return the exit status.

    Args:
        pack: the pack (the printed document of an event).
        output: the document, or the folder of pages.
        byte_count: the size of the document.
        file_count: how many files the folder got.
    """
    status = report_illegal_dungeons(pack, output)
    if status == exits.LEGAL:  # else the line about the dungeons says that the document is written
        print_written(output, byte_count, file_count)
    return status


def report_illegal_dungeons(pack: Pack, output: str) -> int:
    """Print which dungeons of a pack (the printed document of an event) are not legal, and return the exit status.

    Dungeons for which a rule crashed cannot be judged; only these are named then, with the first such rule.
    """
    failures = [(chapter.title, failure) for chapter in pack.chapters for failure in chapter.verdict.failures]
    if failures:
        titles = ", ".join(dict.fromkeys(title for title, _ in failures))
        _, first_failure = failures[0]
        print_error(
            f"{output} is written; {titles} cannot be judged: the rule {first_failure.rule} failed"
            f" ({first_failure.problem}); please report it with the files (DUNGEON_DESIGNER_DEBUG=1 shows where)"
        )
        return exits.FAILED
    illegal_titles = [chapter.title for chapter in pack.chapters if not chapter.verdict.is_legal()]
    if not illegal_titles:
        return exits.LEGAL
    print_error(f"{output} is written; not legal: {', '.join(illegal_titles)}")
    return exits.NOT_LEGAL


def write_pack_website(pack: Pack, folder: str, options: ExportOptions) -> tuple[dict[str, bytes], int]:
    """Write the pack (the document of an event) and a page for each dungeon as a folder for a web host.

    Returns:
        The bytes of the files by name, and the exit status.
    """
    # of each dungeon a page and a picture; for all the index, the rules, the schedule and the script that keeps files
    file_count = 2 * len(pack.chapters) + 4
    with reported_missing_letters(), Progress("drawing", file_count) as progress:
        return write_website(folder, export_season_website(pack, options), progress)


def prepare_pack(call: PackCall) -> Pack:
    """Return the pack (the content of an event's printed document) for the dungeons that a call names.

    The dungeons are read and checked. With `--playtest` the program also plays matches on them.

    Raises:
        UsageError: the call names a season (the file of an event) and other files, or several seasons.
    """
    examiner = Examiner(ExamineOptions(ruleset=call.ruleset, tiles=call.tiles))
    season, sources = find_played_dungeons(call.files, use_season_rulesets=call.ruleset is None)
    names_season = any(is_season_name(file) or os.path.isfile(Path(file) / SEASON_FILE) for file in call.files)
    if season is None and names_season:  # there is no season if the call names anything besides
        raise UsageError("a pack holds one season, or several dungeons")
    register_inputs(call.output, (source.file for source in sources))
    play_times = list_playing_times(season) if season else [""] * len(sources)
    with Progress("playing" if call.playtest else "checking", len(sources)) as progress:
        chapters = tuple(
            _build_chapter(examiner, call, play_time, source, progress)
            for play_time, source in zip(play_times, sources, strict=True)
        )
    dungeon_names = [chapter.board.layout.name for chapter in chapters]
    warn_about_shared_names(zip(sources, dungeon_names, strict=True))
    addresses = list_pack_addresses(chapters, season, call.base) if has_addresses(call.output) else {}
    if season is None:
        return Pack(call.name or "Dungeons", "", "", chapters, organiser=call.for_organiser, addresses=addresses)
    warn_about_scores(call.files[0])
    pack = build_pack(season, chapters, list_files_by_table(season, sources), call.name or "", call.for_organiser)
    return replace(pack, addresses=addresses, theme=find_season_theme(season.theme, find_season_file(call.files[0])))


def _build_chapter(examiner: Examiner, call: PackCall, play_time: str, source: Source, progress: Progress) -> Chapter:
    """Return one dungeon's chapter of the pack (the printed document of an event).

    The dungeon is read and checked. With `--playtest` the program also plays matches on it.

    Args:
        examiner: reads the board and the ruleset.
        call: the options.
        play_time: when the dungeon is played, in words; '' if nothing says it.
        source: the dungeon.
        progress: the progress bar, which counts the dungeon.
    """
    dungeon = source.open_dungeon()
    board = examiner.build_board(dungeon)
    check_drawing_cost(board)  # raises an error for a dungeon that would take minutes to draw
    (ruleset,) = examiner.list_rulesets(dungeon)
    verdict = checker.check_board(board, ruleset)
    print_warning(examiner.find_season_notice(dungeon))
    progress.advance()
    set_up = PackPart("Setting up", items=list_instructions(board, ruleset), source=parse_set_up(ruleset).source)
    playtest_page = None
    if call.playtest:
        try:
            playtest_page = build_page(board, ruleset, call.games or MATCHES_PER_DUNGEON, call.seed)
        except PlaytestError as error:  # a dungeon that cannot be played on has no such page
            print_warning(f"{source.file}: {error}")
    theme = choose_theme(dungeon, call.theme)
    return Chapter(source.file, play_time, board, ruleset, verdict, set_up, playtest_page, theme)
