"""`check`: are these dungeons legal?"""

from __future__ import annotations

import difflib
import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from dungeon_designer.analysis.stock import for_all
from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, aside, complain, say, tell, text_style
from dungeon_designer.cli.files import Source, is_season, keep_apart, names_in, sources, write_report
from dungeon_designer.cli.options import Files, OwnTiles, command_of
from dungeon_designer.dungeon import STDIN, Dungeon
from dungeon_designer.errors import DungeonError, ReadError, UsageError, WriteError, one_line
from dungeon_designer.findings import Fix
from dungeon_designer.options import Option
from dungeon_designer.pipeline import ALL, Examiner, Question
from dungeon_designer.reports.model import Report, Results, Unread
from dungeon_designer.reports.registry import FORMATS, renderer
from dungeon_designer.text.writing import Held, write_file
from dungeon_designer.workers import LocalProcesses, Work

PLACED = ("sarif", "github")
"""Formats that say line and column."""
MENDING = ("text", "json")
"""Formats that say what mends a finding; `text` does so neither in brief nor where it compares editions."""


class CheckCall(Struct, frozen=True, kw_only=True):
    """The options of `check`."""

    files: Files
    ruleset: Annotated[
        str | None, Option("The ruleset to ask; without it, the season's or layout's.", metavar="ID|FILE.toml|all")
    ] = None
    form: Annotated[str, Option("How to say it.", name="--format", choices=list(FORMATS), shown=True)] = "text"
    output: Annotated[str | None, Option("Write the report to this file.", metavar="FILE", name="-o")] = None
    strict: Annotated[bool, Option("Warnings make a dungeon illegal, too.")] = False
    select: Annotated[
        tuple[str, ...], Option("Ask these rules only (names with commas between).", metavar="RULES")
    ] = ()
    ignore: Annotated[tuple[str, ...], Option("Leave these rules out.", metavar="RULES")] = ()
    tiles: OwnTiles = None
    brief: Annotated[bool, Option("One line a finding, no maps (text only).")] = False
    fix: Annotated[bool, Option("Mend what nobody can have meant, in the files themselves.")] = False
    fix_all: Annotated[bool, Option("Mend whatever can be mended: chests and portals may move.")] = False


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
    question = Question(
        ruleset=call.ruleset,
        select=names_in(*call.select) if call.select else None,
        ignore=names_in(*call.ignore),
        strict=call.strict,
        tiles=call.tiles,
        places=call.form in PLACED,
        walks=call.form == "text" and not call.brief and call.ruleset != ALL,
        mends=call.form in MENDING and not (call.form == "text" and (call.brief or call.ruleset == ALL)),
    )
    examiner = Examiner(question)
    examiner.prepare()
    named = sources(call.files, by_season=call.ruleset is None)
    if call.output is not None:
        keep_apart(call.output, (source.file for source in named))
    outcomes = _outcomes(
        examiner, named, call.fix, call.fix_all, show_on_stdout=call.form == "text" and call.output is None
    )
    results = Results.of(outcomes)
    for unread in results.unread:
        complain(unread.problem)
    for report in results.reports:
        tell(report.notice)
    text = renderer(call.form)(results, text_style(plain=call.output is not None, brief=call.brief))
    season = _event(results) if call.form == "text" and any(map(is_season, call.files)) else ""
    write_report(text + season, call.form, call.output)
    return status(results)


def status(results: Results) -> int:
    """The exit status that says what was found."""
    if results.unread:
        return exits.FAILED
    return exits.LEGAL if all(report.legal for report in results.reports) else exits.NOT_LEGAL


def _event(results: Results) -> str:
    """The tiles that suffice for every dungeon of a season."""
    from dungeon_designer.reports.stock import text_lines

    by_file = {report.file: report for report in results.reports}
    tiles = for_all(report.tiles for report in by_file.values())
    return "".join(f"{line}\n" for line in ("", *text_lines(tiles, list(by_file))))


def _outcomes(
    examiner: Examiner, named: Sequence[Source], fix: bool, fix_all: bool, show_on_stdout: bool
) -> list[Outcome]:
    with Progress("Checking", len(named)) as progress:
        if not (fix or fix_all):
            return examine_all(examiner, named, progress.advance)
    if examiner.question.ruleset == ALL:
        raise UsageError("--fix needs one ruleset: what mends a dungeon for one edition may break it for another")
    outcomes, told = fix_files(examiner, named, unsafe=fix_all)
    if show_on_stdout:
        say(told)
    else:
        aside(told)
    return outcomes


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
    started = 0.0
    outcomes: list[Outcome] = []
    workers = cores or os.cpu_count() or 1
    for number, source in enumerate(sources):
        if number == 1:
            started = time.monotonic()  # the first layout also pays for importing the rules
        if number >= SAMPLE and pays(len(sources) - number, (time.monotonic() - started) / (number - 1), workers):
            outcomes += _in_workers(examiner, sources[number:], advance, workers)
            break
        outcomes += examine(examiner, source)
        advance(1)
    return outcomes


