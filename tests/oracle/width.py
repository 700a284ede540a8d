"""`corridor-width` read a second time: two-by-two blocks, slid about by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from oracle.floor import Floor, Found, Square, beside, groups

Block = Square
"""A two-by-two block, named by its upper left square."""


def corridor_width(
    floor: Floor, level: str, strict: bool, bridges: bool = False, one_square_gaps: bool = False
) -> list[Found]:
    """All three kinds of finding."""
    ground = set(floor.owner) - floor.hazards
    areas = wide_areas(floor, ground)
    wide = {square for area in areas for block in area for square in squares_of(block)}
    spared = floor.square_doors | floor.entries | (set() if bridges else floor.bridges)
    narrow = ground - wide - spared
    if one_square_gaps:
        narrow -= {square for square in narrow if is_gap(floor, square, ground, wide)}
    found = list(narrow_groups(floor, narrow, ground, level, strict))
    found += pinches(floor, areas, ground - spared, level, strict)
    found += parting_obstacles(floor, ground, areas, level)
    return found


def squares_of(block: Block) -> list[Square]:
    """The four squares of a block."""
    x, y = block
    return [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]


def is_block(floor: Floor, block: Block, ground: set[Square]) -> bool:
    """Whether the four squares are ground and no wall stands between them."""
    a, b, c, d = squares_of(block)
    inside = ((a, b), (c, d), (a, c), (b, d))
    return {a, b, c, d} <= ground and all(floor.edge(*pair) != "wall" for pair in inside)


def wide_areas(floor: Floor, ground: set[Square]) -> list[set[Block]]:
    """The blocks, in groups that slide into one another a square at a time."""
    return groups(square for square in ground if is_block(floor, square, ground))


def narrow_groups(floor: Floor, narrow: set[Square], ground: set[Square], level: str, strict: bool) -> Iterator[Found]:
    """(1) Each connected group of squares that are not wide; a lone one with one neighbour is but an alcove."""
    left = set(narrow)
    while left:
        group = set(floor.reached([left.pop()], narrow, strict))
        left -= group
        yield Found("info" if is_alcove(floor, group, ground) else level, frozenset(group))


def is_alcove(floor: Floor, group: set[Square], ground: set[Square]) -> bool:
    """A lone square that opens to one side only."""
    if len(group) != 1:
        return False
    (square,) = group
    return sum(1 for b in beside(square) if b in ground and floor.edge(square, b) != "wall") == 1


def is_gap(floor: Floor, square: Square, ground: set[Square], wide: set[Square]) -> bool:
    """One square wide and one deep: walls on two opposite sides, a way on to wide ground on the two others."""
    north, east, south, west = beside(square)
    ways = {b for b in beside(square) if b in ground and floor.edge(square, b) != "wall"}
    return ways <= wide and ways in ({north, south}, {east, west})


def pinches(floor: Floor, areas: list[set[Block]], ground: set[Square], level: str, strict: bool) -> Iterator[Found]:
    """(2) Two wide areas that meet, though no block slides from one to the other."""
    for one, other in combinations(areas, 2):
        here = {square for block in one for square in squares_of(block)} & ground
        there = {square for block in other for square in squares_of(block)} & ground
        steps = {
            frozenset((a, b)) for a in here for b in floor.steps(a, there | {a}, strict) if not by_door(floor, a, b)
        }
        met = here & there or {square for step in steps for square in step}
        if met:
            yield Found(level, frozenset(met))


def by_door(floor: Floor, a: Square, b: Square) -> bool:
    """Whether a step between neighbours crosses an edge door."""
    return floor.edge(a, b) == "door"


def parting_obstacles(floor: Floor, ground: set[Square], areas: list[set[Block]], level: str) -> Iterator[Found]:
    """(3) Each obstacle that, counted as wall, parts a wide area."""
    for obstacle in groups(floor.obstacles & ground):
        for area in areas:
            left = {block for block in area if not obstacle & set(squares_of(block))}
            if len(groups(left)) > 1:
                yield Found(level, frozenset(obstacle))
                break
