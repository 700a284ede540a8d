"""Tiles laid one after the other, each with its twins, until the floor is as large as planned.

The first tile is its own twin in the middle, or meets its twin there, or leaves a gap between them. Then each time some
places are tried at random, ends of passages first, and the one that fits the plan best is kept. So no passage is left
that leads nowhere, and ways round are closed where the plan asks for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from msgspec import Struct

from dungeon_designer.generator.constraints import Constraints
from dungeon_designer.generator.options import Request
from dungeon_designer.generator.tiled_floor.poses import PASSAGE, Outline, Run, TilePose, square_of
from dungeon_designer.generator.tiled_floor.supply import Piece, Supply, named
from dungeon_designer.generator.tiled_floor.table import Joint, Laid, Table
from dungeon_designer.generator.zones import along
from dungeon_designer.grid import Square, block, groups
from dungeon_designer.layout.edits import Turn
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode

START: Square = (1000, 1000)
"""Where the first tile lies: far from both ends of the table."""

DISTANCES = (2, 4, 4, 6)
"""How far the first tile and its twin lie apart, if they do not meet."""

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


class Plan(Struct, frozen=True, kw_only=True):
    """What is looked for when the next tile is chosen.

    squares   the floor is done once it has so many squares, end zones left out, and may have so many at most
    rooms     how much rather a room is laid than a passage
    direct    how readily rooms are laid beside rooms
    loops     how much a tile is worth that is joined to several others; below 0 it is avoided
    spread    how much a tile is worth that lies far from the middle; below 0 a tile near it
    winding   how readily passages are laid at the ends of passages
    wide      how much a square is worth by which tiles without walls touch along more than they must
    even      whether tiles keep to every second line of the grid, so that more of them meet
    """

    squares: tuple[int, int]
    rooms: float
    direct: float
    loops: float
    spread: float
    winding: float
    wide: float
    even: bool


class Anchor(NamedTuple):
    """A run of the border of a tile on the table, and whether it is the end of a passage that leads nowhere yet."""

    number: int
    run: Run
    corner: Square
    stub: bool

    def places(self, run: Run, offsets: Iterator[int] | set[int] | range) -> Iterator[Square]:
        """Where a tile lies if one of its runs meets this one, so many squares further along it."""
        (x, y), (dx, dy), (ax, ay) = self.corner, self.run.side.step, along(self.run.side)
        for by in sorted(offsets):
            yield x + dx + by * ax - run.corner[0], y + dy + by * ay - run.corner[1]

    def all_places(self, run: Run, least: int) -> Iterator[Square]:
        """Every such place where they touch along enough squares."""
        return self.places(run, range(least - run.length, self.run.length - least + 1))

    def spots(self, run: Run, least: int, staggered: bool = False) -> Iterator[Square]:
        """Those where one is flush with either end of the other, or in its middle.

        If staggered, the two overlap along as few squares as they may.
        """
        slack = self.run.length - run.length
        flush = {0, slack, slack // 2, -(-slack // 2)}
        return self.places(run, {least - run.length, self.run.length - least} if staggered else flush)


class Tiling:
    """A floor that grows, and repeats itself under a symmetry."""

    def __init__(
        self, request: Request, asked: Constraints, supply: Supply, plan: Plan, mode: SymmetryMode, dice: Random
    ) -> None:
        self.request, self.asked, self.supply, self.plan, self.dice = request, asked, supply, plan, dice
        self.table = Table(max(asked.joined, asked.width, PASSAGE), asked.door, asked.fit)
        self.mode = mode
        self.kinds: Counter[str] = Counter()
        self.missing = [room for room in request.rooms if any(named(piece.tile, [room]) for piece in supply.pieces)]
        self._now_open = 0
        self._mirror(Symmetry())

    def _mirror(self, symmetry: Symmetry) -> None:
        self.symmetry, self.turns = symmetry, list(symmetry.turns())

    def begun(self) -> bool:
        """Lay the first tile; False where these dice find none."""
        if self.mode is SymmetryMode.OFF:
            piece = self.dice.choice(self.supply.pieces)
            return bool(self.lay(piece, self.dice.choice(piece.poses), START))
        ways: list[Callable[[], bool]] = [self._middle, self._meeting, partial(self._meeting, True)]
        if self.mode is SymmetryMode.QUARTER_TURNS:
            ways.append(self._two_halves)
        self.dice.shuffle(ways)
        return any(way() for way in ways)

    def _middle(self) -> bool:
        """A tile that is its own twin."""
        own = []
        for piece, pose in self.supply.every():
            middle = 2 * START[0] + pose.size[0] - 1, 2 * START[1] + pose.size[1] - 1
            self._mirror(Symmetry(self.mode, middle))
            if self._may_be_odd(piece) and not self._twins(pose, START):
                own.append((piece, pose, self.symmetry))
        if not own:
            return False
        piece, pose, symmetry = self.dice.choice(own)
        self._mirror(symmetry)
        return bool(self.lay(piece, pose, START))

    def _may_be_odd(self, piece: Piece) -> bool:
        """Whether an odd number of a tile may be laid: not where all of an even number must be, of it or its kind."""
        bounds = self.asked.mix.get(piece.tile.kind)
        exact = bounds is not None and bounds.min is not None and bounds.min == bounds.max and bounds.min % 2 == 0
        return not exact and not (self.supply.use_all and self.supply.copies(piece) % 2 == 0)

    def _two_halves(self) -> bool:
        """Two tiles that together are a square."""
        every = self.supply.every()
        halves = [(piece, pose) for piece, pose in every if pose.size[0] == 2 * pose.size[1] and not pose.rock]
        halves = [(piece, pose) for piece, pose in halves if len(pose.floor) == pose.size[0] * pose.size[1]]
        if not halves:
            return False
        piece, pose = self.dice.choice(halves)
        others = [each for each in halves if each[1].outline == pose.outline and each[0] is not piece]
        if not others:
            return False
        (x, y), (width, height) = START, pose.size
        self._mirror(Symmetry(self.mode, (2 * x + width - 1, 2 * y + 2 * height - 1)))
        if self.lay_alone(piece, pose, START) and not self.lay_alone(*self.dice.choice(others), (x, y + height)):
            self.lift(1)
        return bool(self.table.laid)

    def _meeting(self, apart: bool = False) -> bool:
        """A tile that touches its twin, or lies some squares away from it."""
        piece = self.dice.choice(self.supply.pieces)
        pose, turn = self.dice.choice(piece.poses), next(Symmetry(self.mode).turns())
        gap, least = self.dice.choice(DISTANCES) if apart else 0, self.table.least
        twins = self.supply.alike(pose.turned_outline(turn.quarters, turn.flip))
        found: list[Symmetry] = []
        for run in pose.runs if twins and not (pose.rock and gap) else ():
            (dx, dy), anchor = run.side.step, Anchor(0, run, _moved(run.corner, START), stub=False)
            for other in twins[0][1].runs:
                if other.side is run.side.opposite and min(run.length, other.length) >= least:
                    for x, y in anchor.spots(other, least):
                        found += _middles(self.mode, pose, (x + gap * dx, y + gap * dy))
        if not found:
            return False
        self._mirror(self.dice.choice(found))
        return bool(self.lay(piece, pose, START))

    def grown(self, stubs: int) -> bool:
        """Lay tiles until the floor is done; False where that fails. So many stubs may be left for end zones."""
        failures = 0
        while not (self._enough(stubs) and len(self.table.owner) >= self.plan.squares[0]):
            if self._step():
                failures = 0
            elif (failures := failures + 1) == FAILURES:
                return not self.supply.use_all and self._enough(stubs)
        return True

    def _enough(self, stubs: int) -> bool:
        """Whether all that must be laid is, and hangs together, and no end of a passage is left but so many."""
        count = len(self.table.laid)
        mixed = all(bounds.allows(self.kinds[kind]) for kind, bounds in self.asked.mix.items())
        room = count >= self.asked.sections + (self.request.sides if self.asked.beside else 0)
        total = self.asked.total is None or self.asked.total.allows(count)
        return mixed and room and total and not self.missing and self._stubs() <= stubs and self.table.whole()

    def _stubs(self) -> int:
        return sum(len(self.table.stubs(number)) for number in range(len(self.table.laid)))

    def extended(self, way_in: Joint) -> bool:
        """Lay a passage where an end zone was joined, as its twins are; False where there is none left or no room."""
        pieces = [piece for piece in self.supply.pieces if piece.ends == 2]
        self.dice.shuffle(pieces)
        (x, y) = square_of(way_in.inside[0])
        ways = [(piece, pose, run) for piece in pieces for pose in piece.poses for run in pose.runs if run.tip]
        ways = [way for way in ways if way[2].side is way_in.side and way[2].length <= len(way_in.inside)]
        return any(self.lay(piece, pose, (x - run.corner[0], y - run.corner[1])) for piece, pose, run in ways)

    def _twins(self, pose: TilePose, at: Square) -> list[tuple[Outline, Square]]:
        """The room a tile's twins take, and where, none where it is its own; each once."""
        turns: list[Turn] = self.turns
        twins = [(pose.turned_outline(t.quarters, t.flip), t.box(at, pose.size)[0]) for t in turns]
        return [twin for twin in dict.fromkeys(twins) if twin != (pose.outline, at)]

    def lay(self, piece: Piece, pose: TilePose, at: Square) -> int:
        """Lay a tile and its twins; how many were laid, 0 where one of them has no place."""
        if not self.lay_alone(piece, pose, at):
            return 0
        count = 1
        for outline, there in self._twins(pose, at):
            choices = self.supply.alike(outline)
            self.dice.shuffle(choices)
            choices.sort(key=lambda choice: _unlike(choice, piece, pose))
            if not any(self.lay_alone(*choice, there) for choice in choices[:3]):
                self.lift(count)
                return 0
            count += 1
        return count

    def lift(self, count: int) -> None:
        """Take up the last tiles."""
        for _ in range(count):
            laid = self.table.lift()
            self.supply.take(laid.piece, -1)
            self.kinds[laid.pose.tile.kind] -= 1
            if room := named(laid.pose.tile, self.request.rooms):
                self.missing.append(room)

    def lay_alone(self, piece: Piece, pose: TilePose, at: Square) -> bool:
        """Lay a tile without twins; whether it has a place there."""
        joints = self.table.joints_of(pose, at) if self._may_lay(piece) else None
        if joints is None:
            return False
        self.table.lay(Laid(piece, pose, at), joints)
        self.supply.take(piece)
        self.kinds[pose.tile.kind] += 1
        if (room := named(pose.tile, self.missing)) in self.missing:
            self.missing.remove(room)
        return True

    def _may_lay(self, piece: Piece) -> bool:
        """Whether one more of it is there, and one more of its kind may be laid."""
        bounds = self.asked.mix.get(piece.tile.kind)
        full = bounds is not None and bounds.max is not None and self.kinds[piece.tile.kind] >= bounds.max
        room = len(self.table.owner) + piece.squares <= self.plan.squares[1]
        return room and not full and self.supply.copies(piece) > 0

    def _step(self) -> bool:
        """Lay the best of some tiles at random places; False where none was found."""
        best: tuple[float, Piece, TilePose, Square] | None = None
        found, anchors = 0, self.anchors()
        weights = [8.0 if anchor.stub else 1.0 for anchor in anchors]
        self._now_open = self._stubs()
        for _ in range(TRIES):
            anchor = self.dice.choices(anchors, weights)[0]
            piece = self._piece(anchor)
            pose = self.dice.choice(piece.poses) if piece else None
            if piece is None or pose is None or not (at := self._spot(anchor, pose)):
                continue
            if count := self.lay(piece, pose, at):
                worth = self._worth(count)
                self.lift(count)
                if best is None or worth > best[0]:
                    best = worth, piece, pose, at
                if (found := found + 1) == ENOUGH:
                    break
        return best is not None and bool(self.lay(*best[1:]))

    def _worth(self, count: int) -> float:
        """How well the last tiles laid fit the plan."""
        table, laid, plan = self.table, self.table.laid, self.plan
        new = range(len(laid) - count, len(laid))
        joints, first = [joint for joint in table.joints if joint.one in new], laid[new[0]]
        narrow = [laid[joint.one].pose.narrow + laid[joint.other].pose.narrow for joint in joints]
        abreast = sum(both == 2 and each.length > PASSAGE for both, each in zip(narrow, joints, strict=True))
        of_each = (
            -(1 - plan.direct) * narrow.count(0)
            - CROOKED * sum(joint.door and (joint.length - table.door) % 2 for joint in joints)
            - ABREAST * abreast
            + plan.wide * sum(joint.length - table.least for joint in joints if not joint.door)
            + plan.loops * sum(map(self._ways_round, new))
            - STUB * (self._stubs() - self._now_open)
            - GRIDDED * sum(map(table.crossings, new))
        )
        extent = self._extent()
        return (
            of_each / count
            - THIN * table.slivers(first.pose, first.at)
            - BLOCKED * table.blocked(first.pose, first.at)
            + plan.spread * extent
            - BEYOND * max(0, extent - LONGEST)
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
        across = {SymmetryMode.LEFT_RIGHT: 0, SymmetryMode.TOP_BOTTOM: 1}.get(self.request.symmetry)
        return max(self.table.size) if across is None else self.table.size[across]

    def anchors(self) -> list[Anchor]:
        """Where a tile may be joined to those on the table."""
        found = []
        for number, laid in enumerate(self.table.laid):
            stubs = self.table.stubs(number)
            found += [Anchor(number, run, _moved(run.corner, laid.at), run in stubs) for run in laid.pose.runs]
        return found

    def _piece(self, anchor: Anchor) -> Piece | None:
        """A tile to lay there."""
        beside_room = not self.table.laid[anchor.number].pose.narrow
        pieces = [piece for piece in self.supply.pieces if self._may_lay(piece)]
        weights = [self._weight(piece, beside_room) for piece in pieces]
        return self.dice.choices(pieces, weights)[0] if any(weights) else None

    def _weight(self, piece: Piece, beside_room: bool) -> float:
        narrow, plan = piece.poses[0].narrow, self.plan
        weight = min(self.supply.copies(piece), 6) * (1.0 if narrow else plan.rooms)
        if beside_room and not narrow:
            weight *= plan.direct
        if narrow and (not beside_room or len(self.table.owner) >= plan.squares[0]):
            weight *= plan.winding
        bounds = self.asked.mix.get(piece.tile.kind)
        if bounds is not None and self.kinds[piece.tile.kind] < (bounds.min or 0):
            weight *= 3
        weight *= float(0.6 ** max(0, (piece.ends - 2) * self._now_open))
        return weight * (20 if named(piece.tile, self.missing) else 1)

    def _spot(self, anchor: Anchor, pose: TilePose) -> Square | None:
        """A place where a tile is joined to an anchor; None where it has no side for that."""
        least = self.table.least
        runs = [run for run in pose.runs if run.side is anchor.run.side.opposite and run.length >= least]
        if not runs or anchor.run.length < least:
            return None
        places = anchor.spots(self.dice.choice(runs), least, staggered=self.dice.random() < STAGGERED)
        free = not self.plan.even or pose.size[0] % 2 or pose.size[1] % 2
        kept = [(x, y) for x, y in places if free or not (x % 2 or y % 2)]
        return self.dice.choice(kept) if kept else None


def _middles(mode: SymmetryMode, pose: TilePose, there: Square) -> Iterator[Symmetry]:
    """The symmetry under which the first twin of a tile at the start lies at another place, if there is one."""
    (x, y), (u, v), (width, height) = START, there, pose.size
    if mode is SymmetryMode.QUARTER_TURNS:
        total, apart = u + y + height - 1, v - x
        yield Symmetry(mode, (total - apart, total + apart))
    elif (
        mode is SymmetryMode.HALF_TURN
        or (mode is SymmetryMode.LEFT_RIGHT and v == y)
        or (mode is SymmetryMode.TOP_BOTTOM and u == x)
    ):
        yield Symmetry(mode, (u + x + width - 1, v + y + height - 1))


def _moved(square: Square, by: Square) -> Square:
    return square[0] + by[0], square[1] + by[1]


def _unlike(choice: tuple[Piece, TilePose], piece: Piece, pose: TilePose) -> int:
    """How unlike a twin would be: the same tile, a tile as plain, any other."""
    other, way = choice
    if other.tile.id == piece.tile.id:
        return 0
    return 1 if len(way.walked) == len(pose.walked) and other.tile.kind == piece.tile.kind else 2