def examine(examiner: Examiner, source: Source) -> list[Outcome]:
    """The reports on one source, or the line that says why there is none; it never raises."""
    try:
        return list(examiner.examine(source.open()))
    except DungeonError as error:
        return [unread(source, error)]
    except Exception as error:  # a bug of ours must not keep the other files from being checked
        if os.environ.get("DUNGEON_DESIGNER_DEBUG"):
            raise
        return [unread(source, _bug(error))]


def unread(source: Source, error: DungeonError | str) -> Unread:
    """Why a source has no report; the line names the file, even where the fault lies in its ruleset."""
    problem = str(error) if isinstance(error, ReadError | WriteError) else one_line(f"{source.file}: {error}")
    return Unread(source.file, problem)


def pays(count: int, seconds_each: float, workers: int) -> bool:
    """Whether `count` layouts at so many seconds each are done sooner by workers, their start included.

    >>> pays(150, 0.01, 2), pays(5000, 0.01, 2), pays(5000, 0.01, 1), pays(60, 1.0, 2)
    (False, True, False, False)
    """
    hands = min(workers, count // CHUNK)
    return hands > 1 and count * seconds_each * (1 - 1 / hands) > START


def _in_workers(
    examiner: Examiner, sources: Sequence[Source], advance: Callable[[int], None], workers: int
) -> list[Outcome]:
    """The same by worker processes; should they break down, what they left is done here."""
    outcomes: list[Outcome] = []
    chunks = list(_chunks(sources, workers))
    work = Work((examiner.question,), Examiner, _one_by_one)
    with LocalProcesses(work, min(workers, len(chunks))) as processes:
        for chunk, found in zip(chunks, processes.done(chunks, in_order=True), strict=True):
            outcomes += found
            advance(len(chunk))
    return outcomes


def _chunks(sources: Sequence[Source], workers: int) -> Iterator[Sequence[Source]]:
    """Portions of at least CHUNK, several for each worker, so that none waits long for the others."""
    size = max(CHUNK, math.ceil(len(sources) / (4 * workers)))
    yield from (sources[start : start + size] for start in range(0, len(sources), size))


def _one_by_one(examiner: Examiner, sources: Sequence[Source]) -> list[Outcome]:
    return [outcome for source in sources for outcome in examine(examiner, source)]


def _bug(error: Exception) -> str:
    kind = f"{type(error).__name__}: {error}"
    return f"an unexpected fault ({kind}); please report it with the file (DUNGEON_DESIGNER_DEBUG=1 shows where)"


def fix_files(examiner: Examiner, sources: Sequence[Source], unsafe: bool) -> tuple[list[Outcome], str]:
    """What is found out about the mended files, and the differences as text.

    Every file is checked again as written. Standard input is not written: only its difference is shown.
    """
    outcomes: list[Outcome] = []
    told = ""
    for source in sources:
        try:
            source, said = _fixed(examiner, source, unsafe)
            told += said
        except DungeonError as error:
            outcomes.append(unread(source, error))
        else:
            outcomes += examine(examiner, source)
    return outcomes, told


def _fixed(examiner: Examiner, source: Source, unsafe: bool) -> tuple[Source, str]:
    """The source to check after mending, and what to say about it."""
    dungeon = source.open()
    fixed = examiner.fix(dungeon, unsafe)
    if not fixed.fixes:
        return source, ""
    data = fixed.dungeon.content()
    said = _told(dungeon, data, fixed.fixes)
    if source.file == STDIN:
        return replace(source, data=dungeon.data), f"{said}(standard input is not written)\n"
    write_file(source.file, data, over=Held(dungeon.data))
    return replace(source, data=data), said


def _told(dungeon: Dungeon, data: bytes, fixes: Sequence[Fix]) -> str:
    """What was mended, in words and as a unified difference."""
    name = one_line(dungeon.file)
    old, new = (text.decode("utf-8-sig", "replace").splitlines() for text in (dungeon.data, data))
    lines = difflib.unified_diff(old, new, name, name, lineterm="")
    titles = [f"{name}: {one_line(fix.title)}" for fix in fixes]
    return "".join(f"{line}\n" for line in (*titles, *map(one_line, lines), ""))
