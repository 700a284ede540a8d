"""How many things lie in each part of the floor, and what one row more costs; for many placements at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from dungeon_designer.board.model import Ints
from dungeon_designer.generator.placement.problem import Part, Problem
from dungeon_designer.rules.rule import Bounds


class Counting:
    """One demand for numbers by part; `price` is what each number costs in a part, 0 where the bounds allow it."""

    def __init__(self, problem: Problem, part: Part, cost: float) -> None:
        self.parts = len(part.lying)
        self.lying = part.lying
        most = int(part.lying.max(initial=0)) + sum(s.times * s.squares.shape[1] for s in problem.sorts) + 2
        self.price = cost * _off(part.bounds, most)
        self.columns = [
            _columns(part.part[sort.squares], self.parts) if sort.kind in part.kinds else None for sort in problem.sorts
        ]

    def counts(self, problem: Problem, pos: Ints) -> Ints:
        """B x P: how many lie in each part under each of B placements; the last column is no part."""
        found = np.zeros((len(pos), self.parts + 1), dtype=np.int32)
        found[:, : self.parts] = self.lying
        for unit, sort in enumerate(problem.units[: pos.shape[1]].tolist()):
            self.add(found, sort, pos[:, unit], 1)
        return found

    def add(self, counts: Ints, sort: int, rows: Ints, times: int) -> None:
        """One row of a sort more (or less) in each placement."""
        if (columns := self.columns[sort]) is not None:
            every = np.arange(len(rows))
            for labels, heights in columns:
                counts[every, labels[rows]] += times * heights[rows]

    def more(self, counts: Ints, sort: int) -> Any:
        """B x M: what each row of a sort more would cost; 0 for sorts that do not count."""
        columns = self.columns[sort]
        if columns is None:
            return 0.0
        now, every = self.price[counts], np.arange(len(counts))[:, None]
        now[:, -1] = 0
        total: Any = 0.0
        for labels, heights in columns:
            after = self.price[counts[every, labels] + heights]
            total = total + np.where(labels == self.parts, 0, after - now[every, labels])
        return total

    def total(self, counts: Ints) -> Any:
        """B: what the numbers cost."""
        return self.price[counts[:, : self.parts]].sum(axis=1)


def _off(bounds: Bounds, most: int) -> Any:
    """How far each number is from the nearest that the bounds allow."""
    fine = [number for number in range(most + 100) if bounds.allows(number)] or [0]
    return np.array([min(abs(number - other) for other in fine) for number in range(most + 1)], dtype=np.float64)


def _columns(labels: Ints, nowhere: int) -> list[tuple[Ints, Ints]]:
    """The parts of the squares of each row, each once with how many of the squares lie in it."""
    ordered = np.sort(np.where(labels < 0, nowhere, labels), axis=1)
    found = []
    for column in range(ordered.shape[1]):
        here = ordered[:, column]
        first = ordered[:, column - 1] != here if column else np.ones(len(here), dtype=np.bool_)
        heights = np.where(first, (ordered == here[:, None]).sum(axis=1), 0)
        found.append((here, heights.astype(np.int32)))
    return found
