"""`stock`: the shopping list of a dungeon, or of a whole season."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Struct

from dungeon_designer.analysis.stock import check_tables, for_all, for_tables, needs
from dungeon_designer.cli import exits
from dungeon_designer.cli.console import complain, give, give_json, say, tell
from dungeon_designer.cli.files import sources
from dungeon_designer.cli.options import Files, Form, command_of
from dungeon_designer.errors import DungeonError, UsageError, one_line
from dungeon_designer.options import Option
from dungeon_designer.pipeline import Examiner, Question, SeasonDungeon
from dungeon_designer.reports.stock import FORMS, render
from dungeon_designer.seasons.model import roll
from dungeon_designer.seasons.reader import read_season


class StockCall(Struct, frozen=True, kw_only=True):
    """The options of `stock`."""

    files: Files
    folder: Annotated[str | None, Option("A folder of tile sets of your own.", metavar="DIR", name="--tiles")] = None
    tables: Annotated[int, Option("For so many tables at once (1).", metavar="N")] = 1
    form: Annotated[str, Option("How to say it.", name="--format", choices=FORMS)] = "text"


@command_of(
    "dungeon-designer stock examples/db7s-2019/season.toml --format csv",
)
def stock_command(call: StockCall) -> int:
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


class RollCall(Struct, frozen=True, kw_only=True):
    """The options of `roll`."""

    season_file: Annotated[str, Option(metavar="SEASON", name="argument")]
    dice: Annotated[
        str | None, Option("What the dice on your table show; without it they are thrown here.", metavar="N,N")
    ] = None
    seed: Annotated[int | None, Option("Throw the same dice again.")] = None
    form: Form = "text"


@command_of("dungeon-designer roll examples/db7s-2019/season.toml --dice 4,5")
def roll_command(call: RollCall) -> None:
    """Roll the dice of SEASON and name the layout they choose."""
    path = Path(call.season_file)
    rolled = roll(read_season(path), _numbers(call.dice), call.seed)
    layout = str(path.parent / rolled.layout)
    name = SeasonDungeon.found(layout, "", "").layout.name
    if call.form == "json":
        give_json({"version": 1, "dice": rolled.dice, "total": rolled.total, "layout": layout, "name": name})
    else:
        shown = " + ".join(map(str, rolled.dice))
        say(f"{shown} = {rolled.total}: {one_line(name or rolled.layout)} ({one_line(layout)})\n")


def _numbers(dice: str | None) -> list[int] | None:
    if dice is None:
        return None
    parts = dice.split(",")
    if not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        raise UsageError(f"--dice {dice}: numbers with commas between them are wanted, such as 4,5")
    return [int(part) for part in parts]
