"""Narrow ways: groups of squares that no block covers, but for strips beside furniture.

Between a statue and the wall of a hall no block fits, though the way round the statue is wide: such a strip is no
narrow way. A group is a strip when it touches islands, when one can step from it onto wide squares in two or more
separate places (squares connected by sides are one place), and when all blocks one can step to are joined nearby,
the place being the group with its islands. Squares of a strip that have no island within `size` - 1 squares are narrow
without any furniture: they are groups of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple

import numpy as np

from dungeon_designer.analysis.islands import Islands
from dungeon_designer.analysis.width import Blocks, Place, groups, steps_onto, ways
from dungeon_designer.board.model import STRIDE, Flags, Ints
from dungeon_designer.breadth_first import reached


class Narrow(NamedTuple):
    """Squares connected by steps, and whether they are an alcove: one square, open to one side only."""

    squares: Ints
    alcove: bool


def narrow_ways(found: Blocks, squares: Ints, passable: Flags, strict: bool) -> Iterator[Narrow]:
    """The groups of some squares (sorted) that no block covers; of strips beside furniture what is narrow without it.

    A step crosses only edges that are `passable`. O(N) for N squares, and O(squares of its window) for each strip.
    """
    strips = _Strips(found, squares, passable, strict)
    bare: list[int] = []
    for group in groups(found.board, squares, passable, strict):
        kind = strips.kind(group)
        if kind is _Kind.STRIP:
            bare += strips.bare(group)
        else:
            yield Narrow(group, kind is _Kind.ALCOVE)
    for group in groups(found.board, np.array(sorted(bare), dtype=np.int32), passable, strict):
        yield Narrow(group, strips.is_nook(group))


class _Kind(Enum):
    """What a group of squares that no block covers is."""

    NARROW = auto()
    ALCOVE = auto()
    STRIP = auto()


class _Strips:
    """Tells strips from narrow ways; what it needs of all squares is made once, when first asked for."""

    def __init__(self, found: Blocks, squares: Ints, passable: Flags, strict: bool) -> None:
        self.found, self.squares, self.passable, self.strict = found, squares, passable, strict
        self.board = found.board

    @cached_property
    def islands(self) -> Islands:
        """The islands of the board."""
        return Islands(self.board, self.found.size)

    @cached_property
    def _onto(self) -> dict[int, list[int]]:
        """The wide squares one step from each square."""
        onto: dict[int, list[int]] = {}
        positions, ends = steps_onto(self.board, self.squares, self.found.wide, self.passable, self.strict)
        for square, end in zip(self.squares[positions].tolist(), ends.tolist(), strict=True):
            onto.setdefault(square, []).append(end)
        return onto

    @cached_property
    def _nooks(self) -> set[int]:
        """The squares with one side open."""
        free = ways(self.board, self.squares, self.found.ground)
        return set(self.squares[np.count_nonzero(free, axis=1) == 1].tolist())

    def is_nook(self, group: Ints) -> bool:
        """Whether a group is one square with one side open; steps are not asked, as many lead into an alcove."""
        return len(group) == 1 and int(group[0]) in self._nooks

    def kind(self, group: Ints) -> _Kind:
        """What a group is: a narrow way, an alcove or a strip beside furniture."""
        ends = list({end for square in group.tolist() for end in self._onto.get(square, ())})
        leads_on, nook = self._in_places(ends), self.is_nook(group)
        if not leads_on and not nook:
            return _Kind.NARROW
        keys, over = self.board.keys[group].tolist(), self.found.over(self.board.keys[ends].tolist())
        if not leads_on and self.found.joined(over, Place.around(keys)):  # then all the more with its islands
            return _Kind.ALCOVE
        touched = self.islands.touching(keys)
        place = Place.around([*keys, *(key for island in touched for key in island)])
        if not self.found.joined(over, place):
            return _Kind.NARROW
        if leads_on and touched:
            return _Kind.STRIP
        return _Kind.ALCOVE if nook else _Kind.NARROW

    def _in_places(self, squares: list[int]) -> bool:
        """Whether some squares lie in two or more places, each connected by sides."""
        if len(squares) < 2:
            return False
        beside = np.where(self.passable[squares], self.board.neighbours[squares][:, ::2], -1).tolist()
        around, inside = dict(zip(squares, beside, strict=True)), set(squares)
        return reached(squares[:1], lambda square: inside.intersection(around[square])) != inside

    def bare(self, group: Ints) -> list[int]:
        """The squares of a strip with no island of its own within `size` - 1 squares."""
        keys = self.board.keys[group].tolist()
        reach = range(1 - self.found.size, self.found.size)
        steps = [x + y * STRIDE for x in reach for y in reach]
        near = {key + step for island in self.islands.touching(keys) for key in island for step in steps}
        return [square for square, key in zip(group.tolist(), keys, strict=True) if key not in near]
