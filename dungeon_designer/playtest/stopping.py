"""Intervals over rounds, and when to stop.

A round is four games of two teams, sides and first turn swapped. Its games have dice of their own, but the same two
teams, so the rounds are taken as the independent pieces: the interval is that of a mean of their scores, each between
0 and 1. With few rounds, or all alike, the spread seen may be too small, so the interval is never narrower than
Wilson's for as many games as there are rounds' worth of.

`--precision` looks after each of at most ten equal parts of the games. Who looks ten times at a 95 % interval and stops
when he likes what he sees is wrong more often than once in twenty. So the intervals are widened so far that with all
ten looks together they miss with at most 5 % (Pocock's boundary for ten looks, 2.555 standard errors instead of 1.960;
S. J. Pocock, Group sequential methods in the design and analysis of clinical trials, Biometrika 64, 1977). Stopping by
the width alone would need less, since the width hardly tells of the share; the wider interval stays right whatever
one stops by.
"""

from __future__ import annotations

import math

import numpy as np
from msgspec import Struct

from dungeon_designer.playtest.terms import Array

LOOKS = 10
ONE_LOOK = 1.959964
TEN_LOOKS = 2.555


class Share(Struct, frozen=True):
    """A share with its 95 % interval, as fractions; `of` is how many rounds it rests on."""

    value: float
    low: float
    high: float
    of: int

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def share(scores: Array, counts: Array, z: float = ONE_LOOK) -> Share | None:
    """The share of `scores` among `counts`, both by round, with its interval; None where nothing counts.

    A ratio of two sums over rounds, its spread by the usual linearisation (Cochran, Sampling Techniques, 6.4). The
    interval is Wilson's for as many independent games as would spread as much.
    """
    total = float(counts.sum())
    if total <= 0:
        return None
    value = float(scores.sum()) / total
    rounds = int(np.count_nonzero(counts))
    residues = (scores - value * counts).astype(float)
    spread = float((residues**2).sum()) * rounds / max(1, rounds - 1) / total**2
    plain = value * (1 - value) / total
    effective = total if spread <= plain or plain <= 0 else total * plain / spread
    low, high = wilson(value, effective, z)
    return Share(value, low, high, rounds)


def wilson(value: float, count: float, z: float) -> tuple[float, float]:
    """Wilson's interval of a share seen in so many games.

    >>> [round(end, 3) for end in wilson(0.5, 100, 1.959964)]
    [0.404, 0.596]
    """
    middle = (value + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(value * (1 - value) / count + z * z / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)


def narrow_enough(found: Share | None, precision: float) -> bool:
    """Whether a share is known to plus or minus `precision`."""
    return found is not None and found.half_width <= precision
