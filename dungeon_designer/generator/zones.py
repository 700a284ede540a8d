"""Where sides begin: end zones as far apart as they can be or as wished, entries that face each other.

Both growers choose with these: they say where a zone has room and how one walks on their floor.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations, cycle
from random import Random
from typing import Generic, TypeVar

from msgspec import Struct

from dungeon_designer.grid import Side, Square, bounds, distance, neighbour
from dungeon_designer.kinds import Team
from dungeon_designer.layout.edits import Turn
from dungeon_designer.layout_edits.symmetry import Symmetry, SymmetryMode

COMPARED = 24
"""So many places a side are compared with their twins, the farthest from the middle first where they must be far."""

ROUNDS = 6  # so often each of several zones is moved to a better place
FAR = 9999  # the steps to where no way leads
GATE = 2  # the squares along the front of an entry, and how deep the room before it is
APART = 4  # so many squares lie between two entries of a side, where that can be
SETS = 60  # so many choices of a side's entries are compared
ALONG = 0.85  # how often the first two sides face each other along the longer way through the floor, if they may

_SIDEWAYS = (Side.EAST, Side.WEST, Side.SOUTH, Side.NORTH)
_UPRIGHT = (Side.SOUTH, Side.NORTH, Side.EAST, Side.WEST)
FACING = {
    SymmetryMode.OFF: (_SIDEWAYS, _UPRIGHT),
    SymmetryMode.HALF_TURN: (_SIDEWAYS, _UPRIGHT),
    SymmetryMode.LEFT_RIGHT: (_SIDEWAYS,),
    SymmetryMode.TOP_BOTTOM: (_UPRIGHT,),
    SymmetryMode.QUARTER_TURNS: ((Side.EAST, Side.SOUTH, Side.WEST, Side.NORTH),),
}
"""Which ways the entries of the sides face, in the order of the sides; where there is a choice, sideways first."""

Beside = Callable[[Square], Iterable[Square]]
"""The squares one step from another."""


def along(side: Side) -> Square:
    """The step along a side: to the right, or down."""
    return (1, 0) if side in (Side.NORTH, Side.SOUTH) else (0, 1)


def rows_along(squares: list[Square], side: Side) -> Iterator[list[Square]]:
    """Squares that follow each other along a side, row by row."""
    dx, dy = along(side)
    row: list[Square] = []
    for x, y in sorted(squares, key=lambda at: (at[1], at[0]) if dx else at):
        if row and row[-1] != (x - dx, y - dy):
            yield row
            row = []
        row.append((x, y))
    if row:
        yield row


class ZonePlace(Struct, frozen=True, eq=False):
    """A place for an end zone."""

    squares: frozenset[Square]  # those it would cover
    feet: tuple[Square, ...]  # the squares of floor before its ways out
    owner: int  # what it lies at: of two zones at the same the sides would begin in one room
    clumsy: float  # how many steps it is worth to lay the zone elsewhere

    def clashes(self, other: ZonePlace) -> bool:
        """Whether it overlaps or touches another, or lies at the same."""
        ((x, y), (width, height)), ((u, v), (wide, high)) = bounds(self.squares), bounds(other.squares)
        near = u <= x + width and x <= u + wide and v <= y + height and y <= v + high
        return near or self.owner == other.owner


AnyPlace = TypeVar("AnyPlace", bound=ZonePlace)


def steps_from(start: Iterable[Square], beside: Beside) -> dict[Square, int]:
    """The steps from some squares to all that can be walked to."""
    found = dict.fromkeys(start, 0)
    waiting = deque(found)
    while waiting:
        at = waiting.popleft()
        for there in beside(at):
            if there not in found:
                found[there] = found[at] + 1
                waiting.append(there)
    return found


class ZoneChoice(Generic[AnyPlace]):
    """The choice of places for the zones of all sides.

    twin    the place where a turn of the dungeon brings another, None where a zone has no room there
    wanted  how many steps they should be apart; None for as many as can be
    """

    def __init__(
        self,
        sites: Sequence[AnyPlace],
        turns: Sequence[Turn],
        twin: Callable[[AnyPlace, Turn], AnyPlace | None],
        beside: Beside,
        wanted: float | None,
    ) -> None:
        self.steps = wanted
        self.sites, self.turns, self.twin, self.beside = sites, turns, twin, beside
        self._tables: dict[tuple[Square, ...], tuple[set[Square], dict[Square, int]]] = {}

    def chosen(self, count: int) -> list[AnyPlace] | None:
        """So many places, twins with their twins, each moved until none can be bettered; None without room for all.

        Where places have twins a lone one is the last of an odd number.
        """
        orbits, chosen = list(self._orbits(count)), list[list[AnyPlace]]()
        while left := count - sum(map(len, chosen)):
            fitting = [o for o in orbits if not self.turns or 1 < len(o) <= left or len(o) == left == 1]
            best = self._best(fitting, chosen)
            if best is None:
                return None
            chosen.append(best)
        for at in [*range(len(chosen))] * ROUNDS if len(chosen) > 1 else ():
            others = [*chosen[:at], *chosen[at + 1 :]]
            alike = [orbit for orbit in orbits if len(orbit) == len(chosen[at])]
            chosen[at] = self._best([chosen[at], *alike], others) or chosen[at]
        return [place for orbit in chosen for place in orbit]

    def _best(self, orbits: Sequence[list[AnyPlace]], others: Sequence[list[AnyPlace]]) -> list[AnyPlace] | None:
        """The best of some places with their twins, beside some others."""
        fixed = [place for orbit in others for place in orbit]
        clear = [
            orbit
            for orbit in orbits
            if not any(one.clashes(other) for number, one in enumerate(orbit) for other in (*fixed, *orbit[:number]))
        ]
        return min(clear, key=lambda orbit: self._misses([*fixed, *orbit]), default=None)

    def _orbits(self, count: int) -> Iterator[list[AnyPlace]]:
        """Places with their twins."""
        sites = list(self.sites)
        if self.steps is None:
            (x, y), (width, height) = bounds(foot for site in sites for foot in site.feet)
            middle = min(
                (f for s in sites for f in s.feet), key=lambda f: distance(f, (x + width // 2, y + height // 2))
            )
            walk = steps_from([middle], self.beside)
            sites.sort(key=lambda site: -min(walk.get(foot, FAR) for foot in site.feet))
        taken: set[frozenset[Square]] = set()
        for site in sites:
            if site.squares in taken or len(taken) > COMPARED * count:
                continue
            twins = [self.twin(site, turn) for turn in self.turns]
            orbit = {each.squares: each for each in (site, *twins) if each is not None}
            if None not in twins:
                taken.update(orbit)
                yield list(orbit.values())

    def _misses(self, sites: Sequence[AnyPlace]) -> tuple[float, float, float]:
        """How far places are from what is wanted: the least steps between any two, all alike, nothing clumsy."""
        steps = [self._between(one, other) for one, other in combinations(sites, 2)] or [0]
        clumsy = sum(site.clumsy for site in sites) / len(sites)
        if max(steps) >= FAR:
            return FAR, 0, clumsy
        if self.steps is None:
            return -min(steps), max(steps) - min(steps), clumsy
        return abs(min(steps) - self.steps) + max(steps) - min(steps) + clumsy, 0, 0

    def _between(self, one: AnyPlace, other: AnyPlace) -> int:
        """The steps from a zone at one place to a zone at another."""
        walk = self._walks(one)[1]
        return 2 + min(walk.get(at, FAR) for at in self._walks(other)[0])

    def _walks(self, site: AnyPlace) -> tuple[set[Square], dict[Square, int]]:
        """The squares a step out of a zone, at its doors and beside these along the wall, and the steps from there."""
        feet = site.feet
        if feet not in self._tables:
            near = {at for foot in feet for at in self.beside(foot)}
            level = {axis for axis in (0, 1) if len({foot[axis] for foot in feet}) == 1}
            doorstep = {*feet, *(at for at in near if any(at[axis] == feet[0][axis] for axis in level))}
            self._tables[feet] = doorstep, steps_from(doorstep, self.beside)
        return self._tables[feet]


class Gate(Struct, frozen=True, eq=False):
    """A place for an entry: its squares, the way it faces, the floor before it, and what it lies at."""

    squares: frozenset[Square]
    faces: Side
    front: tuple[Square, ...]
    owner: int

    def turned(self, turn: Turn) -> Gate:
        """Where a turn brings it."""
        squares, front = frozenset(map(turn.square, self.squares)), tuple(map(turn.square, self.front))
        return Gate(squares, turn.side(self.faces), front, -1)


class Gates:
    """The choice of entries cut into the rim of a floor.

    owner   what each square of floor belongs to
    walked  the squares to set up on
    fits    whether some squares may be an entry
    wanted  how many steps the sides' entries should be apart
    """

    def __init__(
        self,
        owner: Mapping[Square, int],
        walked: AbstractSet[Square],
        fits: Callable[[Collection[Square]], bool],
        beside: Beside,
        wanted: float,
        dice: Random,
    ) -> None:
        self.owner, self.walked, self.fits, self.beside, self.dice = owner, walked, fits, beside, dice
        self.steps = wanted
        self._tables: dict[tuple[Square, ...], dict[Square, int]] = {}

    def chosen(self, teams: Sequence[Team], each: int, symmetry: Symmetry) -> list[tuple[Team, Gate]] | None:
        """So many for each side, whose twins are those of the next sides where the floor repeats itself.

        None where there is no room for all.
        """
        turns, modes = list(symmetry.turns()), FACING[symmetry.way]
        _, (width, height) = bounds(self.owner)
        sideways = self.dice.random() < (ALONG if width > height else 1 - ALONG)
        faces = dict(zip(teams, cycle(modes[0] if sideways else modes[-1]), strict=False))
        found: list[tuple[Team, Gate]] = []
        if len(teams) % (len(turns) + 1):
            return None
        for first in range(0, len(teams), len(turns) + 1):
            every = list(self._all(faces[teams[first]]))
            choices = [self.dice.sample(every, each) for _ in range(SETS)] if len(every) >= each else []
            choices = [some for some in choices if _least_apart(some) > GATE]
            if not choices:
                return None
            others = [gate for _, gate in found]
            gates = max(choices, key=lambda some: self._worth(some, turns, others))
            for gate in gates:
                twins = (gate, *(gate.turned(turn) for turn in turns))
                found += zip(teams[first : first + len(twins)], twins, strict=True)
        return found

    def _worth(self, gates: Sequence[Gate], turns: Sequence[Turn], others: Sequence[Gate]) -> float:
        """How well gates lie: far from each other, at different rooms, at the edge, as far from others as wished."""
        fronts = {at for other in others for at in other.front}
        fronts |= {turn.square(at) for turn in turns for gate in gates for at in gate.front}
        for gate in gates:
            if gate.front not in self._tables:
                self._tables[gate.front] = steps_from(gate.front, self.beside)
        far = min((self._tables[gate.front].get(at, FAR) for gate in gates for at in fronts), default=0)
        step = gates[0].faces.step
        depths = [at[0] * step[0] + at[1] * step[1] for gate in gates for at in gate.front[:1]]
        edge = min(x * step[0] + y * step[1] for x, y in self.owner)
        return (
            min(_least_apart(gates), 2 * APART)
            + 2 * len({gate.owner for gate in gates})
            - abs(far - self.steps) / 2
            - sum(depth - edge for depth in depths) / len(depths) / 2
            + self.dice.random()
        )

    def _all(self, faces: Side) -> Iterator[Gate]:
        """Every place at the rim of the floor, with nothing beyond it and room to set up before it."""
        (dx, dy), along = faces.step, 1 if faces in (Side.EAST, Side.WEST) else 0
        rim: dict[int, Square] = {}
        for at in sorted(self.owner, key=lambda at: (at[0] * dx + at[1] * dy, at)):
            rim.setdefault(at[along], at)
        for line, at in sorted(rim.items()):
            front = at, (at[0] + (1 - along), at[1] + along)
            if rim.get(line + 1) != front[1]:
                continue
            room = {*front, *(neighbour(each, faces) for each in front)}
            squares = frozenset(neighbour(each, faces.opposite) for each in front)
            ends = {(x + by * (1 - along), y + by * along) for x, y in squares for by in (-1, 1)}
            if room <= self.walked and ends.isdisjoint(self.owner) and self.fits(squares):
                yield Gate(squares, faces, front, self.owner[at])


def _least_apart(gates: Sequence[Gate]) -> int:
    return min((distance(min(a.squares), min(b.squares)) for a, b in combinations(gates, 2)), default=2 * APART)
