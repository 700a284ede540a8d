"""`place`: chests, portals, counters and balls on a drawn floor."""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import dataclass

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import aside, complain, say, tell
from dungeon_designer.cli.existing_files import refuse_existing, write_new
from dungeon_designer.cli.files import (
    STDOUT,
    is_folder,
    keep_apart,
    make_folder,
    named_in,
    names_in,
    open_named,
)
from dungeon_designer.cli.options import STYLES, command_of, force, output, own_tiles, ruleset, seed
from dungeon_designer.cli.output_folder import OutputFolder
from dungeon_designer.dungeon import STDIN, Dungeon
from dungeon_designer.errors import CannotPlace, UsageError, did_you_mean, one_line
from dungeon_designer.generator.options import FurnitureStyle, Placeable, PlaceOptions
from dungeon_designer.generator.placement.placing import PlacedLayout, Placer, account
from dungeon_designer.generator.placement.proof import solver
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.options import argument, option
from dungeon_designer.pipeline import Examiner, Question
from dungeon_designer.templates import stem
from dungeon_designer.text.file_names import avoid_device_name

KINDS = "chests,portals,counters,balls"
WAYS = [way.value for way in SymmetryMode if way is not SymmetryMode.OFF]


@dataclass(frozen=True, kw_only=True)
class PlaceCall:
    """The options of `place`."""

    file: str = argument("FILE")
    output: str = output("The new file, or FOLDER/; without it, standard output.", STDOUT, metavar="OUT")
    ruleset: str | None = ruleset("Who asks for them; without it, the layout's own ruleset.")
    only: str = option(f"Place these only, of {KINDS}; all else stays.", KINDS, metavar="KINDS")
    keep: bool = option("What lies there stays; only what is missing is placed.", False)
    chests: int | None = option("So many chests, where the ruleset leaves that open.", bounds=(0, 99))
    portals: int | None = option("So many portals.", bounds=(0, 99))
    symmetry: str | None = option("Everything gets its twins across the middle of the floor.", choices=WAYS)
    style: str = option(STYLES, FurnitureStyle.SPREAD.value, choices=[each.value for each in FurnitureStyle])
    count: int = option("So many different answers.", 1, bounds=(1, 1000), shown=True)
    seed: int = seed()
    strict: bool = option("What the ruleset only advises must be kept, too.", False)
    prove: bool = option("Ask a solver for the best there is (needs the extra solver).", False)
    time: int = option("Seconds for that.", 60, bounds=(1, 86_400), shown=True)
    tiles: str | None = own_tiles()
    force: bool = force()

    def refuse(self) -> None:
        """UsageError for what makes no sense together."""
        if self.count > 1 and not is_folder(self.output):
            raise UsageError(one_line(f"{self.output}: {self.count} answers need a folder; end its name with {os.sep}"))
        if self.count > 1 and self.prove:
            raise UsageError("--prove asks for the one best answer; leave out --count")
        if self.prove:
            solver()

    def kinds(self) -> tuple[Placeable, ...]:
        """What is placed; UsageError for what is no such thing."""
        names = names_in(self.only)
        for name in names:
            if name not in list(Placeable):
                raise UsageError(one_line(f"--only: there are no {name!r}{did_you_mean(name, [*Placeable])}"))
        if not names:
            raise UsageError(f"--only names nothing; known are {KINDS}")
        return tuple(map(Placeable, names))


@command_of(
    "dungeon-designer place hall.dungeon.yaml -o furnished.dungeon.yaml",
    "dungeon-designer place hall.dungeon.yaml --only portals --symmetry half-turn -o -",
    "dungeon-designer place hall.dungeon.yaml --ruleset cup.toml --count 5 -o halls/",
    "dungeon-designer place hall.dungeon.yaml --prove -o furnished.dungeon.yaml",
)
def command(call: PlaceCall) -> int:
    """Lay chests, portals, pit counters and balls on the floor in FILE (- is standard input), as its ruleset asks.

    The fairest placement is looked for, of those the one that spreads things widest. The exit status is 0, 1 when they
    cannot be placed, 2 when a file could not be read or written, or the call was wrong.
    """
    call.refuse()
    examiner = Examiner(Question(ruleset=call.ruleset, tiles=call.tiles))
    keep_apart(call.output, [call.file])
    if not is_folder(call.output):
        refuse_existing(call.output, call.force)
    dungeon = open_named(call.file)
    (asked,) = examiner.rulesets(dungeon)
    options = PlaceOptions(
        only=call.kinds(),
        keep=call.keep,
        chests=call.chests,
        portals=call.portals,
        symmetry=SymmetryMode(call.symmetry) if call.symmetry else None,
        seed=call.seed,
        style=FurnitureStyle(call.style),
    )
    try:
        board = examiner.board(dungeon)
        placer = Placer(board.layout, asked, board.library, options)
        found = placer.ways(call.count, call.seed, call.strict)
    except CannotPlace as error:
        complain(f"{call.file}: cannot be placed under {asked.id}: {error}")
        return exits.NOT_LEGAL
    if len(found) < call.count:
        tell(f"{call.file}: only {len(found)} of {call.count} different answers were found")
    proved = ""
    if call.prove:
        best, proof = placer.proved(found[0], call.time)
        found, proved = [best], f"{proof.report_line}\n"
    names = [call.output]
    if is_folder(call.output):  # which is made where there is none; several answers are numbered
        name = "dungeon.dungeon.yaml" if call.file == STDIN else os.path.basename(call.file)
        make_folder(call.output)
        first, rest = stem(name), name[len(stem(name)) :]
        numbered = [f"{first}-{number}{rest}" for number in range(1, len(found) + 1)] if call.count > 1 else [name]
        names = [os.path.join(call.output, avoid_device_name(each)) for each in numbered]
    with ExitStack() as stack:
        folder = None
        if is_folder(call.output):
            folder = stack.enter_context(OutputFolder(call.output, "place", call.force))
        lines = "".join(_written(dungeon, *each, call.force, folder) for each in zip(found, names, strict=True))
    (aside if call.output == STDOUT else say)(lines + proved)
    return folder.status if folder else exits.LEGAL


def _written(dungeon: Dungeon, placed: PlacedLayout, name: str, force: bool, folder: OutputFolder | None) -> str:
    """Write an answer, its house ruleset named from where it lies; what it is like, or '' where it was not written."""
    made = dungeon.edit(lambda layout: placed.layout)
    if name != STDOUT:
        made = made.edit(ruleset=named_in(os.path.dirname(name), made.layout.ruleset, dungeon.folder))
    data = made.content("" if name == STDOUT else name)
    if folder is None:
        write_new(name, data, force)
    elif not folder.write(os.path.basename(name), data):
        return ""
    lines = [one_line(line) for line in account(placed) if line]
    where = "standard output" if name == STDOUT else one_line(name)
    return "\n  ".join([f"{where}: {lines[0]}", *lines[1:]]) + "\n"
