"""Two sites of two lists, and the question whether any two lie farther apart on foot than some two do."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from dungeon_designer.analysis.graphs import Movement
from dungeon_designer.analysis.sites import Sites
from dungeon_designer.board.model import Ints

_Places = npt.NDArray[np.intp]


class Search(NamedTuple):
    """What is sought: a site of each list, more steps apart than so many.

    Steps are counted over `walk` between their nearest feet; sites that one cannot walk between are no pair, nor are
    sites that overlap or, with `gap` 1, share an edge. `wanted` are the sites the end zones lie on now, -1 for none.
    """

    walk: Movement
    one: Sites
    other: Sites
    gap: int = 0
    wanted: tuple[int, int] = (-1, -1)

    @property
    def lists(self) -> tuple[Sites, Sites]:
        """Both lists."""
        return self.one, self.other

    def distances(self, which: int, site: int) -> Ints:
        """Steps from a site of one list to each square."""
        return self.walk.distances(self.lists[which].feet_of(site).tolist())

    def steps(self, one: int, other: int) -> int:
        """How far two sites are apart; FAR when one cannot walk between them."""
        return int(self.distances(0, one)[self.other.feet_of(other)].min())

    def named(self, ones: _Places, others: _Places) -> tuple[int, int] | None:
        """Of some pairs the one to name: on the grid first, then by row; None when all of them clash."""
        one, other = self.one, self.other
        off = (one.x[ones] < 0) | (one.y[ones] < 0) | (other.x[others] < 0) | (other.y[others] < 0)
        keys = (other.shape[others], other.x[others], other.y[others], one.shape[ones], one.x[ones], one.y[ones])
        for at in np.lexsort((*keys, off)).tolist():
            if not one.clash(int(ones[at]), other, others[at : at + 1], self.gap)[0]:
                return int(ones[at]), int(others[at])
        return None


class Pair(NamedTuple):
    """Two sites and the steps between their nearest feet."""

    steps: int
    one: int
    other: int


class Farther(NamedTuple):
    """Two sites farther apart than was asked, None when none were found; `settled`: whether that is certain."""

    pair: Pair | None
    settled: bool
