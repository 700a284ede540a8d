"""`tiles`: the tile sets, drawn in text."""

from __future__ import annotations

import click

from dungeon_designer.cli.console import give_json, say
from dungeon_designer.cli.help import example
from dungeon_designer.errors import one_line
from dungeon_designer.tiles.library import library
from dungeon_designer.tiles.text import lines


@click.command(
    epilog=example("dungeon-designer tiles gw-2021", "dungeon-designer tiles --tiles my-tiles --format json"),
    short_help="Draw the tiles of a set.",
)
@click.argument("tile_set", metavar="[SET]", required=False)
@click.option("--tiles", "folder", metavar="DIR", help="A folder of tile sets of your own.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to say it.")
def command(tile_set: str | None, folder: str | None, form: str) -> None:
    """Draw every tile of a SET, or of all sets, with what playing on it means."""
    known = library([folder] if folder else [])
    if form == "json":
        sets = [tile_set] if tile_set else known.sets
        give_json({"version": 1, "sets": [{"id": name, "tiles": known.of_set(name)} for name in sets]})
    else:
        say("".join(f"{one_line(line)}\n" for line in lines(known, tile_set or "")))
