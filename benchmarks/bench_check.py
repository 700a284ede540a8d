"""The checker's speed: `python -m benchmarks check`. One run prints each work beside its reach, and as ratios.

The naive way builds a fresh networkx graph of all steps in every rule, square by square.
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

from benchmarks.boards import dungeon
from dungeon_designer.board.build import build
from dungeon_designer.board.model import WALL, Board
from dungeon_designer.cli.check import examine_all
from dungeon_designer.cli.files import sources
from dungeon_designer.grid import DIRECTIONS, SIDES, Square
from dungeon_designer.layout.files import read_file
from dungeon_designer.layout.model import Layout
from dungeon_designer.pipeline import Examiner, Question
from dungeon_designer.rules import checker
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.registry import configured
from dungeon_designer.rulesets.loader import EDITIONS, load
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.library import stock

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
APART = "end-zones-apart"
MOST = 330
"""Squares of an example that is as large as dungeons are."""
Row = tuple[str, str, str]


def main() -> None:
    """Prints the table."""
    print("work | measured | reach")
    print("--- | --- | ---")
    for part in (small, start, many, large):
        for row in part():
            print(" | ".join(row), flush=True)


def small() -> Iterator[Row]:
    """A full check in a running process, each edition on its own example, and the naive way beside it."""
    for edition in EDITIONS:
        yield _small(edition, example(edition))
    turning = next(path for path in sorted(EXAMPLES.glob("*/*.dungeon.*")) if read_file(path).machines)
    yield _small(read_file(turning).ruleset, read_file(turning))


def _small(edition: str, layout: Layout) -> Row:
    ruleset, board = load(edition), build(layout, stock())
    without = median(partial(check, layout, ruleset, ignore=(APART,)))
    whole = median(partial(check, layout, ruleset)) if APART in ruleset.asked else without
    naive = median(partial(naive_check, board, ruleset), times=5)
    about = f"{edition}, {len(ruleset.asked)} rules, {layout.name}, {len(board)} squares"
    measured = f"{ms(without)} without {APART}, {ms(whole)} with it; naive ×{naive / whole:.1f} ({ms(naive)})"
    return about, measured, "5 ms without, 25 ms with"


def start() -> Iterator[Row]:
    """The whole process on one sketch, against importing the graph and geometry libraries alone."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "hall.dungeon.yaml"
        file.write_text("ruleset: eagbbl\nmap: |\n" + "  ....................\n" * 14)
        pairs = [(process("-c", "import networkx, shapely"), process(*CHECK, str(file))) for _ in range(9)]
    imports, checks = (min(times) for times in zip(*pairs, strict=True))
    yield "the whole process on one sketch", f"{ms(checks)}, ×{checks / imports:.2f} of {ms(imports)}", "×1.3"


def many() -> Iterator[Row]:
    """Two hundred examples in one call, each under its own ruleset, by one process and by two."""
    with tempfile.TemporaryDirectory() as folder:
        files = [path for edition in EDITIONS for path in sorted((EXAMPLES / edition).glob("*.dungeon.*"))]
        for number, path in zip(range(200), cycle(files), strict=False):
            shutil.copy(path, Path(folder) / f"{number:03}-{path.name}")
        one = process(*CHECK, str(files[0]), "--format", "json")
        all_of_them = process(*CHECK, folder, "--format", "json")
        measured = f"{ms((all_of_them - one) / 199)} each, {all_of_them:.1f} s in all; {processor(folder)}"
        yield "200 layouts in one call", measured, "10 ms each"
        yield from workers(folder)


def processor(folder: str) -> str:
    """The processor time a layout takes, which a busy machine lengthens less."""
    named, examiner = sources([folder]), Examiner(Question())
    examine_all(examiner, named[:20], lambda count: None, cores=1)
    return f"{ms(seconds(lambda: examine_all(examiner, named, lambda count: None, cores=1)) / 200)} of processor time"


