"""`reachability`, `walking-route` and `dead-square` read a second time: walking about, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from math import dist

from dungeon_designer.layout.model import SectionKind, Team, TerrainKind
from oracle.floor import DIAGONAL, ORTHOGONAL, Floor, Found, Square

Jumping = tuple[frozenset[TerrainKind], int]
"""What any player may jump over, and how many squares of it."""

NOT = (frozenset[TerrainKind](), 0)
_LIQUIDS = frozenset({TerrainKind.LAVA, TerrainKind.WATER, TerrainKind.ACID, TerrainKind.CHASM})

JUMPED: dict[str, Jumping] = {
    "naf-2019": (_LIQUIDS, 5),
    "db7s-2019": (_LIQUIDS, 5),
    "gw-2021": (frozenset({TerrainKind.SPIKE_PIT}), 2),
}
"""The editions that let him."""

Area = frozenset[Square]
"""Squares one can walk about in."""


class Walk:
    """Who gets where under one edition's corners and chests; on foot alone when `on_foot`."""

    def __init__(
        self, floor: Floor, strict: bool, impassable: bool, on_foot: bool = False, jumping: Jumping = NOT
    ) -> None:
        self.floor = floor
        self.on_foot = on_foot
        self.jumping = jumping
        self.strict = strict
        self.impassable = impassable
        self.portals = set() if on_foot else floor.portals & floor.walkable()
        self.on = floor.walkable() - floor.portals - floor.entries
        self.standing = floor.standing(impassable) & self.on
        """Opened chests are gone and doors can be opened; nobody walks over a portal, and entries are walls."""

    def beside(self, square: Square) -> set[Square]:
        """Return the squares one step away that one may move over; the square itself may be a portal or an entry."""
        return set(self.floor.steps(square, self.on | {square}, self.strict))

    def walked(self, starts: Iterable[Square]) -> set[Square]:
        """Return all that can be walked to, and jumped to where one may jump."""
        here = set(self.floor.reached(starts, self.on, self.strict))
        while self.jumping[1] and (landed := {there for square in here for there in self.landings(square)} - here):
            here |= set(self.floor.reached(landed, self.on, self.strict))
        return here

    def landings(self, square: Square) -> Iterator[Square]:
        """Yield where one comes down who jumps in a straight line."""
        if square not in self.on:
            return
        path, (over, most) = set(self.floor.owner), self.jumping
        for dx, dy in ORTHOGONAL + DIAGONAL:
            last = square
            for length in range(1, most + 2):
                there = square[0] + length * dx, square[1] + length * dy
                if not self.floor.may_step(last, there, path, self.strict):
                    break
                if there in self.on and length > 1:
                    yield there
                if self.floor.terrain.get(there) not in over or there in self.floor.obstacles:
                    break
                last = there

    def exits(self, without: Square | None = None) -> set[Square]:
        """Return the squares beside every portal but one."""
        return {b for portal in self.portals - {without} for b in self.beside(portal)}

    def reached(self, starts: Iterable[Square]) -> set[Square]:
        """Return all that can be got to when whoever steps on a portal comes out of any other."""
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
        """Yield each end zone and entry: its team, its squares, and those of which one must be got to."""
        for number, section in enumerate(self.floor.layout.sections):
            squares = {at for at, owner in self.floor.owner.items() if owner == number}
            if section.kind is SectionKind.END_ZONE and section.side:
                yield section.side, squares, squares & self.standing
            elif section.kind is SectionKind.ENTRY and section.side:
                ways_in = map(self.beside, squares & self.floor.walkable())
                yield section.side, squares, set(chain.from_iterable(ways_in))

    def comes_in(self, team: Team) -> bool:
        """Return whether a team has an end zone or an entry at all."""
        return any(owner is team for owner, _, _ in self.zones())

    def starts(self, team: Team) -> set[Square]:
        """Return where a team comes in: its end zone, or before its entries, and beside every portal."""
        return self.exits().union(*(goals for owner, _, goals in self.zones() if owner is team))

    def came(self, team: Team) -> set[Square]:
        """Return all that a team gets to."""
        return self.reached(self.starts(team))

    def areas(self, squares: Iterable[Square]) -> list[Area]:
        """Return the areas in which some squares lie."""
        return sorted({frozenset(self.walked([square])) for square in squares}, key=sorted)

    def cut(self, here: Iterable[Square], there: Iterable[Square]) -> set[Square]:
        """Return where the way between two parts is cut: portals beside both, or else the nearest squares of either."""
        if not self.on_foot:
            return set()
        ones, others = self.walked(here), self.walked(there)
        barring = {
            at for at in self.floor.portals & self.floor.walkable() if (b := self.beside(at)) & ones and b & others
        }
        if barring or not ones or not others:
            return barring
        least = min(dist(a, b) for a in ones for b in others)
        return {square for a in ones for b in others if dist(a, b) == least for square in (a, b)}


