"""`end-zones-apart` read a second time: every pair of places, measured one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from msgspec.structs import replace

from dungeon_designer.layout.model import SectionKind
from oracle.floor import DIAGONAL, Border, Floor, Square, beside
from oracle.junctions import end_points

Place = frozenset[Square]
Steps = dict[Square, int]


class Apart(NamedTuple):
    """How far apart the zones lie, how far any two places do, and what these must beat."""

    now: int
    lengths: dict[tuple[Place, Place], int]
    least: int

    @property
    def farther(self) -> bool:
        """Whether any two places lie farther apart."""
        return any(length > self.least for length in self.lengths.values())

    def named(self, squares: set[Square], now: tuple[Place, Place]) -> set[int]:
        """How far apart the two places lie that a finding names after the zones, whichever two the squares are."""
        return {length for pair, length in self.lengths.items() if squares == set().union(*now, *pair)}


def zones(floor: Floor) -> tuple[Place, ...] | None:
    """The squares of the end zones; None unless each side has just one."""
    found = []
    for team in floor.layout.teams:
        numbers = [
            number
            for number, section in enumerate(floor.layout.sections)
            if section.kind is SectionKind.END_ZONE and section.side is team and number in floor.owner.values()
        ]
        if len(numbers) != 1:
            return None
        found.append(frozenset(at for at, owner in floor.owner.items() if owner == numbers[0]))
    return tuple(found)


def ground_of(floor: Floor) -> set[Square]:
    """What one walks over: opened chests are gone, portals nobody walks across, entries are walls."""
    return floor.walkable() - floor.portals - floor.entries


def blocks_apart(floor: Floor, size: tuple[int, int], strict: bool) -> Apart | None:
    """Every two blocks of standing squares that share none; None where nothing is asked."""
    now = zones(floor)
    if now is None:
        return None
    ground = ground_of(floor)
    places = blocks(floor.walkable() - floor.shut - floor.entries | now[0] | now[1], size)
    steps = {place: floor.reached(place, ground, strict) for place in {*places, *now}}
    lengths = {(a, b): nearest(steps[a], b) for a, b in combinations(places, 2) if not a & b}
    return summed_up(nearest(steps[now[0]], now[1]), lengths)


def blocks(on: set[Square], size: tuple[int, int]) -> list[Place]:
    """Every rectangle of that size, either way round, that lies on the squares."""
    found = []
    for width, height in {size, size[::-1]}:
        for x, y in on:
            place = frozenset(product(range(x, x + width), range(y, y + height)))
            if place <= on:
                found.append(place)
    return found


def nearest(steps: Steps, place: Place) -> int | None:
    """The fewest steps to a square of a place; None when no way leads there."""
    return min((steps[square] for square in place if square in steps), default=None)


def summed_up(now: int | None, lengths: dict[tuple[Place, Place], int | None], likewise: int = 0) -> Apart | None:
    """All lengths between places that one can walk between; None when one cannot walk between the zones."""
    if now is None:
        return None
    return Apart(now, {pair: length for pair, length in lengths.items() if length is not None}, max(now, likewise))


def tiles_apart(floor: Floor) -> Apart | None:
    """Every two places of the end-zone tiles, lifted off and laid anew in any turn; None where nothing is asked."""
    now = zones(floor)
    if now is None:
        return None
    table = Table(lifted(floor, now))
    if not table.rest:
        return None
    laid = [{place: table.laid(place, floor.enclosed(min(zone))) for place in table.places(zone)} for zone in now]
    lengths = {
        (a, b): between(laid[0][a], laid[1][b])
        for a, b in product(*laid)
        if not a & b and not any(square in b for at in a for square in beside(at))
    }
    here = floor.reached(now[0], ground_of(floor), strict=False)
    as_it_is = nearest(here, now[1])
    if as_it_is is None:
        return None
    likewise = between(*(ways.get(zone, {}) for ways, zone in zip(laid, now, strict=True)))
    return summed_up(as_it_is, lengths, likewise or 0)


def lifted(floor: Floor, now: tuple[Place, ...]) -> Floor:
    """The floor without the end zones' sections."""
    gone = {floor.owner[min(zone)] for zone in now}
    kept = [section for number, section in enumerate(floor.layout.sections) if number not in gone]
    return Floor(replace(floor.layout, sections=tuple(kept)), floor.edition)


