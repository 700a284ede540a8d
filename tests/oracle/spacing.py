"""The spacing rules read a second time: every pair of things, measured one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from dungeon_designer.layout.model import SectionKind, TrapKind
from oracle.floor import Floor, Found, Square, apart, groups


def chest_spacing(floor: Floor, level: str, least: int) -> Iterator[Found]:
    """Each two chests nearer than `least`."""
    yield from _too_near(floor.layout.chests, level, least)


def portal_spacing(floor: Floor, level: str, least: int) -> Iterator[Found]:
    """Each two portals nearer than `least`."""
    yield from _too_near([portal.at for portal in floor.layout.portals], level, least)


def portal_chest_distance(floor: Floor, level: str, least: int) -> Iterator[Found]:
    """Each portal and chest nearer than `least`."""
    for portal, chest in product([portal.at for portal in floor.layout.portals], floor.layout.chests):
        if apart(portal, chest) < least:
            yield Found(level, frozenset((portal, chest)), apart(portal, chest))


def trap_spacing(floor: Floor, level: str, least: int) -> Iterator[Found]:
    """Each two traps nearer than `least`, measured between their nearest squares."""
    for one, other in combinations(traps(floor), 2):
        distance = min(apart(a, b) for a in one for b in other)
        if distance < least:
            near = {square for a in one for b in other if apart(a, b) == distance for square in (a, b)}
            yield Found(level, frozenset(near), distance)


def traps(floor: Floor) -> list[set[Square]]:
    """Orthogonally connected squares of one kind are one trap; each counter is one."""
    found = [{trap.at} for trap in floor.layout.traps if trap.kind is TrapKind.COUNTER]
    for kind in (TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT, TrapKind.TRAPDOOR):
        found += groups(square for trap in floor.layout.traps if trap.kind is kind for square in trap.squares)
    return found


def chest_end_zone_distance(floor: Floor, level: str, least: int) -> Iterator[Found]:
    """Each chest with the squares nearer than `least` that a team scores in, be they end zone or entry."""
    zones = {at for at in floor.owner if floor.kind(at) in (SectionKind.END_ZONE, SectionKind.ENTRY)}
    for chest in floor.layout.chests:
        near = {square for square in zones if apart(chest, square) < least}
        if near:
            yield Found(level, frozenset({chest, *near}), min(apart(chest, square) for square in near))


def _too_near(places: list[Square] | tuple[Square, ...], level: str, least: int) -> Iterator[Found]:
    for a, b in combinations(places, 2):
        if apart(a, b) < least:
            yield Found(level, frozenset((a, b)), apart(a, b))
