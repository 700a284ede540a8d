"""`reachability`, `walking-route` and `dead-square` read a second time: walking about, step by step."""

from __future__ import annotations

from collections.abc import Iterable

from dungeon_designer.layout.model import Team
from oracle.floor import Floor, Square


class Walk:
    """Who gets where, on foot or by portals, under one edition's corners and chests."""

    def __init__(self, floor: Floor, strict: bool, impassable: bool) -> None:
        self.floor = floor
        self.strict = strict
        self.impassable = impassable
        self.on = floor.walkable() - floor.portals - floor.entries
        """Opened chests are gone and doors can be opened; nobody walks over a portal, and entries are walls."""

    def near(self, square: Square) -> set[Square]:
        """The squares one step away over which one may move, also from a portal or an entry."""
        return set(self.floor.steps(square, self.on | {square}, self.strict)) - {square}

    def start(self, team: Team) -> set[Square]:
        """Where a team's players come in: its end zone, and what lies one step before its entries."""
        own = {square for square in self.floor.owner if self.floor.side(square) is team}
        return (own & self.on) | {b for a in own & self.floor.entries for b in self.near(a)}

    def on_foot(self, starts: Iterable[Square]) -> set[Square]:
        """All that can be walked to."""
        return set(self.floor.reached(starts, self.on, self.strict))

    def exits(self, without: Square | None = None) -> set[Square]:
        """The squares beside every portal but one."""
        return {b for portal in self.floor.portals - {without} for b in self.near(portal)}

    def by_portals(self, starts: Iterable[Square]) -> set[Square]:
        """All that can be got to when whoever steps on a portal comes out of any other."""
        here = self.on_foot(starts)
        while True:
            there = set(here)
            for portal in self.floor.portals:
                if self.near(portal) & here:
                    there |= self.on_foot(self.exits(without=portal))
            if there == here:
                return here
            here = there

    def opens_from(self, chest: Square) -> set[Square]:
        """The squares from which a chest is opened: itself, or those beside it."""
        return self.near(chest) if self.impassable else {chest} & self.on
