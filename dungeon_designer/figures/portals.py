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

from dungeon_designer.figures.arrays import Flags, Floats, Ints

DIGITS = 6
"""Ways that are the same to so many digits are as long."""

SETTLED = 1e-12
"""A round that changes less than this is the last: much less than what tells ways apart."""

ROUNDS = 20_000
"""After so many rounds of iteration it stays as it is; a dungeon's portals need a few hundred."""


class BestWays(NamedTuple):
    """The fewest steps expected to each goal from some squares, the risk of that way, and whether it goes by portal.

    All are G x n.
    """

    steps: Floats
    risk: Floats
    jumped: Flags


class PortalWays:
    """The ways to some goals.

    ends     the squares on which one comes out of each portal, each as likely
    to_each  P x N: steps from each square onto each portal
    jump     the steps a jump costs
    foot     G x N: the steps on foot from each square to each goal

    With fewer than two portals, or where none leads on to a goal, there is none by portal.
    """

    def __init__(self, ends: list[list[int]], to_each: Floats, jump: int, foot: Floats) -> None:
        count = len(ends)
        squares = np.array([square for each in ends for square in each], dtype=np.int32)
        portal_of = np.repeat(np.arange(count), list(map(len, ends)))
        chance = np.array([1 / len(each) for each in ends for _ in each]) / max(count - 1, 1)
        self._to_each, self._jump, self._foot, self._count = to_each, jump, foot, count
        self._chances = np.where(portal_of[:, None] != np.arange(count), chance[:, None], 0.0)
        self._walked, self._onward = foot[:, squares], (to_each[:, squares] + jump).T

    @cached_property
    def _expected(self) -> tuple[Floats, Floats]:
        """G x P: the steps expected once one has stepped on each portal, and the risk; of equal ways, on foot.

        O(P squared) a round.
        """
        leads = np.isfinite(self._walked).any(axis=1, keepdims=True) & (self._count > 1)
        walked = np.where(leads, self._walked, 0.0)
        steps = self._settled(lambda known: np.minimum(walked, (self._onward + known[:, None]).min(axis=2)))
        again = (self._onward + steps[:, None]).round(DIGITS)
        jumped, following = again.min(axis=2) < walked, again.argmin(axis=2)
        risk = self._settled(
            lambda known: np.where(jumped, np.take_along_axis(known, following, axis=1), 0.0), 1 / self._count
        )
        return np.where(leads, steps, math.inf), np.where(leads, risk, 1.0)

    def _settled(self, worth: Callable[[Floats], Floats], lost: float = 0.0) -> Floats:
        """What rounds, begun with noughts, come to: for each portal the mean worth of arrivals at all others."""
        found: Floats = np.zeros((len(self._foot), self._count))
        for _ in range(ROUNDS):
            before, found = found, lost + (1 - lost) * worth(found).dot(self._chances)
            if not np.abs(found - before).max(initial=0) > SETTLED:
                break
        return found

    def from_squares(self, squares: Ints | list[int]) -> BestWays:
        """The best ways from some squares, by portal where that takes fewer steps."""
        foot = self._foot[:, squares]
        if not self._count:
            return BestWays(foot, np.zeros(foot.shape), np.zeros(foot.shape, dtype=np.bool_))
        steps, risks = self._expected
        by_portal = self._to_each[:, squares] + (self._jump + steps)[:, :, None]
        told = by_portal.round(DIGITS)
        jumped = told.min(axis=1) < foot
        risk = np.where(jumped, np.take_along_axis(risks, told.argmin(axis=1), axis=1), 0.0)
        return BestWays(np.where(jumped, by_portal.min(axis=1), foot), risk, jumped)
