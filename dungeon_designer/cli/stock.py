"""`stock`: the shopping list of a dungeon, or of a whole season."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dungeon_designer.analysis.stock import Need, check_tables
from dungeon_designer.cli.console import as_json, give, say, tell, text_style
from dungeon_designer.cli.files import SEASON, Faults, on_tables, played_by, season_file, write_report
from dungeon_designer.cli.options import command_of, files, form, own_tiles
from dungeon_designer.cli.shared_names import warn_of_shared_names
from dungeon_designer.errors import DungeonError, ReadError, UsageError, one_line
from dungeon_designer.exports.pieces.account import EventAccount
from dungeon_designer.layout.files import DUNGEON_ENDINGS
from dungeon_designer.options import argument, option
from dungeon_designer.pipeline import Examiner, Question, SeasonDungeon
from dungeon_designer.reports.registry import FORMATS, rendered
from dungeon_designer.reports.stock import ShoppingList
from dungeon_designer.seasons.model import roll
from dungeon_designer.seasons.reader import read_season


@dataclass(frozen=True, kw_only=True)
class StockCall:
    """The options of `stock`."""

    files: tuple[str, ...] = files()
    tiles: str | None = own_tiles()
    tables: int | None = option("For so many tables at once (the season's, else 1).", metavar="N")
    form: str = form(choices=list(FORMATS["stock"]))


@command_of("dungeon-designer stock examples/db7s-2019/season.toml --format csv")
def stock_command(call: StockCall) -> int:
    """List what must be on the table to build each FILE, a layout, a folder or a season (.toml).

    A season says what lies on which table in which round: each table has a kit of pieces of its own, tiles are carried
    between tables. Other dungeons are played one after the other, with --tables on so many tables at once.
    """
    if call.tables is not None:
        check_tables(call.tables)
    examiner, faults = Examiner(Question(tiles=call.tiles)), Faults()
    shopping = shopping_list(examiner, call.files, call.tables, faults)
    if shopping:
        write_report(rendered("stock", call.form, shopping, text_style()), call.form, None)
    return faults.status


def shopping_list(
    examiner: Examiner,
    names: Sequence[str],
    tables: int | None = None,
    faults: Faults | None = None,
    by_season: bool = True,
) -> ShoppingList | None:
    """What is needed for the dungeons or the season named; None where none of them can be read.

    What cannot be read is told to `faults`; without them it is passed over, as somebody told it before. `by_season` is
    off where the call names a ruleset itself. ReadError for a season that cannot be read, where there are `faults`.
    """
    try:
        season, played = played_by(names, by_season)
    except ReadError:
        if faults:
            raise
        return None
    boards, titles, opened = {}, [], []
    for source in played:
        with faults.complained_of(source) if faults else suppress(DungeonError):
            dungeon = source.open()
            boards[source.file] = examiner.board(dungeon)
            titles.append(dungeon.layout.name or one_line(source.file))
            opened.append((source, dungeon.layout.name))
            if faults:
                tell(examiner.notice(dungeon))
    if faults:
        warn_of_shared_names(opened)
    if not titles:
        return None
    rounds = on_tables(season, played, tables)
    account = EventAccount(boards, rounds)
    pieces = (Need(kind="piece", id=kind.id, name=kind.name, count=n) for kind, n in account.pieces.items())
    count = len(season.rounds) if season else 0
    return ShoppingList((*account.tiles(), *pieces), titles, max(map(len, rounds)), count)


@dataclass(frozen=True, kw_only=True)
class RollCall:
    """The options of `roll`."""

    season_file: str = argument("SEASON")
    dice: str | None = option("What the dice on your table show; without it they are thrown here.", metavar="N,N")
    seed: int | None = option("Throw the same dice again.")
    form: str = form()


@command_of("dungeon-designer roll examples/db7s-2019/season.toml --dice 4,5")
def roll_command(call: RollCall) -> None:
    """Roll the dice of SEASON and name the layout they choose."""
    numbers = None
    if call.dice is not None:
        try:
            numbers = list(map(int, call.dice.split(",")))
        except ValueError:
            wanted = "numbers with commas between them are wanted, such as 4,5"
            raise UsageError(f"--dice {call.dice}: {wanted}") from None
    path = Path(_season_to_roll(call.season_file))
    season = read_season(path)
    try:
        rolled = roll(season, numbers, call.seed)
    except UsageError as error:
        raise UsageError(one_line(f"{path}: {error}")) from None
    layout = str(path.parent / rolled.layout)
    name = SeasonDungeon.found(layout).layout.name
    if call.form == "json":
        give(as_json({"version": 1, "dice": rolled.dice, "total": rolled.total, "layout": layout, "name": name}))
    else:
        shown = " + ".join(map(str, rolled.dice))
        say(f"{shown} = {rolled.total}: {one_line(name or rolled.layout)} ({one_line(layout)})\n")


def _season_to_roll(name: str) -> str:
    """Return the file of the season that is rolled for; UsageError where something else was named."""
    if file := season_file(name):
        return file
    remedy = f"name a season with a [dice] table, such as {SEASON}"
    if os.path.isdir(name):
        raise UsageError(one_line(f"{name}: this folder holds no {SEASON}; {remedy}"))
    if name.lower().endswith(DUNGEON_ENDINGS):
        raise UsageError(one_line(f"{name}: this is a dungeon, and dice are rolled for a season; {remedy}"))
    raise UsageError(one_line(f"{name}: the file of a season ends in .toml; {remedy}"))
