"""Entries cut into the rim of a floor: those of a side all face one way, and before each there is room to set up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, cycle
from random import Random

from msgspec import Struct

from dungeon_designer.generator.free_floor.ground import Ground, Piece, Squares, before, touch_of
from dungeon_designer.generator.free_floor.terms import Terms
from dungeon_designer.generator.free_floor.zones import LONGEST, SHORTEST
from dungeon_designer.generator.tiled_floor.entries import APART, FACING, LONG
from dungeon_designer.grid import Side, Square, distance
from dungeon_designer.kinds import SectionKind, Team

SETS = 60
"""So many choices of a side's entries are compared."""


class Gate(Struct, frozen=True, eq=False):
    """A place for an entry: its squares, those of the floor before it, and the piece they belong to."""

    squares: Squares
    front: tuple[Square, ...]
    piece: int


def lay_entries(ground: Ground, terms: Terms, teams: Sequence[Team], wanted: float, dice: Random) -> bool:
    """Lay the entries of each side, the sides' so many steps apart (1 for far); whether there was room.

    Under symmetry the sides whose turn it is are each other's twins.
    """
    turns = list(ground.symmetry.turns())
    ways = dict(zip(teams, cycle(dice.choice(FACING[ground.symmetry.way])), strict=False))
    steps = SHORTEST + wanted * (LONGEST - SHORTEST)
    if len(teams) % (len(turns) + 1):
        return False
    for first in range(0, len(teams), len(turns) + 1):
        twins = teams[first : first + len(turns) + 1]
        gates = _some(ground, ways[twins[0]].opposite, terms.per_side, steps, dice)
        if not gates:
            return False
        for gate in gates:
            ground.put(Piece(gate.squares, SectionKind.ENTRY, twins[0]))
            for turn, team in zip(turns, twins[1:], strict=True):
                ground.put(Piece(frozenset(map(turn.square, gate.squares)), SectionKind.ENTRY, team))
    return True


def _some(ground: Ground, outward: Side, count: int, steps: float, dice: Random) -> list[Gate]:
    """As many gates as a side has, well apart from each other, and as far as wished from those of other sides."""
    gates = list(_gates(ground, outward))
    choices = [dice.sample(gates, count) for _ in range(SETS)] if len(gates) >= count else []
    choices = [some for some in choices if _least_apart(some) > LONG]
    return max(choices, key=lambda some: _worth(ground, some, steps), default=[])


def _worth(ground: Ground, gates: Sequence[Gate], steps: float) -> float:
    """How well gates lie: far from each other, before different rooms, as far as wished from the others'."""
    laid = {at for piece in ground.pieces if piece.side for at in piece.squares}
    others = {*laid, *(at for gate in gates for image in ground.images(gate.front)[1:] for at in image)}
    walk = ground.steps(at for gate in gates for at in gate.front)
    far = min((walk[at] for at in others if at in walk), default=0)
    rooms = sum(ground.pieces[number].is_room for number in {gate.piece for gate in gates})
    return min(_least_apart(gates), 2 * APART) + 2 * rooms - abs(far - steps) / 2


def _least_apart(gates: Sequence[Gate]) -> int:
    return min((distance(min(a.squares), min(b.squares)) for a, b in combinations(gates, 2)), default=2 * APART)


def _gates(ground: Ground, outward: Side) -> Iterator[Gate]:
    """Every place on that side of the floor, with nothing beyond it."""
    for number, piece in enumerate(ground.pieces):
        for run in ground.walls(number, outward) if piece.side is None and not piece.planks else ():
            for start in range(len(run) - LONG + 1):
                row = run[start : start + LONG]
                squares = frozenset(before(row, outward, 1))
                deeper = before(row, outward.opposite, LONG - 1)
                dry = all(at in ground.owner and at not in ground.wet for at in deeper)
                bare = dry and not _beyond(ground, row, outward)
                if bare and ground.fits(squares, touch_of(row, outward) & piece.squares):
                    yield Gate(squares, tuple(row), number)


def _beyond(ground: Ground, row: Sequence[Square], outward: Side) -> bool:
    """Whether there is floor beyond a row."""
    return any(at in ground.owner for at in before(row, outward, max(ground.size)))
