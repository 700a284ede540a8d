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

SHORTEST, LONGEST = 12, 52
"""Steps from zone to zone between which the wish for length lies."""

COMPARED = 24
"""So many places a side are compared with their twins, the farthest from the middle first where they must be far."""

ROUNDS = 6
"""So often each of several zones is moved to a better place."""

FAR = 9999
"""The steps to where no way leads."""

GATE = 2
"""The squares along the front of an entry, and how deep the room before it is."""

APART = 4
"""So many squares lie between two entries of a side, where that can be."""

SETS = 60
"""So many choices of a side's entries are compared."""

ALONG = 0.85
"""How often the first two sides face each other along the longer way through the floor, if they may."""

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


class Site(Struct, frozen=True, eq=False):
    """A place for an end zone.

    squares  those it would cover
    feet     the squares of floor before its ways out
    owner    what it lies at: of two zones at the same the sides would begin in one room
    clumsy   how many steps it is worth to lay the zone elsewhere
    """

    squares: frozenset[Square]
    feet: tuple[Square, ...]
    owner: int
    clumsy: float

    def clashes(self, other: Site) -> bool:
        """Whether it overlaps or touches another, or lies at the same."""
        ((x, y), (width, height)), ((u, v), (wide, high)) = bounds(self.squares), bounds(other.squares)
        near = u <= x + width and x <= u + wide and v <= y + height and y <= v + high
        return near or self.owner == other.owner


AnySite = TypeVar("AnySite", bound=Site)


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


class ZoneChoice(Generic[AnySite]):
    """The choice of places for the zones of all sides.

    twin    the place where a turn of the dungeon brings another, None where a zone has no room there
    wanted  how far apart they should be, from 0 to 1; None for as far as can be
    """

    def __init__(
        self,
        sites: Sequence[AnySite],
        turns: Sequence[Turn],
        twin: Callable[[AnySite, Turn], AnySite | None],
        beside: Beside,
        wanted: float | None,
    ) -> None:
        self.sites, self.turns, self.twin, self.beside = sites, turns, twin, beside
        self.steps = None if wanted is None else SHORTEST + wanted * (LONGEST - SHORTEST)
        self._doors: dict[tuple[Square, ...], set[Square]] = {}
        self._tables: dict[tuple[Square, ...], dict[Square, int]] = {}

    def chosen(self, count: int) -> list[AnySite] | None:
        """So many places; None where there is no room for all."""
        return self._repeated(count) if self.turns else self._single(count)

    def _repeated(self, count: int) -> list[AnySite] | None:
        """Places that repeat each other across the middle, orbit by orbit; a lone one is the last of an odd number."""
        chosen: list[AnySite] = []
        while left := count - len(chosen):
            orbits = [o for o in self._orbits(count) if 1 < len(o) <= left or len(o) == left == 1]
            orbits = [orbit for orbit in orbits if _clear([*chosen, *orbit])]
            if not orbits:
                return None
            chosen += min(orbits, key=lambda orbit: self._misses([*chosen, *orbit]))
        return chosen

    def _orbits(self, count: int) -> Iterator[list[AnySite]]:
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

    def _single(self, count: int) -> list[AnySite] | None:
        """Places wherever they are best, moved one by one until none can be bettered."""
        walk = self._table(self.sites[0])
        chosen = [max(self.sites, key=lambda site: min(walk.get(foot, -1) for foot in site.feet))]
        while len(chosen) < count:
            best = self._best(chosen)
            if best is None:
                return None
            chosen.append(best)
        for _ in range(ROUNDS):
            before = list(chosen)
            for at in range(count):
                others = [*chosen[:at], *chosen[at + 1 :]]
                best = self._best(others)
                if best and self._misses([*others, best]) < self._misses([*others, chosen[at]]):
                    chosen[at] = best
            if chosen == before:
                break
        return chosen

    def _best(self, others: list[AnySite]) -> AnySite | None:
        """The best place beside some others."""
        free = (site for site in self.sites if not any(site.clashes(other) for other in others))
        return min(free, key=lambda site: self._misses([*others, site]), default=None)

    def _misses(self, sites: Sequence[AnySite]) -> tuple[float, float, float]:
        """How far places are from what is wanted: the least steps between any two, all alike, nothing clumsy."""
        steps = [self._between(one, other) for one, other in combinations(sites, 2)] or [0]
        clumsy = sum(site.clumsy for site in sites) / len(sites)
        if max(steps) >= FAR:
            return FAR, 0, clumsy
        if self.steps is None:
            return -min(steps), max(steps) - min(steps), clumsy
        return abs(min(steps) - self.steps) + max(steps) - min(steps) + clumsy, 0, 0

    def _between(self, one: AnySite, other: AnySite) -> int:
        """The steps from a zone at one place to a zone at another."""
        walk = self._table(one)
        return 2 + min(walk.get(at, FAR) for at in self._doorstep(other))

    def _table(self, site: AnySite) -> dict[Square, int]:
        if site.feet not in self._tables:
            self._tables[site.feet] = steps_from(self._doorstep(site), self.beside)
        return self._tables[site.feet]

    def _doorstep(self, site: AnySite) -> set[Square]:
        """The squares a step out of a zone: those before its doors, and those beside these along the wall."""
        feet = site.feet
        if feet not in self._doors:
            near = {at for foot in feet for at in self.beside(foot)}
            level = {axis for axis in (0, 1) if len({foot[axis] for foot in feet}) == 1}
            self._doors[feet] = {*feet, *(at for at in near if any(at[axis] == feet[0][axis] for axis in level))}
        return self._doors[feet]


def _clear(sites: Sequence[Site]) -> bool:
    return not any(one.clashes(other) for one, other in combinations(sites, 2))


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
    wanted  how far apart the sides' entries should be, from 0 to 1
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
        self.steps = SHORTEST + wanted * (LONGEST - SHORTEST)
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
            gates = self._some(faces[teams[first]], each, turns, [gate for _, gate in found])
            if not gates:
                return None
            for gate in gates:
                twins = (gate, *(gate.turned(turn) for turn in turns))
                found += zip(teams[first : first + len(twins)], twins, strict=True)
        return found

    def _some(self, faces: Side, count: int, turns: Sequence[Turn], others: Sequence[Gate]) -> list[Gate]:
        """As many gates as a side has, well apart from each other, and as far as wished from those of other sides."""
        gates = list(self._all(faces))
        choices = [self.dice.sample(gates, count) for _ in range(SETS)] if len(gates) >= count else []
        choices = [some for some in choices if _least_apart(some) > GATE]
        return max(choices, key=lambda some: self._worth(some, turns, others), default=[])

    def _worth(self, gates: Sequence[Gate], turns: Sequence[Turn], others: Sequence[Gate]) -> float:
        """How well gates lie: far from each other, at different rooms, at the edge, as far from others as wished."""
        fronts = {at for other in others for at in other.front}
        fronts |= {turn.square(at) for turn in turns for gate in gates for at in gate.front}
        far = min((self._table(gate).get(at, FAR) for gate in gates for at in fronts), default=0)
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

    def _table(self, gate: Gate) -> dict[Square, int]:
        if gate.front not in self._tables:
            self._tables[gate.front] = steps_from(gate.front, self.beside)
        return self._tables[gate.front]

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
