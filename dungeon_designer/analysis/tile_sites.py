"""Where an end-zone tile could lie beside the rest of the dungeon, and how one walks out of it there.

A site covers nothing and shares at least two edges in a row with another tile. Where either of the two is enclosed,
they are joined by one door in the middle of the longest straight run of edges they share; of a run with two middles,
or of several longest runs, every middle counts, so that the shortest way out is measured. Where neither is enclosed,
all edges they share are open.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from dungeon_designer.analysis.graphs import Movement, steps
from dungeon_designer.analysis.sites import Shape, Sites
from dungeon_designer.board.model import WALL, Board, BoardSection, Bytes, Flags, Ints
from dungeon_designer.grid import SIDES, Side, Size, Square, bounds, neighbour, row_major, turned_square

DOOR_WIDTH = 2

LARGEST = 25_000_000
"""A map of more squares than this, rock and margins counted, is not searched."""

SHAPES_KEPT = 16
"""Shapes of tiles whose turns and borders are remembered: the same few are laid in one dungeon after the other."""

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
    """Square numbers by row and column, with a margin of rock in which a tile finds room.

    number, section           the squares and their sections, -1 for rock
    free                      where a tile may lie, a bit for each square
    twice_across, twice_down  whether a square and the next to the right, or below, belong to one section; likewise
    """

    def __init__(self, ground: Ground, margin: int) -> None:
        board = ground.board
        self.left, self.top = int(board.x.min()) - margin, int(board.y.min()) - margin
        width, height = int(board.x.max()) + margin + 1 - self.left, int(board.y.max()) + margin + 1 - self.top
        self.number: _Grid = np.full((height, width), -1, dtype=np.int32)
        at = np.flatnonzero(ground.left)
        self.number[board.y[at] - self.top, board.x[at] - self.left] = at
        self.section: _Grid = np.where(self.number < 0, -1, board.section[self.number])
        free = self.number < 0
        for x, y in ground.covered:
            free[y - self.top, x - self.left] = False
        self.free = _bits(free)
        self.twice_across, self.twice_down = map(_bits, (self._twice(1), self._twice(width)))

    def _twice(self, step: int) -> Flags:
        """Whether each square and the one so many further on, counted by row, are of one section."""
        section = self.section.ravel()
        twice = np.zeros(len(section), dtype=np.bool_)
        np.equal(section[step:], section[:-step], out=twice[:-step], where=section[step:] >= 0)
        return twice

    def offset(self, x: int, y: int) -> int:
        """How much further on, counted by row, a square lies so many columns and rows away."""
        width: int = self.number.shape[1]
        return y * width + x


def tile_sites(ground: Ground, squares: Sequence[Square], enclosed: bool) -> Sites | None:
    """Every site of a tile of these squares; None when the map is too large to search."""
    shapes = turned_shapes(squares)
    margin = max(bounds(squares)[1]) + 1
    _, (width, height) = bounds([(int(f(ground.board.x)), int(f(ground.board.y))) for f in (np.min, np.max)])
    if (width + 2 * margin) * (height + 2 * margin) > LARGEST:
        return None
    where, borders = _Map(ground, margin), _borders_of(tuple(shapes))
    corners = [_fitting(where, borders, number) for number in range(len(shapes))]
    shape = np.repeat(np.arange(len(shapes), dtype=np.int32), [len(rows) for rows, _ in corners])
    row, column = (np.concatenate(some) for some in zip(*corners, strict=True))
    outside = where.number[row[:, None] + borders.y[shape], column[:, None] + borders.x[shape]]
    section = np.where(outside < 0, -1, ground.board.section[outside])
    site, edge = np.nonzero(_openings(ground, section, borders, shape, enclosed))
    site, feet = _feet(ground, site, outside[site, edge], borders.level[shape[site], edge])
    counts = np.bincount(site, minlength=len(row))
    some = counts > 0
    return Sites(
        shapes=shapes,
        shape=shape[some],
        x=(column[some] + where.left).astype(np.int32),
        y=(row[some] + where.top).astype(np.int32),
        feet=feet,
        starts=np.concatenate(([0], np.cumsum(counts[some]))).astype(np.int32),
    )


def turned_shapes(squares: Iterable[Square]) -> list[Shape]:
    """The different shapes that some squares have in their four turns, as they lie first."""
    (left, top), size = bounds(squares := list(squares))
    return list(_turned(tuple((x - left, y - top) for x, y in squares), size))


@lru_cache(SHAPES_KEPT)
def _turned(squares: Shape, size: Size) -> tuple[Shape, ...]:
    turned = ([turned_square(square, size, quarters) for square in squares] for quarters in range(4))
    return tuple(dict.fromkeys(tuple(sorted(shape, key=row_major)) for shape in turned))


class _Borders:
    """The edges of some shapes alike but for their turn, a row for each, straight run by straight run.

    x, y          the squares outside
    level         whether the run goes from left to right
    starts, ends  whether the edge is the first or the last of its run
    """

    def __init__(self, shapes: Sequence[Shape]) -> None:
        self.shapes = shapes
        edges = [_edges(shape) for shape in shapes]
        self.level = np.array([[side in (Side.NORTH, Side.SOUTH) for side, _ in row] for row in edges])
        self.x, self.y = np.moveaxis(np.array([[neighbour(at, side) for side, at in row] for row in edges]), 2, 0)
        self.starts = np.array([[i == 0 or not _follows(row[i - 1], row[i]) for i in range(len(row))] for row in edges])
        self.ends = np.roll(self.starts, -1, axis=1)

    def of(self, number: int) -> Iterator[list[Any]]:
        """The columns, rows, directions and ends of one shape's edges."""
        yield from (column[number].tolist() for column in (self.x, self.y, self.level, self.ends))


