"""How wide a dungeon is: blocks of so many squares each way, what they cover, and how they slide.

A *block* is `size` x `size` squares of ground with no wall inside; it is named by its north-western square, its
*anchor*. A square is wide when some block covers it. Two blocks are joined when one slides into the other, a square at
a time; since two blocks side by side have no wall between them, the anchors of an *area* are simply an orthogonally
connected group. What is asked of all squares is arrays, O(N) for N squares; what is asked of one place, whether its
blocks are joined nearby, is a flood over the few anchors around it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np

from dungeon_designer.analysis.graphs import components, legal
from dungeon_designer.board.model import STRIDE, WALL, Board, Flags, Ints
from dungeon_designer.breadth_first import waves

NORTH, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST = 0, 2, 3, 4, 5, 6
"""Columns of a board's neighbours."""

ONCE = (EAST, SOUTH_EAST, SOUTH, SOUTH_WEST)
"""The directions in which every step between two squares is met once."""

EVERY = range(8)
"""All directions, clockwise from north."""


class Place(NamedTuple):
    """The smallest rectangle around some squares, by its first and last column and row of keys."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def around(cls, keys: Collection[int]) -> Place:
        """The place of squares given by their keys, at least one."""
        columns, rows = [key % STRIDE for key in keys], [key // STRIDE for key in keys]
        return cls(min(columns), min(rows), max(columns), max(rows))


@dataclass(frozen=True, eq=False)
class Blocks:
    """Every block of one size on a board; made by `blocks`.

    board, size  what was measured, and with what
    ground       the squares a block may cover
    at           whether each square is the anchor of a block
    """

    board: Board
    size: int
    ground: Flags
    at: Flags

    @cached_property
    def anchors(self) -> Ints:
        """The square numbers of all anchors."""
        return np.flatnonzero(self.at).astype(np.int32)

    @cached_property
    def cells(self) -> dict[tuple[int, int], Ints]:
        """The squares of every block by their column and row in it, each in the order of `anchors`."""
        around, row, found = self.board.neighbours, self.anchors, {}
        for y in range(self.size):
            cell = row
            for x in range(self.size):
                found[x, y] = cell
                cell = around[cell, EAST]
            row = around[row, SOUTH]
        return found

    @cached_property
    def wide(self) -> Flags:
        """The squares some block covers."""
        wide = np.zeros(len(self.board), dtype=np.bool_)
        for cell in self.cells.values():
            wide[cell] = True
        return wide

    @cached_property
    def pieces(self) -> Ints:
        """In how many pieces the blocks over each square lie, those side by side being of one piece.

        By Euler's formula, pieces = anchors - pairs + fours, as the anchors over a square enclose no hole: whatever
        spoils one of them, a square or an edge, spoils too many beside it for that.
        """
        around, last = self.board.neighbours[self.anchors], self.size - 1
        west, north, corner = (((side >= 0) & self.at[side]).astype(np.int32) for side in around[:, (6, 0, 7)].T)
        pieces = np.zeros(len(self.board), dtype=np.int32)
        for (x, y), cell in self.cells.items():
            pairs = west * (x < last) + north * (y < last)
            pieces[cell] += 1 - pairs + (west & north & corner if x < last and y < last else 0)
        return pieces

    def shared(self, dx: int, dy: int) -> Flags:
        """Whether some block covers both each square and the one so far from it."""
        if (dx, dy) not in self._shared:
            shared = self._shared[dx, dy] = np.zeros(len(self.board), dtype=np.bool_)
            for (x, y), cell in self.cells.items():
                if 0 <= x + dx < self.size and 0 <= y + dy < self.size:
                    shared[cell] = True
        return self._shared[dx, dy]

    @cached_property
    def _shared(self) -> dict[tuple[int, int], Flags]:
        return {}

    @cached_property
    def keys(self) -> frozenset[int]:
        """The keys of all anchors."""
        return frozenset(self.board.keys[self.anchors].tolist())

    def over(self, keys: Iterable[int]) -> set[int]:
        """The blocks over some squares, both by their keys."""
        return {key - place for key in keys for place in self._places} & self.keys

    @cached_property
    def _places(self) -> list[int]:
        """From a block's key to those of its squares."""
        return [x + y * STRIDE for x, y in product(range(self.size), repeat=2)]

    def joined(self, wanted: Collection[int], place: Place) -> bool:
        """Whether some blocks are joined nearby: each slides to each without leaving the window around a place.

        The window is the place with `size` squares more on every side. O(squares of the window).
        """
        missing = set(wanted)
        for wave in waves([*missing][:1], lambda key: self._slid(key, place)):
            missing -= wave
            if not missing:
                break
        return not missing

    def _slid(self, key: int, place: Place) -> Iterator[int]:
        """Where a block slides to in one step within the window around a place."""
        x, y = key % STRIDE, key // STRIDE
        beside = (
            (x > place.left - self.size, key - 1),
            (x <= place.right, key + 1),
            (y > place.top - self.size, key - STRIDE),
            (y <= place.bottom, key + STRIDE),
        )
        return (there for inside, there in beside if inside and there in self.keys)


