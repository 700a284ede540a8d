"""`corridor-width` read a second time: square blocks slid about by hand, within a window around each place.

The words are the manual's. A way is wide where a block of squares fits; two blocks are joined nearby when one slides
to the other without leaving the smallest rectangle around the place in question, `width` squares larger on every
side; furniture that stands free in a hall is looked through. Nothing here is fast: every place is flooded from the
start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy

from oracle.floor import Floor, Found, Square, find_groups, list_neighbours, list_surrounding

Block = Square
"""A block of `width` by `width` squares, named by its upper left one."""


class Width:
    """One floor measured under one edition's corners and parameters."""

    def __init__(
        self,
        floor: Floor,
        strict: bool,
        width: int = 2,
        bridges: bool = False,
        one_square_gaps: bool = False,
        doors: str = "none",
    ) -> None:
        self.floor = floor
        self.strict = strict
        self.width = width
        self.doors = doors
        self.walked = floor.walkable() - floor.entries
        self.small_groups = self.find_small_groups()
        self.halls = self.find_halls()
        self.looked_through = {square for _, _, furniture in self.halls for square in furniture}
        self.seen_through = copy(floor)
        self.seen_through.stone = floor.stone - self.looked_through
        self.ground = self.walked | self.looked_through
        self.blocks = {square for square in self.ground if self.fits(square, self.ground, width)}
        self.wide = {square for block in self.blocks for square in self.squares_of(block)}
        self.spared = set() if bridges else {square for square in floor.bridges if self.spans_hazard(square)}
        self.spared |= {square for square in floor.square_doors if self.is_fair_door(square)}
        if one_square_gaps:
            self.spared |= {square for square in self.ground - self.wide if self.is_gap(square)}

    def found(self, level: str) -> Iterator[Found]:
        """Yield all three kinds of finding."""
        yield from self.narrow_groups(level)
        yield from self.pinches(level)
        yield from self.barred_halls(level)

    # Blocks

    def squares_of(self, block: Block) -> set[Square]:
        """Return the squares of a block."""
        return list_block(block, self.width)

    def over(self, squares: Iterable[Square]) -> set[Block]:
        """Return the blocks that some squares lie in."""
        reach = range(self.width)
        return {(x - dx, y - dy) for x, y in squares for dx in reach for dy in reach} & self.blocks

    def joined_nearby(self, blocks: set[Block], place: Iterable[Square]) -> bool:
        """Return whether some blocks, given by their upper left squares, slide to each other within a window."""
        columns, rows, width = {x for x, _ in place}, {y for _, y in place}, self.width
        inside = {
            (x, y)
            for x in range(min(columns) - width, max(columns) + 2)
            for y in range(min(rows) - width, max(rows) + 2)
        }
        return not blocks or any(blocks <= slid for slid in find_groups(inside & self.blocks))

    # What is never found

    def spans_hazard(self, square: Square) -> bool:
        """Return whether a bridge has hazard along both its sides here, or nothing but hazard and bridge about it."""
        north, east, south, west = (self.end_of_bridge(square, side) for side in range(4))
        bare = all(b in self.floor.bridges | self.floor.hazards for b in list_neighbours(square))
        return (north and south) or (east and west) or bare

    def end_of_bridge(self, square: Square, side: int) -> bool:
        """Return whether, fewer than `width` squares away to one side, the bridge ends in hazard."""
        for _ in range(self.width - 1):
            square = list_neighbours(square)[side]
            if square not in self.floor.bridges:
                return square in self.floor.hazards
        return False

    def is_fair_door(self, square: Square) -> bool:
        """Return whether a square door may be one square wide: in gw-1989 one by itself in a wall, or in a gap."""
        if self.doors != "wall_or_gap":
            return self.doors == "all"
        north, east, south, west = list_neighbours(square)
        ways = {b for b in list_neighbours(square) if self.floor.edge(square, b) != "wall"}
        return ways in ({north, south}, {east, west}) and not ways & self.floor.square_doors

    def is_gap(self, square: Square) -> bool:
        """Return whether a group is one square wide and deep: walls on two opposite sides, wide floor on the others."""
        north, east, south, west = list_neighbours(square)
        floor = self.floor.owner.keys() | self.looked_through
        ways = {b for b in list_neighbours(square) if b in floor and not self.is_wall(square, b)}
        return ways <= self.wide and ways in ({north, south}, {east, west})

    def steps(self, square: Square, on: set[Square]) -> set[Square]:
        """Return the squares one step away, through no door where doors may be one square wide."""
        there = set(self.seen_through.steps(square, (on | {square}) & self.walked, self.strict))
        there = {b for b in there if not (self.doors == "all" and self.by_door(square, b))}
        return there | {b for b in list_surrounding(square) if b in on and {square, b} & self.looked_through}

    def by_door(self, a: Square, b: Square) -> bool:
        """Return whether a step crosses an edge door: it would be none if the doors were walls."""
        if a[0] == b[0] or a[1] == b[1]:
            return self.floor.edge(a, b) == "door"
        corners = (a[0], b[1]), (b[0], a[1])
        stone = self.seen_through.stone
        blocked = [
            c in stone or bool({"wall", "door"} & {self.floor.edge(a, c), self.floor.edge(c, b)}) for c in corners
        ]
        return any(blocked) if self.strict else all(blocked)

    def by_steps(self, squares: set[Square]) -> Iterator[set[Square]]:
        """Yield some squares in groups connected by steps over them."""
        left = set(squares)
        while left:
            group = {left.pop()}
            while more := {b for a in group for b in self.steps(a, left)} - group:
                group |= more
            left -= group
            yield group

    # Narrow squares

    def narrow_groups(self, level: str) -> Iterator[Found]:
        """Yield each connected group of squares that are not wide, but for alcoves of one square (part 1)."""
        for group in self.by_steps(self.ground - self.wide - self.spared):
            alcove = self.is_open_to_one_side(group) and self.joined_nearby(
                self.over(self.onto(group)), self.place(group)
            )
            yield Found("info" if alcove else level, self.named(group))

    def named(self, squares: set[Square]) -> frozenset[Square]:
        """Return what a finding names: what is looked through only where nothing else is left."""
        return frozenset(squares - self.looked_through or squares)

    def onto(self, group: set[Square]) -> set[Square]:
        """Return the squares one step from a group."""
        return {b for a in group for b in self.steps(a, self.ground)}

    def place(self, group: set[Square]) -> set[Square]:
        """Return a group and the small groups that touch it, at corners too, but for what is looked through."""
        touched = {b for a in group for b in list_surrounding(a)} - self.looked_through
        return group.union(*(small for small in self.small_groups if small & touched))

    def is_open_to_one_side(self, group: set[Square]) -> bool:
        """Return a lone square with ground beyond one of its sides, doors or not."""
        if len(group) != 1:
            return False
        (square,) = group
        return sum(1 for b in list_neighbours(square) if b in self.ground and not self.is_wall(square, b)) == 1

    # Furniture and halls

    def find_small_groups(self) -> list[set[Square]]:
        """Groups of what nobody walks on at most four long and wide, and of rock at most two (for ways two wide)."""
        blocked = self.floor.obstacles | self.floor.hazards
        near = {b for a in self.floor.owner for b in list_surrounding(a)} - self.floor.owner.keys()
        found: list[set[Square]] = []
        for squares, is_member, most in (
            (blocked, blocked.__contains__, 2 * self.width),
            (near, lambda square: square not in self.floor.owner, self.width),
        ):
            for square in squares:
                group = find_small_group(square, is_member, most)
                if group and group not in found:
                    found.append(group)
        return found

    def stands_free(self, group: set[Square]) -> bool:
        """Return whether a group has no walls, and all squares around it are walkable and no bridge."""
        near = {b for a in group for b in list_surrounding(a)} - group
        walls = any(
            self.floor.edge(a, b) == "wall"
            for a in group
            for b in list_neighbours(a)
            if {a, b} <= set(self.floor.owner)
        )
        return near <= self.walked and not near & self.floor.bridges and not walls

    def find_halls(self) -> list[tuple[list[Block], set[Square], set[Square]]]:
        """Return each hall with furniture in it: its blocks of twice the width, its squares, and its furniture."""
        pieces = [group for group in self.small_groups if self.stands_free(group)]
        ground, size, found = self.walked.union(*pieces), 2 * self.width, []
        for blocks in find_groups({at for at in ground if self.fits(at, ground, size)}):
            squares = {square for at in blocks for square in list_block(at, size)}
            inside = [piece for piece in pieces if piece <= squares]
            if inside:
                found.append((sorted(blocks), squares, set().union(*inside)))
        return found

    def fits(self, at: Block, ground: set[Square], size: int) -> bool:
        """Return whether a block of some size is all ground with no wall inside;

        borders of rock that is ground are open.
        """
        squares = list_block(at, size)
        return squares <= ground and not any(
            self.is_wall(a, b) for a in squares for b in list_neighbours(a) if b in squares
        )

    def is_wall(self, a: Square, b: Square) -> bool:
        """Return whether a wall stands between two squares of ground, rock that counts as floor among them."""
        return {a, b} <= set(self.floor.owner) and self.floor.edge(a, b) == "wall"

    def barred_halls(self, level: str) -> Iterator[Found]:
        """Yield each hall whose blocks of twice the width are not all joined inside it (part 3)."""
        for blocks, squares, furniture in self.halls:
            bare = squares & self.walked
            large = {at for at in blocks if self.fits(at, bare, 2 * self.width)}
            small = {at for at in bare if self.fits(at, bare, self.width)}
            if large and not any(large <= slid for slid in find_groups(small)):
                yield Found({"error": "warning"}.get(level, "info"), frozenset(furniture))

    # Pinches

    def pinches(self, level: str) -> Iterator[Found]:
        """Yield squares in several blocks, and steps between wide squares, whose blocks are not all joined (part 2)."""
        wide = self.wide - self.spared
        parted = {square for square in wide if not self.joined_nearby(self.over([square]), [square])}
        pinches = [{square} for square in parted]
        pinches += [
            {a, b} for a in wide for b in self.steps(a, wide) if not self.joined_nearby(self.over([a, b]), [a, b])
        ]
        for pinch in join_overlapping(pinches):
            yield Found(level, self.named(pinch & parted or pinch))


def list_block(at: Block, size: int) -> set[Square]:
    """Return the squares of a block."""
    return {(at[0] + dx, at[1] + dy) for dx in range(size) for dy in range(size)}


def join_overlapping(sets: list[set[Square]]) -> list[set[Square]]:
    """Sets of squares, those put together that have squares in common."""
    found: list[set[Square]] = []
    for squares in sets:
        apart = [other for other in found if not other & squares]
        found = [*apart, squares.union(*(other for other in found if other & squares))]
    return found


def find_small_group(start: Square, is_member: Callable[[Square], bool], most: int) -> set[Square]:
    """Return the squares connected to one by sides or corners; none where they are more than `most` long or wide."""
    group, wave = {start}, [start]
    while wave:
        for b in list_surrounding(wave.pop()):
            if is_member(b) and b not in group:
                if max(max(abs(b[0] - x), abs(b[1] - y)) for x, y in group) >= most:
                    return set()
                group.add(b)
                wave.append(b)
    return group
