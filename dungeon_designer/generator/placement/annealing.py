"""Good placements by annealing: many at once, one thing after the other laid anew where it costs little.

Each step takes one thing up in all placements and lays it on a square drawn by what every square would cost then (heat
bath), ever more strictly. For the least distance of a group of things stands a smooth one, -log(sum of exp(-k d)) / k
over all pairs, which knows of every near pair and comes to the least one as k grows; each step by which the sides'
walks differ, rank by rank, costs as much as a square of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dungeon_designer.board.model import Ints
from dungeon_designer.generator.placement.counting import Counting
from dungeon_designer.generator.placement.problem import MUST, NOTICE, SHOULD, WIDEST, Problem
from dungeon_designer.generator.placement.scoring import ALL_COUNT, Score

STAGES = ((0.6, 0.8, 0.16), (0.8, 0.5, 0.16), (1.2, 0.3, 0.16), (3.0, 0.12, 0.16))
"""How sharply the least distances are seen (k), what a difference in cost counts for, and for which share of the time;
from first to last."""

AGAIN = ((0.8, 0.3, 0.12), (1.4, 0.15, 0.12), (3.0, 0.06, 0.12))
"""The same for the best few, which are heated up once more, each several times over."""

CHOSEN = 4
"""Of so many placements one is heated again."""

Stages = tuple[tuple[float, float, float], ...]

BY_LEVEL = ((MUST, 40.0), (SHOULD, 20.0), (NOTICE, 10.0))
"""What a breach costs here: little more than what else there is, so that one can get past it."""

NEVER = 1e-30
"""Less than two things ever count for each other; what is left by rounding where there is nothing is less, too."""

UNFAIR = 0.25
"""What a step of difference costs here."""


def soft(cost: Any) -> Any:
    """Costs by level as numbers of one size."""
    found = np.zeros(cost.shape, dtype=np.float32)
    some = np.nonzero(cost)
    left, price = cost[some], np.zeros(len(some[0]))
    for breach, soft_price in BY_LEVEL:
        times = np.floor(left / breach + 1e-9)
        left = left - times * breach
        price += soft_price * times
    found[some] = price + np.maximum(left, 0)
    return found


class Annealing:
    """The costs of one problem as they are while it cools."""

    def __init__(self, problem: Problem, unfair: float = UNFAIR) -> None:
        self.problem = problem
        self.alone = [soft(cost) for cost in problem.alone]
        self.clash = [[soft(cost) for cost in row] for row in problem.clash]
        self.clashing = [[bool(cost.any()) for cost in row] for row in self.clash]
        self.counting = [Counting(problem, part, float(soft(np.array([part.cost]))[0])) for part in problem.parts]
        self.fairness = Fairness(problem, unfair)

    def run(self, dice: np.random.Generator, many: int, sweeps: int, scores: Callable[[Ints], list[Score]]) -> Ints:
        """B x n: the rows of all units in so many placements; `scores` tells the better ones."""
        pos = self._cooled(self._start(dice, many), STAGES, sweeps, dice)
        known = scores(pos)
        best = pos[sorted(range(many), key=lambda at: known[at].key)[: many // CHOSEN]]
        return np.concatenate((best, self._cooled(np.repeat(best, CHOSEN, axis=0), AGAIN, sweeps, dice)))

    def _cooled(self, pos: Ints, stages: Stages, sweeps: int, dice: np.random.Generator) -> Ints:
        """The placements after each thing was laid anew so often."""
        pool = dice.gumbel(size=1 << 17).astype(np.float32)
        for sharp, heat, share in stages:
            stage = _Stage(self, pos, sharp)
            for _ in range(max(1, round(share * sweeps))):
                for unit in dice.permutation(pos.shape[1]).tolist():
                    cost = stage.lifted(unit)
                    at = int(dice.integers(len(pool) - cost.size))
                    noise = pool[at : at + cost.size].reshape(cost.shape)
                    stage.lay(unit, np.argmin(cost - np.float32(heat) * noise, axis=1))
        return pos

    def _start(self, dice: np.random.Generator, many: int) -> Ints:
        columns = []
        for sort in self.problem.units.tolist():
            cheap = np.flatnonzero(self.problem.alone[sort] <= self.problem.alone[sort].min())
            columns.append(dice.choice(cheap, many))
        return np.stack(columns, axis=1)


class _Stage:
    """All placements while they are seen so sharply: what is known of them, and kept up with each step."""

    def __init__(self, annealing: Annealing, pos: Ints, sharp: float) -> None:
        self.annealing, self.problem, self.pos, self.sharp = annealing, annealing.problem, pos, np.float32(sharp)
        problem, self.every = self.problem, np.arange(len(pos))
        self.units = problem.units.tolist()
        self.kinds = [sort.kind for sort in problem.sorts]
        force = np.exp(-sharp * np.arange(WIDEST + 1))
        self.near = [[force[apart] for apart in row] for row in problem.apart]
        own = [
            force[apart] * (sort.squares.shape[1] > 1) for sort, apart in zip(problem.sorts, problem.own, strict=True)
        ]
        self.near_all = [force[end] + each for end, each in zip(problem.end, own, strict=True)]
        self.near_same = [force[lying] + each for lying, each in zip(problem.same_lying, own, strict=True)]
        size = [(len(pos), len(sort.squares)) for sort in problem.sorts]
        self.clashes = [np.zeros(each, dtype=np.float32) for each in size]
        self.all = [np.zeros(each) for each in size]
        self.same = [np.zeros(each) for each in size]
        self.sum_all = np.full(len(pos), NEVER)
        self.sum_same = {kind: np.full(len(pos), NEVER) for kind in self.kinds}
        self.counts = [counting.counts(problem, pos[:, :0]) for counting in annealing.counting]
        self.ranks = annealing.fairness.counts(pos[:, :0], problem.units[:0])
        for unit in range(len(self.units)):
            self.lay(unit, pos[:, unit])

    def lifted(self, unit: int) -> Any:
        """B x M: what each row would cost for a unit, which is taken up."""
        sort = self.units[unit]
        self._change(sort, self.pos[:, unit], -1)
        kind, annealing = self.kinds[sort], self.annealing
        cost = annealing.alone[sort] + self.clashes[sort]
        for times, total, field, near in (
            (ALL_COUNT, self.sum_all, self.all[sort], self.near_all[sort]),
            (1, self.sum_same[kind], self.same[sort], self.near_same[sort]),
        ):
            cost += np.log(np.maximum(total[:, None] + field + near, NEVER)) * (times / self.sharp)
        for counting, held in zip(annealing.counting, self.counts, strict=True):
            cost = cost + counting.more(held, sort)
        return cost + annealing.fairness.more(self.ranks, sort)

    def lay(self, unit: int, rows: Ints) -> None:
        """Lays a unit that is taken up."""
        self.pos[:, unit] = rows
        self._change(self.units[unit], rows, 1)

    def _change(self, sort: int, rows: Ints, times: int) -> None:
        change = np.add if times > 0 else np.subtract
        if times < 0:
            self._fields(sort, rows, change)
        kind = self.kinds[sort]
        weight = (self.all[sort] + self.near_all[sort])[self.every, rows]
        change(self.sum_all, weight, out=self.sum_all)
        change(self.sum_same[kind], (self.same[sort] + self.near_same[sort])[self.every, rows], out=self.sum_same[kind])
        if times < 0:
            np.maximum(self.sum_all, NEVER, out=self.sum_all)
            np.maximum(self.sum_same[kind], NEVER, out=self.sum_same[kind])
        else:
            self._fields(sort, rows, change)
        for counting, held in zip(self.annealing.counting, self.counts, strict=True):
            counting.add(held, sort, rows, times)
        self.annealing.fairness.add(self.ranks, sort, rows, times)

    def _fields(self, sort: int, rows: Ints, change: Any) -> None:
        for other in range(len(self.kinds)):
            near = self.near[sort][other][rows]
            change(self.all[other], near, out=self.all[other])
            if self.kinds[other] is self.kinds[sort]:
                change(self.same[other], near, out=self.same[other])
            if self.annealing.clashing[sort][other]:
                change(self.clashes[other], self.annealing.clash[sort][other][rows], out=self.clashes[other])


class Fairness:
    """For each two sides and each number of steps, how many more chests the one reaches within them than the other.

    The sum of these over all steps is the sum over all ranks, nearest chest against nearest and so on, of how much
    the sides' walks differ.
    """

    def __init__(self, problem: Problem, unfair: float) -> None:
        walks, self.unfair = problem.walks, unfair
        self.pairs, self.most = walks.pairs, walks.most
        self.lying = self._ranks(walks.lying[:, None, :])[0] if walks.pairs else np.zeros((0, walks.most + 1))
        self.tables: list[Any] = [None if t is None or not walks.pairs else self._ranks(t) for t in walks.tables]
        self.ends: list[Any] = [
            None if t is None or t.shape[2] != 1 else t[:, :, 0].astype(np.int32) for t in walks.tables
        ]
        self.matter = [table is not None and bool(table.any()) for table in self.tables]

    def _ranks(self, steps: Any) -> Any:
        """M x pairs x T of steps, S x M x k."""
        within = (steps[:, :, :, None] <= np.arange(self.most + 1)).sum(axis=2)
        return np.stack([within[a] - within[b] for a, b in self.pairs], axis=1).astype(np.int32)

    def counts(self, pos: Ints, units: Ints) -> Any:
        """B x pairs x T: those of each placement."""
        ranks = np.repeat(self.lying[None].astype(np.int32), len(pos), axis=0)
        for unit, sort in enumerate(units.tolist()):
            self.add(ranks, sort, pos[:, unit], 1)
        return ranks

    def add(self, ranks: Any, sort: int, rows: Ints, times: int) -> None:
        """One row of a sort more (or less) in each placement."""
        if self.matter[sort]:
            ranks += times * self.tables[sort][rows]

    def more(self, ranks: Any, sort: int) -> Any:
        """B x M: how unfair each row of a sort more would make it."""
        if not self.matter[sort]:
            return np.float32(0)
        ends = self.ends[sort]
        if ends is None:
            wide = np.abs(ranks[:, None] + self.tables[sort][None]).sum(axis=(2, 3))
            return (self.unfair * wide).astype(np.float32)
        total: Any = 0.0
        for pair, (a, b) in enumerate(self.pairs):
            here = ranks[:, pair]
            up, down = (_sums(np.abs(here + by) - np.abs(here)) for by in (1, -1))
            first, last = ends[a], ends[b]
            total = total + np.where(first < last, up[:, last] - up[:, first], down[:, first] - down[:, last])
        return (self.unfair * total).astype(np.float32)


def _sums(values: Any) -> Any:
    """Sums of all values before each."""
    found = np.zeros((values.shape[0], values.shape[1] + 1), dtype=np.int32)
    np.cumsum(values, axis=1, out=found[:, 1:])
    return found
