"""Where an end-zone tile could lie beside the rest of the dungeon, and how one walks out of it there.

A site covers nothing and shares at least two edges in a row with another tile. Where either of the two is enclosed,
they are joined by one door in the middle of the longest straight run of edges they share; of a run with two middles,
or of several longest runs, every middle counts, so that the shortest way out is measured. Where neither is enclosed,
all edges they share are open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from dungeon_designer.analysis.graphs import Movement, steps
from dungeon_designer.analysis.sites import Shape, Sites
from dungeon_designer.board.model import WALL, Board, BoardSection, Bytes, Flags, Ints
from dungeon_designer.grid import SIDES, Side, Square, bounds, neighbour, row_major, turned_square

DOOR_WIDTH = 2

LARGEST = 25_000_000
"""A map of more squares than this, rock and margins counted, is not searched."""

_Grid = npt.NDArray[np.int32]
_Places = npt.NDArray[np.intp]


class Ground:
    """What is left of a dungeon when some sections are lifted off."""

    def __init__(self, board: Board, lifted: Collection[BoardSection], strict: bool) -> None:
        self.board = board
        self.strict = strict
        self.left: Flags = np.ones(len(board), dtype=np.bool_)
        for section in lifted:
            self.left[section.squares] = False
        names = {section.id for section in lifted}
        self.covered = [square for square, ids in board.overlaps if not names.issuperset(ids)]

    @cached_property
    def edges(self) -> Bytes:
        """The board's edges, with walls around what is gone."""
        across = self.board.neighbours[:, ::2]
        edges = self.board.edges.copy()
        edges[(across < 0) | ~self.left[across] | ~self.left[:, None]] = WALL
        return edges

    @cached_property
    def walk(self) -> Movement:
        """Steps on foot over what is left."""
        board = self.board
        nodes = board.walkable & self.left & ~(board.is_portal | board.is_entry)
        return Movement(nodes, steps(board, nodes, self.strict, self.edges))


class _Map:
    """Square numbers by row and column, with a margin of rock in which a tile finds room."""

    def __init__(self, ground: Ground, margin: int) -> None:
        board = ground.board
        self.left, self.top = int(board.x.min()) - margin, int(board.y.min()) - margin
        width, height = int(board.x.max()) + margin + 1 - self.left, int(board.y.max()) + margin + 1 - self.top
        self.number: _Grid = np.full((height, width), -1, dtype=np.int32)
        at = np.flatnonzero(ground.left)
        self.number[board.y[at] - self.top, board.x[at] - self.left] = at
        self.section: _Grid = np.where(self.number < 0, -1, board.section[self.number])
        self.free = self.number < 0
        for x, y in ground.covered:
            self.free[y - self.top, x - self.left] = False


def tile_sites(ground: Ground, squares: Sequence[Square], enclosed: bool) -> Sites | None:
    """Every site of a tile of these squares; None when the map is too large to search."""
    shapes = turned_shapes(squares)
    margin = max(bounds(squares)[1]) + 1
    _, (width, height) = bounds([(int(f(ground.board.x)), int(f(ground.board.y))) for f in (np.min, np.max)])
    if (width + 2 * margin) * (height + 2 * margin) > LARGEST:
        return None
    where = _Map(ground, margin)
    found = [_placed(ground, where, shape, enclosed) for shape in shapes]
    counts = np.concatenate([count for _, _, _, count in found])
    return Sites(
        shapes=shapes,
        shape=np.repeat(np.arange(len(shapes), dtype=np.int32), [len(x) for x, _, _, _ in found]),
        x=np.concatenate([x for x, _, _, _ in found]),
        y=np.concatenate([y for _, y, _, _ in found]),
        feet=np.concatenate([feet for _, _, feet, _ in found]),
        starts=np.concatenate(([0], np.cumsum(counts))).astype(np.int32),
    )


def turned_shapes(squares: Iterable[Square]) -> list[Shape]:
    """The different shapes that some squares have in their four turns, as they lie first."""
    (left, top), size = bounds(squares := list(squares))
    moved = [(x - left, y - top) for x, y in squares]
    found: list[Shape] = []
    for quarters in range(4):
        turned = [turned_square(square, size, quarters) for square in moved]
        shape = tuple(sorted(turned, key=row_major))
        if shape not in found:
            found.append(shape)
    return found


class _Border:
    """The edges of a shape, straight run by straight run: the squares outside, and which way the run goes."""

    def __init__(self, shape: Shape) -> None:
        own = set(shape)
        edges = [(side, square) for side in SIDES for square in shape if neighbour(square, side) not in own]
        edges.sort(key=_along)
        self.level = np.array([side in (Side.NORTH, Side.SOUTH) for side, _ in edges])
        outside = [neighbour(square, side) for side, square in edges]
        self.x, self.y = np.array(outside, dtype=np.int32).T
        self.starts = np.array([i == 0 or not _follows(edges[i - 1], edges[i]) for i in range(len(edges))])
        self.ends = np.append(self.starts[1:], True)


