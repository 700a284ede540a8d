"""Run the commands `stock`, which lists the tiles and pieces of dungeons, and `roll`, which rolls for the dungeon of a
season.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dungeon_designer.analysis.stock import MaterialNeed, validate_table_count
from dungeon_designer.board.model import Board
from dungeon_designer.cli.console import detect_text_style, format_json, print_document, print_text, print_warning
from dungeon_designer.cli.files import (
    SEASON_FILE,
    Failures,
    Source,
    find_played_dungeons,
    find_season_file,
    list_files_by_table,
    write_report,
)
from dungeon_designer.cli.options import build_command, files_argument, format_option, tiles_option
from dungeon_designer.cli.shared_names import warn_about_shared_names
from dungeon_designer.errors import DungeonError, ReadError, UsageError, escape_line
from dungeon_designer.exports.pieces.event_materials import EventMaterials
from dungeon_designer.layout.dungeon_files import DUNGEON_ENDINGS
from dungeon_designer.options import argument, option
from dungeon_designer.pipeline import ExamineOptions, Examiner, SeasonDungeon
from dungeon_designer.reports.report_formats import REPORT_FORMATS, render_report
from dungeon_designer.reports.stock_report import ShoppingList
from dungeon_designer.seasons.season_file import read_season
from dungeon_designer.seasons.season_model import roll_dice


@dataclass(frozen=True, kw_only=True)
class StockCall:
    """The options of `stock`."""

    files: tuple[str, ...] = files_argument()
    tiles: str | None = tiles_option()
    tables: int | None = option("The number of tables at once (the season's, else 1).", metavar="N")
    form: str = format_option(choices=list(REPORT_FORMATS["stock"]))


@build_command("dungeon-designer stock examples/db7s-2019/season.toml --format csv")
def stock_command(call: StockCall) -> int:
    """List what must be on the table to build each FILE: a dungeon, a folder, or a season (.toml).

    For a season it says what lies on which table in which round. Each table has a kit of pieces of its own, and tiles
    are carried between tables. Other dungeons are played one after the other, each on --tables tables at once.
    """
    if call.tables is not None:
        validate_table_count(call.tables)
    examiner, failures = Examiner(ExamineOptions(tiles=call.tiles)), Failures()
    shopping = build_shopping_list(examiner, call.files, call.tables, failures)
    if shopping:
        write_report(render_report("stock", call.form, shopping, detect_text_style()), call.form, None)
    return failures.status


def build_shopping_list(
    examiner: Examiner,
    names: Sequence[str],
    tables: int | None = None,
    failures: Failures | None = None,
    use_season_rulesets: bool = True,
) -> ShoppingList | None:
    """Return the tiles and paper pieces that some dungeons, or a season (the file of an event), need.

    Args:
        examiner: reads the boards.
        names: what the call names.
        tables: how many tables there are; None for the season's number, else 1.
        failures: prints errors; None to skip dungeons that cannot be read, if their errors were printed before.
        use_season_rulesets: whether the dungeons of a season get its ruleset.

    Returns:
        The list; None if no dungeon can be read.

    Raises:
        ReadError: the season cannot be read, and `failures` is given.
    """
    try:
        season, sources = find_played_dungeons(names, use_season_rulesets)
    except ReadError:
        if failures:
            raise
        return None
    boards = _read_boards(examiner, sources, failures)
    if not boards:
        return None
    files_by_table_and_round = list_files_by_table(season, sources, tables)
    materials = EventMaterials(boards, files_by_table_and_round)
    pieces = (
        MaterialNeed(kind="piece", id=piece_kind.id, name=piece_kind.name, count=piece_count)
        for piece_kind, piece_count in materials.pieces.items()
    )
    read_files = [source.file for source in sources if source.file in boards]
    titles = [boards[file].layout.name or escape_line(file) for file in read_files]
    table_count = max(len(tables_of_round) for tables_of_round in files_by_table_and_round)
    round_count = len(season.rounds) if season else 0
    return ShoppingList((*materials.list_tiles(), *pieces), titles, table_count, round_count)


def _read_boards(examiner: Examiner, sources: Sequence[Source], failures: Failures | None) -> dict[str, Board]:
    """Return the boards of the dungeons that can be read, by their files.

    Args:
        examiner: reads the boards.
        sources: the dungeons.
        failures: prints errors, and with it warnings are printed, too; None to print nothing.
    """
    boards: dict[str, Board] = {}
    sources_with_names = []
    for source in sources:
        with failures.catch_errors(source) if failures else suppress(DungeonError):
            dungeon = source.open_dungeon()
            boards[source.file] = examiner.build_board(dungeon)
            sources_with_names.append((source, dungeon.layout.name))
            if failures:
                print_warning(examiner.find_season_notice(dungeon))
    if failures:
        warn_about_shared_names(sources_with_names)
    return boards


@dataclass(frozen=True, kw_only=True)
class RollCall:
    """The options of `roll_dice`."""

    season_file: str = argument("SEASON")
    dice: str | None = option("The dice on your table; by default they are thrown here.", metavar="N,N")
    seed: int | None = option("Throw the same dice again.")
    form: str = format_option()


@build_command("dungeon-designer roll examples/db7s-2019/season.toml --dice 4,5")
def roll_command(call: RollCall) -> None:
    """Roll the dice of SEASON and name the dungeon that they choose."""
    numbers = None if call.dice is None else _parse_dice(call.dice)
    path = Path(_find_season_to_roll(call.season_file))
    season = read_season(path)
    try:
        roll_result = roll_dice(season, numbers, call.seed)
    except UsageError as error:
        raise UsageError(escape_line(f"{path}: {error}")) from None
    layout = str(path.parent / roll_result.layout)
    name = SeasonDungeon.load_listed(layout).layout.name
    total = roll_result.total
    if call.form == "json":
        print_document(
            format_json({"version": 1, "dice": roll_result.dice, "total": total, "layout": layout, "name": name})
        )
    else:
        dice_text = " + ".join(map(str, roll_result.dice))
        print_text(f"{dice_text} = {total}: {escape_line(name or roll_result.layout)} ({escape_line(layout)})\n")


def _parse_dice(text: str) -> list[int]:
    """Return the value of `--dice`, such as ``4,5``: the numbers that dice showed at the table.

    Raises:
        UsageError: the text is something else.
    """
    try:
        return list(map(int, text.split(",")))
    except ValueError:
        requirement = "write numbers with commas between them, such as 4,5"
        raise UsageError(f"--dice {text}: {requirement}") from None


def _find_season_to_roll(name: str) -> str:
    """Return the season file (the plan of an event) whose dice choose a dungeon: the file itself, or a folder's.

    Raises:
        UsageError: the name is not that of a season file or of a folder with one.
    """
    if file := find_season_file(name):
        return file
    remedy = f"name a season with a [dice] table, such as {SEASON_FILE}"
    if os.path.isdir(name):
        raise UsageError(escape_line(f"{name}: this folder holds no {SEASON_FILE}; {remedy}"))
    if name.lower().endswith(DUNGEON_ENDINGS):
        raise UsageError(escape_line(f"{name}: this is a dungeon, and dice are rolled for a season; {remedy}"))
    raise UsageError(escape_line(f"{name}: the file of a season ends in .toml; {remedy}"))
