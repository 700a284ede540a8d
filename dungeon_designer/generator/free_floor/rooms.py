"""Rooms and ways added to a floor: each room at the end of a way of its own, and ways between what is there already.

All rooms but angles mirror onto themselves both ways, so that one may lie on the middle of any dungeon.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from msgspec import Struct

from dungeon_designer.generator.constraints import Constraints
from dungeon_designer.generator.free_floor.ground import FloorPiece, Ground, Squares, around, before, touch_of
from dungeon_designer.generator.free_floor.set_pieces import SetPiece
from dungeon_designer.generator.zones import FAR, steps_from
from dungeon_designer.grid import Side, Size, Square, block, bounds
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.layout_edits.symmetry import SymmetryMode

SHARE = 5  # no room takes more than the fifth part of a floor, but for one on its middle, which may take the fourth
THIN = 3  # so many squares of rock one square thick may lie along a way, and one more along a room and the way to it
CORES = ((2, 2), (2, 3), (3, 2), (3, 3), (4, 2), (2, 4), (4, 3), (3, 4), (5, 2), (2, 5))  # what a way may lead round
SMALLEST = 3  # the sides of the smallest room
LONGEST = 9  # how long a way between two places may be
CENTRAL, IDEA = 0.8, 0.9  # how often a set piece is tried for on the middle, and for any other room while one is left
TRIES, ENOUGH = 40, 3  # places from which such a way is tried; of so many the best is taken
ASIDE, BENDS = 0.4, 0.35  # the shares of first rooms that lie aside of the middle, and of such ways that bend


class Leg(NamedTuple):
    """The first part of a way out of a piece.

    start    the row of the piece's squares before which it begins, and `touched` those it touches there
    squares  its own, row by row
    end      the row before which it goes on, to `side`
    """

    start: list[Square]
    touched: set[Square]
    squares: list[Square]
    end: list[Square]
    side: Side


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

    def __init__(
        self, ground: Ground, style: BuildingStyle, asked: Constraints, dice: Random, ideas: list[SetPiece]
    ) -> None:
        self.ground, self.style, self.asked, self.dice = ground, style, asked, dice
        self.ideas = ideas  # set pieces that are still to be added

    def begin(self) -> bool:
        """Begin a floor with a room on its middle, or with one aside and a way to its twin; whether there was room."""
        ground, dice, (width, height) = self.ground, self.dice, self.ground.size
        for _ in range(TRIES):
            aside = bool(ground.turns) and dice.random() < ASIDE
            idea = next((each for each in self.ideas if each.mirrors), None) if not aside else None
            piece = self._shape(min(self._left, ground.most // (SHARE - (not aside))), (width - 6, height - 6))
            piece = idea.piece if idea and dice.random() < CENTRAL else piece
            _, (wide, high) = bounds(piece.squares)
            x, y, gap = (width - wide) // 2, (height - high) // 2, dice.randint(2, self.style.longest + 1)
            if aside and ground.symmetry.way is SymmetryMode.TOP_BOTTOM:
                y -= (high + gap) // 2
            elif aside:
                x -= (wide + gap) // 2
            placed = _moved(piece, (x, y))
            if ground.fits(placed.squares) and (aside or len(ground.images(placed.squares)) == 1):
                ground.add(placed)
                if not aside or self.join(1):
                    self.ideas = [each for each in self.ideas if each.piece.names != piece.names]
                    return True
                ground.remove(range(len(ground.pieces)))
        return False

    @property
    def _left(self) -> int:
        """How many squares a piece may have that lies on no middle."""
        return (self.ground.most - len(self.ground)) // self.ground.twins

    def grow_room(self) -> bool:
        """Add a way to a floor, with a room at its end, and their twins; whether these dice found a place."""
        ground, style, dice = self.ground, self.style, self.dice
        numbers = [number for number, piece in enumerate(ground.pieces) if piece.side is None]
        if dice.random() < style.onward:  # rather the newest where the dungeon is to be long
            number = numbers[-1 - min(len(numbers) - 1, int(abs(dice.gauss(0, 2))))]
        else:
            number = dice.choice(numbers)
        spans = dice.random() < style.bridges and ground.pieces[number].is_room
        bends = not spans and dice.random() < style.bends
        width = dice.choice((4, 4, 5, 6)) if spans else style.way
        long = dice.randint(3, 5) if spans else dice.randint(1 if style.way > 2 else 2, style.longest)
        leg = self._leg(number, width, long, bends)
        if leg is None:
            return False
        if bends:
            arm = before(leg.end, leg.side, dice.randint(2, max(2, style.longest - 1)))
            leg = leg._replace(squares=[*leg.squares, *arm], end=arm[-width:])
        way = _bridge(leg.squares, width) if spans else FloorPiece(frozenset(leg.squares), SectionKind.CORRIDOR)
        if not ground.fits(way.squares, leg.touched) or ground.thin(way.squares) > THIN:
            return False
        if not spans and dice.random() < style.bare:
            ground.add(way)
            return True
        return self._room_at(leg, way)

    def _leg(self, number: int, width: int, long: int, bends: bool) -> Leg | None:
        """A way so long out of a piece, and round a corner if it bends; None where there is no wall for it."""
        ground, dice = self.ground, self.dice
        for side in dice.sample(list(Side), 4):
            least = width + ground.pieces[number].is_room
            if runs := [run for run in ground.walls(number, side) if len(run) >= least]:
                break
        else:
            return None
        run = dice.choice(runs)
        first = self._aside(len(run) - width)
        start = run[first : first + width]
        squares = before(start, side, long)
        leg = Leg(start, touch_of(start, side), squares, squares[-width:] or start, side)
        if not bends:
            return leg
        corner, turn = before(leg.end, side, width), side.turned(dice.choice((1, 3)))
        dx, dy = turn.step
        far = max(x * dx + y * dy for x, y in corner)
        end = sorted((x, y) for x, y in corner if x * dx + y * dy == far)
        return leg._replace(squares=squares + corner, end=end, side=turn)

    def _aside(self, spare: int) -> int:
        """Where along so many spare squares: in the middle, or anywhere."""
        return spare // 2 if self.dice.random() < self.style.centred else self.dice.randint(0, spare)

    def _room_at(self, leg: Leg, way: FloorPiece) -> bool:
        """A way, and a room before its end.

        The row before the way's end lies wholly in the room, in the middle of its wall or aside. No room is as narrow
        as the way to it: it would look like the end of the way.
        """
        ground, own = self.ground, way.squares
        shape, idea = self._shape(min(self._left - len(own), ground.most // SHARE)), None
        if self.ideas and self.dice.random() < IDEA:
            idea = self.dice.choice(self.ideas)
            shape = idea.turned(self.dice.randrange(4))
        (dx, dy), (_, size) = leg.side.step, bounds(shape.squares)
        row = before(leg.end, leg.side, 1)
        first, spare = min(row), (size[1] if dx else size[0]) - len(row)
        if spare < (len(row) == self.style.way):
            return False
        offset = self._aside(spare)
        x = first[0] - (size[0] - 1 if dx < 0 else 0) if dx else first[0] - offset
        y = first[1] - (size[1] - 1 if dy < 0 else 0) if dy else first[1] - offset
        placed = _moved(shape, (x, y))
        if not placed.squares.issuperset(row) or not (around(placed.squares) & own) <= set(leg.end):
            return False
        if not ground.fits(placed.squares | own, leg.touched) or ground.thin(placed.squares | own) > THIN + 1:
            return False
        ground.add(way, placed)
        self.ideas = [each for each in self.ideas if each is not idea]
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
            bends = dice.random() < BENDS
            leg = self._leg(number, self.style.way, dice.randint(1, 5) if bends else 0, bends)
            saved, way = self._way_on(number, leg) if leg and ground.pieces[number].side is None else (0, frozenset())
            if saved >= detour:
                found.append((saved - 2 * len(way) // self.style.way, way))
                if len(found) == ENOUGH:
                    break
        if not found:
            return False
        ground.add(FloorPiece(max(found, key=lambda entry: entry[0])[1], SectionKind.CORRIDOR))
        return True

    def _way_on(self, number: int, leg: Leg) -> tuple[int, Squares]:
        """On from a leg until another piece is met squarely, and how many steps that saves; else nothing."""
        ground = self.ground
        for length in range(1, LONGEST + 1):
            row = before(leg.end, leg.side, length)[-len(leg.end) :]
            met = {ground.owner.get(at, -1) for at in row}
            if met == {-1}:
                continue
            if len(met) > 1 or met & {-1, number} or length == 1 or ground.wet.intersection(row):
                break
            if ground.pieces[met.pop()].side is not None:
                break
            way = frozenset((*leg.squares, *before(leg.end, leg.side, length - 1)))
            if not ground.fits(way, leg.touched | touch_of(row, leg.side)) or ground.thin(way) > THIN:
                break
            steps = steps_from(leg.start, ground.beside)
            return min(steps.get(at, FAR) for at in row), way
        return 0, frozenset()


def _bridge(squares: list[Square], wide: int) -> FloorPiece:
    """A straight way as a bridge two or three wide in the middle of a hazard; the squares row by row."""
    edge = 2 if wide > 5 else 1
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
