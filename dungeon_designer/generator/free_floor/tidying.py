"""What a floor has too much or too little of: ways that lead nowhere, rooms behind rooms, and squares."""

from __future__ import annotations

from functools import partial
from random import Random

from msgspec.structs import replace

from dungeon_designer.generator.constraints import Constraints
from dungeon_designer.generator.free_floor.ground import Ground, Squares, before, touch_of
from dungeon_designer.generator.free_floor.rooms import SHARE, THIN
from dungeon_designer.grid import Side, Square, bounds, neighbour
from dungeon_designer.layout.model import SectionKind

WIDEST, LARGEST = 10, 90
"""No room is made wider than this, nor one of more squares, or of a larger share of the floor than rooms have."""


def tidy(ground: Ground) -> None:
    """Nothing is left that leads nowhere: where one thing goes, what it led on from may be the next."""
    pieces = 0
    while pieces != len(ground.pieces):
        pieces = len(ground.pieces)
        _unite(ground)
        while behind := _behind(ground):
            ground.remove(behind)
        _cut_ways(ground)


def _cut_ways(ground: Ground) -> None:
    """Take away ways that lead nowhere, and the ends of those that lead past what they lead to."""
    while True:
        links = ground.links()
        gone = {n for n, near in links.items() if len(near) < 2 and ground.pieces[n].is_way}
        if not gone or len(gone) == len(ground.pieces):
            break
        ground.remove(gone)
    for number, piece in enumerate(ground.pieces):
        if piece.is_way and not piece.wet:
            _shorten(ground, number)


def _unite(ground: Ground) -> None:
    """Ways that go straight on as others become one with them, and their twins with theirs."""
    while whole := next(filter(None, map(partial(_straight_on, ground), range(len(ground.pieces)))), None):
        gone = {ground.owner[at] for each in whole for at in each}
        piece = ground.pieces[min(gone)]
        ground.remove(gone)
        for squares in whole:
            ground.put(replace(piece, squares=squares))


def _straight_on(ground: Ground, number: int) -> list[Squares]:
    """A way made one with another one beside it, and its twins, if all are as narrow as before; else none."""
    piece = ground.pieces[number]
    if piece.kind is not SectionKind.CORRIDOR:
        return []
    narrow = min(bounds(piece.squares)[1])
    beside = {ground.owner.get(neighbour(at, side), number) for at in piece.squares for side in Side} - {number}
    for other in sorted(beside):
        way = ground.pieces[other]
        if way.kind is SectionKind.CORRIDOR and min(bounds(way.squares)[1]) == narrow:
            whole = ground.images(piece.squares | way.squares)
            if len(frozenset().union(*whole)) < sum(map(len, whole)):
                whole = [frozenset().union(*whole)]
            if all(_is_strip(squares, narrow) for squares in whole):
                return whole
    return []


def _is_strip(squares: Squares, wide: int) -> bool:
    """Whether squares fill a rectangle that is so wide."""
    _, size = bounds(squares)
    return min(size) == wide and len(squares) == size[0] * size[1]


def _behind(ground: Ground) -> set[int]:
    """Rooms behind rooms, with their ways: dead ends one gets to through a room with no other way but the one there.

    A single room may lie at the end of a way. Of a floor with zones nothing between these goes.
    """
    found, links = set(), ground.links()
    for number, near in links.items():
        if len(near) == 1 and ground.pieces[number].is_room:
            (way,) = near
            rest = links[way] - {number}
            if len(rest) == 1 and all(len(links[place]) <= 2 and ground.pieces[place].is_room for place in rest):
                found |= {number, way}
    return found


def _shorten(ground: Ground, number: int) -> None:
    """Cut off the ends of a way that stick out beyond what it leads to."""
    while True:
        squares = ground.pieces[number].squares
        rows = (_end(ground, number, side) for side in Side)
        row = next((row for row in rows if row and len(row) < len(squares)), None)
        if row is None:
            return
        ground.replace(number, squares - row)


def _end(ground: Ground, number: int, side: Side) -> frozenset[Square] | None:
    """The outermost row of a way on a side, if nothing but the way itself lies beside it, and it goes straight on."""
    squares, (dx, dy) = ground.pieces[number].squares, side.step
    far = max(x * dx + y * dy for x, y in squares)
    row = frozenset((x, y) for x, y in squares if x * dx + y * dy == far)
    beside = {neighbour(at, each) for at in row for each in Side} - row
    if any(ground.owner.get(at, number) != number for at in beside):
        return None
    straight = (
        len(row) == len(beside & squares) == max(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a in row for b in row) + 1
    )
    behind = {neighbour(at, side.opposite) for at in row}
    again = {neighbour(at, side.opposite) for at in behind}
    (dx, dy) = side.turned(1).step
    wider = {(x + by * dx, y + by * dy) for x, y in behind for by in (-1, 1)} - behind
    return row if straight and behind <= squares and again <= squares and not wider & squares else None


def widen(ground: Ground, asked: Constraints, dice: Random) -> bool:
    """Make some room, and its twins, one row of squares wider; whether any could be."""
    numbers = [n for n, piece in enumerate(ground.pieces) if piece.is_room]
    dice.shuffle(numbers)
    sides = dice.sample(list(Side), 4)
    return any(_widened(ground, number, side, asked) for number in numbers for side in sides)


def _widened(ground: Ground, number: int, side: Side, asked: Constraints) -> bool:
    piece = ground.pieces[number]
    _, size = bounds(piece.squares)
    if min(size) >= min(asked.widest, WIDEST) or len(piece.squares) > min(LARGEST, ground.most // SHARE):
        return False
    wall = size[1] if side in (Side.EAST, Side.WEST) else size[0]
    for run in ground.walls(number, side):
        row = before(run, side, 1)
        fits = len(run) == wall and ground.fits(row, touch_of(run, side) & piece.squares)
        if fits and ground.thin(row) <= THIN:
            for image in ground.images(row):
                beside = (neighbour(square, each) for square in image for each in Side)
                owner = next(ground.owner[at] for at in beside if at in ground.owner)
                ground.replace(owner, ground.pieces[owner].squares | image)
            return True
    return False
