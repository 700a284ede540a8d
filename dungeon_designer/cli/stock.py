"""`stock`: the shopping list of a dungeon, or of a whole season."""

from __future__ import annotations

import click

from dungeon_designer.analysis.stock import check_tables, for_all, for_tables, needs
from dungeon_designer.cli import exits
from dungeon_designer.cli.console import complain, give, say, tell
from dungeon_designer.cli.files import sources
from dungeon_designer.cli.help import example
from dungeon_designer.errors import DungeonError, one_line
from dungeon_designer.pipeline import Examiner, Question
from dungeon_designer.reports.stock import FORMS, render


@click.command(
    epilog=example("dungeon-designer stock examples/db7s-2019/season.toml --format csv"),
    short_help="List the tiles and pieces a dungeon or season needs.",
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--tiles", "folder", metavar="DIR", help="A folder of tile sets of your own.")
@click.option("--tables", type=int, default=1, metavar="N", help="For so many tables at once (1).")
@click.option("--format", "form", type=click.Choice(FORMS), default="text", help="How to say it.")
def command(files: tuple[str, ...], folder: str | None, tables: int, form: str) -> int:
    """List what must be on the table to build each FILE, a layout, a folder or a season (.toml).

    Several dungeons are played one after the other: of each thing the list names the most any of them needs,
    with --tables so many times.
    """
    check_tables(tables)
    examiner, lists, names, failed = Examiner(Question(tiles=folder)), [], [], False
    for source in sources(files):
        try:
            dungeon = source.open()
            lists.append(needs(examiner.board(dungeon)))
            names.append(dungeon.layout.name or one_line(source.file))
            tell(examiner.notice(dungeon))
        except DungeonError as error:
            complain(str(error))
            failed = True
    if names:
        text = render(for_tables(for_all(lists), tables), names, form, tables)
        (say if form == "text" else give)(text)
    return exits.FAILED if failed else exits.LEGAL
