"""Where a way on foot is cut between two parts of a dungeon: by portals nobody walks across, or where both are near."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from dungeon_designer.analysis.reach import Areas, Reach
from dungeon_designer.board.model import STRIDE, Board, Ints


class Cut(NamedTuple):
    """The squares of `portals` that lie between, or else those of either part that are nearest to the other."""

    portals: Ints
    here: Ints
    there: Ints


class Cuts:
    """Cuts on one board; what several of them share is worked out once."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach

    def between(self, here: Areas, there: Areas) -> Cut:
        """The cut between areas and others that have none in common; empty where one side has no areas."""
        none = np.zeros(0, dtype=np.int32)
        portals = [at for at, near in self._reach.portals.items() if near & here and near & there]
        if portals or not (here and there):
            return Cut(np.array(portals, dtype=np.int32), none, none)
        return Cut(none, *nearest(self._reach.board, self._border(here), self._border(there)))

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


def nearest(board: Board, ones: Ints, others: Ints) -> tuple[Ints, Ints]:
    """Those of some squares, and of others, that are as near each other, in a straight line, as any are.

    Both are sorted. Row by row away from each of the ones, the nearest of the others on both sides is looked up:
    O(n log m) for each row up to the distance found.
    """
    if len(others) < len(ones):
        return nearest(board, others, ones)[::-1]
    x, y, keys = board.x.astype(np.int64), board.y.astype(np.int64), board.keys[others]
    near: list[Ints] = []
    best, row = 2 * STRIDE**2, 0
    while row * row <= best:
        for after in (keys.searchsorted(board.keys[ones] + away * STRIDE) for away in {row, -row}):
            for side in (after - 1, after):
                there = others[side.clip(0, len(others) - 1)]
                apart = (x[ones] - x[there]) ** 2 + (y[ones] - y[there]) ** 2
                if apart.min() < best:
                    best, near = int(apart.min()), []
                near.append(np.stack((ones, there))[:, apart == best])
        row += 1
    here, there = np.concatenate(near, axis=1)
    return np.unique(here), np.unique(there)
