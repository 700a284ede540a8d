"""Measure the checker's speed: `python -m benchmarks check`. One run prints each time beside its target, and as ratios.

The naive method builds a new networkx graph of all steps for every rule, square by square.
"""

from __future__ import annotations

import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from pathlib import Path

import networkx as nx

from benchmarks.amounts import choose_amount, choose_cases
from benchmarks.boards import build_dungeon
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import WALL, Board
from dungeon_designer.cli.check import examine_all
from dungeon_designer.cli.files import list_sources
from dungeon_designer.grid import DIRECTIONS, SIDES, Square
from dungeon_designer.layout.dungeon_files import read_dungeon_file
from dungeon_designer.layout.model import Layout
from dungeon_designer.pipeline import ExamineOptions, Examiner
from dungeon_designer.rules import checker
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_registry import list_enabled_rules
from dungeon_designer.rulesets.loader import EDITIONS, load_unchecked_ruleset
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.tiles.library import load_stock_library

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
END_ZONES_RULE = "end-zones-apart"
"""The most expensive rule, which is also measured separately."""
FILE_COUNT = choose_amount(200, 3)
"""How many dungeons one call checks."""
MAX_EXAMPLE_SQUARES = 330
"""The most squares of an example that is measured: about the size of the largest usual dungeons."""
TableRow = tuple[str, str, str]
"""The description of the work, the measured time, and the target."""


def main() -> None:
    """Run all measurements and print the table."""
    print("work | measured | target")
    print("--- | --- | ---")
    for measure_rows in (measure_small_boards, measure_start, measure_many_files, measure_large_boards):
        for row in measure_rows():
            print(" | ".join(row), flush=True)


def measure_small_boards() -> Iterator[TableRow]:
    """Yield table rows with the time of a full check of ordinary dungeons: one of each edition, and one with machines.

    A naive check, which builds a new graph for every rule, is measured beside each. Machines are rotating rooms and
    rolling balls.
    """
    for edition in choose_cases(EDITIONS):
        yield _measure_full_check(edition, find_example(edition))
    machine_file = next(path for path in sorted(EXAMPLES.glob("*/*.dungeon.*")) if read_dungeon_file(path).machines)
    yield _measure_full_check(read_dungeon_file(machine_file).ruleset, read_dungeon_file(machine_file))


def _measure_full_check(edition: str, layout: Layout) -> TableRow:
    """Return the table row of a full check of a dungeon: its time with and without the most expensive rule."""
    ruleset, board = load_unchecked_ruleset(edition), build_board(layout, load_stock_library())
    seconds_without = measure_median(partial(run_check, layout, ruleset, ignore=(END_ZONES_RULE,)))
    seconds_with = (
        measure_median(partial(run_check, layout, ruleset))
        if END_ZONES_RULE in ruleset.enabled_rules
        else seconds_without
    )
    naive_seconds = measure_median(partial(run_naive_check, board, ruleset), times=choose_amount(5, 1))
    description = f"{edition}, {len(ruleset.enabled_rules)} rules, {layout.name}, {len(board)} squares"
    measurement = (
        f"{format_ms(seconds_without)} without {END_ZONES_RULE}, {format_ms(seconds_with)} with it; naive "
        f"×{naive_seconds / seconds_with:.1f} ({format_ms(naive_seconds)})"
    )
    return description, measurement, "5 ms without, 25 ms with"


