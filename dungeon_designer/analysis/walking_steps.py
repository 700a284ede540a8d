"""Steps on foot that may begin and end on a portal or an entry, though none leads across one.

Whoever steps on a portal leaves it, and an entry is a wall to all but the ball carrier: both are ends of ways only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice

import numpy as np

from dungeon_designer.analysis.graphs import FAR, Movement, table
from dungeon_designer.board.model import Board, Flags, Ints
from dungeon_designer.breadth_first import waves
from dungeon_designer.grid import Square


class OnFoot:
    """Walking distances and ways on one board, given its legal steps between walkable squares.

    `barred` flags more squares that nobody walks across: closed chests, where a player may not move over them.
    """

    def __init__(self, board: Board, strides: Movement, barred: Flags | None = None) -> None:
        self._board = board
        self._strides = strides
        self._barred = np.zeros(len(board), dtype=np.bool_) if barred is None else barred
        self._start, self._looked = -1, 0
        self._near: dict[int, int] = {}

    @cached_property
    def ends(self) -> Flags:
        """The squares where ways only end or begin."""
        return self._board.is_portal | self._board.is_entry | self._barred

    def steps(self, starts: Iterable[int]) -> Ints:
        """Steps from the nearest of some squares to each square, FAR where none leads. O(N)."""
        nodes = self._strides.nodes
        return table(len(nodes), self._waves(start for start in starts if start >= 0 and nodes[start]))

    def _waves(self, starts: Iterable[int]) -> Iterator[set[int]]:
        begin, ends, adjacent = set(starts), self._ends, self._strides.adjacent
        return waves(begin, lambda at: () if at in ends and at not in begin else adjacent[at])

    @cached_property
    def _ends(self) -> frozenset[int]:
        return frozenset(np.flatnonzero(self.ends).tolist())

    def apart(self, a: Square, b: Square, least: int) -> int:
        """The steps from one square to another where they are fewer than `least`, else FAR; no farther is looked."""
        start, end = self._board.find(a), self._board.find(b)
        if min(start, end) < 0:
            return int(FAR)
        if start != self._start or least > self._looked:
            self._start, self._looked = start, least
            self._near = {at: steps for steps, wave in enumerate(islice(self._waves([start]), least)) for at in wave}
        return self._near.get(end, int(FAR))

    def path(self, steps: Ints, end: int) -> list[int]:
        """A shortest way to a square from where `steps` are counted, both ends included; empty when there is none.

        Of several it is the one that keeps nearest to the straight line, as a hand would draw it.
        """
        if end < 0 or steps[end] == FAR:
            return []
        path, start = [end], self._nearest_start(steps, end)
        while steps[path[-1]]:
            here = path[-1]
            before = [
                i for i in self._strides.adjacent[here] if steps[i] == steps[here] - 1 and self._crossed(steps, i)
            ]
            path.append(min(before, key=lambda i: (self._aside(start, end, i), i)))
        return path[::-1]

    def _crossed(self, steps: Ints, square: int) -> bool:
        return not self.ends[square] or steps[square] == 0

    def _nearest_start(self, steps: Ints, end: int) -> Square:
        starts = np.flatnonzero(steps == 0)
        apart = abs(self._board.x[starts] - self._board.x[end]) + abs(self._board.y[starts] - self._board.y[end])
        return self._board.squares[int(starts[np.argmin(apart)])]

    def _aside(self, start: Square, end: int, square: int) -> int:
        """How far a square lies off the line between two others, times that line's length."""
        (x, y), (ex, ey), (sx, sy) = self._board.square(square), self._board.square(end), start
        return int(abs((ex - sx) * (y - sy) - (ey - sy) * (x - sx)))
