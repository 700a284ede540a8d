"""Ways by portal, as expectations: who steps on one comes out of any other, each as likely, or is lost.

Of P portals one in P is lost: the die shows the number of the portal one stepped on (gw-1989, Teleporting; naf-2019,
Teleportation; brawl-2013, Movement Cost; gw-2021, Portals: Teleporting; eagbbl, Teleporting). Where the edition
scatters, each square beside the portal that one can stand on is as likely. The walker goes the way of the fewest steps
expected as long as no jump goes wrong: on foot, or onto a portal, and onto a further one as often as that pays. What it
costs to be lost nobody can say in steps, so the risk is told beside them.

With A[p] the steps expected once one has stepped on portal p, and V(s) = min(foot(s), min over p of steps(s, p) + jump
+ A[p]) those from square s, A[p] is the mean of V over the arrivals at all other portals. The least such numbers are
found by value iteration from nought (Bellman, Dynamic Programming, 1957).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from dungeon_designer.figures.walks import Floats, Walks

CLOSE = 1e-9
"""Less than this is no difference."""

ROUNDS = 20_000
"""After so many rounds it stays as it is; a dungeon's portals need a few hundred."""


class Jumps(NamedTuple):
    """What stepping on each portal leads to, on the way to one goal: the steps still expected, the chance of loss."""

    steps: Floats
    risk: Floats


class Best(NamedTuple):
    """The fewest steps expected from some squares, the risk of that way, and whether it goes by portal."""

    steps: Floats
    risk: Floats
    jumped: npt.NDArray[np.bool_]


class Arrivals:
    """Where one comes out of portals: squares, each with its portal's number and how likely it is there."""

    def __init__(self, walks: Walks) -> None:
        portals: list[int] = []
        weights: list[float] = []
        squares: list[int] = []
        for number, portal in enumerate(walks.portal_squares):
            ends = _ends(walks, portal)
            portals += [number] * len(ends)
            weights += [1 / len(ends)] * len(ends)
            squares += ends
        self.count = len(walks.portal_squares)
        self.squares = np.array(squares, dtype=np.int32)
        self.onward = (walks.to_portal[:, self.squares] + walks.portals.jump).T
        self._portals, self._weights = np.array(portals, dtype=np.int32), np.array(weights)

    def beyond(self, values: Floats) -> Floats:
        """For each portal the mean, over all others, of what the arrivals there are worth."""
        each = np.bincount(self._portals, values * self._weights, self.count)
        mean: Floats = (each.sum() - each) / (self.count - 1)
        return mean


def _ends(walks: Walks, portal: int) -> list[int]:
    """The squares one comes out on: the portal's own, or those beside it."""
    beside = walks.reach.beside[portal]
    free = [near for near in beside if walks.walk.nodes[near] and walks.reach.standing[near]]
    return free if walks.portals.beside and free else [portal]


def jumps(walks: Walks, arrivals: Arrivals, foot: Floats) -> Jumps:
    """What each portal leads to, given the steps on foot from each square to a goal. O(P squared) a round.

    With fewer than two portals, or where none leads on to the goal, there is no such way.
    """
    walked = foot[arrivals.squares]
    if arrivals.count < 2 or not np.isfinite(walked).any():
        return Jumps(np.full(arrivals.count, math.inf), np.ones(arrivals.count))

    def once(steps: Floats) -> Floats:
        return arrivals.beyond(np.minimum(walked, (arrivals.onward + steps).min(axis=1)))

    steps = _settled(once, arrivals.count)
    return Jumps(steps, _risk(arrivals, walked, steps))


def _risk(arrivals: Arrivals, walked: Floats, steps: Floats) -> Floats:
    """The chance of being lost, when one goes on by the fewest steps; of equal ways, on foot."""
    again = arrivals.onward + steps
    jumped, following = again.min(axis=1) < walked - CLOSE, again.argmin(axis=1)
    lost = 1 / arrivals.count

    def once(risk: Floats) -> Floats:
        return lost + (1 - lost) * arrivals.beyond(np.where(jumped, risk[following], 0.0))

    return _settled(once, arrivals.count)


def _settled(once: Any, count: int) -> Floats:
    """What a round of reckoning, begun with noughts, comes to."""
    found: Floats = np.zeros(count)
    for _ in range(ROUNDS):
        before, found = found, once(found)
        if np.array_equal(before, found) or np.abs(found - before).max() < CLOSE:
            break
    return found


def best(foot: Floats, onto: Floats, jump: int, found: Jumps) -> Best:
    """The better of walking and jumping, given steps on foot to the goal and (P x n) onto each portal."""
    if not len(onto):
        return Best(foot, np.zeros(len(foot)), np.zeros(len(foot), dtype=np.bool_))
    ways = onto + (jump + found.steps)[:, None]
    jumped = ways.min(axis=0) < foot - CLOSE
    return Best(
        np.where(jumped, ways.min(axis=0), foot), np.where(jumped, found.risk[ways.argmin(axis=0)], 0.0), jumped
    )
