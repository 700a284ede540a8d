"""Where the twins of a tile lie: across the middle of the table, or round it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dungeon_designer.generator.tiled_floor.poses import Outline, TilePose, imaged
from dungeon_designer.grid import Square
from dungeon_designer.layout.edits import Turn
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode


class Twin(NamedTuple):
    """The room a tile's twin takes, and where."""

    outline: Outline
    at: Square


class Images:
    """The twins under one symmetry."""

    def __init__(self, symmetry: Symmetry) -> None:
        self.symmetry = symmetry
        self.turns: list[Turn] = list(symmetry.turns())

    def of(self, lie: TilePose, at: Square) -> list[Twin]:
        """The twins of a tile, none where it is its own; each once."""
        own = Twin(lie.outline, at)
        twins = [Twin(imaged(lie, turn.quarters, turn.flip), turn.box(at, lie.size)[0]) for turn in self.turns]
        return [twin for twin in dict.fromkeys(twins) if twin != own]


def middles(way: SymmetryMode, lie: TilePose, at: Square, there: Square) -> Iterator[Symmetry]:
    """The symmetry under which the first twin of a tile at one place lies at another, if there is one."""
    (x, y), (u, v), (width, height) = at, there, lie.size
    if way is SymmetryMode.HALF_TURN:
        yield Symmetry(way, (u + x + width - 1, v + y + height - 1))
    elif way is SymmetryMode.LEFT_RIGHT and v == y:
        yield Symmetry(way, (u + x + width - 1, 2 * y + height - 1))
    elif way is SymmetryMode.TOP_BOTTOM and u == x:
        yield Symmetry(way, (2 * x + width - 1, v + y + height - 1))
    elif way is SymmetryMode.QUARTER_TURNS:
        total, apart = u + y + height - 1, v - x
        yield Symmetry(way, (total - apart, total + apart))


def centred(way: SymmetryMode, lie: TilePose, at: Square) -> Symmetry:
    """The symmetry about the middle of a tile; for quarter turns its width and height should be alike."""
    (x, y), (width, height) = at, lie.size
    middle = 2 * x + width - 1, 2 * y + height - 1
    return Symmetry(way, middle)
