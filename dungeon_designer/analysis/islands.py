"""Islands: furniture that one walks round, and what is too large for that.

A group of obstacles, liquid, chasm or cliff, connected by sides or corners, is an island when it is at most twice the
asked width long and wide; so is rock at most the asked width long and wide, with floor all round. Whatever is larger,
a lake or a block around which a way leads, counts as rock. Each is flooded when a square beside it is asked for, and
no farther than an island reaches.
"""

from __future__ import annotations

from collections.abc import Iterable

from dungeon_designer.board.model import STRIDE, Board

Island = frozenset[int]
"""The squares of an island by their keys; empty for what is none."""

AROUND = (-STRIDE - 1, -STRIDE, -STRIDE + 1, -1, 1, STRIDE - 1, STRIDE, STRIDE + 1)
"""From a square's key to those of the eight squares around it."""

NONE: Island = frozenset()


class Islands:
    """The islands of a board for ways `width` squares wide. Squares are given by their keys."""

    def __init__(self, board: Board, width: int) -> None:
        self._width = width
        self._floor = frozenset(board.keys.tolist())
        self._blocked = frozenset(board.keys[~board.walkable].tolist())
        self._known: dict[int, Island] = {}

    def touching(self, keys: Iterable[int]) -> set[Island]:
        """The islands that some walkable squares touch, by sides or corners."""
        beside = {key + step for key in keys for step in AROUND}
        return {self._at(key) for key in beside if key in self._blocked or key not in self._floor} - {NONE}

    def _at(self, key: int) -> Island:
        if key not in self._known:
            group, fits = self._flooded(key)
            self._known.update(dict.fromkeys(group, frozenset(group) if fits else NONE))
        return self._known[key]

    def _flooded(self, start: int) -> tuple[list[int], bool]:
        """The group of a square and whether it is an island; of what is too large, as much as shows that."""
        blocked = start in self._blocked
        most = 2 * self._width if blocked else self._width
        left = right = start % STRIDE
        top = bottom = start // STRIDE
        group, seen = [start], {start}
        for key in group:
            for there in (key + step for step in AROUND):
                if there in seen or (there not in self._blocked if blocked else there in self._floor):
                    continue
                seen.add(there)
                group.append(there)
                x, y = there % STRIDE, there // STRIDE
                left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
                if right - left >= most or bottom - top >= most or there in self._known:
                    return group, False  # of an island every square would be known
        return group, True
