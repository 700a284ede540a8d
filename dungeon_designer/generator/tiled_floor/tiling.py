"""Tiles laid on a table one after the other, each with its twins, until the floor is as large as planned.

The first tile is its own twin in the middle, or meets its twin there, or leaves a gap between them. Then each time some
places are tried at random, ends of passages first, and the one that fits the plan best is kept. So no passage is left
that leads nowhere, and ways round are closed where the plan asks for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from random import Random
from typing import NamedTuple

from msgspec import Struct

from dungeon_designer.generator.constraints import Constraints
from dungeon_designer.generator.options import Request
from dungeon_designer.generator.tiled_floor.supply import (
    PASSAGE,
    BorderRun,
    Outline,
    StockTile,
    Supply,
    TilePose,
    code,
    named,
    square_of,
)
from dungeon_designer.generator.zones import along
from dungeon_designer.grid import Side, Size, Square, block, bounds, groups
from dungeon_designer.kinds import Team
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode
from dungeon_designer.rules.rule import Bounds

START: Square = (1000, 1000)  # where the first tile lies: far from both ends of the table
GAPS = (None, None, 0, 0, 0, 0, 0, 2)  # how far the first tile and its twin lie apart; None where it is its own
STARTS = 200  # places tried for the first tile and its twin
TRIES = 40  # places tried for one tile
ENOUGH = 10  # so many places that will do are compared
STAGGERED = 0.15  # the share of places where tiles overlap as little as they may

STUB, ABREAST, THIN, CROOKED, BLOCKED = 0.8, 3.0, 0.6, 0.5, 0.4
"""What it costs to leave the end of a passage open, to lay passages side by side, to leave rock one square thick, to
put a door off the middle, and to end a board's passage at a rim: against a die from 0 to 1."""

GRIDDED = 1.2
"""What a point costs where four walled tiles meet, three of them rooms: many such points make a chequerboard."""

LONGEST, BEYOND = 36, 0.3
"""From this length on a floor had better not grow longer, and what each square of it costs: tables are not endless."""

FAILURES = 4  # so many times in a row none may be found


class LaidTile(NamedTuple):
    """A tile on the table: its upper left corner is `at`; `team` has it as an end zone or entry."""

    piece: StockTile
    pose: TilePose
    at: Square
    team: Team | None = None


class Joint(NamedTuple):
    """Where two tiles touch: their numbers, the squares on either side of the way through, and the border's length.

    `door` says that a door stands on it; it begins at the first of the squares.
    """

    one: int
    other: int
    side: Side
    inside: tuple[int, ...]
    outside: tuple[int, ...]
    length: int
    door: bool


