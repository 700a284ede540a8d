"""`vary`: neighbours of a dungeon."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from dungeon_designer.cli import exits
from dungeon_designer.cli.help import example
from dungeon_designer.cli.name_lists import names_in
from dungeon_designer.cli.output import complain, say
from dungeon_designer.cli.progress import Progress
from dungeon_designer.cli.sources import open_named
from dungeon_designer.cli.target import make_folder, write_output
from dungeon_designer.dungeon import STDIN, Dungeon
from dungeon_designer.errors import EditError, UsageError, one_line
from dungeon_designer.layout.files import DUNGEON_ENDINGS

if TYPE_CHECKING:
    from dungeon_designer.generator.vary import Variation

ENOUGH = 12
"""For each dungeon that is wanted so many candidates that will do are found: the best, and most unlike, are written."""


@click.command(
    epilog=example(
        "dungeon-designer vary hall.dungeon.yaml -o others",
        "dungeon-designer vary hall.dungeon.yaml --lock A,F --count 12 --seed 7 -o others",
    ),
    short_help="Write neighbours of a dungeon, one thing changed in each.",
)
@click.argument("dungeon")
@click.option("-o", "--output", required=True, metavar="DIR", help="A new or empty folder.")
@click.option("--lock", metavar="SECTION,...", help="Ids of sections that stay, with all that lies in them.")
@click.option("--count", type=click.IntRange(1, 1000), default=8, show_default=True, help="How many at most.")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), default=1, show_default=True, help="Where the dice start.")
@click.option("--ruleset", metavar="ID|FILE.toml", help="Whose rules they keep; the dungeon's own without it.")
def command(dungeon: str, output: str, lock: str | None, count: int, seed: int, ruleset: str | None) -> int:
    """Write neighbours of DUNGEON, each with one thing changed, and tell what that changes in the figures.

    A chest, portal or trap lies elsewhere, two rooms are swapped, a room or a wing is turned or mirrored, a tile is
    exchanged for another of its outline, all chests or portals are placed anew. Nothing that `check` finds is more
    than it was, and no figure of fairness is worse; a dungeon that is the same for all sides stays so.

    The exit status is 0, 1 when no neighbour was found, and 2 when the call was wrong.
    """
    _must_be_free(output)
    source = open_named(dungeon)
    found = _found(source, ruleset, lock, seed, count)
    if not found:
        complain(one_line(f"{dungeon}: no neighbour was found that is as legal and as fair"))
        return exits.NOT_LEGAL
    _write(source, found, Path(output))
    return exits.LEGAL


def _must_be_free(output: str) -> None:
    """UsageError for a folder that holds anything."""
    if os.path.lexists(output) and (not os.path.isdir(output) or os.listdir(output)):
        raise UsageError(one_line(f"{output}: name a folder that is new or empty"))


def _found(source: Dungeon, ruleset: str | None, lock: str | None, seed: int, count: int) -> list[Variation]:
    from dungeon_designer.generator.vary import chosen, variations

    locked = frozenset(names_in(lock or ""))
    rules = source.ruleset(ruleset)
    found: list[Variation] = []
    try:
        with Progress("Varying", ENOUGH * count) as progress:
            ways = variations(source.board.layout, rules, locked=locked, seed=seed, library=source.library)
            for each in islice(ways, ENOUGH * count):
                found.append(each)
                progress.advance(1)
    except EditError as error:
        raise UsageError(f"--lock: {error}") from None
    return chosen(found, count)


def _write(source: Dungeon, found: Sequence[Variation], folder: Path) -> None:
    """A sketch of each, numbered, and a line about it."""
    make_folder(folder)
    stem, digits = _stem(source.file), len(str(len(found)))
    for number, each in enumerate(found, start=1):
        path = folder / f"{stem}-{number:0{digits}}.dungeon.yaml"
        write_output(path, replace(source, layout=each.layout).content(path.name))
        say(one_line(f"{path}: {each.told}") + "\n")


def _stem(file: str) -> str:
    """A dungeon's file without its folder and ending.

    >>> _stem("halls/long.dungeon.yaml"), _stem("-")
    ('long', 'dungeon')
    """
    name = os.path.basename(file)
    ending = next((each for each in sorted(DUNGEON_ENDINGS, key=len, reverse=True) if name.lower().endswith(each)), "")
    return name.removesuffix(name[len(name) - len(ending) :]) if file not in ("", STDIN) and ending else "dungeon"
