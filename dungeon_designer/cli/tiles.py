"""`tiles`: the tile sets, drawn in text."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from dungeon_designer.cli.console import give_json, say
from dungeon_designer.cli.options import Form, command_of
from dungeon_designer.errors import one_line
from dungeon_designer.options import Option
from dungeon_designer.tiles.library import library
from dungeon_designer.tiles.text import lines


class TilesCall(Struct, frozen=True, kw_only=True):
    """The options of `tiles`."""

    tile_set: Annotated[str | None, Option(metavar="[SET]", name="argument")] = None
    folder: Annotated[str | None, Option("A folder of tile sets of your own.", metavar="DIR", name="--tiles")] = None
    form: Form = "text"


@command_of(
    "Draw the tiles of a set.",
    "dungeon-designer tiles gw-2021",
    "dungeon-designer tiles --tiles my-tiles --format json",
)
def command(call: TilesCall) -> None:
    """Draw every tile of a SET, or of all sets, with what playing on it means."""
    known = library([call.folder] if call.folder else [])
    if call.form == "json":
        sets = [call.tile_set] if call.tile_set else known.sets
        give_json({"version": 1, "sets": [{"id": name, "tiles": known.of_set(name)} for name in sets]})
    else:
        say("".join(f"{one_line(line)}\n" for line in lines(known, call.tile_set or "")))
