"""What `reachability` and `walking-route` say of chests and end zones that no way leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist

from dungeon_designer.analysis.connectivity import Areas, ChestsCutOff, GoalZone, WayMissing
from dungeon_designer.board.model import ChestAt
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.items import all_of, chest_at
from dungeon_designer.rules.rule import Settings, Violation, both, few_squares

MOST_MOVED = 6
"""With more chests behind one wall than this it is the wall that is wrong."""


def faults(context: Context, settings: Settings, portals: bool) -> Iterator[Violation]:
    """Faults of the ways between end zones and chests, by portal or only on foot; notices of what jumps lead to."""
    jumped, zones = context.connectivity_by_jumps, context.connectivity.zones
    for cut in context.connectivity.cut_off(portals):
        area = jumped.areas[cut.chests[0].at] if jumped else -1
        can = [team for team in cut.teams if jumped and area in jumped.came(team, portals)]
        for jump in (False, True):
            teams = tuple(team for team in cut.teams if (team in can) is jump)
            if teams:
                yield _cut_off(context, ChestsCutOff(cut.chests, teams), portals, jump)

    def leads(chest: ChestAt, zone: GoalZone) -> bool:
        return jumped is not None and jumped.leads(jumped.areas[chest.at], jumped.zones[zones.index(zone)], portals)

    for lost in context.connectivity.no_way_on(portals):
        for jump in (False, True):
            pairs = [(chest, zone) for chest in lost.chests for zone in lost.zones if leads(chest, zone) is jump]
            if pairs:
                chests, ends = (tuple(dict.fromkeys(column)) for column in zip(*pairs, strict=True))
                yield _no_way_on(context, WayMissing(chests, ends, lost.everywhere), portals, jump)


def _cut_off(context: Context, cut: ChestsCutOff, portals: bool, jump: bool) -> Violation:
    teams, places = context.board.teams, tuple(chest.at for chest in cut.chests)
    starts: Areas = frozenset().union(*map(context.connectivity.start, cut.teams))
    where, words = ((), "") if portals else _cut(context, starts, context.connectivity.areas_of(places))
    whole = len(cut.teams) == len(teams)
    if whole:
        can, cannot = ("either team", "neither team can") if len(teams) == 2 else ("any team", "no team can")
    else:
        can = f"the {both(cut.teams)} team{'s' if len(cut.teams) > 1 else ''}"
        cannot = f"{can} cannot"
    who = f"only by jumping can {can}" if jump else cannot
    movable = portals and not jump and whole and len(places) <= MOST_MOVED
    return Violation(
        f"{who} reach {_chests(places)}, {_how(portals)}{words}",
        tuple(dict.fromkeys((*places, *where))),
        level=Level.INFO if jump else None,
        moves=all_of([chest_at(place) for place in places]) if movable else None,
    )


def _no_way_on(context: Context, lost: WayMissing, portals: bool, jump: bool) -> Violation:
    chests, zones = tuple(chest.at for chest in lost.chests), [s for zone in lost.zones for s in zone.section.covers]
    ends: Areas = frozenset().union(*(zone.areas for zone in lost.zones))
    where, words = ((), "") if portals else _cut(context, context.connectivity.areas_of(chests), ends)
    names = []
    for zone in lost.zones:
        kind, covers = "entry" if zone.section.kind is SectionKind.ENTRY else "end zone", zone.section.covers
        names.append(f"the {zone.side} {kind}{f' at {covers[0]}' if covers else ''}")
    ways = "only by jumping does a way lead" if jump else "no way leads"
    start = " from any chest" if lost.everywhere else f" on from {_chests(chests)}"
    first = (*zones, *chests) if lost.everywhere else (*chests, *zones)
    return Violation(
        f"{ways}{start} to {both(names)}, {_how(portals)}{words}",
        tuple(dict.fromkeys((*first, *where))),
        level=Level.INFO if jump else None,
    )


def _cut(context: Context, here: Areas, there: Areas) -> tuple[tuple[Square, ...], str]:
    """The squares where a way on foot is cut, and the end of a sentence that says where."""
    found = context.connectivity.gap(here, there)
    if found.portals:
        portals = [portal for portal in context.board.portals if portal.at in found.portals]
        named = both([f"portal {portal.number} at {portal.at}" for portal in portals])
        return found.portals, f"; nobody walks across {named}"
    if not found.here:
        return (), ""
    one, others = found.here, found.there
    nearest = min(others, key=lambda other: dist(one[0], other))
    return (*one, *others), f"; the way is cut between {one[0]} and {nearest}"


def _how(portals: bool) -> str:
    return "portals included" if portals else "on foot"


def _chests(places: Sequence[Square]) -> str:
    return f"the {'chest' if len(places) == 1 else 'chests'} at {few_squares(places)}"
