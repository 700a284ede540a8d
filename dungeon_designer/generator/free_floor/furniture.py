"""Statues in rooms, and pits: what stands and gapes on a floor that is grown."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from dungeon_designer.generator.free_floor.ground import Ground, Piece, Squares, around
from dungeon_designer.generator.free_floor.style import Style
from dungeon_designer.generator.free_floor.terms import Terms
from dungeon_designer.grid import Square, block, bounds, distance
from dungeon_designer.layout.model import TrapKind
from dungeon_designer.rules.rule import Bounds

DIGS = 12
"""So many squares are tried for each pit."""

CLEAR = 2
"""So many squares stay free round what stands in a room."""


def statues(ground: Ground, style: Style, terms: Terms, dice: Random) -> Squares:
    """The squares of statues: in the middle of rooms, in pairs, or one towards each corner."""
    found: set[Square] = set()
    for members in ground.orbits(n for n, piece in enumerate(ground.pieces) if piece.is_room):
        if dice.random() >= style.posts:
            continue
        piece = ground.pieces[min(members)]
        if patterns := [] if piece.wet else [each for each in _patterns(piece.squares) if _stands(each, piece.squares)]:
            for image in ground.images(dice.choice(patterns)):
                found |= image
    return frozenset(found)


def _patterns(squares: Squares) -> Iterator[list[Square]]:
    """The ways statues may stand in a room, each mirrored both ways."""
    (left, top), (width, height) = bounds(squares)
    if len(squares) < width * height - 12 or min(width, height) < 2 * CLEAR + 1:
        return
    middle = (2 - width % 2, 2 - height % 2)
    at = left + (width - middle[0]) // 2, top + (height - middle[1]) // 2
    if width - middle[0] >= 2 * CLEAR and height - middle[1] >= 2 * CLEAR:
        yield block(at, middle)
    far_x, far_y = left + width - 1 - CLEAR, top + height - 1 - CLEAR
    if width >= 8 and middle[1] + 2 * CLEAR <= height:
        yield [*block((left + CLEAR, at[1]), (1, middle[1])), *block((far_x, at[1]), (1, middle[1]))]
    if height >= 8 and middle[0] + 2 * CLEAR <= width:
        yield [*block((at[0], top + CLEAR), (middle[0], 1)), *block((at[0], far_y), (middle[0], 1))]
    if width >= 8 and height >= 8:
        yield [(x, y) for x in (left + CLEAR, far_x) for y in (top + CLEAR, far_y)]


def _stands(pattern: list[Square], squares: Squares) -> bool:
    """Whether all that stands does so on floor, with floor all round."""
    return squares.issuperset(pattern) and squares.issuperset(around(pattern))


def _in_the_way(piece: Piece) -> Squares:
    """The squares of a piece where a pit bars somebody's way: of rooms not those at a wall."""
    if not piece.is_room:
        return piece.squares - piece.wet - piece.planks
    inside = piece.squares - piece.wet
    return frozenset(at for at in inside if inside.issuperset(around([at])))


def pits(ground: Ground, style: Style, terms: Terms, blocked: Squares, dice: Random) -> dict[Square, TrapKind]:
    """Pits on ways, and in rooms away from the walls, as far from each other as pits must be.

    As many of each kind as a ruleset asks for, else some of one kind.
    """
    free = sorted(at for piece in ground.pieces if piece.side is None for at in _in_the_way(piece) - blocked)
    usual = dice.choice((TrapKind.OPEN_PIT, TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT))
    found: dict[Square, TrapKind] = {}
    for kind in (TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT):
        bounds = terms.face_up.get(kind, Bounds())
        count = max(style.pits * ground.twins if kind is usual else 0, bounds.min or 0)
        _dug(ground, kind, count if bounds.max is None else min(count, bounds.max), terms.pits, free, found, dice)
    return found


def _dug(
    ground: Ground,
    kind: TrapKind,
    count: int,
    apart: int,
    free: list[Square],
    found: dict[Square, TrapKind],
    dice: Random,
) -> None:
    """Add so many pits of a kind, with their twins; the last ones, too few for all twins, alone."""
    for _ in range(DIGS * count if free else 0):
        at = dice.choice(free)
        orbit = [next(iter(image)) for image in ground.images([at])] if count >= ground.twins else [at]
        others = {*found, *orbit}
        clear = all(distance(a, b) >= max(apart, 1) for a in orbit for b in others - {a})
        if clear and count >= len(orbit) and found.keys().isdisjoint(orbit):
            found.update(dict.fromkeys(orbit, kind))
            count -= len(orbit)
