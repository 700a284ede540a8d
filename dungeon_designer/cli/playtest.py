"""`playtest`: play many matches on dungeons and say how they end."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

from msgspec import Struct

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, as_json, complain, tell
from dungeon_designer.cli.files import Source, keep_apart, make_folder, names_in, sources, write_output, write_report
from dungeon_designer.cli.options import Files, OwnTiles, command_of
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import DungeonError, PlaytestError, UsageError, one_line
from dungeon_designer.options import Option
from dungeon_designer.pipeline import ALL, Examiner, Question
from dungeon_designer.playtest import tables
from dungeon_designer.playtest.arena import arena
from dungeon_designer.playtest.report import Playtest, document, plan_of, playtest_of
from dungeon_designer.playtest.series import Plan, run, tally_for, workers_on
from dungeon_designer.playtest.tables import KINDS, map_of
from dungeon_designer.playtest.teams import policy

FORMATS = ("text", "json", "markdown")
TEAMS = "balanced,agile,bashing,small-and-many"
GAMES = 10_000


class PlaytestCall(Struct, frozen=True, kw_only=True):
    """The options of `playtest`."""

    files: Files
    teams: Annotated[str, Option("Who plays: ids, or files of your own.", metavar="A,B", shown=True)] = TEAMS
    games: Annotated[int | None, Option(f"How many at most ({GAMES:,} without it).", bounds=(4, 100_000_000))] = None
    precision: Annotated[
        str | None, Option("Stop once home's share of the wins is known to plus or minus this.", metavar="2%")
    ] = None
    seed: Annotated[int, Option("Which games.", bounds=(0, 2**32 - 1), shown=True)] = 1
    jobs: Annotated[int | None, Option("Processes; without it, one a core where that pays.", bounds=(1, 256))] = None
    cluster: Annotated[str | None, Option("Play on the workers of this dask scheduler.", metavar="ADDRESS")] = None
    ruleset: Annotated[
        str | None, Option("Whose match; without it, the season's or layout's.", metavar="ID|FILE.toml")
    ] = None
    form: Annotated[str, Option("How to say it.", name="--format", choices=FORMATS, shown=True)] = "text"
    output: Annotated[str | None, Option("Write the results to this file.", metavar="FILE", name="-o")] = None
    maps: Annotated[
        str | None, Option("Write maps of where players walked, fought and fell into this folder.", metavar="DIR")
    ] = None
    tiles: OwnTiles = None


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
    if call.ruleset == ALL:
        raise UsageError("playtest plays by one ruleset: give its id, or none for each dungeon's own")
    examiner = Examiner(Question(ruleset=call.ruleset, tiles=call.tiles))
    examiner.prepare()
    plan = plan_as_written(call.teams, call.games, _precision(call.precision), call.seed)
    named = sources(call.files, by_season=call.ruleset is None)
    if call.output is not None:
        keep_apart(call.output, (source.file for source in named))
    found: list[Playtest] = []
    failed = False
    for source in named:
        try:
            dungeon = source.open()
            tell(examiner.notice(dungeon))
            found.append(played(examiner, dungeon, source.file, plan, call.jobs, call.cluster))
        except DungeonError as error:
            complain(str(error) if not isinstance(error, PlaytestError) else f"{source.file}: {error}")
            failed = True
            continue
        if found[-1].ended == "stopped":
            break
    write_report(_written(found, call.form), call.form, call.output)
    if call.maps is not None:
        _draw(found, examiner, named, Path(call.maps))
    if any(test.ended == "stopped" for test in found):
        return exits.INTERRUPTED
    return exits.FAILED if failed else exits.LEGAL


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


def plan_as_written(teams: str, games: int | None, precision: float | None = None, seed: int = 1) -> Plan:
    """What is to be played, by teams and a number of games as they are written."""
    names = names_in(teams)
    if not names:
        raise UsageError("--teams: name one team at least")
    most = games or (GAMES if precision is None else 100 * GAMES)
    return plan_of(names, most, precision, seed)


def played(
    examiner: Examiner, dungeon: Dungeon, file: str, plan: Plan, jobs: int | None = None, cluster: str | None = None
) -> Playtest:
    """The matches of a plan on a dungeon, by its ruleset; KeyboardInterrupt when none was played."""
    (ruleset,) = examiner.rulesets(dungeon)
    ready = arena(examiner.board(dungeon), ruleset, policy())
    tally = tally_for(ready, plan)
    with ExitStack() as stack:
        progress = stack.enter_context(Progress(one_line(f"Playing {dungeon.name or file}"), plan.games))

        cores = (os.cpu_count() or 1) if plan.games >= PAYS else 1
        run(plan, tally, workers_on(ready, plan, jobs or cores, cluster, stack), progress.advance)
    if not tally.games:
        raise KeyboardInterrupt
    return playtest_of(ready, plan, tally, dungeon.name, file, ruleset)


PAYS = 20_000
"""Games from which more processes pay for their start."""


def _written(found: list[Playtest], form: str) -> str:
    if form == "json":
        return as_json(document(found))
    return tables.text(found) if form == "text" else tables.markdown(found)


def _draw(found: list[Playtest], examiner: Examiner, named: Sequence[Source], folder: Path) -> None:
    """A map of each kind for each dungeon."""
    make_folder(folder)
    for test in found:
        source = next(source for source in named if source.file == test.file)
        board = examiner.board(source.open())
        stem = Path(test.file).name.split(".")[0] or "dungeon"
        for kind in KINDS:
            write_output(folder / f"{stem}-{kind}.svg", map_of(board, test, kind).encode())
