"""`analyse`: what will a match on these dungeons be like, as far as figures tell without dice?"""

from __future__ import annotations

import click

from dungeon_designer.cli import exits
from dungeon_designer.cli.help import example
from dungeon_designer.cli.output import complain, tell, text_style
from dungeon_designer.cli.progress import Progress
from dungeon_designer.cli.sources import sources
from dungeon_designer.cli.target import keep_apart, write_report
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import DungeonError, ReadError, one_line
from dungeon_designer.pipeline import Examiner, Question
from dungeon_designer.reports.analyses import Analysed

FORMS = ("text", "json", "markdown")

EXAMPLES = example(
    "dungeon-designer analyse hall.dungeon.yaml",
    "dungeon-designer analyse halls/ --ruleset naf-2019 --format markdown -o halls.md",
    "dungeon-designer analyse season.toml --format json",
)


@click.command(epilog=EXAMPLES, short_help="Say how far, how fair and how open dungeons are.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--ruleset", metavar="ID|FILE.toml|all", help="Whose steps to count; without it, the season's or layout's."
)
@click.option("--format", "form", type=click.Choice(FORMS), default="text", show_default=True, help="How to say it.")
@click.option("-o", "--output", metavar="FILE", help="Write it to this file.")
@click.option("--tiles", metavar="DIR", help="A folder of tile sets of your own.")
def command(files: tuple[str, ...], ruleset: str | None, form: str, output: str | None, tiles: str | None) -> int:
    """Say what a match will be like: how far each side walks, how equal they are, how open and how long the dungeon is.

    Each FILE is a sketch (.dungeon.yaml), a layout file (.dungeon.json), a folder of them, a season (.toml), or - for
    standard input. Figures stand beside the range of the named dungeons of the edition. The manual's page on figures
    defines each of them.

    The exit status is 0 when all went well, 2 when a file could not be read or the call was wrong.
    """
    examiner = Examiner(Question(ruleset=ruleset, tiles=tiles))
    examiner.prepare()
    named = sources(files, by_season=ruleset is None)
    if output is not None:
        keep_apart(output, (source.file for source in named))
    analyses, failed = [], False
    with Progress("Analysing", len(named)) as progress:
        for source in named:
            try:
                analyses += analysed(examiner, source.open())
            except DungeonError as error:
                complain(str(error) if isinstance(error, ReadError) else one_line(f"{source.file}: {error}"))
                failed = True
            progress.advance(1)
    from dungeon_designer.reports.analysis_text import FORMATS

    text = FORMATS[form](analyses, text_style(plain=output is not None))
    write_report(text, form, output)
    return exits.FAILED if failed else exits.LEGAL


def analysed(examiner: Examiner, dungeon: Dungeon) -> list[Analysed]:
    """The analysis of a dungeon under each ruleset asked; DungeonError says why there is none."""
    from dungeon_designer.figures.measures import analysis_of
    from dungeon_designer.figures.survey import survey_of

    board = examiner.board(dungeon)
    tell(examiner.notice(dungeon))
    return [
        Analysed(dungeon.file, dungeon.name, ruleset.id, analysis_of(survey_of(board, ruleset), ruleset))
        for ruleset in examiner.rulesets(dungeon)
    ]
