"""Measure the speed of figures: `python -m benchmarks analyse`. Each time is printed beside its target, and as a ratio.

The ratio compares all figures with the naive method for a single figure: networkx walks from every square to every
other square.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import networkx as nx

from benchmarks.amounts import choose_amount
from benchmarks.boards import build_dungeon
from dungeon_designer.board.build import build_board
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.figures.measures import analyse_board
from dungeon_designer.figures.survey import create_survey
from dungeon_designer.rulesets.loader import load_unchecked_ruleset

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "gw-2021" / "the-hungry-ladder.dungeon.yaml"


def main() -> None:
    """Measure the figures of a small and of a large dungeon and print the table."""
    print("work | measured | target")
    print("--- | --- | ---")
    board, ruleset = Dungeon.load(EXAMPLE).board, load_unchecked_ruleset("gw-2021")
    times = choose_amount(10, 1)
    figures_seconds = measure_fastest(lambda: analyse_board(create_survey(board, ruleset), ruleset), times)
    graph = nx.Graph(create_survey(board, ruleset).walking_steps.pairs.tolist())
    naive_seconds = measure_fastest(lambda: dict(nx.all_pairs_shortest_path_length(graph)), choose_amount(5, 1))
    print(f"all figures of {len(board)} squares | {figures_seconds * 1000:.0f} ms | under 300 ms")
    print(
        "the same, as often as networkx takes to walk from every square | "
        f"{figures_seconds / naive_seconds:.1f} | under 4"
    )
    large_board = build_board(build_dungeon(choose_amount(40_000, 400)))
    large_seconds = measure_fastest(
        lambda: analyse_board(
            create_survey(large_board, load_unchecked_ruleset("naf-2019")), load_unchecked_ruleset("naf-2019")
        ),
        1,
    )
    print(f"all figures of {len(large_board)} squares | {large_seconds:.1f} s | some seconds")


def measure_fastest(work: Callable[[], object], times: int) -> float:
    """Return the shortest processor time of `times` runs of some work, in seconds."""
    durations = []
    for _ in range(times):
        start = time.process_time()
        work()
        durations.append(time.process_time() - start)
    return min(durations)


if __name__ == "__main__":
    main()
