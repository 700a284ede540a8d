"""Which obstacles part a wide area: without the blocks that cover an obstacle, what is left falls apart.

To flood the area again for every obstacle would cost obstacles x squares. Instead the anchors of an area are
looked at as pixels of a picture, joined side by side, with everything else as its background, joined at corners
too. For such a picture Euler's formula says

    pieces = pixels - joints + fours + backgrounds - 1

where joints are pairs of pixels side by side, fours are two-by-two squares of pixels, and backgrounds are the pieces
of the background, the endless one included. Taking some pixels away changes the first three terms nearby only, and
the last by how many backgrounds the hole runs into one: known from the area's outlines, traced once, one for each
background. So each obstacle costs a handful of looks, however large the area is.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np

from dungeon_designer.analysis.components import components
from dungeon_designer.analysis.width import EAST, SOUTH, Areas, split
from dungeon_designer.board.model import STRIDE, Ints, Keys

_PLANE = STRIDE * STRIDE
"""More than any corner's key: one plane of corners for each area."""

_SIDES = ((0, (0, 1)), (2, (1, STRIDE + 1)), (4, (STRIDE, STRIDE + 1)), (6, (0, STRIDE)))
"""Of each side: its column of neighbours, and from a pixel's key to its two corners'."""

_QUADS = ((0, (6, 7, 0)), (1, (0, 1, 2)), (STRIDE, (4, 5, 6)), (STRIDE + 1, (2, 3, 4)))
"""Of each corner: from a pixel's key to the corner's, and the three neighbours that meet the pixel there."""


def obstacles(found: Areas) -> list[Ints]:
    """The obstacles on the ground, each as its squares: orthogonally connected, whatever they are."""
    board = found.board
    squares = np.flatnonzero((board.obstacle != 0) & found.ground).astype(np.int32)
    if not len(squares):
        return []
    place = np.full(len(board) + 1, -1, dtype=np.int32)  # the last is what lies at -1: rock
    place[squares] = np.arange(len(squares), dtype=np.int32)
    east, south = (place[board.neighbours[squares, direction]] for direction in (EAST, SOUTH))
    one = np.concatenate((np.flatnonzero(east >= 0), np.flatnonzero(south >= 0))).astype(np.int32)
    return split(squares, components(len(squares), one, np.concatenate((east[east >= 0], south[south >= 0]))))


class Parting:
    """Asks of groups of squares whether they part a wide area."""

    def __init__(self, found: Areas) -> None:
        self._areas = found
        self._label = [*found.label.tolist(), -1]  # the last is what lies at -1: rock
        self._around, self._keys = found.board.neighbours, found.board.keys

    def parts(self, squares: Iterable[int]) -> bool:
        """Whether some area is two or more when no block may cover these squares."""
        lost: dict[int, set[int]] = {}
        for anchor in {anchor for square in squares for anchor in self._areas.covering(square)}:
            lost.setdefault(self._label[anchor], set()).add(anchor)
        return any(self._falls_apart(area, anchors) for area, anchors in lost.items())

    def _falls_apart(self, area: int, lost: set[int]) -> bool:
        hole = _Hole(self._label, self._around, self._keys, lost)
        if 1 - hole.terms + hole.enclosed <= 1:  # even if it runs no two backgrounds into one
            return False
        touched = self._outlines_at(area, hole.rim)
        holes = _merged({*corners, *(touched[c] for c in corners if c in touched)} for corners in hole.clusters)
        return 1 - hole.terms + len(holes) - len(set(touched.values())) > 1

    def _outlines_at(self, area: int, rim: list[int]) -> dict[int, int]:
        """The outline through each of some corners, as a negative number."""
        codes, outline = self._outlines
        at = np.searchsorted(codes, np.array(rim, dtype=np.int64) + area * _PLANE)
        return dict(zip(rim, (-1 - outline[at]).tolist(), strict=True))

    @cached_property
    def _outlines(self) -> tuple[Keys, Ints]:
        """Every corner on an outline, by area and key, and which outline it is on: edges that meet are of one."""
        found = self._areas
        anchors = found.anchors
        keys = found.label[anchors].astype(np.int64) * _PLANE + self._keys[anchors]
        ends = []
        for column, shifts in _SIDES:
            beside = self._around[anchors, column]
            outer = keys[(beside < 0) | (found.label[beside] < 0)]
            ends.append(np.stack([outer + shift for shift in shifts]))
        codes, at = np.unique(np.concatenate(ends, axis=1), return_inverse=True)
        one, other = at.reshape(2, -1).astype(np.int32)
        return codes, components(len(codes), one, other)


class _Hole:
    """Pixels taken out of an area.

    terms     pixels - joints + fours, of those that are lost
    clusters  the corners of the lost pixels, hanging together by corners
    rim       those corners that lie on an outline of the area
    enclosed  how many clusters touch no outline: each is a new background
    """

    def __init__(self, label: list[int], around: Ints, keys: Keys, lost: set[int]) -> None:
        joints: set[tuple[int, int]] = set()
        inside: dict[int, bool] = {}
        pixels = []
        for anchor in lost:
            beside, key = around[anchor].tolist(), int(keys[anchor])
            within = [label[neighbour] >= 0 for neighbour in beside]
            joints.update((min(anchor, beside[i]), max(anchor, beside[i])) for i in (0, 2, 4, 6) if within[i])
            inside.update((key + shift, all(within[i] for i in quad)) for shift, quad in _QUADS)
            pixels.append({key + shift for shift, _ in _QUADS})
        self.terms = len(lost) - len(joints) + sum(inside.values())
        self.clusters = _merged(pixels)
        self.rim = [corner for corner, within in inside.items() if not within]
        self.enclosed = sum(all(inside[corner] for corner in cluster) for cluster in self.clusters)


def _merged(sets: Iterable[set[int]]) -> list[set[int]]:
    """The sets, those with a member in common made one.

    >>> _merged([{1, 2}, {3}, {2, 3}, {4}])
    [{4}, {1, 2, 3}]
    """
    found: list[set[int]] = []
    for members in sets:
        apart = [other for other in found if other.isdisjoint(members)]
        found = [members.union(*(other for other in found if not other.isdisjoint(members))), *apart]
    return found