def measure_start() -> Iterator[TableRow]:
    """Yield a table row with the time of a whole process that checks one small dungeon.

    It is compared with the time that importing networkx and shapely alone takes.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "hall.dungeon.yaml"
        file.write_text("ruleset: eagbbl\nmap: |\n" + "  ....................\n" * 14)
        pairs = [
            (measure_process("-c", "import networkx, shapely"), measure_process(*CHECK_COMMAND, str(file)))
            for _ in range(choose_amount(9, 1))
        ]
    imports, checks = (min(times) for times in zip(*pairs, strict=True))
    yield (
        "the whole process on one sketch",
        f"{format_ms(checks)}, ×{checks / imports:.2f} of {format_ms(imports)}",
        "×1.3",
    )


def measure_many_files() -> Iterator[TableRow]:
    """Yield table rows with the time of one call that checks many examples, with one process and with two.

    Each example is checked under its own ruleset.
    """
    with tempfile.TemporaryDirectory() as folder:
        files = [path for edition in EDITIONS for path in sorted((EXAMPLES / edition).glob("*.dungeon.*"))]
        for number, path in zip(range(FILE_COUNT), cycle(files), strict=False):
            shutil.copy(path, Path(folder) / f"{number:03}-{path.name}")
        one_file_seconds = measure_process(*CHECK_COMMAND, str(files[0]), "--format", "json")
        all_seconds = measure_process(*CHECK_COMMAND, folder, "--format", "json")
        measurement = (
            f"{format_ms((all_seconds - one_file_seconds) / (FILE_COUNT - 1))} each, {all_seconds:.1f} "
            f"s in all; {measure_processor_time(folder)}"
        )
        yield f"{FILE_COUNT} layouts in one call", measurement, "10 ms each"
        yield from compare_processes(folder)


def measure_processor_time(folder: str) -> str:
    """Return the processor time for each of the dungeons in a folder, as text.

    A busy machine lengthens processor time less than the time on the clock.
    """
    files, examiner = list_sources([folder]), Examiner(ExamineOptions())
    examine_all(examiner, files[:20], lambda count: None, cores=1)
    return (
        f"{format_ms(measure_seconds(lambda: examine_all(examiner, files, lambda count: None, cores=1)) / FILE_COUNT)} "
        "of processor time"
    )


def compare_processes(folder: str) -> Iterator[TableRow]:
    """Yield table rows with the time that one process and two processes take to check the same dungeons."""
    code = (
        "import sys, time; from dungeon_designer.cli import check as batch\n"
        "from dungeon_designer.cli.files import list_sources\n"
        "from dungeon_designer.pipeline import Examiner, ExamineOptions\n"
        "if __name__ == '__main__':\n"
        "    cores, repeats = int(sys.argv[2]), int(sys.argv[3])\n"
        "    batch.are_workers_faster = lambda *_: cores > 1\n"
        "    named = list_sources([sys.argv[1]]) * repeats\n"
        "    start = time.perf_counter()\n"
        "    batch.examine_all(Examiner(ExamineOptions()), named, lambda count: None, cores)\n"
        "    print(time.perf_counter() - start)\n"
    )
    with tempfile.NamedTemporaryFile("w", suffix=".py") as script:
        script.write(code)
        script.flush()
        for repeats in choose_cases((1, 5)):
            one_process, two_processes = (
                float(read_output(script.name, folder, str(cores), str(repeats))) for cores in (1, 2)
            )
            yield (
                f"{FILE_COUNT * repeats} layouts by 1 and by 2 processes",
                f"{one_process:.1f} s, {two_processes:.1f} s",
                "the sooner",
            )


def measure_large_boards() -> Iterator[TableRow]:
    """Yield table rows with the time and memory of checking dungeons of 1,000 to 200,000 squares, then by edition.

    Each size is measured in a separate process, so that its use of memory is known.
    """
    seconds_by_size = {}
    targets_by_size = {1000: "", 10_000: "150 ms", 40_000: "1 s", 200_000: "stated"}
    for squares, target in choose_cases(targets_by_size.items()):
        printed_numbers = read_output(
            "-c", f"from benchmarks.bench_check import print_big_board; print_big_board({squares})"
        ).split()
        built, checked, memory = map(float, printed_numbers)
        seconds_by_size[squares] = built + checked
        description = f"{squares:,} squares, eagbbl without and with building the board"
        yield description, f"{format_ms(checked)}, {format_ms(built + checked)}, {memory:.0f} MB", target
    size = choose_amount(40_000, 1000)
    growth = seconds_by_size[size] / seconds_by_size[1000]
    yield f"growth from 1,000 to {size:,} squares", f"×{growth:.0f} for ×{size // 1000}", f"×{size // 1000}"
    board = build_board(build_dungeon(size))
    for edition in choose_cases(EDITIONS):
        yield f"{len(board):,} squares, {edition}", format_ms(measure_board_check(board, edition)), "1 s"


def measure_board_check(board: Board, edition: str) -> float:
    """Return the processor seconds of a full check of a board that is already built."""
    return measure_seconds(partial(checker.check_board, board, load_unchecked_ruleset(edition)))


def print_big_board(squares: int) -> None:
    """Print how many seconds building a large board and checking it take, and the greatest use of memory in MB.

    A separate process runs this function and prints the three numbers in one line.
    """
    layout, ruleset = build_dungeon(squares), load_unchecked_ruleset("eagbbl")
    run_check(build_dungeon(5_000, seed=2), ruleset)  # import all modules first that big boards need
    begin = time.process_time()
    board = build_board(layout)
    middle = time.process_time()
    checker.check_board(board, ruleset)
    end = time.process_time()
    print(middle - begin, end - middle, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def find_example(edition: str) -> Layout:
    """Return the largest example of an edition that has no machines and is not too large, or a generated dungeon."""
    layouts = [read_dungeon_file(path) for path in sorted((EXAMPLES / edition).glob("*.dungeon.*"))]
    fitting = [
        layout
        for layout in layouts
        if not layout.machines and len(build_board(layout, load_stock_library())) <= MAX_EXAMPLE_SQUARES
    ]
    return max(fitting, key=lambda layout: len(build_board(layout, load_stock_library())), default=build_dungeon(280))


def run_check(layout: Layout, ruleset: Ruleset, ignore: tuple[str, ...] = ()) -> None:
    """Build the board of a dungeon and check all rules except the ignored ones."""
    checker.check_board(build_board(layout, load_stock_library()), ruleset, ignore=ignore)


def run_naive_check(board: Board, ruleset: Ruleset) -> None:
    """Check every rule with a new graph and without shared analyses."""
    for enabled_rule in list_enabled_rules(ruleset):
        graph = build_naive_graph(board)
        list(nx.connected_components(graph))
        checker.run_rule(Context(board, ruleset), enabled_rule)


def build_naive_graph(board: Board) -> nx.Graph[Square]:
    """Return the graph of all steps on a board, built square by square."""
    graph: nx.Graph[Square] = nx.Graph()
    for x, y in board.squares:
        graph.add_node((x, y))
        for direction, (dx, dy) in enumerate(DIRECTIONS):
            neighbour = x + dx, y + dy
            if neighbour in board and (direction % 2 or board.get_edge_state((x, y), SIDES[direction // 2]) != WALL):
                graph.add_edge((x, y), neighbour)
    return graph


CHECK_COMMAND = ("-m", "dungeon_designer", "check")


def measure_process(*arguments: str) -> float:
    """Return the seconds on the clock that a Python process takes."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, *arguments], capture_output=True, check=False)
    return time.perf_counter() - begin


def read_output(*arguments: str) -> str:
    """Run a Python process and return the text that it prints."""
    return subprocess.run([sys.executable, *arguments], capture_output=True, check=True, text=True).stdout


def measure_median(work: Callable[[], object], times: int = choose_amount(31, 1)) -> float:
    """Return the median processor seconds of `times` runs of some work, after one run to warm up."""
    work()
    return statistics.median(measure_seconds(work) for _ in range(times))


def measure_seconds(work: Callable[[], object]) -> float:
    """Return the processor seconds of one run of some work; other work on the machine hardly lengthens them."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def format_ms(duration: float) -> str:
    """Return a duration in seconds as text in milliseconds."""
    return f"{duration * 1000:.1f} ms"


if __name__ == "__main__":
    main()
