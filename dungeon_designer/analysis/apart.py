"""Two sites farther apart than some two: the walking distance is that between their nearest squares.

While there are few squares, a few distance tables mostly prove that no two lie farther apart. Otherwise one of the
zones stays where it lies, and one walk from it tells whether moving the other is enough. Only where it is not, for
either, are the farthest of all pairs sought: on few squares all distances are grown at once; on big boards most sites
are ruled out by distance tables instead, and the answer is certain whenever that settles it, which it does for all but
boards that are nearly the same everywhere; those, if not too large, are grown after all, and else the answer says that
it is not settled.
"""

from __future__ import annotations

import numpy as np

from dungeon_designer.analysis.graphs import FAR
from dungeon_designer.analysis.growing import grown
from dungeon_designer.analysis.pairs import Farther, Pair, Search
from dungeon_designer.analysis.proving import proved
from dungeon_designer.analysis.ruling_out import ruled_out

FEW = 450
"""The number of squares up to which all distances are grown at once."""

MOST_GROWN = 4_000_000
"""The most words grown (squares x sites / 64 x steps) where tables do not settle a board of more squares than FEW."""


def farther(search: Search, than: int) -> Farther:
    """Two sites more than `than` steps apart: with one zone as it lies, or else the two farthest apart."""
    few = search.walk.count <= FEW
    if not len(search.one) or not len(search.other) or (few and proved(search, than)):
        return Farther(None, settled=True)
    if pair := _moved(search, than, 0) or _moved(search, than, 1):
        return Farther(pair, settled=True)
    if not few:
        found = ruled_out(search, than)
        longest = max(found.pair.steps if found.pair else than, 1)
        if found.settled or search.walk.count * len(search.other) // 64 * longest > MOST_GROWN:
            return found
    return Farther(grown(search, than), settled=True)


def _moved(search: Search, than: int, stays: int) -> Pair | None:
    """The farthest one zone can lie from the other, which stays where it is; None where that is no more than `than`."""
    site = search.wanted[stays]
    own, to = (search.one, search.other) if stays == 0 else (search.other, search.one)
    if site < 0:
        return None
    steps = to.nearest(search.walk.distances(own.feet_of(site).tolist()))
    steps[steps == FAR] = -1
    while (most := int(steps.max())) > than:
        moved = np.flatnonzero(steps == most)
        both = np.full_like(moved, site), moved
        if pair := search.named(*(both if stays == 0 else both[::-1])):
            return Pair(most, *pair)
        steps[moved] = -1  # all of them clash
    return None
