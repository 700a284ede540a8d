"""Sites: where an end zone could lie, and the squares from which one walks away from it.

They come as arrays, as a big dungeon has millions. Blocks on the floor are found here, tiles beside it in `tile_sites`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from dungeon_designer.board.model import Board, Flags, Ints
from dungeon_designer.grid import Size, Square, block, bounds, row_major

Shape = tuple[Square, ...]
"""Squares counted from the upper left corner of the rectangle around them, row by row."""


class Sites:
    """Places of the shapes: which shape, its corner, and the squares (`feet`) one walks away from.

    The feet of site `i` are ``feet[starts[i]:starts[i + 1]]``; each site has some.
    """

    def __init__(self, shapes: Sequence[Shape], shape: Ints, x: Ints, y: Ints, feet: Ints, starts: Ints) -> None:
        self.shapes = tuple(shapes)
        self.shape, self.x, self.y = shape, x, y
        self.feet, self.starts = feet, starts
        sizes = np.array([bounds(squares)[1] for squares in shapes], dtype=np.int32).reshape(-1, 2)
        self.width, self.height = sizes[shape].T

    def __len__(self) -> int:
        return len(self.x)

    def feet_of(self, site: int) -> Ints:
        """The squares one walks away from."""
        return self.feet[self.starts[site] : self.starts[site + 1]]

    def nearest(self, distances: Ints) -> Ints:
        """For each site, the least of its feet's distances."""
        least: Ints = np.minimum.reduceat(distances[self.feet], self.starts[:-1])
        return least

    def squares(self, site: int) -> list[Square]:
        """The squares it covers."""
        x, y = int(self.x[site]), int(self.y[site])
        return [(x + dx, y + dy) for dx, dy in self.shapes[int(self.shape[site])]]

    def find(self, squares: Iterable[Square]) -> int:
        """The site that covers just these squares; -1 when it is none."""
        wanted = sorted(squares, key=row_major)
        corner, _ = bounds(wanted)
        for site in np.flatnonzero((self.x == corner[0]) & (self.y == corner[1])).tolist():
            if self.squares(site) == wanted:
                return int(site)
        return -1

    def clash(self, site: int, others: Sites, which: npt.NDArray[np.integer[Any]], gap: int) -> Flags:
        """Which of some other sites overlap a site, or with `gap` 1 share an edge with it."""
        x, y, width, height = self.x[site], self.y[site], self.width[site], self.height[site]
        ox, oy = others.x[which], others.y[which]
        near = (ox < x + width + gap) & (x < ox + others.width[which] + gap)
        near &= (oy < y + height + gap) & (y < oy + others.height[which] + gap)
        flags: Flags = near
        if near.any():
            own = _grown(self.squares(site)) if gap else set(self.squares(site))
            at = np.flatnonzero(near)
            flags[at] = [not own.isdisjoint(others.squares(int(other))) for other in which[at]]
        return flags


def _grown(squares: Iterable[Square]) -> set[Square]:
    """The squares, and those that share an edge with one."""
    return {(x + dx, y + dy) for x, y in squares for dx, dy in ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1))}


def blocks(board: Board, free: Flags, nodes: Flags, size: Size) -> Sites:
    """Every block of free squares, either way round; its feet are those of its squares that are nodes. O(N)."""
    sizes = [size] if size[0] == size[1] else [size, (size[1], size[0])]
    found = [_blocks(board, free, width, height) for width, height in sizes]
    corners = np.concatenate([squares[:, 0] for squares in found])
    shape = np.repeat(np.arange(len(sizes), dtype=np.int32), [len(squares) for squares in found])
    covers = np.concatenate([squares.reshape(-1, size[0] * size[1]) for squares in found])
    walked = nodes[covers]
    some = walked.any(axis=1)
    counts = np.count_nonzero(walked[some], axis=1)
    return Sites(
        shapes=[tuple(block((0, 0), one)) for one in sizes],
        shape=shape[some],
        x=board.x[corners[some]],
        y=board.y[corners[some]],
        feet=covers[some][walked[some]],
        starts=_starts(counts),
    )


def _starts(counts: Ints) -> Ints:
    return np.concatenate(([0], np.cumsum(counts))).astype(np.int32)


def _blocks(board: Board, free: Flags, width: int, height: int) -> Ints:
    """P x (width * height): the squares of each block, row by row."""
    east, south = board.neighbours[:, 2], board.neighbours[:, 4]
    squares = np.flatnonzero(free).astype(np.int32)[:, None]
    for _ in range(width - 1):
        squares = _widened(squares, east[squares[:, -1:]], free)
    for _ in range(height - 1):
        squares = _widened(squares, south[squares[:, -width:]], free)
    return squares


def _widened(squares: Ints, more: Ints, free: Flags) -> Ints:
    kept = ((more >= 0) & free[more]).all(axis=1)
    return np.concatenate((squares[kept], more[kept]), axis=1)
