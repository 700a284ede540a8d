"""`end-zones-apart` read a second time: every pair of places, measured one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from msgspec.structs import replace

from dungeon_designer.layout.model import SectionKind
from oracle.floor import DIAGONAL, Border, Floor, Square, list_neighbours
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
        """Return how far apart the two sites lie that a finding names after the zones, whichever the squares are."""
        return {length for pair, length in self.lengths.items() if squares == set().union(*now, *pair)}


def find_zones(floor: Floor) -> tuple[Place, ...] | None:
    """Return the squares of the end zones; None unless each side has just one."""
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


def build_ground(floor: Floor) -> set[Square]:
    """Return what one walks over: opened chests are gone, portals nobody walks across, entries are walls."""
    return floor.walkable() - floor.portals - floor.entries


def list_blocks_apart(floor: Floor, size: tuple[int, int], strict: bool) -> Apart | None:
    """Return every two blocks of standing squares that share none; None where nothing is asked."""
    now = find_zones(floor)
    if now is None:
        return None
    ground = build_ground(floor)
    places = list_blocks(floor.walkable() - floor.shut - floor.entries | now[0] | now[1], size)
    steps = {place: floor.reached(place, ground, strict) for place in {*places, *now}}
    lengths = {(a, b): measure_nearest(steps[a], b) for a, b in combinations(places, 2) if not a & b}
    return sum_up(measure_nearest(steps[now[0]], now[1]), lengths)


def list_blocks(on: set[Square], size: tuple[int, int]) -> list[Place]:
    """Return every rectangle of that size, either way round, that lies on the squares."""
    found = []
    for width, height in {size, size[::-1]}:
        for x, y in on:
            place = frozenset(product(range(x, x + width), range(y, y + height)))
            if place <= on:
                found.append(place)
    return found


def measure_nearest(steps: Steps, place: Place) -> int | None:
    """Return the fewest steps to a square of a place; None when no way leads there."""
    return min((steps[square] for square in place if square in steps), default=None)


def sum_up(now: int | None, lengths: dict[tuple[Place, Place], int | None], likewise: int = 0) -> Apart | None:
    """Return all lengths between places that one can walk between; None when one cannot walk between the zones."""
    if now is None:
        return None
    return Apart(now, {pair: length for pair, length in lengths.items() if length is not None}, max(now, likewise))


def list_tiles_apart(floor: Floor) -> Apart | None:
    """Return every two sites of the end-zone tiles, placed anew in any rotation; None where nothing is required."""
    now = find_zones(floor)
    if now is None:
        return None
    table = Table(remove_zones(floor, now))
    if not table.rest:
        return None
    laid = [{place: table.laid(place, floor.enclosed(min(zone))) for place in table.places(zone)} for zone in now]
    lengths = {
        (a, b): measure_steps_between(laid[0][a], laid[1][b])
        for a, b in product(*laid)
        if not a & b and not any(square in b for at in a for square in list_neighbours(at))
    }
    here = floor.reached(now[0], build_ground(floor), strict=False)
    as_it_is = measure_nearest(here, now[1])
    if as_it_is is None:
        return None
    likewise = measure_steps_between(*(ways.get(zone, {}) for ways, zone in zip(laid, now, strict=True)))
    return sum_up(as_it_is, lengths, likewise or 0)


def remove_zones(floor: Floor, now: tuple[Place, ...]) -> Floor:
    """Return the floor without the end zones' sections."""
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
    """Return the key that sorts sites: by the least distance, then by how little more the longest is."""
    return spread[0], spread[0] - spread[1]


def list_several_apart(floor: Floor, size: tuple[int, int] | None, strict: bool) -> Alike | None:
    """Return every site for each of more than two zones, as a block or a tile; None where nothing is required."""
    now = find_zones(floor)
    if now is None:
        return None
    here = [measure_nearest(floor.reached(a, build_ground(floor), strict), b) for a, b in combinations(now, 2)]
    if None in here:
        return None
    least = min(here), max(here)
    better: dict[tuple[Place, Place], tuple[int, int]] = {}
    for zone in now:
        others = [other for other in now if other is not zone]
        kept = [measure_nearest(floor.reached(a, build_ground(floor), strict), b) for a, b in combinations(others, 2)]
        without = floor if size else remove_zones(floor, (zone,))
        if [
            measure_nearest(without.reached(a, build_ground(without), strict), b) for a, b in combinations(others, 2)
        ] == kept:
            laid = (
                block_steps(floor, zone, others, size, strict)
                if size
                else measure_tile_steps(without, floor, zone, others)
            )
            spreads = {place: (min(*s, *kept), max(*s, *kept)) for place, s in laid.items() if None not in s}
            beat = max(rank(least), rank(spreads.get(zone, least)))
            better.update({(zone, place): spread for place, spread in spreads.items() if rank(spread) > beat})
    return Alike(least, better)


