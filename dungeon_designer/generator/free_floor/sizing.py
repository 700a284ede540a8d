"""What a floor has too much or too little of: ways that lead nowhere, rooms behind rooms, and squares."""

from __future__ import annotations

from functools import partial
from random import Random

from msgspec.structs import replace

from dungeon_designer.generator.free_floor.ground import Ground, Squares, before, touch_of
from dungeon_designer.generator.free_floor.rooms import THIN
from dungeon_designer.generator.free_floor.terms import Terms
from dungeon_designer.grid import Side, Square, bounds, neighbour
from dungeon_designer.layout.model import SectionKind

WIDEST = 10
"""No room is made wider than this."""

LARGEST, SHARE = 90, 5
"""Nor one of more squares, or of so large a part of the floor."""


def tidied(ground: Ground) -> None:
    """Take away ways that lead nowhere, and the ends of those that lead past what they lead to."""
    while True:
        links = ground.links()
        gone = {n for n, near in links.items() if len(near) < 2 and ground.pieces[n].is_way}
        if not gone or len(gone) == len(ground.pieces):
            break
        ground.remove(gone)
    for number, piece in enumerate(ground.pieces):
        if piece.is_way and not piece.wet:
            _shortened(ground, number)


def united(ground: Ground) -> None:
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
        if ground.pieces[other].kind is SectionKind.CORRIDOR and min(bounds(ground.pieces[other].squares)[1]) == narrow:
            whole = ground.images(piece.squares | ground.pieces[other].squares)
            if len(frozenset().union(*whole)) < sum(map(len, whole)):
                whole = [frozenset().union(*whole)]
            if all(_is_strip(squares, narrow) for squares in whole):
                return whole
    return []


def _is_strip(squares: Squares, wide: int) -> bool:
    """Whether squares fill a rectangle that is so wide."""
    _, size = bounds(squares)
    return min(size) == wide and len(squares) == size[0] * size[1]


def pruned(ground: Ground) -> None:
    """Take away rooms behind rooms: dead ends that one gets to through a room with no other way but the one there.

    A single room may lie at the end of a way. Of a floor with zones nothing between these goes.
    """
    while gone := _behind(ground):
        ground.remove(gone)


def _behind(ground: Ground) -> set[int]:
    """Such rooms, with their ways."""
    found, links = set(), ground.links()
    for number, near in links.items():
        if len(near) == 1 and ground.pieces[number].is_room:
            (way,) = near
            rest = links[way] - {number}
            if len(rest) == 1:
                (place,) = rest
                if len(links[place]) <= 2 and ground.pieces[place].is_room:
                    found |= {number, way}
    return found


def _shortened(ground: Ground, number: int) -> None:
    """Cut off the ends of a way that stick out beyond what it leads to."""
    while True:
        squares = ground.pieces[number].squares
        rows = (_end(ground, number, side) for side in Side)
        row = next((row for row in rows if row and len(row) < len(squares)), None)
        if row is None:
            return
        ground.replace(number, squares - row)


def _end(ground: Ground, number: int, side: Side) -> frozenset[Square] | None:
    """The outermost row of a way on a side, if nothing but the way itself lies beside it."""
    squares, (dx, dy) = ground.pieces[number].squares, side.step
    far = max(x * dx + y * dy for x, y in squares)
    row = frozenset((x, y) for x, y in squares if x * dx + y * dy == far)
    beside = {neighbour(at, each) for at in row for each in Side} - row
    if any(ground.owner.get(at, number) != number for at in beside):
        return None
    depth = {at for at in beside if at in squares}
    runs = len(row) == len(depth) == max(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a in row for b in row) + 1
    return row if runs and _is_end(squares, row, side) else None


def _is_end(squares: frozenset[Square], row: frozenset[Square], side: Side) -> bool:
    """Whether a row is as wide as the way behind it, so that the way goes straight on there."""
    behind = {neighbour(at, side.opposite) for at in row}
    again = {neighbour(at, side.opposite) for at in behind}
    (dx, dy) = side.turned(1).step
    ends = {(x + dx, y + dy) for x, y in behind} | {(x - dx, y - dy) for x, y in behind}
    return behind <= squares and again <= squares and not (ends - behind) & squares


def widen(ground: Ground, terms: Terms, dice: Random) -> bool:
    """Make some room, and its twins, one row of squares wider; whether any could be."""
    numbers = [n for n, piece in enumerate(ground.pieces) if piece.is_room]
    dice.shuffle(numbers)
    sides = list(Side)
    dice.shuffle(sides)
    return any(_widened(ground, number, side, terms) for number in numbers for side in sides)


def _widened(ground: Ground, number: int, side: Side, terms: Terms) -> bool:
    piece = ground.pieces[number]
    _, size = bounds(piece.squares)
    if min(size) >= min(terms.widest, WIDEST) or len(piece.squares) > min(LARGEST, ground.most // SHARE):
        return False
    wall = size[1] if side in (Side.EAST, Side.WEST) else size[0]
    for run in ground.walls(number, side):
        row = before(run, side, 1)
        room = len(run) == wall and ground.fits(row, touch_of(run, side) & piece.squares)
        if room and ground.thin(row) <= THIN:
            _add_rows(ground, number, row)
            return True
    return False


def _add_rows(ground: Ground, number: int, row: list[Square]) -> None:
    """Add a row to a piece, and its twins to the piece's twins."""
    for image in ground.images(row):
        owner = next(
            ground.owner[at] for square in image for side in Side if (at := neighbour(square, side)) in ground.owner
        )
        ground.replace(owner, ground.pieces[owner].squares | image)
