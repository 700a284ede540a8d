"""Run the `place` command: place chests, portals, counters and balls on the floor of a dungeon."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import print_error, print_text, print_warning, write_stderr
from dungeon_designer.cli.existing_files import refuse_existing, write_new_file
from dungeon_designer.cli.files import (
    STDOUT,
    create_folder,
    format_ruleset_path,
    is_folder_output,
    open_single_dungeon,
    register_inputs,
)
from dungeon_designer.cli.options import (
    build_command,
    force_option,
    output_option,
    ruleset_option,
    tiles_option,
)
from dungeon_designer.cli.output_folder import OutputFolder
from dungeon_designer.dungeon import STDIN, Dungeon
from dungeon_designer.errors import PlacementError, UsageError, escape_line, suggest_word
from dungeon_designer.generator.generator_options import STYLE_HELP, FurnitureStyle, Placeable, PlaceOptions
from dungeon_designer.generator.placement.placer import PlacedLayout, report_placement
from dungeon_designer.generator.placement.placing_steps import describe_steps, place_in_steps
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.options import argument, option, seed_option, split_names
from dungeon_designer.pipeline import ExamineOptions, Examiner
from dungeon_designer.templates import strip_folder_and_ending
from dungeon_designer.text.file_names import avoid_device_name

KIND_NAMES = "chests,portals,counters,balls"
"""The words of `--only`, which all together are its default."""
SYMMETRY_NAMES = [mode.value for mode in SymmetryMode if mode is not SymmetryMode.OFF]
"""The words of `--symmetry`."""


@dataclass(frozen=True, kw_only=True)
class PlaceCall:
    """The options of `place`."""

    file: str = argument("FILE")
    output: str = output_option("The new file, or FOLDER/; by default standard output.", STDOUT, metavar="OUT")
    ruleset: str | None = ruleset_option("The ruleset; by default the dungeon's own.")
    only: str = option(f"Place only these of {KIND_NAMES}; all else stays.", KIND_NAMES, metavar="KINDS")
    keep: bool = option("Keep the objects that are there; place only what is missing.", False)
    chests: int | None = option("The number of chests, where the ruleset leaves it open.", bounds=(0, 99))
    portals: int | None = option("The number of portals, where the ruleset leaves it open.", bounds=(0, 99))
    symmetry: str | None = option("Repeat each object across the middle of the floor.", choices=SYMMETRY_NAMES)
    style: str = option(STYLE_HELP, FurnitureStyle.SPREAD.value, choices=[each.value for each in FurnitureStyle])
    count: int = option("The number of different placements.", 1, bounds=(1, 1000), show_default=True)
    seed: int = seed_option()
    strict: bool = option("Also keep what the ruleset only advises.", False)
    tiles: str | None = tiles_option()
    force: bool = force_option()

    def check_options(self) -> None:
        """Raise UsageError if several dungeons with placed objects were to go into one file."""
        if self.count > 1 and not is_folder_output(self.output):
            raise UsageError(
                escape_line(f"{self.output}: {self.count} answers need a folder; end its name with {os.sep}")
            )

    def parse_kinds(self) -> tuple[Placeable, ...]:
        """Return the kinds of objects to place.

        Raises:
            UsageError: `--only` names no kind, or an unknown one.
        """
        names = split_names(self.only)
        for name in names:
            if name not in list(Placeable):
                raise UsageError(escape_line(f"--only: there are no {name!r}{suggest_word(name, [*Placeable])}"))
        if not names:
            raise UsageError(f"--only is empty; name some of {KIND_NAMES}")
        return tuple(map(Placeable, names))


@build_command(
    "dungeon-designer place hall.dungeon.yaml -o furnished.dungeon.yaml",
    "dungeon-designer place hall.dungeon.yaml --only portals --symmetry half-turn -o -",
    "dungeon-designer place hall.dungeon.yaml --ruleset cup.toml --count 5 -o halls/",
)
def command(call: PlaceCall) -> int:
    """Place chests, portals, pit counters and balls on the floor in FILE (- is standard input), as the ruleset
    requires.

    The one of the fairest placements with the widest spread is written. If the style allows no legal placement, spread
    is tried, then both styles without the symmetry. A warning names each step.

    The exit status is 1 if the objects cannot be placed.
    """
    call.check_options()
    examiner = Examiner(ExamineOptions(ruleset=call.ruleset, tiles=call.tiles))
    register_inputs(call.output, [call.file])
    if not is_folder_output(call.output):
        refuse_existing(call.output, call.force)
    dungeon = open_single_dungeon(call.file)
    (ruleset,) = examiner.list_rulesets(dungeon)
    options = PlaceOptions(
        only=call.parse_kinds(),
        keep=call.keep,
        chests=call.chests,
        portals=call.portals,
        symmetry=SymmetryMode(call.symmetry) if call.symmetry else None,
        count=call.count,
        seed=call.seed,
        strict=call.strict,
        style=FurnitureStyle(call.style),
    )
    try:
        board = examiner.build_board(dungeon)
        placements, steps = place_in_steps(board.layout, ruleset, board.library, options)
    except PlacementError as error:
        print_error(f"{call.file}: cannot be placed under {ruleset.id}: {error}")
        return exits.NOT_LEGAL
    if step_text := describe_steps(steps):
        print_warning(f"{call.file}: {step_text}")
    if len(placements) < call.count:
        print_warning(f"{call.file}: only {len(placements)} of {call.count} different answers were found")
    return _write_placements(call, dungeon, placements)


def _write_placements(call: PlaceCall, dungeon: Dungeon, placements: Sequence[PlacedLayout]) -> int:
    """Write the dungeons with objects placed to the file or folder of the call, and print what was placed.

    The result is the exit status. A folder is created if it does not exist. The files in it are numbered if the call
    asks for several answers.
    """
    if not is_folder_output(call.output):
        (placement,) = placements
        lines = _write_placement(dungeon, placement, call.output, call.force, None)
        if call.output == STDOUT:
            write_stderr(lines)  # standard output holds the dungeon
        else:
            print_text(lines)
        return exits.LEGAL
    create_folder(call.output)
    file_names = [avoid_device_name(file_name) for file_name in _list_file_names(call, len(placements))]
    with OutputFolder(call.output, "place", call.force) as folder:
        lines = "".join(
            _write_placement(dungeon, placement, os.path.join(call.output, file_name), call.force, folder)
            for placement, file_name in zip(placements, file_names, strict=True)
        )
    print_text(lines)
    return folder.status


def _list_file_names(call: PlaceCall, count: int) -> list[str]:
    """Return the names of `count` files in the folder of the call: the name of the file that was read, with numbers.

    If the call asks for one answer, there is no number.
    """
    name = "dungeon.dungeon.yaml" if call.file == STDIN else os.path.basename(call.file)
    if call.count == 1:
        return [name]
    stem = strip_folder_and_ending(name)
    ending = name[len(stem) :]
    return [f"{stem}-{number}{ending}" for number in range(1, count + 1)]


def _write_placement(
    dungeon: Dungeon, placement: PlacedLayout, name: str, can_replace: bool, folder: OutputFolder | None
) -> str:
    """Write a dungeon with its objects placed, and return the lines that describe it.

    Args:
        dungeon: the dungeon as it was read.
        placement: the layout with the objects, and how fair it is.
        name: the file to write, or - for standard output.
        can_replace: whether a file that exists may be replaced.
        folder: the folder of the file; None if the call names a single file.

    Returns:
        Lines that describe the placement; '' if the file was not written, because one of the user's is in its place.
    """
    new_dungeon = dungeon.edit(lambda _old_layout: placement.layout)
    if name != STDOUT:
        # house rules are named by their path from the folder of the dungeon, which may be another one now
        ruleset_path = format_ruleset_path(os.path.dirname(name), new_dungeon.layout.ruleset, dungeon.folder)
        new_dungeon = new_dungeon.edit(ruleset=ruleset_path)
    data = new_dungeon.content("" if name == STDOUT else name)
    if folder is None:
        write_new_file(name, data, can_replace)
    elif not folder.add_file(os.path.basename(name), data):
        return ""
    first_line, *other_lines = [escape_line(line) for line in report_placement(placement) if line]
    destination = "standard output" if name == STDOUT else escape_line(name)
    return "\n  ".join([f"{destination}: {first_line}", *other_lines]) + "\n"