class Alike(NamedTuple):
    """More than two zones: how far apart they lie, and what each better place for one of them would make of it."""

    now: tuple[int, int]
    better: dict[tuple[Place, Place], tuple[int, int]]

    @property
    def best(self) -> tuple[int, int] | None:
        """The least and the longest distance that the best place makes."""
        return max(self.better.values(), key=rank, default=None)


def rank(spread: tuple[int, int]) -> tuple[int, int]:
    """First the least distance, the longer the better; then how much more the longest is, the less the better."""
    return spread[0], spread[0] - spread[1]


def several_apart(floor: Floor, size: tuple[int, int] | None, strict: bool) -> Alike | None:
    """Every place for each of more than two zones, as a block of that size or a tile; None where nothing is asked."""
    now = zones(floor)
    if now is None:
        return None
    here = [nearest(floor.reached(a, ground_of(floor), strict), b) for a, b in combinations(now, 2)]
    if None in here:
        return None
    least = min(here), max(here)
    better: dict[tuple[Place, Place], tuple[int, int]] = {}
    for zone in now:
        others = [other for other in now if other is not zone]
        kept = [nearest(floor.reached(a, ground_of(floor), strict), b) for a, b in combinations(others, 2)]
        without = floor if size else lifted(floor, (zone,))
        if [nearest(without.reached(a, ground_of(without), strict), b) for a, b in combinations(others, 2)] == kept:
            laid = block_steps(floor, zone, others, size, strict) if size else tile_steps(without, floor, zone, others)
            spreads = {place: (min(*s, *kept), max(*s, *kept)) for place, s in laid.items() if None not in s}
            beat = max(rank(least), rank(spreads.get(zone, least)))
            better.update({(zone, place): spread for place, spread in spreads.items() if rank(spread) > beat})
    return Alike(least, better)


def block_steps(
    floor: Floor, zone: Place, others: list[Place], size: tuple[int, int], strict: bool
) -> dict[Place, list[int | None]]:
    """How far each block of standing squares lies from each of the zones that stay."""
    on = (floor.walkable() - floor.shut - floor.entries | zone) - set().union(*others)
    ground = ground_of(floor)
    return {
        place: [nearest(floor.reached(place, ground, strict), other) for other in others] for place in blocks(on, size)
    }


def tile_steps(without: Floor, floor: Floor, zone: Place, others: list[Place]) -> dict[Place, list[int | None]]:
    """How far each place of an end-zone tile lies from each of the zones that stay, none of which it touches."""
    table, fixed = Table(without), set().union(*others)
    places = [p for p in table.places(zone) if not any(square in fixed for at in p for square in beside(at))]
    laid = {place: table.laid(place, floor.enclosed(min(zone))) for place in places}
    return {place: [nearest(steps, other) for other in others] for place, steps in laid.items()}


