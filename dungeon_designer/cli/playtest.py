"""Run the `playtest` command: play many matches on dungeons, and print how they end."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from dungeon_designer.cli import exits
from dungeon_designer.cli.console import Progress, format_json, print_error, print_warning
from dungeon_designer.cli.existing_files import refuse_existing
from dungeon_designer.cli.files import (
    Failures,
    Source,
    create_folder,
    list_sources,
    write_output,
    write_report,
)
from dungeon_designer.cli.game_compiling import compile_games
from dungeon_designer.cli.options import (
    build_command,
    files_argument,
    format_option,
    output_option,
    ruleset_option,
    tiles_option,
)
from dungeon_designer.cli.output_folder import OutputFolder
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import UsageError, escape_line
from dungeon_designer.options import option, seed_option, split_names
from dungeon_designer.pipeline import ExamineOptions, Examiner
from dungeon_designer.playtest import report_text
from dungeon_designer.playtest.arena import build_arena
from dungeon_designer.playtest.named_dungeons import load_reference
from dungeon_designer.playtest.report import (
    DEFAULT_TEAMS,
    FIX_GAMES,
    MAX_PRECISE_GAMES,
    VERSION,
    Playtest,
    PlaytestDocument,
    add_styles,
    build_plan,
    build_report,
    measure_duel,
)
from dungeon_designer.playtest.report_text import MAP_TITLES, build_map
from dungeon_designer.playtest.results import Tally
from dungeon_designer.playtest.series import DEFAULT_GAMES, MatchPlan, build_work, create_tally, play_series
from dungeon_designer.playtest.teams import DEFAULT_COACH
from dungeon_designer.workers import open_workers

FORMATS: dict[str, Callable[[list[Playtest]], str]] = {
    "text": report_text.format_text,
    "json": lambda playtests: format_json(PlaytestDocument(VERSION, tuple(playtests), measure_duel(playtests))),
    "markdown": report_text.format_markdown,
}
"""The function that writes the results in each format."""


@dataclass(frozen=True, kw_only=True)
class PlaytestCall:
    """The options of `playtest`."""

    files: tuple[str, ...] = files_argument(default=())
    teams: str = option("The teams: ids or files.", ",".join(DEFAULT_TEAMS), metavar="A,B", show_default=True)
    coaches: str | None = option(
        "One coach for both teams, or two that meet: ids or files. By default each style plays.", metavar="A,B"
    )
    duel: bool = option("Compare only the strength of two coaches; without FILE, on the named dungeons.", False)
    games: int | None = option(
        f"The most matches of each style ({DEFAULT_GAMES:,}; with --mend {FIX_GAMES:,}). Three styles take"
        f" three times as long as one.",
        bounds=(4, 100_000_000),
    )
    precision: str | None = option("Stop when home's share of the wins is known to plus or minus this.", metavar="2%")
    seed: int = seed_option()
    jobs: int | None = option("The number of processes; by default one a core, where that pays.", bounds=(1, 256))
    cluster: str | None = option("Play on the workers of this dask scheduler.", metavar="ADDRESS")
    turn_minutes: int | None = option("Minutes a turn; by default the ruleset's, or 4.", bounds=(1, 60), metavar="N")
    clock: bool = option("Let no match end by the time limit.", True)
    ruleset: str | None = ruleset_option("The ruleset; by default the season's or the dungeon's own.")
    form: str = format_option(choices=list(FORMATS), show_default=True)
    mend: bool = option("Find the moves that make a dungeon fair; -o gets the best dungeon.", False)
    lock: str | None = option("Ids of sections that --mend leaves as they are.", metavar="SECTION,...")
    moves: int = option("The most moves that --mend makes.", 2, bounds=(1, 3), show_default=True)
    output: str | None = output_option("Write the results to this file.")
    replay: int | None = option(
        "Play only this match of the series, and write a page that shows it.",
        bounds=(1, 100_000_000),
        metavar="N",
    )
    maps: str | None = option("Write maps of where players walked, fought and fell into this folder.", metavar="DIR")
    tiles: str | None = tiles_option()
    force: bool = option("Let --mend replace an existing file.", False)


@build_command(
    "dungeon-designer playtest hall.dungeon.yaml",
    "dungeon-designer playtest hall.dungeon.yaml --teams agile,bashing,rats.toml --precision 1%",
    "dungeon-designer playtest hall.dungeon.yaml --coaches bold,cautious --duel",
    "dungeon-designer playtest hall.dungeon.yaml --mend -o fair.dungeon.yaml",
    "dungeon-designer playtest hall.dungeon.yaml --replay 1234 -o match.html",
)
def command(call: PlaytestCall) -> int:
    """Play many matches between equal coaches, and show how the dungeon changes them.

    Each FILE is a dungeon, a folder of dungeons, a season, or - for standard input. Two teams also meet with their ends
    and the first turn swapped. Each style of coach (balanced, cautious, bold) plays against itself, and the verdict
    says what holds for all styles. Ctrl+C ends the matches, and the results so far are printed.

    The exit status is 1 if --mend finds no move that helps.
    """
    examiner = Examiner(ExamineOptions(ruleset=call.ruleset, tiles=call.tiles))
    if not split_names(call.teams):
        raise UsageError("--teams: name one team at least")
    plan = _build_plan(call)
    inputs = list_sources(call.files or _list_named_dungeons(), call.ruleset is None, call.output)
    if call.mend or call.lock is not None:
        return _fix_dungeon(call, examiner, inputs, plan)
    if call.replay is not None:
        return _write_replay(examiner, inputs, plan, call.replay, call.output)
    playtests, failures = list[Playtest](), Failures()
    for source in inputs:
        with failures.catch_errors(source):
            dungeon = source.open_dungeon()
            print_warning(examiner.find_season_notice(dungeon))
            playtests.append(run_playtest(examiner, dungeon, plan, call.jobs, call.cluster))
        if playtests and playtests[-1].ended == "stopped":
            break
    is_brief = call.duel and call.form == "text"
    format_results = report_text.format_duel if is_brief else FORMATS[call.form]
    write_report(format_results(playtests), call.form, call.output)
    maps_status = exits.LEGAL if call.maps is None else _write_maps(call.maps, examiner, inputs, playtests)
    if playtests and playtests[-1].ended == "stopped":
        return exits.INTERRUPTED
    return failures.status or maps_status


def _build_plan(call: PlaytestCall) -> MatchPlan:
    """Return which matches to play: how many, with which teams and coaches, and from which seed of the dice."""
    precision = _parse_precision(call.precision)
    coaches = _parse_coaches(call)
    return build_plan(
        split_names(call.teams),
        call.games or _choose_game_count(call, precision),
        precision,
        call.seed,
        coaches or (DEFAULT_COACH,),
        styles=not coaches,  # unless coaches are named, each style of play, such as bold, is tried
        turn_minutes=call.turn_minutes,
        clock=call.clock,
    )


def _choose_game_count(call: PlaytestCall, precision: float | None) -> int:
    """Return how many matches are played at most in each style of play (such as bold) if the call does not say it.

    With `--replay` one match is played; the number then says how many there are to choose from.
    """
    if precision is not None:
        return MAX_PRECISE_GAMES
    return FIX_GAMES if call.mend or call.replay is not None else DEFAULT_GAMES


def _write_maps(folder_name: str, examiner: Examiner, inputs: Sequence[Source], playtests: Sequence[Playtest]) -> int:
    """Write maps of each dungeon that show where players walked, fought and fell, and return the exit status.

    Args:
        folder_name: the folder for the maps.
        examiner: builds the boards of the dungeons.
        inputs: the dungeons that the call names.
        playtests: the results of the matches on those dungeons that could be read.
    """
    from dungeon_designer.exports.export_options import ExportOptions
    from dungeon_designer.exports.html_parts import choose_file_names
    from dungeon_designer.exports.svg import draw_svg

    create_folder(folder_name)
    source_by_file = {source.file: source for source in inputs}
    stems = choose_file_names((Path(playtest.file).name for playtest in playtests), "")
    with OutputFolder(folder_name, "playtest") as folder:
        for playtest, stem in zip(playtests, stems, strict=True):
            board = examiner.build_board(source_by_file[playtest.file].open_dungeon())
            for kind in MAP_TITLES:
                svg = draw_svg(board, ExportOptions(figure=build_map(playtest, kind)))
                folder.add_file(f"{stem}-{kind}.svg", svg.encode())
    return folder.status


def _fix_dungeon(call: PlaytestCall, examiner: Examiner, inputs: list[Source], plan: MatchPlan) -> int:
    """Run `playtest --mend`: find moves of objects that make the one dungeon of the call fair; return the exit status.

    It is also called for `--lock` (sections that must not change) without `--mend`, which is refused.

    Args:
        call: The options of the command.
        examiner: It loads the dungeon's ruleset.
        inputs: The files that the call names.
        plan: The matches to play on each changed dungeon.

    Raises:
        UsageError: `--lock` without `--mend`, several dungeons, or options that `--mend` does not allow.
    """
    from dungeon_designer.cli.mending import fix_fairness
    from dungeon_designer.generator.fairness_fixes import FairnessFixOptions

    if not call.mend:
        raise UsageError("--lock is for --mend")
    # the plan has styles of play unless the call names coaches
    has_report_options = call.form != "text" or call.maps is not None or call.replay
    if len(inputs) != 1 or has_report_options or plan.precision or not plan.styles:
        raise UsageError("--mend needs one dungeon, and no --format, --maps, --precision, --coaches or --replay")
    if call.output is not None:
        refuse_existing(call.output, call.force)
    failures = Failures()
    with failures.catch_errors(inputs[0]):
        dungeon = inputs[0].open_dungeon()
        (ruleset,) = examiner.list_rulesets(dungeon)
        options = FairnessFixOptions(plan=plan, locked=frozenset(split_names(call.lock or "")), moves=call.moves)
        return fix_fairness(dungeon, ruleset, options, call.jobs, call.cluster, call.output, call.force)
    return failures.status  # only reached after an error, which was printed


def _parse_coaches(call: PlaytestCall) -> list[str]:
    """Return the ids or files of the coaches that the call names, none, one or two.

    Raises:
        UsageError: there are too many coaches, or too few for a duel.
    """
    coaches = list(dict.fromkeys(split_names(call.coaches or "")))
    if len(coaches) > 2 or (call.coaches is not None and not coaches):
        raise UsageError("--coaches: name one or two")
    if call.duel and len(coaches) != 2:
        raise UsageError("--duel: name the two coaches who meet with --coaches")
    if not call.files and not call.duel:
        raise UsageError("Missing argument 'FILE...'.")
    return coaches


def _list_named_dungeons() -> list[str]:
    """Return the files of the named dungeons in ./examples. `--duel` without a file plays on them.

    The named dungeons are published dungeons of each edition. The program comes with the results of many matches on
    each of them (`load_reference`), to compare other dungeons with.

    Raises:
        UsageError: there are none.
    """
    known_names = {name for edition in load_reference().dungeons.values() for name in edition}
    example_files = [str(path) for path in sorted(Path("examples").glob("*/*.dungeon.yaml"))]
    named_files = [file for file in example_files if Path(file).name.removesuffix(".dungeon.yaml") in known_names]
    if not named_files:
        raise UsageError("--duel: there are no named dungeons below ./examples; name the files")
    return named_files


def _write_replay(
    examiner: Examiner, inputs: Sequence[Source], plan: MatchPlan, number: int, output: str | None
) -> int:
    """Write the page on which one match is watched, and return the exit status.

    Args:
        examiner: reads the board and the ruleset.
        inputs: the dungeons that the call names, which must be one.
        plan: the plan of the series.
        number: the number of the match in the series.
        output: the file of the page.

    Raises:
        UsageError: the call names several dungeons, or no file for the page.
    """
    if len(inputs) != 1:
        raise UsageError("--replay: name one dungeon")
    if output is None:
        raise UsageError("--replay: say with -o where the page goes")
    failures = Failures()
    with failures.catch_errors(inputs[0]):
        from dungeon_designer.replay.replay_page import build_replay_page

        dungeon = inputs[0].open_dungeon()
        print_warning(examiner.find_season_notice(dungeon))
        (ruleset,) = examiner.list_rulesets(dungeon)
        write_output(output, build_replay_page(examiner.build_board(dungeon), ruleset, plan, number))
    return failures.status


def _parse_precision(text: str | None) -> float | None:
    """Return the value of `--precision`, written ``2%`` or ``0.02``, as a fraction such as 0.02; None for None.

    Raises:
        UsageError: the text is not a number, or is out of range.
    """
    if text is None:
        return None
    number_text = text.strip()
    divisor = 100 if number_text.endswith("%") else 1
    try:
        share = float(number_text.rstrip("%")) / divisor
    except ValueError:
        share = 0.0  # which is refused below like any share out of range
    if not 0.0005 <= share < 0.5:
        raise UsageError(f"--precision {escape_line(text)}: write a share such as 2% or 0.02, from 0.05% to 50%")
    return share


def run_playtest(
    examiner: Examiner, dungeon: Dungeon, plan: MatchPlan, jobs: int | None = None, cluster: str | None = None
) -> Playtest:
    """Play the matches of a plan on a dungeon by its ruleset, and return the report on them.

    Args:
        examiner: reads the board and the ruleset.
        dungeon: the dungeon.
        plan: how many matches to play, with which teams and coaches.
        jobs: how many processes play; None to use all processor cores where that saves time.
        cluster: the address of a dask scheduler; None for this machine.

    Raises:
        KeyboardInterrupt: the user stopped the command before a match was played.
    """
    (ruleset,) = examiner.list_rulesets(dungeon)
    timed_ruleset = plan.apply_times(ruleset)  # with the minutes a turn and the clock that the plan says
    match_arena = build_arena(examiner.build_board(dungeon), timed_ruleset)
    if cluster is None:  # the machines of a cluster compile for themselves
        compile_games()
    default_process_count = (os.cpu_count() or 1) if plan.games >= MIN_GAMES_FOR_PROCESSES else 1
    process_count = jobs or default_process_count
    plans = [plan, *plan.style_plans]  # one series of matches for each style of play, such as bold
    tallies = list[Tally]()  # the counted results of each series
    with Progress(escape_line(f"Playing {dungeon.name or dungeon.file}"), len(plans) * plan.games) as progress:
        for series_plan in plans:
            empty_tally = create_tally(match_arena, series_plan)
            with ExitStack() as stack:
                workers = open_workers(build_work(match_arena, series_plan), process_count, cluster, stack, print_error)
                tallies.append(play_series(series_plan, empty_tally, workers, progress.advance))
            if tallies[-1].ended == "stopped":
                break
    if not tallies[0].games:
        raise KeyboardInterrupt  # nothing can be reported, so the command ends as if the matches had not caught Ctrl+C
    result = build_report(match_arena, plan, tallies[0], dungeon.name, dungeon.file, ruleset)
    return add_styles(result, plan, tallies) if plan.styles else result


MIN_GAMES_FOR_PROCESSES = 20_000
"""The fewest matches for which several processes save time."""
