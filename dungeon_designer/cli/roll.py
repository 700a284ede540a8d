"""`roll`: the dice say which dungeon is played."""

from __future__ import annotations

from pathlib import Path

import click

from dungeon_designer.cli.console import give_json, say
from dungeon_designer.cli.help import example
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import UsageError, one_line
from dungeon_designer.seasons.model import roll
from dungeon_designer.seasons.reader import read_season


@click.command(
    epilog=example("dungeon-designer roll examples/db7s-2019/season.toml --dice 4,5"),
    short_help="Roll for the dungeon a season plays.",
)
@click.argument("season_file", metavar="SEASON")
@click.option("--dice", metavar="N,N", help="What the dice on your table show; without it they are thrown here.")
@click.option("--seed", type=int, help="Throw the same dice again.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to say it.")
def command(season_file: str, dice: str | None, seed: int | None, form: str) -> None:
    """Roll the dice of SEASON and name the layout they choose."""
    path = Path(season_file)
    rolled = roll(read_season(path), _numbers(dice), seed)
    layout = str(path.parent / rolled.layout)
    name = Dungeon.load(layout, found=True).layout.name
    if form == "json":
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
