"""Which obstacles part a wide area: without the blocks that cover an obstacle, what is left falls apart.

To flood the area again for every obstacle would cost obstacles x squares. Instead the anchors of an area are
looked at as pixels of a picture, joined side by side, with everything else as its background, joined at corners
too. For such a picture Euler's formula says

    pieces = pixels - joints + fours + backgrounds - 1

where joints are pairs of pixels side by side, fours are two-by-two squares of pixels, and backgrounds are the pieces
of the background, the endless one included. Taking some pixels away, a *hole*, changes the first three terms nearby
only, and the last by how many backgrounds the hole runs into one: known from the area's outlines, one for each
background, traced once for all holes. So all obstacles together cost O(N log N), however many there are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dungeon_designer.analysis.components import components
from dungeon_designer.analysis.width import EAST, SOUTH, WEST, Areas, split
from dungeon_designer.board.model import STRIDE, Flags, Ints, Keys

_PLANE = STRIDE * STRIDE
"""More than any corner's key: one plane of corners for each area or hole."""

_SIDES = ((0, (0, 1)), (EAST, (1, STRIDE + 1)), (SOUTH, (STRIDE, STRIDE + 1)), (WEST, (0, STRIDE)))
"""Of each side: its column of neighbours, and from a pixel's key to its two corners'."""

_CORNERS = np.array((0, 1, STRIDE, STRIDE + 1))
"""From a pixel's key to those of its corners: each is named like the pixel to its south-east."""

_QUADS = np.array(((6, 7, 0), (0, 1, 2), (4, 5, 6), (2, 3, 4)))
"""Of each corner, the neighbours that meet the pixel there."""


def parting(found: Areas) -> list[Ints]:
    """The obstacles that part a wide area, each as its squares, by the first of them.

    Obstacles on the ground that touch side by side are one, whatever they are.
    """
    squares, number = _obstacles(found)
    if not len(squares):
        return []
    holes = _holes(found, squares, number)
    if not len(holes.anchor):
        return []
    parts = np.zeros(int(number.max()) + 1, dtype=np.bool_)
    parts[holes.obstacle[_parted(holes)]] = True
    wanted = parts[number]
    return split(squares[wanted], number[wanted]) if wanted.any() else []


def _obstacles(found: Areas) -> tuple[Ints, Ints]:
    """The squares of all obstacles, and the number of the obstacle each belongs to."""
    board = found.board
    squares = np.flatnonzero((board.obstacle != 0) & found.ground).astype(np.int32)
    place = np.full(len(board) + 1, -1, dtype=np.int32)  # the last is what lies at -1: rock
    place[squares] = np.arange(len(squares), dtype=np.int32)
    east, south = (place[board.neighbours[squares, direction]] for direction in (EAST, SOUTH))
    one = np.concatenate((np.flatnonzero(east >= 0), np.flatnonzero(south >= 0))).astype(np.int32)
    return squares, components(len(squares), one, np.concatenate((east[east >= 0], south[south >= 0])))


@dataclass(frozen=True, eq=False, slots=True)
class _Holes:
    """Pixels taken out of areas: one hole for each obstacle and area it lies in.

    obstacle, area  of each hole
    anchor, hole    of each lost pixel: the square it is named by, and its hole
    lost            obstacle x squares + anchor of each lost pixel, sorted
    """

    found: Areas
    obstacle: Keys
    area: Keys
    anchor: Keys
    hole: Keys
    lost: Keys

    def count(self, holes: Keys) -> Keys:
        """How often each hole is named."""
        counts: Keys = np.bincount(holes, minlength=len(self.obstacle))
        return counts


def _holes(found: Areas, squares: Ints, number: Ints) -> _Holes:
    """The anchors of the blocks that cover each obstacle, once each: those west and north of its squares."""
    around, size, row, codes = found.board.neighbours, len(found.board), squares, []
    for _ in range(found.size):
        cell = row
        for _ in range(found.size):
            hit = (cell >= 0) & (found.label[cell] >= 0)
            codes.append(number[hit].astype(np.int64) * size + cell[hit])
            cell = np.where(cell >= 0, around[cell, WEST], -1)
        row = np.where(row >= 0, around[row, 0], -1)
    lost, _ = np.unique(np.concatenate(codes), return_index=True)  # asked for values alone, it imports numpy.ma
    owner, anchor = np.divmod(lost, size)
    keys, hole = np.unique(owner * max(found.count, 1) + found.label[anchor], return_inverse=True)
    obstacle, area = np.divmod(keys, max(found.count, 1))
    return _Holes(found, obstacle, area, anchor, hole, lost)


