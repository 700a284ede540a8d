"""The table on which tiles are laid: what lies where, and how what touches is joined."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from dungeon_designer.generator.tiled_floor.poses import PASSAGE, Run, TilePose, code
from dungeon_designer.generator.tiled_floor.supply import Piece
from dungeon_designer.grid import Side, Size, Square, block


class Laid(NamedTuple):
    """A tile on the table: its upper left corner is `at`."""

    piece: Piece
    pose: TilePose
    at: Square

    @property
    def walled(self) -> bool:
        """Whether it is walled off from its neighbours except at doors."""
        return bool(self.pose.tile.enclosed)


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


class Table:
    """What lies on the table. A tile is laid with `lay` and taken up again, the last first, with `lift`."""

    def __init__(self, least: int, door: int, fit: Size | None = None) -> None:
        self.least, self.door, self.fit = least, door, fit
        self.laid: list[Laid] = []
        self.joints: list[Joint] = []
        self.owner: dict[int, int] = {}
        self.walked: set[int] = set()
        self.stones: set[int] = set()
        self._joined: list[int] = []
        self._boxes: list[tuple[int, int, int, int]] = [(1 << 20, 1 << 20, 0, 0)]

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The least and the greatest column and row: left, top, right, bottom."""
        return self._boxes[-1]

    @property
    def size(self) -> Size:
        """(width, height) of the rectangle around all that lies there."""
        left, top, right, bottom = self.box
        return right - left + 1, bottom - top + 1

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
                places = [place for place, _ in edges]
                joint = self._joint(pose, run, base, places, other) if other >= 0 else None
                if other >= 0 and joint is None:
                    return None
                joints += [joint] if joint else []
        others = [joint.other for joint in joints]
        twice = len(set(others)) < len(others)
        return None if twice and any(self._walled(pose, other) for other in others) else joints

    def _joint(self, pose: TilePose, run: Run, base: int, places: list[int], other: int) -> Joint | None:
        """The joint along a part of a run; None where it is too narrow, or blocked on either side."""
        length, out = len(places), run.out
        if length < self.least:
            return None
        free = [run.walked[at] and base + run.inside[at] + out in self.walked for at in places]
        door = self._walled(pose, other)
        span = _door(free, self.door) if door else _widest(free, self.least)
        if span is None:
            return None
        inside = tuple(base + run.inside[places[at]] for at in span)
        return Joint(len(self.laid), other, run.side, inside, tuple(at + out for at in inside), length, door)

    def lay(self, laid: Laid, joints: list[Joint]) -> None:
        """Lay a tile that may lie there."""
        number, base = len(self.laid), code(laid.at)
        self.laid.append(laid)
        self._boxes.append(self._grown(laid.pose, laid.at))
        self.owner.update((base + square, number) for square in laid.pose.floor)
        self.walked.update(base + square for square in laid.pose.walked)
        self.stones.update(base + square for square in laid.pose.stones)
        self.joints += joints
        self._joined.append(len(joints))

    def lift(self) -> Laid:
        """Take up the tile that was laid last."""
        laid = self.laid.pop()
        base = code(laid.at)
        self._boxes.pop()
        for square in laid.pose.floor:
            del self.owner[base + square]
        self.walked.difference_update(base + square for square in laid.pose.walked)
        self.stones.difference_update(base + square for square in laid.pose.stones)
        del self.joints[len(self.joints) - self._joined.pop() :]
        return laid

    def blocked(self, pose: TilePose, at: Square) -> int:
        """Along how many edges floor would end at the rim of a board: passages that lead nowhere."""
        base = code(at)
        own = sum(base + inside + run.out in self.stones for run in pose.runs for inside in run.inside)
        return own + sum(base + out in self.owner for out in pose.beyond_rim)

    def slivers(self, pose: TilePose, at: Square) -> int:
        """Along how many edges a tile would lie one square away from others: rock too thin to be drawn by a person."""
        outs = [(code(at) + inside + run.out, run.out) for run in pose.runs for inside in run.inside]
        return sum(out not in self.owner and out not in self.stones and out + on in self.owner for out, on in outs)

    def crossings(self, number: int) -> int:
        """At how many corners of a walled tile four tiles meet, three of them rooms at least."""
        laid = self.laid[number]
        (x, y), (width, height) = laid.at, laid.pose.size
        corners = ((across, down) for across in (x, x + width) for down in (y, y + height)) if laid.walled else ()
        around = ({self.owner.get(code(at), -1) for at in block((u - 1, v - 1), (2, 2))} for u, v in corners)
        met = (four for four in around if len(four) == 4 and -1 not in four)
        return sum(sum(not self.laid[tile].pose.narrow for tile in four) >= 3 for four in met)

    def stubs(self, number: int) -> list[Run]:
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
        """Whether all tiles hang together."""
        beside: list[set[int]] = [set() for _ in self.laid]
        for joint in self.joints:
            beside[joint.one].add(joint.other)
            beside[joint.other].add(joint.one)
        seen, left = {0}, [0]
        while left:
            fresh = beside[left.pop()] - seen
            seen |= fresh
            left += fresh
        return len(seen) == len(self.laid)

    def _walled(self, pose: TilePose, other: int) -> bool:
        return bool(pose.tile.enclosed) or self.laid[other].walled

    def fits(self, pose: TilePose, at: Square) -> bool:
        """Whether all would still fit the size asked for with a tile there."""
        left, top, right, bottom = self._grown(pose, at)
        short, long = sorted((right - left + 1, bottom - top + 1))
        return not self.fit or (short <= min(self.fit) and long <= max(self.fit))

    def _grown(self, pose: TilePose, at: Square) -> tuple[int, int, int, int]:
        (left, top, right, bottom), (x, y), (width, height) = self.box, at, pose.size
        return min(left, x), min(top, y), max(right, x + width - 1), max(bottom, y + height - 1)


def _door(free: list[bool], width: int) -> range | None:
    """Where a door of some width stands in the middle of a border; None where it does not fit or would be blocked."""
    slack = len(free) - width
    middles = dict.fromkeys((slack // 2, (slack + 1) // 2)) if slack >= 0 else ()
    return next((range(at, at + width) for at in middles if all(free[at : at + width])), None)


def _widest(free: list[bool], least: int) -> range | None:
    """The longest row of squares free on both sides; None where there is none so long."""
    best, start = range(0), 0
    for at, is_free in enumerate((*free, False)):
        if not is_free:
            best = max(best, range(start, at), key=len)
            start = at + 1
    return best if len(best) >= least else None
