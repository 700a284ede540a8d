"""Rooms and ways added to a floor: each room at the end of a way of its own, and ways between what is there already.

All rooms but angles mirror onto themselves both ways, so that one may lie on the middle of any dungeon.
"""

from __future__ import annotations

from random import Random

from msgspec import Struct

from dungeon_designer.generator.constraints import Constraints
from dungeon_designer.generator.free_floor.ground import Dock, Ground, Piece, Squares, around, before, touch_of
from dungeon_designer.grid import Side, Size, Square, block, bounds
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.layout_edits.symmetry import SymmetryMode

SHARE = 5
"""No room takes more than the fifth part of a floor, but for one on its middle, which may take the fourth."""

THIN = 3
"""So many squares of rock one square thick may lie along a way, and one more along a room and the way to it."""

CORES = ((2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (2, 4), (4, 3), (3, 4), (5, 2), (2, 5))
"""What a way may lead round."""

SMALLEST = 3
"""The sides of the smallest room."""

LONGEST = 9
"""How long a way between two places may be."""

TRIES, ENOUGH = 40, 3
"""Places from which such a way is tried; of so many the best is taken."""


class Style(Struct, frozen=True, kw_only=True):
    """How one dungeon is built: what its rooms and ways have in common, so that it looks like one place.

    sizes     the least and the most length of a room's sides
    way       how wide ways are
    longest   how long a straight way may be
    bends     the share of ways that bend once
    bare      the share of ways that lead on to others, not to a room
    rings     the share of rooms that are a way round a block of rock
    lakes     the share of rooms with a hazard in the middle
    bridges   the share of ways that are bridges over a hazard
    shaped    the share of rooms that are no rectangles
    posts     the share of rooms with statues
    pits      how many pits, with their twins
    onward    how much likelier the newest piece is to be built on, from 0 to 1
    centred   the share of ways that leave from the middle of a wall
    loops     how many ways are opened between places
    """

    sizes: tuple[int, int]
    way: int
    longest: int
    bends: float
    bare: float
    rings: float
    lakes: float
    bridges: float
    shaped: float
    posts: float
    pits: int
    onward: float
    centred: float
    loops: int


class Builder:
    """Adds rooms and ways to a floor in one style."""

    def __init__(self, ground: Ground, style: Style, asked: Constraints, dice: Random) -> None:
        self.ground, self.style, self.asked, self.dice = ground, style, asked, dice

    def begin(self) -> bool:
        """Begin a floor on its middle, with a room, or with a way between two rooms; whether there was room."""
        ways = [self._centre, self._pair] if self.dice.random() < 0.6 else [self._pair, self._centre]
        return any(way() for way in ways)

    def _centre(self) -> bool:
        """A room on the middle."""
        ground, (width, height) = self.ground, self.ground.size
        for _ in range(20):
            piece = self._shape(min(ground.left, ground.most // (SHARE - 1)), (width - 6, height - 6))
            _, size = bounds(piece.squares)
            placed = _moved(piece, ((width - size[0]) // 2, (height - size[1]) // 2))
            if ground.fits(placed.squares) and len(ground.images(placed.squares)) == 1:
                ground.add(placed)
                return True
        return False

    def _pair(self) -> bool:
        """A way across the middle, with a room at either end."""
        ground, style, dice, mode = self.ground, self.style, self.dice, self.ground.symmetry.way
        flat = mode is not SymmetryMode.TOP_BOTTOM and (mode is SymmetryMode.LEFT_RIGHT or dice.random() < 0.6)
        spans = dice.random() < 2 * style.bridges
        wide, long = (dice.choice((4, 6)) if spans else style.way), dice.randint(3 if spans else 2, style.longest + 1)
        side, size = (Side.EAST, (long, wide)) if flat else (Side.SOUTH, (wide, long))
        at = (ground.size[0] - size[0]) // 2, (ground.size[1] - size[1]) // 2
        row = [(at[0] - 1, at[1] + i) if flat else (at[0] + i, at[1] - 1) for i in range(wide)]
        way = _way(row, side, long, spans)
        if not ground.fits(way.squares) or len(ground.images(way.squares)) > 1:
            return False
        ground.add(way)
        far = Dock(0, tuple(before(row, side, long)[-wide:]), side)
        if any(self._room_at(far, None, touch_of(far.squares, side)) for _ in range(10)):
            return True
        ground.remove({0})
        return False

    def grow_room(self) -> bool:
        """Add a way to a floor, with a room at its end, and their twins; whether these dice found a place."""
        ground, style, dice = self.ground, self.style, self.dice
        number = self._built_on()
        spans = dice.random() < style.bridges and ground.pieces[number].is_room
        dock = self._dock(number, dice.choice((4, 4, 5, 6)) if spans else style.way, roomy=not spans)
        if dock is None:
            return False
        long = dice.randint(3, 5) if spans else dice.randint(1 if style.way > 2 else 2, style.longest)
        way = _way(dock.squares, dock.side, long, spans)
        end = Dock(number, tuple(before(dock.squares, dock.side, long)[-len(dock.squares) :]), dock.side)
        if not spans and dice.random() < style.bends:
            way, end = self._bent(way, end)
        touched = touch_of(dock.squares, dock.side)
        if not ground.fits(way.squares, touched) or ground.thin(way.squares) > THIN:
            return False
        if not spans and dice.random() < style.bare:
            ground.add(way)
            return True
        return self._room_at(end, way, touched)

    def _built_on(self) -> int:
        """Which piece is built on: rather the newest where the dungeon is to be long, any where not; no end zone."""
        numbers = [number for number, piece in enumerate(self.ground.pieces) if piece.side is None]
        if self.dice.random() < self.style.onward:
            return numbers[-1 - min(len(numbers) - 1, int(abs(self.dice.gauss(0, 2))))]
        return self.dice.choice(numbers)

    def _dock(self, number: int, width: int, roomy: bool) -> Dock | None:
        """A place to join a way to a piece; a room's wall is longer than the way is wide, if it is to be."""
        least = width + (roomy and self.ground.pieces[number].is_room)
        for side in self.dice.sample(list(Side), 4):
            runs = [run for run in self.ground.walls(number, side) if len(run) >= least]
            if runs:
                return self._dock_on(self.dice.choice(runs), number, side, width)
        return None

    def _dock_on(self, run: list[Square], number: int, side: Side, width: int) -> Dock:
        """A place on a wall."""
        start = self._aside(len(run) - width)
        return Dock(number, tuple(run[start : start + width]), side)

    def _aside(self, spare: int) -> int:
        """Where along so many spare squares: in the middle, or anywhere."""
        return spare // 2 if self.dice.random() < self.style.centred else self.dice.randint(0, spare)

    def _bent(self, way: Piece, end: Dock) -> tuple[Piece, Dock]:
        """A way that goes on round a corner."""
        corner = before(end.squares, end.side, self.style.way)
        row, turn = self._around_corner(corner, end.side)
        arm = before(row, turn, self.dice.randint(2, max(2, self.style.longest - 1)))
        squares = way.squares | {*corner, *arm}
        return Piece(squares, SectionKind.CORRIDOR), Dock(end.piece, tuple(sorted(arm[-self.style.way :])), turn)

    def _around_corner(self, corner: list[Square], side: Side) -> tuple[tuple[Square, ...], Side]:
        """The row of a corner before which a way goes on to the left or right, and whither."""
        turn = side.turned(self.dice.choice((1, 3)))
        dx, dy = turn.step
        far = max(x * dx + y * dy for x, y in corner)
        return tuple(sorted((x, y) for x, y in corner if x * dx + y * dy == far)), turn

    def _room_at(self, end: Dock, way: Piece | None, touched: set[Square]) -> bool:
        """A room before the end of a way; the way, if it is not there yet, is added with it."""
        ground, own = self.ground, way.squares if way else frozenset()
        shape = self._shape(min(ground.left - len(own), ground.most // SHARE))
        placed = self._against(shape, end, 1 if len(end.squares) == self.style.way else 0)
        if placed is None or not (around(placed.squares) & own) <= set(end.squares):
            return False
        if not ground.fits(placed.squares | own, touched) or ground.thin(placed.squares | own) > THIN + 1:
            return False
        ground.add(*([way] if way else []), placed)
        return True

    def _against(self, shape: Piece, end: Dock, roomy: int) -> Piece | None:
        """A shape moved so that the row before the end of a way lies wholly in it, in the middle of its wall or aside.

        None where its wall is not longer than the way is wide by so many squares: a room no wider than the way to it
        looks like the end of the way.
        """
        (dx, dy), (_, size) = end.side.step, bounds(shape.squares)
        row = before(end.squares, end.side, 1)
        first, spare = min(row), (size[1] if dx else size[0]) - len(row)
        if spare < roomy:
            return None
        offset = self._aside(spare)
        x = first[0] - (size[0] - 1 if dx < 0 else 0) if dx else first[0] - offset
        y = first[1] - (size[1] - 1 if dy < 0 else 0) if dy else first[1] - offset
        placed = _moved(shape, (x, y))
        return placed if placed.squares.issuperset(row) else None

    def _shape(self, left: int, within: Size = (99, 99)) -> Piece:
        """Some room: rectangle or other shape, with or without something in the middle, of `left` squares at most.

        It lies in a rectangle that begins at (0, 0).
        """
        style, dice = self.style, self.dice
        chance = dice.random()
        if chance < style.rings + style.lakes:
            ring = chance < style.rings
            rim = self.asked.width if ring else dice.choice((2, 2, 3)) if style.way < 3 else 3
            core, wet = dice.choice(CORES), not ring or dice.random() < style.lakes
            size = core[0] + 2 * rim, core[1] + 2 * rim
            middle = frozenset(block((rim, rim), core))
            if size[0] <= within[0] and size[1] <= within[1]:
                return Piece(_rectangle(size), wet=middle) if wet else Piece(_rectangle(size) - middle)
        size = self._size(within)
        while size[0] * size[1] > left and max(size) > SMALLEST:
            size = (size[0] - 1, size[1]) if size[0] >= size[1] else (size[0], size[1] - 1)
        if min(size) < 5 or dice.random() >= style.shaped:
            return Piece(_rectangle(size))
        corner = dice.random() < 0.5, dice.random() < 0.5
        return Piece(dice.choice((_octagon(size), _cross(size), _angle(size, *corner))))

    def _size(self, within: Size) -> Size:
        """A size that is no extreme: where one side is long the other is rather short."""
        dice = self.dice
        size = dice.randint(*self.style.sizes), dice.randint(*self.style.sizes)
        if dice.random() < 0.25:
            size = min(size), max(size) + 2
            size = size if dice.random() < 0.5 else size[::-1]
        short, long = min(*size, self.asked.widest), max(size)
        size = (short, long) if size[0] <= size[1] else (long, short)
        return min(size[0], within[0]), min(size[1], within[1])

    def join(self, detour: int) -> bool:
        """Add a way between two places at least so many steps apart, rather from a dead end; whether one was found."""
        ground, dice = self.ground, self.dice
        leaves = [n for n, near in ground.links().items() if len(near) == 1 and ground.pieces[n].side is None]
        found: list[tuple[int, Squares]] = []
        for _ in range(TRIES):
            number = dice.choice(leaves) if leaves and dice.random() < 0.6 else dice.randrange(len(ground.pieces))
            saved, way = self._way_from(number)
            if way and saved >= detour:
                found.append((saved - 2 * len(way) // self.style.way, way))
                if len(found) == ENOUGH:
                    break
        if not found:
            return False
        ground.add(Piece(max(found, key=lambda entry: entry[0])[1], SectionKind.CORRIDOR))
        return True

    def _way_from(self, number: int) -> tuple[int, Squares]:
        """A way from a piece to another one, straight or with one bend, and how many steps it saves; else nothing."""
        ground, style, dice = self.ground, self.style, self.dice
        side = dice.choice(list(Side))
        runs = [run for run in ground.walls(number, side) if len(run) >= style.way + ground.pieces[number].is_room]
        if not runs or ground.pieces[number].side is not None:
            return 0, frozenset()
        dock = self._dock_on(dice.choice(runs), number, side, style.way)
        if dice.random() < 0.65:
            return self._straight(dock, [], dock)
        leg = before(dock.squares, side, dice.randint(1, 5))
        corner = before(leg[-style.way :], side, style.way)
        row, turn = self._around_corner(corner, side)
        return self._straight(Dock(number, row, turn), [*leg, *corner], dock)

    def _straight(self, dock: Dock, behind: list[Square], begun: Dock) -> tuple[int, Squares]:
        """On from a dock until another piece is met squarely."""
        ground = self.ground
        for length in range(1, LONGEST + 1):
            row = tuple(before(dock.squares, dock.side, length)[-len(dock.squares) :])
            met = {ground.owner.get(at, -1) for at in row}
            if met == {-1}:
                continue
            if len(met) > 1 or met & {-1, begun.piece} or length == 1 or ground.wet.intersection(row):
                break
            if ground.pieces[met.pop()].side is not None:
                break
            way = frozenset((*behind, *before(dock.squares, dock.side, length - 1)))
            touched = touch_of(begun.squares, begun.side) | touch_of(row, dock.side)
            if not ground.fits(way, touched) or ground.thin(way) > THIN:
                break
            steps = ground.steps(begun.squares)
            return min(steps.get(at, 0) for at in row), way
        return 0, frozenset()


def _way(row: list[Square] | tuple[Square, ...], side: Side, long: int, spans: bool) -> Piece:
    """A straight way before a row; a bridge two or three wide in the middle of a hazard, if it spans one."""
    squares = before(row, side, long)
    if not spans:
        return Piece(frozenset(squares), SectionKind.CORRIDOR)
    wide = len(row)
    edge = 2 if wide > 5 else 1
    planks = frozenset(at for number, at in enumerate(squares) if edge <= number % wide < wide - edge)
    return Piece(frozenset(squares), SectionKind.BRIDGE, wet=frozenset(squares) - planks, planks=planks)


def _moved(piece: Piece, by: Square) -> Piece:
    return piece.carried(lambda at: (at[0] + by[0], at[1] + by[1]))


def _rectangle(size: Size) -> Squares:
    """All squares of a rectangle."""
    return frozenset(block((0, 0), size))


def _octagon(size: Size) -> Squares:
    """A rectangle without its corners; of a large one three squares go at each."""
    width, height = size
    cut = 2 if min(size) >= 7 else 1
    return frozenset((x, y) for x, y in _rectangle(size) if min(x, width - 1 - x) + min(y, height - 1 - y) >= cut)


def _cross(size: Size) -> Squares:
    """Two halls that cross: the corners are missing, one square or two each way."""
    width, height = size
    across, down = min(2, (width - 3) // 2), min(2, (height - 3) // 2)
    return frozenset((x, y) for x, y in _rectangle(size) if across <= x < width - across or down <= y < height - down)


def _angle(size: Size, right: bool, low: bool) -> Squares:
    """Two halls that meet at a corner: a rectangle that lacks one corner, up to half of each side."""
    width, height = size
    across, down = (width - 1) // 2, (height - 1) // 2
    left, top = (width - across if right else 0), (height - down if low else 0)
    return _rectangle(size) - frozenset(block((left, top), (across, down)))
