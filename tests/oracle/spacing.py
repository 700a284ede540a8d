"""The spacing rules read a second time: every pair of things, measured one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product

from dungeon_designer.layout.model import SectionKind, TrapKind
from oracle.floor import Floor, Found, Square, find_groups, measure_straight_distance

Metric = Callable[[Square, Square], int | None]
"""How far two squares are apart; None when there is no way."""

Thing = Iterable[Square]


def measure_steps(floor: Floor, strict: bool) -> Metric:
    """Return distances in steps; doors and opened chests do not hinder, portals and entries are not crossed."""
    ground = floor.walkable() - floor.portals - floor.entries

    def walked(a: Square, b: Square) -> int | None:
        if a == b:
            return 0
        ends = {a, b} & floor.walkable() - floor.entries
        reached = floor.reached(ends & {a}, ground | ends, strict)
        return min((reached[c] + 1 for c in floor.steps(b, ground | ends, strict) if c in reached), default=None)

    return walked


def check_chest_spacing(
    floor: Floor, level: str, least: int, metric: Metric = measure_straight_distance
) -> Iterator[Found]:
    """Yield each two chests nearer than `least`."""
    yield from _find_near_pairs(combinations([[at] for at in floor.layout.chests], 2), level, least, metric)


def check_portal_spacing(
    floor: Floor, level: str, least: int, metric: Metric = measure_straight_distance
) -> Iterator[Found]:
    """Yield each two portals nearer than `least`."""
    yield from _find_near_pairs(combinations([[portal.at] for portal in floor.layout.portals], 2), level, least, metric)


def check_portal_chest_distance(
    floor: Floor, level: str, least: int, metric: Metric = measure_straight_distance
) -> Iterator[Found]:
    """Yield each portal and chest nearer than `least`."""
    pairs = product([[portal.at] for portal in floor.layout.portals], [[at] for at in floor.layout.chests])
    yield from _find_near_pairs(pairs, level, least, metric)


def check_trap_spacing(
    floor: Floor, level: str, least: int, metric: Metric = measure_straight_distance
) -> Iterator[Found]:
    """Yield each two traps nearer than `least`, measured between their nearest squares."""
    yield from _find_near_pairs(combinations(find_traps(floor), 2), level, least, metric)


def find_traps(floor: Floor) -> list[set[Square]]:
    """Return the traps:

    connected squares of one kind of pit are one trap, and so is each listed trapdoor and counter.
    """
    listed = TrapKind.TRAPDOOR, TrapKind.COUNTER
    found = [set(trap.squares) for trap in floor.layout.traps if trap.kind in listed]
    for kind in (TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT):
        found += find_groups(square for trap in floor.layout.traps if trap.kind is kind for square in trap.squares)
    return found


def check_chest_end_zone_distance(
    floor: Floor, level: str, least: int, metric: Metric = measure_straight_distance
) -> Iterator[Found]:
    """Yield each chest with the squares nearer than `least` that a team scores in, be they end zone or entry."""
    zones = [at for at in floor.owner if floor.kind(at) in (SectionKind.END_ZONE, SectionKind.ENTRY)]
    for chest in floor.layout.chests:
        near = {square: length for square in zones if (length := metric(chest, square)) is not None and length < least}
        if near:
            yield Found(level, frozenset({chest, *near}), min(near.values()))


def _find_near_pairs(pairs: Iterable[tuple[Thing, Thing]], level: str, least: int, metric: Metric) -> Iterator[Found]:
    """Yield each pair nearer than `least`, with the squares that are nearest."""
    for one, other in pairs:
        lengths = {(a, b): length for a in one for b in other if (length := metric(a, b)) is not None}
        nearest = min(lengths.values(), default=least)
        if nearest < least:
            near = {square for pair, length in lengths.items() if length == nearest for square in pair}
            yield Found(level, frozenset(near), nearest)
