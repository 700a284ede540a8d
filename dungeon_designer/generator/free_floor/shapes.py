"""The shapes of rooms, in a rectangle that begins at (0, 0).

All but angles mirror onto themselves both ways, so that one may lie on the middle of any dungeon.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from dungeon_designer.generator.free_floor.ground import Piece, Squares
from dungeon_designer.generator.free_floor.style import Style
from dungeon_designer.generator.free_floor.terms import Terms
from dungeon_designer.grid import Size, block

CORES = ((2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (2, 4), (4, 3), (3, 4), (5, 2), (2, 5))
"""What a way may lead round."""


SMALLEST = 3
"""The sides of the smallest room."""


def room(style: Style, terms: Terms, dice: Random, left: int, within: Size = (99, 99)) -> Piece:
    """Some room: rectangle or other shape, with or without something in the middle, of `left` squares at most."""
    chance = dice.random()
    if chance < style.rings:
        if found := _around(dice.choice(CORES), terms.width, dice.random() < style.lakes, within):
            return found
    elif chance < style.rings + style.lakes:
        rim = dice.choice((2, 2, 3)) if style.way < 3 else 3
        if found := _around(dice.choice(CORES), rim, True, within):
            return found
    size = _size(style, terms, dice, within)
    while size[0] * size[1] > left and max(size) > SMALLEST:
        size = (size[0] - 1, size[1]) if size[0] >= size[1] else (size[0], size[1] - 1)
    shapes = [octagon, cross, angle(dice)] if min(size) >= 5 and dice.random() < style.shaped else [rectangle]
    return Piece(dice.choice(shapes)(size))


def _size(style: Style, terms: Terms, dice: Random, within: Size) -> Size:
    """A size that is no extreme: where one side is long the other is rather short."""
    least, most = style.sizes
    size = dice.randint(least, most), dice.randint(least, most)
    if dice.random() < 0.25:
        size = min(size), max(size) + 2
        size = size if dice.random() < 0.5 else size[::-1]
    short, long = min(*size, terms.widest), max(size)
    size = (short, long) if size[0] <= size[1] else (long, short)
    return min(size[0], within[0]), min(size[1], within[1])


def _around(core: Size, rim: int, wet: bool, within: Size) -> Piece | None:
    """A room round a core, which is rock or a hazard."""
    size = core[0] + 2 * rim, core[1] + 2 * rim
    if size[0] > within[0] or size[1] > within[1]:
        return None
    middle = frozenset(block((rim, rim), core))
    if wet:
        return Piece(rectangle(size), wet=middle)
    return Piece(rectangle(size) - middle)


def rectangle(size: Size) -> Squares:
    """All squares of a rectangle."""
    return frozenset(block((0, 0), size))


def octagon(size: Size) -> Squares:
    """A rectangle without its corners; of a large one three squares go at each."""
    width, height = size
    cut = 2 if min(size) >= 7 else 1
    return frozenset((x, y) for x, y in rectangle(size) if min(x, width - 1 - x) + min(y, height - 1 - y) >= cut)


def cross(size: Size) -> Squares:
    """Two halls that cross: the corners are missing, one square or two each way."""
    width, height = size
    across, down = min(2, (width - 3) // 2), min(2, (height - 3) // 2)
    return frozenset((x, y) for x, y in rectangle(size) if across <= x < width - across or down <= y < height - down)


def angle(dice: Random) -> Callable[[Size], Squares]:
    """Two halls that meet at a corner: a rectangle that lacks one corner, up to half of each side."""
    right, low = dice.random() < 0.5, dice.random() < 0.5

    def shape(size: Size) -> Squares:
        width, height = size
        across, down = (width - 1) // 2, (height - 1) // 2
        left, top = (width - across if right else 0), (height - down if low else 0)
        return rectangle(size) - frozenset(block((left, top), (across, down)))

    return shape
