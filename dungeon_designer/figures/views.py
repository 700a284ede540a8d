"""Who sees whom: all lines of sight between the squares one can stand on, on big boards those of some squares."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dungeon_designer.board.model import Flags, Ints
from dungeon_designer.figures.walks import Floats, Walks

MOST_LINES = 200_000
"""Up to so many lines of sight are all asked."""

FEW_LINES = 20_000
"""On boards with more, so many: from some squares to some, evenly chosen."""

ORIGINS = 100
"""How many squares look then."""


class Views(NamedTuple):
    """Squares looked from and looked at, and (from x at) whether one sees the other; how many squares there are."""

    origins: Ints
    targets: Ints
    seen: Flags
    among: int

    def counts(self) -> Floats:
        """How many other squares one sees from each square looked from; where not all were asked, in proportion."""
        own = np.isin(self.origins, self.targets)
        asked = np.maximum(len(self.targets) - own, 1)
        counts: Floats = (self.seen.sum(axis=1) - own) * ((self.among - 1) / asked)
        return counts


def views(walks: Walks) -> Views:
    """The views on a board. One sees oneself, and sight is the same both ways."""
    squares = walks.squares[walks.reach.standing[walks.squares]]
    if len(squares) ** 2 <= 2 * MOST_LINES:
        return Views(squares, squares, _both_ways(walks, squares), len(squares))
    some = squares[:: -(-len(squares) // ORIGINS)]
    at = squares[:: -(-len(squares) * ORIGINS // FEW_LINES)]
    seen = walks.sight.between(np.repeat(some, len(at)), np.tile(at, len(some)))
    return Views(some, at, seen.reshape(len(some), len(at)), len(squares))


def _both_ways(walks: Walks, squares: Ints) -> Flags:
    """n x n: each pair is asked once."""
    one, other = np.triu_indices(len(squares), 1)
    seen = np.ones((len(squares), len(squares)), dtype=np.bool_)
    seen[one, other] = seen[other, one] = walks.sight.between(squares[one], squares[other])
    return seen
