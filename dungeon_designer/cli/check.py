"""Run the `check` command: report whether dungeons are legal, and fix them with `--fix`.

Many dungeons are shared among processes.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import (
    Progress,
    detect_text_style,
    print_error,
    print_text,
    print_warning,
    print_warning_once,
    write_stderr,
)
from dungeon_designer.cli.files import Source, is_season_name, list_sources, write_report
from dungeon_designer.cli.options import (
    ALL_EDITIONS,
    build_command,
    files_argument,
    format_option,
    output_option,
    rulesets_option,
    tiles_option,
)
from dungeon_designer.cli.shared_names import warn_about_shared_names
from dungeon_designer.dungeon import STDIN, Dungeon
from dungeon_designer.errors import DungeonError, UsageError, escape_line
from dungeon_designer.options import option, split_names
from dungeon_designer.pipeline import ExamineOptions, Examiner
from dungeon_designer.reports.phrases import list_failed_files
from dungeon_designer.reports.report_formats import REPORT_FORMATS, render_report
from dungeon_designer.reports.report_model import Report, Results, UnreadFile
from dungeon_designer.reports.text_style import TextStyle, Verbosity
from dungeon_designer.text.writing import FileContent, write_file


@dataclass(frozen=True, kw_only=True)
class CheckCall:
    """The options of `check`."""

    files: tuple[str, ...] = files_argument()
    ruleset: str | None = rulesets_option("The ruleset; by default the season's or the dungeon's own.")
    form: str = format_option(choices=list(REPORT_FORMATS["check"]), show_default=True)
    output: str | None = output_option("Write the report to this file.")
    strict: bool = option("Warnings also make a dungeon illegal.", False)
    select: tuple[str, ...] = option("Check only these rules (names with commas between).", (), metavar="RULES")
    ignore: tuple[str, ...] = option("Leave out these rules.", (), metavar="RULES")
    tiles: str | None = tiles_option()
    brief: bool = option("One line for each problem, no maps (text only).", False)
    fix: bool = option("Fix clear mistakes in the files themselves.", False)
    fix_all: bool = option("Also fix by moving chests and portals.", False)


@build_command(
    "dungeon-designer check hall.dungeon.yaml",
    "dungeon-designer check halls/ --ruleset all",
    "dungeon-designer check halls/ --ruleset cup.toml --strict --format junit -o report.xml",
    "dungeon-designer check hall.dungeon.yaml --fix",
)
def command(call: CheckCall) -> int:
    """Check whether dungeons keep the rules.

    Each FILE is a sketch (.dungeon.yaml), a layout file (.dungeon.json), a folder of them, a season (.toml), or - for
    standard input.

    The exit status is 1 if a dungeon is not legal.
    """
    examiner = Examiner(_build_examine_options(call))
    inputs = list_sources(call.files, call.ruleset is None, call.output)
    results = Results.from_outcomes(_check_or_fix(call, examiner, inputs))
    _print_messages(results, inputs)
    write_report(_format_report(call, examiner, results), call.form, call.output)
    if results.unread_files or results.failed_reports:
        return exits.FAILED
    return exits.LEGAL if all(report.legal for report in results.reports) else exits.NOT_LEGAL


def _check_or_fix(call: CheckCall, examiner: Examiner, inputs: Sequence[Source]) -> list[Outcome]:
    """Check the dungeons, after fixing them if the call has `--fix` or `--fix-all`, and return the result for each.

    What was fixed is printed.

    Raises:
        UsageError: dungeons are to be fixed for all editions at once.
    """
    if not (call.fix or call.fix_all):
        with Progress("Checking", len(inputs)) as progress:
            return examine_all(examiner, inputs, progress.advance)
    if examiner.options.all_editions:
        raise UsageError("--fix needs one ruleset: a fix for one edition may break the rules of another")
    outcomes, changes_text = fix_files(examiner, inputs, unsafe=call.fix_all)
    if call.form == "text" and call.output is None:
        print_text(changes_text)
    else:
        write_stderr(changes_text)  # standard output is for the report alone, which a program may read
    return outcomes


def _format_report(call: CheckCall, examiner: Examiner, results: Results) -> str:
    """Return the report on all dungeons in the format of the call.

    As text, it ends with the tiles and pieces that each season (event) of the call needs, unless `-q` was given.
    """
    style = detect_text_style(plain=call.output is not None, brief=call.brief)
    text = render_report("check", call.form, results, style)
    if call.form != "text":
        return text
    if not results.reports and call.output is None:
        text = ""  # no file could be read, and the errors of all files were printed before
    if style.verbosity is not Verbosity.QUIET:
        text += "".join(_format_stock(examiner, name, style) for name in call.files if is_season_name(name))
    return text


def _build_examine_options(call: CheckCall) -> ExamineOptions:
    """Return what to examine in each dungeon: the rulesets and rules of the call, and what details its report shows.

    A text for people has the details of each problem; brief texts and reports for programs need only some of them.
    """
    all_editions = call.ruleset == ALL_EDITIONS
    is_detailed = call.form == "text" and not call.brief and not all_editions
    return ExamineOptions(
        ruleset=None if all_editions else call.ruleset,
        all_editions=all_editions,
        select=split_names(*call.select) if call.select else None,
        ignore=split_names(*call.ignore),
        strict=call.strict,
        tiles=call.tiles,
        places=call.form in ("sarif", "github"),  # line and column of each problem in the file
        walks=is_detailed,  # how far each team walks to the chests
        moves=is_detailed or call.form == "json",  # which moves of chests and portals would fix a problem
    )


def _print_messages(results: Results, inputs: Sequence[Source]) -> None:
    """Print, beside the report, the errors and warnings about the checked files.

    They are: files that cannot be read, files for which a rule crashed, notices about the rulesets used, and names
    that several dungeons of an event share.
    """
    for unread_file in results.unread_files:
        print_error(unread_file.problem)
    for line in list_failed_files(results):
        print_error(line)
    for report in results.reports:
        print_warning(report.season_notice)
        # the same house rules give every dungeon the same notice; worker processes cannot print it themselves
        print_warning_once(report.notice)
    name_by_file = {report.file: report.name for report in results.reports}
    warn_about_shared_names((source, name_by_file.get(source.file, "")) for source in inputs)


def _format_stock(examiner: Examiner, season: str, style: TextStyle) -> str:
    """Return the shopping list of a season (an event): the tiles and pieces it needs, as the command `stock` prints it.

    Args:
        season: the season's file.

    Returns:
        The list after an empty line; '' where no dungeon of the season can be read.
    """
    from dungeon_designer.cli.stock import build_shopping_list

    shopping = build_shopping_list(examiner, [season], use_season_rulesets=examiner.options.ruleset is None)
    return "\n" + render_report("stock", "text", shopping, style) if shopping else ""


Outcome = Report | UnreadFile
"""The result for a dungeon: a report, or why the dungeon could not be read."""

MIN_CHUNK_SIZE = 50
"""The fewest dungeons that a worker process receives at a time."""
CHUNKS_PER_WORKER = 4
"""How many portions of the dungeons each worker process receives, one after another, if there are enough dungeons."""
SAMPLE_SIZE = 10
"""How many dungeons are examined before the time for the others is estimated."""
WORKER_START_S = 1.0
"""Seconds until a worker process has examined its first dungeon, with a reserve; benchmarks/bench_check.py measures it.
"""


def examine_all(
    examiner: Examiner, sources: Sequence[Source], advance: Callable[[int], None], cores: int | None = None
) -> list[Outcome]:
    """Check the dungeons of all sources (files, links), in worker processes where that saves time.

    The outcomes come in the order of the sources: a report on each dungeon, or the reason why it cannot be read.

    Args:
        examiner: examines each dungeon.
        sources: what to read.
        advance: called with the number of sources that were finished since the last call.
        cores: how many processes may work at once; None for one per processor core.
    """
    outcomes: list[Outcome] = []
    worker_count = cores or os.cpu_count() or 1
    start_time = 0.0
    for finished_count, source in enumerate(sources):
        if finished_count == 1:
            start_time = time.monotonic()  # the first dungeon is not timed: it also pays for importing the rules
        if finished_count >= SAMPLE_SIZE:
            timed_count = finished_count - 1
            seconds_each = (time.monotonic() - start_time) / timed_count
            if are_workers_faster(len(sources) - finished_count, seconds_each, worker_count):
                return outcomes + _examine_in_processes(examiner, sources[finished_count:], advance, worker_count)
        outcomes += examine_source(examiner, source)
        advance(1)
    return outcomes


def _examine_in_processes(
    examiner: Examiner, sources: Sequence[Source], advance: Callable[[int], None], worker_count: int
) -> list[Outcome]:
    """Check the dungeons of some sources (files, links) in several worker processes.

    The outcomes come in the order of the sources: a report, or why a dungeon cannot be read. Each process gets several
    portions, so that none waits long for the others.
    """
    from dungeon_designer.workers import LocalProcesses, Work

    outcomes: list[Outcome] = []
    chunk_count = CHUNKS_PER_WORKER * worker_count
    chunk_size = max(MIN_CHUNK_SIZE, math.ceil(len(sources) / chunk_count))
    chunks = [sources[start : start + chunk_size] for start in range(0, len(sources), chunk_size)]
    # each process makes an examiner of the same options, and passes it to `_examine_chunk` with one chunk after another
    work = Work((examiner.options,), Examiner, _examine_chunk)
    with LocalProcesses(work, min(worker_count, len(chunks))) as processes:
        for chunk, chunk_outcomes in zip(chunks, processes.run_pieces(chunks, in_order=True), strict=True):
            outcomes += chunk_outcomes
            advance(len(chunk))
    return outcomes


def examine_source(examiner: Examiner, source: Source, dungeon: Dungeon | None = None) -> list[Outcome]:
    """Check the dungeon of a source (a file or link): return its reports, or why it cannot be read. Nothing is raised.

    Args:
        examiner: examines the dungeon.
        source: what to read.
        dungeon: the dungeon of the source, if it was read before; None to read it.
    """
    try:
        return list(examiner.examine(dungeon or source.open_dungeon()))
    except DungeonError as error:
        return [UnreadFile(source.file, source.format_problem(error))]
    except Exception as error:  # a bug of ours must not keep the other files from being checked
        if os.environ.get("DUNGEON_DESIGNER_DEBUG"):
            raise
        cause = f"an unexpected fault ({type(error).__name__}: {error})"
        problem = f"{source.file}: {cause}; please report it with the file (DUNGEON_DESIGNER_DEBUG=1 shows where)"
        return [UnreadFile(source.file, escape_line(problem))]


def are_workers_faster(count: int, seconds_each: float, worker_count: int) -> bool:
    """Return whether worker processes finish sooner than this process alone, the time of their start included.

    Args:
        count: how many dungeons are left.
        seconds_each: how long one dungeon takes.
        worker_count: how many processes there would be.

    >>> are_workers_faster(150, 0.01, 2), are_workers_faster(5000, 0.01, 2)
    (False, True)
    >>> are_workers_faster(5000, 0.01, 1), are_workers_faster(60, 1.0, 2)
    (False, False)
    """
    useful_workers = min(worker_count, count // MIN_CHUNK_SIZE)
    if useful_workers <= 1:
        return False
    saved_share = 1 - 1 / useful_workers  # two workers save half of the time, four save three quarters
    return count * seconds_each * saved_share > WORKER_START_S


def _examine_chunk(examiner: Examiner, sources: Sequence[Source]) -> list[Outcome]:
    """Return the outcome for each of some sources: a report, or why it cannot be read. Worker processes call this."""
    return [outcome for source in sources for outcome in examine_source(examiner, source)]


def fix_files(examiner: Examiner, sources: Sequence[Source], unsafe: bool) -> tuple[list[Outcome], str]:
    """Fix the problems of dungeons, write the changed files, and check each file again.

    Standard input is not written: only its difference is shown.

    Args:
        examiner: checks and fixes the dungeons.
        sources: the files to fix.
        unsafe: whether to apply also the fixes that move chests and portals (`--fix-all`).

    Returns:
        The outcomes of the new checks, and a text: the fixes with the differences between old and new files. For a file
        in which nothing was fixed, the text says which command would fix it.
    """
    from dungeon_designer.cli.fix_hints import NO_PROBLEMS_TEXT

    all_outcomes: list[Outcome] = []
    messages = ""
    for source in sources:
        outcomes, message = _fix_source(examiner, source, unsafe)
        all_outcomes += outcomes
        messages += message
    has_readable_file = any(isinstance(outcome, Report) for outcome in all_outcomes)
    if not messages and has_readable_file:
        messages = NO_PROBLEMS_TEXT
    return all_outcomes, messages


def _fix_source(examiner: Examiner, source: Source, unsafe: bool) -> tuple[list[Outcome], str]:
    """Fix the problems of one dungeon, write its file if it has changed, and check the result.

    Args:
        examiner: checks and fixes the dungeon.
        source: the file to fix.
        unsafe: whether to apply also the fixes that move chests and portals.

    Returns:
        The outcomes of the check after the fixes: reports, or why the file cannot be read or written. And the message:
        what was fixed, or else what would fix the problems; '' if there are none.
    """
    from dungeon_designer.cli.fix_hints import explain_nothing_fixed

    try:
        dungeon = examiner.attach_tiles(source.open_dungeon())
        fix_result = examiner.fix(dungeon, unsafe)
        if fix_result.fixes:
            new_data = fix_result.dungeon.content()
            message = _describe_fixes(dungeon, new_data, [fix.title for fix in fix_result.fixes])
            if source.file == STDIN:
                message += "(standard input is not written)\n"
                new_data = dungeon.data  # the report is on the dungeon that the caller still has, with its problems
            else:
                write_file(source.file, new_data, expected=FileContent(dungeon.data))
    except DungeonError as error:
        return [UnreadFile(source.file, source.format_problem(error))], ""
    if fix_result.fixes:
        return examine_source(examiner, replace(source, data=new_data)), message
    outcomes = examine_source(examiner, source, dungeon)
    reports = [outcome for outcome in outcomes if isinstance(outcome, Report)]
    return outcomes, explain_nothing_fixed(reports, unsafe)


def _describe_fixes(dungeon: Dungeon, new_data: bytes, fix_titles: Sequence[str]) -> str:
    """Return a line for each fix of a dungeon, the difference between its old and new file, and an empty line.

    Args:
        dungeon: the dungeon before the fixes.
        new_data: the bytes of the file after the fixes.
        fix_titles: what each fix does.
    """
    from difflib import unified_diff

    name = escape_line(dungeon.file)
    old_lines = dungeon.data.decode("utf-8-sig", "replace").splitlines()
    new_lines = new_data.decode("utf-8-sig", "replace").splitlines()
    lines = [f"{name}: {escape_line(title)}" for title in fix_titles]
    lines += map(escape_line, unified_diff(old_lines, new_lines, name, name, lineterm=""))
    return "".join(f"{line}\n" for line in (*lines, ""))
