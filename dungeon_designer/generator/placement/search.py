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

MANY, SWEEPS = 16, 24  # so many placements cool together, and each of their things is laid so often
FEW, CROWD = 8, 20  # of more things than this fewer placements cool together
ROWS = 400  # among so many squares is searched for each group of things; the last steps look at all

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

    def more(self, counts: Ints, rows: slice) -> Any:
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

    At first only the squares are looked at that are best by themselves. Where something is broken all the same, all
    squares are; where sides walk differently, such differences are made to cost more.
    """
    scoring = Scoring(problem)
    if not len(problem.units):
        return FoundPlacement(problem.units, scoring.scores(problem.units[None])[0])
    narrow, kept = problem.narrowed(ROWS, dice)
    sweeps = max(4, round(SWEEPS * effort))
    found = _annealed(scoring, dice, narrow, kept, sweeps)
    if found.score[:3] != (0, 0, 0):
        found = min(
            found,
            _annealed(scoring, dice, problem, np.arange(len(problem.rows)), sweeps),
            key=by_score,
        )
    if found.score.largest:
        found = min(found, _annealed(scoring, dice, narrow, kept, sweeps, DEAR * UNFAIR), key=by_score)
    return found


def _annealed(
    scoring: Scoring, dice: np.random.Generator, narrow: Problem, kept: Whole, sweeps: int, unfair: float = UNFAIR
) -> FoundPlacement:
    """The best of some placements that cool together, improved; `kept` are the rows that the narrower problem knows."""
    many = MANY if len(narrow.units) <= CROWD else FEW
    annealing, near, columns = _Annealing(narrow, unfair, dice, sweeps), Scoring(narrow), []
    for group in narrow.units.tolist():
        rows = narrow.rows_of(group)
        cheap = np.flatnonzero(narrow.alone[rows] <= narrow.alone[rows].min())
        columns.append(rows.start + dice.choice(cheap, many))
    pos = annealing.cooled(np.stack(columns, axis=1).astype(np.int32), STAGES)
    chosen = pos[np.argsort(near.costs(pos), kind="stable")[: many // CHOSEN]]
    pos = np.concatenate((chosen, annealing.cooled(np.repeat(chosen, CHOSEN, axis=0), AGAIN)))
    return climb(scoring, kept[pos[np.argmin(near.costs(pos))]], dice)


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


class _Annealing:
    """One problem while it cools."""

    def __init__(self, problem: Problem, unfair: float, dice: np.random.Generator, sweeps: int) -> None:
        self.problem, self.dice, self.sweeps = problem, dice, sweeps
        self.alone, self.clash = _soft(problem.alone), _soft(problem.clash)
        self.counting = [Counting(problem, part, float(_soft(np.array([part.cost]))[0])) for part in problem.parts]
        self.fairness = _Fairness(problem, unfair)

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

    fields  what things count for each row, and `totals` for each other: those of each kind, and by None those of all
    alone   what set-ups and things that lie there count for each row, likewise
    """

    def __init__(self, annealing: _Annealing, pos: Ints, sharp: float) -> None:
        self.annealing, self.pos, self.sharp = annealing, pos, np.float32(sharp)
        problem, many = annealing.problem, len(pos)
        self.units, self.kinds = problem.units.tolist(), [group.kind for group in problem.groups]
        self.rows = [problem.rows_of(group) for group in range(len(self.kinds))]
        force = np.exp(-sharp * np.arange(WIDEST + 1)).astype(np.float32)
        self.near = force[problem.apart]
        which = (None, *self.kinds)
        self.alone = {kind: force[problem.clear_alike if kind else problem.clear] for kind in which}
        self.fields = {kind: np.zeros((many, len(problem.rows))) for kind in which}
        self.totals: dict[ItemKind | None, Any] = {kind: np.full(many, NEVER) for kind in which}
        self.clashes = np.zeros((many, len(problem.rows)), dtype=np.float32)
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
        for times, which in ((ALL_COUNT, None), (1, kind)):
            weight = self.totals[which][:, None] + (self.fields[which][:, rows] + self.alone[which][rows])
            cost += np.log(np.maximum(weight, NEVER).astype(np.float32)) * np.float32(times / self.sharp)
        for counting, held in zip(annealing.counting, self.counts, strict=True):
            cost = cost + counting.more(held, rows)
        return cost + annealing.fairness.more(self.ranks, rows) if kind is ItemKind.CHEST else cost

    def lay(self, unit: int, rows: Ints) -> None:
        """Lays a unit that is taken up."""
        self.pos[:, unit] = rows
        self._change(unit, rows, 1)

    def _change(self, unit: int, rows: Ints, times: int) -> None:
        """Add a unit on rows to all that is known of the stage, or take it away."""
        kind, near = self.kinds[self.units[unit]], self.near[rows]
        for which in (None, kind):
            field, total = self.fields[which], self.totals[which]
            if times < 0:
                field -= near
            weight = self.alone[which][rows] + field[np.arange(len(rows)), rows]
            self.totals[which] = np.maximum(total + times * weight, NEVER)
            if times > 0:
                field += near
        change = np.add if times > 0 else np.subtract
        change(self.clashes, self.annealing.clash[rows], out=self.clashes)
        for counting, held in zip(self.annealing.counting, self.counts, strict=True):
            held += times * counting.held[rows]
        if kind is ItemKind.CHEST:
            self.ranks += times * self.annealing.fairness.tables[rows]


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