class TileTable:
    """What lies on the table. A tile is laid with `put` and taken up again, the last first, with `take_up`.

    least  along how many squares tiles touch at least
    door   how wide doors are between tiles that are walled off except at doors
    fit    the size all must have at most, either way round
    """

    def __init__(self, least: int, door: int, fit: Size | None = None) -> None:
        self.least, self.door, self.fit = least, door, fit
        self.laid: list[LaidTile] = []
        self.joints: list[Joint] = []
        self.owner: dict[int, int] = {}
        self.walked: set[int] = set()
        self.stones: set[int] = set()
        self._joined: list[int] = []

    def box(self, *more: tuple[Square, Size]) -> tuple[Square, Size]:
        """The rectangle around all that lies there, and around some rectangles more."""
        boxes = [*((laid.at, laid.pose.size) for laid in self.laid), *more]
        return bounds(at for (x, y), (wide, high) in boxes for at in ((x, y), (x + wide - 1, y + high - 1)))

    def joints_of(self, pose: TilePose, at: Square) -> list[Joint] | None:
        """How a tile would be joined to those that lie there; None where it may not lie there."""
        base = code(at)
        taken = (base + square for square in (*pose.floor, *pose.stones))
        if not self.fits(pose, at) or any(square in self.owner or square in self.stones for square in taken):
            return None
        joints: list[Joint] = []
        for run in pose.runs:
            owners = (self.owner.get(base + inside + run.out, -1) for inside in run.inside)
            for other, edges in groupby(enumerate(owners), key=lambda edge: edge[1]):
                if other < 0:
                    continue
                joint = self._joint(pose, run, base, [place for place, _ in edges], other)
                if joint is None:
                    return None
                joints.append(joint)
        others = [joint.other for joint in joints]
        twice = len(set(others)) < len(others)
        return None if twice and any(self._walled(pose, other) for other in others) else joints

    def _joint(self, pose: TilePose, run: BorderRun, base: int, places: list[int], other: int) -> Joint | None:
        """The joint along a part of a run; None where it is too narrow, or blocked on either side."""
        if len(places) < self.least:
            return None
        free = [run.walked[at] and base + run.inside[at] + run.out in self.walked for at in places]
        door = self._walled(pose, other)
        span = range(0)
        if door:
            slack = len(free) - self.door
            for at in (slack // 2, (slack + 1) // 2) if slack >= 0 else ():
                if not span and all(free[at : at + self.door]):
                    span = range(at, at + self.door)
        else:
            for is_free, row in groupby(range(len(free)), key=free.__getitem__):
                first, *others = row
                longest = range(first, first + 1 + len(others)) if is_free else range(0)
                span = longest if len(longest) > max(len(span), self.least - 1) else span
        if not span:
            return None
        inside = tuple(base + run.inside[places[at]] for at in span)
        outside = tuple(at + run.out for at in inside)
        return Joint(len(self.laid), other, run.side, inside, outside, len(places), door)

    def put(self, laid: LaidTile, joints: list[Joint]) -> None:
        """Lay a tile that may lie there."""
        number, base, pose = len(self.laid), code(laid.at), laid.pose
        self.laid.append(laid)
        self.owner.update((base + square, number) for square in pose.floor)
        self.walked.update(base + square for square in pose.walked)
        self.stones.update(base + square for square in pose.stones)
        self.joints += joints
        self._joined.append(len(joints))

    def take_up(self) -> LaidTile:
        """Take up the tile that was laid last."""
        laid = self.laid.pop()
        base = code(laid.at)
        for square in laid.pose.floor:
            del self.owner[base + square]
        self.walked.difference_update(base + square for square in laid.pose.walked)
        self.stones.difference_update(base + square for square in laid.pose.stones)
        del self.joints[len(self.joints) - self._joined.pop() :]
        return laid

    def crossings(self, number: int) -> int:
        """At how many corners of a walled tile four tiles meet, three of them rooms at least."""
        laid = self.laid[number]
        (x, y), (width, height) = laid.at, laid.pose.size
        corners = ((u, v) for u in (x, x + width) for v in (y, y + height)) if laid.pose.tile.enclosed else ()
        around = ({self.owner.get(code(at), -1) for at in block((u - 1, v - 1), (2, 2))} for u, v in corners)
        met = (four for four in around if len(four) == 4 and -1 not in four)
        return sum(sum(not self.laid[tile].pose.narrow for tile in four) >= 3 for four in met)

    def stubs(self, number: int) -> list[BorderRun]:
        """The ends of a passage that lead nowhere."""
        laid = self.laid[number]
        if not laid.pose.narrow:
            return []
        own = ((joint.one, joint.inside) for joint in self.joints)
        theirs = ((joint.other, joint.outside) for joint in self.joints)
        base = code(laid.at)
        used = {square - base for whose, squares in (*own, *theirs) if whose == number for square in squares}
        tips = [run for run in laid.pose.runs if run.tip]
        if len(used) <= PASSAGE < len(laid.pose.floor) <= PASSAGE * PASSAGE:
            return [tip for tip in tips if used.isdisjoint(tip.inside)][:1]
        return [tip for tip in tips if used.isdisjoint(tip.throat)]

    def whole(self) -> bool:
        """Whether all tiles hang together: where two touch one can walk from one to the other."""
        return len(list(groups(map(square_of, self.owner)))) == 1

    def _walled(self, pose: TilePose, other: int) -> bool:
        return bool(pose.tile.enclosed or self.laid[other].pose.tile.enclosed)

    def fits(self, pose: TilePose, at: Square) -> bool:
        """Whether all would still fit the size asked for with a tile there."""
        if not self.fit:
            return True
        short, long = sorted(self.box((at, pose.size))[1])
        return short <= min(self.fit) and long <= max(self.fit)


class FloorPlan(Struct, frozen=True, kw_only=True):
    """What is looked for when the next tile is chosen."""

    # the floor is done once it has so many squares, end zones left out, and may have so many at most
    squares: tuple[int, int]
    rooms: float  # how much rather a room is laid than a passage
    direct: float  # how readily rooms are laid beside rooms
    loops: float  # how much a tile is worth that is joined to several others; below 0 it is avoided
    spread: float  # how much a tile is worth that lies far from the middle; below 0 a tile near it
    winding: float  # how readily passages are laid at the ends of passages
    wide: float  # how much a square is worth by which tiles without walls touch along more than they must
    even: bool  # whether tiles keep to every second line of the grid, so that more of them meet


class Anchor(NamedTuple):
    """A run of the border of a tile on the table, and whether it is the end of a passage that leads nowhere yet."""

    number: int
    run: BorderRun
    corner: Square
    stub: bool = False

    def places(self, run: BorderRun, offsets: Iterable[int]) -> Iterator[Square]:
        """Where a tile lies if one of its runs meets this one, so many squares further along it."""
        (x, y), (dx, dy), (ax, ay) = self.corner, self.run.side.step, along(self.run.side)
        for by in sorted(offsets):
            yield x + dx + by * ax - run.corner[0], y + dy + by * ay - run.corner[1]

    def flush(self, run: BorderRun) -> Iterator[Square]:
        """Those places where one is flush with either end of the other, or in its middle."""
        slack = self.run.length - run.length
        return self.places(run, {0, slack, slack // 2, -(-slack // 2)})


class Tiling(TileTable):
    """A floor that grows, and repeats itself under a symmetry."""

    def __init__(
        self, request: Request, asked: Constraints, supply: Supply, plan: FloorPlan, mode: SymmetryMode, dice: Random
    ) -> None:
        super().__init__(max(asked.joined, asked.width, PASSAGE), asked.door, asked.fit)
        self.request, self.asked, self.supply, self.plan, self.dice = request, asked, supply, plan, dice
        self.mode, self.kinds = mode, Counter[str]()
        self._mirror(Symmetry())

    def _mirror(self, symmetry: Symmetry) -> None:
        self.symmetry, self.turns = symmetry, list(symmetry.turns())

    @property
    def missing(self) -> list[str]:
        """The rooms asked for that can be laid and are not yet."""
        rooms, laid = self.request.rooms, [each.piece for each in self.laid]
        had = {named(piece.tile, rooms) for piece in laid}
        return [room for room in rooms if room not in had and any(named(p.tile, [room]) for p in self.supply.pieces)]

    def begun(self) -> bool:
        """Lay the first tile; False where these dice find none.

        It is its own twin, or touches its twin, or lies some squares away from it.
        """
        for _ in range(STARTS):
            piece = self.dice.choice(self.supply.pieces)
            pose, gap = self.dice.choice(piece.poses), self.dice.choice(GAPS)
            if self.mode is SymmetryMode.OFF:
                return bool(self.lay(piece, pose, START))
            self._mirror(self._about(pose, gap))
            own = not self._twins(pose, START)
            fine = own is (gap is None) and not (own and self._must_pair(piece)) and not (pose.rock and gap)
            if fine and (count := self.lay(piece, pose, START)):
                if gap != 0 or self.joints:
                    return True
                self.lift(count)
        return False

    def _about(self, pose: TilePose, gap: int | None) -> Symmetry:
        """The middle about which the first tile's twin lies so many squares away; its own middle where None is said."""
        (x, y), (width, height), mode = START, pose.size, self.mode
        aside = self.dice.randint(-height, height)
        if gap is None:
            return Symmetry(mode, (2 * x + width - 1, 2 * y + height - 1))
        if mode is SymmetryMode.QUARTER_TURNS:
            total = x + y + width + height - 1 + gap
            return Symmetry(mode, (total - aside, total + aside))
        if mode is SymmetryMode.TOP_BOTTOM:
            return Symmetry(mode, (2 * x + width - 1, 2 * y + 2 * height - 1 + gap))
        return Symmetry(mode, (2 * x + 2 * width - 1 + gap, 2 * y + height - 1 + aside))

    def _must_pair(self, piece: StockTile) -> bool:
        """Whether all of an even number must be laid, of a tile or its kind."""
        asked = self.asked.mix.get(piece.tile.kind, Bounds())
        exact = asked.min is not None and asked.min == asked.max and asked.min % 2 == 0
        return exact or (self.supply.use_all and self.supply.copies(piece) % 2 == 0)

    def grown(self, stubs: int) -> bool:
        """Lay tiles until the floor is done; False where that fails. So many stubs may be left for end zones."""
        failures = 0
        while not (self._enough(stubs) and len(self.owner) >= self.plan.squares[0]):
            if self._step():
                failures = 0
            elif (failures := failures + 1) == FAILURES:
                return not self.supply.use_all and self._enough(stubs)
        return True

    def _enough(self, stubs: int) -> bool:
        """Whether all that must be laid is, and hangs together, and no end of a passage is left but so many."""
        count, asked = len(self.laid), self.asked
        mixed = all(numbers.allows(self.kinds[kind]) for kind, numbers in asked.mix.items())
        room = count >= asked.sections + (self.request.sides if asked.beside else 0)
        total = asked.total is None or asked.total.allows(count)
        return mixed and room and total and not self.missing and self._stubs() <= stubs and self.whole()

    def _stubs(self) -> int:
        return sum(len(self.stubs(number)) for number in range(len(self.laid)))

    def extended(self, way_in: Joint) -> bool:
        """Lay a passage where an end zone was joined, as its twins are; False where there is none left or no room."""
        pieces = [piece for piece in self.supply.pieces if piece.ends == 2]
        self.dice.shuffle(pieces)
        x, y = square_of(way_in.inside[0])
        ways = [(piece, pose, run) for piece in pieces for pose in piece.poses for run in pose.runs if run.tip]
        ways = [way for way in ways if way[2].side is way_in.side and way[2].length <= len(way_in.inside)]
        return any(self.lay(piece, pose, (x - run.corner[0], y - run.corner[1])) for piece, pose, run in ways)

    def _twins(self, pose: TilePose, at: Square) -> list[tuple[Outline, Square]]:
        """The room a tile's twins take, and where, none where it is its own; each once."""
        twins = [(pose.turned_outline(t.quarters, t.flip), t.box(at, pose.size)[0]) for t in self.turns]
        return [twin for twin in dict.fromkeys(twins) if twin != (pose.outline, at)]

    def lay(self, piece: StockTile, pose: TilePose, at: Square) -> int:
        """Lay a tile and its twins; how many were laid, 0 where one of them has no place."""

        def unlike(choice: tuple[StockTile, TilePose]) -> int:
            """The same tile, a tile as plain, any other."""
            if choice[0].tile.id == piece.tile.id:
                return 0
            plain = len(choice[1].walked) == len(pose.walked) and choice[0].tile.kind == piece.tile.kind
            return 1 if plain else 2

        if not self._lay_alone(piece, pose, at):
            return 0
        count = 1
        for outline, there in self._twins(pose, at):
            choices = self.supply.alike(outline)
            self.dice.shuffle(choices)
            choices.sort(key=unlike)
            if not any(self._lay_alone(*choice, there) for choice in choices[:3]):
                self.lift(count)
                return 0
            count += 1
        return count

    def lift(self, count: int) -> None:
        """Take up the last tiles."""
        for _ in range(count):
            laid = self.take_up()
            self.supply.take(laid.piece, -1)
            self.kinds[laid.pose.tile.kind] -= 1

    def _lay_alone(self, piece: StockTile, pose: TilePose, at: Square) -> bool:
        """Lay a tile without twins; whether it has a place there."""
        joints = self.joints_of(pose, at) if self._may_lay(piece) else None
        if joints is None:
            return False
        self.put(LaidTile(piece, pose, at), joints)
        self.supply.take(piece)
        self.kinds[pose.tile.kind] += 1
        return True

    def _may_lay(self, piece: StockTile) -> bool:
        """Whether one more of it is there, and one more of its kind may be laid."""
        most = self.asked.mix.get(piece.tile.kind, Bounds()).max
        full = most is not None and self.kinds[piece.tile.kind] >= most
        room = len(self.owner) + piece.squares <= self.plan.squares[1]
        return room and not full and self.supply.copies(piece) > 0

    def _step(self) -> bool:
        """Lay the best of some tiles at random places; False where none was found."""
        best: tuple[float, StockTile, TilePose, Square] | None = None
        found, anchors, stubs = 0, self.anchors(), self._stubs()
        pieces = [piece for piece in self.supply.pieces if self._may_lay(piece)]
        weights = {narrow: self._weights(pieces, narrow, stubs) for narrow in (False, True)}
        likely = [8.0 if anchor.stub else 1.0 for anchor in anchors]
        for _ in range(TRIES):
            anchor = self.dice.choices(anchors, likely)[0]
            beside = weights[self.laid[anchor.number].pose.narrow]
            piece = self.dice.choices(pieces, beside)[0] if any(beside) else None
            pose = self.dice.choice(piece.poses) if piece else None
            if piece is None or pose is None or not (at := self._spot(anchor, pose)):
                continue
            if count := self.lay(piece, pose, at):
                worth = self._worth(count, stubs)
                self.lift(count)
                if best is None or worth > best[0]:
                    best = worth, piece, pose, at
                if (found := found + 1) == ENOUGH:
                    break
        return best is not None and bool(self.lay(*best[1:]))

    def _weights(self, pieces: Sequence[StockTile], beside_passage: bool, stubs: int) -> list[float]:
        """How likely each of some tiles is laid beside a passage, or beside a room."""
        weights, plan, missing = [], self.plan, self.missing
        for piece in pieces:
            narrow = piece.poses[0].narrow
            weight = min(self.supply.copies(piece), 6) * (1.0 if narrow else plan.rooms)
            if not beside_passage and not narrow:
                weight *= plan.direct
            if narrow and (beside_passage or len(self.owner) >= plan.squares[0]):
                weight *= plan.winding
            if self.kinds[piece.tile.kind] < (self.asked.mix.get(piece.tile.kind, Bounds()).min or 0):
                weight *= 3
            weight *= float(0.6 ** max(0, (piece.ends - 2) * stubs))
            weights.append(weight * (20 if named(piece.tile, missing) else 1))
        return weights

    def _worth(self, count: int, stubs: int) -> float:
        """How well the last tiles laid fit the plan; so many ends of passages were open before."""
        laid, plan = self.laid, self.plan
        new = range(len(laid) - count, len(laid))
        joints, first = [joint for joint in self.joints if joint.one in new], laid[new[0]]
        narrow = [laid[joint.one].pose.narrow + laid[joint.other].pose.narrow for joint in joints]
        of_each = (
            -(1 - plan.direct) * narrow.count(0)
            - CROOKED * sum(joint.door and (joint.length - self.door) % 2 for joint in joints)
            - ABREAST * sum(both == 2 and each.length > PASSAGE for both, each in zip(narrow, joints, strict=True))
            + plan.wide * sum(joint.length - self.least for joint in joints if not joint.door)
            + plan.loops * sum(map(self._ways_round, new))
            - STUB * (self._stubs() - stubs)
            - GRIDDED * sum(map(self.crossings, new))
        )
        base, owner, stones = code(first.at), self.owner, self.stones
        outs = [(base + inside + run.out, run.out) for run in first.pose.runs for inside in run.inside]
        slivers = sum(out not in owner and out not in stones and out + on in owner for out, on in outs)
        blocked = sum(out in stones for out, _ in outs) + sum(base + out in owner for out in first.pose.beyond_rim)
        _, (across, down) = self.box()  # the floor's length is across its axis, if it has one
        extent = {SymmetryMode.LEFT_RIGHT: across, SymmetryMode.TOP_BOTTOM: down}.get(
            self.request.symmetry, max(across, down)
        )
        return (
            of_each / count
            - THIN * slivers
            - BLOCKED * blocked
            + plan.spread * extent
            - BEYOND * max(0, extent - LONGEST)
            + self.dice.random()
        )

    def _ways_round(self, number: int) -> int:
        """How many ways round a tile closes: the stretches of its border that meet others, but one."""
        joints = [joint for joint in self.joints if joint.one == number]
        if any(joint.door for joint in joints):
            return len(joints) - 1
        squares = {square_of(square) for joint in joints for square in joint.outside}
        return sum(1 for _ in groups(wide for x, y in squares for wide in block((x - 1, y - 1), (2, 2)))) - 1

    def anchors(self) -> list[Anchor]:
        """Where a tile may be joined to those on the table."""
        found = []
        for number, laid in enumerate(self.laid):
            stubs = self.stubs(number)
            found += [Anchor(number, run, _moved(run.corner, laid.at), run in stubs) for run in laid.pose.runs]
        return found

    def _spot(self, anchor: Anchor, pose: TilePose) -> Square | None:
        """A place where a tile is joined to an anchor; None where it has no side for that."""
        least, length = self.least, anchor.run.length
        runs = [run for run in pose.runs if run.side is anchor.run.side.opposite and run.length >= least]
        if not runs or length < least:
            return None
        run = self.dice.choice(runs)
        staggered = self.dice.random() < STAGGERED
        places = anchor.places(run, {least - run.length, length - least}) if staggered else anchor.flush(run)
        free = not self.plan.even or pose.size[0] % 2 or pose.size[1] % 2
        kept = [(x, y) for x, y in places if free or not (x % 2 or y % 2)]
        return self.dice.choice(kept) if kept else None


def _moved(square: Square, by: Square) -> Square:
    return square[0] + by[0], square[1] + by[1]