def block_steps(
    floor: Floor, zone: Place, others: list[Place], size: tuple[int, int], strict: bool
) -> dict[Place, list[int | None]]:
    """Return how far each block of standing squares lies from each of the zones that stay."""
    on = (floor.walkable() - floor.shut - floor.entries | zone) - set().union(*others)
    ground = build_ground(floor)
    return {
        place: [measure_nearest(floor.reached(place, ground, strict), other) for other in others]
        for place in list_blocks(on, size)
    }


def measure_tile_steps(without: Floor, floor: Floor, zone: Place, others: list[Place]) -> dict[Place, list[int | None]]:
    """Return how far each place of an end-zone tile lies from each of the zones that stay, none of which it touches."""
    table, fixed = Table(without), set().union(*others)
    places = [p for p in table.places(zone) if not any(square in fixed for at in p for square in list_neighbours(at))]
    laid = {place: table.laid(place, floor.enclosed(min(zone))) for place in places}
    return {place: [measure_nearest(steps, other) for other in others] for place, steps in laid.items()}


class Table:
    """The tiles that stay, with the end zones lifted off."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.rest = floor.owner
        self.ground = build_ground(floor)

    def places(self, zone: Place) -> set[Place]:
        """Yield every site of a tile: over nothing, and touching another tile along two squares in a row."""
        found = set()
        left, right = min(x for x, _ in self.rest) - 12, max(x for x, _ in self.rest) + 12
        top, bottom = min(y for _, y in self.rest) - 12, max(y for _, y in self.rest) + 12
        for shape in list_rotations(zone):
            for dx, dy in product(range(left, right), range(top, bottom)):
                place = frozenset((x + dx, y + dy) for x, y in shape)
                if not place & self.rest.keys() and any(len(run) > 1 for run in self.runs(place)):
                    found.add(place)
        return found

    def runs(self, place: Place) -> list[list[Border]]:
        """Return the straight runs along which a place touches each other tile."""
        touching: dict[int, set[Border]] = {}
        for a in place:
            for b in list_neighbours(a):
                if b in self.rest:
                    touching.setdefault(self.rest[b], set()).add(frozenset((a, b)))
        return [run for borders in touching.values() for run in list_straight_runs(borders)]

    def ways_in(self, place: Place, shut_in: bool) -> set[Border]:
        """Return the edges by which one walks between a place and the tiles it touches."""
        by_tile: dict[int, list[list[Border]]] = {}
        for run in self.runs(place):
            (tile,) = {self.rest[square] for border in run for square in border if square in self.rest}
            by_tile.setdefault(tile, []).append(run)
        ways: set[Border] = set()
        for runs in by_tile.values():
            longest = max(map(len, runs))
            if shut_in or self.floor.enclosed(next(s for s in min(runs[0], key=sorted) if s in self.rest)):
                ways |= {border for run in runs if len(run) == longest > 1 for border in list_middles(run)}
            else:
                ways |= {border for run in runs for border in run}
        return ways

    def laid(self, place: Place, shut_in: bool) -> Steps:
        """Return an end zone at a place, with the steps from its nearest square to all that can be walked to."""
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
        """Return whether one step leads from a square of the place to one of the rest."""
        if frozenset((a, b)) in ways:
            return True
        if (b[0] - a[0], b[1] - a[1]) not in DIAGONAL:
            return False
        return any(
            c not in self.floor.stone and self.passes(a, c, place, ways) and self.passes(c, b, place, ways)
            for c in ((a[0], b[1]), (b[0], a[1]))
        )

    def passes(self, a: Square, b: Square, place: Place, ways: set[Border]) -> bool:
        """Return whether no wall stands between two neighbours of the place and the rest."""
        if a in place and b in place:
            return True
        if a in place or b in place:
            return frozenset((a, b)) in ways
        return self.floor.edge(a, b) != "wall"


def measure_steps_between(one: Steps, other: Steps) -> int | None:
    """Return the steps between two placed end zones, over squares that both can walk to."""
    both = [one[square] + other[square] for square in one.keys() & other.keys()]
    return min(both, default=None)


def list_rotations(zone: Place) -> set[Place]:
    """Return a tile's shape in its four turns, each with its upper left corner at (0, 0)."""
    found, shape = set(), zone
    for _ in range(4):
        shape = frozenset((-y, x) for x, y in shape)
        left, top = min(x for x, _ in shape), min(y for _, y in shape)
        found.add(frozenset((x - left, y - top) for x, y in shape))
    return found


def list_straight_runs(borders: set[Border]) -> Iterator[list[Border]]:
    """Yield edges in unbroken straight lines, each in order."""
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


def list_middles(run: list[Border]) -> list[Border]:
    """Return the edges of a door two wide in the middle of a run;

    of both such doors where two are as near the middle.
    """
    spare = len(run) - 2
    return run[spare // 2 : len(run) - spare // 2]
