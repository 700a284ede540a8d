"""`check`: are these dungeons legal?"""

from __future__ import annotations

from collections.abc import Sequence

import click

from dungeon_designer.analysis.stock import for_all
from dungeon_designer.cli import exits
from dungeon_designer.cli.batch import Outcome, examine_all
from dungeon_designer.cli.help import example
from dungeon_designer.cli.name_lists import names_in
from dungeon_designer.cli.output import aside, complain, say, tell, text_style
from dungeon_designer.cli.progress import Progress
from dungeon_designer.cli.sources import Source, is_season, sources
from dungeon_designer.cli.target import keep_apart, write_report
from dungeon_designer.errors import UsageError
from dungeon_designer.pipeline import ALL, Examiner, Question
from dungeon_designer.reports.model import Results
from dungeon_designer.reports.registry import FORMATS, renderer

EXAMPLES = example(
    "dungeon-designer check hall.dungeon.yaml",
    "dungeon-designer check halls/ --ruleset all",
    "dungeon-designer check halls/ --ruleset cup.toml --strict --format junit -o report.xml",
    "dungeon-designer check hall.dungeon.yaml --fix",
)
PLACED = ("sarif", "github")
"""Formats that say line and column."""
MENDING = ("text", "json")
"""Formats that say what mends a finding; `text` does so neither in brief nor where it compares editions."""


@click.command(epilog=EXAMPLES, short_help="Check dungeons against a rule book.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--ruleset", metavar="ID|FILE.toml|all", help="The ruleset to ask; without it, the season's or layout's.")
@click.option(
    "--format", "form", type=click.Choice(list(FORMATS)), default="text", show_default=True, help="How to say it."
)
@click.option("-o", "--output", metavar="FILE", help="Write the report to this file.")
@click.option("--strict", is_flag=True, help="Warnings make a dungeon illegal, too.")
@click.option("--select", multiple=True, metavar="RULES", help="Ask these rules only (names with commas between).")
@click.option("--ignore", multiple=True, metavar="RULES", help="Leave these rules out.")
@click.option("--tiles", metavar="DIR", help="A folder of tile sets of your own.")
@click.option("--brief", is_flag=True, help="One line a finding, no maps (text only).")
@click.option("--fix", is_flag=True, help="Mend what nobody can have meant, in the files themselves.")
@click.option("--fix-all", is_flag=True, help="Mend whatever can be mended: chests and portals may move.")
def command(
    files: tuple[str, ...],
    ruleset: str | None,
    form: str,
    output: str | None,
    strict: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    tiles: str | None,
    brief: bool,
    fix: bool,
    fix_all: bool,
) -> int:
    """Check dungeons against a rule book.

    Each FILE is a sketch (.dungeon.yaml), a layout file (.dungeon.json), a folder of them, a season (.toml), or - for
    standard input.

    The exit status is 0 when every report is legal, 1 when one is not, 2 when a file could not be read or the call
    was wrong.
    """
    question = Question(
        ruleset=ruleset,
        select=names_in(*select) if select else None,
        ignore=names_in(*ignore),
        strict=strict,
        tiles=tiles,
        places=form in PLACED,
        walks=form == "text" and not brief and ruleset != ALL,
        mends=form in MENDING and not (form == "text" and (brief or ruleset == ALL)),
    )
    examiner = Examiner(question)
    examiner.prepare()
    named = sources(files, by_season=ruleset is None)
    if output is not None:
        keep_apart(output, (source.file for source in named))
    outcomes = _outcomes(examiner, named, fix, fix_all, show_on_stdout=form == "text" and output is None)
    results = Results.of(outcomes)
    for unread in results.unread:
        complain(unread.problem)
    for report in results.reports:
        tell(report.notice)
    text = renderer(form)(results, text_style(plain=output is not None, brief=brief))
    season = _event(results) if form == "text" and any(map(is_season, files)) else ""
    write_report(text + season, form, output)
    return status(results)


def status(results: Results) -> int:
    """The exit status that says what was found."""
    if results.unread:
        return exits.FAILED
    return exits.LEGAL if all(report.legal for report in results.reports) else exits.NOT_LEGAL


def _event(results: Results) -> str:
    """The tiles that suffice for every dungeon of a season."""
    from dungeon_designer.reports.stock import text_lines

    by_file = {report.file: report for report in results.reports}
    tiles = for_all(report.tiles for report in by_file.values())
    return "".join(f"{line}\n" for line in ("", *text_lines(tiles, list(by_file))))


def _outcomes(
    examiner: Examiner, named: Sequence[Source], fix: bool, fix_all: bool, show_on_stdout: bool
) -> list[Outcome]:
    with Progress("Checking", len(named)) as progress:
        if not (fix or fix_all):
            return examine_all(examiner, named, progress.advance)
    if examiner.question.ruleset == ALL:
        raise UsageError("--fix needs one ruleset: what mends a dungeon for one edition may break it for another")
    from dungeon_designer.cli.fixing import fix_files

    outcomes, told = fix_files(examiner, named, unsafe=fix_all)
    if show_on_stdout:
        say(told)
    else:
        aside(told)
    return outcomes
