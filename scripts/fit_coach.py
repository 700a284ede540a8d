"""Fit the balanced coach's weights by self-play on generated dungeons: `python -m scripts.fit_coach [generations]`.

The method is CMA-ES (Hansen, "The CMA Evolution Strategy: A Tutorial", 2016), with the usual parameters. Each
generation draws weights around a mean. A coach with each of these weights plays against the classic coach and against
a coach with the mean itself, on every generated dungeon for two teams, with the same dice for the whole generation.
Then the mean moves towards the better half. The dungeons of the books are never used. The script prints the final mean
in the format of `data/coaches/balanced.toml`. It takes about ten minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.errors import PlaytestError
from dungeon_designer.playtest.arena import Arena, build_arena
from dungeon_designer.playtest.match import RESULT_COLUMNS, WINNER, play_rounds
from dungeon_designer.playtest.state import WEIGHT_NAMES, Array
from dungeon_designer.playtest.teams import load_coach, load_team

EXAMPLES = Path(__file__).parents[1] / "examples"
SEED, DEFAULT_GENERATIONS, ROUNDS_PER_DUEL = 1, 80, 4
START_WEIGHTS = {
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
"""The weights in which the first mean differs from the classic coach: every ability is on."""
MIN_STEP = 20
"""The smallest change of a weight by one step of the search, in hundredths."""


def main() -> None:
    """Search for good weights of the balanced coach; print how each generation plays, and at the end the weights."""
    arenas = list(load_arenas(EXAMPLES.glob("generated/*/*.dungeon.yaml")).values())
    generations = int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_GENERATIONS
    weights = load_coach("classic").weights | START_WEIGHTS
    start_weights = np.array([weights[name] for name in WEIGHT_NAMES])
    mean = start_weights
    for number, (mean, win_share) in enumerate(search_weights(arenas, start_weights, generations)):
        print(f"{number}: {100 * win_share:.1f} %", mean.tolist(), flush=True)
    for name, weight in zip(WEIGHT_NAMES, mean, strict=True):
        print(f"{name} = {weight}")


def search_weights(arenas: list[Arena], start_weights: Array, generations: int) -> Iterator[tuple[Array, float]]:
    """Yield each generation's mean, in hundredths, and the share of wins of the coaches drawn in that generation.

    The names follow the paper: sigma is the step size, and each rate is a learning rate.

    Args:
        arenas: the dungeons to play on.
        start_weights: the weights of the first mean, in hundredths.
        generations: the number of generations.
    """
    weight_count, dice = len(start_weights), np.random.default_rng(SEED)
    sample_size = 4 + int(3 * np.log(weight_count))
    rank_weights = np.log(sample_size / 2 + 0.5) - np.log(np.arange(1, sample_size // 2 + 1))
    rank_weights /= rank_weights.sum()
    effective_size = 1 / (rank_weights**2).sum()
    path_rate, sigma_rate = 4 / (weight_count + 4), (effective_size + 2) / (weight_count + effective_size + 5)
    rank_one_rate = 2 / ((weight_count + 1.3) ** 2 + effective_size)
    rank_many_rate = min(
        1 - rank_one_rate, 2 * (effective_size - 2 + 1 / effective_size) / ((weight_count + 2) ** 2 + effective_size)
    )
    expected_length = np.sqrt(weight_count) * (1 - 1 / (4 * weight_count) + 1 / (21 * weight_count**2))
    scale = np.maximum(MIN_STEP, abs(start_weights) / 2)
    mean, sigma, covariance = np.zeros(weight_count), 0.5, np.eye(weight_count)
    path, path_sigma = np.zeros(weight_count), np.zeros(weight_count)
    for number in range(generations):
        eigenvalues, eigenvectors = np.linalg.eigh(covariance)
        covariance_root = eigenvectors @ np.diag(np.sqrt(eigenvalues)) @ eigenvectors.T
        steps = dice.standard_normal((sample_size, weight_count)) @ covariance_root
        mean_weights = compute_weights(start_weights, scale, mean)
        candidates = [compute_weights(start_weights, scale, mean + sigma * step) for step in steps]
        win_shares = np.array(
            [
                measure_win_share(
                    arenas, row, [load_coach("classic").weight_row, mean_weights], ROUNDS_PER_DUEL, number
                )
                for row in candidates
            ]
        )
        best_steps = steps[np.argsort(-win_shares)[: len(rank_weights)]]
        step = rank_weights @ best_steps
        mean = mean + sigma * step
        whitened = eigenvectors @ np.diag(1 / np.sqrt(eigenvalues)) @ eigenvectors.T @ step
        path_sigma = (1 - sigma_rate) * path_sigma + np.sqrt(sigma_rate * (2 - sigma_rate) * effective_size) * whitened
        path = (1 - path_rate) * path + np.sqrt(path_rate * (2 - path_rate) * effective_size) * step
        covariance = (
            (1 - rank_one_rate - rank_many_rate) * covariance
            + rank_one_rate * np.outer(path, path)
            + rank_many_rate * (best_steps.T * rank_weights) @ best_steps
        )
        sigma *= np.exp(min(1, sigma_rate * (np.linalg.norm(path_sigma) / expected_length - 1)))
        yield compute_weights(start_weights, scale, mean), float(win_shares.mean())


def compute_weights(start_weights: Array, scale: Array, point: Array) -> Array:
    """Return the weights, in hundredths, that belong to a point of the search; none is negative.

    Args:
        start_weights: the weights of the point 0.
        scale: the change of each weight for a step of length 1.
        point: the coordinates of the point, one for each weight.
    """
    weights: Array = np.maximum(0, np.rint(start_weights + scale * point)).astype(np.int64)
    return weights


def measure_win_share(arenas: Iterable[Arena], weights: Array, opponents: list[Array], rounds: int, seed: int) -> float:
    """Return a coach's mean share of wins, from 0 to 1, over all arenas and opponents.

    All coaches play the same team. A match that nobody wins counts as half a win.

    Args:
        arenas: the dungeons to play on.
        weights: the coach's weights.
        opponents: the weights of each opponent.
        rounds: the number of rounds of four matches, for each arena and opponent.
        seed: the seed of the dice.
    """
    return float(
        np.mean(
            [measure_arena_share(arena, weights, opponent, rounds, seed) for arena in arenas for opponent in opponents]
        )
    )


def measure_arena_share(
    arena: Arena, weights: Array, opponent: Array, rounds: int, seed: int, team_name: str = "balanced"
) -> float:
    """Return a coach's share of wins against one opponent on one dungeon, from 0 to 1.

    A match that nobody wins counts as half a win.

    Args:
        arena: the dungeon to play on.
        weights: the coach's weights.
        opponent: the opponent's weights.
        rounds: the number of rounds of four matches: each coach plays home and away, with and without the first turn.
        seed: the seed of the dice.
        team_name: the name of the team that both coaches play.
    """
    results = np.zeros((4 * rounds, RESULT_COLUMNS), dtype=np.int64)
    roster_team = load_team(team_name)
    play_rounds(
        arena.create_game(),
        seed,
        0,
        rounds,
        roster_team.player_rows,
        roster_team.player_rows,
        np.full(2, roster_team.rerolls),
        np.array([weights, opponent]),
        results,
    )
    coach_teams = np.tile([0, 1, 1, 0], rounds)  # the coach's team in each match: see `play_rounds`
    winner = results[:, WINNER]
    return float(np.where(winner == 2, 0.5, winner == coach_teams).mean())


def load_arenas(paths: Iterable[Path]) -> dict[str, Arena]:
    """Return the arena of each dungeon file, with the key `folder/name`.

    Dungeons on which two teams cannot play a match are left out.
    """
    arenas = {}
    for path in sorted(paths):
        dungeon = Dungeon.load(path)
        try:
            arenas[f"{path.parent.name}/{path.name.split('.')[0]}"] = build_arena(dungeon.board, dungeon.ruleset())
        except PlaytestError:
            continue
    return arenas


if __name__ == "__main__":
    main()
