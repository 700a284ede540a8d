"""More than two end zones as equidistant as possible: whether one of them, laid elsewhere, would make them more so.

Zones are compared by the least walking distance between any two of them, then by the difference between the longest
and the shortest: longer first, then more alike. One zone is moved at a time and all others stay, so that every place
of every zone can be looked at: a walk from each of the others tells how far all places are from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from dungeon_designer.analysis.graphs import FAR, Movement
from dungeon_designer.analysis.sites import Sites
from dungeon_designer.board.model import BoardSection, Flags, Ints
from dungeon_designer.grid import Square, bounds, row_major


class Spread(NamedTuple):
    """The least and the longest walking distance between any two of some zones."""

    least: int
    most: int

    @property
    def rank(self) -> tuple[int, int]:
        """The higher, the better."""
        return self.least, self.least - self.most

    @property
    def said(self) -> int | str:
        """One number where all distances are the same, else from the least to the longest."""
        return self.least if self.least == self.most else f"{self.least} to {self.most}"


class Better(NamedTuple):
    """A better place for one zone, and how far apart the zones would be with it."""

    zone: BoardSection
    squares: list[Square]
    spread: Spread


class Moves(NamedTuple):
    """The places one zone may be moved to while the others stay.

    `walk` are the steps on foot while it is lifted off, `out` the steps it takes to get out of it at a new place; `gap`
    1 says that it may share no edge with another zone.
    """

    zone: BoardSection
    sites: Sites
    walk: Movement
    out: int = 0
    gap: int = 0


def spread_of(distances: Sequence[int]) -> Spread | None:
    """The least and the longest of some distances; None when no way leads between some two zones."""
    return None if max(distances) >= FAR else Spread(min(distances), max(distances))


def between(walk: Movement, zones: Sequence[BoardSection]) -> list[int]:
    """The steps between the nearest squares of each two zones; FAR where no way leads."""
    tables = [walk.distances(zone.squares.tolist()) for zone in zones]
    pairs = [(at, other) for at in range(len(zones)) for other in range(at)]
    return [int(tables[at][zones[other].squares].min(initial=FAR)) for at, other in pairs]


def better(moves: Moves, others: Sequence[BoardSection], kept: Sequence[int], now: Spread) -> Better | None:
    """The best place for one zone, if it is better than `now` and than its own place measured likewise.

    `kept` are the distances between the others as they lie. None also where a shortest way between two of them leads
    through the zone itself: then moving it would change more than its own distances.
    """
    sites = moves.sites
    if not len(sites) or between(moves.walk, others) != list(kept):
        return None
    steps = np.array([sites.nearest(moves.walk.distances(zone.squares.tolist())) for zone in others])
    least = np.minimum(steps.min(axis=0) + moves.out, min(kept))
    most = np.maximum(steps.max(axis=0) + moves.out, max(kept))
    free = ~_clashing(sites, others, moves.gap) & (steps.max(axis=0) < FAR)
    rank = max(now.rank, _rank_at(sites.find(moves.zone.covers), least, most, free))
    ahead = (least > rank[0]) | ((least == rank[0]) & (least - most > rank[1]))
    found = np.flatnonzero(free & ahead)
    if not len(found):
        return None
    off = (sites.x[found] < 0) | (sites.y[found] < 0)
    names = (sites.shape[found], sites.x[found], sites.y[found], off)
    best = int(found[np.lexsort((*names, most[found], -least[found]))[0]])
    return Better(moves.zone, sites.squares(best), Spread(int(least[best]), int(most[best])))


def best_of(found: Sequence[Better]) -> Better | None:
    """The best of some places for several zones; of equals that of the zone that comes first by row."""
    ranked = sorted(found, key=lambda one: (-one.spread.rank[0], -one.spread.rank[1], first_square(one.zone)))
    return ranked[0] if ranked else None


def first_square(zone: BoardSection) -> tuple[int, int]:
    """By which zones are put in order, whoever they belong to."""
    return min(map(row_major, zone.covers))


def _rank_at(site: int, least: Ints, most: Ints, free: Flags) -> tuple[int, int]:
    """The rank of one site; the lowest there can be where there is no such site."""
    return (int(least[site]), int(least[site]) - int(most[site])) if site >= 0 and free[site] else (-1, -int(FAR))


def _clashing(sites: Sites, others: Sequence[BoardSection], gap: int) -> Flags:
    """Which sites overlap another zone, or with `gap` 1 share an edge with one."""
    every = np.arange(len(sites))
    clashing: Flags = np.logical_or.reduce([_fixed(zone).clash(0, sites, every, gap) for zone in others])
    return clashing


def _fixed(zone: BoardSection) -> Sites:
    """The one site at which a zone lies."""
    (left, top), _ = bounds(zone.covers)
    shape = tuple(sorted(((x - left, y - top) for x, y in zone.covers), key=row_major))
    one = np.array([0, 0, 1], dtype=np.int32)
    place = np.array([left, top], dtype=np.int32)
    return Sites([shape], one[:1], place[:1], place[1:], one[:1], one[1:])
