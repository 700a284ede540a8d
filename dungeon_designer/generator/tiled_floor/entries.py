"""Entries cut into the rim of the floor: the sides face each other, and before each entry there is room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from dungeon_designer.generator.options import Request
from dungeon_designer.generator.tiled_floor.asking import Asked
from dungeon_designer.generator.tiled_floor.poses import STRIDE, TilePose, code
from dungeon_designer.generator.tiled_floor.table import Laid
from dungeon_designer.generator.tiled_floor.tiling import Tiling
from dungeon_designer.generator.tiled_floor.zones import zone_pieces
from dungeon_designer.grid import SIDES, Side, Square
from dungeon_designer.kinds import Team
from dungeon_designer.layout_edits.symmetry import SymmetryMode

LONG = 2
"""The squares along the front of an entry, and how deep the room before it is."""

APART = 4
"""So many squares lie between two entries of a side, where that can be."""

ALONG = 0.85
"""How often the first two sides face each other along the longer way through the floor, if they may."""

FACING = {
    SymmetryMode.OFF: ((Side.EAST, Side.WEST, Side.SOUTH, Side.NORTH), (Side.SOUTH, Side.NORTH, Side.EAST, Side.WEST)),
    SymmetryMode.HALF_TURN: (
        (Side.EAST, Side.WEST, Side.SOUTH, Side.NORTH),
        (Side.SOUTH, Side.NORTH, Side.EAST, Side.WEST),
    ),
    SymmetryMode.LEFT_RIGHT: ((Side.EAST, Side.WEST, Side.SOUTH, Side.NORTH),),
    SymmetryMode.TOP_BOTTOM: ((Side.SOUTH, Side.NORTH, Side.EAST, Side.WEST),),
    SymmetryMode.QUARTER_TURNS: ((Side.EAST, Side.SOUTH, Side.WEST, Side.NORTH),),
}
"""Which ways the entries of the sides face, in the order of the sides; where there is a choice, sideways first."""


class Gate(NamedTuple):
    """A place for an entry: its corner, the way it faces, and the first square before it."""

    at: Square
    faces: Side
    before: int


class Entries:
    """Entries for one floor."""

    def __init__(self, tiling: Tiling, request: Request, asked: Asked, far: float, dice: Random) -> None:
        self.tiling, self.table, self.far, self.dice = tiling, tiling.table, far, dice
        self.piece = zone_pieces(request, asked)[0]
        self.each = asked.per_side
        self.teams = list(Team)[: request.sides]
        left, top, right, bottom = self.table.box
        ways = FACING[request.symmetry]
        sideways = dice.random() < (ALONG if right - left > bottom - top else 1 - ALONG)
        self.ways = dict(zip(self.teams, ways[0] if sideways else ways[-1], strict=False))

    def laid(self) -> list[tuple[int, Team]] | None:
        """Lay them; whose each is, by its number on the table. None where there is no room for all."""
        chosen = self._chosen()
        if chosen is None:
            return None
        own = []
        for team, gate in chosen:
            lie = self._lie(gate.faces)
            if not self._free(gate, lie) or not self.table.fits(lie, gate.at):
                return None
            own.append((len(self.table.laid), team))
            self.table.lay(Laid(self.piece, lie, gate.at), [])
        return own

    def _chosen(self) -> list[tuple[Team, Gate]] | None:
        """The gates of each side; the twins of the first side's where the floor repeats itself."""
        teams = self.teams
        if not self.tiling.images.turns:
            found = [(team, gate) for team in teams for gate in self._some(team)]
            return found if len(found) == self.each * len(teams) else None
        firsts = self._some(teams[0])
        found = [(teams[0], gate) for gate in firsts]
        for gate in firsts:
            found += zip(teams[1:], self._twins(gate), strict=False)
        return found if len(found) == self.each * len(teams) else None

    def _twins(self, gate: Gate) -> Iterator[Gate]:
        """The gate across the middle, or round it."""
        for turn in self.tiling.images.turns:
            at, _ = turn.box(gate.at, self._lie(gate.faces).size)
            yield Gate(at, turn.side(gate.faces), 0)

    def _some(self, team: Team) -> list[Gate]:
        """As many gates of a side as it has, as far from each other as they lie, on different tiles if they can."""
        gates = list(self._gates(self.ways[team]))
        self.dice.shuffle(gates)
        sets = [self.dice.sample(gates, self.each) for _ in range(60)] if len(gates) >= self.each else []
        sets = [some for some in sets if all(_apart(one, other) > LONG for one, other in combinations(some, 2))]
        return max(sets, key=self._worth, default=[])

    def _worth(self, gates: Sequence[Gate]) -> float:
        least = min((_apart(one, other) for one, other in combinations(gates, 2)), default=0)
        across = [twin for gate in gates for twin in self._twins(gate)]
        near = min((_apart(one, other) for one in gates for other in across), default=0)
        owners = len({self.table.owner[gate.before] for gate in gates})
        return (
            min(least, APART * 2)
            + 2.0 * owners
            - self._depth(gates)
            + (0.3 + 0.7 * self.far) * near / 2
            + self.dice.random()
        )

    def _depth(self, gates: Sequence[Gate]) -> float:
        """How far the gates lie from the edge of the whole floor they are on, on average."""
        left, top, right, bottom = self.table.box
        away = 0
        for (x, y), faces, _ in gates:
            away += {Side.EAST: x - left, Side.WEST: right - x, Side.SOUTH: y - top, Side.NORTH: bottom - y}[faces]
        return away / len(gates) / 2

    def _gates(self, faces: Side) -> Iterator[Gate]:
        """Every place at the rim of the floor for an entry that faces one way."""
        lie = self._lie(faces)
        for laid in self.table.laid:
            for run in laid.lie.runs:
                if run.side is faces.opposite:
                    base = code(laid.at)
                    yield from (gate for square in run.inside if (gate := self._gate(base + square, faces, lie)))

    def _gate(self, before: int, faces: Side, lie: TilePose) -> Gate | None:
        """The gate before a square and the one right of it, or below; None where there is none."""
        corner = before - code(faces.step)
        gate = Gate((corner % STRIDE, corner // STRIDE), faces, before)
        outward, at = -code(faces.step), corner
        extent = max(self.table.box[2] - self.table.box[0], self.table.box[3] - self.table.box[1])
        beyond = (at + step * outward + along for along in self._along(faces) for step in range(extent))
        if any(square in self.table.owner for square in beyond):
            return None
        return gate if self._free(gate, lie) else None

    def _free(self, gate: Gate, lie: TilePose) -> bool:
        """Whether an entry has floor before its front, two deep, and none at its other sides."""
        table, corner, forward = self.table, code(gate.at), code(gate.faces.step)
        own = {corner + square for square in lie.floor}
        front = {square + forward for square in own}
        room = front | {square + forward for square in front}
        around = {square + code(side.step) for square in own for side in SIDES} - own - front
        return room <= table.walked and not any(square in table.owner for square in own | around)

    def _lie(self, faces: Side) -> TilePose:
        upright = faces in (Side.EAST, Side.WEST)
        return next(lie for lie in self.piece.lies if (lie.size[1] == LONG) is upright)

    @staticmethod
    def _along(faces: Side) -> tuple[int, int]:
        return (0, STRIDE) if faces in (Side.EAST, Side.WEST) else (0, 1)


def lay_entries(
    tiling: Tiling, request: Request, asked: Asked, far: float, dice: Random
) -> list[tuple[int, Team]] | None:
    """Lay the entries of each side; whose each is, by its number on the table. None where there is no room.

    `far` is how much it matters that the sides' entries lie far apart, from 0 to 1.
    """
    return Entries(tiling, request, asked, far, dice).laid()


def _apart(one: Gate, other: Gate) -> int:
    return max(abs(one.at[0] - other.at[0]), abs(one.at[1] - other.at[1]))
