"""Run the `deal` command: shuffle the six boards of the 1989 game onto a Set-Up, and write the dungeons that result."""

from __future__ import annotations

import os
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, print_error, print_text, write_stderr
from dungeon_designer.cli.existing_files import refuse_existing, write_new_file
from dungeon_designer.cli.files import STDOUT, create_folder, is_folder_output
from dungeon_designer.cli.options import build_command, force_option, output_option
from dungeon_designer.cli.output_folder import OutputFolder
from dungeon_designer.errors import UsageError, escape_line
from dungeon_designer.generator.dealing import Deal, deal_boards, load_set_ups
from dungeon_designer.layout.dungeon_files import write_layout
from dungeon_designer.options import option
from dungeon_designer.workers import Work, open_workers

SEED_COUNT = 2**32
"""How many seeds there are: 0 to one less."""
MIN_DEALS_FOR_PROCESSES = 50
"""The fewest deals that are shared among processes."""


@dataclass(frozen=True, kw_only=True)
class DealCall:
    """The options of `deal_boards`."""

    output: str | None = output_option("The new file, or FOLDER/; by default standard output.", None, metavar="OUT")
    set_up: int | None = option("The Set-Up; by default the dice choose.", bounds=(1, 5))
    count: int = option("The number of deals, each with the next seed.", 1, bounds=(1, 100_000), show_default=True)
    bare: bool = option("Only the floor: no chests, portals or doors.", False)
    seed: int | None = option("The seed of the dice; by default a random one.", bounds=(0, SEED_COUNT - 1))
    jobs: int | None = option("The number of processes; by default one a core.", bounds=(1, 256))
    force: bool = force_option()


@build_command(
    "dungeon-designer deal -o tonight.dungeon.yaml",
    "dungeon-designer deal --set-up 3 --seed 17 -o deals/",
    "dungeon-designer deal --count 1000 --seed 1",
)
def command(call: DealCall) -> int:
    """Deal the six boards of the boxed game of 1989 onto a Set-Up, as its book builds a dungeon.

    The boards are shuffled face down and turned up where they lie, either way round (our reading). Then the end zones,
    chests, portals and doors are placed as the book says. A deal is checked, but never dealt again. Several deals
    without -o give only a report: how many are legal, and why the others are not.

    The exit status is 0 even if a deal is not legal.
    """
    if call.count > 1 and call.output is not None and not is_folder_output(call.output):
        raise UsageError(escape_line(f"{call.output}: {call.count} deals need a folder; end its name with {os.sep}"))
    if call.output is not None and not is_folder_output(call.output):
        refuse_existing(call.output, call.force)
    deals = _deal_all(call)
    has_output = call.output is not None or call.count == 1  # a single deal goes to standard output
    status = _write_deals(call, deals) if has_output else exits.LEGAL
    report = "".join(_list_report_lines(deals))
    if call.count == 1 and call.output in (None, STDOUT):
        write_stderr(report)  # standard output holds the dungeon
    else:
        print_text(report)
    return status


def _deal_all(call: DealCall) -> list[Deal]:
    """Return as many deals (dungeons of shuffled boards) as the call asks for, in the order of their seeds.

    The seeds are consecutive, and 0 follows the largest one. Many deals are shared among processes.
    """
    first_seed = secrets.randbelow(SEED_COUNT) if call.seed is None else call.seed
    seeds = [(first_seed + number) % SEED_COUNT for number in range(call.count)]
    work = Work((call.set_up, call.bare), _pack_options, _deal_seed)
    process_count = (call.jobs or os.cpu_count() or 1) if call.count >= MIN_DEALS_FOR_PROCESSES else 1
    deals: list[Deal] = []
    with ExitStack() as stack, Progress("Dealing", call.count) as progress:
        workers = open_workers(work, process_count, cluster=None, stack=stack, notify=print_error)
        for deal in workers.run_pieces(seeds):
            deals.append(deal)
            progress.advance()
    # processes finish in any order
    return sorted(deals, key=lambda deal: (deal.seed - first_seed) % SEED_COUNT)


def _pack_options(set_up: int | None, bare: bool) -> tuple[int | None, bool]:
    """Return the options of all deals as one value: the Set-Up, None for one by lot, and whether to leave out objects.

    A worker process builds this value once, and passes it to `_deal_seed` for each seed.
    """
    return set_up, bare


def _deal_seed(options: tuple[int | None, bool], seed: int) -> Deal:
    """Return the dungeon that results from dealing the six boards of 1989 with a seed. Worker processes call this."""
    return deal_boards(seed, *options)


def _write_deals(call: DealCall, deals: list[Deal]) -> int:
    """Write the dungeons that were dealt to the file or folder of the call, and return the exit status.

    A deal is a dungeon that results from shuffling the boards of the 1989 game. With a file, or without an output, only
    the first deal is written; there is only one then.
    """
    if call.output is None or not is_folder_output(call.output):
        (deal,) = deals
        file = call.output or STDOUT
        name_in_errors = "standard output" if file == STDOUT else file
        write_new_file(file, write_layout(deal.layout, name_in_errors), call.force)
        return exits.LEGAL
    create_folder(call.output)
    with OutputFolder(call.output, "deal", call.force) as folder:
        for deal in deals:
            name = f"deal-{deal.seed}.dungeon.yaml"
            folder.add_file(name, write_layout(deal.layout, os.path.join(call.output, name)))
    return folder.status


def _list_report_lines(deals: list[Deal]) -> Iterator[str]:
    """Yield the lines of the report on some deals: how many are legal, and how often each rule is broken.

    A deal is a dungeon that results from shuffling the boards of the 1989 game. With several deals, the legal ones are
    also counted by Set-Up: the plan in the book on which the boards were dealt.
    """
    first_deal, last_deal = deals[0], deals[-1]
    if len(deals) == 1:
        yield f"Set-Up {first_deal.set_up}, seed {first_deal.seed}: {'not legal' if first_deal.errors else 'legal'}\n"
    else:
        yield f"{len(deals):,} deals, seeds {first_deal.seed} to {last_deal.seed}: {_format_legal_count(deals)}\n"
        for number in load_set_ups():
            if deals_of_set_up := [deal for deal in deals if deal.set_up == number]:
                yield f"  Set-Up {number}: {_format_legal_count(deals_of_set_up)}\n"
    yield from _list_rule_lines("error", [(deal.seed, deal.errors) for deal in deals])
    yield from _list_rule_lines("warning", [(deal.seed, deal.warnings) for deal in deals])


def _list_rule_lines(level: str, broken_rules_by_deal: list[tuple[int, Sequence[str]]]) -> Iterator[str]:
    """Yield a line for each rule that deals break, the most frequent first.

    Of several deals the line says how many break the rule: ``error: door-count, in 12 of 100, first with seed 7``.

    Args:
        level: ``error`` or ``warning``, which begins the line.
        broken_rules_by_deal: for each deal its seed, and the rules of this level that it breaks.
    """
    deal_count = len(broken_rules_by_deal)
    counts = Counter(rule for _, rules in broken_rules_by_deal for rule in rules)
    for rule, count in counts.most_common():
        first_seed = next(seed for seed, rules in broken_rules_by_deal if rule in rules)
        occurrence = f", in {count:,} of {deal_count:,}, first with seed {first_seed}" if deal_count > 1 else ""
        yield f"  {level}: {rule}{occurrence}\n"


def _format_legal_count(deals: list[Deal]) -> str:
    """Return the text that says how many of some deals are legal, such as ``12 of 100 legal``."""
    return f"{sum(not deal.errors for deal in deals):,} of {len(deals):,} legal"
