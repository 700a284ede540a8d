"""Run `playtest --mend`: find the moves that make a dungeon fair in play, print them, and write the best dungeon."""

from __future__ import annotations

import os
from contextlib import ExitStack

from msgspec.structs import replace

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, print_error, print_text, print_warning, write_stderr
from dungeon_designer.cli.existing_files import write_new_file
from dungeon_designer.cli.files import STDOUT, format_ruleset_path
from dungeon_designer.cli.game_compiling import compile_games
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import EditError, UsageError, escape_line
from dungeon_designer.generator.changes import OriginalDungeon
from dungeon_designer.generator.fairness_fixes import (
    FairnessFixes,
    FairnessFixOptions,
    Shares,
    build_trial_work,
    find_fairness_fixes,
)
from dungeon_designer.generator.generator_options import VaryOptions
from dungeon_designer.generator.match_decisions import explain_unchecked
from dungeon_designer.layout.model import Layout
from dungeon_designer.playtest.report_text import format_share
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.workers import open_workers


def fix_fairness(
    dungeon: Dungeon,
    ruleset: Ruleset,
    options: FairnessFixOptions,
    jobs: int | None,
    cluster: str | None,
    output: str | None,
    can_replace: bool,
) -> int:
    """Find the moves that make a dungeon fair, print them, write the best dungeon, and return the exit status.

    A dungeon is fair if both teams win about as many of the matches that the program plays on it. A move puts one
    chest, portal or other object on another square.

    Args:
        dungeon: the dungeon.
        ruleset: its ruleset.
        options: the matches to play, the locked sections, and how many moves are allowed.
        jobs: how many processes play; None for one per processor core.
        cluster: the address of a dask scheduler; None for this machine.
        output: the file of the best dungeon, or - for standard output; None to write none.
        can_replace: whether a file that exists may be replaced.

    Raises:
        UsageError: the dungeon has no section of a locked id.
    """
    if cluster is None:  # the machines of a cluster compile for themselves
        compile_games()
    fixes = _find_fixes(dungeon, ruleset, options, jobs or os.cpu_count() or 1, cluster)
    lines = "".join(f"{escape_line(line)}\n" for line in format_fixes(dungeon.name or dungeon.file, fixes, ruleset))
    if output == STDOUT:
        write_stderr(lines)  # standard output is for the dungeon
    else:
        print_text(lines)
    if output is not None and fixes.answers:
        best_fix = fixes.answers[0]
        _write_fixed_dungeon(dungeon, best_fix.layout, output, can_replace)
    elif output is not None:
        print_warning(f"{output} was not written, because nothing was fixed")
    if fixes.stopped:
        return exits.INTERRUPTED
    return exits.LEGAL if fixes.answers or fixes.is_fair else exits.NOT_LEGAL


def _write_fixed_dungeon(dungeon: Dungeon, layout: Layout, output: str, can_replace: bool) -> None:
    """Write a dungeon with a changed layout to a file, or to standard output for -.

    A dungeon names house rules by a path from its own folder; this path changes with the folder.
    """
    if output != STDOUT:
        layout = replace(layout, ruleset=format_ruleset_path(os.path.dirname(output), layout.ruleset, dungeon.folder))
    data = replace(dungeon, layout=layout).content("" if output == STDOUT else output)
    write_new_file(output, data, can_replace)


def _find_fixes(
    dungeon: Dungeon, ruleset: Ruleset, options: FairnessFixOptions, jobs: int, cluster: str | None
) -> FairnessFixes:
    """Play matches on changed copies of a dungeon, and return the moves that make it fairer.

    Args:
        dungeon: the dungeon.
        ruleset: its ruleset.
        options: the matches to play, the locked sections, and how many moves are allowed.
        jobs: how many processes play.
        cluster: the address of a dask scheduler; None for this machine.

    Raises:
        UsageError: the dungeon has no section of a locked id.
    """
    original = OriginalDungeon(dungeon.board.layout, ruleset, dungeon.library, VaryOptions(locked=options.locked))
    task_name = f"Making {dungeon.name or dungeon.file} fairer"

    def show_step(step_name: str, _fixes_so_far: object) -> None:
        """Show in the progress bar which step of the search has begun; the fixes found so far are not shown."""
        progress.start_uncounted_task(escape_line(f"{task_name}: {step_name}"))

    with ExitStack() as stack, Progress(escape_line(task_name)) as progress:
        workers = open_workers(build_trial_work(original, options.plan), jobs, cluster, stack, print_error)
        try:
            return find_fairness_fixes(original, options, workers, show_step)
        except EditError as error:
            raise UsageError(f"--lock: {error}") from None


