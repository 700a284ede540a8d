"""The two sites that lie farthest apart: the longest walking distance between the nearest squares of any two.

While there are few squares, all distances are grown at once and the answer is exact. On big boards most sites are ruled
out by distance tables instead, and the answer is exact whenever that settles it, which it does for all but boards
that are nearly the same everywhere; those, if not too large, are grown after all, and else the answer says that it is
not settled.
"""

from __future__ import annotations

from dungeon_designer.analysis.growing import grown
from dungeon_designer.analysis.pairs import Farthest, Search
from dungeon_designer.analysis.ruling_out import ruled_out

FEW = 450
"""The number of squares up to which all distances are grown at once."""

MOST_GROWN = 4_000_000
"""The most words grown (squares x sites / 64 x steps) where tables do not settle a board of more squares than FEW."""


def farthest(search: Search, than: int) -> Farthest:
    """The farthest pair of sites that is more than `than` steps apart."""
    if not len(search.one) or not len(search.other):
        return Farthest(None, settled=True)
    if search.walk.count > FEW:
        found = ruled_out(search, than)
        longest = max(found.pair.steps if found.pair else than, 1)
        if found.settled or search.walk.count * len(search.other) // 64 * longest > MOST_GROWN:
            return found
    return Farthest(grown(search, than), settled=True)
