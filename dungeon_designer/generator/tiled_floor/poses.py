"""The ways a tile may lie, and what of its border can be joined to another.

A board, or an end zone, none of whose sides is floor all along is a card with a rim: nothing may lie on its rock, and
what leads out of it had better lead onto floor. Of every other tile what is no floor is cut away.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import msgspec

from dungeon_designer.grid import SIDES, Side, Size, Square, neighbour, turned_size, turned_square
from dungeon_designer.kinds import HAZARDS, ObstacleKind, SectionKind
from dungeon_designer.tiles.model import Tile

STRIDE = 1 << 12
"""More than the squares of any row: a square is one number, so that a tile is moved by adding one."""

PASSAGE = 2
"""The width of the ends of corridors."""

_CARDS = (SectionKind.BOARD, SectionKind.END_ZONE)
"""The kinds of tiles that may have a rim."""

Outline = tuple[Size, frozenset[Square]]
"""The size of the rectangle around a tile and its squares; of a card with a rim, those at the mouths of passages."""


def code(square: Square) -> int:
    """A square as one number.

    >>> code((1, 2)) - code((0, 2))
    1
    """
    return square[1] * STRIDE + square[0]


class Run(NamedTuple):
    """Edges in a straight row along the border of a tile, all on one side.

    side    the side of the tile's squares on which the edges lie
    corner  the first square, counted from the corner of the tile
    inside  the tile's squares along it, by code
    walked  whether one can walk on each
    tip     whether it is the end of a passage
    """

    side: Side
    corner: Square
    inside: tuple[int, ...]
    walked: tuple[bool, ...]
    tip: bool

    @property
    def length(self) -> int:
        """How many edges it has."""
        return len(self.inside)

    @property
    def out(self) -> int:
        """What leads from a square inside to the one outside."""
        return code(self.side.step)

    @property
    def throat(self) -> tuple[int, ...]:
        """The squares of a passage's end, as deep as it is wide."""
        return tuple(square - depth * self.out for depth in range(PASSAGE) for square in self.inside)


