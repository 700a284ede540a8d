"""The first tile: its own twin in the middle, or one that meets its twin there or leaves a gap between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from dungeon_designer.generator.tiled_floor.asking import Asked
from dungeon_designer.generator.tiled_floor.images import Images, centred, middles
from dungeon_designer.generator.tiled_floor.poses import TilePose, imaged
from dungeon_designer.generator.tiled_floor.supply import Piece, Supply
from dungeon_designer.generator.tiled_floor.tiling import Anchor, spots
from dungeon_designer.grid import Square
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode

START: Square = (1000, 1000)
"""Where the first tile lies: far from both ends of the table."""

GAPS = (2, 4, 4, 6)
"""How far the first tile and its twin lie apart, if they do not meet."""


class Seed(NamedTuple):
    """First tiles, of which all after the first are no twins, and about what the floor repeats itself."""

    tiles: tuple[tuple[Piece, TilePose, Square], ...]
    symmetry: Symmetry


def seed_of(way: SymmetryMode, supply: Supply, asked: Asked, dice: Random) -> Seed | None:
    """A first tile; None where these dice find none."""
    if way is SymmetryMode.OFF:
        piece = dice.choice(supply.pieces)
        return Seed(((piece, dice.choice(piece.lies), START),), Symmetry(way))
    kinds: list[Callable[[SymmetryMode, Supply, Asked, Random], Seed | None]] = [_middle, _meeting, _apart]
    if way is SymmetryMode.QUARTER_TURNS:
        kinds.append(_two_halves)
    dice.shuffle(kinds)
    return next((seed for kind in kinds if (seed := kind(way, supply, asked, dice))), None)


def _middle(way: SymmetryMode, supply: Supply, asked: Asked, dice: Random) -> Seed | None:
    """A tile that is its own twin."""
    own = [
        (piece, lie)
        for piece, lie in _every(supply)
        if _may_be_odd(piece, supply, asked) and not Images(centred(way, lie, START)).of(lie, START)
    ]
    if not own:
        return None
    piece, lie = dice.choice(own)
    return Seed(((piece, lie, START),), centred(way, lie, START))


def _two_halves(way: SymmetryMode, supply: Supply, asked: Asked, dice: Random) -> Seed | None:
    """Two tiles that together are a square."""
    halves = [(piece, lie) for piece, lie in _every(supply) if lie.size[0] == 2 * lie.size[1] and not lie.rock]
    halves = [(piece, lie) for piece, lie in halves if len(lie.floor) == lie.size[0] * lie.size[1]]
    if not halves:
        return None
    piece, lie = dice.choice(halves)
    others = [(other, way) for other, way in halves if way.outline == lie.outline and other is not piece]
    if not others:
        return None
    (x, y), (width, height) = START, lie.size
    symmetry = Symmetry(way, (2 * x + width - 1, 2 * y + 2 * height - 1))
    return Seed(((piece, lie, START), (*dice.choice(others), (x, y + height))), symmetry)


def _meeting(way: SymmetryMode, supply: Supply, asked: Asked, dice: Random) -> Seed | None:
    """A tile that touches its twin."""
    return _two(way, supply, asked.least, dice, gap=0)


def _apart(way: SymmetryMode, supply: Supply, asked: Asked, dice: Random) -> Seed | None:
    """A tile and its twin some squares away."""
    return _two(way, supply, asked.least, dice, gap=dice.choice(GAPS))


def _two(way: SymmetryMode, supply: Supply, least: int, dice: Random, gap: int) -> Seed | None:
    piece = dice.choice(supply.pieces)
    lie, turn = dice.choice(piece.lies), next(Symmetry(way).turns())
    if lie.rock and gap:
        return None
    twins = [other for _, other in supply.alike(imaged(lie, turn.quarters, turn.flip))]
    found = list(_places(way, lie, twins[0], least, gap)) if twins else []
    return Seed(((piece, lie, START),), dice.choice(found)) if found else None


def _places(way: SymmetryMode, lie: TilePose, twin: TilePose, least: int, gap: int) -> Iterator[Symmetry]:
    """The symmetries under which a tile's twin lies beside it."""
    for number, run in enumerate(lie.runs):
        dx, dy = run.side.step
        anchor = Anchor(number, run, (START[0] + run.corner[0], START[1] + run.corner[1]), stub=False)
        for other in twin.runs:
            if other.side is run.side.opposite and min(run.length, other.length) >= least:
                for x, y in spots(anchor, other, least, staggered=False):
                    yield from middles(way, lie, START, (x + gap * dx, y + gap * dy))


def _may_be_odd(piece: Piece, supply: Supply, asked: Asked) -> bool:
    """Whether an odd number of a tile may be laid: not where all of an even number must be, of the tile or its kind."""
    bounds = asked.mix.get(piece.tile.kind)
    exact = bounds is not None and bounds.min is not None and bounds.min == bounds.max and bounds.min % 2 == 0
    return not exact and not (supply.use_all and supply.copies(piece) % 2 == 0)


def _every(supply: Supply) -> Iterator[tuple[Piece, TilePose]]:
    return ((piece, lie) for piece in supply.pieces for lie in piece.lies)
