"""`vary`: neighbours of a dungeon."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated

import click
from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, complain, say, tell
from dungeon_designer.cli.files import folders_among, names_in, open_named, sets_named
from dungeon_designer.cli.options import Seed, command_of
from dungeon_designer.cli.proposals import Neighbours, check_place, said
from dungeon_designer.dungeon import ENOUGH, Dungeon, library_of
from dungeon_designer.errors import EditError, UsageError, one_line
from dungeon_designer.generator.options import VaryOptions
from dungeon_designer.generator.vary import Variation, chosen, variations
from dungeon_designer.options import Option
from dungeon_designer.pipeline import ALL
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.library import library, own_folder


class VaryCall(Struct, frozen=True, kw_only=True):
    """The options of `vary`."""

    dungeon: Annotated[str, Option(name="argument")]
    output: Annotated[str, Option("A new or empty folder.", metavar="DIR", name="-o")]
    lock: Annotated[
        str | None, Option("Ids of sections that stay, with all that lies in them.", metavar="SECTION,...")
    ] = None
    tiles: Annotated[
        tuple[str, ...], Option("Lay tiles of these sets, too; DIR holds your own.", metavar="SET|DIR")
    ] = ()
    count: Annotated[int, Option("How many at most.", bounds=(1, 1000), shown=True)] = 8
    seed: Seed = 1
    ruleset: Annotated[
        str | None, Option("Whose rules they keep; the dungeon's own without it.", metavar="ID|FILE.toml")
    ] = None


@command_of(
    "dungeon-designer vary hall.dungeon.yaml -o others",
    "dungeon-designer vary hall.dungeon.yaml --lock A,F --count 12 --seed 7 -o others",
    "dungeon-designer vary hall.dungeon.yaml --tiles college-tiles -o others",
)
def command(call: VaryCall) -> int:
    """Write neighbours of DUNGEON, each with one thing changed, and tell what that changes in the figures.

    A chest, portal or trap lies elsewhere, two rooms are swapped, a room or a wing is turned or mirrored, a tile is
    exchanged for another of its outline, all chests or portals are placed anew. Nothing that `check` finds is more
    than it was, and no figure of fairness is worse; a dungeon that is the same for all sides stays so.

    DIR gets a sketch of each, and a page of pictures that tells what each changes. The exit status is 0, 1 when no
    neighbour was found, and 2 when the call was wrong.
    """
    _check_call(call.output, call.ruleset, call.lock)
    source = open_named(call.dungeon)
    source = replace(source, tiles=library_of(source.folder, folders_among(call.tiles)))
    rules = source.ruleset(call.ruleset)
    found = _found(source, rules, call)
    if not found:
        complain(f"{call.dungeon}: no neighbour was found that is as legal and as fair")
        return exits.NOT_LEGAL
    page = Neighbours(call.output, source, rules, said(click.get_current_context(), ("output",)))
    for path, each in zip(page.write(found), found, strict=True):
        say(one_line(f"{path}: {each.told}") + "\n")
    tell(_strange(source, found, call.output, folders_among(call.tiles)))
    return exits.LEGAL


def _check_call(output: str, ruleset: str | None, lock: str | None) -> None:
    """UsageError for a folder that holds anything or cannot be, for more than one ruleset, and for an empty lock."""
    if ruleset == ALL:
        raise UsageError("neighbours keep the rules of one ruleset: give its id, or none for the dungeon's own")
    if lock is not None and not names_in(lock):
        raise UsageError("--lock names nothing; give the ids of sections")
    if os.path.lexists(output) and (not os.path.isdir(output) or os.listdir(output)):
        raise UsageError(one_line(f"{output}: name a folder that is new or empty"))
    check_place(output)


def _found(source: Dungeon, rules: Ruleset, call: VaryCall) -> list[Variation]:
    """The neighbours; UsageError for a tile set or a locked section there is not, TileError for a broken tile."""
    sets = sets_named(call.tiles, source.library.sets)
    for name in sets:
        source.library.of_set(name)
    options = VaryOptions(locked=frozenset(names_in(call.lock or "")), sets=sets, seed=call.seed)
    wanted, found = ENOUGH * call.count, []
    ways = variations(source.board.layout, rules, source.library, options)
    try:
        with Progress("Varying", wanted) as progress:
            for each in islice(ways, wanted):
                found.append(each)
                progress.advance()
    except EditError as error:
        raise UsageError(f"--lock: {error}") from None
    return chosen(found, call.count)


def _strange(source: Dungeon, found: Sequence[Variation], output: str, folders: Sequence[str]) -> str:
    """What to say where dungeons name tiles that are not found from their folder; '' where all are."""
    home, known = own_folder(source.folder), library_of(Path(output))
    named = {section.tile for each in found for section in each.layout.sections if section.tile}
    for tile in sorted(tile for tile in named if tile not in known):
        folder = next(folder for folder in (*folders, home or "") if tile in library([folder]))
        return one_line(f"{output}: the tile {tile} is not found from there; read these dungeons with --tiles {folder}")
    return ""
