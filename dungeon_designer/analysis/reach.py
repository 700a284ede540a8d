"""Who gets where, on foot or by portals: areas to walk in, portals between them, end zones to start from and score in.

The squares of an area can all be walked to from one another, so who reaches what is a question about areas: a handful,
however large the board. Whoever steps on a portal comes out of any other, beside it; from the Dug-Out, players come
out of every portal. Nobody walks across a portal or an entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

import numpy as np
from msgspec import Struct

from dungeon_designer.analysis.graphs import Movement
from dungeon_designer.board.model import Board, BoardSection, ChestAt, Flags, Ints
from dungeon_designer.layout.model import SectionKind, Team

Areas = frozenset[int]
"""Numbers of areas."""


class Zone(Struct, frozen=True):
    """An end zone or entry: its section and side, and the areas from which one steps into it or stands in it."""

    section: BoardSection
    side: Team
    areas: Areas


class CutOff(Struct, frozen=True):
    """Chests of one area that some teams cannot get to."""

    chests: tuple[ChestAt, ...]
    teams: tuple[Team, ...]


class NoWayOn(Struct, frozen=True):
    """Chests from which no way leads on to some end zones or entries; `everywhere`: from no chest that is reached."""

    chests: tuple[ChestAt, ...]
    zones: tuple[Zone, ...]
    everywhere: bool


class Reach:
    """Areas, portals and end zones of a board.

    `strides` are the steps over all walkable squares, portals and entries too; `standing` the squares a player may
    end on; `walk`, where it is at hand, the strides without portals and entries. Building it is O(N); every question
    after that depends on the number of areas, portals and zones only.
    """

    def __init__(self, board: Board, strides: Movement, standing: Flags, walk: Movement | None = None) -> None:
        self.board = board
        self.standing = standing
        self.on_foot = ~(board.is_portal | board.is_entry)
        self.strides = strides
        self.walk = walk or strides.only(self.on_foot)

    @cached_property
    def areas(self) -> Ints:
        """The number of each square's area; -1 where nobody walks."""
        return self.walk.areas

    @cached_property
    def beside(self) -> dict[int, list[int]]:
        """The squares one step from each portal and entry square."""
        found: dict[int, list[int]] = {}
        pairs, special = self.strides.pairs, ~self.on_foot
        for a, b in pairs[special[pairs].any(axis=1)].tolist():
            found.setdefault(a, []).append(b)
            found.setdefault(b, []).append(a)
        return found

    @cached_property
    def portals(self) -> dict[int, Areas]:
        """The areas beside each portal's square. Two portals on one square are one."""
        indices = {portal.index for portal in self.board.portals if portal.index >= 0}
        return {index: self.areas_beside([index]) for index in sorted(indices)}

    def areas_beside(self, squares: Iterable[int]) -> Areas:
        """The areas one step from portal or entry squares."""
        near = [there for square in squares for there in self.beside.get(square, ())]
        return frozenset(self.areas[near].tolist()) - {-1}

    @cached_property
    def zones(self) -> tuple[Zone, ...]:
        """The end zones and entries that belong to a side, as placed."""
        kinds = SectionKind.END_ZONE, SectionKind.ENTRY
        return tuple(
            Zone(section, section.side, self._into(section)) for section in self.board.of_kind(*kinds) if section.side
        )

    def _into(self, section: BoardSection) -> Areas:
        if section.kind is SectionKind.ENTRY:
            return self.areas_beside(section.squares.tolist())
        here = section.squares[self.standing[section.squares]]
        return frozenset(self.areas[here].tolist()) - {-1}

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

    def onward(self, area: int) -> Areas:
        """The areas to which a way leads from one area, portals included."""
        return self.arrivals | {area} if self.leads_out(area) else frozenset({area})

    def leads_out(self, area: int) -> bool:
        """Whether a way leads from an area out of every portal there is; otherwise it leads nowhere else.

        Two portals to step on lead out of all portals. One leads out of all others, and from there, if any of them has
        a square to step to, by another portal out of the first one, too.
        """
        first = self._portals_of.get(area, [])
        return len(first) > 1 or (bool(first) and any(self._leads_on(portal, first[0]) for portal in self.portals))

    @cached_property
    def _portals_of(self) -> dict[int, list[int]]:
        """The portals that can be stepped on from each area."""
        found: dict[int, list[int]] = {}
        for portal, areas in self.portals.items():
            for area in areas:
                found.setdefault(area, []).append(portal)
        return found

    def _leads_on(self, portal: int, past: int) -> bool:
        """Whether whoever comes out of a portal other than `past` can step on one other than `past`, too."""
        if portal == past:
            return False
        return bool(self.portals[portal]) or any(
            there != past and there in self.portals for there in self.beside.get(portal, ())
        )

    def chests(self) -> dict[int, list[ChestAt]]:
        """The chests of each area. A chest that lies where nobody walks is none: other rules speak of it."""
        found: dict[int, list[ChestAt]] = {}
        for chest in self.board.chests:
            area = int(self.areas[chest.index]) if chest.index >= 0 else -1
            if area >= 0:
                found.setdefault(area, []).append(chest)
        return found

    def cut_off(self, portals: bool) -> Iterator[CutOff]:
        """Chests, area by area, that a team reaches neither from its end zone nor, if asked, from a portal.

        It does not matter whether a chest is entered or opened from beside it. Whoever gets into its area stands
        beside it before, or comes out of a portal beside it.
        """
        reached = {team: self.came(team, portals) for team in self.teams}
        for area, chests in self.chests().items():
            teams = tuple(team for team in self.teams if area not in reached[team])
            if teams:
                yield CutOff(tuple(chests), teams)

    def leads(self, area: int, zone: Zone, portals: bool) -> bool:
        """Whether a way leads from an area to an end zone or entry, by portal if asked."""
        if area in zone.areas:
            return True
        return portals and not zone.areas.isdisjoint(self.arrivals) and self.leads_out(area)

    def no_way_on(self, portals: bool) -> Iterator[NoWayOn]:
        """Chests from which a way to an end zone or entry is missing; first the zones that cannot be got to at all.

        A chest that the zone's own team cannot reach is left to `cut_off`: it is the same way that is missing.
        """
        chests = self.chests()
        unreached = {(chest, team) for cut in self.cut_off(portals) for chest in cut.chests for team in cut.teams}
        missing: dict[int, list[Zone]] = {}
        for zone in self.zones:
            asked = [area for area, own in chests.items() if (own[0], zone.side) not in unreached]
            lost = [area for area in asked if not self.leads(area, zone, portals)]
            if lost and len(lost) == len(asked):
                yield NoWayOn(tuple(chest for area in lost for chest in chests[area]), (zone,), everywhere=True)
            else:
                for area in lost:
                    missing.setdefault(area, []).append(zone)
        for area, zones in missing.items():
            yield NoWayOn(tuple(chests[area]), tuple(zones), everywhere=False)

    def dead(self) -> Iterator[Ints]:
        """The standing squares of each area that no player gets to; nothing when nobody comes in anywhere."""
        if not self.zones and not self.portals:
            return
        cold = np.ones(int(self.areas.max(initial=-1)) + 2, dtype=np.bool_)
        cold[[-1, *self.reached]] = False  # the last stands for what is no area
        squares = np.flatnonzero(self.standing & cold[self.areas])
        order = np.argsort(self.areas[squares], kind="stable")
        cuts = np.flatnonzero(np.diff(self.areas[squares[order]])) + 1
        yield from (group.astype(np.int32) for group in np.split(squares[order], cuts) if len(group))
