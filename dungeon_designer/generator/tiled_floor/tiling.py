"""Tiles laid one after the other, each with its twins, until the floor is as large as planned.

Each time some places are tried at random, ends of passages first, and the one that fits the plan best is kept. So no
passage is left that leads nowhere, and ways round are closed where the plan asks for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from dungeon_designer.generator.options import Request
from dungeon_designer.generator.tiled_floor.asking import Asked
from dungeon_designer.generator.tiled_floor.images import Images, Twin
from dungeon_designer.generator.tiled_floor.plan import Plan
from dungeon_designer.generator.tiled_floor.poses import PASSAGE, Run, TilePose
from dungeon_designer.generator.tiled_floor.supply import Piece, Supply, named
from dungeon_designer.generator.tiled_floor.table import Joint, Laid, Table, square_of
from dungeon_designer.grid import Side, Square, block, groups
from dungeon_designer.layout_edits.symmetry import SymmetryMode

TRIES = 40
"""Places tried for one tile."""

ENOUGH = 10
"""So many places that will do are compared."""

STAGGERED = 0.15
"""The share of places where tiles overlap as little as they may."""

STUB, ABREAST, THIN, CROOKED, BLOCKED = 0.8, 3.0, 0.6, 0.5, 0.4
"""What it costs to leave the end of a passage open, to lay passages side by side, to leave rock one square thick, to
put a door off the middle, and to end a board's passage at a rim: against a die from 0 to 1."""

GRIDDED = 1.2
"""What a point costs where four walled tiles meet, three of them rooms: many such points make a chequerboard."""

LONGEST, BEYOND = 36, 0.3
"""From this length on a floor had better not grow longer, and what each square of it costs: tables are not endless."""

FAILURES = 4
"""So many times in a row none may be found."""


class Anchor(NamedTuple):
    """A run of the border of a tile on the table, and whether it is the end of a passage that leads nowhere yet."""

    number: int
    run: Run
    corner: Square
    stub: bool


