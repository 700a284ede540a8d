"""`check`: are these dungeons legal?"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, aside, complain, say, tell, tell_once, text_style
from dungeon_designer.cli.files import Source, is_season, names_in, sources, write_report
from dungeon_designer.cli.options import ALL, command_of, files, form, output, own_tiles, rulesets
from dungeon_designer.cli.shared_names import warn_of_shared_names
from dungeon_designer.dungeon import STDIN, Dungeon
from dungeon_designer.errors import DungeonError, UsageError, one_line
from dungeon_designer.options import option
from dungeon_designer.pipeline import Examiner, Question
from dungeon_designer.reports.model import Report, Results, Unread
from dungeon_designer.reports.registry import FORMATS, rendered
from dungeon_designer.reports.text_style import Talk, TextStyle
from dungeon_designer.text.writing import Held, write_file


@dataclass(frozen=True, kw_only=True)
class CheckCall:
    """The options of `check`."""

    files: tuple[str, ...] = files()
    ruleset: str | None = rulesets("The ruleset to ask; without it, the season's or layout's.")
    form: str = form(choices=list(FORMATS["check"]), shown=True)
    output: str | None = output("Write the report to this file.")
    strict: bool = option("Warnings make a dungeon illegal, too.", False)
    select: tuple[str, ...] = option("Ask these rules only (names with commas between).", (), metavar="RULES")
    ignore: tuple[str, ...] = option("Leave these rules out.", (), metavar="RULES")
    tiles: str | None = own_tiles()
    brief: bool = option("One line a finding, no maps (text only).", False)
    fix: bool = option("Mend what nobody can have meant, in the files themselves.", False)
    fix_all: bool = option("Mend whatever can be mended: chests and portals may move.", False)


@command_of(
    "dungeon-designer check hall.dungeon.yaml",
    "dungeon-designer check halls/ --ruleset all",
    "dungeon-designer check halls/ --ruleset cup.toml --strict --format junit -o report.xml",
    "dungeon-designer check hall.dungeon.yaml --fix",
)
def command(call: CheckCall) -> int:
    """Check dungeons against a rule book.

    Each FILE is a sketch (.dungeon.yaml), a layout file (.dungeon.json), a folder of them, a season (.toml), or - for
    standard input.

    The exit status is 0 when every report is legal, 1 when one is not, 2 when a file could not be read or the call
    was wrong.
    """
    every = call.ruleset == ALL
    told = call.form == "text" and not call.brief and not every
    examiner = Examiner(
        Question(
            ruleset=None if every else call.ruleset,
            every=every,
            select=names_in(*call.select) if call.select else None,
            ignore=names_in(*call.ignore),
            strict=call.strict,
            tiles=call.tiles,
            places=call.form in ("sarif", "github"),
            walks=told,
            moves=told or call.form == "json",
        )
    )
    named = sources(call.files, call.ruleset is None, call.output)
    if not (call.fix or call.fix_all):
        with Progress("Checking", len(named)) as progress:
            outcomes = examine_all(examiner, named, progress.advance)
    elif every:
        raise UsageError("--fix needs one ruleset: what mends a dungeon for one edition may break it for another")
    else:
        outcomes, changes = fix_files(examiner, named, unsafe=call.fix_all)
        (say if call.form == "text" and call.output is None else aside)(changes)
    results = Results.of(outcomes)
    for unread in results.unread:
        complain(unread.problem)
    for report in results.reports:
        tell(report.season_notice)
        tell_once(report.notice)  # a process that checks for this one prints nothing
    name_by_file = {report.file: report.name for report in results.reports}
    warn_of_shared_names((source, name_by_file.get(source.file, "")) for source in named)
    style = text_style(plain=call.output is not None, brief=call.brief)
    text = rendered("check", call.form, results, style)
    if call.form == "text" and not results.reports and call.output is None:
        text = ""  # what is wrong with the files has been said
    if call.form == "text" and style.talk is not Talk.QUIET:
        text += "".join(_stock_of(examiner, name, style) for name in call.files if is_season(name))
    write_report(text, call.form, call.output)
    if results.unread:
        return exits.FAILED
    return exits.LEGAL if all(report.legal for report in results.reports) else exits.NOT_LEGAL


def _stock_of(examiner: Examiner, season: str, style: TextStyle) -> str:
    """The shopping list of a season as `stock` gives it; empty where no dungeon of it can be read."""
    from dungeon_designer.cli.stock import shopping_list

    shopping = shopping_list(examiner, [season], by_season=examiner.question.ruleset is None)
    return "\n" + rendered("stock", "text", shopping, style) if shopping else ""


Outcome = Report | Unread

CHUNK = 50
"""Layouts a worker is handed at least at a time."""
SAMPLE = 10
"""Layouts examined before the rest is estimated."""
START = 1.0
"""Seconds until a worker examines its first layout, with some to spare; benchmarks/bench_check.py measures it."""


def examine_all(
    examiner: Examiner, sources: Sequence[Source], advance: Callable[[int], None], cores: int | None = None
) -> list[Outcome]:
    """What is found out about each source, in their order."""
    outcomes: list[Outcome] = []
    workers = cores or os.cpu_count() or 1
    started = 0.0
    for number, source in enumerate(sources):
        if number == 1:
            started = time.monotonic()  # the first layout also pays for importing the rules
        if number >= SAMPLE and pays(len(sources) - number, (time.monotonic() - started) / (number - 1), workers):
            from dungeon_designer.workers import LocalProcesses, Work

            left = sources[number:]  # each process gets several portions, so that none waits long for the others
            size = max(CHUNK, math.ceil(len(left) / (4 * workers)))
            chunks = [left[start : start + size] for start in range(0, len(left), size)]
            work = Work((examiner.question,), Examiner, _one_by_one)
            with LocalProcesses(work, min(workers, len(chunks))) as processes:
                for chunk, found in zip(chunks, processes.done(chunks, in_order=True), strict=True):
                    outcomes += found
                    advance(len(chunk))
            break
        outcomes += examine(examiner, source)
        advance(1)
    return outcomes


def examine(examiner: Examiner, source: Source, dungeon: Dungeon | None = None) -> list[Outcome]:
    """The reports on one source, or the line that says why there is none; it never raises.

    `dungeon` is what stands in it, if it was read already.
    """
    try:
        return list(examiner.examine(dungeon or source.open()))
    except DungeonError as error:
        return [Unread(source.file, source.problem(error))]
    except Exception as error:  # a bug of ours must not keep the other files from being checked
        if os.environ.get("DUNGEON_DESIGNER_DEBUG"):
            raise
        kind = f"an unexpected fault ({type(error).__name__}: {error})"
        problem = f"{source.file}: {kind}; please report it with the file (DUNGEON_DESIGNER_DEBUG=1 shows where)"
        return [Unread(source.file, one_line(problem))]


def pays(count: int, seconds_each: float, workers: int) -> bool:
    """Whether `count` layouts at so many seconds each are done sooner by workers, their start included.

    >>> pays(150, 0.01, 2), pays(5000, 0.01, 2), pays(5000, 0.01, 1), pays(60, 1.0, 2)
    (False, True, False, False)
    """
    hands = min(workers, count // CHUNK)
    return hands > 1 and count * seconds_each * (1 - 1 / hands) > START


def _one_by_one(examiner: Examiner, sources: Sequence[Source]) -> list[Outcome]:
    return [outcome for source in sources for outcome in examine(examiner, source)]


def fix_files(examiner: Examiner, sources: Sequence[Source], unsafe: bool) -> tuple[list[Outcome], str]:
    """What is found out about the mended files, each checked again as written, and the differences as text.

    Where nothing was mended, the text says what would. Standard input is not written: only its difference is shown.
    """
    from difflib import unified_diff

    from dungeon_designer.cli.fix_hints import NO_PROBLEMS, explain_nothing_fixed

    outcomes: list[Outcome] = []
    told, any_fixed = "", False
    for source in sources:
        try:
            dungeon = examiner.with_tiles(source.open())
            fixed = examiner.fix(dungeon, unsafe)
            if fixed.fixes:
                data = fixed.dungeon.content()
                name = one_line(dungeon.file)
                old, new = (text.decode("utf-8-sig", "replace").splitlines() for text in (dungeon.data, data))
                lines = [f"{name}: {one_line(fix.title)}" for fix in fixed.fixes]
                lines += map(one_line, unified_diff(old, new, name, name, lineterm=""))
                shown = "".join(f"{line}\n" for line in (*lines, ""))
                if source.file == STDIN:
                    shown, data = f"{shown}(standard input is not written)\n", dungeon.data
                else:
                    write_file(source.file, data, over=Held(dungeon.data))
                told, source, any_fixed = told + shown, replace(source, data=data), True
        except DungeonError as error:
            outcomes.append(Unread(source.file, source.problem(error)))
        else:
            found = examine(examiner, source, None if fixed.fixes else dungeon)
            outcomes += found
            if not fixed.fixes:
                told += explain_nothing_fixed((each for each in found if isinstance(each, Report)), unsafe)
    if not (told or any_fixed) and any(isinstance(each, Report) for each in outcomes):
        told = NO_PROBLEMS
    return outcomes, told
