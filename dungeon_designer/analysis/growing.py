"""Growing all distances at once, a bit for every site, to find the two farthest apart on a board of few squares."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dungeon_designer.analysis.graphs import Movement
from dungeon_designer.analysis.pairs import Pair, Search

_Bits = npt.NDArray[np.uint64]
_Places = npt.NDArray[np.intp]


def grown(search: Search, than: int) -> Pair | None:
    """The farthest pair more than `than` steps apart. O(squares x sites / 64) for each step of the longest way."""
    growth = _Growth(search)
    low, high = max(than, -1), growth.last
    if low >= high or not growth.missing(low).any():
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if growth.missing(middle).any() else (low, middle)
    for steps in range(low, max(than, -1) - 1, -1):
        missing = growth.missing(steps).view(np.uint8)
        best = search.named(*np.nonzero(np.unpackbits(missing, axis=1, count=len(search.other), bitorder="little")))
        if best:
            return Pair(steps + 1, *best)
    return None


class _Growth:
    """For each number of steps, from 0 until nothing new is reached: a bit for each site that reaches each square."""

    def __init__(self, search: Search) -> None:
        walk, one, other, _, _ = search
        place: _Places = np.cumsum(walk.nodes, dtype=np.intp) - 1
        self._feet, self._starts = place[one.feet], one.starts[:-1]
        around = _neighbours(walk, place)
        flags = np.zeros((walk.count + 1, -(-len(other) // 64) * 64), dtype=np.bool_)
        flags[place[other.feet], np.repeat(np.arange(len(other)), np.diff(other.starts))] = True
        self._levels = [np.packbits(flags, axis=1, bitorder="little").view(np.uint64)]
        while len(self._levels) < 2 or not np.array_equal(self._levels[-1], self._levels[-2]):
            now = self._levels[-1]
            self._levels.append(now | np.bitwise_or.reduce(now[around], axis=1))
        self._ever = self._met(self.last)

    @property
    def last(self) -> int:
        """The number of steps after which nothing new is reached."""
        return len(self._levels) - 1

    def missing(self, steps: int) -> _Bits:
        """A bit for each two sites that are more than so many steps apart, though one can walk between them."""
        return self._ever & ~self._met(steps) if steps >= 0 else self._ever

    def _met(self, steps: int) -> _Bits:
        met: _Bits = np.bitwise_or.reduceat(self._levels[steps][self._feet], self._starts, axis=0)
        return met


def _neighbours(walk: Movement, place: _Places) -> _Places:
    """The eight places around each node, itself where there is none; a last row for a place that is none."""
    both = np.concatenate((walk.pairs, walk.pairs[:, ::-1]))
    ends = place[both[np.argsort(both[:, 0], kind="stable")]]
    around = np.repeat(np.arange(walk.count + 1)[:, None], 8, axis=1)
    around[ends[:, 0], np.arange(len(ends)) - np.searchsorted(ends[:, 0], ends[:, 0])] = ends[:, 1]
    return around
