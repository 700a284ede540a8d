"""`playtest`: play many matches on dungeons and say how they end."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, as_json, complain, tell
from dungeon_designer.cli.files import Faults, Source, make_folder, names_in, sources, write_output, write_report
from dungeon_designer.cli.options import command_of, files, form, output, own_tiles, ruleset, seed
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import UsageError, one_line
from dungeon_designer.options import option
from dungeon_designer.pipeline import Examiner, Question
from dungeon_designer.playtest import tables
from dungeon_designer.playtest.arena import arena
from dungeon_designer.playtest.report import GAMES, TEAMS, VERSION, Playtest, PlaytestDocument, plan_of, playtest_of
from dungeon_designer.playtest.series import MatchPlan, run, tally_for, work_of
from dungeon_designer.playtest.tables import KINDS, picture_of
from dungeon_designer.workers import workers_for

FORMATS: dict[str, Callable[[list[Playtest]], str]] = {
    "text": tables.text,
    "json": lambda found: as_json(PlaytestDocument(VERSION, tuple(found))),
    "markdown": tables.markdown,
}


@dataclass(frozen=True, kw_only=True)
class PlaytestCall:
    """The options of `playtest`."""

    files: tuple[str, ...] = files()
    teams: str = option("Who plays: ids, or files of your own.", ",".join(TEAMS), metavar="A,B", shown=True)
    games: int | None = option(f"How many at most ({GAMES:,} without it).", bounds=(4, 100_000_000))
    precision: str | None = option("Stop once home's share of the wins is known to plus or minus this.", metavar="2%")
    seed: int = seed()
    jobs: int | None = option("Processes; without it, one a core where that pays.", bounds=(1, 256))
    cluster: str | None = option("Play on the workers of this dask scheduler.", metavar="ADDRESS")
    ruleset: str | None = ruleset("Whose match; without it, the season's or layout's.")
    form: str = form(choices=list(FORMATS), shown=True)
    mend: bool = option("Find the moves that make a dungeon fair; -o gets the best dungeon.", False)
    lock: str | None = option("Ids of sections that --mend leaves as they are.", metavar="SECTION,...")
    moves: int = option("How many moves --mend makes at most.", 2, bounds=(1, 3), shown=True)
    output: str | None = output("Write the results to this file.")
    maps: str | None = option("Write maps of where players walked, fought and fell into this folder.", metavar="DIR")
    tiles: str | None = own_tiles()


@command_of(
    "dungeon-designer playtest hall.dungeon.yaml",
    "dungeon-designer playtest hall.dungeon.yaml --teams agile,bashing,rats.toml --precision 1%",
    "dungeon-designer playtest halls/ --games 2000 --format json -o halls.json",
)
def command(call: PlaytestCall) -> int:
    """Play many matches on dungeons between equal coaches, and say what the dungeon does to them.

    Each FILE is a dungeon, a folder of them, a season, or - for standard input. Every two teams meet with sides and
    first turn swapped, so that only the dungeon can favour a side. Ctrl+C ends the games and says what is known.

    The exit status is 0, or 2 when a file could not be read, no match can be played on it, or the call was wrong;
    130 when it was stopped.
    """
    examiner = Examiner(Question(ruleset=call.ruleset, tiles=call.tiles))
    if not names_in(call.teams):
        raise UsageError("--teams: name one team at least")
    precision = _precision(call.precision)
    most = call.games or (GAMES if precision is None else 100 * GAMES)
    plan = plan_of(names_in(call.teams), most, precision, call.seed)
    named = sources(call.files, call.ruleset is None, call.output)
    if call.mend or call.lock is not None:
        return _mended(call, examiner, named, plan)
    found, faults, stopped = list[Playtest](), Faults(), False
    for source in named:
        with faults.complained_of(source):
            dungeon = source.open()
            tell(examiner.notice(dungeon))
            found.append(played(examiner, dungeon, plan, call.jobs, call.cluster))
            stopped = found[-1].ended == "stopped"
        if stopped:
            break
    write_report(FORMATS[call.form](found), call.form, call.output)
    if call.maps is not None:
        from dungeon_designer.exports.html import file_names
        from dungeon_designer.exports.options import ExportOptions
        from dungeon_designer.exports.svg import svg_text

        make_folder(call.maps)
        for test, stem in zip(found, file_names((Path(test.file).name for test in found), ""), strict=True):
            board = examiner.board(next(source for source in named if source.file == test.file).open())
            for kind in KINDS:
                drawn = svg_text(board, ExportOptions(figure=picture_of(test, kind)), ())
                write_output(Path(call.maps) / f"{stem}-{kind}.svg", drawn.encode())
    return exits.INTERRUPTED if stopped else faults.status


def _mended(call: PlaytestCall, examiner: Examiner, named: list[Source], plan: MatchPlan) -> int:
    """`--mend`: the exit status."""
    from dungeon_designer.cli.mending import mend
    from dungeon_designer.generator.mending import MendOptions

    if not call.mend:
        raise UsageError("--lock is for --mend")
    if len(named) != 1 or call.form != "text" or call.maps is not None or plan.precision is not None:
        raise UsageError("--mend wants one dungeon, and no --format, --maps or --precision")
    faults = Faults()
    with faults.complained_of(named[0]):
        dungeon = named[0].open()
        (rules,) = examiner.rulesets(dungeon)
        options = MendOptions(plan=plan, locked=frozenset(names_in(call.lock or "")), moves=call.moves)
        return mend(dungeon, rules, options, call.jobs, call.cluster, call.output)
    return faults.status


def _precision(text: str | None) -> float | None:
    """``2%`` or ``0.02`` as a fraction."""
    if text is None:
        return None
    try:
        number = float(text.strip().rstrip("%")) / (100 if text.strip().endswith("%") else 1)
    except ValueError:
        number = 0.0
    if not 0.0005 <= number < 0.5:
        raise UsageError(f"--precision {one_line(text)}: a share such as 2% or 0.02 is wanted, from 0.05% to 50%")
    return number


def played(
    examiner: Examiner, dungeon: Dungeon, plan: MatchPlan, jobs: int | None = None, cluster: str | None = None
) -> Playtest:
    """The matches of a plan on a dungeon, by its ruleset; KeyboardInterrupt when none was played."""
    (ruleset,) = examiner.rulesets(dungeon)
    ready = arena(examiner.board(dungeon), ruleset)
    tally = tally_for(ready, plan)
    processes = jobs or ((os.cpu_count() or 1) if plan.games >= PAYS else 1)
    with ExitStack() as stack, Progress(one_line(f"Playing {dungeon.name or dungeon.file}"), plan.games) as progress:
        workers = workers_for(work_of(ready, plan), processes, cluster, stack, complain)
        run(plan, tally, workers, progress.advance)
    if not tally.games:
        raise KeyboardInterrupt
    return playtest_of(ready, plan, tally, dungeon.name, dungeon.file, ruleset)


PAYS = 20_000
"""Games from which more processes pay for their start."""
