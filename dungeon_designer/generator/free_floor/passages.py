"""Ways between what is there already: they make ways round out of dead ends."""

from __future__ import annotations

from random import Random

from dungeon_designer.generator.free_floor.ground import Dock, Ground, Piece, before, touch_of
from dungeon_designer.generator.free_floor.rooms import THIN, around_corner, dock_on
from dungeon_designer.generator.free_floor.style import Style
from dungeon_designer.grid import Side, Square
from dungeon_designer.layout.model import SectionKind

LONGEST = 9
"""How long a way between two places may be."""

TRIES = 40
"""Places from which a way is tried."""

ENOUGH = 3
"""Of so many ways the best is taken."""


class Join(Piece, frozen=True, eq=False, kw_only=True):
    """A way between two places, with the rows it begins and ends at."""

    begun: tuple[Square, ...]
    ended: tuple[Square, ...]


def join(ground: Ground, style: Style, detour: int, dice: Random) -> bool:
    """Add a way between two places at least so many steps apart, rather from a dead end; whether one was found."""
    links = ground.links()
    leaves = [n for n, near in links.items() if len(near) == 1 and ground.pieces[n].side is None]
    found: list[tuple[int, Join]] = []
    for _ in range(TRIES):
        number = dice.choice(leaves) if leaves and dice.random() < 0.6 else dice.randrange(len(ground.pieces))
        way = _way_from(ground, number, style, dice)
        if way and (saved := _saved(ground, way)) >= detour:
            found.append((saved - 2 * len(way.squares) // style.way, way))
            if len(found) == ENOUGH:
                break
    if not found:
        return False
    best = max(found, key=lambda entry: entry[0])[1]
    ground.add(Piece(best.squares, SectionKind.CORRIDOR))
    return True


def _way_from(ground: Ground, number: int, style: Style, dice: Random) -> Join | None:
    """A way from a piece to another one, straight or with one bend."""
    side = dice.choice(list(Side))
    runs = [run for run in ground.walls(number, side) if len(run) >= style.way + ground.pieces[number].is_room]
    if not runs or ground.pieces[number].side is not None:
        return None
    dock = dock_on(dice.choice(runs), number, side, style.way, style, dice)
    if dice.random() < 0.65:
        return _straight(ground, dock, [], dock)
    leg = before(dock.squares, side, dice.randint(1, 5))
    corner = before(leg[-style.way :], side, style.way)
    row, turn = around_corner(corner, side, dice)
    return _straight(ground, Dock(number, row, turn), [*leg, *corner], dock)


def _straight(ground: Ground, dock: Dock, behind: list[Square], begun: Dock) -> Join | None:
    """On from a dock until another piece is met squarely."""
    for length in range(1, LONGEST + 1):
        row = tuple(before(dock.squares, dock.side, length)[-len(dock.squares) :])
        met = {ground.owner.get(at, -1) for at in row}
        if met == {-1}:
            continue
        if len(met) > 1 or met & {-1, begun.piece} or length == 1 or ground.wet.intersection(row):
            return None
        if ground.pieces[met.pop()].side is not None:
            return None
        way = frozenset((*behind, *before(dock.squares, dock.side, length - 1)))
        touched = touch_of(begun.squares, begun.side) | touch_of(row, dock.side)
        fits = ground.fits(way, touched) and ground.thin(way) <= THIN
        return Join(way, begun=begun.squares, ended=row) if fits else None
    return None


def _saved(ground: Ground, way: Join) -> int:
    """How many steps there are so far between the ends of a way."""
    steps = ground.steps(way.begun)
    return min(steps.get(at, 0) for at in way.ended)
