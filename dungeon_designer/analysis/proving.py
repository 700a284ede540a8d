"""Proving by a few distance tables that no two sites lie farther apart than so many steps, on a board of few squares.

Through any square s two sites are at most d(p, s) + d(s, q) apart. The first square asked lies halfway from the present
place of a zone to the site farthest from it; then it is the foot of a site of which most pairs are not settled yet. A
table from a whole site settles every pair it is one of. Where the end zones lie at the ends of a dungeon two to four
tables are proof enough.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dungeon_designer.analysis.graphs import FAR, Movement
from dungeon_designer.analysis.pairs import Search
from dungeon_designer.board.model import Ints

MOST_ASKED = 6
"""Sites looked at before the proof is given up."""

_MUCH = 30_000
"""More steps than a board of few squares has room for; any sum of two distances fits into two bytes."""


def proved(search: Search, than: int) -> bool:
    """Whether it is certain that no two sites are more than `than` steps apart; False when it is not, or they are.

    O(squares + pairs of sites) for each site looked at.
    """
    return _Proof(search, than).found()


class _Proof:
    """The most steps that any two sites may be apart, as far as tables tell; less than none where they clash."""

    def __init__(self, search: Search, than: int) -> None:
        self._search, self._than = search, than
        self._most = np.full((len(search.one), len(search.other)), _MUCH, dtype=np.int16)

    def found(self) -> bool:
        """Ask table after table until none is left, or too many were asked."""
        search, site = self._search, max(self._search.wanted[0], 0)
        table = search.walk.distances(search.one.feet_of(site).tolist())
        if not self._settle(site, table):
            return False
        farthest = int(np.argmax(search.other.nearest(table)))
        self._bound(_halfway(search.walk, table, search.other.feet_of(farthest)))
        for _ in range(MOST_ASKED):
            if self._most.max() <= self._than:
                return True
            site = int(np.argmax(np.count_nonzero(self._most > self._than, axis=1)))
            self._bound(int(search.one.feet_of(site)[0]))
            if self._most[site].max() > self._than:
                table = search.walk.distances(search.one.feet_of(site).tolist())
                if not self._settle(site, table):
                    return False
        return False

    def _settle(self, site: int, table: Ints) -> bool:
        """Every pair of a site, by the table from it; False when the site and another are too far apart."""
        steps = self._search.other.nearest(table)
        farther = np.flatnonzero(steps > self._than)
        if (steps == FAR).any() or self._search.named(np.full_like(farther, site), farther):
            return False
        self._most[site] = steps
        self._most[site, farther] = -1
        if self._search.one is self._search.other:
            self._most[:, site] = self._most[site]
        return True

    def _bound(self, square: int) -> None:
        """Every pair, by way of a square."""
        table = self._search.walk.distances([square])
        one, other = self._search.one, self._search.other
        away: list[npt.NDArray[np.int16]] = [
            np.minimum(sites.nearest(table), _MUCH // 2).astype(np.int16) for sites in dict.fromkeys((one, other))
        ]
        np.minimum(self._most, np.add.outer(away[0], away[-1]), out=self._most)


def _halfway(walk: Movement, table: Ints, feet: Ints) -> int:
    """The square halfway from where a table begins to the nearest of some feet."""
    square = int(feet[np.argmin(table[feet])])
    for steps in range(int(table[square]) - 1, int(table[square]) // 2 - 1, -1):
        square = next(there for there in walk.adjacent[square] if table[there] == steps)
    return square
