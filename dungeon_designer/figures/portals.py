"""Measure routes by portal as expected values.

A player who steps on a portal comes out of any other with equal chance, or is lost.

Of P portals one in P draws is lost: the die shows the number of the portal he stepped on (gw-1989, Teleporting;
naf-2019, Teleportation; brawl-2013, Movement Cost; gw-2021, Portals: Teleporting; eagbbl, Teleporting). Where the
edition scatters, each square beside the exit on which one can stand is equally likely.

The player takes the route of the fewest expected steps as long as no jump goes wrong: on foot, or onto a portal, and
onto a further one as often as that pays. The loss of a player cannot be expressed in steps, so the risk is reported
beside the steps.

With A[p] the steps expected after stepping on portal p, and V(s) = min(foot(s), min over p of steps(s, p) + jump +
A[p]) those from square s, A[p] is the mean of V over the arrivals at all other portals. The least such numbers are
found by value iteration from zero (Bellman, Dynamic Programming, 1957).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np

from dungeon_designer.figures.arrays import Flags, Floats, Ints

ROUNDING_DIGITS = 6
"""Decimal places to which two routes must agree to count as equally long."""

CONVERGENCE_LIMIT = 1e-12
"""Iteration ends after a round that changes less than this; differences between routes are much larger."""

MAX_ROUNDS = 20_000
"""Greatest number of rounds of the iteration; a dungeon's portals need a few hundred."""


class BestRoutes(NamedTuple):
    """The best routes, on foot or by portal, from n squares to each of G goals; all arrays are G x n.

    Attributes:
        steps: the fewest expected steps; infinite where no route leads
        risk: the chance of being lost in a portal on that route; 0 for a route on foot
        uses_portal: whether the route goes by portal
    """

    steps: Floats
    risk: Floats
    uses_portal: Flags


class PortalRoutes:
    """The routes from all N squares of a board to G goals, such as chests or end zones, on foot or by any of P portals.

    With fewer than two portals, or where none leads on to a goal, no route goes by portal. Numbers of steps are
    infinite where no route leads.

    Args:
        exits: for each portal the squares on which one comes out of it, each equally likely
        steps_to_portal: P x N: steps from each square onto each portal
        jump_cost: the steps that a jump costs
        steps_on_foot: G x N: the steps on foot from each square to each goal
    """

    def __init__(self, exits: list[list[int]], steps_to_portal: Floats, jump_cost: int, steps_on_foot: Floats) -> None:
        """Store the tables, and the chance of each exit square after a step onto each portal.

        All exit squares of all portals are one list, the columns of `_steps_from_exit`. The chance is 0 for the exits
        of the portal itself and shared equally among all others.
        """
        count = len(exits)
        squares = np.array([square for portal_exits in exits for square in portal_exits], dtype=np.int32)
        portal_of = np.repeat(np.arange(count), list(map(len, exits)))
        chance = np.array([1 / len(portal_exits) for portal_exits in exits for _ in portal_exits]) / max(count - 1, 1)
        self._steps_to_portal = steps_to_portal
        self._jump_cost = jump_cost
        self._steps_on_foot = steps_on_foot
        self._count = count
        self._chances = np.where(portal_of[:, None] != np.arange(count), chance[:, None], 0.0)
        self._steps_from_exit = steps_on_foot[:, squares]
        self._steps_onward = (steps_to_portal[:, squares] + jump_cost).T

    @cached_property
    def _expected_values(self) -> tuple[Floats, Floats]:
        """Two arrays, G x P: the steps expected from stepping on a portal until the goal, and the risk of being lost.

        Of equally long ways to go on, the one on foot is taken. Where no exit leads to a goal, steps are infinite and
        the risk is 1. A round of the iteration takes O(P squared).
        """
        can_reach = np.isfinite(self._steps_from_exit).any(axis=1, keepdims=True) & (self._count > 1)
        walking_steps = np.where(can_reach, self._steps_from_exit, 0.0)
        steps = self._iterate_values(
            lambda values: np.minimum(walking_steps, (self._steps_onward + values[:, None]).min(axis=2))
        )
        onward_steps = (self._steps_onward + steps[:, None]).round(ROUNDING_DIGITS)
        jumps_again, next_portal = onward_steps.min(axis=2) < walking_steps, onward_steps.argmin(axis=2)
        risk = self._iterate_values(
            lambda values: np.where(jumps_again, np.take_along_axis(values, next_portal, axis=1), 0.0), 1 / self._count
        )
        return np.where(can_reach, steps, math.inf), np.where(can_reach, risk, 1.0)

    def _iterate_values(self, rate_arrivals: Callable[[Floats], Floats], loss_chance: float = 0.0) -> Floats:
        """Return G x P: for each goal and portal the mean value of the arrivals at all other portals.

        It is found by iteration from zero, see the top of this module.

        Args:
            rate_arrivals: returns the value of arriving on each exit square, from the present values of the portals
            loss_chance: the chance that a jump loses the player, which counts as value 1; 0 to leave losses out
        """
        values: Floats = np.zeros((len(self._steps_on_foot), self._count))
        for _ in range(MAX_ROUNDS):
            old_values, values = values, loss_chance + (1 - loss_chance) * rate_arrivals(values).dot(self._chances)
            if not np.abs(values - old_values).max(initial=0) > CONVERGENCE_LIMIT:
                break
        return values

    def find_best_routes(self, squares: Ints | list[int]) -> BestRoutes:
        """Return the best routes from the squares with some numbers to each goal.

        A route goes by portal only where that takes fewer steps than on foot.
        """
        steps_on_foot = self._steps_on_foot[:, squares]
        if not self._count:
            return BestRoutes(
                steps_on_foot, np.zeros(steps_on_foot.shape), np.zeros(steps_on_foot.shape, dtype=np.bool_)
            )
        steps, risks = self._expected_values
        portal_steps = self._steps_to_portal[:, squares] + (self._jump_cost + steps)[:, :, None]
        rounded = portal_steps.round(ROUNDING_DIGITS)
        uses_portal = rounded.min(axis=1) < steps_on_foot
        risk = np.where(uses_portal, np.take_along_axis(risks, rounded.argmin(axis=1), axis=1), 0.0)
        return BestRoutes(np.where(uses_portal, portal_steps.min(axis=1), steps_on_foot), risk, uses_portal)