class Tiling:
    """A floor that grows."""

    def __init__(
        self, request: Request, asked: Asked, supply: Supply, plan: Plan, images: Images, table: Table, dice: Random
    ) -> None:
        self.request, self.asked, self.supply, self.plan = request, asked, supply, plan
        self.images, self.table, self.dice = images, table, dice
        self.kinds: Counter[str] = Counter()
        self.missing = [room for room in request.rooms if any(named(piece.tile, [room]) for piece in supply.pieces)]
        self._now_open = 0

    def grown(self, stubs: int) -> bool:
        """Lay tiles until the floor is done; False where that fails. So many stubs may be left for end zones."""
        failures = 0
        while not self.done(stubs):
            if self._step():
                failures = 0
            elif (failures := failures + 1) == FAILURES:
                return self.supply.use_all is False and self._enough() and self._stubs() <= stubs
        return True

    def done(self, stubs: int) -> bool:
        """Whether the floor is as planned."""
        return self.table.squares >= self.plan.squares[0] and self._enough() and self._stubs() <= stubs

    def _enough(self) -> bool:
        """Whether all that must be laid is, and hangs together."""
        count = len(self.table.laid)
        mixed = all(bounds.allows(self.kinds[kind]) for kind, bounds in self.asked.mix.items())
        room = count >= self.asked.room + (self.request.sides if self.asked.beside else 0)
        total = self.asked.total is None or self.asked.total.allows(count)
        return mixed and room and total and not self.missing and self.table.whole()

    def _stubs(self) -> int:
        return sum(len(self.table.stubs(number)) for number in range(len(self.table.laid)))

    def extended(self, way_in: Joint) -> bool:
        """Lay a passage where an end zone was joined, as its twins are; False where there is none left or no room."""
        pieces = [piece for piece in self.supply.pieces if _ends(piece) == 2]
        self.dice.shuffle(pieces)
        (x, y) = square_of(way_in.inside[0])
        ways = (way for piece in pieces for way in _facing(piece, way_in))
        return any(self.lay(piece, lie, (x - run.corner[0], y - run.corner[1])) for piece, lie, run in ways)

    def lay(self, piece: Piece, lie: TilePose, at: Square) -> int:
        """Lay a tile and its twins; how many were laid, 0 where one of them has no place."""
        if not self.lay_alone(piece, lie, at):
            return 0
        count = 1
        for twin in self.images.of(lie, at):
            if not self._twin(piece, lie, twin):
                self.lift(count)
                return 0
            count += 1
        return count

    def lift(self, count: int) -> None:
        """Take up the last tiles."""
        for _ in range(count):
            laid = self.table.lift()
            self.supply.give(laid.piece)
            self.kinds[laid.lie.tile.kind] -= 1
            if room := named(laid.lie.tile, self.request.rooms):
                self.missing.append(room)

    def lay_alone(self, piece: Piece, lie: TilePose, at: Square) -> bool:
        """Lay a tile without twins; whether it has a place there."""
        if not self.supply.has(piece) or not self._allowed(piece):
            return False
        joints = self.table.joints_of(lie, at)
        if joints is None:
            return False
        self.table.lay(Laid(piece, lie, at), joints)
        self.supply.take(piece)
        self.kinds[lie.tile.kind] += 1
        if (room := named(lie.tile, self.missing)) in self.missing:
            self.missing.remove(room)
        return True

    def _allowed(self, piece: Piece) -> bool:
        """Whether one more of its kind may be laid."""
        bounds = self.asked.mix.get(piece.tile.kind)
        full = bounds is not None and bounds.max is not None and self.kinds[piece.tile.kind] >= bounds.max
        return not full and self.table.squares + piece.squares <= self.plan.squares[1]

    def _twin(self, piece: Piece, lie: TilePose, twin: Twin) -> bool:
        """The same tile again where there is one, else one that takes the same room."""
        choices = list(self.supply.alike(twin.outline))
        self.dice.shuffle(choices)
        choices.sort(key=lambda choice: _unlike(choice, piece, lie))
        return any(self.lay_alone(other, way, twin.at) for other, way in choices[:3])

    def _step(self) -> bool:
        """Lay the best of some tiles at random places; False where none was found."""
        best: tuple[float, Piece, TilePose, Square] | None = None
        found, anchors = 0, self.anchors()
        weights = [8.0 if anchor.stub else 1.0 for anchor in anchors]
        stubs = self._now_open = self._stubs()
        for _ in range(TRIES):
            anchor = self.dice.choices(anchors, weights)[0]
            piece = self._piece(anchor)
            lie = self.dice.choice(piece.lies) if piece else None
            if piece is None or lie is None or not (at := self._spot(anchor, lie)):
                continue
            if count := self.lay(piece, lie, at):
                worth = self._worth(count, stubs)
                self.lift(count)
                if best is None or worth > best[0]:
                    best = worth, piece, lie, at
                if (found := found + 1) == ENOUGH:
                    break
        return best is not None and bool(self.lay(*best[1:]))

    def _worth(self, count: int, stubs: int) -> float:
        """How well the last tiles laid fit the plan."""
        table, laid, plan = self.table, self.table.laid, self.plan
        first = len(laid) - count
        joints = [joint for joint in table.joints if joint.one >= first]
        narrow = [laid[joint.one].lie.narrow + laid[joint.other].lie.narrow for joint in joints]
        long = [joint.length > PASSAGE for joint in joints]
        of_each = (
            -(1 - plan.direct) * narrow.count(0)
            - CROOKED * sum(joint.door and (joint.length - table.door) % 2 for joint in joints)
            - ABREAST * sum(both == 2 and side for both, side in zip(narrow, long, strict=True))
            + plan.wide * sum(joint.length - table.least for joint in joints if not joint.door)
        )
        return (
            of_each / count
            + plan.loops * sum(self._ways_round(number) for number in range(first, len(laid))) / count
            - STUB * (self._stubs() - stubs) / count
            - GRIDDED * sum(map(table.crossings, range(first, len(laid)))) / count
            - THIN * table.slivers(laid[first].lie, laid[first].at)
            - BLOCKED * table.blocked(laid[first].lie, laid[first].at)
            + plan.spread * self._extent()
            - BEYOND * max(0, self._extent() - LONGEST)
            + self.dice.random()
        )

    def _ways_round(self, number: int) -> int:
        """How many ways round a tile closes: the stretches of its border that meet others, but one."""
        joints = [joint for joint in self.table.joints if joint.one == number]
        if any(joint.door for joint in joints):
            return len(joints) - 1
        squares = {square_of(square) for joint in joints for square in joint.outside}
        return sum(1 for _ in groups(wide for x, y in squares for wide in block((x - 1, y - 1), (2, 2)))) - 1

    def _extent(self) -> int:
        """How long the floor is, across the axis if it has one, so that its sides come to lie far apart."""
        left, top, right, bottom = self.table.box
        width, height = right - left + 1, bottom - top + 1
        way = self.request.symmetry
        return (
            width
            if way is SymmetryMode.LEFT_RIGHT
            else height
            if way is SymmetryMode.TOP_BOTTOM
            else max(width, height)
        )

    def anchors(self) -> list[Anchor]:
        """Where a tile may be joined to those on the table."""
        found = []
        for number, laid in enumerate(self.table.laid):
            stubs = self.table.stubs(number)
            found += [Anchor(number, run, _moved(run.corner, laid.at), run in stubs) for run in laid.lie.runs]
        return found

    def _piece(self, anchor: Anchor) -> Piece | None:
        """A tile to lay there."""
        beside_room = not self.table.laid[anchor.number].lie.narrow
        full = self.table.squares >= self.plan.squares[0]
        pieces = [piece for piece in self.supply.pieces if self.supply.has(piece) and self._allowed(piece)]
        weights = [self._weight(piece, beside_room, full) for piece in pieces]
        return self.dice.choices(pieces, weights)[0] if any(weights) else None

    def _weight(self, piece: Piece, beside_room: bool, full: bool) -> float:
        narrow = piece.lies[0].narrow
        weight = min(self.supply.copies(piece), 6) * (1.0 if narrow else self.plan.rooms)
        if beside_room and not narrow:
            weight *= self.plan.direct
        if narrow and (full or not beside_room):
            weight *= self.plan.winding
        bounds = self.asked.mix.get(piece.tile.kind)
        if bounds is not None and self.kinds[piece.tile.kind] < (bounds.min or 0):
            weight *= 3
        weight *= float(0.6 ** max(0, (_ends(piece) - 2) * self._now_open))
        return weight * (20 if named(piece.tile, self.missing) else 1)

    def _spot(self, anchor: Anchor, lie: TilePose) -> Square | None:
        """A place where a tile is joined to an anchor; None where it has no side for that."""
        runs = [run for run in lie.runs if run.side is anchor.run.side.opposite and run.length >= self.table.least]
        if not runs or anchor.run.length < self.table.least:
            return None
        run = self.dice.choice(runs)
        places = spots(anchor, run, self.table.least, staggered=self.dice.random() < STAGGERED)
        kept = [at for at in places if self._kept(at, lie)]
        return self.dice.choice(kept) if kept else None

    def _kept(self, at: Square, lie: TilePose) -> bool:
        odd = lie.size[0] % 2 or lie.size[1] % 2
        return not self.plan.even or bool(odd) or (at[0] % 2 == 0 and at[1] % 2 == 0)


