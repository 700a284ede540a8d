"""`deal`: the boards of 1989 shuffled onto a Set-Up."""

from __future__ import annotations

import os
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, aside, complain, say
from dungeon_designer.cli.existing_files import refuse_existing, write_new
from dungeon_designer.cli.files import STDOUT, is_folder, make_folder
from dungeon_designer.cli.options import command_of, force, output
from dungeon_designer.cli.output_folder import OutputFolder
from dungeon_designer.errors import UsageError, one_line
from dungeon_designer.generator.dealing import Deal, deal, set_ups
from dungeon_designer.layout.files import write_layout
from dungeon_designer.options import option
from dungeon_designer.workers import Work, workers_for

SEEDS = 2**32
WORTH_PROCESSES = 50
"""From so many deals on they are shared among processes."""


@dataclass(frozen=True, kw_only=True)
class DealCall:
    """The options of `deal`."""

    output: str | None = output("The new file, or FOLDER/; without it, standard output.", None, metavar="OUT")
    set_up: int | None = option("Which Set-Up; without it, by lot.", bounds=(1, 5))
    count: int = option("So many deals, each with the next seed.", 1, bounds=(1, 100_000), shown=True)
    bare: bool = option("The floor alone: no chests, teleporters, doors.", False)
    seed: int | None = option("Deal the same again; without it, one by lot.", bounds=(0, SEEDS - 1))
    jobs: int | None = option("Processes; without it, one a core.", bounds=(1, 256))
    force: bool = force()


@command_of(
    "dungeon-designer deal -o tonight.dungeon.yaml",
    "dungeon-designer deal --set-up 3 --seed 17 -o deals/",
    "dungeon-designer deal --count 1000 --seed 1",
)
def command(call: DealCall) -> int:
    """Deal the six boards of the boxed game of 1989 onto a Set-Up, as its book builds a dungeon at the table.

    They are shuffled face down and turned up where they lie, either way round (our reading), then the End Zones are
    laid; chests, teleporters and doors are placed as the book asks. What is dealt is checked and never dealt again. One
    deal goes to standard output, of several without -o only a report, which says how many are legal, and why not.

    The exit status is 0, for deals that are not legal, too, and 2 when the call was wrong.
    """
    if call.count > 1 and call.output is not None and not is_folder(call.output):
        raise UsageError(one_line(f"{call.output}: {call.count} deals need a folder; end its name with {os.sep}"))
    if call.output is not None and not is_folder(call.output):
        refuse_existing(call.output, call.force)
    first = secrets.randbelow(SEEDS) if call.seed is None else call.seed
    seeds = [(first + number) % SEEDS for number in range(call.count)]
    work, jobs = Work((call.set_up, call.bare), _asked, _dealt), call.jobs or os.cpu_count() or 1
    deals: list[Deal] = []
    with ExitStack() as stack, Progress("Dealing", call.count) as progress:
        workers = workers_for(work, jobs if call.count >= WORTH_PROCESSES else 1, None, stack, complain)
        for each in workers.done(seeds):
            deals.append(each)
            progress.advance()
    deals.sort(key=lambda each: (each.seed - first) % SEEDS)
    status = _write(call, deals) if call.output is not None or call.count == 1 else exits.LEGAL
    (aside if call.output in (None, STDOUT) and call.count == 1 else say)("".join(_report(deals)))
    return status


def _asked(set_up: int | None, bare: bool) -> tuple[int | None, bool]:
    return set_up, bare


def _dealt(asked: tuple[int | None, bool], seed: int) -> Deal:
    return deal(seed, *asked)


def _write(call: DealCall, deals: list[Deal]) -> int:
    """Write the deals where they are wanted; the exit status."""
    if call.output is None or not is_folder(call.output):
        file = call.output or STDOUT
        write_new(file, write_layout(deals[0].layout, "standard output" if file == STDOUT else file), call.force)
        return exits.LEGAL
    make_folder(call.output)
    with OutputFolder(call.output, "deal", call.force) as folder:
        for each in deals:
            name = f"deal-{each.seed}.dungeon.yaml"
            folder.write(name, write_layout(each.layout, os.path.join(call.output, name)))
    return folder.status


def _report(deals: list[Deal]) -> Iterator[str]:
    """How many deals are legal, of each Set-Up, too, and which rules find something in how many."""
    first, last = deals[0], deals[-1]
    if len(deals) == 1:
        yield f"Set-Up {first.set_up}, seed {first.seed}: {'not legal' if first.errors else 'legal'}\n"
    else:
        yield f"{len(deals):,} deals, seeds {first.seed} to {last.seed}: {_legal(deals)}\n"
        by_set_up = {number: [each for each in deals if each.set_up == number] for number in set_ups()}
        yield from (f"  Set-Up {number}: {_legal(some)}\n" for number, some in by_set_up.items() if some)
    for level, broken in (("error", [each.errors for each in deals]), ("warning", [each.warnings for each in deals])):
        for rule, count in Counter(chain.from_iterable(broken)).most_common():
            seed = next(each.seed for each, rules in zip(deals, broken, strict=True) if rule in rules)
            more = f", in {count:,} of {len(deals):,}, first with seed {seed}" if len(deals) > 1 else ""
            yield f"  {level}: {rule}{more}\n"


def _legal(deals: list[Deal]) -> str:
    """How many of some are legal."""
    return f"{sum(not each.errors for each in deals):,} of {len(deals):,} legal"
