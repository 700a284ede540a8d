"""`playtest`: play many matches on dungeons and say how they end."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, as_json, complain, tell
from dungeon_designer.cli.existing_files import refuse_existing
from dungeon_designer.cli.files import Faults, Source, make_folder, names_in, sources, write_output, write_report
from dungeon_designer.cli.options import command_of, files, form, output, own_tiles, ruleset, seed
from dungeon_designer.cli.output_folder import OutputFolder
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import UsageError, one_line
from dungeon_designer.options import option
from dungeon_designer.pipeline import Examiner, Question
from dungeon_designer.playtest import tables
from dungeon_designer.playtest.arena import arena
from dungeon_designer.playtest.compiling import compile_all
from dungeon_designer.playtest.match import play_rounds
from dungeon_designer.playtest.named import reference
from dungeon_designer.playtest.report import (
    GAMES,
    TEAMS,
    VERSION,
    Playtest,
    PlaytestDocument,
    duel_of,
    plan_of,
    playtest_of,
    with_styles,
)
from dungeon_designer.playtest.results import Tally
from dungeon_designer.playtest.series import MatchPlan, run, tally_for, work_of
from dungeon_designer.playtest.tables import KINDS, picture_of
from dungeon_designer.playtest.teams import USUAL
from dungeon_designer.workers import workers_for

FORMATS: dict[str, Callable[[list[Playtest]], str]] = {
    "text": tables.text,
    "json": lambda found: as_json(PlaytestDocument(VERSION, tuple(found), duel_of(found))),
    "markdown": tables.markdown,
}


@dataclass(frozen=True, kw_only=True)
class PlaytestCall:
    """The options of `playtest`."""

    files: tuple[str, ...] = files(default=())
    teams: str = option("Who plays: ids, or files of your own.", ",".join(TEAMS), metavar="A,B", shown=True)
    coaches: str | None = option(
        "Who leads both sides, or two who meet: ids, or files of your own. Without it, each style plays.", metavar="A,B"
    )
    duel: bool = option("Say only which of two coaches is stronger; without FILE, over the named dungeons.", False)
    games: int | None = option(
        f"How many at most, of each style ({GAMES:,} without it): three styles take three times as long as one.",
        bounds=(4, 100_000_000),
    )
    precision: str | None = option("Stop once home's share of the wins is known to plus or minus this.", metavar="2%")
    seed: int = seed()
    jobs: int | None = option("Processes; without it, one a core where that pays.", bounds=(1, 256))
    cluster: str | None = option("Play on the workers of this dask scheduler.", metavar="ADDRESS")
    turn_minutes: int | None = option("Minutes a turn; without it, the ruleset's or 4.", bounds=(1, 60), metavar="N")
    clock: bool = option("Let no match end by the book's time.", True)
    ruleset: str | None = ruleset("Whose match; without it, the season's or layout's.")
    form: str = form(choices=list(FORMATS), shown=True)
    mend: bool = option("Find the moves that make a dungeon fair; -o gets the best dungeon.", False)
    lock: str | None = option("Ids of sections that --mend leaves as they are.", metavar="SECTION,...")
    moves: int = option("How many moves --mend makes at most.", 2, bounds=(1, 3), shown=True)
    output: str | None = output("Write the results to this file.")
    replay: int | None = option(
        "Play this game of the series alone, and write the page on which it is watched.",
        bounds=(1, 100_000_000),
        metavar="N",
    )
    maps: str | None = option("Write maps of where players walked, fought and fell into this folder.", metavar="DIR")
    tiles: str | None = own_tiles()
    force: bool = option("Let --mend replace a file that is there already.", False)


@command_of(
    "dungeon-designer playtest hall.dungeon.yaml",
    "dungeon-designer playtest hall.dungeon.yaml --teams agile,bashing,rats.toml --precision 1%",
    "dungeon-designer playtest halls/ --games 2000 --format json -o halls.json",
    "dungeon-designer playtest hall.dungeon.yaml --coaches bold,cautious --duel",
    "dungeon-designer playtest hall.dungeon.yaml --mend -o fair.dungeon.yaml",
    "dungeon-designer playtest hall.dungeon.yaml --replay 1234 -o match.html",
)
def command(call: PlaytestCall) -> int:
    """Play many matches on dungeons between equal coaches, and say what the dungeon does to them.

    Each FILE is a dungeon, a folder of them, a season, or - for standard input. Every two teams meet with sides and
    first turn swapped, so that only the dungeon can favour a side. Balanced, cautious and bold coaches play against
    their like, and the verdict says what holds over all. Ctrl+C ends the games and says what is known.

    The exit status is 0, or 2 when a file could not be read, no match can be played on it, or the call was wrong;
    130 when it was stopped, and 1 when --mend found no move that helps.
    """
    examiner = Examiner(Question(ruleset=call.ruleset, tiles=call.tiles))
    if not names_in(call.teams):
        raise UsageError("--teams: name one team at least")
    precision = _precision(call.precision)
    most = call.games or (GAMES if precision is None else 100 * GAMES)
    coaches = _coaches(call)
    plan = plan_of(
        names_in(call.teams),
        most,
        precision,
        call.seed,
        coaches or (USUAL,),
        styles=not coaches,
        turn_minutes=call.turn_minutes,
        clock=call.clock,
    )
    named = sources(call.files or _named_dungeons(), call.ruleset is None, call.output)
    if call.mend or call.lock is not None:
        return _mended(call, examiner, named, plan)
    if call.replay is not None:
        return _replay(examiner, named, plan, call.replay, call.output)
    found, faults, stopped = list[Playtest](), Faults(), False
    for source in named:
        with faults.complained_of(source):
            dungeon = source.open()
            tell(examiner.notice(dungeon))
            found.append(played(examiner, dungeon, plan, call.jobs, call.cluster))
            stopped = found[-1].ended == "stopped"
        if stopped:
            break
    brief = call.duel and call.form == "text"
    write_report((tables.duel if brief else FORMATS[call.form])(found), call.form, call.output)
    status = exits.LEGAL if call.maps is None else _write_maps(call.maps, examiner, named, found)
    return exits.INTERRUPTED if stopped else faults.status or status


def _write_maps(maps: str, examiner: Examiner, named: Sequence[Source], found: Sequence[Playtest]) -> int:
    """Write maps of where players walked, fought and fell into a folder; the exit status."""
    from dungeon_designer.exports.html_parts import file_names
    from dungeon_designer.exports.options import ExportOptions
    from dungeon_designer.exports.svg import svg_text

    make_folder(maps)
    with OutputFolder(maps, "playtest") as folder:
        for test, stem in zip(found, file_names((Path(test.file).name for test in found), ""), strict=True):
            board = examiner.board(next(source for source in named if source.file == test.file).open())
            for kind in KINDS:
                drawn = svg_text(board, ExportOptions(figure=picture_of(test, kind)), ())
                folder.write(f"{stem}-{kind}.svg", drawn.encode())
    return folder.status


def _mended(call: PlaytestCall, examiner: Examiner, named: list[Source], plan: MatchPlan) -> int:
    """`--mend`: the exit status."""
    from dungeon_designer.cli.mending import mend
    from dungeon_designer.generator.mending import MendOptions

    if not call.mend:
        raise UsageError("--lock is for --mend")
    alone = len(named) == 1 and call.form == "text" and call.maps is None and plan.styles
    if not alone or plan.precision or call.replay:
        raise UsageError("--mend wants one dungeon, and no --format, --maps, --precision, --coaches or --replay")
    if call.output is not None:
        refuse_existing(call.output, call.force)
    faults = Faults()
    with faults.complained_of(named[0]):
        dungeon = named[0].open()
        (rules,) = examiner.rulesets(dungeon)
        options = MendOptions(plan=plan, locked=frozenset(names_in(call.lock or "")), moves=call.moves)
        return mend(dungeon, rules, options, call.jobs, call.cluster, call.output, call.force)
    return faults.status


def _coaches(call: PlaytestCall) -> list[str]:
    """The coaches named; UsageError where there are too many, or too few for a duel."""
    coaches = list(dict.fromkeys(names_in(call.coaches or "")))
    if len(coaches) > 2 or (call.coaches is not None and not coaches):
        raise UsageError("--coaches: name one or two")
    if call.duel and len(coaches) != 2:
        raise UsageError("--duel: name the two who meet with --coaches")
    if not call.files and not call.duel:
        raise UsageError("Missing argument 'FILE...'.")
    return coaches


def _named_dungeons() -> list[str]:
    """The named dungeons below ./examples; UsageError where there are none."""
    known = {name for edition in reference().dungeons.values() for name in edition}
    found = [str(path) for path in sorted(Path("examples").glob("*/*.dungeon.yaml"))]
    of_two = [file for file in found if Path(file).name.removesuffix(".dungeon.yaml") in known]
    if not of_two:
        raise UsageError("--duel: there are no named dungeons below ./examples; name the files")
    return of_two


def _replay(examiner: Examiner, named: Sequence[Source], plan: MatchPlan, number: int, output: str | None) -> int:
    """Write the page of one game of a plan's series on one dungeon."""
    if len(named) != 1:
        raise UsageError("--replay: name one dungeon")
    if output is None:
        raise UsageError("--replay: say with -o where the page goes")
    faults = Faults()
    with faults.complained_of(named[0]):
        from dungeon_designer.playtest.recording import replay_page

        dungeon = named[0].open()
        tell(examiner.notice(dungeon))
        (ruleset,) = examiner.rulesets(dungeon)
        write_output(output, replay_page(examiner.board(dungeon), ruleset, plan, number))
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
    ready = arena(examiner.board(dungeon), plan.timed(ruleset))
    plans, tallies = [plan, *plan.others], list[Tally]()
    processes = jobs or ((os.cpu_count() or 1) if plan.games >= PAYS else 1)
    if cluster is None:
        with Progress("Compiling the games, once…"):
            compile_all(play_rounds)
    with Progress(one_line(f"Playing {dungeon.name or dungeon.file}"), len(plans) * plan.games) as progress:
        for each in plans:
            with ExitStack() as stack:
                workers = workers_for(work_of(ready, each), processes, cluster, stack, complain)
                tallies.append(run(each, tally_for(ready, each), workers, progress.advance))
            if tallies[-1].ended == "stopped":
                break
    if not tallies[0].games:
        raise KeyboardInterrupt
    found = playtest_of(ready, plan, tallies[0], dungeon.name, dungeon.file, ruleset)
    return with_styles(found, plan, tallies[1:]) if plan.styles else found


PAYS = 20_000
"""Games from which more processes pay for their start."""