def workers(folder: str) -> Iterator[Row]:
    """The same forced onto one core and onto two, to see what workers cost and bring."""
    code = (
        "import sys, time; from dungeon_designer.cli import check as batch\n"
        "from dungeon_designer.cli.files import sources\n"
        "from dungeon_designer.pipeline import Examiner, Question\n"
        "if __name__ == '__main__':\n"
        "    cores, repeats = int(sys.argv[2]), int(sys.argv[3])\n"
        "    batch.pays = lambda *_: cores > 1\n"
        "    named = sources([sys.argv[1]]) * repeats\n"
        "    start = time.perf_counter()\n"
        "    batch.examine_all(Examiner(Question()), named, lambda count: None, cores)\n"
        "    print(time.perf_counter() - start)\n"
    )
    with tempfile.NamedTemporaryFile("w", suffix=".py") as script:
        script.write(code)
        script.flush()
        for repeats in (1, 5):
            one, two = (float(output(script.name, folder, str(cores), str(repeats))) for cores in (1, 2))
            yield f"{200 * repeats} layouts by 1 and by 2 processes", f"{one:.1f} s, {two:.1f} s", "the sooner"


def large() -> Iterator[Row]:
    """Big boards, each in a process of its own so that its memory can be told."""
    seconds = {}
    for squares, reach in ((1000, ""), (10_000, "150 ms"), (40_000, "1 s"), (200_000, "stated")):
        said = output("-c", f"from benchmarks.bench_check import big; big({squares})").split()
        built, checked, memory = map(float, said)
        seconds[squares] = built + checked
        about = f"{squares:,} squares, eagbbl without and with building the board"
        yield about, f"{ms(checked)}, {ms(built + checked)}, {memory:.0f} MB", reach
    growth = seconds[40_000] / seconds[1000]
    yield "growth from 1,000 to 40,000 squares", f"×{growth:.0f} for ×40", "×40"
    board = build(dungeon(40_000))
    for edition in EDITIONS:
        yield f"{len(board):,} squares, {edition}", ms(seconds_of(board, edition)), "1 s"


def seconds_of(board: Board, edition: str) -> float:
    """Processor seconds of a whole check of a board that is built."""
    return seconds(partial(checker.check, board, load(edition)))


def big(squares: int) -> None:
    """Prints the processor seconds to build and to check a generated board, and the most memory used in MB."""
    layout, ruleset = dungeon(squares), load("eagbbl")
    check(dungeon(5_000, seed=2), ruleset)  # a running process: whatever is imported for big boards is there
    begin = time.process_time()
    board = build(layout)
    middle = time.process_time()
    checker.check(board, ruleset)
    end = time.process_time()
    print(middle - begin, end - middle, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def example(edition: str) -> Layout:
    """The largest example of an edition without machines and of at most MOST squares, or a generated dungeon."""
    layouts = [read_file(path) for path in sorted((EXAMPLES / edition).glob("*.dungeon.*"))]
    fitting = [layout for layout in layouts if not layout.machines and len(build(layout, stock())) <= MOST]
    return max(fitting, key=lambda layout: len(build(layout, stock())), default=dungeon(280))


def check(layout: Layout, ruleset: Ruleset, ignore: tuple[str, ...] = ()) -> None:
    """A full check: the board built, every rule asked."""
    checker.check(build(layout, stock()), ruleset, ignore=ignore)


def naive_check(board: Board, ruleset: Ruleset) -> None:
    """Every rule begins with a graph of its own and shares no analysis."""
    for asked in configured(ruleset):
        graph = naive_graph(board)
        list(nx.connected_components(graph))
        checker.run(Context(board, ruleset), asked)


def naive_graph(board: Board) -> nx.Graph[Square]:
    """Every step of the board, square by square."""
    graph: nx.Graph[Square] = nx.Graph()
    for x, y in board.squares:
        graph.add_node((x, y))
        for direction, (dx, dy) in enumerate(DIRECTIONS):
            there = x + dx, y + dy
            if there in board and (direction % 2 or board.edge_state((x, y), SIDES[direction // 2]) != WALL):
                graph.add_edge((x, y), there)
    return graph


CHECK = ("-m", "dungeon_designer", "check")


def process(*arguments: str) -> float:
    """Seconds a Python process takes."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, *arguments], capture_output=True, check=False)
    return time.perf_counter() - begin


def output(*arguments: str) -> str:
    """What a Python process prints."""
    return subprocess.run([sys.executable, *arguments], capture_output=True, check=True, text=True).stdout


def median(work: Callable[[], object], times: int = 31) -> float:
    """The median seconds of a work, after one run to warm up."""
    work()
    return statistics.median(seconds(work) for _ in range(times))


def seconds(work: Callable[[], object]) -> float:
    """Processor seconds of one run: what else the machine does does not lengthen them much."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def ms(duration: float) -> str:
    """Seconds in milliseconds."""
    return f"{duration * 1000:.1f} ms"


if __name__ == "__main__":
    main()
