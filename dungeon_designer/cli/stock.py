"""`stock`: the shopping list of a dungeon, or of a whole season."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from dungeon_designer.analysis.stock import check_tables, for_all, for_tables, needs
from dungeon_designer.cli import exits
from dungeon_designer.cli.console import complain, give, say, tell
from dungeon_designer.cli.files import sources
from dungeon_designer.cli.options import Files, command_of
from dungeon_designer.errors import DungeonError, one_line
from dungeon_designer.options import Option
from dungeon_designer.pipeline import Examiner, Question
from dungeon_designer.reports.stock import FORMS, render


class StockCall(Struct, frozen=True, kw_only=True):
    """The options of `stock`."""

    files: Files
    folder: Annotated[str | None, Option("A folder of tile sets of your own.", metavar="DIR", name="--tiles")] = None
    tables: Annotated[int, Option("For so many tables at once (1).", metavar="N")] = 1
    form: Annotated[str, Option("How to say it.", name="--format", choices=FORMS)] = "text"


@command_of(
    "List the tiles and pieces a dungeon or season needs.",
    "dungeon-designer stock examples/db7s-2019/season.toml --format csv",
)
def command(call: StockCall) -> int:
    """List what must be on the table to build each FILE, a layout, a folder or a season (.toml).

    Several dungeons are played one after the other: of each thing the list names the most any of them needs,
    with --tables so many times.
    """
    check_tables(call.tables)
    examiner, lists, names, failed = Examiner(Question(tiles=call.folder)), [], [], False
    for source in sources(call.files):
        try:
            dungeon = source.open()
            lists.append(needs(examiner.board(dungeon)))
            names.append(dungeon.layout.name or one_line(source.file))
            tell(examiner.notice(dungeon))
        except DungeonError as error:
            complain(str(error))
            failed = True
    if names:
        text = render(for_tables(for_all(lists), call.tables), names, call.form, call.tables)
        (say if call.form == "text" else give)(text)
    return exits.FAILED if failed else exits.LEGAL
