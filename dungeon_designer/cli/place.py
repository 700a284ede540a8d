"""`place`: chests, portals, counters and balls on a drawn floor."""

from __future__ import annotations

import os
from typing import Annotated

from msgspec import Struct

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import aside, complain, say, tell
from dungeon_designer.cli.files import (
    STDOUT,
    is_folder,
    keep_apart,
    make_folder,
    named_in,
    names_in,
    open_named,
    write_output,
)
from dungeon_designer.cli.options import OwnTiles, Seed, command_of
from dungeon_designer.dungeon import STDIN, Dungeon
from dungeon_designer.errors import CannotPlace, UsageError, did_you_mean, one_line
from dungeon_designer.generator.options import Placeable, PlaceOptions
from dungeon_designer.generator.placement.placing import Placed, Placer, account
from dungeon_designer.generator.placement.proof import solver
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.options import Option
from dungeon_designer.pipeline import ALL, Examiner, Question
from dungeon_designer.templates import stem

KINDS = "chests,portals,counters,balls"
WAYS = [way.value for way in SymmetryMode if way is not SymmetryMode.OFF]


class PlaceCall(Struct, frozen=True, kw_only=True):
    """The options of `place`."""

    file: Annotated[str, Option(metavar="FILE", name="argument")]
    output: Annotated[
        str, Option("The new file, or FOLDER/; without it, standard output.", metavar="OUT", name="-o")
    ] = STDOUT
    ruleset: Annotated[
        str | None, Option("Who asks for them; without it, the layout's own ruleset.", metavar="ID|FILE.toml")
    ] = None
    only: Annotated[str, Option(f"Place these only, of {KINDS}; all else stays.", metavar="KINDS")] = KINDS
    keep: Annotated[bool, Option("What lies there stays; only what is missing is placed.")] = False
    chests: Annotated[int | None, Option("So many chests, where the ruleset leaves that open.", bounds=(0, 99))] = None
    portals: Annotated[int | None, Option("So many portals.", bounds=(0, 99))] = None
    symmetry: Annotated[
        str | None, Option("Everything gets its twins across the middle of the floor.", choices=WAYS)
    ] = None
    count: Annotated[int, Option("So many different answers.", bounds=(1, 1000), shown=True)] = 1
    seed: Seed = 1
    strict: Annotated[bool, Option("What the ruleset only advises must be kept, too.")] = False
    prove: Annotated[bool, Option("Ask a solver for the best there is (needs the extra solver).")] = False
    time: Annotated[int, Option("Seconds for that.", bounds=(1, 86_400), shown=True)] = 60
    tiles: OwnTiles = None


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
    _check_call(call.output, call.ruleset, call.count, call.prove)
    examiner = Examiner(Question(ruleset=call.ruleset, tiles=call.tiles))
    examiner.prepare()
    keep_apart(call.output, [call.file])
    dungeon = open_named(call.file)
    (asked,) = examiner.rulesets(dungeon)
    options = _options(call)
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
        found, proved = [best], f"{proof.words}\n"
    told = "".join(_written(dungeon, *each) for each in zip(found, _names(call, len(found)), strict=True))
    (aside if call.output == STDOUT else say)(told + proved)
    return exits.LEGAL


def _check_call(output: str, ruleset: str | None, count: int, prove: bool) -> None:
    """UsageError for what makes no sense together."""
    if ruleset == ALL:
        raise UsageError("things are placed by one ruleset: give its id, or none for the dungeon's own")
    if count > 1 and not is_folder(output):
        raise UsageError(one_line(f"{output}: {count} answers need a folder; end its name with {os.sep}"))
    if count > 1 and prove:
        raise UsageError("--prove asks for the one best answer; leave out --count")
    if prove:
        solver()


def _options(call: PlaceCall) -> PlaceOptions:
    return PlaceOptions(
        only=tuple(_kinds(call.only)),
        keep=call.keep,
        chests=call.chests,
        portals=call.portals,
        symmetry=SymmetryMode(call.symmetry) if call.symmetry else None,
    )


def _kinds(only: str) -> list[Placeable]:
    names = names_in(only)
    for name in names:
        if name not in list(Placeable):
            raise UsageError(one_line(f"--only: there are no {name!r}{did_you_mean(name, [*Placeable])}"))
    if not names:
        raise UsageError(f"--only names nothing; known are {KINDS}")
    return [Placeable(name) for name in names]


def _names(call: PlaceCall, count: int) -> list[str]:
    """The files the answers go to; in a folder they are numbered, and it is made where there is none."""
    if not is_folder(call.output):
        return [call.output]
    name = "dungeon.dungeon.yaml" if call.file == STDIN else os.path.basename(call.file)
    make_folder(call.output)
    first = stem(name)
    names = [f"{first}-{number}{name[len(first) :]}" for number in range(1, count + 1)] if call.count > 1 else [name]
    return [os.path.join(call.output, each) for each in names]


def _written(dungeon: Dungeon, placed: Placed, name: str) -> str:
    """Writes an answer, its house ruleset named from where it lies, and says what it is like."""
    made = dungeon.edit(lambda layout: placed.layout)
    if name != STDOUT:
        made = made.edit(ruleset=named_in(os.path.dirname(name), made.layout.ruleset, dungeon.folder))
    write_output(name, made.content("" if name == STDOUT else name))
    lines = [one_line(line) for line in account(placed) if line]
    where = "standard output" if name == STDOUT else one_line(name)
    return "\n  ".join([f"{where}: {lines[0]}", *lines[1:]]) + "\n"