def _parted(holes: _Holes) -> Flags:
    """Which holes leave two or more pieces of their area."""
    within = _within(holes)
    corner, at, inner = _corners(holes, within)
    hole = corner // _PLANE
    local = 1 - holes.count(holes.hole) + _joints(holes, within) - holes.count(hole[inner])
    one, other = at[:, :-1].ravel(), at[:, 1:].ravel()
    doubtful = local + _enclosed(holes, hole, inner, components(len(corner), one, other)) > 1
    if not doubtful.any():  # even if no hole runs two backgrounds into one
        return doubtful
    rim = np.flatnonzero(~inner & doubtful[hole])
    outline = _outline_at(holes.found, holes.area[hole[rim]] * _PLANE + corner[rim] % _PLANE)
    met, tie = np.unique(hole[rim] * len(corner) + outline, return_inverse=True)
    one = np.concatenate((one, rim)).astype(np.int32)
    other = np.concatenate((other, len(corner) + tie)).astype(np.int32)
    joined = components(len(corner) + len(met), one, other)[: len(corner)]
    pieces = local + holes.count(_owners(joined, hole)) - holes.count(met // len(corner))
    result: Flags = doubtful & (pieces > 1)
    return result


def _within(holes: _Holes) -> Flags:
    """Of each lost pixel, which of its eight neighbours are pixels."""
    beside = holes.found.board.neighbours[holes.anchor]
    within: Flags = (beside >= 0) & (holes.found.label[beside] >= 0)
    return within


def _joints(holes: _Holes, within: Flags) -> Keys:
    """The joints each hole loses: to the east and south of every pixel, to the north and west unless lost there."""
    beside = holes.found.board.neighbours[holes.anchor]
    joints = within[:, EAST].astype(np.int64) + within[:, SOUTH]
    for column in (0, WEST):
        wanted = holes.lost - holes.anchor + beside[:, column]  # sorted before its own, so never past the end
        again = holes.lost[np.searchsorted(holes.lost, wanted)] == wanted
        joints += within[:, column] & ~again
    return np.bincount(holes.hole, weights=joints, minlength=len(holes.obstacle)).astype(np.int64)


def _corners(holes: _Holes, within: Flags) -> tuple[Keys, Ints, Flags]:
    """The corners of each hole, as hole and key; which of them each lost pixel has; whether four pixels meet there."""
    keys = holes.hole * _PLANE + holes.found.board.keys[holes.anchor]
    corner, at = np.unique((keys[:, None] + _CORNERS).ravel(), return_inverse=True)
    inner = np.zeros(len(corner), dtype=np.bool_)
    inner[at] = within[:, _QUADS].all(axis=2).ravel()
    return corner, at.reshape(-1, len(_CORNERS)).astype(np.int32), inner


def _enclosed(holes: _Holes, hole: Keys, inner: Flags, cluster: Ints) -> Keys:
    """How many clusters of each hole, hanging together by corners, touch no outline: each is a new background."""
    owner = _owners(cluster, hole)
    enclosed = np.ones(len(owner), dtype=np.bool_)
    enclosed[cluster[~inner]] = False
    return holes.count(owner[enclosed])


def _owners(cluster: Ints, hole: Keys) -> Keys:
    """The hole of each cluster."""
    owner = np.zeros(int(cluster.max()) + 1, dtype=np.int64)
    owner[cluster] = hole
    return owner


def _outline_at(found: Areas, wanted: Keys) -> Ints:
    """The outline through each of some corners, named by area and key. Edges that meet in a corner are of one."""
    keys = found.label[found.anchors].astype(np.int64) * _PLANE + found.board.keys[found.anchors]
    ends = []
    for column, shifts in _SIDES:
        beside = found.board.neighbours[found.anchors, column]
        outer = keys[(beside < 0) | (found.label[beside] < 0)]
        ends.append(np.stack([outer + shift for shift in shifts]))
    codes, at = np.unique(np.concatenate(ends, axis=1).ravel(), return_inverse=True)
    one, other = at.reshape(2, -1).astype(np.int32)
    outline: Ints = components(len(codes), one, other)[np.searchsorted(codes, wanted)]
    return outline