def check_ways_to_chests(walk: Walk, jump: Walk, level: str) -> Iterator[Found]:
    """Yield what `reachability`, or on foot `walking-route`, finds; what only a jump mends is a notice."""
    chests = walk.floor.chests & walk.on
    teams = walk.floor.layout.teams
    came = {team: walk.came(team) for team in teams}
    jumped = {team: jump.came(team) for team in teams}
    goals_of = {frozenset(squares): (team, goals) for team, squares, goals in walk.zones()}
    lost: dict[frozenset[Square], set[frozenset[Square]]] = {}
    leads_on: set[frozenset[Square]] = set()
    asked: set[frozenset[Square]] = set()
    for area in walk.areas(chests):
        here = frozenset(chests & area)
        cut_off = [team for team in walk.floor.layout.teams if walk.comes_in(team) and not came[team] & area]
        for mended, told in ((False, level), (True, "info")):
            lost_to = [team for team in cut_off if bool(jumped[team] & area) is mended]
            if lost_to:
                starts = set().union(*(walk.starts(team) for team in lost_to))
                yield Found(told, here | walk.cut(starts, area))
        onward = walk.reached(area)
        lost[here] = set()
        for zone, (team, goals) in goals_of.items():
            if goals & onward:
                leads_on.add(zone)
            elif came[team] & area:
                lost[here].add(zone)
                asked.add(zone)
    yield from _find_missing_ways(
        walk, jump, level, lost, {zone: goals for zone, (_, goals) in goals_of.items()}, asked - leads_on
    )


def _find_missing_ways(
    walk: Walk,
    jump: Walk,
    level: str,
    lost: dict[frozenset[Square], set[frozenset[Square]]],
    goals: dict[frozenset[Square], set[Square]],
    nowhere: set[frozenset[Square]],
) -> Iterator[Found]:
    """Yield the ways on from chests that are missing: zones that none leads to by zone, the others by chests."""
    for mended, told in ((False, level), (True, "info")):
        missing = {
            (here, zone)
            for here, zones in lost.items()
            for zone in zones
            if bool(goals[zone] & jump.reached(walk.walked(here))) is mended
        }
        for zone in nowhere & {zone for _, zone in missing}:
            chests = frozenset().union(*(here for here, there in missing if there == zone))
            yield Found(told, zone | chests | walk.cut(chests, goals[zone]))
        for here in lost:
            zones = {zone for there, zone in missing if there == here} - nowhere
            if zones:
                ends = set().union(*(goals[zone] for zone in zones))
                yield Found(told, here.union(*zones) | walk.cut(here, ends))


def check_dead_squares(walk: Walk, jump: Walk, level: str) -> Iterator[Found]:
    """Yield each area of standing squares that nobody gets to; a notice where one gets there by jumping."""
    if not walk.floor.portals and not any(True for _ in walk.zones()):
        return
    standing = walk.floor.standing(walk.impassable) - walk.floor.portals - walk.floor.entries
    teams = walk.floor.layout.teams
    dead = standing.difference(*map(walk.came, teams))
    jumped = set().union(*map(jump.came, teams))
    for area in walk.areas(dead):
        yield Found("info" if area & jumped else level, area & dead, len(area & dead))
