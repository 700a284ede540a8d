"""Two sites farther apart than some two: the walking distance is that between their nearest squares.

One of the zones stays where it lies, and one walk from it tells whether moving the other is enough. Only where it is
not, for either, are the farthest of all pairs sought. Through any square s two sites are at most d(p, s) + d(s, q)
apart, so a table of distances from a landmark in the middle of the dungeon leaves only sites near its ends; what is
left is walked from, site by site, with a further landmark each time, until nothing is. This is the bounding of
eccentricities that Takes and Kosters describe, for sites in place of nodes.
"""

from __future__ import annotations

import numpy as np

from dungeon_designer.analysis.graphs import FAR
from dungeon_designer.analysis.pairs import Farther, Pair, Search
from dungeon_designer.analysis.sites import Sites
from dungeon_designer.board.model import Flags, Ints, Keys

MOST_WALKED = 2_000_000
"""The most squares walked over, all tables of distances together; what would take more is not settled."""

_MOST_BOUNDS = 250_000
"""Up to so many pairs of sites left each pair has a bound of its own; of more, each site."""

_FEW = 4
"""So many sites left are walked from without a further landmark, which costs a walk, too."""

_HUBS = 6
"""Landmarks in the middle; the others lie on the way to the site walked from last."""


def farther(search: Search, than: int) -> Farther:
    """Two sites more than `than` steps apart: with one zone as it lies, or else the two farthest apart."""
    if not len(search.one) or not len(search.other):
        return Farther(None, settled=True)
    for which, site in enumerate(search.wanted):
        if site >= 0 and (pair := _farthest(search, which, site, than + 1)):
            return Farther(pair, settled=True)
    return _Bounding(search, than).result()


def _farthest(search: Search, which: int, site: int, least: int) -> Pair | None:
    """A site of one list and that of the other farthest from it; None where they are fewer than `least` steps apart."""
    steps = search.lists[1 - which].nearest(search.distances(which, site))
    steps[steps == FAR] = -1
    while (most := int(steps.max())) >= max(least, 0):
        others = np.flatnonzero(steps == most)
        both = np.full_like(others, site), others
        if pair := search.named(*(both if which == 0 else both[::-1])):
            return Pair(most, *pair)
        steps[others] = -1  # all of them clash
    return None


