"""Where a way on foot is cut between two parts of a dungeon: by portals nobody walks across, or where both are near."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from dungeon_designer.analysis.reach import Areas, Reach
from dungeon_designer.board.model import Board, Ints

MEASURED = 500_000
"""Up to so many pairs of squares are measured one by one; for more a search tree is built."""


class Cut(NamedTuple):
    """The squares of `portals` that lie between, or else those of either part that are nearest to the other."""

    portals: Ints
    here: Ints
    there: Ints


class Cuts:
    """Cuts on one board; what several of them share is worked out once."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._trees: dict[Areas, Any] = {}

    def between(self, here: Areas, there: Areas) -> Cut:
        """The cut between areas and others that have none in common; empty where one side has no areas."""
        none = np.zeros(0, dtype=np.int32)
        portals = [at for at, near in self._reach.portals.items() if near & here and near & there]
        if portals or not (here and there):
            return Cut(np.array(portals, dtype=np.int32), none, none)
        ones, others = self._border(here), self._border(there)
        if len(ones) * len(others) <= MEASURED:
            return Cut(none, *nearest(self._reach.board, ones, others))
        if len(ones) < len(others):
            return Cut(none, *self._nearest_large(ones, others, there))
        return Cut(none, *self._nearest_large(others, ones, here)[::-1])

    @cached_property
    def _borders(self) -> list[Ints]:
        """Of each area the squares with a neighbour that is none of it: what is nearest to another area is of them."""
        areas, around = self._reach.areas, self._reach.board.neighbours
        inside = ((around >= 0) & (areas[around] == areas[:, None])).all(axis=1)
        border = np.flatnonzero((areas >= 0) & ~inside).astype(np.int32)
        border = border[np.argsort(areas[border], kind="stable")]
        return np.split(border, np.searchsorted(areas[border], np.arange(1, int(areas.max(initial=-1)) + 1)))

    def _border(self, areas: Areas) -> Ints:
        return np.sort(np.concatenate([self._borders[area] for area in areas]))

    def _nearest_large(self, ones: Ints, others: Ints, kept: Areas) -> tuple[Ints, Ints]:
        """As `nearest`, by a search tree of the others, which is kept under their areas. O(n log m)."""
        from scipy.spatial import cKDTree

        places = np.column_stack((self._reach.board.x, self._reach.board.y))
        if kept not in self._trees:
            self._trees[kept] = cKDTree(places[others])
        tree: Any = self._trees[kept]
        apart, _ = tree.query(places[ones])
        near = ones[apart == apart.min()]
        found = tree.query_ball_point(places[near], apart.min() + 1e-6)
        return near, others[np.unique(np.concatenate(found).astype(np.int64))]


def nearest(board: Board, ones: Ints, others: Ints) -> tuple[Ints, Ints]:
    """Those of some squares, and of others, that are as near each other, in a straight line, as any are. O(n m)."""
    x, y = board.x.astype(np.int64), board.y.astype(np.int64)
    apart = (x[ones][:, None] - x[others]) ** 2 + (y[ones][:, None] - y[others]) ** 2
    near = apart == apart.min()
    return ones[near.any(axis=1)], others[near.any(axis=0)]
