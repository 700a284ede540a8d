"""`pack`: an event's dungeons as one document."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import click

from dungeon_designer.cli import exits
from dungeon_designer.cli.help import example
from dungeon_designer.cli.output import complain, letters_told, tell
from dungeon_designer.cli.progress import Progress
from dungeon_designer.cli.site import is_folder, write_site
from dungeon_designer.cli.sources import SEASON, Source, of_season, sources
from dungeon_designer.cli.target import keep_apart, write_output
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.errors import ReadError, UsageError
from dungeon_designer.exports.lengths import millimetres
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pack.model import Chapter, Pack
from dungeon_designer.exports.pack.words import credit
from dungeon_designer.exports.papers import PAPERS
from dungeon_designer.exports.site import Entry, Front
from dungeon_designer.exports.svg import check_amount
from dungeon_designer.pipeline import ALL, Examiner, Question
from dungeon_designer.rules import checker
from dungeon_designer.seasons.model import Season
from dungeon_designer.seasons.reader import read_season

EXAMPLES = example(
    "dungeon-designer pack examples/brawl-2013/season.toml -o season.pdf",
    "dungeon-designer pack halls/ -o halls.md --ruleset naf-2019",
    "dungeon-designer pack season.toml -o print.pdf --square 29mm --paper A4 --theme ink",
    "dungeon-designer pack season.toml -o pages/",
)
ENDINGS = (".pdf", ".md")


@click.command(epilog=EXAMPLES, short_help="Bind an event's dungeons into one document.")
@click.argument("files", nargs=-1, required=True, metavar="SEASON|FILES...")
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    required=True,
    help="The document: .pdf, .md without maps, or FOLDER/ for a web page of each dungeon and an index.",
)
@click.option("--name", help="The event's name, where no season says it.")
@click.option("--theme", default=next(iter(THEMES)), help=f"One of {', '.join(THEMES)}.")
@click.option("--paper", default="A4", help=f"The paper of a PDF: {', '.join(PAPERS)}.")
@click.option("--square", metavar="LENGTH", help="Add every dungeon in sheets true to this scale, and the pieces.")
@click.option("--overlap", default="5mm", metavar="LENGTH", help="How far sheets go on beyond their joints (5mm).")
@click.option("--hidden", is_flag=True, help="The organiser's maps: show what lies under trapdoors and counters.")
@click.option("--ruleset", metavar="ID|FILE.toml", help="The ruleset of all; without it, the season's or their own.")
@click.option("--tiles", metavar="DIR", help="A folder of tile sets of your own.")
def command(
    files: tuple[str, ...],
    output: str,
    name: str | None,
    theme: str,
    paper: str,
    square: str | None,
    overlap: str,
    hidden: bool,
    ruleset: str | None,
    tiles: str | None,
) -> int:
    """Bind the dungeons of a season (season.toml), or FILES and folders of them, into one document.

    It holds a cover, contents, the table that says what is played when, a map and the notes, pieces, special rooms
    and verdict of each dungeon, then the stock for the whole event and its rules.

    The exit status is 0 when every dungeon is legal, 1 when one is not (the document is written all the same), 2 when
    a file could not be read or written, or the call was wrong.
    """
    if not (is_folder(output) or output.lower().endswith(ENDINGS)):
        known = f"{', '.join(ENDINGS)} and FOLDER/"
        raise UsageError(f"{output}: a pack cannot be written to this ending; known are {known}")
    options = ExportOptions(
        drawing=DrawingOptions(theme=theme, hidden=hidden),
        square=29.0 if square is None else millimetres(square),
        fitted=square is None,
        paper=paper,
        overlap=millimetres(overlap),
    )
    if ruleset == ALL:
        raise UsageError("a pack is checked under one ruleset; name it with --ruleset")
    examiner = Examiner(Question(ruleset=ruleset, tiles=tiles))
    examiner.prepare()
    season, played = _played(files, by_season=ruleset is None)
    keep_apart(output, (source.file for _, source in played))
    with Progress("checking", len(played)) as progress:
        chapters = tuple(_chapter(examiner, when, source, progress) for when, source in played)
    pack = _pack(season, chapters, name)
    if is_folder(output):
        with letters_told(), Progress("drawing", len(chapters)) as progress:
            write_site(output, _front(pack), _entries(pack), options, progress)
    else:
        write_output(output, _written(output, pack, options))
    return _status(output, chapters)


def _front(pack: Pack) -> Front:
    return Front(pack.name, pack.notes, pack.table_title, pack.table_head, pack.table)


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
        from dungeon_designer.exports.pack.markdown import pack_markdown

        return pack_markdown(pack, options.drawing.hidden)
    from dungeon_designer.exports.pack.pages import pack_pdf, steps

    with letters_told(), Progress("drawing", steps(pack, options)) as progress:
        return pack_pdf(pack, options, progress.advance, lambda: progress.turn_to("setting the pages"))


def _played(files: Sequence[str], by_season: bool) -> tuple[Season | None, list[tuple[str, Source]]]:
    """The season, if one is named, and each layout's file with when it is played."""
    named = _season_file(files)
    if named is None:
        return None, [("", source) for source in sources(files)]
    season = read_season(named, found=os.path.isdir(files[0]))
    when: dict[str, list[str]] = {layout: [] for layout in season.layouts}
    for round_ in season.rounds:
        when[round_.layout].append(round_.name)
    for total in season.dice.sums if season.dice else ():
        when[season.dice.table[str(total)]].append(f"{season.dice.roll}: {total}") if season.dice else None
    found = of_season(str(named), season, by_season)
    return season, [(", ".join(said), source) for said, source in zip(when.values(), found, strict=True)]


