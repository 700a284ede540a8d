"""Steps on foot that may begin and end on a portal or an entry, though none leads across one.

Whoever steps on a portal leaves it, and an entry is a wall to all but the ball carrier: both are ends of ways only.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np

from dungeon_designer.analysis.graphs import FAR, Movement, Pairs
from dungeon_designer.board.model import Board, Flags, Ints
from dungeon_designer.grid import Square


class OnFoot:
    """Walking distances and ways on one board, given its legal steps between walkable squares.

    `barred` flags more squares that nobody walks across: closed chests, where a player may not move over them.
    """

    def __init__(self, board: Board, strides: Movement, barred: Flags | None = None) -> None:
        self._board = board
        self._strides = strides
        self._barred = np.zeros(len(board), dtype=np.bool_) if barred is None else barred

    @cached_property
    def ends(self) -> Flags:
        """The squares where ways only end or begin."""
        return self._board.is_portal | self._board.is_entry | self._barred

    @cached_property
    def _floor(self) -> Movement:
        return self._strides.only(~self.ends)

    @cached_property
    def _beside(self) -> Pairs:
        """Every step with an end of a way in it: (that square, the other)."""
        pairs = self._strides.pairs
        both = np.concatenate((pairs, pairs[:, ::-1]))
        return both[self.ends[both[:, 0]]]

    def steps(self, starts: Iterable[int]) -> Ints:
        """Steps from the nearest of some squares to each square, FAR where none leads. O(N)."""
        starts = [start for start in starts if start >= 0 and self._strides.nodes[start]]
        special = [start for start in starts if self.ends[start]]
        steps = self._floor.distances(starts).copy()
        if special:
            out = self._beside[np.isin(self._beside[:, 0], special), 1]
            onward = self._floor.distances(out.tolist())
            steps = np.minimum(steps, np.where(onward == FAR, FAR, onward + 1).astype(np.int32))
        return self._arrived(steps, special)

    def _arrived(self, steps: Ints, special: list[int]) -> Ints:
        """The same with the squares at which ways end, a step beyond the nearest square beside them."""
        end, near = self._beside.T
        steps[special] = 0
        before = np.where(self.ends[near] & (steps[near] != 0), FAR, steps[near])
        np.minimum.at(steps, end, np.where(before == FAR, FAR, before + 1).astype(np.int32))
        return steps

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
        return self._board.square(int(starts[np.argmin(apart)]))

    def _aside(self, start: Square, end: int, square: int) -> int:
        """How far a square lies off the line between two others, times that line's length."""
        (x, y), (ex, ey), (sx, sy) = self._board.square(square), self._board.square(end), start
        return abs((ex - sx) * (y - sy) - (ey - sy) * (x - sx))
