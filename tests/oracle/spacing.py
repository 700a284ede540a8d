"""The spacing rules read a second time: every pair of things, measured one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product

from dungeon_designer.layout.model import SectionKind, TrapKind
from oracle.floor import Floor, Found, Square, apart, groups

Metric = Callable[[Square, Square], int | None]
"""How far two squares are apart; None when there is no way."""

Thing = Iterable[Square]


def steps(floor: Floor, strict: bool) -> Metric:
    """Distances in steps of movement, doors and opened chests no hindrance; nobody walks across portals or entries."""
    ground = floor.walkable() - floor.portals - floor.entries

    def walked(a: Square, b: Square) -> int | None:
        if a == b:
            return 0
        ends = {a, b} & floor.walkable() - floor.entries
        reached = floor.reached(ends & {a}, ground | ends, strict)
        return min((reached[c] + 1 for c in floor.steps(b, ground | ends, strict) if c in reached), default=None)

    return walked


def chest_spacing(floor: Floor, level: str, least: int, metric: Metric = apart) -> Iterator[Found]:
    """Each two chests nearer than `least`."""
    yield from _too_near(combinations([[at] for at in floor.layout.chests], 2), level, least, metric)


def portal_spacing(floor: Floor, level: str, least: int, metric: Metric = apart) -> Iterator[Found]:
    """Each two portals nearer than `least`."""
    yield from _too_near(combinations([[portal.at] for portal in floor.layout.portals], 2), level, least, metric)


def portal_chest_distance(floor: Floor, level: str, least: int, metric: Metric = apart) -> Iterator[Found]:
    """Each portal and chest nearer than `least`."""
    pairs = product([[portal.at] for portal in floor.layout.portals], [[at] for at in floor.layout.chests])
    yield from _too_near(pairs, level, least, metric)


def trap_spacing(floor: Floor, level: str, least: int, metric: Metric = apart) -> Iterator[Found]:
    """Each two traps nearer than `least`, measured between their nearest squares."""
    yield from _too_near(combinations(traps(floor), 2), level, least, metric)


def traps(floor: Floor) -> list[set[Square]]:
    """Orthogonally connected squares of one kind of pit are one trap; each trapdoor and counter listed is one."""
    listed = TrapKind.TRAPDOOR, TrapKind.COUNTER
    found = [set(trap.squares) for trap in floor.layout.traps if trap.kind in listed]
    for kind in (TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT):
        found += groups(square for trap in floor.layout.traps if trap.kind is kind for square in trap.squares)
    return found


def chest_end_zone_distance(floor: Floor, level: str, least: int, metric: Metric = apart) -> Iterator[Found]:
    """Each chest with the squares nearer than `least` that a team scores in, be they end zone or entry."""
    zones = [at for at in floor.owner if floor.kind(at) in (SectionKind.END_ZONE, SectionKind.ENTRY)]
    for chest in floor.layout.chests:
        near = {square: length for square in zones if (length := metric(chest, square)) is not None and length < least}
        if near:
            yield Found(level, frozenset({chest, *near}), min(near.values()))


def _too_near(pairs: Iterable[tuple[Thing, Thing]], level: str, least: int, metric: Metric) -> Iterator[Found]:
    """Each pair nearer than `least`, with the squares that are nearest."""
    for one, other in pairs:
        lengths = {(a, b): length for a in one for b in other if (length := metric(a, b)) is not None}
        nearest = min(lengths.values(), default=least)
        if nearest < least:
            near = {square for pair, length in lengths.items() if length == nearest for square in pair}
            yield Found(level, frozenset(near), nearest)