def _season_file(files: Sequence[str]) -> Path | None:
    """The season a call names: a file of that kind, or a folder that holds one."""
    seasons = [Path(file) for file in files if file.lower().endswith(".toml")]
    seasons += [Path(file) / SEASON for file in files if os.path.isfile(Path(file) / SEASON)]
    if seasons and len(files) > 1:
        raise UsageError(f"{seasons[0]} is a season; a pack holds one season, or loose files")
    return seasons[0] if seasons else None


def _chapter(examiner: Examiner, when: str, source: Source, progress: Progress) -> Chapter:
    dungeon = source.open()
    board = examiner.board(dungeon)
    check_amount(board)
    (ruleset,) = examiner.rulesets(dungeon)
    verdict = checker.check(board, ruleset)
    tell(examiner.notice(dungeon))
    progress.advance()
    return Chapter(Path(source.file).name, when, board, ruleset, verdict)


def _pack(season: Season | None, chapters: tuple[Chapter, ...], name: str | None) -> Pack:
    if season is None:
        return Pack(name or "Dungeons", "", "", chapters)
    names = dict(zip(season.layouts, (chapter.title for chapter in chapters), strict=True))
    if season.dice is None:
        rows = [(str(i), r.name, names[r.layout]) for i, r in enumerate(season.rounds, start=1)]
        title, head = "The rounds", ("", "round", "dungeon")
    else:
        rows = [
            (str(total), _chance(season, total), names[season.dice.table[str(total)]]) for total in season.dice.sums
        ]
        title, head = "The dice table", (season.dice.roll, "chance", "dungeon")
    rows += [("", "besides", names[layout]) for layout in season.also]
    return Pack(name or season.name, season.author, season.notes, chapters, title, head, tuple(rows))


def _chance(season: Season, total: int) -> str:
    """How likely a sum of the dice is."""
    if season.dice is None:
        raise ReadError(season.name, "dice", "there are no dice")
    count, sides = season.dice.dice
    return f"{_ways(count, sides)[total]} in {sides**count}"


@cache
def _ways(count: int, sides: int) -> dict[int, int]:
    """In how many ways some dice show each sum."""
    ways = {0: 1}
    for _ in range(count):
        ways = {
            sum_: sum(ways.get(sum_ - face, 0) for face in range(1, sides + 1)) for sum_ in range(count * sides + 1)
        }
    return ways
