"""Who gets where, on foot or by portals: areas to walk in, portals between them, end zones to start from and score in.

The squares of an area can all be walked to from one another, so who reaches what is a question about areas: a handful,
however large the board. Whoever steps on a portal comes out of any other, beside it; from the Dug-Out, players come
out of every portal. Nobody walks across a portal or an entry.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import count
from typing import NamedTuple

import networkx as nx
from msgspec import Struct

from dungeon_designer.analysis.movement import without
from dungeon_designer.board.model import Board, BoardSection, ChestAt
from dungeon_designer.grid import DIRECTIONS, Square, row_major
from dungeon_designer.kinds import SectionKind, Team

Areas = frozenset[int]
"""Numbers of areas."""


class GoalZone(Struct, frozen=True):
    """An end zone or entry: its section and side, and the areas from which one steps into it or stands in it."""

    section: BoardSection
    side: Team
    areas: Areas


class ChestsCutOff(Struct, frozen=True):
    """Chests of one area that some teams cannot get to."""

    chests: tuple[ChestAt, ...]
    teams: tuple[Team, ...]


class WayMissing(Struct, frozen=True):
    """Chests from which no way leads on to some end zones or entries; `everywhere`: from no chest that is reached."""

    chests: tuple[ChestAt, ...]
    zones: tuple[GoalZone, ...]
    everywhere: bool


class Gap(NamedTuple):
    """The squares of `portals` that lie between, or else those of either part that are nearest to the other."""

    portals: tuple[Square, ...] = ()
    here: tuple[Square, ...] = ()
    there: tuple[Square, ...] = ()


class Connectivity:
    """Areas, portals and end zones of a board.

    `graph` has the steps over all walkable squares, portals and entries too; `standing` are the squares a player may
    end on; `walk`, where it is at hand, is the graph without portals and entries. Building it is O(N); every question
    after that depends on the number of areas, portals and zones only.
    """

    def __init__(
        self, board: Board, graph: nx.Graph[Square], standing: Collection[Square], walk: nx.Graph[Square] | None = None
    ) -> None:
        self.board, self.graph, self.standing = board, graph, standing
        self.walk = walk or without(graph, board.portal_squares | board.entry_squares)
        self._borders: dict[int, list[Square]] = {}

    @cached_property
    def members(self) -> list[set[Square]]:
        """The squares of each area; areas are numbered by their first square."""
        return list(nx.connected_components(self.walk))

    @cached_property
    def areas(self) -> dict[Square, int]:
        """The number of the area of each square that is walked on, portals and entries not among them."""
        return {square: number for number, squares in enumerate(self.members) for square in squares}

    @cached_property
    def portals(self) -> dict[Square, Areas]:
        """The areas beside each portal's square. Two portals on one square are one."""
        return {square: self.areas_beside([square]) for square in sorted(self.board.portal_squares, key=row_major)}

    def areas_of(self, squares: Iterable[Square]) -> Areas:
        """The areas some squares belong to."""
        return frozenset(self.areas[square] for square in squares if square in self.areas)

    def beside(self, square: Square) -> list[Square]:
        """The squares one step from one."""
        return list(self.graph.adj.get(square, ()))

    def areas_beside(self, squares: Iterable[Square]) -> Areas:
        """The areas one step from portal or entry squares."""
        return self.areas_of(there for square in squares for there in self.beside(square))

    @cached_property
    def zones(self) -> tuple[GoalZone, ...]:
        """The end zones and entries that belong to a side, as placed."""
        found = []
        for section in self.board.of_kind(SectionKind.END_ZONE, SectionKind.ENTRY):
            if section.side:
                areas = self.areas_of(square for square in section.squares if square in self.standing)
                if section.kind is SectionKind.ENTRY:
                    areas = self.areas_beside(section.squares)
                found.append(GoalZone(section, section.side, areas))
        return tuple(found)

    @cached_property
    def teams(self) -> tuple[Team, ...]:
        """The sides that have an end zone or entry."""
        return tuple(team for team in Team if any(zone.side is team for zone in self.zones))

    def start(self, team: Team) -> Areas:
        """The areas a team sets out from on foot."""
        return frozenset().union(*(zone.areas for zone in self.zones if zone.side is team))

    @cached_property
    def arrivals(self) -> Areas:
        """The areas in which players come out of portals."""
        return frozenset().union(*self.portals.values())

    def came(self, team: Team, portals: bool) -> Areas:
        """The areas a team gets to from its end zone or, if asked, from a portal."""
        return self.start(team) | (self.arrivals if portals else frozenset())

    @cached_property
    def reached(self) -> Areas:
        """The areas that some player can get to, from an end zone or the Dug-Out. Coming out anywhere, a portal more
        or less on the way leads to no new place."""
        return self.arrivals.union(*map(self.start, self.teams))

    @cached_property
    def leading_out(self) -> Areas:
        """The areas from which a way leads out of every portal there is; from all others none leads anywhere else.

        Two portals to step on lead out of all portals. One leads out of all others, and from there, if any of them has
        a square to step to, by another portal out of the first one, too.
        """
        stepped_on: dict[int, list[Square]] = {}
        for portal, areas in self.portals.items():
            for area in areas:
                stepped_on.setdefault(area, []).append(portal)

        def leads_on(past: Square) -> bool:
            others = self.portals.keys() - {past}
            return any(self.portals[portal] or others.intersection(self.beside(portal)) for portal in others)

        return frozenset(area for area, first in stepped_on.items() if len(first) > 1 or leads_on(first[0]))

    def chests(self) -> dict[int, list[ChestAt]]:
        """The chests of each area. A chest that lies where nobody walks is none: other rules speak of it."""
        found: dict[int, list[ChestAt]] = {}
        for chest in self.board.chests:
            if chest.at in self.areas:
                found.setdefault(self.areas[chest.at], []).append(chest)
        return found

    def cut_off(self, portals: bool) -> Iterator[ChestsCutOff]:
        """Chests, area by area, that a team reaches neither from its end zone nor, if asked, from a portal.

        It does not matter whether a chest is entered or opened from beside it. Whoever gets into its area stands
        beside it before, or comes out of a portal beside it.
        """
        reached = {team: self.came(team, portals) for team in self.teams}
        for area, chests in self.chests().items():
            teams = tuple(team for team in self.teams if area not in reached[team])
            if teams:
                yield ChestsCutOff(tuple(chests), teams)

    def leads(self, area: int, zone: GoalZone, portals: bool) -> bool:
        """Whether a way leads from an area to an end zone or entry, by portal if asked."""
        if area in zone.areas:
            return True
        return portals and not zone.areas.isdisjoint(self.arrivals) and area in self.leading_out

    def no_way_on(self, portals: bool) -> Iterator[WayMissing]:
        """Chests from which a way to an end zone or entry is missing; first the zones that cannot be got to at all.

        A chest that the zone's own team cannot reach is left to `cut_off`: it is the same way that is missing.
        """
        chests = self.chests()
        unreached = {(chest, team) for cut in self.cut_off(portals) for chest in cut.chests for team in cut.teams}
        missing: dict[int, list[GoalZone]] = {}
        for zone in self.zones:
            asked = [area for area, own in chests.items() if (own[0], zone.side) not in unreached]
            lost = [area for area in asked if not self.leads(area, zone, portals)]
            if lost and len(lost) == len(asked):
                yield WayMissing(tuple(chest for area in lost for chest in chests[area]), (zone,), everywhere=True)
            else:
                for area in lost:
                    missing.setdefault(area, []).append(zone)
        for area, zones in missing.items():
            yield WayMissing(tuple(chests[area]), tuple(zones), everywhere=False)

    def dead(self) -> Iterator[list[Square]]:
        """The standing squares of each area that no player gets to; nothing when nobody comes in anywhere."""
        if not self.zones and not self.portals:
            return
        for number, squares in enumerate(self.members):
            if number not in self.reached and (dead := squares.intersection(self.standing)):
                yield sorted(dead, key=row_major)

    def gap(self, here: Areas, there: Areas) -> Gap:
        """Where areas are parted from others that have none in common; empty where one side has no areas."""
        portals = [at for at, near in self.portals.items() if near & here and near & there]
        if portals or not (here and there):
            return Gap(tuple(portals))
        return Gap((), *nearest(self._border(here), self._border(there)))

    def _border(self, areas: Areas) -> list[Square]:
        """The squares of areas with a neighbour that is none of theirs: what is nearest to another area is of them."""
        for area in areas - self._borders.keys():
            own = self.members[area]
            self._borders[area] = [(x, y) for x, y in own if any((x + dx, y + dy) not in own for dx, dy in DIRECTIONS)]
        return [square for area in areas for square in self._borders[area]]


def nearest(ones: Collection[Square], others: Collection[Square]) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
    """Those of some squares, and of others, that are as near each other, in a straight line, as any are.

    Row by row away from each of the ones, the nearest of the others on both sides is looked up: O(n log m) for each
    row up to the distance found.
    """
    if len(others) < len(ones):
        there, here = nearest(others, ones)
        return here, there
    rows: dict[int, list[int]] = {}
    for x, y in sorted(others):
        rows.setdefault(y, []).append(x)
    best, near = 0, list[tuple[Square, Square]]()
    for away in count():
        if near and away * away > best:
            break
        for x, y in ones:
            for row in {y - away, y + away}:
                columns = rows.get(row, [])
                at = bisect_left(columns, x)
                for column in columns[max(at - 1, 0) : at + 1]:
                    apart = (column - x) ** 2 + away**2
                    if not near or apart < best:
                        best, near = apart, []
                    if apart == best:
                        near.append(((x, y), (column, row)))
    first, second = (tuple(sorted(set(squares), key=row_major)) for squares in zip(*near, strict=True))
    return first, second
