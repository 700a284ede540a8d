"""Fit the balanced coach's weights by self-play on generated dungeons: `python -m scripts.fit_coach [generations]`.

CMA-ES (Hansen, "The CMA Evolution Strategy: A Tutorial", 2016), with the usual numbers. Each generation draws weights
around a mean, has each of them play both classic and the mean itself on every generated dungeon of two sides, with the
same dice for all of a generation, and moves the mean towards the better half. The dungeons of the books are never seen.
It prints the weights of the mean as they would stand in `data/coaches/balanced.toml`. Takes about ten minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import PlaytestError
from dungeon_designer.playtest import state as s
from dungeon_designer.playtest.arena import Arena, arena
from dungeon_designer.playtest.match import RESULT_COLUMNS, WINNER, play_rounds
from dungeon_designer.playtest.state import Array
from dungeon_designer.playtest.teams import coach, team

EXAMPLES = Path(__file__).parents[1] / "examples"
SEED, GENERATIONS, ROUNDS = 1, 80, 4
START = {
    "dare": 200,
    "portal": 100,
    "lost": 600,
    "harry": 20,
    "detour": 200,
    "lead": 500,
    "cage": 100,
    "order": 100,
    "relay": 35,
    "threat": 30,
    "give": 200,
    "blast": 500,
    "secure": 65,
    "shadow": 200,
    "late": 200,
    "apart": 90,
}
"""What the first mean has other than classic: every ability is on."""
LEAST_STEP = 20
"""The least that one step of the search changes a weight by, in hundredths."""


def main() -> None:
    """Fits, and prints each generation's mean share of wins, then the weights."""
    arenas = list(arenas_of(EXAMPLES.glob("generated/*/*.dungeon.yaml")).values())
    generations = int(sys.argv[1]) if len(sys.argv) > 1 else GENERATIONS
    weights = coach("classic").weights | START
    first = np.array([weights[name] for name in s.WEIGHT_NAMES])
    mean = first
    for number, (mean, won) in enumerate(fitted(arenas, first, generations)):
        print(f"{number}: {100 * won:.1f} %", mean.tolist(), flush=True)
    for name, weight in zip(s.WEIGHT_NAMES, mean, strict=True):
        print(f"{name} = {weight}")


def fitted(arenas: list[Arena], first: Array, generations: int) -> Iterator[tuple[Array, float]]:
    """The mean of each generation in hundredths, and how often those drawn around it won."""
    count, dice = len(first), np.random.default_rng(SEED)
    drawn = 4 + int(3 * np.log(count))
    shares = np.log(drawn / 2 + 0.5) - np.log(np.arange(1, drawn // 2 + 1))
    shares /= shares.sum()
    good = 1 / (shares**2).sum()
    c_path, c_sigma = 4 / (count + 4), (good + 2) / (count + good + 5)
    c_one = 2 / ((count + 1.3) ** 2 + good)
    c_many = min(1 - c_one, 2 * (good - 2 + 1 / good) / ((count + 2) ** 2 + good))
    expected = np.sqrt(count) * (1 - 1 / (4 * count) + 1 / (21 * count**2))
    scale = np.maximum(LEAST_STEP, abs(first) / 2)
    mean, sigma, spread = np.zeros(count), 0.5, np.eye(count)
    path, path_sigma = np.zeros(count), np.zeros(count)
    for number in range(generations):
        axes, turn = np.linalg.eigh(spread)
        root = turn @ np.diag(np.sqrt(axes)) @ turn.T
        steps = dice.standard_normal((drawn, count)) @ root
        own = weights_at(first, scale, mean)
        rows = [weights_at(first, scale, mean + sigma * step) for step in steps]
        won = np.array([wins(arenas, row, [coach("classic").row, own], ROUNDS, number) for row in rows])
        best = steps[np.argsort(-won)[: len(shares)]]
        step = shares @ best
        mean = mean + sigma * step
        whitened = turn @ np.diag(1 / np.sqrt(axes)) @ turn.T @ step
        path_sigma = (1 - c_sigma) * path_sigma + np.sqrt(c_sigma * (2 - c_sigma) * good) * whitened
        path = (1 - c_path) * path + np.sqrt(c_path * (2 - c_path) * good) * step
        spread = (1 - c_one - c_many) * spread + c_one * np.outer(path, path) + c_many * (best.T * shares) @ best
        sigma *= np.exp(min(1, c_sigma * (np.linalg.norm(path_sigma) / expected - 1)))
        yield weights_at(first, scale, mean), float(won.mean())


def weights_at(first: Array, scale: Array, place: Array) -> Array:
    """The weights at a place of the search."""
    found: Array = np.maximum(0, np.rint(first + scale * place)).astype(np.int64)
    return found


def wins(arenas: Iterable[Arena], row: Array, others: list[Array], rounds: int, seed: int) -> float:
    """The share of wins of a coach against others with the same team, a game nobody won being half a win."""
    return float(np.mean([share(of, row, other, rounds, seed) for of in arenas for other in others]))


def share(of: Arena, one: Array, other: Array, rounds: int, seed: int, name: str = "balanced") -> float:
    """The same on one dungeon, in so many rounds of four games."""
    results = np.zeros((4 * rounds, RESULT_COLUMNS), dtype=np.int64)
    own = team(name)
    play_rounds(
        of.game(), seed, 0, rounds, own.roster, own.roster, np.full(2, own.rerolls), np.array([one, other]), results
    )
    sides = np.tile([0, 1, 1, 0], rounds)  # of the one: see `play_rounds`
    winner = results[:, WINNER]
    return float(np.where(winner == 2, 0.5, winner == sides).mean())


def arenas_of(paths: Iterable[Path]) -> dict[str, Arena]:
    """The arenas of dungeon files by name, without those on which no match of two is played."""
    found = {}
    for path in sorted(paths):
        dungeon = Dungeon.load(path)
        try:
            found[f"{path.parent.name}/{path.name.split('.')[0]}"] = arena(dungeon.board, dungeon.ruleset())
        except PlaytestError:
            continue
    return found


if __name__ == "__main__":
    main()
