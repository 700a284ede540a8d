"""Ways by portal, as expectations.

Who steps on one comes out of any other, each as likely, or is lost. Of P portals one in P is lost: the die shows the
number of the portal one stepped on (gw-1989, Teleporting; naf-2019, Teleportation; brawl-2013, Movement Cost; gw-2021,
Portals: Teleporting; eagbbl, Teleporting). Where the edition scatters, each square beside the portal that one can stand
on is as likely. The walker goes the way of the fewest steps expected as long as no jump goes wrong: on foot, or onto a
portal, and onto a further one as often as that pays. What it costs to be lost nobody can say in steps, so the risk is
told beside them.

With A[p] the steps expected once one has stepped on portal p, and V(s) = min(foot(s), min over p of steps(s, p) + jump
+ A[p]) those from square s, A[p] is the mean of V over the arrivals at all other portals. The least such numbers are
found by value iteration from nought (Bellman, Dynamic Programming, 1957).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from dungeon_designer.figures.arrays import Floats, Ints

CLOSE = 1e-9
"""Less than this is no difference."""

ROUNDS = 20_000
"""After so many rounds of iteration it stays as it is; a dungeon's portals need a few hundred."""


class BestWays(NamedTuple):
    """The fewest steps expected from some squares, the risk of that way, and whether it goes by portal."""

    steps: Floats
    risk: Floats
    jumped: npt.NDArray[np.bool_]


class Portals(NamedTuple):
    """The portals of a dungeon.

    ends     the squares on which one comes out of each, each as likely
    to_each  P x N: steps from each square onto each portal
    jump     the steps a jump costs
    """

    ends: list[list[int]]
    to_each: Floats
    jump: int


class PortalWays:
    """The ways to one goal, given the steps on foot from each square to it, each found when first asked for.

    With fewer than two portals, or where none leads on to the goal, there is none by portal.
    """

    def __init__(self, portals: Portals, foot: Floats) -> None:
        ends = portals.ends
        squares = np.array([square for each in ends for square in each], dtype=np.int32)
        self._portals, self._foot, self._count = portals, foot, len(ends)
        self._portal_of = np.repeat(np.arange(self._count), list(map(len, ends)))
        self._weights = np.array([1 / len(each) for each in ends for _ in each])
        self._walked, self._onward = foot[squares], (portals.to_each[:, squares] + portals.jump).T
        self._leads = self._count > 1 and bool(np.isfinite(self._walked).any())

    @cached_property
    def _steps(self) -> Floats:
        """The steps expected once one has stepped on each portal. O(P squared) a round."""
        if not self._leads:
            return np.full(self._count, math.inf)
        return self._settled(lambda steps: np.minimum(self._walked, (self._onward + steps).min(axis=1)))

    @cached_property
    def _risk(self) -> Floats:
        """The chance of being lost from there, when one goes on by the fewest steps; of equal ways, on foot."""
        if not self._leads:
            return np.ones(self._count)
        again, lost = self._onward + self._steps, 1 / self._count
        jumped, following = again.min(axis=1) < self._walked - CLOSE, again.argmin(axis=1)
        return self._settled(lambda risk: np.where(jumped, risk[following], 0.0), lost)

    def _settled(self, worth: Callable[[Floats], Floats], lost: float = 0.0) -> Floats:
        """What rounds, begun with noughts, come to: for each portal the mean worth of arrivals at all others."""
        found: Floats = np.zeros(self._count)
        for _ in range(ROUNDS):
            each = np.bincount(self._portal_of, worth(found) * self._weights, self._count)
            before, found = found, (each.sum() - each) / (self._count - 1)
            found = lost + (1 - lost) * found
            if np.array_equal(before, found) or np.abs(found - before).max() < CLOSE:
                break
        return found

    def from_squares(self, squares: Ints | list[int]) -> BestWays:
        """The best ways from some squares, by portal where that takes fewer steps."""
        foot = self._foot[squares]
        if not self._count:
            return BestWays(foot, np.zeros(len(foot)), np.zeros(len(foot), dtype=np.bool_))
        by_portal = self._portals.to_each[:, squares] + (self._portals.jump + self._steps)[:, None]
        fewest = by_portal.min(axis=0)
        jumped = fewest < foot - CLOSE
        risk = np.where(jumped, self._risk[by_portal.argmin(axis=0)], 0.0)
        return BestWays(np.where(jumped, fewest, foot), risk, jumped)
