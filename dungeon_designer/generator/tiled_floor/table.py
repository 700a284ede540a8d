"""The table on which tiles are laid: what lies where, and how what touches is joined."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dungeon_designer.generator.tiled_floor.poses import PASSAGE, STRIDE, Run, TilePose, code
from dungeon_designer.generator.tiled_floor.supply import Piece
from dungeon_designer.grid import Side, Size, Square, block


class Laid(NamedTuple):
    """A tile on the table: its upper left corner is `at`."""

    piece: Piece
    lie: TilePose
    at: Square

    @property
    def walled(self) -> bool:
        """Whether it is walled off from its neighbours except at doors."""
        return bool(self.lie.tile.enclosed)

    @property
    def floor(self) -> list[int]:
        """Its squares, by code."""
        base = code(self.at)
        return [base + square for square in self.lie.floor]


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
    def squares(self) -> int:
        """The squares of floor."""
        return len(self.owner)

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The least and the greatest column and row: left, top, right, bottom."""
        return self._boxes[-1]

    def joints_of(self, lie: TilePose, at: Square) -> list[Joint] | None:
        """How a tile would be joined to those that lie there; None where it may not lie there."""
        if not self.fits(lie, at):
            return None
        base = code(at)
        if any(base + square in self.owner or base + square in self.stones for square in (*lie.floor, *lie.stones)):
            return None
        joints: list[Joint] = []
        for run in lie.runs:
            found = self._along(lie, run, base)
            if found is None:
                return None
            joints += found
        if any(self._walled(lie, joint.other) for joint in joints):
            others = [joint.other for joint in joints]
            return joints if len(set(others)) == len(others) else None
        return joints

    def lay(self, laid: Laid, joints: list[Joint]) -> None:
        """Lay a tile that may lie there."""
        number, base = len(self.laid), code(laid.at)
        self.laid.append(laid)
        self._boxes.append(self._grown(laid.lie, laid.at))
        for square in laid.lie.floor:
            self.owner[base + square] = number
        self.walked.update(base + square for square in laid.lie.walked)
        self.stones.update(base + square for square in laid.lie.stones)
        self.joints += joints
        self._joined.append(len(joints))

    def lift(self) -> Laid:
        """Take up the tile that was laid last."""
        laid, base = self.laid.pop(), 0
        base = code(laid.at)
        self._boxes.pop()
        for square in laid.lie.floor:
            del self.owner[base + square]
        self.walked.difference_update(base + square for square in laid.lie.walked)
        self.stones.difference_update(base + square for square in laid.lie.stones)
        if count := self._joined.pop():
            del self.joints[-count:]
        return laid

    def blocked(self, lie: TilePose, at: Square) -> int:
        """Along how many edges floor would end at the rim of a board: passages that lead nowhere."""
        base = code(at)
        own = sum(base + inside + run.out in self.stones for run in lie.runs for inside in run.inside)
        return own + sum(base + out in self.owner for out in lie.beyond_rim)

    def slivers(self, lie: TilePose, at: Square) -> int:
        """Along how many edges a tile would lie one square away from others: rock too thin to be drawn by a person."""
        base, thin = code(at), 0
        for run in lie.runs:
            for inside in run.inside:
                out = base + inside + run.out
                thin += out not in self.owner and out not in self.stones and out + run.out in self.owner
        return thin

    def crossings(self, number: int) -> int:
        """At how many corners of a walled tile four tiles meet, three of them rooms at least."""
        laid = self.laid[number]
        (x, y), (width, height) = laid.at, laid.lie.size
        corners = ((across, down) for across in (x, x + width) for down in (y, y + height)) if laid.walled else ()
        around = ({self.owner.get(code(at), -1) for at in block((u - 1, v - 1), (2, 2))} for u, v in corners)
        return sum(len(four) == 4 and -1 not in four and self._rooms(four) >= 3 for four in around)

    def _rooms(self, numbers: Iterable[int]) -> int:
        return sum(not self.laid[number].lie.narrow for number in numbers)

    def stubs(self, number: int) -> list[Run]:
        """The ends of a passage that lead nowhere."""
        laid = self.laid[number]
        if not laid.lie.narrow:
            return []
        base, used = code(laid.at), self._used(number)
        tips = [run for run in laid.lie.runs if run.tip]
        if len(used) <= PASSAGE < len(laid.lie.floor) <= PASSAGE * PASSAGE:
            return [tip for tip in tips if used.isdisjoint(base + at for at in tip.inside)][:1]
        return [tip for tip in tips if used.isdisjoint(base + at for at in tip.throat)]

    def neighbours(self) -> list[set[int]]:
        """The tiles each tile is joined to."""
        beside: list[set[int]] = [set() for _ in self.laid]
        for joint in self.joints:
            beside[joint.one].add(joint.other)
            beside[joint.other].add(joint.one)
        return beside

    def whole(self) -> bool:
        """Whether all tiles hang together."""
        beside, seen, left = self.neighbours(), {0}, [0]
        while left:
            fresh = beside[left.pop()] - seen
            seen |= fresh
            left += fresh
        return len(seen) == len(self.laid)

    def _used(self, number: int) -> set[int]:
        own = ((joint.one, joint.inside) for joint in self.joints)
        theirs = ((joint.other, joint.outside) for joint in self.joints)
        return {square for whose, squares in (*own, *theirs) if whose == number for square in squares}

    def _walled(self, lie: TilePose, other: int) -> bool:
        return bool(lie.tile.enclosed) or self.laid[other].walled

    def _along(self, lie: TilePose, run: Run, base: int) -> list[Joint] | None:
        """The joints along one run; None where it touches what it may not."""
        joints: list[Joint] = []
        start, now = 0, -1
        for at, inside in enumerate((*run.inside, None)):
            out = -1 if inside is None else base + inside + run.out
            owner = self.owner.get(out, -1)
            if owner == now:
                continue
            if now >= 0:
                joint = self._joint(lie, run, base, start, at, now)
                if joint is None:
                    return None
                joints.append(joint)
            start, now = at, owner
        return joints

    def _joint(self, lie: TilePose, run: Run, base: int, start: int, end: int, other: int) -> Joint | None:
        """The joint along a part of a run; None where it is too narrow, or blocked on either side."""
        length, out = end - start, run.out
        if length < self.least:
            return None
        free = [run.walked[at] and base + run.inside[at] + out in self.walked for at in range(start, end)]
        door = self._walled(lie, other)
        span = _door(free, self.door) if door else _widest(free, self.least)
        if span is None:
            return None
        inside = tuple(base + run.inside[start + at] for at in span)
        return Joint(len(self.laid), other, run.side, inside, tuple(at + out for at in inside), length, door)

    def fits(self, lie: TilePose, at: Square) -> bool:
        """Whether all would still fit the size asked for with a tile there."""
        left, top, right, bottom = self._grown(lie, at)
        width, height = right - left + 1, bottom - top + 1
        short, long = sorted(self.fit or (width, height))
        return min(width, height) <= short and max(width, height) <= long

    def _grown(self, lie: TilePose, at: Square) -> tuple[int, int, int, int]:
        left, top, right, bottom = self.box
        return (
            min(left, at[0]),
            min(top, at[1]),
            max(right, at[0] + lie.size[0] - 1),
            max(bottom, at[1] + lie.size[1] - 1),
        )


def square_of(number: int) -> Square:
    """The square of a code."""
    return number % STRIDE, number // STRIDE


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
