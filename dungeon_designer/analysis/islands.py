"""Islands: furniture that one walks round, and what is too large for that.

A group of obstacles, liquid, chasm or cliff, connected by sides or corners, is an island when it is at most twice the
asked width long and wide; so is rock at most the asked width long and wide, with floor all round. Whatever is larger,
a lake or a block around which a way leads, counts as rock. Each is flooded when a square beside it is asked for, and
no farther than an island reaches.
"""

from __future__ import annotations

from collections.abc import Iterable

from dungeon_designer.analysis.width import Place
from dungeon_designer.board.model import STRIDE, Board
from dungeon_designer.breadth_first import waves

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
            group, fits = self._group(key)
            self._known.update(dict.fromkeys(group, frozenset(group) if fits else NONE))
        return self._known[key]

    def _group(self, start: int) -> tuple[set[int], bool]:
        """The group of a square and whether it is an island; of what is too large, as much as shows that."""
        blocked = start in self._blocked
        most = 2 * self._width if blocked else self._width
        group: set[int] = set()
        for wave in waves([start], self._blocked_beside if blocked else self._rock_beside):
            group |= wave
            place = Place.around(group)
            if max(place.right - place.left, place.bottom - place.top) >= most or not self._known.keys().isdisjoint(
                wave
            ):
                return group, False
        return group, True

    def _blocked_beside(self, key: int) -> frozenset[int]:
        return self._blocked.intersection([key + step for step in AROUND])

    def _rock_beside(self, key: int) -> set[int]:
        return {key + step for step in AROUND} - self._floor
