"""`reachability`, `walking-route` and `dead-square` read a second time: walking about, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from dungeon_designer.layout.model import SectionKind, Team
from oracle.floor import Floor, Found, Square

Area = frozenset[Square]
"""Squares one can walk about in."""


class Walk:
    """Who gets where under one edition's corners and chests; on foot alone when `on_foot`."""

    def __init__(self, floor: Floor, strict: bool, impassable: bool, on_foot: bool = False) -> None:
        self.floor = floor
        self.strict = strict
        self.impassable = impassable
        self.portals = set() if on_foot else floor.portals & floor.walkable()
        self.on = floor.walkable() - floor.portals - floor.entries
        self.standing = floor.standing(impassable) & self.on
        """Dungeon chests are gone and doors can be opened; nobody walks over a portal, and entries are walls."""

    def beside(self, square: Square) -> set[Square]:
        """The squares one step away that one may move over; the square itself may be a portal or an entry."""
        return set(self.floor.steps(square, self.on | {square}, self.strict))

    def walked(self, starts: Iterable[Square]) -> set[Square]:
        """All that can be walked to."""
        return set(self.floor.reached(starts, self.on, self.strict))

    def exits(self, without: Square | None = None) -> set[Square]:
        """The squares beside every portal but one."""
        return {b for portal in self.portals - {without} for b in self.beside(portal)}

    def reached(self, starts: Iterable[Square]) -> set[Square]:
        """All that can be got to when whoever steps on a portal comes out of any other."""
        here = self.walked(starts)
        while True:
            there = set(here)
            for portal in self.portals:
                if self.beside(portal) & here:
                    there |= self.walked(self.exits(without=portal))
            if there == here:
                return here
            here = there

    def zones(self) -> Iterator[tuple[Team, set[Square], set[Square]]]:
        """Each end zone and entry: its team, its squares, and those of which one must be got to."""
        for number, section in enumerate(self.floor.layout.sections):
            squares = {at for at, owner in self.floor.owner.items() if owner == number}
            if section.kind is SectionKind.END_ZONE and section.side:
                yield section.side, squares, squares & self.standing
            elif section.kind is SectionKind.ENTRY and section.side:
                ways_in = map(self.beside, squares & self.floor.walkable())
                yield section.side, squares, set(chain.from_iterable(ways_in))

    def comes_in(self, team: Team) -> bool:
        """Whether a team has an end zone or an entry at all."""
        return any(owner is team for owner, _, _ in self.zones())

    def starts(self, team: Team) -> set[Square]:
        """Where a team comes in: its end zone, or before its entries, and beside every portal."""
        return self.exits().union(*(goals for owner, _, goals in self.zones() if owner is team))

    def came(self, team: Team) -> set[Square]:
        """All that a team gets to."""
        return self.reached(self.starts(team))

    def areas(self, squares: Iterable[Square]) -> list[Area]:
        """The areas in which some squares lie."""
        return sorted({frozenset(self.walked([square])) for square in squares}, key=sorted)


def ways_to_chests(walk: Walk, level: str) -> Iterator[Found]:
    """What `reachability`, or on foot `walking-route`, finds."""
    chests = walk.floor.chests & walk.on
    came = {team: walk.came(team) for team in Team}
    zones = [(team, frozenset(squares), goals) for team, squares, goals in walk.zones()]
    cut_off: dict[frozenset[Square], set[Square]] = {}
    leads_on: set[frozenset[Square]] = set()
    missing: dict[frozenset[Square], set[frozenset[Square]]] = {}
    for area in walk.areas(chests):
        here = frozenset(chests & area)
        if any(walk.comes_in(team) and not came[team] & area for team in Team):
            yield Found(level, here)
        onward = walk.reached(area)
        leads_on |= {zone for _, zone, goals in zones if goals & onward}
        lost = {zone for team, zone, goals in zones if came[team] & area and not goals & onward}
        missing[here] = lost
        for zone in lost:
            cut_off.setdefault(zone, set()).update(here)
    for zone, losers in cut_off.items():
        if zone not in leads_on:
            yield Found(level, zone | losers)
    for here, lost in missing.items():
        if lost & leads_on:
            yield Found(level, here.union(*(lost & leads_on)))


def dead_squares(walk: Walk, level: str) -> Iterator[Found]:
    """Each area of standing squares that nobody gets to."""
    if not walk.floor.portals and not any(True for _ in walk.zones()):
        return
    standing = walk.floor.standing(walk.impassable) - walk.floor.portals - walk.floor.entries
    dead = standing - walk.came(Team.HOME) - walk.came(Team.AWAY)
    for area in walk.areas(dead):
        yield Found(level, area & dead, len(area & dead))
