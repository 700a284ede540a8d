"""Rooms and ways added to a floor: each room at the end of a way of its own, and ways between what is there already.

All rooms but angles mirror onto themselves both ways, so that one may lie on the middle of any dungeon.
"""

from __future__ import annotations

from random import Random

from msgspec import Struct

from dungeon_designer.generator.constraints import Constraints
from dungeon_designer.generator.free_floor.ground import Dock, FloorPiece, Ground, Squares, around, before, touch_of
from dungeon_designer.generator.zones import steps_from
from dungeon_designer.grid import Side, Size, Square, block, bounds
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.layout_edits.symmetry import SymmetryMode

SHARE = 5  # no room takes more than the fifth part of a floor, but for one on its middle, which may take the fourth
THIN = 3  # so many squares of rock one square thick may lie along a way, and one more along a room and the way to it
CORES = ((2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (2, 4), (4, 3), (3, 4), (5, 2), (2, 5))  # what a way may lead round
SMALLEST = 3  # the sides of the smallest room
LONGEST = 9  # how long a way between two places may be
TRIES, ENOUGH = 40, 3  # places from which such a way is tried; of so many the best is taken


class BuildingStyle(Struct, frozen=True, kw_only=True):
    """How one dungeon is built: what its rooms and ways have in common, so that it looks like one place."""

    sizes: tuple[int, int]  # the least and the most length of a room's sides
    way: int  # how wide ways are
    longest: int  # how long a straight way may be
    bends: float  # the share of ways that bend once
    bare: float  # the share of ways that lead on to others, not to a room
    rings: float  # the share of rooms that are a way round a block of rock
    lakes: float  # the share of rooms with a hazard in the middle
    bridges: float  # the share of ways that are bridges over a hazard
    shaped: float  # the share of rooms that are no rectangles
    posts: float  # the share of rooms with statues
    pits: int  # how many pits, with their twins
    onward: float  # how much likelier the newest piece is to be built on, from 0 to 1
    centred: float  # the share of ways that leave from the middle of a wall
    loops: int  # how many ways are opened between places


class Builder:
    """Adds rooms and ways to a floor in one style."""

    def __init__(self, ground: Ground, style: BuildingStyle, asked: Constraints, dice: Random) -> None:
        self.ground, self.style, self.asked, self.dice = ground, style, asked, dice

    def begin(self) -> bool:
        """Begin a floor on its middle, with a room, or with a way between two rooms; whether there was room."""
        ways = [self._centre, self._pair] if self.dice.random() < 0.6 else [self._pair, self._centre]
        return any(way() for way in ways)

    @property
    def _left(self) -> int:
        """How many squares a piece may have that lies on no middle."""
        return (self.ground.most - len(self.ground)) // self.ground.twins

    def _centre(self) -> bool:
        """A room on the middle."""
        ground, (width, height) = self.ground, self.ground.size
        for _ in range(20):
            piece = self._shape(min(self._left, ground.most // (SHARE - 1)), (width - 6, height - 6))
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
        numbers = [number for number, piece in enumerate(ground.pieces) if piece.side is None]
        if dice.random() < style.onward:  # rather the newest where the dungeon is to be long
            number = numbers[-1 - min(len(numbers) - 1, int(abs(dice.gauss(0, 2))))]
        else:
            number = dice.choice(numbers)
        spans = dice.random() < style.bridges and ground.pieces[number].is_room
        width = dice.choice((4, 4, 5, 6)) if spans else style.way
        least = width + (not spans and ground.pieces[number].is_room)
        for side in dice.sample(list(Side), 4):
            if runs := [run for run in ground.walls(number, side) if len(run) >= least]:
                dock = self._dock_on(dice.choice(runs), number, side, width)
                break
        else:
            return False
        long = dice.randint(3, 5) if spans else dice.randint(1 if style.way > 2 else 2, style.longest)
        way = _way(dock.squares, dock.side, long, spans)
        end = Dock(number, tuple(before(dock.squares, dock.side, long)[-len(dock.squares) :]), dock.side)
        if not spans and dice.random() < style.bends:
            corner = before(end.squares, end.side, style.way)
            row, turn = self._around_corner(corner, end.side)
            arm = before(row, turn, dice.randint(2, max(2, style.longest - 1)))
            way = FloorPiece(way.squares | {*corner, *arm}, SectionKind.CORRIDOR)
            end = Dock(number, tuple(sorted(arm[-style.way :])), turn)
        touched = touch_of(dock.squares, dock.side)
        if not ground.fits(way.squares, touched) or ground.thin(way.squares) > THIN:
            return False
        if not spans and dice.random() < style.bare:
            ground.add(way)
            return True
        return self._room_at(end, way, touched)

    def _dock_on(self, run: list[Square], number: int, side: Side, width: int) -> Dock:
        """A place on a wall."""
        start = self._aside(len(run) - width)
        return Dock(number, tuple(run[start : start + width]), side)

    def _aside(self, spare: int) -> int:
        """Where along so many spare squares: in the middle, or anywhere."""
        return spare // 2 if self.dice.random() < self.style.centred else self.dice.randint(0, spare)

    def _around_corner(self, corner: list[Square], side: Side) -> tuple[tuple[Square, ...], Side]:
        """The row of a corner before which a way goes on to the left or right, and whither."""
        turn = side.turned(self.dice.choice((1, 3)))
        dx, dy = turn.step
        far = max(x * dx + y * dy for x, y in corner)
        return tuple(sorted((x, y) for x, y in corner if x * dx + y * dy == far)), turn

    def _room_at(self, end: Dock, way: FloorPiece | None, touched: set[Square]) -> bool:
        """A room before the end of a way; the way, if it is not there yet, is added with it.

        The row before the way's end lies wholly in the room, in the middle of its wall or aside. No room is as narrow
        as the way to it: it would look like the end of the way.
        """
        ground, own = self.ground, way.squares if way else frozenset()
        shape = self._shape(min(self._left - len(own), ground.most // SHARE))
        (dx, dy), (_, size) = end.side.step, bounds(shape.squares)
        row = before(end.squares, end.side, 1)
        first, spare = min(row), (size[1] if dx else size[0]) - len(row)
        if spare < (len(end.squares) == self.style.way):
            return False
        offset = self._aside(spare)
        x = first[0] - (size[0] - 1 if dx < 0 else 0) if dx else first[0] - offset
        y = first[1] - (size[1] - 1 if dy < 0 else 0) if dy else first[1] - offset
        placed = _moved(shape, (x, y))
        if not placed.squares.issuperset(row) or not (around(placed.squares) & own) <= set(end.squares):
            return False
        if not ground.fits(placed.squares | own, touched) or ground.thin(placed.squares | own) > THIN + 1:
            return False
        ground.add(*([way] if way else []), placed)
        return True

    def _shape(self, left: int, within: Size = (99, 99)) -> FloorPiece:
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
                return FloorPiece(_rectangle(size), wet=middle) if wet else FloorPiece(_rectangle(size) - middle)
        size = self._size(within)
        while size[0] * size[1] > left and max(size) > SMALLEST:
            size = (size[0] - 1, size[1]) if size[0] >= size[1] else (size[0], size[1] - 1)
        if min(size) < 5 or dice.random() >= style.shaped:
            return FloorPiece(_rectangle(size))
        right, low = dice.random() < 0.5, dice.random() < 0.5
        return FloorPiece(dice.choice(_shapes(size, right, low)))

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
        ground.add(FloorPiece(max(found, key=lambda entry: entry[0])[1], SectionKind.CORRIDOR))
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
            steps = steps_from(begun.squares, ground.beside)
            return min(steps.get(at, 0) for at in row), way
        return 0, frozenset()


def _way(row: list[Square] | tuple[Square, ...], side: Side, long: int, spans: bool) -> FloorPiece:
    """A straight way before a row; a bridge two or three wide in the middle of a hazard, if it spans one."""
    squares = before(row, side, long)
    if not spans:
        return FloorPiece(frozenset(squares), SectionKind.CORRIDOR)
    wide, edge = len(row), 2 if len(row) > 5 else 1
    planks = frozenset(at for number, at in enumerate(squares) if edge <= number % wide < wide - edge)
    return FloorPiece(frozenset(squares), SectionKind.BRIDGE, wet=frozenset(squares) - planks, planks=planks)


def _moved(piece: FloorPiece, by: Square) -> FloorPiece:
    return piece.carried(lambda at: (at[0] + by[0], at[1] + by[1]))


def _rectangle(size: Size) -> Squares:
    """All squares of a rectangle."""
    return frozenset(block((0, 0), size))


def _shapes(size: Size, right: bool, low: bool) -> tuple[Squares, Squares, Squares]:
    """An octagon, of which a large one lacks three squares at each corner; two halls that cross; two that meet."""
    whole, (width, height) = _rectangle(size), size
    cut = 2 if min(size) >= 7 else 1
    octagon = frozenset((x, y) for x, y in whole if min(x, width - 1 - x) + min(y, height - 1 - y) >= cut)
    across, down = min(2, (width - 3) // 2), min(2, (height - 3) // 2)
    cross = frozenset((x, y) for x, y in whole if across <= x < width - across or down <= y < height - down)
    across, down = (width - 1) // 2, (height - 1) // 2
    left, top = (width - across if right else 0), (height - down if low else 0)
    return octagon, cross, whole - frozenset(block((left, top), (across, down)))