_borders_of = lru_cache(SHAPES_KEPT)(_Borders)


def _edges(shape: Shape) -> list[tuple[Side, Square]]:
    """The edges of a shape in the order of its runs, each as a side of a square."""
    own = set(shape)
    return sorted(((side, at) for side in SIDES for at in shape if neighbour(at, side) not in own), key=_along)


def _along(edge: tuple[Side, Square]) -> tuple[int, int, int]:
    side, (x, y) = edge
    return (SIDES.index(side), y, x) if side in (Side.NORTH, Side.SOUTH) else (SIDES.index(side), x, y)


def _follows(one: tuple[Side, Square], other: tuple[Side, Square]) -> bool:
    a, b = _along(one), _along(other)
    return a[:2] == b[:2] and a[2] + 1 == b[2]


def _fitting(where: _Map, borders: _Borders, number: int) -> tuple[_Places, _Places]:
    """The rows and columns of the corner at which a shape covers nothing and touches two edges in a row."""
    shape = borders.shapes[number]
    _, (width, height) = bounds(shape)
    fits, touches = -1, 0
    for x, y in shape:
        fits &= where.free >> where.offset(x + 1, y + 1)
    for x, y, level, last in zip(*borders.of(number), strict=True):
        if not last:
            touches |= (where.twice_across if level else where.twice_down) >> where.offset(x + 1, y + 1)
    row, column = np.nonzero(_flags(fits & touches, where.number.shape)[: -height - 1, : -width - 1])
    return row + 1, column + 1


def _bits(flags: Flags) -> int:
    """Flags as a number with a bit for each: shifting it moves all of them at once."""
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")


def _flags(bits: int, shape: tuple[int, int]) -> Flags:
    """A number with a bit for each square of a map as flags."""
    count = math.prod(shape)
    octets = np.frombuffer(bits.to_bytes(count // 8 + 1, "little"), dtype=np.uint8)
    return np.unpackbits(octets, count=count, bitorder="little").view(np.bool_).reshape(shape)


def _openings(ground: Ground, section: _Grid, borders: _Borders, shape: Ints, enclosed: bool) -> Flags:
    """P x E: the edges by which one walks out; `section` is what lies outside each edge of each site, -1 for rock."""
    walled = np.array([enclosed or one.enclosed for one in ground.board.sections])
    touching = section >= 0
    shut: Flags = touching & walled[section]
    openings = touching & ~shut
    if not shut.any():
        return openings
    changes = np.ones_like(shut)
    changes[:, 1:] = section[:, 1:] != section[:, :-1]
    site, first = np.nonzero(shut & (changes | borders.starts[shape]))
    changes[:, :-1] = changes[:, 1:]
    changes[:, -1] = True
    _, last = np.nonzero(shut & (changes | borders.ends[shape]))
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
