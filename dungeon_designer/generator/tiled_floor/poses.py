"""The ways a tile may lie, and what of its border can be joined to another.

A board, or an end zone, none of whose sides is floor all along is a card with a rim: nothing may lie on its rock, and
what leads out of it had better lead onto floor. Of every other tile what is no floor is cut away.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import msgspec

from dungeon_designer.generator.zones import along, rows_along
from dungeon_designer.grid import SIDES, Side, Size, Square, block, neighbour, turned_size, turned_square
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


def square_of(number: int) -> Square:
    """The square of a code."""
    return number % STRIDE, number // STRIDE


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
        barred = {at for at, thing in self.tile.features.items() if isinstance(thing, ObstacleKind) or thing in HAZARDS}
        turned = {turned_square(at, self.tile.size, self.turn) for at in barred}
        return {square: square not in turned for square, _ in self.tile.placed((0, 0), self.turn)}

    @cached_property
    def rock(self) -> frozenset[Square]:
        """The squares of the card that are no floor; of a tile without a rim none, since they are cut away."""
        every = frozenset(block((0, 0), self.size))
        lines = [
            {at for at in every if at[axis] == end} for axis, size in enumerate(self.size) for end in (0, size - 1)
        ]
        rimmed = self.tile.kind in _CARDS and not any(line <= self.walks.keys() for line in lines)
        return every - self.walks.keys() if rimmed else frozenset()

    @cached_property
    def outline(self) -> Outline:
        """What takes the same room: poses of one outline can stand in for each other across an axis."""
        width, height = self.size
        rim = (square for square in self.walks if square[0] in (0, width - 1) or square[1] in (0, height - 1))
        return self.size, frozenset(rim if self.rock else self.walks)

    @cached_property
    def look(self) -> frozenset[object]:
        """What one sees of it: its squares with what is on them, and where an end zone is painted."""
        placed = self.tile.placed((0, 0), self.turn)
        seen = {(square, "" if letter == "." else str(self.tile.meaning(letter))) for square, letter in placed}
        return frozenset((*seen, *((at, "painted") for at in self.tile.placed_paint((0, 0), self.turn))))

    @cached_property
    def floor(self) -> tuple[int, ...]:
        """Its squares by code."""
        return tuple(map(code, self.walks))

    @cached_property
    def walked(self) -> tuple[int, ...]:
        """Those one can walk on."""
        return tuple(code(square) for square, free in self.walks.items() if free)

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
        bare = {side: [at for at in self.walks if neighbour(at, side) not in own] for side in SIDES}
        return tuple(self._run(side, row) for side in SIDES for row in rows_along(bare[side], side))

    def _run(self, side: Side, row: list[Square]) -> Run:
        (x, y), (dx, dy) = row[0], along(side)
        beyond = (x - dx, y - dy), (row[-1][0] + dx, row[-1][1] + dy)
        convex = all(at not in self.walks and neighbour(at, side) not in self.walks for at in beyond)
        walked = tuple(self.walks[at] for at in row)
        tip = convex and (len(row) == PASSAGE or (self.tile.kind is SectionKind.BRIDGE and any(walked)))
        return Run(side, row[0], tuple(map(code, row)), walked, tip)

    @cached_property
    def narrow(self) -> bool:
        """Whether it is a passage: it has ends no wider than one, and no rim."""
        return not self.rock and any(run.tip for run in self.runs)

    def turned_outline(self, quarters: int, flip: bool) -> Outline:
        """The outline of what the tile becomes across an axis."""
        size, squares = self.outline
        return turned_size(size, quarters), frozenset(turned_square(at, size, quarters, flip) for at in squares)


def poses(tile: Tile) -> tuple[TilePose, ...]:
    """The ways a tile may lie, each look once; tiles are printed on one side, so none is turned over."""
    return _poses(msgspec.msgpack.encode(tile))


@lru_cache(maxsize=512)
def _poses(encoded: bytes) -> tuple[TilePose, ...]:
    """Kept, since one floor after the other is laid from the same tiles."""
    tile = msgspec.msgpack.decode(encoded, type=Tile)
    found: dict[frozenset[object], TilePose] = {}
    for turn in range(4):
        pose = TilePose(tile, turn)
        found.setdefault(pose.look, pose)
    return tuple(found.values())