class Table:
    """The tiles that stay, with the end zones lifted off."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.rest = floor.owner
        self.ground = ground_of(floor)

    def places(self, zone: Place) -> set[Place]:
        """Everywhere a tile may lie: over nothing, touching another along two squares in a row."""
        found = set()
        left, right = min(x for x, _ in self.rest) - 12, max(x for x, _ in self.rest) + 12
        top, bottom = min(y for _, y in self.rest) - 12, max(y for _, y in self.rest) + 12
        for shape in turns(zone):
            for dx, dy in product(range(left, right), range(top, bottom)):
                place = frozenset((x + dx, y + dy) for x, y in shape)
                if not place & self.rest.keys() and any(len(run) > 1 for run in self.runs(place)):
                    found.add(place)
        return found

    def runs(self, place: Place) -> list[list[Border]]:
        """The straight runs along which a place touches each other tile."""
        touching: dict[int, set[Border]] = {}
        for a in place:
            for b in beside(a):
                if b in self.rest:
                    touching.setdefault(self.rest[b], set()).add(frozenset((a, b)))
        return [run for borders in touching.values() for run in straight_runs(borders)]

    def ways_in(self, place: Place, shut_in: bool) -> set[Border]:
        """The edges by which one walks between a place and the tiles it touches."""
        by_tile: dict[int, list[list[Border]]] = {}
        for run in self.runs(place):
            (tile,) = {self.rest[square] for border in run for square in border if square in self.rest}
            by_tile.setdefault(tile, []).append(run)
        ways: set[Border] = set()
        for runs in by_tile.values():
            longest = max(map(len, runs))
            if shut_in or self.floor.enclosed(next(s for s in min(runs[0], key=sorted) if s in self.rest)):
                ways |= {border for run in runs if len(run) == longest > 1 for border in middles(run)}
            else:
                ways |= {border for run in runs for border in run}
        return ways

    def laid(self, place: Place, shut_in: bool) -> Steps:
        """An end zone at a place, with the steps from its nearest square to all that can be walked to."""
        ways = self.ways_in(place, shut_in)
        steps: Steps = {}
        wave = [b for b in sorted(self.ground) if any(self.enters(a, b, place, ways) for a in place)]
        steps.update(dict.fromkeys(wave, 1))
        while wave:
            there = []
            for a in wave:
                for b in self.floor.steps(a, self.ground, strict=False):
                    if b not in steps:
                        steps[b] = steps[a] + 1
                        there.append(b)
            wave = there
        return steps

    def enters(self, a: Square, b: Square, place: Place, ways: set[Border]) -> bool:
        """Whether one step leads from a square of the place to one of the rest."""
        if frozenset((a, b)) in ways:
            return True
        if (b[0] - a[0], b[1] - a[1]) not in DIAGONAL:
            return False
        return any(
            c not in self.floor.stone and self.passes(a, c, place, ways) and self.passes(c, b, place, ways)
            for c in ((a[0], b[1]), (b[0], a[1]))
        )

    def passes(self, a: Square, b: Square, place: Place, ways: set[Border]) -> bool:
        """Whether no wall stands between two neighbours of the place and the rest."""
        if a in place and b in place:
            return True
        if a in place or b in place:
            return frozenset((a, b)) in ways
        return self.floor.edge(a, b) != "wall"


def between(one: Steps, other: Steps) -> int | None:
    """The steps between two end zones laid, over squares both can walk to; past a corner where they meet none leads."""
    both = [one[square] + other[square] for square in one.keys() & other.keys()]
    return min(both, default=None)


def turns(zone: Place) -> set[Place]:
    """A tile's shape in its four turns, each with its upper left corner at (0, 0)."""
    found, shape = set(), zone
    for _ in range(4):
        shape = frozenset((-y, x) for x, y in shape)
        left, top = min(x for x, _ in shape), min(y for _, y in shape)
        found.add(frozenset((x - left, y - top) for x, y in shape))
    return found


def straight_runs(borders: set[Border]) -> Iterator[list[Border]]:
    """Edges in unbroken straight lines, each in order."""
    lines = {frozenset(end_points(border)): border for border in borders}
    for line in sorted(lines, key=sorted):
        (x0, y0), (x1, y1) = sorted(line)
        dx, dy = x1 - x0, y1 - y0
        if frozenset(((x0 - dx, y0 - dy), (x0, y0))) in lines:
            continue
        run = []
        while line in lines:
            run.append(lines[line])
            (x0, y0), (x1, y1) = (x0 + dx, y0 + dy), (x1 + dx, y1 + dy)
            line = frozenset(((x0, y0), (x1, y1)))
        yield run


def middles(run: list[Border]) -> list[Border]:
    """The edges of a door two wide in the middle of a run, or of both such doors where two are as near the middle."""
    spare = len(run) - 2
    return run[spare // 2 : len(run) - spare // 2]
