"""How wide a dungeon is: blocks of so many squares each way, and the areas over which such a block can slide.

A *block* is `size` x `size` squares of ground with no wall inside; it is named by its north-western square, its
*anchor*. Two blocks are joined when one slides into the other, a square at a time; since two blocks side by side
have no wall between them, the anchors of an *area* are simply an orthogonally connected group. A square is wide
when some block covers it. All of it is arrays: O(N) for N squares, but for the few places where areas meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product

import numpy as np

from dungeon_designer.analysis.components import components
from dungeon_designer.analysis.graphs import legal
from dungeon_designer.board.model import OPEN, WALL, Board, Flags, Ints

EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST = 2, 3, 4, 5, 6
"""Columns of a board's neighbours."""


def blocks(board: Board, ground: Flags, passable: Flags, size: int) -> Flags:
    """Whether each square is the anchor of a block: `size` x `size` squares of `ground` with no wall inside.

    `passable` are the edges that are no wall, N x 4. A larger block is four blocks one smaller, each a square off.
    """
    around = board.neighbours
    east, south = around[:, EAST], around[:, SOUTH]
    if size == 1:
        return ground
    right = ground & passable[:, 1] & ground[east]
    down = ground & passable[:, 2] & ground[south]
    block: Flags = right & down & right[south] & down[east]
    for _ in range(size - 2):
        block = block & block[east] & block[south] & block[around[:, SOUTH_EAST]]
    return block


@dataclass(frozen=True, eq=False)
class Areas:
    """The wide areas of a board for blocks of one size; made by `areas`.

    board, size  what was measured, and with what
    ground       the squares a block may cover
    label        the area of each anchor, numbered by its first; -1 where no block is
    count        how many areas there are
    """

    board: Board
    size: int
    ground: Flags
    label: Ints
    count: int

    @cached_property
    def anchors(self) -> Ints:
        """The square numbers of all anchors."""
        return np.flatnonzero(self.label >= 0).astype(np.int32)

    @cached_property
    def cells(self) -> list[Ints]:
        """The squares of every block: one array a place in the block, row by row, in the order of `anchors`."""
        around, row, found = self.board.neighbours, self.anchors, []
        for _ in range(self.size):
            cell = row
            for _ in range(self.size):
                found.append(cell)
                cell = around[cell, EAST]
            row = around[row, SOUTH]
        return found

    @cached_property
    def wide(self) -> Flags:
        """The squares some block covers."""
        wide = np.zeros(len(self.board), dtype=np.bool_)
        for cell in self.cells:
            wide[cell] = True
        return wide

    def reached(self, starts: Flags) -> Flags:
        """The squares that blocks cover which slide there from somewhere over one of the starts."""
        label, open_areas = self.label[self.anchors], np.zeros(self.count, dtype=np.bool_)
        for cell in self.cells:
            open_areas[label[starts[cell]]] = True
        reached = np.zeros(len(self.board), dtype=np.bool_)
        for cell in self.cells:
            reached[cell[open_areas[label]]] = True
        return reached

    @cached_property
    def lowest(self) -> Ints:
        """The first area of each square; `count` where it is of none."""
        return self._extreme(np.minimum, self.count)

    @cached_property
    def highest(self) -> Ints:
        """The last area of each square; -1 where it is of none."""
        return self._extreme(np.maximum, -1)

    def _extreme(self, pick: np.ufunc, none: int) -> Ints:
        """One array a place at a time, each of which names a square but once."""
        result = np.full(len(self.board), none, dtype=np.int32)
        label = self.label[self.anchors]
        for cell in self.cells:
            result[cell] = pick(result[cell], label)
        return result

    def of(self, square: int) -> set[int]:
        """Every area of a square."""
        low, high = int(self.lowest[square]), int(self.highest[square])
        if high - low <= 1:
            return {low, high} if high >= 0 else set()
        return {int(self.label[anchor]) for anchor in self.covering(square)}

    def covering(self, square: int) -> Iterator[int]:
        """The anchors of the blocks that cover a square."""
        around, row = self.board.neighbours, square
        for _ in range(self.size):
            anchor = row
            for _ in range(self.size):
                if anchor < 0:
                    break
                if self.label[anchor] >= 0:
                    yield anchor
                anchor = int(around[anchor, WEST])
            row = int(around[row, 0]) if row >= 0 else -1