def blocks(board: Board, ground: Flags, passable: Flags, size: int) -> Blocks:
    """The blocks of `size` x `size` squares of `ground` with no wall inside. O(N) a size.

    `passable` are the edges that are no wall, N x 4. A larger block is four blocks one smaller, each a square off.
    """
    around = board.neighbours
    east, south = around[:, EAST], around[:, SOUTH]
    if size == 1:
        return Blocks(board, size, ground, ground)
    right = ground & passable[:, 1] & ground[east]
    down = ground & passable[:, 2] & ground[south]
    block: Flags = right & down & right[south] & down[east]
    for _ in range(size - 2):
        block = block & block[east] & block[south] & block[around[:, SOUTH_EAST]]
    return Blocks(board, size, ground, block)


def areas(found: Blocks) -> Ints:
    """The area of each anchor, from 0 by its first; -1 where no anchor is. O(N).

    Anchors in rows side by side are one at once, then rows that touch are joined.
    """
    block, south = found.at, found.board.neighbours[:, SOUTH]
    if not block.any():
        return np.full(len(block), -1, dtype=np.int32)
    start = block.copy()
    beside = found.board.neighbours[1:, WEST] >= 0  # the square to the west is the one before
    start[1:] &= ~(block[:-1] & beside)
    run = np.cumsum(start, dtype=np.int32) - 1
    upper = np.flatnonzero(block & (south >= 0) & block[south])
    one, other = run[upper], run[south[upper]]
    fresh = np.ones(len(upper), dtype=np.bool_)
    fresh[1:] = (one[1:] != one[:-1]) | (other[1:] != other[:-1])
    area = components(int(run[-1]) + 1, one[fresh], other[fresh])
    return np.where(block, area[run], -1).astype(np.int32)


def reached(found: Blocks, starts: Flags) -> Flags:
    """The squares that blocks cover which slide there from somewhere over one of the starts. O(N)."""
    label = areas(found)[found.anchors]
    reachable = np.zeros(len(found.board) + 1, dtype=np.bool_)
    for cell in found.cells.values():
        reachable[label[starts[cell]]] = True
    covered = np.zeros(len(found.board), dtype=np.bool_)
    for cell in found.cells.values():
        covered[cell[reachable[label]]] = True
    return covered


def steps_onto(
    board: Board, squares: Ints, wanted: Flags, passable: Flags, strict: bool, directions: Sequence[int] | range = EVERY
) -> tuple[Ints, Ints]:
    """Every step from some squares onto wanted ones: the positions in `squares`, and the squares stepped on."""
    starts, ends = [], []
    for direction in directions:
        there = board.neighbours[squares, direction]
        at = np.flatnonzero((there >= 0) & wanted[there])
        at = at[legal(board, direction, passable, strict, squares[at])]
        starts.append(at.astype(np.int32))
        ends.append(there[at])
    return np.concatenate(starts), np.concatenate(ends)


def groups(board: Board, squares: Ints, passable: Flags, strict: bool) -> list[Ints]:
    """Some squares (sorted) in groups connected by steps of movement over them, by their first square. O(n log N)."""
    if not len(squares):
        return []
    among = np.zeros(len(board), dtype=np.bool_)
    among[squares] = True
    one, ends = steps_onto(board, squares, among, passable, strict, ONCE)
    return split(squares, components(len(squares), one, np.searchsorted(squares, ends).astype(np.int32)))


def widths(board: Board, ground: Flags, passable: Flags, most: int) -> Ints:
    """The size of the largest block that covers each square, up to `most`; 0 off the ground. O(N) a size."""
    wide = ground.astype(np.int32)
    for size in range(2, most + 1):
        wide[blocks(board, ground, passable, size).wide] = size
    return wide


def split(members: Ints, label: Ints) -> list[Ints]:
    """Members by label: one array a label, in order of labels, the members' order kept."""
    order = np.argsort(label, kind="stable")
    ends = np.flatnonzero(np.diff(label[order])) + 1
    return np.split(members[order], ends)


def ways(board: Board, squares: Ints, ground: Flags) -> Flags:
    """Of each of some squares, north, east, south and west: whether one may walk on to ground there. n x 4."""
    there = board.neighbours[squares][:, ::2]
    result: Flags = (board.edges[squares] != WALL) & ground[there]
    return result


def gaps(found: Blocks, squares: Ints) -> Flags:
    """Which of some squares are gaps one square wide and one deep, between wide ground and wide ground.

    Two opposite sides are walls. Only a wall is a wall: lava beside a way makes no gap of it.
    """
    board, edges = found.board, found.board.edges[squares]
    beside = board.neighbours[squares][:, ::2]
    wall, leads = edges == WALL, (edges != WALL) & found.wide[beside]
    across = wall[:, 1] & wall[:, 3] & leads[:, 0] & leads[:, 2]
    down = wall[:, 0] & wall[:, 2] & leads[:, 1] & leads[:, 3]
    result: Flags = across | down
    return result
