"""What a placement is worth, exactly: breaches by level, then fairness, then spread.

Spread is the sum of the least distances: of any two things and of any thing from where a side sets up, which counts
three times, then of any two things of each kind laid (of those with two or more). Among placements as good in all
this, the mean distance of things from the nearest decides. A placement is the rows of all units.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from dungeon_designer.figures.arrays import Ints
from dungeon_designer.generator.placement.problem import MUST, NOTICE, SHOULD, WIDEST, Floats, Part, Problem
from dungeon_designer.rules.rule import Bounds

LARGEST, SUM, TIE = 1e6, 1e3, 1e-3
"""What a step of difference costs at one chest, and of all together, and what a square of mean distance is worth, where
a square of spread is worth 1."""

ALL_COUNT = 3
"""So often the least distance of all things counts: else a portal beside a chest would be a small price for others."""

Room = tuple[int, ...]
"""How far apart things are: all, then those of each kind."""


class Score(NamedTuple):
    """How good a placement is; the lesser the better, from the first number to the last."""

    must: int
    should: int
    notice: int
    largest: int
    total: int
    spread: int
    near: float

    @property
    def key(self) -> tuple[float, ...]:
        """What is compared."""
        return (*self[:5], -self.spread, -self.near)


class Counting:
    """One demand for numbers by part; `price` is what each number costs in a part, 0 where the bounds allow it."""

    def __init__(self, problem: Problem, part: Part, cost: float) -> None:
        counts = np.array([group.kind in part.kinds for group in problem.groups], dtype=np.bool_)[problem.group]
        labels = np.where((problem.rows >= 0) & counts[:, None], part.labels[problem.rows], -1)
        self.lying = part.lying
        self.held = (labels[:, :, None] == np.arange(len(part.lying))).sum(axis=1).astype(np.int32)
        most = int(part.lying.max(initial=0)) + len(problem.units) * problem.rows.shape[1] + 2
        self.price = cost * _off(part.bounds, most)

    def counts(self, pos: Ints) -> Ints:
        """B x P: how many lie in each part under each of B placements."""
        return np.asarray(self.lying + self.held[pos].sum(axis=1), dtype=np.int32)

    def more(self, counts: Ints, rows: slice) -> Any:
        """B x M: what each of some rows more would cost; twins in one part as if they lay in two."""
        return (self.price[counts + 1] - self.price[counts]) @ self.held[rows].T


def _off(bounds: Bounds, most: int) -> Floats:
    """How far each number is from the nearest that the bounds allow."""
    fine = np.array([number for number in range(most + 100) if bounds.allows(number)] or [0])
    return np.asarray(np.abs(np.arange(most + 1)[:, None] - fine).min(axis=1), dtype=np.float64)


class Scoring:
    """Scores placements of one problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.counting = [Counting(problem, part, part.cost) for part in problem.parts]
        heads = Counter(kind for kind, _ in problem.floor.lying)
        for group in problem.groups:
            heads[group.kind] += group.times * group.squares.shape[1]
        laid = dict.fromkeys(group.kind for group in problem.groups)
        self.spaced = [kind for kind in laid if heads[kind] > 1]
        kinds = [problem.groups[group].kind for group in problem.units.tolist()]
        self.of_kind = {kind: np.array([each is kind for each in kinds], dtype=np.bool_) for kind in laid}

    def _between(self, table: Any, pos: Ints, itself: int, unit: int | None) -> Any:
        """n x n x B of a table of each two rows, with a value for a unit and itself."""
        if unit is None:
            found = table[pos.T[:, None], pos.T]
        else:
            found = np.repeat(table[np.ix_(pos[0], pos[0])][:, :, None], len(pos), axis=2)
            found[unit] = found[:, unit] = table[np.ix_(pos[0], pos[:, unit])]
        found[np.arange(len(found)), np.arange(len(found))] = itself
        return found

    def breaches(self, pos: Ints, unit: int | None = None) -> Floats:
        """B: what each of B placements costs for what it breaks."""
        clash = self._between(self.problem.clash, pos, 0, unit)
        cost: Floats = self.problem.alone[pos.T].sum(axis=0) + clash.sum(axis=(0, 1)) / 2
        for counting in self.counting:
            cost += counting.price[counting.counts(pos)].sum(axis=1)
        return cost

    def walks(self, pos: Ints) -> tuple[Any, Any]:
        """B each: the largest difference of the sides' walks, rank by rank, and that of their sums."""
        problem = self.problem
        sides, many = len(problem.steps), len(pos)
        if not problem.pairs:
            return np.zeros(many), np.zeros(many)
        lying = np.broadcast_to(problem.steps_lying[:, None], (sides, many, problem.steps_lying.shape[1]))
        steps = np.concatenate([lying, problem.steps[:, pos].reshape(sides, many, -1)], axis=2)
        ranked = np.sort(steps, axis=2)
        return np.ptp(ranked, axis=0).max(axis=1, initial=0), np.ptp(ranked.sum(axis=2), axis=0)

    def rooms(self, pos: Ints, unit: int | None = None) -> tuple[Ints, Floats]:
        """The least distance of all things, then of those of each kind laid; and the mean from the nearest."""
        problem = self.problem
        found = np.full((len(pos), 1 + len(self.spaced)), WIDEST, dtype=np.int32)
        if not pos.shape[1]:
            return found, np.zeros(len(pos))
        apart = self._between(problem.apart, pos, WIDEST, unit)
        near = np.minimum(apart.min(axis=1), problem.clear[pos.T])
        found[:, 0] = near.min(axis=0)
        for at, kind in enumerate(self.spaced, start=1):
            meant = np.flatnonzero(self.of_kind[kind])
            least = apart[np.ix_(meant, meant)].min(axis=(0, 1), initial=WIDEST)
            found[:, at] = np.minimum(least, problem.clear_alike[pos.T[meant]].min(axis=0, initial=WIDEST))
        return found, near.mean(axis=0)

    def costs(self, pos: Ints, unit: int | None = None) -> Floats:
        """B: each placement's worth as one number, the lesser the better; quicker where they differ in one unit."""
        (largest, total), (rooms, near) = self.walks(pos), self.rooms(pos, unit)
        spread = ALL_COUNT * rooms[:, 0] + rooms[:, 1:].sum(axis=1)
        unfair = LARGEST * largest + SUM * total
        return np.asarray(self.breaches(pos, unit) + unfair - spread - TIE * near, dtype=np.float64)

    def scores(self, pos: Ints) -> list[Score]:
        """The scores of some placements, B x n."""
        (largest, total), (rooms, near) = self.walks(pos), self.rooms(pos)
        return [
            Score(*_by_level(round(cost)), int(worst), int(whole), spread_of(room), float(mean))
            for cost, worst, whole, room, mean in zip(
                self.breaches(pos).tolist(), largest, total, rooms.tolist(), near, strict=True
            )
        ]


def _by_level(cost: int) -> tuple[int, int, int]:
    """What a placement costs as breaches by level."""
    must, rest = divmod(cost, round(MUST))
    should, rest = divmod(rest, round(SHOULD))
    return must, should, rest // round(NOTICE)


def spread_of(room: Sequence[int]) -> int:
    """The spread of the least distances of all things and of those of each kind.

    >>> spread_of((4, 9, 10))
    31
    """
    return ALL_COUNT * room[0] + sum(room[1:])
