"""Who is stronger on the named dungeons: `python -m scripts.duel_weights [rounds]`.

The balanced coach against classic, dungeon by dungeon; then against himself with one weight halved, or raised by half.
Both have the same team, either side and either turn; a game nobody won is half a win. No dungeon here was fitted to.
"""

from __future__ import annotations

import sys

import numpy as np

from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.teams import coach
from scripts.fit_coach import EXAMPLES, arenas_of, share, wins

ROUNDS, SEED = 50, 2525
APART = {"generated", "illegal", "house-rules"}


def main() -> None:
    """Prints a line for each dungeon and each changed weight."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    paths = [path for path in EXAMPLES.glob("*/*.dungeon.yaml") if path.parent.name not in APART]
    arenas, own, classic = arenas_of(paths), coach("balanced").row, coach("classic").row
    against = {name: share(of, own, classic, rounds, SEED) for name, of in arenas.items()}
    for name, won in against.items():
        print(f"{name} | {100 * won:.1f} %", flush=True)
    many = sum(won >= 0.6 for won in against.values())
    print(f"60 % or more on {many} of {len(against)}, {100 * np.mean(list(against.values())):.1f} % in all")
    for which, name in enumerate(s.WEIGHT_NAMES):
        for part in (50, 150):
            changed = own.copy()
            changed[which] = own[which] * part // 100
            if changed[which] != own[which]:
                won = wins(arenas.values(), changed, [own], max(1, rounds // 6), SEED)
                print(f"{name} at {part} % | {100 * won:.1f} %", flush=True)


if __name__ == "__main__":
    main()
