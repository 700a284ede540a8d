"""`analyse`: what will a match on these dungeons be like, as far as figures tell without dice?"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, complain, tell, text_style
from dungeon_designer.cli.files import keep_apart, sources, write_report
from dungeon_designer.cli.options import Files, OwnTiles, command_of
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import DungeonError, ReadError, one_line
from dungeon_designer.figures.measures import analysis_of
from dungeon_designer.figures.survey import survey_of
from dungeon_designer.options import Option
from dungeon_designer.pipeline import Examiner, Question
from dungeon_designer.reports.analyses import FORMATS, Analysed

FORMS = ("text", "json", "markdown")


class AnalyseCall(Struct, frozen=True, kw_only=True):
    """The options of `analyse`."""

    files: Files
    ruleset: Annotated[
        str | None,
        Option("Whose steps to count; without it, the season's or layout's.", metavar="ID|FILE.toml|all"),
    ] = None
    form: Annotated[str, Option("How to say it.", name="--format", choices=FORMS, shown=True)] = "text"
    output: Annotated[str | None, Option("Write it to this file.", metavar="FILE", name="-o")] = None
    tiles: OwnTiles = None


@command_of(
    "dungeon-designer analyse hall.dungeon.yaml",
    "dungeon-designer analyse halls/ --ruleset naf-2019 --format markdown -o halls.md",
    "dungeon-designer analyse season.toml --format json",
)
def command(call: AnalyseCall) -> int:
    """Say what a match will be like: how far each side walks, how equal they are, how open and how long the dungeon is.

    Each FILE is a sketch (.dungeon.yaml), a layout file (.dungeon.json), a folder of them, a season (.toml), or - for
    standard input. Figures stand beside the range of the named dungeons of the edition. The manual's page on figures
    defines each of them.

    The exit status is 0 when all went well, 2 when a file could not be read or the call was wrong.
    """
    examiner = Examiner(Question(ruleset=call.ruleset, tiles=call.tiles))
    examiner.prepare()
    named = sources(call.files, by_season=call.ruleset is None)
    if call.output is not None:
        keep_apart(call.output, (source.file for source in named))
    analyses, failed = [], False
    with Progress("Analysing", len(named)) as progress:
        for source in named:
            try:
                analyses += analysed(examiner, source.open())
            except DungeonError as error:
                complain(str(error) if isinstance(error, ReadError) else one_line(f"{source.file}: {error}"))
                failed = True
            progress.advance(1)
    text = FORMATS[call.form](analyses, text_style(plain=call.output is not None))
    write_report(text, call.form, call.output)
    return exits.FAILED if failed else exits.LEGAL


def analysed(examiner: Examiner, dungeon: Dungeon) -> list[Analysed]:
    """The analysis of a dungeon under each ruleset asked; DungeonError says why there is none."""
    board = examiner.board(dungeon)
    tell(examiner.notice(dungeon))
    return [
        Analysed(dungeon.file, dungeon.name, ruleset.id, analysis_of(survey_of(board, ruleset), ruleset))
        for ruleset in examiner.rulesets(dungeon)
    ]