def spots(anchor: Anchor, run: Run, least: int, staggered: bool) -> Iterator[Square]:
    """Where a tile lies if one of its runs meets an anchor: flush with either end, or in the middle.

    If staggered, the two overlap along as few squares as they may.
    """
    (x, y), (dx, dy) = anchor.corner, anchor.run.side.step
    slack = anchor.run.length - run.length
    offsets = {0, slack, slack // 2, -(-slack // 2)}
    if staggered:
        offsets = {least - run.length, anchor.run.length - least}
    for offset in sorted(offsets):
        along = (offset, 0) if anchor.run.side in (Side.NORTH, Side.SOUTH) else (0, offset)
        yield x + dx + along[0] - run.corner[0], y + dy + along[1] - run.corner[1]


def _facing(piece: Piece, way_in: Joint) -> Iterator[tuple[Piece, TilePose, Run]]:
    """The ways a passage may lie so that it ends at a way in."""
    for lie in piece.lies:
        for run in lie.runs:
            if run.tip and run.side is way_in.side and run.length <= len(way_in.inside):
                yield piece, lie, run


def _ends(piece: Piece) -> int:
    """How many ends of passages a tile has."""
    lie = piece.lies[0]
    return sum(run.tip for run in lie.runs) if lie.narrow else 0


def _moved(square: Square, by: Square) -> Square:
    return square[0] + by[0], square[1] + by[1]


def _unlike(choice: tuple[Piece, TilePose], piece: Piece, lie: TilePose) -> int:
    """How unlike a twin would be: the same tile, a tile as plain, any other."""
    other, way = choice
    if other.tile.id == piece.tile.id:
        return 0
    return 1 if len(way.walked) == len(lie.walked) and other.tile.kind == piece.tile.kind else 2
