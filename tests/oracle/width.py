"""`corridor-width` read a second time: square blocks, slid about by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from oracle.floor import Floor, Found, Square, beside, groups

Block = Square
"""A block of `width` by `width` squares, named by its upper left one."""


class Width:
    """One floor measured under one edition's corners and parameters."""

    def __init__(
        self, floor: Floor, strict: bool, width: int = 2, bridges: bool = False, one_square_gaps: bool = False
    ) -> None:
        self.floor = floor
        self.strict = strict
        self.width = width
        self.ground = set(floor.owner) - floor.hazards
        self.areas = groups(square for square in self.ground if self.is_block(square))
        """The blocks, in groups that slide into one another a square at a time."""
        self.wide = {square for area in self.areas for square in self.under(area)}
        self.spared = floor.square_doors | floor.entries | (set() if bridges else floor.bridges)
        if one_square_gaps:
            self.spared |= {square for square in self.ground - self.wide if self.is_gap(square)}

    def found(self, level: str) -> Iterator[Found]:
        """All three kinds of finding."""
        yield from self.narrow_groups(level)
        yield from self.pinches(level)
        yield from self.parting_obstacles(level)

    def squares_of(self, block: Block) -> set[Square]:
        """The squares of a block."""
        return {(block[0] + dx, block[1] + dy) for dx in range(self.width) for dy in range(self.width)}

    def under(self, area: set[Block]) -> set[Square]:
        """The squares of an area."""
        return {square for block in area for square in self.squares_of(block)}

    def is_block(self, block: Block) -> bool:
        """Whether its squares are ground and no wall stands between them."""
        squares = self.squares_of(block)
        inside = [(a, b) for a in squares for b in beside(a) if b in squares]
        return squares <= self.ground and all(self.floor.edge(a, b) != "wall" for a, b in inside)

    def is_gap(self, square: Square) -> bool:
        """One square wide and one deep: walls on two opposite sides, a way on to wide ground on the two others."""
        north, east, south, west = beside(square)
        ways = {b for b in beside(square) if self.floor.edge(square, b) != "wall"}
        return ways <= self.wide and ways in ({north, south}, {east, west})

    def narrow_groups(self, level: str) -> Iterator[Found]:
        """(1) Each connected group of squares that are not wide; a lone one open to one side is but an alcove."""
        narrow = self.ground - self.wide - self.spared
        left = set(narrow)
        while left:
            group = set(self.floor.reached([left.pop()], narrow, self.strict))
            left -= group
            yield Found("info" if self.is_alcove(group) else level, frozenset(group))

    def is_alcove(self, group: set[Square]) -> bool:
        """A lone square that opens to one side only."""
        if len(group) != 1:
            return False
        (square,) = group
        return sum(1 for b in beside(square) if b in self.ground and self.floor.edge(square, b) != "wall") == 1

    def pinches(self, level: str) -> Iterator[Found]:
        """(2) Two wide areas that meet, though no block slides from one to the other."""
        for one, other in combinations(self.areas, 2):
            here, there = self.under(one) - self.spared, self.under(other) - self.spared
            met = here & there or self.steps_between(here, there)
            if met:
                yield Found(level, frozenset(met))

    def steps_between(self, here: set[Square], there: set[Square]) -> set[Square]:
        """The squares of all steps from one area to the other, through no door."""
        return {
            square
            for a in here
            for b in self.floor.steps(a, {a} | there, self.strict)
            if not self.by_door(a, b)
            for square in (a, b)
        }

    def by_door(self, a: Square, b: Square) -> bool:
        """Whether a step crosses an edge door: it would be none if the doors were walls."""
        if a[0] == b[0] or a[1] == b[1]:
            return self.floor.edge(a, b) == "door"
        ways = [{self.floor.edge(a, c), self.floor.edge(c, b)} for c in ((a[0], b[1]), (b[0], a[1]))]
        blocked = [bool(way & {"wall", "door"}) for way in ways]
        return any(blocked) if self.strict else all(blocked)

    def parting_obstacles(self, level: str) -> Iterator[Found]:
        """(3) Each obstacle that, counted as wall, parts a wide area."""
        for obstacle in groups(self.floor.obstacles & self.ground):
            for area in self.areas:
                left = {block for block in area if not obstacle & self.squares_of(block)}
                if len(groups(left)) > 1:
                    yield Found(level, frozenset(obstacle))
                    break