@dataclass(frozen=True, eq=False)
class TilePose:
    """A tile as it lies in one of its turns; squares are counted from the corner of the rectangle around it."""

    tile: Tile
    turn: int

    @cached_property
    def size(self) -> Size:
        """(width, height) as it lies."""
        return self.tile.placed_size(self.turn)

    @cached_property
    def walks(self) -> dict[Square, bool]:
        """Each square of floor, and whether one can walk on it."""
        placed = self.tile.placed((0, 0), self.turn)
        return {square: letter == "." or not _blocks(self.tile, letter) for square, letter in placed}

    @cached_property
    def rock(self) -> frozenset[Square]:
        """The squares of the card that are no floor; of a tile without a rim none, since they are cut away."""
        width, height = self.size
        every = {(x, y) for x in range(width) for y in range(height)}
        lines = [{(x, 0) for x in range(width)}, {(x, height - 1) for x in range(width)}]
        lines += [{(0, y) for y in range(height)}, {(width - 1, y) for y in range(height)}]
        rimmed = self.tile.kind in _CARDS and not any(line <= self.walks.keys() for line in lines)
        return frozenset(every - self.walks.keys()) if rimmed else frozenset()

    @cached_property
    def outline(self) -> Outline:
        """What takes the same room: ways of lying of one outline can stand in for each other across an axis."""
        width, height = self.size
        rim = (square for square in self.walks if square[0] in (0, width - 1) or square[1] in (0, height - 1))
        return self.size, frozenset(rim if self.rock else self.walks)

    @cached_property
    def look(self) -> frozenset[tuple[Square, str]]:
        """What makes it look different from other ways of lying, of this tile and of others."""
        letters = self.tile.placed((0, 0), self.turn)
        paint = ((square, "painted") for square in self.tile.placed_paint((0, 0), self.turn))
        return frozenset([*((square, _meaning(self.tile, letter)) for square, letter in letters), *paint])

    @cached_property
    def floor(self) -> tuple[int, ...]:
        """Its floor by code."""
        return tuple(map(code, self.walks))

    @cached_property
    def walked(self) -> tuple[int, ...]:
        """The squares one can walk on, by code."""
        return tuple(code(square) for square, walks in self.walks.items() if walks)

    @cached_property
    def stones(self) -> tuple[int, ...]:
        """Its rock by code."""
        return tuple(map(code, self.rock))

    @cached_property
    def beyond_rim(self) -> tuple[int, ...]:
        """Of a card, the square outside each edge of the rock on its border, by code."""
        own = {*self.walks, *self.rock}
        beside = (neighbour(at, side) for at in self.rock for side in SIDES)
        return tuple(code(out) for out in beside if out not in own)

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """The straight runs of its border, those against its own rock left out."""
        own = {*self.walks, *self.rock}
        found = []
        for side in SIDES:
            edges = [at for at in self.walks if neighbour(at, side) not in own]
            found += [self._run(side, row) for row in _rows(edges, side)]
        return tuple(found)

    def _run(self, side: Side, row: list[Square]) -> Run:
        (dx, dy) = (1, 0) if side in (Side.NORTH, Side.SOUTH) else (0, 1)
        (x0, y0), (x1, y1) = row[0], row[-1]
        beyond = (x0 - dx, y0 - dy), (x1 + dx, y1 + dy)
        out_x, out_y = side.step
        convex = all(
            square not in self.walks and (square[0] + out_x, square[1] + out_y) not in self.walks for square in beyond
        )
        walked = tuple(self.walks[at] for at in row)
        tip = convex and (len(row) == PASSAGE or (self.tile.kind is SectionKind.BRIDGE and any(walked)))
        return Run(side, row[0], tuple(map(code, row)), walked, tip)

    @cached_property
    def narrow(self) -> bool:
        """Whether it is a passage: it has ends no wider than one, and no rim."""
        return not self.rock and any(run.tip for run in self.runs)


def lies(tile: Tile) -> tuple[TilePose, ...]:
    """The ways a tile may lie, each look once; tiles are printed on one side, so none is turned over."""
    return _lies(msgspec.msgpack.encode(tile))


@lru_cache(maxsize=512)
def _lies(encoded: bytes) -> tuple[TilePose, ...]:
    """Kept, since one floor after the other is laid from the same tiles."""
    tile = msgspec.msgpack.decode(encoded, type=Tile)
    found: dict[frozenset[tuple[Square, str]], TilePose] = {}
    for turn in range(4):
        lie = TilePose(tile, turn)
        found.setdefault(lie.look, lie)
    return tuple(found.values())


def imaged(lie: TilePose, quarters: int, flip: bool) -> Outline:
    """The outline of what a tile becomes across an axis."""
    size, squares = lie.outline
    return turned_size(size, quarters), frozenset(turned_square(square, size, quarters, flip) for square in squares)


def _meaning(tile: Tile, letter: str) -> str:
    return "" if letter == "." else str(tile.meaning(letter))


def _blocks(tile: Tile, letter: str) -> bool:
    """Whether nobody walks on what a letter stands for."""
    thing = tile.meaning(letter)
    return isinstance(thing, ObstacleKind) or thing in HAZARDS


def _rows(squares: list[Square], side: Side) -> Iterator[list[Square]]:
    """Squares that follow each other along a side."""
    across = side in (Side.NORTH, Side.SOUTH)
    ordered = sorted(squares, key=(lambda at: (at[1], at[0])) if across else (lambda at: at))
    row: list[Square] = []
    for at in ordered:
        follows = (at[0] - 1, at[1]) if across else (at[0], at[1] - 1)
        if row and row[-1] != follows:
            yield row
            row = []
        row.append(at)
    if row:
        yield row
