"""What a placement is worth, exactly: breaches by level, then fairness, then spread; and the search for the best one.

Spread is the sum of the least distances: of any two things and of any thing from where a side sets up, which counts
three times, then of any two things of each kind laid (of those with two or more). Among placements as good in all
this, the mean distance of things from the nearest decides. A placement is the rows of all units.

The search anneals, then climbs from the best until no single thing would lie better. Many placements cool at once. Each
step takes one thing up in all of them and lays it on a square drawn by what every square would cost then (heat bath),
ever more strictly. For the least distance of things stands a smooth one, -log(sum of exp(-k d)) / k over all pairs,
which knows of every near pair and comes to the least one as k grows; each step by which the sides' walks differ, rank
by rank, costs as much as a square of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from dungeon_designer.figures.arrays import Ints
from dungeon_designer.generator.placement.problem import (
    MUST,
    NOTICE,
    SHOULD,
    WIDEST,
    CountedPart,
    Floats,
    Problem,
    Whole,
)
from dungeon_designer.kinds import ItemKind

LARGEST, SUM, TIE = 1e6, 1e3, 1e-3
"""What a step of difference costs at one chest, and of all together, and what a square of mean distance is worth, where
a square of spread is worth 1."""

ALL_COUNT = 3
"""So often the least distance of all things counts: else a portal beside a chest would be a small price for others."""

MANY, SWEEPS = 16, 22  # so many placements cool together, and each of their things is laid so often
CROWD = 20  # of more things than this half as many cool together
ENOUGH = 4  # so many rows for each thing are enough to choose from

STAGES = ((0.6, 0.8, 0.16), (0.8, 0.5, 0.16), (1.2, 0.3, 0.16), (3.0, 0.12, 0.16))
"""How sharply the least distances are seen (k), what a difference in cost counts for, and for which share of the time;
from first to last."""

AGAIN = ((0.8, 0.3, 0.12), (1.4, 0.15, 0.12), (3.0, 0.06, 0.12))
"""The same for the best few, which are heated up once more, each several times over."""

CHOSEN = 4  # of so many placements one is heated again

BY_LEVEL = ((MUST, 40.0), (SHOULD, 20.0), (NOTICE, 10.0))
"""What a breach costs while it cools: little more than what else there is, so that one can get past it."""

NEVER = 1e-30
"""Less than two things ever count for each other; what is left by rounding where there is nothing is less, too."""

UNFAIR, DEAR = 0.25, 4
"""What a step of difference costs while it cools, and how many times that where walks would not become alike."""

Room = tuple[int, ...]
"""How far apart things are: all, then those of each kind."""


class PlacementScore(NamedTuple):
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

    def __init__(self, problem: Problem, part: CountedPart, cost: float) -> None:
        counts = np.array([group.kind in part.kinds for group in problem.groups], dtype=np.bool_)[problem.group]
        labels = np.where((problem.rows >= 0) & counts[:, None], part.labels[problem.rows], -1)
        self.lying = part.lying
        self.held = (labels[:, :, None] == np.arange(len(part.lying))).sum(axis=1).astype(np.int32)
        most = int(part.lying.max(initial=0)) + len(problem.units) * problem.rows.shape[1] + 2
        fine = np.array([number for number in range(most + 100) if part.bounds.allows(number)] or [0])
        self.price = cost * np.abs(np.arange(most + 1)[:, None] - fine).min(axis=1)  # so far from the nearest allowed

    def counts(self, pos: Ints) -> Ints:
        """B x P: how many lie in each part under each of B placements."""
        return np.asarray(self.lying + self.held[pos].sum(axis=1), dtype=np.int32)

    def more(self, counts: Ints, rows: Ints) -> Any:
        """B x M: what each of some rows more would cost; twins in one part as if they lay in two."""
        return (self.price[counts + 1] - self.price[counts]) @ self.held[rows].T


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

    def scores(self, pos: Ints) -> list[PlacementScore]:
        """The scores of some placements, B x n."""
        (largest, total), (rooms, near) = self.walks(pos), self.rooms(pos)
        found = []
        for at, cost in enumerate(self.breaches(pos).tolist()):
            must, rest = divmod(round(cost), round(MUST))
            should, rest = divmod(rest, round(SHOULD))
            unfair, spread = (int(largest[at]), int(total[at])), spread_of(rooms[at].tolist())
            found.append(PlacementScore(must, should, rest // round(NOTICE), *unfair, spread, float(near[at])))
        return found


def spread_of(room: Sequence[int]) -> int:
    """The spread of the least distances of all things and of those of each kind.

    >>> spread_of((4, 9, 10))
    31
    """
    return ALL_COUNT * room[0] + sum(room[1:])


class FoundPlacement(NamedTuple):
    """A placement as rows, and its score."""

    pos: Ints
    score: PlacementScore


by_score = attrgetter("score.key")
"""What placements that were found are compared by."""


def best(problem: Problem, dice: np.random.Generator, effort: float = 1.0) -> FoundPlacement:
    """The best placement that a search of so much effort finds.

    Where sides walk differently all the same, it is searched again with such differences made to cost more.
    """
    scoring, sweeps = Scoring(problem), max(4, round(SWEEPS * effort))
    if not len(problem.units):
        return FoundPlacement(problem.units, scoring.scores(problem.units[None])[0])
    found = _annealed(scoring, dice, sweeps, UNFAIR)
    if found.score.largest:
        found = min(found, _annealed(scoring, dice, sweeps, DEAR * UNFAIR), key=by_score)
    return found


def _annealed(scoring: Scoring, dice: np.random.Generator, sweeps: int, unfair: float) -> FoundPlacement:
    """The best of some placements that cool together, improved."""
    problem = scoring.problem
    annealing = _Annealing(problem, unfair, dice, sweeps)
    many = MANY if len(problem.units) <= CROWD else MANY // 2
    columns = [dice.choice(annealing.rows[group], many) for group in problem.units.tolist()]
    pos = annealing.cooled(np.stack(columns, axis=1).astype(np.int32), STAGES)
    chosen = pos[np.argsort(scoring.costs(pos), kind="stable")[: many // CHOSEN]]
    pos = np.concatenate((chosen, annealing.cooled(np.repeat(chosen, CHOSEN, axis=0), AGAIN)))
    return climb(scoring, pos[np.argmin(scoring.costs(pos))], dice)


def climb(scoring: Scoring, start: Whole, dice: np.random.Generator) -> FoundPlacement:
    """A placement from which laying any one thing elsewhere makes nothing better."""
    problem, pos, idle = scoring.problem, np.array(start, dtype=np.int32), 0
    order = dice.permutation(len(pos)).tolist()
    while idle < len(order):
        unit = order.pop(0)
        order.append(unit)
        rows = problem.rows_of(int(problem.units[unit]))
        tried = np.repeat(pos[None], rows.stop - rows.start, axis=0)
        tried[:, unit] = np.arange(rows.start, rows.stop)
        cost = scoring.costs(tried, unit)
        row = int(np.argmin(cost))
        if cost[row] < cost[pos[unit] - rows.start] - 1e-9:
            pos[unit], idle = rows.start + row, 0
        else:
            idle += 1
    return FoundPlacement(pos, scoring.scores(pos[None])[0])


def _soft(cost: Any) -> Any:
    """Costs by level as numbers of one size."""
    found, some = np.zeros(np.shape(cost), dtype=np.float32), np.nonzero(cost)
    left, price = np.array(cost[some]), np.zeros(len(some[0]))
    for breach, soft_price in BY_LEVEL:
        times = np.floor(left / breach + 1e-9)
        left -= times * breach
        price += soft_price * times
    found[some] = price + np.maximum(left, 0)
    return found


@cache
def _two_of(many: int) -> tuple[Ints, Ints]:
    """Each two of so many, as two rows of numbers."""
    one, other = np.triu_indices(many, 1)
    return one.astype(np.int32), other.astype(np.int32)


class _Annealing:
    """One problem while it cools; of each group only the rows are looked at that cost least, if these are enough."""

    def __init__(self, problem: Problem, unfair: float, dice: np.random.Generator, sweeps: int) -> None:
        self.problem, self.unfair, self.dice, self.sweeps = problem, unfair, dice, sweeps
        self.counting = [Counting(problem, part, float(_soft(np.array([part.cost]))[0])) for part in problem.parts]
        self.rows: list[Ints] = []
        for number, group in enumerate(problem.groups):
            rows = np.flatnonzero(problem.group == number)
            cheap = rows[problem.alone[rows] <= problem.alone[rows].min()]
            self.rows.append((cheap if len(cheap) >= ENOUGH * group.times else rows).astype(np.int32))
        self.alone = [_soft(problem.alone[rows]) for rows in self.rows]
        self.apart = [problem.apart[:, rows] for rows in self.rows]
        self.clash = [_soft(problem.clash[:, rows]) for rows in self.rows]
        self.kinds = [problem.groups[group].kind for group in problem.units.tolist()]
        self.leads = self._leads(problem.steps)
        self.leads_lying = self._leads(problem.steps_lying[:, None, :])

    def cooled(self, pos: Ints, stages: tuple[tuple[float, float, float], ...]) -> Ints:
        """The placements after each thing was laid anew so often."""
        dice, problem, pool = self.dice, self.problem, self.dice.gumbel(size=1 << 17).astype(np.float32)
        for sharp, heat, share in stages:
            force = np.exp(-sharp * np.arange(WIDEST + 1)).astype(np.float32)
            near = [force[apart] for apart in self.apart]
            for _ in range(max(1, round(share * self.sweeps))):
                for unit in dice.permutation(pos.shape[1]).tolist():
                    kind, group = self.kinds[unit], int(problem.units[unit])
                    others = np.delete(pos, unit, axis=1)
                    alike = [each is kind for number, each in enumerate(self.kinds) if number != unit]
                    cost = self._costs(others, group)
                    cost += self._nearness(others, alike, group, force, near[group]) / np.float32(sharp)
                    if kind is ItemKind.CHEST and problem.pairs:
                        cost += self.unfair * self._unfairness(others[:, alike], group)
                    at = int(dice.integers(len(pool) - cost.size))
                    noise = pool[at : at + cost.size].reshape(cost.shape)
                    pos[:, unit] = self.rows[group][np.argmin(cost - np.float32(heat) * noise, axis=1)]
        return pos

    def _costs(self, others: Ints, group: int) -> Any:
        """B x M: what a thing more on each row of a group would break."""
        cost = self.alone[group] + self.clash[group][others].sum(axis=1)
        for counting in self.counting:
            cost += counting.more(counting.counts(others), self.rows[group])
        return cost

    def _nearness(self, others: Ints, alike: list[bool], group: int, force: Any, near: Any) -> Any:
        """B x M: the logarithm of what all pairs count for, and of what those of its kind do, with a thing more."""
        problem, rows, to_rows, found = self.problem, self.rows[group], near[others], np.float32(0)
        for times, which, clear in ((ALL_COUNT, slice(None), problem.clear), (1, alike, problem.clear_alike)):
            placed = others[:, which]
            one, other = _two_of(placed.shape[1])
            pairs = force[problem.apart[placed[:, one], placed[:, other]]].sum(axis=1)
            rest = pairs + force[clear[placed]].sum(axis=1)
            weight = to_rows[:, which].sum(axis=1) + force[clear[rows]] + rest[:, None]
            found = found + np.float32(times) * np.log(np.maximum(weight, NEVER))
        return found

    def _unfairness(self, chests: Ints, group: int) -> Any:
        """B x M: by how much the sides' walks differ, rank by rank, with a chest more."""
        leads = self.leads_lying + self.leads[chests].sum(axis=1, dtype=np.int16)
        return np.abs(leads[:, None] + self.leads[self.rows[group]]).sum(axis=(2, 3))

    def _leads(self, steps: Any) -> Any:
        """R x pairs x T of steps, S x R x k: how many more chests one of two sides reaches within so many steps.

        The sum of their sizes is the sum over all ranks, nearest chest against nearest and so on, of how much the
        sides' walks differ.
        """
        within = (steps[:, :, :, None] <= np.arange(self.problem.most)).sum(axis=2, dtype=np.int16)
        pairs = [within[a] - within[b] for a, b in self.problem.pairs]
        return np.stack(pairs, axis=1) if pairs else np.zeros((steps.shape[1], 0, 0), dtype=np.int16)
