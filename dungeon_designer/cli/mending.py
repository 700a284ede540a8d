"""`playtest --mend`: the moves that make a dungeon fair in play, as text, and the best of them as a dungeon."""

from __future__ import annotations

import os
from contextlib import ExitStack

from msgspec.structs import replace

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, aside, complain, say, tell
from dungeon_designer.cli.existing_files import write_new
from dungeon_designer.cli.files import STDOUT, named_in
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import EditError, UsageError, one_line
from dungeon_designer.generator.changes import Original
from dungeon_designer.generator.mending import Mending, MendOptions, Shares, mended, trials_of
from dungeon_designer.generator.options import VaryOptions
from dungeon_designer.playtest.tables import percent
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.workers import workers_for


def mend(
    dungeon: Dungeon,
    rules: Ruleset,
    options: MendOptions,
    jobs: int | None,
    cluster: str | None,
    output: str | None,
    force: bool,
) -> int:
    """Find moves, tell them, write the best dungeon, with `force` over a file that is there; the exit status.

    UsageError for a locked section there is none of.
    """
    found = _found(dungeon, rules, options, jobs or os.cpu_count() or 1, cluster)
    lines = "".join(f"{one_line(line)}\n" for line in told(dungeon.name or dungeon.file, found))
    (aside if output == STDOUT else say)(lines)
    if output is not None and found.answers:
        best = found.answers[0].layout
        if output != STDOUT:
            best = replace(best, ruleset=named_in(os.path.dirname(output), best.ruleset, dungeon.folder))
        write_new(output, replace(dungeon, layout=best).content("" if output == STDOUT else output), force)
    elif output is not None:
        tell(f"{output} was not written, for nothing was mended")
    if found.stopped:
        return exits.INTERRUPTED
    return exits.LEGAL if found.answers or found.is_fair else exits.NOT_LEGAL


def _found(dungeon: Dungeon, rules: Ruleset, options: MendOptions, jobs: int, cluster: str | None) -> Mending:
    original = Original(dungeon.board.layout, rules, dungeon.library, VaryOptions(locked=options.locked))
    what = f"Mending {dungeon.name or dungeon.file}"
    with ExitStack() as stack, Progress(one_line(what)) as progress:
        workers = workers_for(trials_of(original, options.plan), jobs, cluster, stack, complain)
        try:
            return mended(original, options, workers, lambda words, _: progress.turn_to(one_line(f"{what}: {words}")))
        except EditError as error:
            raise UsageError(f"--lock: {error}") from None


def told(name: str, found: Mending) -> list[str]:
    """What was found, line by line."""
    if not found.before:
        return [f"{name}: not a game was played to the end" if found.stopped else f"{name}: both sides have the same"]
    lines = [f"{name}: home wins {_in_words(found.before)}"]
    if found.is_fair:
        return [*lines, "fair as it is"]
    lines += [f"{n}. {each.words}: {_in_words(each.shares)}" for n, each in enumerate(found.answers, start=1)]
    if not found.answers:
        lines.append("no move was found that makes it fairer")
    if found.because is not None:
        lines.append(f"because: {found.because.words} it is {_in_words(found.because.shares)}")
    elif not found.stopped:
        lines.append("because: no single chest, portal, trap or way shows as the reason")
    return lines


def _in_words(shares: Shares) -> str:
    return ", ".join(f"{percent(share)} {style}" for style, share in shares.items())
