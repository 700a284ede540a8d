"""The best rows of a problem: annealed, then climbed from the best until no single thing would lie better.

Many placements cool at once. Each step takes one thing up in all of them and lays it on a square drawn by what every
square would cost then (heat bath), ever more strictly. For the least distance of things stands a smooth one,
-log(sum of exp(-k d)) / k over all pairs, which knows of every near pair and comes to the least one as k grows; each
step by which the sides' walks differ, rank by rank, costs as much as a square of it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from dungeon_designer.figures.arrays import Ints
from dungeon_designer.generator.placement.problem import MUST, NOTICE, SHOULD, WIDEST, Problem, Whole
from dungeon_designer.generator.placement.scoring import ALL_COUNT, Counting, Score, Scoring
from dungeon_designer.kinds import ItemKind

MANY, SWEEPS = 16, 24
"""So many placements cool together, and each of their things is laid so often."""

FEW, CROWD = 8, 20
"""Of more things than this fewer placements cool together."""

ROWS = 400
"""Among so many squares is searched for each group of things; the last steps look at all."""

STAGES = ((0.6, 0.8, 0.16), (0.8, 0.5, 0.16), (1.2, 0.3, 0.16), (3.0, 0.12, 0.16))
"""How sharply the least distances are seen (k), what a difference in cost counts for, and for which share of the time;
from first to last."""

AGAIN = ((0.8, 0.3, 0.12), (1.4, 0.15, 0.12), (3.0, 0.06, 0.12))
"""The same for the best few, which are heated up once more, each several times over."""

CHOSEN = 4
"""Of so many placements one is heated again."""

BY_LEVEL = ((MUST, 40.0), (SHOULD, 20.0), (NOTICE, 10.0))
"""What a breach costs while it cools: little more than what else there is, so that one can get past it."""

NEVER = 1e-30
"""Less than two things ever count for each other; what is left by rounding where there is nothing is less, too."""

UNFAIR, DEAR = 0.25, 4
"""What a step of difference costs while it cools, and how many times that where walks would not become alike."""


class Found(NamedTuple):
    """A placement as rows, and its score."""

    pos: Ints
    score: Score


def best(problem: Problem, dice: np.random.Generator, effort: float = 1.0) -> Found:
    """The best placement that a search of so much effort finds.

    At first only the squares are looked at that are best by themselves. Where something is broken all the same, all
    squares are; where sides walk differently, such differences are made to cost more.
    """
    scoring = Scoring(problem)
    if not len(problem.units):
        return Found(problem.units, scoring.scores(problem.units[None])[0])
    narrow, kept = problem.narrowed(ROWS, dice)
    sweeps = max(4, round(SWEEPS * effort))
    found = _annealed(scoring, dice, narrow, kept, sweeps)
    if found.score[:3] != (0, 0, 0):
        found = min(found, _annealed(scoring, dice, problem, np.arange(len(problem.rows)), sweeps), key=_key)
    if found.score.largest:
        found = min(found, _annealed(scoring, dice, narrow, kept, sweeps, DEAR * UNFAIR), key=_key)
    return found


def _annealed(
    scoring: Scoring, dice: np.random.Generator, narrow: Problem, kept: Whole, sweeps: int, unfair: float = UNFAIR
) -> Found:
    """The best of some placements that cool together, improved; `kept` are the rows that the narrower problem knows."""
    many = MANY if len(narrow.units) <= CROWD else FEW
    annealing, near = _Annealing(narrow, unfair, dice, sweeps), Scoring(narrow)
    pos = annealing.cooled(annealing.start(many), STAGES)
    chosen = pos[np.argsort(near.costs(pos), kind="stable")[: many // CHOSEN]]
    pos = np.concatenate((chosen, annealing.cooled(np.repeat(chosen, CHOSEN, axis=0), AGAIN)))
    return climb(scoring, kept[pos[np.argmin(near.costs(pos))]], dice)


def _key(found: Found) -> tuple[float, ...]:
    return found.score.key


def climb(scoring: Scoring, start: Whole, dice: np.random.Generator) -> Found:
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
    return Found(pos, scoring.scores(pos[None])[0])


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


class _Annealing:
    """One problem while it cools."""

    def __init__(self, problem: Problem, unfair: float, dice: np.random.Generator, sweeps: int) -> None:
        self.problem, self.dice, self.sweeps = problem, dice, sweeps
        self.alone, self.clash = _soft(problem.alone), _soft(problem.clash)
        self.counting = [Counting(problem, part, float(_soft(np.array([part.cost]))[0])) for part in problem.parts]
        self.fairness = _Fairness(problem, unfair)

    def start(self, many: int) -> Ints:
        """So many placements of rows that cost least by themselves."""
        columns = []
        for group in self.problem.units.tolist():
            rows = self.problem.rows_of(group)
            cheap = np.flatnonzero(self.problem.alone[rows] <= self.problem.alone[rows].min())
            columns.append(rows.start + self.dice.choice(cheap, many))
        return np.stack(columns, axis=1).astype(np.int32)

    def cooled(self, pos: Ints, stages: tuple[tuple[float, float, float], ...]) -> Ints:
        """The placements after each thing was laid anew so often."""
        dice, pool = self.dice, self.dice.gumbel(size=1 << 17).astype(np.float32)
        for sharp, heat, share in stages:
            stage = _Stage(self, pos, sharp)
            for _ in range(max(1, round(share * self.sweeps))):
                for unit in dice.permutation(pos.shape[1]).tolist():
                    cost = stage.lifted(unit)
                    at = int(dice.integers(len(pool) - cost.size))
                    noise = pool[at : at + cost.size].reshape(cost.shape)
                    first = self.problem.rows_of(stage.units[unit]).start
                    stage.lay(unit, first + np.argmin(cost - np.float32(heat) * noise, axis=1))
        return pos


class _Stage:
    """All placements while they are seen so sharply: what is known of them, and kept up with each step.

    fields  by kind, what things of that kind count for each row, `every` what things of all kinds do; `totals` what
            all and those of each kind count for each other
    """

    def __init__(self, annealing: _Annealing, pos: Ints, sharp: float) -> None:
        self.annealing, self.pos, self.sharp = annealing, pos, np.float32(sharp)
        problem, many = annealing.problem, len(pos)
        self.units, self.kinds = problem.units.tolist(), [group.kind for group in problem.groups]
        self.rows = [problem.rows_of(group) for group in range(len(self.kinds))]
        force = np.exp(-sharp * np.arange(WIDEST + 1)).astype(np.float32)
        self.near, self.ends, self.alike = force[problem.apart], force[problem.clear], force[problem.clear_alike]
        self.fields = {kind: np.zeros((many, len(problem.rows))) for kind in self.kinds}
        self.every = np.zeros((many, len(problem.rows)))
        self.clashes = np.zeros((many, len(problem.rows)), dtype=np.float32)
        self.totals: dict[ItemKind | None, Any] = {kind: np.full(many, NEVER) for kind in (None, *self.kinds)}
        self.counts = [counting.counts(pos[:, :0]) for counting in annealing.counting]
        self.ranks = annealing.fairness.lying(many)
        for unit in range(len(self.units)):
            self.lay(unit, pos[:, unit])

    def lifted(self, unit: int) -> Any:
        """B x M: what each row would cost for a unit, which is taken up."""
        self._change(unit, self.pos[:, unit], -1)
        group, annealing = self.units[unit], self.annealing
        kind, rows = self.kinds[group], self.rows[group]
        cost = annealing.alone[rows] + self.clashes[:, rows]
        for times, total, field in (
            (ALL_COUNT, self.totals[None], self.every[:, rows] + self.ends[rows]),
            (1, self.totals[kind], self.fields[kind][:, rows] + self.alike[rows]),
        ):
            weight = np.maximum(total[:, None] + field, NEVER).astype(np.float32)
            cost += np.log(weight) * np.float32(times / self.sharp)
        for counting, held in zip(annealing.counting, self.counts, strict=True):
            cost = cost + counting.more(held, rows)
        return cost + annealing.fairness.more(self.ranks, rows) if kind is ItemKind.CHEST else cost

    def lay(self, unit: int, rows: Ints) -> None:
        """Lays a unit that is taken up."""
        self.pos[:, unit] = rows
        self._change(unit, rows, 1)

    def _change(self, unit: int, rows: Ints, times: int) -> None:
        kind, every = self.kinds[self.units[unit]], np.arange(len(rows))
        if times < 0:
            self._spread(kind, rows, np.subtract)
        of_all = self.ends[rows] + self.every[every, rows]
        of_kind = self.alike[rows] + self.fields[kind][every, rows]
        for which, weight in ((None, of_all), (kind, of_kind)):
            self.totals[which] = np.maximum(self.totals[which] + times * weight, NEVER)
        if times > 0:
            self._spread(kind, rows, np.add)
        change = np.add if times > 0 else np.subtract
        change(self.clashes, self.annealing.clash[rows], out=self.clashes)
        for counting, held in zip(self.annealing.counting, self.counts, strict=True):
            held += times * counting.held[rows]
        if kind is ItemKind.CHEST:
            self.ranks += times * self.annealing.fairness.tables[rows]

    def _spread(self, kind: ItemKind, rows: Ints, change: np.ufunc) -> None:
        near = self.near[rows]
        for field in (self.fields[kind], self.every):
            change(field, near, out=field)


class _Fairness:
    """For each two sides and each number of steps, how many more chests the one reaches within them than the other.

    The sum of these over all steps is the sum over all ranks, nearest chest against nearest and so on, of how much
    the sides' walks differ.
    """

    def __init__(self, problem: Problem, unfair: float) -> None:
        self.problem, self.unfair = problem, unfair
        self.tables = self._ranks(problem.steps)

    def _ranks(self, steps: Any) -> Any:
        """R x pairs x T of steps, S x R x k."""
        within = (steps[:, :, :, None] <= np.arange(self.problem.most)).sum(axis=2, dtype=np.int32)
        pairs = [within[a] - within[b] for a, b in self.problem.pairs]
        return np.stack(pairs, axis=1) if pairs else np.zeros((steps.shape[1], 0, 0), dtype=np.int32)

    def lying(self, many: int) -> Any:
        """B x pairs x T: what lies there already, for so many placements."""
        return np.repeat(self._ranks(self.problem.steps_lying[:, None, :]), many, axis=0)

    def more(self, ranks: Any, rows: slice) -> Any:
        """B x M: how unfair each of some rows more would make it.

        A single chest changes the numbers by one between the steps of the two sides, so sums of all before do.
        """
        steps, total = self.problem.steps[:, rows], np.float32(0)
        if not self.problem.pairs:
            return total
        if (steps[:, :, 1:] < self.problem.most).any():
            wide = np.abs(ranks[:, None] + self.tables[rows][None]).sum(axis=(2, 3))
            return (self.unfair * wide).astype(np.float32)
        for pair, (a, b) in enumerate(self.problem.pairs):
            here, first, last = ranks[:, pair], steps[a, :, 0], steps[b, :, 0]
            sums = [np.cumsum(np.abs(here + by) - np.abs(here), axis=1) for by in (1, -1)]
            up, down = (np.concatenate((np.zeros_like(each[:, :1]), each), axis=1) for each in sums)
            total = total + np.where(first < last, up[:, last] - up[:, first], down[:, first] - down[:, last])
        return (self.unfair * total).astype(np.float32)
