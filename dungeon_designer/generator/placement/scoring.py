"""What a placement is worth, exactly: breaches by level, then fairness, then spread.

Spread is the sum of the least distances: of any two things and of any thing from where a side sets up, which counts
three times, then of any two things of each kind laid (of those with two or more). Among placements as good in all
this, the mean distance of things from the nearest decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from dungeon_designer.board.model import Ints
from dungeon_designer.generator.options import Placeable
from dungeon_designer.generator.placement.counting import Counting
from dungeon_designer.generator.placement.problem import (
    LARGEST,
    MUST,
    NOTICE,
    SHOULD,
    SPREAD,
    SUM,
    WIDEST,
    Floats,
    Problem,
)

TIE = 1e-3

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


class Scoring:
    """Scores placements of one problem, and finds the best row of one unit for all others as they lie."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.units: list[int] = problem.units.tolist()
        self.counting = [Counting(problem, part, part.cost) for part in problem.parts]
        self.kinds = [sort.kind for sort in problem.sorts]
        self.of_kind = {
            kind: np.array([self.kinds[sort] is kind for sort in self.units], dtype=np.bool_) for kind in self.kinds
        }
        heads = dict.fromkeys(self.kinds, 0)
        for sort in problem.sorts:
            heads[sort.kind] += sort.times * sort.squares.shape[1]
        for lying in problem.lying:
            if lying.kind in heads:
                heads[lying.kind] += 1
        self.spaced = [kind for kind, count in heads.items() if count > 1]
        self._of_sort = [np.flatnonzero(problem.units == sort) for sort in range(len(problem.sorts))]

    def rows(self, pos: Ints, unit: int) -> Floats:
        """What the whole placement costs for each row on which a unit might lie, but for what the others clash."""
        problem, sort = self.problem, self.units[unit]
        others = [other for other in range(len(self.units)) if other != unit]
        cost: Floats = problem.alone[sort].copy()
        for other, places in self._places(pos, others):
            cost += problem.clash[other][sort][places].sum(axis=0)
        for counting in self.counting:
            if counting.columns[sort] is not None:
                cost += counting.more(self._held(counting, pos, others), sort)[0]
        cost += self._unfair(pos, others, sort)
        cost -= self._spread(pos, others, sort)
        return cost

    def _places(self, pos: Ints, units: list[int]) -> Iterator[tuple[int, Ints]]:
        """The rows of some units by sort."""
        for sort, of_sort in enumerate(self._of_sort):
            here = [unit for unit in of_sort.tolist() if unit in units]
            if here:
                yield sort, pos[here]

    def _held(self, counting: Counting, pos: Ints, others: list[int]) -> Ints:
        held = np.zeros((1, counting.parts + 1), dtype=np.int32)
        held[:, : counting.parts] = counting.lying
        for other in others:
            counting.add(held, self.units[other], pos[other : other + 1], 1)
        return held

    def _unfair(self, pos: Ints, others: list[int], sort: int) -> Any:
        """M: what the sides' walks differ; 0 for what is no chest."""
        walks = self.problem.walks
        own = walks.tables[sort]
        if own is None or not walks.pairs:
            return 0.0
        fixed = [walks.lying, *(walks.tables[self.units[o]][:, pos[o]] for o in others if self._is_chest(o))]
        still = np.concatenate(fixed, axis=1)
        whole = np.concatenate((np.broadcast_to(still[:, None], (*own.shape[:2], still.shape[1])), own), axis=2)
        return unfairness(whole)

    def _is_chest(self, unit: int) -> bool:
        return self.kinds[self.units[unit]] is Placeable.CHEST

    def _spread(self, pos: Ints, others: list[int], sort: int) -> Any:
        """M: what the spread is worth."""
        problem, kind = self.problem, self.kinds[sort]
        apart = self._between(pos[None], problem.apart)[0]
        alone, lying = (each[0] for each in self._by_themselves(pos[None]))
        own = np.minimum(problem.own[sort], problem.end[sort])
        same = np.minimum(problem.own[sort], problem.same_lying[sort])
        near = np.minimum(apart[np.ix_(others, others)].min(axis=1, initial=WIDEST), alone[others])
        total: Any = 0.0
        for other, places in self._places(pos, others):
            to_own = problem.apart[other][sort][places]
            own = np.minimum(own, to_own.min(axis=0))
            same = np.minimum(same, to_own.min(axis=0)) if self.kinds[other] is kind else same
            here = [others.index(unit) for unit in self._of_sort[other].tolist() if unit in others]
            total = total + np.minimum(to_own, near[here][:, None]).sum(axis=0)
        worth = ALL_COUNT * np.minimum(near.min(initial=WIDEST), own).astype(np.float64)
        for each in self.spaced:
            meant = [unit for unit in others if self.of_kind[each][unit]]
            least = min(apart[np.ix_(meant, meant)].min(initial=WIDEST), lying[meant].min(initial=WIDEST))
            worth += np.minimum(least, same) if each is kind else least
        return SPREAD * worth + TIE * (total + own) / (len(others) + 1)

    def room(self, pos: Ints) -> tuple[int, ...]:
        """The least distance of all things, then of those of each kind laid."""
        return tuple(self.rooms(pos[None])[0][0].tolist())

    def rooms(self, pos: Ints) -> tuple[Ints, Floats]:
        """B x (1 + kinds): the same of some placements; and the mean distances of their things from the nearest."""
        found = np.full((len(pos), 1 + len(self.spaced)), WIDEST, dtype=np.int32)
        if not len(self.units):
            return found, np.zeros(len(pos))
        apart = self._between(pos, self.problem.apart)
        alone, lying = self._by_themselves(pos)
        near = np.minimum(apart.min(axis=2), alone)
        found[:, 0] = near.min(axis=1)
        for at, kind in enumerate(self.spaced, start=1):
            meant = np.flatnonzero(self.of_kind[kind])
            least = np.minimum(apart[:, meant[:, None], meant].min(axis=2, initial=WIDEST), lying[:, meant])
            found[:, at] = least.min(axis=1, initial=WIDEST)
        return found, near.mean(axis=1)

    def _by_themselves(self, pos: Ints) -> tuple[Any, Any]:
        """B x n each: how far each unit is from ends and all that lies there, and from what lies of its kind."""
        problem = self.problem
        alone = [np.minimum(problem.own[s], problem.end[s])[pos[:, n]] for n, s in enumerate(self.units)]
        lying = [np.minimum(problem.own[s], problem.same_lying[s])[pos[:, n]] for n, s in enumerate(self.units)]
        return np.stack(alone, axis=1), np.stack(lying, axis=1)

    def score(self, pos: Ints) -> Score:
        """The score of one placement."""
        return self.scores(pos[None])[0]

    def scores(self, pos: Ints) -> list[Score]:
        """The scores of some placements, B x n."""
        problem = self.problem
        cost = np.zeros(len(pos))
        for unit, sort in enumerate(self.units):
            cost += problem.alone[sort][pos[:, unit]]
        cost += self._between(pos, problem.clash).sum(axis=(1, 2)) / 2
        for counting in self.counting:
            cost += counting.total(counting.counts(problem, pos))
        (largest, total), (rooms, near) = self._walks(pos), self.rooms(pos)
        return [
            Score(*_breaches(round(each)), int(worst), int(whole), spread_of(room), float(mean))
            for each, worst, whole, room, mean in zip(cost.tolist(), largest, total, rooms.tolist(), near, strict=True)
        ]

    def _between(self, pos: Ints, tables: Any) -> Any:
        """B x n x n of a table by pairs of sorts; what a unit has with itself counts for nothing."""
        found = np.zeros((*pos.shape, pos.shape[1]), dtype=tables[0][0].dtype if self.units else np.int16)
        for a, ones in enumerate(self._of_sort):
            for b, others in enumerate(self._of_sort):
                if len(ones) and len(others):
                    table = tables[a][b][pos[:, ones][:, :, None], pos[:, others][:, None, :]]
                    found[:, ones[:, None], others] = table
        itself = np.arange(pos.shape[1])
        found[:, itself, itself] = WIDEST if tables is self.problem.apart else 0
        return found

    def _walks(self, pos: Ints) -> tuple[Any, Any]:
        """B each: the largest difference of the sides, rank by rank, and that of their sums."""
        walks = self.problem.walks
        chests = [walks.tables[s][:, pos[:, n]] for n, s in enumerate(self.units) if walks.tables[s] is not None]
        lying = np.broadcast_to(walks.lying[:, None, :], (len(walks.lying), len(pos), walks.lying.shape[1]))
        ranked = np.sort(np.concatenate([lying, *chests], axis=2), axis=2)
        if not walks.pairs or not ranked.shape[2]:
            return np.zeros(len(pos)), np.zeros(len(pos))
        return np.ptp(ranked, axis=0).max(axis=1), np.ptp(ranked.sum(axis=2), axis=0)


def _breaches(cost: int) -> tuple[int, int, int]:
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


def unfairness(steps: Any) -> Any:
    """M: the price of the largest difference of the sides, rank by rank, and of that of their sums, from S x M x C."""
    ranked = np.sort(steps, axis=2)
    return LARGEST * np.ptp(ranked, axis=0).max(axis=1, initial=0) + SUM * np.ptp(steps.sum(axis=2), axis=0)
