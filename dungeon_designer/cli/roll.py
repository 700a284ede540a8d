"""`roll`: the dice say which dungeon is played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Struct

from dungeon_designer.cli.console import give_json, say
from dungeon_designer.cli.options import Form, command_of
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import UsageError, one_line
from dungeon_designer.options import Option
from dungeon_designer.seasons.model import roll
from dungeon_designer.seasons.reader import read_season


class RollCall(Struct, frozen=True, kw_only=True):
    """The options of `roll`."""

    season_file: Annotated[str, Option(metavar="SEASON", name="argument")]
    dice: Annotated[
        str | None, Option("What the dice on your table show; without it they are thrown here.", metavar="N,N")
    ] = None
    seed: Annotated[int | None, Option("Throw the same dice again.")] = None
    form: Form = "text"


@command_of("Roll for the dungeon a season plays.", "dungeon-designer roll examples/db7s-2019/season.toml --dice 4,5")
def command(call: RollCall) -> None:
    """Roll the dice of SEASON and name the layout they choose."""
    path = Path(call.season_file)
    rolled = roll(read_season(path), _numbers(call.dice), call.seed)
    layout = str(path.parent / rolled.layout)
    name = Dungeon.load(layout, found=True).layout.name
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