def _along(edge: tuple[Side, Square]) -> tuple[int, int, int]:
    side, (x, y) = edge
    return (SIDES.index(side), y, x) if side in (Side.NORTH, Side.SOUTH) else (SIDES.index(side), x, y)


def _follows(one: tuple[Side, Square], other: tuple[Side, Square]) -> bool:
    a, b = _along(one), _along(other)
    return a[:2] == b[:2] and a[2] + 1 == b[2]


def _placed(ground: Ground, where: _Map, shape: Shape, enclosed: bool) -> tuple[Ints, Ints, Ints, Ints]:
    """The corners of the sites of one shape, the feet of all of them, and how many each has."""
    border = _Border(shape)
    row, column = _fitting(where, shape, border)
    outside = where.number[row[:, None] + border.y, column[:, None] + border.x]
    section = np.where(outside < 0, -1, ground.board.section[outside])
    site, edge = np.nonzero(_openings(ground, section, border, enclosed))
    site, feet = _feet(ground, site, outside[site, edge], border.level[edge])
    counts = np.bincount(site, minlength=len(row)).astype(np.int32)
    some = counts > 0
    x, y = (column[some] + where.left).astype(np.int32), (row[some] + where.top).astype(np.int32)
    return x, y, feet, counts[some]


def _fitting(where: _Map, shape: Shape, border: _Border) -> tuple[_Places, _Places]:
    """The rows and columns of the corner at which a shape covers nothing and touches two edges in a row."""
    _, (width, height) = bounds(shape)
    rows, columns = (length - size - 1 for length, size in zip(where.number.shape, (height, width), strict=True))
    fits: Flags = np.ones((rows, columns), dtype=np.bool_)
    for x, y in shape:
        fits &= where.free[y + 1 : y + 1 + rows, x + 1 : x + 1 + columns]
    section = where.section
    twice_across = (section[:, :-1] == section[:, 1:]) & (section[:, 1:] >= 0)
    twice_down = (section[:-1] == section[1:]) & (section[1:] >= 0)
    touches: Flags = np.zeros_like(fits)
    for x, y, level, last in zip(border.x.tolist(), border.y.tolist(), border.level, border.ends, strict=True):
        if not last:
            twice = twice_across if level else twice_down
            touches |= twice[y + 1 : y + 1 + rows, x + 1 : x + 1 + columns]
    row, column = np.nonzero(fits & touches)
    return row + 1, column + 1


def _openings(ground: Ground, section: _Grid, border: _Border, enclosed: bool) -> Flags:
    """P x E: the edges by which one walks out; `section` is what lies outside each edge of each site, -1 for rock."""
    walled = np.array([enclosed or one.enclosed for one in ground.board.sections])
    touching = section >= 0
    shut: Flags = touching & walled[section]
    openings = touching & ~shut
    if not shut.any():
        return openings
    changes = np.ones_like(shut)
    changes[:, 1:] = section[:, 1:] != section[:, :-1]
    site, first = np.nonzero(shut & (changes | border.starts))
    changes[:, :-1] = changes[:, 1:]
    changes[:, -1] = True
    _, last = np.nonzero(shut & (changes | border.ends))
    length = last - first + 1
    pair = site * len(walled) + section[site, first]
    door = (length >= DOOR_WIDTH) & (length == _longest(pair, length))
    for off in range(DOOR_WIDTH + 1):
        begin = first + (length - DOOR_WIDTH) // 2 + off
        here = door if off < DOOR_WIDTH else door & (length % 2 != DOOR_WIDTH % 2)
        openings[site[here], begin[here]] = True
    return openings


def _longest(pair: _Places, length: _Places) -> _Places:
    """For each run, the length of the longest of the same pair."""
    _, which = np.unique(pair, return_inverse=True)
    most = np.zeros(int(which.max()) + 1, dtype=np.intp)
    np.maximum.at(most, which, length)
    return most[which]


def _feet(ground: Ground, site: _Places, outside: Ints, level: Flags) -> tuple[_Places, Ints]:
    """The squares one step from each site, by site: straight out of its openings, or slantwise if free."""
    around, nodes, edges = ground.board.neighbours, ground.walk.nodes, ground.edges
    sites, squares = [site], [outside]
    if not ground.strict:
        for ahead, across in ((1, 2), (3, 0)):  # right and down, then left and up
            side = np.where(level, ahead, across)
            there = around[outside, 2 * side]
            passed = edges[outside, side] != WALL
            sites.append(site[passed])
            squares.append(there[passed])
    all_sites, all_squares = np.concatenate(sites), np.concatenate(squares)
    walked = np.flatnonzero(nodes[all_squares])
    walked = walked[np.argsort(all_sites[walked], kind="stable")]
    return all_sites[walked], all_squares[walked]
