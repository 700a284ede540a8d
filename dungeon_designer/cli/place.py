"""`place`: chests, portals, counters and balls on a drawn floor."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from dungeon_designer.cli import exits
from dungeon_designer.cli.help import example
from dungeon_designer.cli.name_lists import names_in
from dungeon_designer.cli.output import aside, complain, say, tell
from dungeon_designer.cli.site import is_folder
from dungeon_designer.cli.sources import open_named
from dungeon_designer.cli.target import STDOUT, keep_apart, make_folder, named_in, write_output
from dungeon_designer.dungeon import STDIN, Dungeon
from dungeon_designer.errors import CannotPlace, UsageError, one_line
from dungeon_designer.layout_edits.symmetry import SymmetryMode
from dungeon_designer.pipeline import ALL, Examiner, Question
from dungeon_designer.templates import stem

if TYPE_CHECKING:
    from dungeon_designer.generator.placement.placing import Placed, Placer
    from dungeon_designer.generator.placement.things import Kind
    from dungeon_designer.rulesets.model import Ruleset

EXAMPLES = example(
    "dungeon-designer place hall.dungeon.yaml -o furnished.dungeon.yaml",
    "dungeon-designer place hall.dungeon.yaml --only portals --symmetry half-turn -o -",
    "dungeon-designer place hall.dungeon.yaml --ruleset cup.toml --count 5 -o halls/",
    "dungeon-designer place hall.dungeon.yaml --prove -o furnished.dungeon.yaml",
)
KINDS = "chests,portals,counters,balls"
WAYS = [way.value for way in SymmetryMode if way is not SymmetryMode.OFF]


@click.command(epilog=EXAMPLES, short_help="Lay chests, portals and counters on a floor.")
@click.argument("file", metavar="FILE")
@click.option(
    "-o", "--output", metavar="OUT", default=STDOUT, help="The new file, or FOLDER/; without it, standard output."
)
@click.option("--ruleset", metavar="ID|FILE.toml", help="Who asks for them; without it, the layout's own ruleset.")
@click.option("--only", metavar="KINDS", default=KINDS, help=f"Place these only, of {KINDS}; all else stays.")
@click.option("--keep", is_flag=True, help="What lies there stays; only what is missing is placed.")
@click.option("--chests", type=click.IntRange(0, 99), help="So many chests, where the ruleset leaves that open.")
@click.option("--portals", type=click.IntRange(0, 99), help="So many portals.")
@click.option("--symmetry", type=click.Choice(WAYS), help="Everything gets its twins across the middle of the floor.")
@click.option("--count", type=click.IntRange(1, 1000), default=1, show_default=True, help="So many different answers.")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), default=1, show_default=True, help="Where the dice start.")
@click.option("--strict", is_flag=True, help="What the ruleset only advises must be kept, too.")
@click.option("--prove", is_flag=True, help="Ask a solver for the best there is (needs the extra solver).")
@click.option("--time", type=click.IntRange(1, 86_400), default=60, show_default=True, help="Seconds for that.")
@click.option("--tiles", metavar="DIR", help="A folder of tile sets of your own.")
def command(
    file: str,
    output: str,
    ruleset: str | None,
    only: str,
    keep: bool,
    chests: int | None,
    portals: int | None,
    symmetry: str | None,
    count: int,
    seed: int,
    strict: bool,
    prove: bool,
    time: int,
    tiles: str | None,
) -> int:
    """Lay chests, portals, pit counters and balls on the floor in FILE (- is standard input), as its ruleset asks.

    The fairest placement is looked for, of those the one that spreads things widest. The exit status is 0, 1 when they
    cannot be placed, 2 when a file could not be read or written, or the call was wrong.
    """
    _check_call(output, ruleset, count, prove)
    examiner = Examiner(Question(ruleset=ruleset, tiles=tiles))
    examiner.prepare()
    keep_apart(output, [file])
    dungeon = open_named(file)
    (asked,) = examiner.rulesets(dungeon)
    try:
        placer = _placer(examiner, dungeon, asked, only, keep, chests, portals, symmetry)
        found = placer.ways(count, seed, strict)
    except CannotPlace as error:
        complain(f"{file}: cannot be placed under {asked.id}: {error}")
        return exits.NOT_LEGAL
    if len(found) < count:
        tell(f"{file}: only {len(found)} of {count} different answers were found")
    found, told = _proved(placer, found, time) if prove else (found, "")
    _write(dungeon, found, output, count, told)
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
        from dungeon_designer.generator.placement.proof import solver

        solver()


def _placer(
    examiner: Examiner,
    dungeon: Dungeon,
    ruleset: Ruleset,
    only: str,
    keep: bool,
    chests: int | None,
    portals: int | None,
    symmetry: str | None,
) -> Placer:
    from dungeon_designer.generator.placement.placing import Placer
    from dungeon_designer.generator.placement.things import Kind

    counts = {kind: count for kind, count in ((Kind.CHEST, chests), (Kind.PORTAL, portals)) if count is not None}
    board = examiner.board(dungeon)
    way = SymmetryMode(symmetry) if symmetry else None
    return Placer(board.layout, ruleset, board.library, _kinds(only), keep, way, counts)


def _kinds(only: str) -> list[Kind]:
    from dungeon_designer.errors import did_you_mean
    from dungeon_designer.generator.placement.things import Kind

    names = names_in(only)
    for name in names:
        if name not in list(Kind):
            raise UsageError(one_line(f"--only: there are no {name!r}{did_you_mean(name, [*Kind])}"))
    if not names:
        raise UsageError(f"--only names nothing; known are {KINDS}")
    return [Kind(name) for name in names]


def _proved(placer: Placer, found: Sequence[Placed], seconds: float) -> tuple[list[Placed], str]:
    """The best answer a solver knows of, and what it says of it."""
    best, proof = placer.proved(found[0], seconds)
    return [best], f"{proof.words}\n"


def _write(dungeon: Dungeon, found: Sequence[Placed], output: str, count: int, told: str) -> None:
    """Writes the answers, and says what they are like and what else is told; beside a dungeon on standard output."""
    said = "".join(_written(dungeon, placed, name) for placed, name in _named(found, dungeon.file, output, count))
    (aside if output == STDOUT else say)(said + told)


def _named(found: Sequence[Placed], file: str, output: str, count: int) -> list[tuple[Placed, str]]:
    """The answers with the files they go to; in a folder they are numbered, and it is made where there is none."""
    if not is_folder(output):
        return [(found[0], output)]
    name = "dungeon.dungeon.yaml" if file == STDIN else os.path.basename(file)
    make_folder(output)
    first = stem(name)
    names = [f"{first}-{number}{name[len(first) :]}" for number in range(1, len(found) + 1)] if count > 1 else [name]
    return [(placed, os.path.join(output, each)) for placed, each in zip(found, names, strict=True)]


def _written(dungeon: Dungeon, placed: Placed, name: str) -> str:
    """Writes an answer, its house ruleset named from where it lies, and says what it is like."""
    from dungeon_designer.generator.placement.report import account

    made = dungeon.edit(lambda layout: placed.layout)
    if name != STDOUT:
        made = made.edit(ruleset=named_in(os.path.dirname(name), made.layout.ruleset, dungeon.folder))
    write_output(name, made.content("" if name == STDOUT else name))
    lines = [one_line(line) for line in account(placed) if line]
    where = "standard output" if name == STDOUT else one_line(name)
    return "\n  ".join([f"{where}: {lines[0]}", *lines[1:]]) + "\n"
