"""Whether a placement is the best there is: asked of OR-Tools' CP-SAT, which is imported when it is asked.

The solver is given what the search is given: squares, what may not lie together, numbers by part, the sides' steps. Its
answer holds for that; what only the checker knows is not in it. It is asked one question after the other, each with a
yes or no: whether things fit so fairly, and with so much room around all, around chests, around portals. So asked it
answers in tenths of a second; asked for the greatest spread at once it is not done in minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from dungeon_designer.errors import UsageError
from dungeon_designer.figures.arrays import Ints
from dungeon_designer.generator.placement.problem import NOTICE, WIDEST, Problem
from dungeon_designer.generator.placement.search import (
    ALL_COUNT,
    Counting,
    FoundPlacement,
    Room,
    Scoring,
    by_score,
    climb,
    spread_of,
)
from dungeon_designer.kinds import ItemKind
from dungeon_designer.rulesets.model import Metric

MISSING = "--prove asks a solver that is not installed; install it with: pip install 'dungeon-designer[solver]'"


class Proof(NamedTuple):
    """The best placement known, whether it is proved to be that, and else the greatest spread not ruled out.

    `bound` is None where fairness itself is not proved, or where something lies where it had better not.
    """

    found: FoundPlacement
    optimal: bool
    bound: int | None
    seconds: float

    @property
    def report_line(self) -> str:
        """As a line of a report."""
        if self.optimal:
            return f"optimal: proved in {self.seconds:.1f} s that no placement is fairer or has more spread"
        if self.bound is None:
            return f"not proved within {self.seconds:.1f} s"
        spread = self.found.score.spread
        gap = (self.bound - spread) / max(self.bound, 1)
        return f"not proved within {self.seconds:.1f} s: spread {spread}, at most {self.bound} ({gap:.0%} more at most)"


def solver() -> Any:
    """CP-SAT; UsageError where it is not installed."""
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise UsageError(MISSING) from None
    return cp_model


def prove(problem: Problem, found: FoundPlacement, seconds: float) -> Proof:
    """The best placement CP-SAT knows of after so many seconds, beginning with one that was found."""
    return _Prover(problem, found, seconds).proof()


class _TimeUpError(Exception):
    """The solver has not answered in time."""


class _Prover:
    def __init__(self, problem: Problem, found: FoundPlacement, seconds: float) -> None:
        self.problem, self.found = problem, found
        self.cp = solver()
        self.scoring = Scoring(problem)
        self.begun = perf_counter()
        self.end = self.begun + seconds
        self.kinds: list[ItemKind | None] = [None, *self.scoring.spaced]
        self.refused: list[Room] = []
        self.most = [WIDEST] * len(self.kinds)

    def proof(self) -> Proof:
        """All questions, as far as time allows."""
        optimal, bound = False, None
        try:
            if self._fair():
                bound = self._bound()
                for place in range(len(self.kinds)):  # how far these can be apart if the others lie as they like
                    room = int(self.scoring.rooms(self.found.pos[None])[0][0][place])
                    nothing = [1] * len(self.kinds)
                    while room < WIDEST and self._asked((*nothing[:place], room + 1, *nothing[place + 1 :])):
                        room += 1
                    self.most[place] = room
                better = True
                while better:  # what has still more spread, has room for one of a little more
                    spreads = range(self.found.score.spread + 1, self.found.score.spread + 1 + ALL_COUNT)
                    rooms = (room for spread in spreads for room in self._rooms(spread))
                    better = any(self._asked(room) for room in rooms if not self._hopeless(room))
                optimal = True
        except _TimeUpError:
            bound = self._bound() if bound is not None else None
        bound = self.found.score.spread if optimal else bound
        self.found = climb(self.scoring, self.found.pos, np.random.default_rng(0))
        return Proof(self.found, optimal, bound, perf_counter() - self.begun)

    def _fair(self) -> bool:
        """Finds the fairest there is; whether that can be proved at all, as it cannot where rules are broken."""
        nothing = (1,) * len(self.kinds)
        if self.found.score[:3] != (0, 0, 0) and not self._asked(nothing, WIDEST, WIDEST):
            return False
        for largest in range(self.found.score.largest):
            if self._asked(nothing, largest, WIDEST * WIDEST):
                break
        for total in range(self.found.score.total):
            if self._asked(nothing, self.found.score.largest, total):
                break
        return True

    def _rooms(self, spread: int) -> Iterator[Room]:
        """All rooms of a spread, none beyond what is known to be the most, the widest for all first."""
        for first in range(self.most[0], 0, -1):
            for others in product(*[range(most, 0, -1) for most in self.most[1:-1]]):
                rest = spread - spread_of((first, *others))
                if len(self.most) == 1 and rest == 0:
                    yield (first,)
                elif len(self.most) > 1 and 1 <= rest <= self.most[-1]:
                    yield (first, *others, rest)

    def _hopeless(self, room: Room) -> bool:
        return any(all(a >= b for a, b in zip(room, other, strict=True)) for other in self.refused)

    def _bound(self) -> int:
        """The greatest spread that nothing rules out."""
        for total in range(spread_of(self.most), self.found.score.spread, -1):
            if any(not self._hopeless(room) for room in self._rooms(total)):
                return total
        return self.found.score.spread

    def _asked(self, room: Room, largest: int | None = None, total: int | None = None) -> bool:
        """Whether things fit with so much room, as fairly as is known or so fairly; keeps an answer that is better."""
        score = self.found.score
        question = _Question(self, room, score.largest if largest is None else largest)
        question.walks(score.total if total is None else total)
        answer = question.answer(self.end - perf_counter())
        if answer is None:
            if largest is None:
                self.refused.append(room)
            return False
        better = FoundPlacement(answer, self.scoring.scores(answer[None])[0])
        self.found = min(self.found, better, key=by_score)
        return True


class _Question:
    """One question as CP-SAT sees it: by row, whether something lies there."""

    def __init__(self, prover: _Prover, room: Room, largest: int) -> None:
        problem = prover.problem
        self.cp, self.problem, self.largest = prover.cp, problem, largest
        self.model = self.cp.CpModel()
        by_kind, self.room = dict(zip(prover.kinds, room, strict=True)), room[0]
        own = np.array([max(room[0], by_kind.get(group.kind, 1)) for group in problem.groups])[problem.group]
        fine = (problem.alone < NOTICE) & (problem.clear_alike >= own) & (problem.clear >= self.room)
        self.rows = np.flatnonzero(fine).astype(np.int32)
        self.own, self.group = own[self.rows], problem.group[self.rows]
        kinds = sorted({group.kind for group in problem.groups})
        self.kind = np.array([kinds.index(group.kind) for group in problem.groups], dtype=np.int32)[self.group]
        self.x = np.array([self.model.new_bool_var("") for _ in self.rows], dtype=object)
        for number, group in enumerate(problem.groups):
            self.model.add(sum(self.x[self.group == number].tolist()) == group.times)
        self._apart()
        self._parts()

    def _apart(self) -> None:
        """What may not lie together does not; of single things that are to be so far apart one lies in each block."""
        problem, at = self.problem, np.ix_(self.rows, self.rows)
        crow = problem.floor.ruleset.metric is Metric.SQUARES and problem.rows.shape[1] == 1
        least = np.where(self.kind[:, None] == self.kind, self.own[:, None], self.room)
        near, clash = problem.apart[at] < least, problem.clash[at] > 0
        for i, j in zip(*np.nonzero(np.triu(clash & ~near if crow else clash | near, 1)), strict=True):
            self.model.add_bool_or(~self.x[i], ~self.x[j])
        if crow and len(self.rows):
            self._crowds(np.arange(len(self.rows)), self.room)
            for kind in set(self.kind.tolist()):
                of_kind = np.flatnonzero(self.kind == kind)
                self._crowds(of_kind, int(self.own[of_kind[0]]))

    def _crowds(self, which: Any, least: int) -> None:
        """In each block of so many squares each way lies one thing at most: that is to be so far apart."""
        grid, at = self.problem.floor.grid, self.problem.rows[self.rows[which], 0]
        x, y = grid.x[at], grid.y[at]
        blocks = set()
        for top in range(int(y.min()) - least + 1, int(y.max()) + 1):
            row = (y >= top) & (y < top + least)
            for left in range(int(x.min()) - least + 1, int(x.max()) + 1) if row.any() else ():
                blocks.add(tuple(np.flatnonzero(row & (x >= left) & (x < left + least)).tolist()))
        for block in sorted(blocks):
            if len(block) > 1:
                self.model.add_at_most_one(self.x[which[list(block)]].tolist())

    def _parts(self) -> None:
        for part in self.problem.parts:
            held = Counting(self.problem, part, 1.0).held[self.rows]
            for label, lying in enumerate(part.lying.tolist()):
                terms = [int(n) * x for n, x in zip(held[:, label], self.x, strict=True) if n]
                fine = [number for number in range(lying + len(terms) + 1) if part.bounds.allows(number)]
                self.model.add_linear_expression_in_domain(sum(terms) + lying, self.cp.Domain.from_values(fine))

    def walks(self, total: int) -> None:
        """The sides differ by so much at most in order of nearness: what one reaches within t, another does later.

        And in sum by so much.
        """
        for a, b in self.problem.pairs:
            for one, other in ((a, b), (b, a)):
                for t in range(self.problem.most):
                    late = self._sum(other, lambda steps, t=t: steps <= min(t + self.largest, self.problem.most - 1))
                    self.model.add(self._sum(one, lambda steps, t=t: steps <= t) <= late)
                self.model.add(self._sum(one, lambda steps: steps) - self._sum(other, lambda steps: steps) <= total)

    def _sum(self, side: int, of: Any) -> Any:
        """Something of a side's steps, added up over all chests; what is no chest is the same for all sides."""
        values = of(self.problem.steps[side][self.rows]).sum(axis=1)
        found = int(of(self.problem.steps_lying[side]).sum())
        return found + sum(int(value) * var for value, var in zip(values, self.x, strict=True) if value)

    def answer(self, seconds: float) -> Ints | None:
        """The rows of all units; None where there are none. _TimeUpError where that is not known in time."""
        if seconds <= 0:
            raise _TimeUpError
        run = self.cp.CpSolver()
        run.parameters.max_time_in_seconds = seconds
        run.parameters.num_workers = 8
        status = run.solve(self.model)
        if status == self.cp.INFEASIBLE:
            return None
        if status not in (self.cp.OPTIMAL, self.cp.FEASIBLE):
            raise _TimeUpError
        return self.rows[[bool(run.value(var)) for var in self.x]]
