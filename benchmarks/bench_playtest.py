"""The speed of playtests: `python -m benchmarks playtest`.

Games a second on one core, edition by edition, and as a ratio to a loop of known cost measured in the same run: filling
a distance table of 280 squares by breadth-first search in plain Python, which takes as long as the machine is slow.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from benchmarks.bench_check import EXAMPLES
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.playtest.arena import arena
from dungeon_designer.playtest.compiling import COMPILED
from dungeon_designer.playtest.match import RESULT_COLUMNS, play_rounds
from dungeon_designer.playtest.teams import coach, team

ROUNDS = 250 if COMPILED else 1
DUNGEONS = (
    "gw-1989/set-up-1",
    "gw-1989/the-sunken-halls",
    "gw-2021/the-idols-wheel",
    "brawl-2013/castle-of-aaauuggghhh",
    "naf-2019/the-four-winds",
    "db7s-2019/layout-07",
    "eagbbl/the-cleft",
)


def main() -> None:
    """Prints a line for each dungeon; the processor's own time counts, so that other work on the machine does not."""
    print("dungeon | squares | games a second | games a plain table of ways")
    print("--- | --- | --- | ---")
    for name in DUNGEONS:
        dungeon = Dungeon.load(EXAMPLES / f"{name}.dungeon.yaml")
        ready = arena(dungeon.board, dungeon.ruleset())
        game, own = ready.game(), team("balanced").roster
        results = np.zeros((4 * ROUNDS, RESULT_COLUMNS), dtype=np.int64)
        rerolls = np.array([3, 3], dtype=np.int64)
        coaches = np.array([coach("balanced").row] * 2)
        play_rounds(game, 1, 0, 1, own, own, rerolls, coaches, results[:4])
        each = seconds(lambda: play_rounds(game, 1, 0, ROUNDS, own, own, rerolls, coaches, results)) / (4 * ROUNDS)  # noqa: B023
        loop = seconds(table)
        print(f"{name} | {len(dungeon.board)} | {1 / each:,.0f} | {loop / each:.0f}", flush=True)


def seconds(work: Callable[[], object]) -> float:
    """The processor's time for some work."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def table() -> list[list[int]]:
    """Steps between all squares of an open hall of 20 by 14, by breadth-first search from each."""
    squares = [(x, y) for y in range(14) for x in range(20)]
    index = {square: at for at, square in enumerate(squares)}
    around = [
        [index[x + i, y + j] for i in (-1, 0, 1) for j in (-1, 0, 1) if (x + i, y + j) in index] for x, y in squares
    ]
    return [_from(start, around) for start in range(len(squares))]


def _from(start: int, around: list[list[int]]) -> list[int]:
    steps = [-1] * len(around)
    steps[start], wave = 0, [start]
    while wave:
        further = []
        for at in wave:
            for there in around[at]:
                if steps[there] < 0:
                    steps[there] = steps[at] + 1
                    further.append(there)
        wave = further
    return steps


if __name__ == "__main__":
    main()
