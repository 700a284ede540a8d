"""Run the `vary` command: write variations of a dungeon, each with one change."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, print_error, print_text, print_warning
from dungeon_designer.cli.files import (
    find_tile_sets,
    format_relative_path,
    format_ruleset_path,
    open_single_dungeon,
    select_folders,
    write_output,
)
from dungeon_designer.cli.options import build_command, output_option, ruleset_option
from dungeon_designer.cli.output_folder import OutputFolder, check_output_folder, is_empty_folder, new_folder_beside
from dungeon_designer.cli.picture_page import PAGE_FILE, draw_entry, format_repeated_call
from dungeon_designer.dungeon import CANDIDATES_PER_VARIANT, STDIN, Dungeon, load_dungeon_library
from dungeon_designer.errors import EditError, UsageError, escape_line
from dungeon_designer.generator.generator_options import VaryOptions
from dungeon_designer.generator.variations import Variation, choose_variations, find_variations
from dungeon_designer.layout.model import MAX_LINE_LENGTH, Layout
from dungeon_designer.options import argument, option, seed_option, split_names
from dungeon_designer.reports.gallery_page import write_gallery
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.templates import strip_folder_and_ending
from dungeon_designer.tiles.library import find_own_folder, load_library

DEFAULT_ROUNDS = 4
"""How many rounds `--evolve` writes without `--rounds`."""


@dataclass(frozen=True, kw_only=True)
class VaryCall:
    """The options of `vary`."""

    dungeon: str = argument()
    output: str = output_option("A new or empty folder.", ..., metavar="DIR")
    lock: str | None = option("Ids of sections that stay as they are, with their objects.", metavar="SECTION,...")
    tiles: tuple[str, ...] = option(
        "Also place tiles of these sets; DIR is a folder of your own.", (), metavar="SET|DIR"
    )
    count: int = option("The most neighbours.", 8, bounds=(1, 1000), show_default=True)
    seed: int = seed_option()
    ruleset: str | None = ruleset_option("The ruleset that they keep; by default the dungeon's own.")
    evolve: bool = option("Write the dungeon as it changes from round to round.", False)
    rounds: int | None = option("The number of rounds of --evolve, the first unchanged (4).", bounds=(2, 100))

    def check_options(self) -> None:
        """Raise UsageError for options that say nothing or do not go together, and for a folder that is not empty."""
        if self.lock is not None and not split_names(self.lock):
            raise UsageError("--lock is empty; give the ids of sections")
        if self.rounds is not None and not self.evolve:
            raise UsageError("--rounds says how often the dungeon of --evolve changes: add --evolve")
        if os.path.lexists(self.output) and not is_empty_folder(Path(self.output)):
            raise UsageError(escape_line(f"{self.output}: name a folder that is new or empty"))
        check_output_folder(self.output)


@build_command(
    "dungeon-designer vary hall.dungeon.yaml -o others",
    "dungeon-designer vary hall.dungeon.yaml --lock A,F --count 12 --seed 7 -o others",
    "dungeon-designer vary hall.dungeon.yaml --evolve --rounds 5 -o league",
)
def command(call: VaryCall) -> int:
    """Write neighbours of DUNGEON, each with one change, and say how it changes the figures.

    A change moves a chest, portal or trap, or places all chests or portals again. Or it swaps two rooms, rotates or
    mirrors a room or a wing, or exchanges a tile for one of the same outline. A neighbour has no more problems than
    DUNGEON, and no worse figure of fairness. A dungeon that is the same for all teams stays so.

    DIR gets a sketch of each, and a page of pictures that explains each change. The exit status is 1 if no
    neighbour is found. After Ctrl+C, those found so far are written.

    With --evolve, DIR gets a dungeon for each round of a league, season.toml, and changes.md, which says what to remove
    and place between two rounds. From round to round at most three sections change, or sections that cover a tenth of
    the floor. Every round is legal and as fair as `generate` requires.
    """
    call.check_options()
    folders = select_folders(call.tiles)
    source = open_single_dungeon(call.dungeon)
    source = replace(source, tiles=load_dungeon_library(source.folder, folders))
    ruleset = source.ruleset(call.ruleset)
    if call.evolve:
        from dungeon_designer.cli.evolving import write_rounds

        round_count = call.rounds or DEFAULT_ROUNDS
        return write_rounds(source, call.ruleset, call.output, _build_options(source, call), round_count)
    variations, is_stopped = _find_variations(source, ruleset, call)
    if not variations:
        if not is_stopped:
            print_error(f"{call.dungeon}: no neighbour was found that is as legal and as fair")
        return exits.INTERRUPTED if is_stopped else exits.NOT_LEGAL
    try:
        paths = _write_variations(call.output, source, ruleset, variations)
    except KeyboardInterrupt:  # what is found is kept all the same; a second one ends that, too
        if is_stopped:
            raise
        is_stopped, paths = True, _write_variations(call.output, source, ruleset, variations)
    for path, variation in zip(paths, variations, strict=True):
        print_text(escape_line(f"{path}: {variation.summary}") + "\n")
    tile_folders = [*folders, find_own_folder(source.folder) or ""]
    _warn_about_unknown_tile(call.output, [variation.layout for variation in variations], tile_folders)
    return exits.INTERRUPTED if is_stopped else exits.LEGAL


def _warn_about_unknown_tile(output: str, layouts: Sequence[Layout], tile_folders: Sequence[str | Path]) -> None:
    """Print a warning if dungeons have a tile that cannot be found from the folder where they were written.

    The warning says which folder to pass to `--tiles`. If several tiles are unknown, it names one of them.

    Args:
        output: the folder with the dungeons.
        layouts: the dungeons.
        tile_folders: the folders that the tiles came from.
    """
    library = load_dungeon_library(Path(output))
    tile_ids = {section.tile for layout in layouts for section in layout.sections if section.tile}
    unknown_ids = sorted(tile_id for tile_id in tile_ids if tile_id not in library)
    if unknown_ids:
        tile_id = unknown_ids[0]
        folder_with_tile = next(folder for folder in tile_folders if tile_id in load_library([folder]))
        hint = f"the tile {tile_id} is not found from there; read these dungeons with --tiles {folder_with_tile}"
        print_warning(escape_line(f"{output}: {hint}"))


def _find_variations(source: Dungeon, ruleset: Ruleset, call: VaryCall) -> tuple[list[Variation], bool]:
    """Search for changed copies of the dungeon, and return the best ones, and whether the user stopped the search.

    If Ctrl+C or SIGTERM stops it, the best of the copies found so far are returned.

    Raises:
        UsageError: there is no tile set or locked section of a name.
        TileError: a tile is broken.
    """
    candidates, is_stopped = list[Variation](), False
    candidate_limit = CANDIDATES_PER_VARIANT * call.count  # many more than are asked for, to choose the best of them
    candidate_stream = find_variations(source.board.layout, ruleset, source.library, _build_options(source, call))
    try:
        with Progress("Varying", candidate_limit) as progress:
            for candidate in islice(candidate_stream, candidate_limit):
                candidates.append(candidate)
                progress.advance()
    except EditError as error:
        raise UsageError(f"--lock: {error}") from None
    except KeyboardInterrupt:
        is_stopped = True
    return choose_variations(candidates, call.count), is_stopped


def _build_options(source: Dungeon, call: VaryCall) -> VaryOptions:
    """Return options for the search for changed copies: sections that must not change, more tile sets, and the seed.

    Raises:
        UsageError: there is no tile set of a name.
        TileError: a tile is broken.
    """
    set_names = find_tile_sets(call.tiles, source.library.sets)
    for name in set_names:
        source.library.list_set_tiles(name)  # reads each tile now, so that a broken one is an error before the search
    return VaryOptions(locked=frozenset(split_names(call.lock or "")), sets=set_names, seed=call.seed)


def _number_name(layout: Layout, number: int) -> Layout:
    """Return a layout with a number after its name, so that no two dungeons of an event have the same name.

    A layout without a name stays as it is.
    """
    if not layout.name:
        return layout
    ending = f" {number}"
    return replace(layout, name=layout.name[: MAX_LINE_LENGTH - len(ending)] + ending)


def _write_variations(output: str, source: Dungeon, ruleset: Ruleset, variations: Sequence[Variation]) -> list[Path]:
    """Write a folder with a numbered file for each variation and a page of pictures, and return the numbered files.

    The folder appears only when it is complete.

    Args:
        output: the folder.
        source: the dungeon that was varied; it comes first on the page.
        ruleset: the ruleset of the figures on the page.
        variations: changed copies of the dungeon.
    """
    source_file = "" if source.file == STDIN else source.file
    stem = strip_folder_and_ending(source_file) or "dungeon"
    digit_count = len(str(len(variations)))  # so that files in the order of their names are in the order of the numbers
    files = [f"{stem}-{number:0{digit_count}}.dungeon.yaml" for number in range(1, len(variations) + 1)]
    heading = "One thing changed in each"
    with new_folder_beside(output) as new_folder:
        source_entry = draw_entry(new_folder, stem, source.board, ruleset)
        linked_file = format_relative_path(output, source_file) if source_file else source_entry.picture
        entries = [replace(source_entry, file=linked_file, folder=heading, line="as it is")]
        for number, (file, variation) in enumerate(zip(files, variations, strict=True), start=1):
            new_dungeon = _build_numbered_dungeon(source, variation, number, output)
            write_output(new_folder / file, new_dungeon.content(file))
            board = build_board(variation.layout, source.library)
            entry = draw_entry(new_folder, strip_folder_and_ending(file), board, ruleset, variation.squares)
            entries.append(replace(entry, file=file, folder=heading, line=variation.summary))
        repeated_call = format_repeated_call(("output",))
        page = write_gallery(f"Neighbours of {source.name or stem}", entries, repeated_call, checked=False)
        write_output(new_folder / PAGE_FILE, page.encode())
        with OutputFolder(output, "vary") as folder:
            folder.fill_from(new_folder)
    return [Path(output) / file for file in files]


def _build_numbered_dungeon(source: Dungeon, variation: Variation, number: int, output: str) -> Dungeon:
    """Return a changed copy of a dungeon as it is written: with a number in its name, and its ruleset.

    House rules are named by their path from the folder of the file, which is another one than that of the source.

    Args:
        source: the dungeon that was varied.
        variation: the changed copy.
        number: the number of the copy.
        output: the folder to write to.
    """
    ruleset_path = format_ruleset_path(output, variation.layout.ruleset, source.folder)
    return replace(source, layout=replace(_number_name(variation.layout, number), ruleset=ruleset_path))
