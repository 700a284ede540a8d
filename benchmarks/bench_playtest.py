"""Measure the speed of playtests: `python -m benchmarks playtest`.

The table shows the matches per second on one core for each edition. It also shows the ratio to a loop of known cost,
measured in the same run: filling a distance table of 280 squares by breadth-first search in plain Python. This loop
depends on the speed of the machine in the same way.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from benchmarks.amounts import choose_amount, choose_cases
from benchmarks.bench_check import EXAMPLES
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.playtest.arena import build_arena
from dungeon_designer.playtest.compiling import COMPILED
from dungeon_designer.playtest.match import RESULT_COLUMNS, play_rounds
from dungeon_designer.playtest.teams import load_coach, load_team

ROUNDS_PER_DUNGEON = choose_amount(250, 1) if COMPILED else 1
"""Rounds of four matches on each dungeon; one round where the matches are not compiled."""
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
    """Print a line for each dungeon: its squares, and the matches played in a second and in the time of other work.

    The other work is a table of the steps between all squares of a hall, which shows how fast the machine is. Only
    processor time is measured, which other programs on the machine do not lengthen.
    """
    print("dungeon | squares | games a second | games a plain table of ways")
    print("--- | --- | --- | ---")
    for name in choose_cases(DUNGEONS):
        dungeon = Dungeon.load(EXAMPLES / f"{name}.dungeon.yaml")
        dungeon_arena = build_arena(dungeon.board, dungeon.ruleset())
        game, roster = dungeon_arena.create_game(), load_team("balanced").player_rows
        results = np.zeros((4 * ROUNDS_PER_DUNGEON, RESULT_COLUMNS), dtype=np.int64)
        rerolls = np.array([3, 3], dtype=np.int64)
        coaches = np.array([load_coach("balanced").weight_row] * 2)
        play_rounds(game, 1, 0, 1, roster, roster, rerolls, coaches, results[:4])
        match_seconds = measure_seconds(
            lambda: play_rounds(game, 1, 0, ROUNDS_PER_DUNGEON, roster, roster, rerolls, coaches, results)  # noqa: B023
        ) / (4 * ROUNDS_PER_DUNGEON)
        table_seconds = measure_seconds(build_distance_table)
        print(
            f"{name} | {len(dungeon.board)} | {1 / match_seconds:,.0f} | {table_seconds / match_seconds:.0f}",
            flush=True,
        )


def measure_seconds(work: Callable[[], object]) -> float:
    """Return the processor seconds of one run of some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def build_distance_table() -> list[list[int]]:
    """Return the steps between all squares of an open hall of 20 by 14, by breadth-first search from each square."""
    squares = [(x, y) for y in range(14) for x in range(20)]
    index = {square: number for number, square in enumerate(squares)}
    neighbours = [
        [index[x + i, y + j] for i in (-1, 0, 1) for j in (-1, 0, 1) if (x + i, y + j) in index] for x, y in squares
    ]
    return [_measure_steps(start, neighbours) for start in range(len(squares))]


def _measure_steps(start: int, neighbours: list[list[int]]) -> list[int]:
    """Return the number of steps from one square to each square, or -1 where no path leads.

    Args:
        start: the number of the square to begin with.
        neighbours: for each square the numbers of its neighbours.
    """
    steps = [-1] * len(neighbours)
    steps[start], wave = 0, [start]
    while wave:
        next_wave = []
        for square in wave:
            for neighbour in neighbours[square]:
                if steps[neighbour] < 0:
                    steps[neighbour] = steps[square] + 1
                    next_wave.append(neighbour)
        wave = next_wave
    return steps


if __name__ == "__main__":
    main()