def areas(board: Board, ground: Flags, passable: Flags, size: int) -> Areas:
    """The wide areas: anchors in rows side by side are one at once, then rows that touch are joined. O(N)."""
    block, around = blocks(board, ground, passable, size), board.neighbours
    if not block.any():
        return Areas(board, size, ground, np.full(len(board), -1, dtype=np.int32), 0)
    start = block.copy()
    start[1:] &= ~(block[:-1] & passable[:-1, 1])  # the square to the east is the next one
    run = np.cumsum(start, dtype=np.int32) - 1
    upper = np.flatnonzero(block & passable[:, 2] & block[around[:, SOUTH]])
    one, other = run[upper], run[around[upper, SOUTH]]
    fresh = np.ones(len(upper), dtype=np.bool_)
    fresh[1:] = (one[1:] != one[:-1]) | (other[1:] != other[:-1])
    area = components(int(run[-1]) + 1, one[fresh], other[fresh])
    return Areas(board, size, ground, np.where(block, area[run], -1).astype(np.int32), int(area.max()) + 1)


def groups(board: Board, squares: Ints, passable: Flags, strict: bool) -> list[Ints]:
    """Some squares (sorted) in groups connected by steps of movement over them, by their first square. O(n log N)."""
    if not len(squares):
        return []
    place = np.full(len(board) + 1, -1, dtype=np.int32)  # the last is what lies at -1: rock
    place[squares] = np.arange(len(squares), dtype=np.int32)
    pairs = []
    for direction in (EAST, SOUTH_EAST, SOUTH, SOUTH_WEST):
        there = place[board.neighbours[squares, direction]]
        at = np.flatnonzero((there >= 0) & legal(board, direction, passable, strict, squares))
        pairs.append((at, there[at]))
    one, other = (np.concatenate(side) for side in zip(*pairs, strict=True))
    return split(squares, components(len(squares), one, other))


def widths(board: Board, ground: Flags, passable: Flags, most: int) -> Ints:
    """The size of the largest block that covers each square, up to `most`; 0 off the ground. O(N) a size."""
    wide = ground.astype(np.int32)
    for size in range(2, most + 1):
        wide[areas(board, ground, passable, size).wide] = size
    return wide


def split(members: Ints, label: Ints) -> list[Ints]:
    """Members by label: one array a label, in order of labels, the members' order kept."""
    order = np.argsort(label, kind="stable")
    ends = np.flatnonzero(np.diff(label[order])) + 1
    return np.split(members[order], ends)


def ways(board: Board, squares: Ints, ground: Flags, passable: Flags) -> Flags:
    """Of each of some squares, north, east, south and west: whether one may walk on to ground there. n x 4."""
    there = board.neighbours[squares][:, ::2]
    result: Flags = passable[squares] & ground[there]
    return result


def gaps(found: Areas, squares: Ints) -> Flags:
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


def pinches(found: Areas, counted: Flags, strict: bool) -> list[tuple[int, ...]]:
    """Where one can walk from one wide area to another over `counted` squares, but no block can slide.

    One entry for each two areas, by their numbers: the squares they share, or if they share none those of the
    steps from one to the other. Steps through an edge door are none.
    """
    if found.count < 2:
        return []
    shared: dict[tuple[int, int], set[int]] = {}
    for square in np.flatnonzero(counted & (found.lowest < found.highest)).tolist():
        for pair in combinations(sorted(found.of(square)), 2):
            shared.setdefault(pair, set()).add(square)
    stepped: dict[tuple[int, int], set[int]] = {}
    for one, other in _crossings(found, counted, strict):
        for a, b in product(found.of(one), found.of(other)):
            stepped.setdefault((min(a, b), max(a, b)), set()).update((one, other))
    pairs = sorted(shared.keys() | stepped.keys())
    return [tuple(sorted(shared.get(pair) or stepped[pair])) for pair in pairs if pair[0] != pair[1]]


def _crossings(found: Areas, counted: Flags, strict: bool) -> Iterator[tuple[int, int]]:
    """Steps between squares of different areas, no door passed: each once."""
    board, lowest, highest = found.board, found.lowest, found.highest
    candidates = counted & found.wide
    passable = board.edges == OPEN
    for direction in (EAST, SOUTH_EAST, SOUTH, SOUTH_WEST):
        there = board.neighbours[:, direction]
        apart = (lowest[there] != lowest) | (highest[there] != highest)
        at = np.flatnonzero(apart & candidates & candidates[there] & (there >= 0)).astype(np.int32)
        at = at[legal(board, direction, passable, strict, at)]
        yield from zip(at.tolist(), there[at].tolist(), strict=True)
