"""Rooms added to a floor, each at the end of a way of its own."""

from __future__ import annotations

from random import Random

from dungeon_designer.generator.free_floor.ground import Dock, Ground, Piece, around, before, touch_of
from dungeon_designer.generator.free_floor.shapes import room
from dungeon_designer.generator.free_floor.style import Style
from dungeon_designer.generator.free_floor.terms import Terms
from dungeon_designer.grid import Side, Square, bounds
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.layout_edits.symmetry import SymmetryMode

ROOMS = 5
"""No room takes more than the fifth part of a floor, but for one on its middle, which may take the fourth."""


THIN = 3
"""So many squares of rock one square thick may lie along a way, and one more along a room and the way to it."""


def begin(ground: Ground, style: Style, terms: Terms, dice: Random) -> bool:
    """Begin a floor on its middle, with a room, or with a way between two rooms; whether there was room."""
    ways = [_centre, _pair] if dice.random() < 0.6 else [_pair, _centre]
    return any(way(ground, style, terms, dice) for way in ways)


def _centre(ground: Ground, style: Style, terms: Terms, dice: Random) -> bool:
    """A room on the middle."""
    width, height = ground.size
    for _ in range(20):
        piece = room(style, terms, dice, min(ground.left, ground.most // (ROOMS - 1)), (width - 6, height - 6))
        _, size = bounds(piece.squares)
        placed = _moved(piece, ((width - size[0]) // 2, (height - size[1]) // 2))
        if ground.fits(placed.squares) and len(ground.images(placed.squares)) == 1:
            ground.add(placed)
            return True
    return False


def _pair(ground: Ground, style: Style, terms: Terms, dice: Random) -> bool:
    """A way across the middle, with a room at either end."""
    width, height = ground.size
    flat = ground.symmetry.way is not SymmetryMode.TOP_BOTTOM and (
        ground.symmetry.way is SymmetryMode.LEFT_RIGHT or dice.random() < 0.6
    )
    spans = dice.random() < 2 * style.bridges
    wide, long = (dice.choice((4, 6)) if spans else style.way), dice.randint(3 if spans else 2, style.longest + 1)
    side, size = (Side.EAST, (long, wide)) if flat else (Side.SOUTH, (wide, long))
    at = (width - size[0]) // 2, (height - size[1]) // 2
    row = [(at[0] - 1, at[1] + i) if flat else (at[0] + i, at[1] - 1) for i in range(wide)]
    way = _way(row, side, long, spans)
    if not ground.fits(way.squares) or len(ground.images(way.squares)) > 1:
        return False
    ground.add(way)
    far = tuple(before(row, side, long)[-wide:])
    if any(_room_at(ground, Dock(0, far, side), None, touch_of(far, side), style, terms, dice) for _ in range(10)):
        return True
    ground.remove({0})
    return False


def grow_room(ground: Ground, style: Style, terms: Terms, dice: Random) -> bool:
    """Add a way to a floor, with a room at its end, and their twins; whether these dice found a place."""
    number = _built_on(ground, style, dice)
    spans = dice.random() < style.bridges and ground.pieces[number].is_room
    dock = _dock(ground, number, dice.choice((4, 4, 5, 6)) if spans else style.way, not spans, style, dice)
    if dock is None:
        return False
    long = dice.randint(3, 5) if spans else dice.randint(1 if style.way > 2 else 2, style.longest)
    way = _way(dock.squares, dock.side, long, spans)
    end = Dock(number, tuple(before(dock.squares, dock.side, long)[-len(dock.squares) :]), dock.side)
    if not spans and dice.random() < style.bends:
        way, end = _bent(way, end, style, dice)
    touched = touch_of(dock.squares, dock.side)
    if not ground.fits(way.squares, touched) or ground.thin(way.squares) > THIN:
        return False
    if not spans and dice.random() < style.bare:
        ground.add(way)
        return True
    return _room_at(ground, end, way, touched, style, terms, dice)


def _built_on(ground: Ground, style: Style, dice: Random) -> int:
    """Which piece is built on: rather the newest where the dungeon is to be long, any where not; no end zone."""
    numbers = [number for number, piece in enumerate(ground.pieces) if piece.side is None]
    if dice.random() < style.onward:
        return numbers[-1 - min(len(numbers) - 1, int(abs(dice.gauss(0, 2))))]
    return dice.choice(numbers)


def _dock(ground: Ground, number: int, width: int, roomy: bool, style: Style, dice: Random) -> Dock | None:
    """A place to join a way: in the middle of a wall, or else anywhere along it; a room's is longer, if it is to be."""
    sides = list(Side)
    dice.shuffle(sides)
    least = width + (roomy and ground.pieces[number].is_room)
    for side in sides:
        runs = [run for run in ground.walls(number, side) if len(run) >= least]
        if runs:
            return dock_on(dice.choice(runs), number, side, width, style, dice)
    return None


def dock_on(run: list[Square], number: int, side: Side, width: int, style: Style, dice: Random) -> Dock:
    """A place on a wall: its middle, or anywhere."""
    spare = len(run) - width
    start = spare // 2 if dice.random() < style.centred else dice.randint(0, spare)
    return Dock(number, tuple(run[start : start + width]), side)


def _way(row: list[Square] | tuple[Square, ...], side: Side, long: int, spans: bool) -> Piece:
    """A straight way before a row; a bridge two or three wide in the middle of a hazard, if it spans one."""
    squares = before(row, side, long)
    if not spans:
        return Piece(frozenset(squares), SectionKind.CORRIDOR)
    wide = len(row)
    edge = 2 if wide > 5 else 1
    planks = frozenset(at for number, at in enumerate(squares) if edge <= number % wide < wide - edge)
    return Piece(frozenset(squares), SectionKind.BRIDGE, wet=frozenset(squares) - planks, planks=planks)


def _bent(way: Piece, end: Dock, style: Style, dice: Random) -> tuple[Piece, Dock]:
    """A way that goes on round a corner."""
    corner = before(end.squares, end.side, style.way)
    row, turn = around_corner(corner, end.side, dice)
    arm = before(row, turn, dice.randint(2, max(2, style.longest - 1)))
    squares = way.squares | {*corner, *arm}
    return Piece(squares, SectionKind.CORRIDOR), Dock(end.piece, tuple(sorted(arm[-style.way :])), turn)


def around_corner(corner: list[Square], side: Side, dice: Random) -> tuple[tuple[Square, ...], Side]:
    """The row of a corner before which a way goes on to the left or right, and whither."""
    turn = side.turned(dice.choice((1, 3)))
    dx, dy = turn.step
    far = max(x * dx + y * dy for x, y in corner)
    return tuple(sorted((x, y) for x, y in corner if x * dx + y * dy == far)), turn


def _room_at(
    ground: Ground, end: Dock, way: Piece | None, touched: set[Square], style: Style, terms: Terms, dice: Random
) -> bool:
    """A room before the end of a way; the way, if it is not there yet, is added with it."""
    left = min(ground.left - (len(way.squares) if way else 0), ground.most // ROOMS)
    shape = room(style, terms, dice, left)
    placed = _against(shape, end, 1 if len(end.squares) == style.way else 0, style, dice)
    own = way.squares if way else frozenset()
    if placed is None or not (around(placed.squares) & own) <= set(end.squares):
        return False
    if not ground.fits(placed.squares | own, touched) or ground.thin(placed.squares | own) > THIN + 1:
        return False
    ground.add(*([way] if way else []), placed)
    return True


def _against(shape: Piece, end: Dock, roomy: int, style: Style, dice: Random) -> Piece | None:
    """A shape moved so that the row before the end of a way lies wholly in it, in the middle of its wall or aside.

    None where its wall is not longer than the way is wide by so many squares: a room no wider than the way to it looks
    like the end of the way.
    """
    (dx, dy), (_, size) = end.side.step, bounds(shape.squares)
    row = before(end.squares, end.side, 1)
    first, wide = min(row), len(row)
    spare = (size[1] if dx else size[0]) - wide
    if spare < roomy:
        return None
    offset = spare // 2 if dice.random() < style.centred else dice.randint(0, spare)
    x = first[0] - (size[0] - 1 if dx < 0 else 0) if dx else first[0] - offset
    y = first[1] - (size[1] - 1 if dy < 0 else 0) if dy else first[1] - offset
    placed = _moved(shape, (x, y))
    return placed if placed.squares.issuperset(row) else None


def _moved(piece: Piece, by: Square) -> Piece:
    return piece.carried(lambda at: (at[0] + by[0], at[1] + by[1]))