class _Left:
    """The sites of both lists that may still be a pair sought, and how far apart they are by way of the landmarks.

    While many are left a landmark's table of each list is kept; once `_MOST_BOUNDS` pairs are left, or fewer, only the
    bound of each pair by the best landmark so far, so that a further landmark costs no more than the first.
    """

    def __init__(self, search: Search, inside: Flags) -> None:
        self.lists = search.lists
        self.sites: list[Keys] = [_within(sites, inside) for sites in self.lists]
        self._tables: list[list[Ints]] = [[], []]
        self._each: Ints | None = None

    @property
    def some(self) -> bool:
        """Whether any are left of both lists."""
        return all(map(len, self.sites))

    @property
    def pairs(self) -> int:
        """How many pairs they make."""
        return len(self.sites[0]) * len(self.sites[1])

    def keep(self, which: int, kept: Flags) -> None:
        """Rule out all others of a list."""
        if kept.all():
            return
        self.sites[which] = self.sites[which][kept]
        self._tables[which] = [table[kept] for table in self._tables[which]]
        if self._each is not None:
            self._each = self._each.compress(kept, axis=which)

    def add(self, distances: Ints) -> None:
        """A further landmark, given the steps from it to each square."""
        for sites, left, tables in zip(self.lists, self.sites, self._tables, strict=True):
            tables.append(np.minimum(sites.nearest(distances)[left], FAR // 2))
        if self.pairs <= _MOST_BOUNDS:
            for one, other in zip(*self._tables, strict=True):
                each: Ints = np.add.outer(one, other)
                self._each = each if self._each is None else np.minimum(self._each, each, out=each)
            self._tables = [[], []]

    def bounds(self, which: int) -> Ints:
        """How far each site left of a list and any of the other are apart, at most."""
        bounds: Ints
        if self._each is not None:
            bounds = self._each.max(axis=1 - which)
        else:
            to = self._tables[1 - which]
            bounds = np.minimum.reduce(
                [own + theirs.max() for own, theirs in zip(self._tables[which], to, strict=True)]
            )
        return bounds


def _within(sites: Sites, inside: Flags) -> Keys:
    """The sites with feet in an area."""
    return np.flatnonzero(np.logical_or.reduceat(inside[sites.feet], sites.starts[:-1]))


class _Bounding:
    """One search for the two sites farthest apart."""

    def __init__(self, search: Search, than: int) -> None:
        self._search, self._than = search, than
        self._pair: Pair | None = None
        self._walked = 0

    @property
    def _least(self) -> int:
        """How far apart sites must be to be looked at: of several pairs as far apart the one to name is sought."""
        return self._pair.steps if self._pair else self._than + 1

    def result(self) -> Farther:
        """Area by area, the largest first; no area is asked that is too small to hold a longer way."""
        areas = self._search.walk.areas
        sizes = np.bincount(areas[areas >= 0])
        for area in np.argsort(-sizes, kind="stable").tolist():
            if sizes[area] <= self._least:
                break
            if not self._area(areas == area):
                return Farther(self._pair, settled=False)
        return Farther(self._pair, settled=True)

    def _area(self, inside: Flags) -> bool:
        """Look through the sites with feet in one area; False when that would take too long."""
        left = _Left(self._search, inside)
        asked: list[int] = []
        spread, turn = np.where(inside, 0, FAR), 0
        while left.some:
            if self._walked > MOST_WALKED:
                return False
            ones, others = map(len, left.sites)
            which = turn if turn < 2 else int(others < ones)
            table = self._walk(left, which, self._next(left, which, turn))
            spread = np.maximum(spread, table)
            if turn and (not asked or min(map(len, left.sites)) > _FEW):
                asked.append(_landmark(spread, table, asked))
                self._rule_out(left, asked[-1])
            turn += 1
        return True

    def _next(self, left: _Left, which: int, turn: int) -> int:
        """The site to walk from: first where the zones lie, or the first and the last; then what may be farthest."""
        sites, wanted = left.sites[which], self._search.wanted[which]
        if turn < 2:
            return wanted if wanted in sites else int(sites[-turn])
        return int(sites[np.argmax(left.bounds(which))])

    def _walk(self, left: _Left, which: int, site: int) -> Ints:
        """Walk from a site, so that it need not be asked again; its table."""
        search = self._search
        self._walked += search.walk.count
        ways = (0, 1) if search.one is search.other else (which,)
        for way in ways if site not in [search.wanted[way] for way in ways] else ():  # those were walked from before
            if not (pair := _farthest(search, way, site, self._least)):
                break
            self._pair = self._named(pair)
        for way in ways:
            left.keep(way, left.sites[way] != site)
        return search.distances(which, site)

    def _named(self, pair: Pair) -> Pair:
        """The farther pair of this and the one found before; of equals the one to name."""
        if self._pair is None or pair.steps > self._pair.steps:
            return pair
        ones, others = np.array([(one, other) for _, one, other in (self._pair, pair)]).T
        return Pair(pair.steps, *(self._search.named(ones, others) or pair[1:]))

    def _rule_out(self, left: _Left, landmark: int) -> None:
        """Rule out all sites that cannot be far enough apart by way of a landmark; each list bounds the other."""
        self._walked += self._search.walk.count
        left.add(self._search.walk.distances([landmark]))
        before = -1
        while before != (before := sum(map(len, left.sites))) and left.some:
            for which in (0, 1):
                if left.some:
                    left.keep(which, left.bounds(which) >= self._least)


def _landmark(spread: Ints, table: Ints, asked: list[int]) -> int:
    """The next landmark, given the longest way walked to each square, the last table, and the landmarks before.

    First squares from which no way walked so far is long, as what is farthest apart lies on either side of those; then
    squares on the way from the site walked from last, nearer to it each time.
    """
    middle = np.flatnonzero(spread == spread.min())
    for square in middle[[0, -1]].tolist():
        if square not in asked and len(asked) < _HUBS:
            return int(square)
    steps = max(int(table[spread < FAR].max()) >> max(len(asked), 1), 1)
    return int(np.argmin(np.where(table == steps, spread, FAR)))
