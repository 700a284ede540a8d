"""Measure how strong the balanced coach is on the named dungeons: `python -m scripts.duel_weights [rounds]`.

The balanced coach plays against the classic coach, dungeon by dungeon. Then the balanced coach with one weight halved,
or raised by half, plays against the unchanged balanced coach. Both coaches have the same team, and each plays home and
away and has the first turn as often as the other. A match that nobody wins counts as half a win. The weights were not
fitted to any of these dungeons.
"""

from __future__ import annotations

import sys

import numpy as np

from dungeon_designer.playtest.state import WEIGHT_NAMES
from dungeon_designer.playtest.teams import load_coach
from scripts.fit_coach import EXAMPLES, load_arenas, measure_arena_share, measure_win_share

DEFAULT_ROUNDS, SEED = 50, 2525
EXCLUDED_FOLDERS = {"generated", "illegal", "house-rules"}
"""Folders of examples/ whose dungeons are not named dungeons."""


def main() -> None:
    """Print the balanced coach's share of wins for each dungeon, then for each changed weight."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_ROUNDS
    paths = [path for path in EXAMPLES.glob("*/*.dungeon.yaml") if path.parent.name not in EXCLUDED_FOLDERS]
    arenas, balanced, classic = load_arenas(paths), load_coach("balanced").weight_row, load_coach("classic").weight_row
    win_shares = {name: measure_arena_share(arena, balanced, classic, rounds, SEED) for name, arena in arenas.items()}
    for name, win_share in win_shares.items():
        print(f"{name} | {100 * win_share:.1f} %", flush=True)
    strong_count = sum(win_share >= 0.6 for win_share in win_shares.values())
    print(
        f"60 % or more on {strong_count} of {len(win_shares)}, {100 * np.mean(list(win_shares.values())):.1f} % in all"
    )
    for index, name in enumerate(WEIGHT_NAMES):
        for percent in (50, 150):
            changed_weights = balanced.copy()
            changed_weights[index] = balanced[index] * percent // 100
            if changed_weights[index] != balanced[index]:
                win_share = measure_win_share(arenas.values(), changed_weights, [balanced], max(1, rounds // 6), SEED)
                print(f"{name} at {percent} % | {100 * win_share:.1f} %", flush=True)


if __name__ == "__main__":
    main()