def format_fixes(name: str, fixes: FairnessFixes, ruleset: Ruleset) -> list[str]:
    """Return the lines that say how fair a dungeon is in play, which moves make it fairer, and what makes it unfair.

    Args:
        name: what the lines call the dungeon.
        fixes: the result of the search: which share of the matches home wins, and the moves that bring this share
            nearer to half.
        ruleset: the dungeon's ruleset.
    """
    if not fixes.original_shares:
        if fixes.stopped:
            return [f"{name}: no match was played to the end"]
        return [f"{name}: both teams have the same dungeon, so there is nothing to fix"]  # of a symmetric dungeon
    lines = [f"{name}: home wins {_format_shares(fixes.original_shares)}"]
    if fixes.is_fair:
        return [*lines, "fair as it is"]
    for number, answer in enumerate(fixes.answers, start=1):
        lines.append(f"{number}. {answer.description}: {_format_shares(answer.shares)}")
    if fixes.has_only_chance_gains:
        lines.append("nothing to fix: after the best moves home wins as often as before, within the matches' error")
    elif not fixes.answers:
        lines.append(f"no move was found that makes it fairer{_format_refusals(fixes)}")
    return [*lines, *_format_decided_check(fixes, ruleset), *_format_reason(fixes)]


def _format_refusals(fixes: FairnessFixes) -> str:
    """Return the end of a sentence: moves were refused since too few matches would be decided; '' if none was."""
    if not fixes.seldom_decided_count or fixes.decided_limit is None:
        return ""
    return f" and leaves at least {100 * fixes.decided_limit:.0f} % of the matches decided"


def _format_decided_check(fixes: FairnessFixes, ruleset: Ruleset) -> list[str]:
    """Return the line that says how often matches are decided on each answer, or why that was not checked.

    There is no line without answers, where there is nothing to check.
    """
    if not fixes.answers:
        return []
    if fixes.decided_limit is not None:
        return [f"at least {100 * fixes.decided_limit:.0f} % of the matches on each of these are decided"]
    return [f"not checked: how often matches are decided ({explain_unchecked(ruleset, 2)})"]


def _format_reason(fixes: FairnessFixes) -> list[str]:
    """Return the line that says what makes a dungeon unfair, and what the best answer moves.

    An answer is a changed dungeon that is fairer. There is no line if the search was stopped before a reason was found,
    or if there is nothing to fix.
    """
    best_fix = fixes.answers[0] if fixes.answers else None
    moved_text = best_fix.moved_text if best_fix else ""  # such as "the chest at (3, 4)"
    if fixes.cause is not None:
        # the cause is a dungeon without the one object that makes it unfair, with the matches played there
        moved = f"; answer 1 moves {moved_text}" if moved_text else ""
        return [f"because: {fixes.cause.description} it is {_format_shares(fixes.cause.shares)}{moved}"]
    if fixes.stopped or fixes.has_only_chance_gains:
        return []
    if moved_text:
        # of the styles in which teams play, the balanced one counts most
        favoured_team = "home" if fixes.original_shares["balanced"].value > 0.5 else "away"
        return [f"because: as it is now, {moved_text} helps {favoured_team}"]
    return ["because: no single chest, portal, trap or way shows as the reason"]


def _format_shares(shares: Shares) -> str:
    """Return in words how many of the matches home wins, by the style in which both teams play.

    For instance ``55 % balanced, 52 % bold``.
    """
    return ", ".join(f"{format_share(share)} {style}" for style, share in shares.items())
