"""`vary`: neighbours of a dungeon."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, complain, say, tell
from dungeon_designer.cli.files import (
    folders_among,
    named_in,
    names_in,
    open_named,
    seen_from,
    sets_named,
    write_output,
)
from dungeon_designer.cli.gallery import PAGE, call_again, exhibit
from dungeon_designer.cli.options import command_of, output, ruleset, seed
from dungeon_designer.cli.output_folder import OutputFolder, check_place, fresh_folder, is_empty
from dungeon_designer.dungeon import ENOUGH, STDIN, Dungeon, library_of
from dungeon_designer.errors import EditError, UsageError, one_line
from dungeon_designer.generator.options import VaryOptions
from dungeon_designer.generator.vary import Variation, chosen, variations
from dungeon_designer.layout.model import LETTERS, Layout
from dungeon_designer.options import argument, option
from dungeon_designer.reports.gallery import page
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.templates import stem
from dungeon_designer.tiles.library import library, own_folder

ROUNDS = 4
"""How many rounds --evolve writes where nobody says it."""


@dataclass(frozen=True, kw_only=True)
class VaryCall:
    """The options of `vary`."""

    dungeon: str = argument()
    output: str = output("A new or empty folder.", ..., metavar="DIR")
    lock: str | None = option("Ids of sections that stay, with all that lies in them.", metavar="SECTION,...")
    tiles: tuple[str, ...] = option("Lay tiles of these sets, too; DIR holds your own.", (), metavar="SET|DIR")
    count: int = option("How many at most.", 8, bounds=(1, 1000), shown=True)
    seed: int = seed()
    ruleset: str | None = ruleset("Whose rules they keep; the dungeon's own without it.")
    evolve: bool = option("Instead, the dungeon as it changes from round to round, with a season of its rounds.", False)
    rounds: int | None = option("How many rounds --evolve writes, the first as it is (4).", bounds=(2, 100))

    def refuse(self) -> None:
        """UsageError for options that say nothing or do not go together, and for a folder that is not empty."""
        if self.lock is not None and not names_in(self.lock):
            raise UsageError("--lock names nothing; give the ids of sections")
        if self.rounds is not None and not self.evolve:
            raise UsageError("--rounds says how often the dungeon of --evolve changes: add --evolve")
        if os.path.lexists(self.output) and not is_empty(Path(self.output)):
            raise UsageError(one_line(f"{self.output}: name a folder that is new or empty"))
        check_place(self.output)


@command_of(
    "dungeon-designer vary hall.dungeon.yaml -o others",
    "dungeon-designer vary hall.dungeon.yaml --lock A,F --count 12 --seed 7 -o others",
    "dungeon-designer vary hall.dungeon.yaml --tiles college-tiles -o others",
    "dungeon-designer vary hall.dungeon.yaml --evolve --rounds 5 -o league",
)
def command(call: VaryCall) -> int:
    """Write neighbours of DUNGEON, each with one thing changed, and tell what that changes in the figures.

    A chest, portal or trap lies elsewhere, two rooms are swapped, a room or a wing is turned or mirrored, a tile is
    exchanged for another of its outline, all chests or portals are placed anew. Nothing that `check` finds is more
    than it was, and no figure of fairness is worse; a dungeon that is the same for all sides stays so.

    DIR gets a sketch of each, and a page of pictures that tells what each changes. The exit status is 0, 1 when no
    neighbour was found, 2 when the call was wrong, and 130 when it was stopped: then what was found is written all the
    same.

    With --evolve, DIR gets a dungeon for each round of a league, the first as it is, season.toml, which names them, and
    changes.md, which tells the referee what to lift and to lay between two rounds. From round to round at most three
    sections change, or sections that cover a tenth of the floor; every round is legal and as fair as `generate` asks.
    """
    call.refuse()
    folders = folders_among(call.tiles)
    source = open_named(call.dungeon)
    source = replace(source, tiles=library_of(source.folder, folders))
    rules = source.ruleset(call.ruleset)
    if call.evolve:
        from dungeon_designer.cli.evolving import write_rounds

        return write_rounds(source, call.ruleset, call.output, _options(source, call), call.rounds or ROUNDS)
    found, stopped = _found(source, rules, call)
    if not found:
        if not stopped:
            complain(f"{call.dungeon}: no neighbour was found that is as legal and as fair")
        return exits.INTERRUPTED if stopped else exits.NOT_LEGAL
    try:
        paths = _write(call.output, source, rules, found)
    except KeyboardInterrupt:  # what is found is kept all the same; a second one ends that, too
        if stopped:
            raise
        stopped, paths = True, _write(call.output, source, rules, found)
    for path, each in zip(paths, found, strict=True):
        say(one_line(f"{path}: {each.summary}") + "\n")
    known = library_of(Path(call.output))
    named = {section.tile for each in found for section in each.layout.sections if section.tile}
    for tile in sorted(tile for tile in named if tile not in known)[:1]:
        home = own_folder(source.folder) or ""
        folder = next(folder for folder in (*folders, home) if tile in library([folder]))
        where = f"the tile {tile} is not found from there; read these dungeons with --tiles {folder}"
        tell(one_line(f"{call.output}: {where}"))
    return exits.INTERRUPTED if stopped else exits.LEGAL


def _found(source: Dungeon, rules: Ruleset, call: VaryCall) -> tuple[list[Variation], bool]:
    """The neighbours, and whether Ctrl+C or SIGTERM ended the search for more.

    UsageError for a tile set or a locked section there is not, TileError for a broken tile.
    """
    wanted, found, stopped = ENOUGH * call.count, list[Variation](), False
    ways = variations(source.board.layout, rules, source.library, _options(source, call))
    try:
        with Progress("Varying", wanted) as progress:
            for each in islice(ways, wanted):
                found.append(each)
                progress.advance()
    except EditError as error:
        raise UsageError(f"--lock: {error}") from None
    except KeyboardInterrupt:
        stopped = True
    return chosen(found, call.count), stopped


def _options(source: Dungeon, call: VaryCall) -> VaryOptions:
    """What is asked; UsageError for a tile set there is not, TileError for a broken tile."""
    sets = sets_named(call.tiles, source.library.sets)
    for name in sets:
        source.library.of_set(name)
    return VaryOptions(locked=frozenset(names_in(call.lock or "")), sets=sets, seed=call.seed)


def _numbered(layout: Layout, number: int) -> Layout:
    """Return a neighbour with its number behind its name, so that no two dungeons of an event are called alike."""
    ending = f" {number}"
    return replace(layout, name=layout.name[: LETTERS - len(ending)] + ending) if layout.name else layout


def _write(output: str, source: Dungeon, rules: Ruleset, found: Sequence[Variation]) -> list[Path]:
    """Write sketches, numbered, and their page; the folder appears when all of it is there. Gives the sketches."""
    file = "" if source.file == STDIN else source.file
    name, digits = stem(file) or "dungeon", len(str(len(found)))
    heading = "One thing changed in each"
    paths = [f"{name}-{number:0{digits}}.dungeon.yaml" for number in range(1, len(found) + 1)]
    with fresh_folder(output) as fresh:
        shown = exhibit(fresh, name, source.board, rules)
        leads_to = seen_from(output, file) if file else shown.picture
        exhibits = [replace(shown, file=leads_to, folder=heading, line="as it is")]
        for number, (path, each) in enumerate(zip(paths, found, strict=True), start=1):
            home = named_in(output, each.layout.ruleset, source.folder)
            made = replace(source, layout=replace(_numbered(each.layout, number), ruleset=home))
            write_output(fresh / path, made.content(path))
            shown = exhibit(fresh, stem(path), build(each.layout, source.library), rules, each.squares)
            exhibits.append(replace(shown, file=path, folder=heading, line=each.summary))
        again = call_again(("output",))
        text = page(f"Neighbours of {source.name or name}", exhibits, again, checked=False)
        write_output(fresh / PAGE, text.encode())
        with OutputFolder(output, "vary") as folder:
            folder.fill(fresh)
    return [Path(output) / path for path in paths]
