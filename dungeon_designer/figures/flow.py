"""Traffic: over which squares the shortest ways lead, all of them as likely.

This is betweenness (Freeman, A Set of Measures of Centrality Based on Betweenness, 1977) of shortest ways between a set
of squares and some goals, by counting ways forwards and sharing walkers out backwards (Brandes, A Faster Algorithm for
Betweenness Centrality, 2001). As ways on a grid are more than a number holds, counts are scaled wave by wave: only how
those of one wave compare is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from dungeon_designer.analysis.graphs import Pairs
from dungeon_designer.figures.walks import Floats


def flow(steps: Floats, pairs: Pairs, goals: Mapping[int, float]) -> Floats:
    """How many walkers come over each square, its ends too, when so many go to each goal the shortest way.

    `steps` are those from where they set out, `pairs` the steps there are. Goals nobody walks to have no walkers. O(N),
    beside the waves.
    """
    before, after, waves = _steps_on(steps, pairs)
    shares = _shares(steps, before, after, waves)
    found = np.zeros(len(steps))
    for goal, walkers in goals.items():
        found[goal] += walkers if np.isfinite(steps[goal]) else 0.0
    for start, end in reversed(waves):
        np.add.at(found, before[start:end], found[after[start:end]] * shares[start:end])
    return found


def _steps_on(steps: Floats, pairs: Pairs) -> tuple[Pairs, Pairs, list[tuple[int, int]]]:
    """The steps that lead farther away, by the wave they lead to, and where each wave begins and ends among them."""
    both = np.concatenate((pairs, pairs[:, ::-1]))
    both = both[np.isfinite(steps[both[:, 0]]) & (steps[both[:, 1]] == steps[both[:, 0]] + 1)]
    both = both[np.argsort(steps[both[:, 1]], kind="stable")]
    before, after = both.T
    cuts = [0, *(np.flatnonzero(np.diff(steps[after])) + 1).tolist(), len(after)]
    return before, after, [(start, end) for start, end in pairwise(cuts) if end > start]


def _shares(steps: Floats, before: Pairs, after: Pairs, waves: list[tuple[int, int]]) -> Floats:
    """Of each step onto a square, its share of the ways onto that square."""
    ways, shares = (steps == 0).astype(np.float64), np.zeros(len(before))
    for start, end in waves:
        come, there = ways[before[start:end]], after[start:end]
        np.add.at(ways, there, come)
        shares[start:end] = come / ways[there]
        ways[there] /= ways[there].max()
    return shares
