"""Build the request of a search for dungeons from the options of a caller, for the command, Python and the editor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from dungeon_designer.errors import UsageError, escape_line, suggest_word
from dungeon_designer.generator.generator_options import FurnitureStyle, GenerateOptions, Request
from dungeon_designer.generator.match_fairness import can_play
from dungeon_designer.generator.search import list_possible_wishes, needs_tiles
from dungeon_designer.generator.wishes import parse_wishes
from dungeon_designer.installation import explain_installing
from dungeon_designer.layout_edits.symmetry import choose_symmetry
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.file_reading import read_bytes
from dungeon_designer.tiles.tile import TileLibrary
from dungeon_designer.tiles.tile_file import read_stock


def build_request(options: GenerateOptions, ruleset: Ruleset, library: TileLibrary) -> Request:
    """Return the request of a search: the options, with a value for each that they leave open.

    Args:
        options: what the caller asks of each dungeon.
        ruleset: the ruleset that each dungeon must meet.
        library: the tiles that dungeons may be built from.

    Raises:
        UsageError: options do not fit the ruleset or each other, or name what does not exist.
        ReadError: the file of the stock is wrong.
    """
    team_count = options.team_count or ruleset.team_count.min_teams
    if not ruleset.team_count.allows(team_count):
        raise UsageError(f"--sides {team_count}: {ruleset.id} is for {ruleset.team_count.text}")
    if options.playtest and team_count != 2:
        raise UsageError("--playtest: only matches of two teams are played")
    if options.playtest and not can_play():
        raise UsageError(escape_line(f"--playtest needs numba: {explain_installing('numba')}"))
    values: dict[str, Any] = {field.name: getattr(options, field.name) for field in fields(GenerateOptions)}
    values |= {
        "tiles": tuple(options.tiles),
        "rooms": tuple(options.rooms),
        "stock": _read_stock(options.stock, library),
        "team_count": team_count,
        "symmetry": options.symmetry or choose_symmetry(team_count),
        "style": FurnitureStyle(options.style),
        "playtest": team_count == 2 and can_play() if options.playtest is None else options.playtest,
    }
    request = Request(ruleset=ruleset, library=library, **values)
    wishes = parse_wishes(options.wants, list_possible_wishes(request), ruleset.id)
    _check_rooms(request)
    return replace(request, wishes=wishes)


def _read_stock(stock: Mapping[str, int] | str | None, library: TileLibrary) -> Mapping[str, int]:
    """Return how many copies there are of each tile, by tile id; a text is the path of a file that says so.

    Raises:
        ReadError: the file is wrong.
        UsageError: there is no tile with an id.
    """
    if isinstance(stock, str):
        return read_stock(read_bytes(stock), stock, library.ids)
    for tile in stock or ():
        if tile not in library:
            raise UsageError(escape_line(f"--stock: there is no tile {tile}{suggest_word(tile, library.ids)}"))
    return dict(stock or {})


def _check_rooms(request: Request) -> None:
    """Raise UsageError if floors are built from tiles and no tile has the name or id of a requested room."""
    if request.rooms and needs_tiles(request):
        names = {name.casefold(): name for tile in request.library for name in (tile.id, tile.name)}
        for room in request.rooms:
            if room.casefold() not in names:
                raise UsageError(
                    escape_line(f"--rooms {room}: no tile of this name{suggest_word(room, names.values())}")
                )
