"""The speed of figures: `python -m benchmarks analyse`. Each work is printed beside its reach, and as a ratio.

Beside it stands what one figure alone takes the naive way: networkx walking from every square to every other.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import networkx as nx

from benchmarks.boards import dungeon
from dungeon_designer.board.build import build
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.figures.measures import analysis_of
from dungeon_designer.figures.survey import survey_of
from dungeon_designer.rulesets.loader import load

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "gw-2021" / "the-hungry-ladder.dungeon.yaml"


def main() -> None:
    """Prints the table."""
    print("work | measured | reach")
    print("--- | --- | ---")
    board, ruleset = Dungeon.load(EXAMPLE).board, load("gw-2021")
    own = least(lambda: analysis_of(survey_of(board, ruleset), ruleset), 10)
    graph = nx.Graph(survey_of(board, ruleset).walk.pairs.tolist())
    naive = least(lambda: dict(nx.all_pairs_shortest_path_length(graph)), 5)
    print(f"all figures of {len(board)} squares | {own * 1000:.0f} ms | under 300 ms")
    print(f"the same, as often as networkx takes to walk from every square | {own / naive:.1f} | under 4")
    large = build(dungeon(40_000))
    took = least(lambda: analysis_of(survey_of(large, load("naf-2019")), load("naf-2019")), 1)
    print(f"all figures of {len(large)} squares | {took:.1f} s | some seconds")


def least(work: Callable[[], object], times: int) -> float:
    """The least processor time of several goes."""
    found = []
    for _ in range(times):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


if __name__ == "__main__":
    main()
