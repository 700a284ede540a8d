"""Ruling sites out by distance tables, to find the two farthest apart on a big board.

Through any square s two sites are at most d(p, s) + d(s, q) apart. So a table of distances from a square in the middle
of the dungeon leaves only sites near its ends; a table from a square on the way to one of those leaves fewer; and
sites that no table rules out are measured one by one. This is the bounding of eccentricities that Takes and Kosters
describe, for sites in place of nodes.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dungeon_designer.analysis.graphs import FAR
from dungeon_designer.analysis.pairs import Farther, Pair, Search
from dungeon_designer.analysis.sites import Sites
from dungeon_designer.board.model import Flags, Ints

_Places = npt.NDArray[np.intp]

MOST_TABLES = 30
"""The most distance tables made for one search."""

_MOST_HUBS = 6


def ruled_out(search: Search, than: int) -> Farther:
    """The farthest pair more than `than` steps apart. O(N) a table; not settled when the tables run out."""
    return _Pruning(search, than).result()


class _Side:
    """The sites of one list that may still be one of a pair sought, and what tables say of them."""

    def __init__(self, sites: Sites, inside: Flags) -> None:
        self.sites = sites
        self.tables: list[Ints] = []
        self.left: _Places = np.flatnonzero(np.logical_or.reduceat(inside[sites.feet], sites.starts[:-1]))
        self._gather()

    @property
    def some(self) -> bool:
        """Whether any site is left."""
        return len(self.left) > 0

    def _gather(self) -> None:
        starts = self.sites.starts
        counts = starts[self.left + 1] - starts[self.left]
        self._begins = np.cumsum(counts) - counts
        self._feet = self.sites.feet[np.repeat(starts[self.left] - self._begins, counts) + np.arange(counts.sum())]

    def nearest(self, distances: Ints) -> Ints:
        """For each site left, the least of its feet's distances."""
        least: Ints = np.minimum.reduceat(distances[self._feet], self._begins)
        return least

    def keep(self, kept: Flags) -> None:
        """Rule out all others."""
        if not kept.all():
            self.left = self.left[kept]
            self.tables = [table[kept] for table in self.tables]
            self._gather()


class _Pruning:
    """Rules sites out by distance tables, for one search on a big board."""

    def __init__(self, search: Search, than: int) -> None:
        self.search = search
        self.than = than
        self.pair: Pair | None = None
        self.made = 0

    @property
    def longest(self) -> int:
        """What a pair must beat."""
        return self.pair.steps if self.pair else self.than

    def result(self) -> Farther:
        """Area by area, the largest first; no area is asked that is too small to hold a longer way."""
        areas = self.search.walk.areas
        sizes = np.bincount(areas[areas >= 0])
        for area in np.argsort(-sizes, kind="stable").tolist():
            if sizes[area] <= self.longest + 1:
                break
            if not self._area(areas == area):
                return Farther(self.pair, settled=False)
        return Farther(self.pair, settled=True)

    def _area(self, inside: Flags) -> bool:
        """Look through the sites with feet in one area; False when the tables run out."""
        sides = one, other = _Side(self.search.one, inside), _Side(self.search.other, inside)
        if not (one.some and other.some):
            return True
        table = self._sweep(sides)
        marks = _Marks(inside, table, self.longest // 4)
        while one.some and other.some:
            if self.made >= MOST_TABLES:
                return False
            square = marks.next(table)
            marks.looked(square, self._landmark(sides, square))
            if one.some and other.some:
                table = self._worst(sides)
                marks.walked(table)
        return True

    def _sweep(self, sides: tuple[_Side, _Side]) -> Ints:
        """Walk from a site to what is farthest, and again: the longest of the last two ways to each square."""
        first, wanted = sides[0].left, self.search.wanted[0]
        site = wanted if wanted in first else int(first[0])
        before, far = self._measure(sides, 0, site)
        table = before
        for sweep in (1, 2, 3):
            best = self.longest
            if far < 0:
                break
            before, (table, far) = table, self._measure(sides, sweep % 2, far)
            if sweep > 1 and self.longest == best:
                break
        return np.maximum(before, table)

    def _worst(self, sides: tuple[_Side, _Side]) -> Ints:
        """Walk from the site of the shorter list that may yet be farthest from others; its table."""
        way = 0 if len(sides[0].left) <= len(sides[1].left) else 1
        site = int(sides[way].left[np.argmax(_bound(sides[way], sides[1 - way]))])
        table, _ = self._measure(sides, way, site)
        self._prune(sides)
        return table

    def _measure(self, sides: tuple[_Side, _Side], way: int, site: int) -> tuple[Ints, int]:
        """Walk from a site to all that are left of the other list; its table, and the farthest one or -1."""
        search, (own, to) = self.search, (sides[way], sides[1 - way])
        self.made += 1
        table = search.walk.distances(own.sites.feet_of(site).tolist())
        own.keep(own.left != site)
        if not to.some:
            return table, -1
        steps = to.nearest(table)
        steps[(steps == FAR) | own.sites.clash(site, to.sites, to.left, search.gap)] = -1
        farthest = int(np.argmax(steps))
        if steps[farthest] > self.longest:
            ends = (site, int(to.left[farthest]))
            self.pair = Pair(int(steps[farthest]), *(ends if way == 0 else ends[::-1]))
        return table, int(to.left[farthest]) if steps[farthest] >= 0 else -1

    def _landmark(self, sides: tuple[_Side, _Side], square: int) -> Ints:
        """Rule out all sites that cannot be far enough apart by way of a square; its table."""
        self.made += 1
        table = self.search.walk.distances([square])
        for side in sides:
            side.tables.append(side.nearest(table))
        self._prune(sides)
        return table

    def _prune(self, sides: tuple[_Side, _Side]) -> None:
        """What is left on one side bounds what can be far enough on the other, and so on in turn."""
        left = -1
        while left != (left := len(sides[0].left) + len(sides[1].left)) and sides[0].some and sides[1].some:
            for own, to in (sides, sides[::-1]):
                if own.some and to.some:
                    own.keep(_bound(own, to) > self.longest)


class _Marks:
    """Which squares of an area to make the next tables from.

    First some from which no way walked so far is long, as what is farthest apart lies on either side of those; then
    some on the way from the site walked from last, nearer to it each time.
    """

    def __init__(self, inside: Flags, table: Ints, reach: int) -> None:
        self._inside, self._reach = inside, reach
        self._spread = np.where(inside, table, FAR)
        self._hubs: list[int] = []
        self._centre = table

    def walked(self, table: Ints) -> None:
        """Take a way walked into account."""
        self._spread = np.where(self._inside, np.maximum(self._spread, table), FAR)

    def looked(self, square: int, table: Ints) -> None:
        """Remember the table of the last square in the middle."""
        if square in self._hubs:
            self._centre = table

    def next(self, table: Ints) -> int:
        """The next square; `table` is that of the site walked from last."""
        equals = np.flatnonzero(self._spread == self._spread.min())
        for square in map(int, equals[[0, -1]]):
            if square not in self._hubs and len(self._hubs) < _MOST_HUBS:
                self._hubs.append(square)
                return square
        self._reach = max(min(self._reach, int(table[self._inside].max())) // 2, 1)
        return int(np.argmin(np.where(self._inside & (table == self._reach), self._centre, FAR)))


def _bound(own: _Side, to: _Side) -> Ints:
    """How far apart each site left and any of the other list can be, at most, by way of the best of the landmarks."""
    bound: Ints = np.minimum.reduce([mine + theirs.max() for mine, theirs in zip(own.tables, to.tables, strict=True)])
    return bound
