"""How many steps on foot two near squares are apart, wherever they are.

Unlike in the shared graph of movement, a way may begin or end on a portal, though none leads across one.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from dungeon_designer.analysis.graphs import FAR, Pairs
from dungeon_designer.board.model import Board, Ints
from dungeon_designer.grid import Square


class Footsteps:
    """Walking distances on a board, by its legal steps; each call looks no farther than it is asked to."""

    def __init__(self, board: Board, pairs: Pairs) -> None:
        self._board = board
        self._pairs = pairs
        self._start = -1
        self._limit = 0
        self._reached: dict[int, int] = {}

    def __call__(self, a: Square, b: Square, least: int) -> int:
        """The steps from one square to another where they are fewer than `least`, else FAR."""
        start, end = self._board.find(a), self._board.find(b)
        if start < 0 or end < 0:
            return int(FAR)
        if start != self._start or least > self._limit:
            self._start, self._limit, self._reached = start, least, self._near(start, least)
        return self._reached.get(end, int(FAR))

    @cached_property
    def _ways(self) -> tuple[Ints, Ints]:
        """The squares one step from each square, one after the other, and where those of each begin."""
        both = np.concatenate((self._pairs, self._pairs[:, ::-1]))
        order = np.argsort(both[:, 0], kind="stable")
        return both[order, 1], np.searchsorted(both[order, 0], np.arange(len(self._board) + 1)).astype(np.int32)

    def _near(self, start: int, least: int) -> dict[int, int]:
        """The steps to every square that is fewer than `least` away."""
        there, begins = self._ways
        portal = self._board.is_portal
        reached, edge = {start: 0}, [start]
        for depth in range(1, least):
            if not edge:
                break
            beyond: list[int] = []
            for square in edge:
                if square == start or not portal[square]:
                    for new in there[begins[square] : begins[square + 1]].tolist():
                        if new not in reached:
                            reached[new] = depth
                            beyond.append(new)
            edge = beyond
        return reached
