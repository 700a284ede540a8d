"""What `reachability` and `walking-route` say of chests and end zones that no way leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist

from dungeon_designer.analysis.connectivity import Areas, ChestsCutOff, GoalZone, WayMissing
from dungeon_designer.board.model import ChestAt
from dungeon_designer.findings import Level, Moves
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.items import all_of, chest_at
from dungeon_designer.rules.names import both, listed
from dungeon_designer.rules.rule import Violation

MOST_MOVED = 6
"""With more chests behind one wall than this it is the wall that is wrong."""


def faults(context: Context, portals: bool) -> Iterator[Violation]:
    """Faults of the ways between end zones and chests, by portal or only on foot; notices of what jumps lead to."""
    for cut in context.connectivity.cut_off(portals):
        for part, jump in _by_jumping(context, cut, portals):
            yield _cut_off(context, part, portals, jump)
    for lost in context.connectivity.no_way_on(portals):
        for way, jump in _on_by_jumping(context, lost, portals):
            yield _no_way_on(context, way, portals, jump)


def _by_jumping(context: Context, cut: ChestsCutOff, portals: bool) -> Iterator[tuple[ChestsCutOff, bool]]:
    """The same of the teams that cannot get there at all, then of those that can by jumping."""
    jumped = context.connectivity_by_jumps
    area = jumped.areas[cut.chests[0].at] if jumped else -1
    can = [team for team in cut.teams if jumped and area in jumped.came(team, portals)]
    for jump in (False, True):
        teams = tuple(team for team in cut.teams if (team in can) is jump)
        if teams:
            yield ChestsCutOff(cut.chests, teams), jump


def _on_by_jumping(context: Context, lost: WayMissing, portals: bool) -> Iterator[tuple[WayMissing, bool]]:
    """The same of the ways that are not there at all, then of those that lead on by jumping."""
    for jump in (False, True):
        pairs = [(c, z) for c in lost.chests for z in lost.zones if _jumps_on(context, c, z, portals) is jump]
        if pairs:
            chests, zones = (tuple(dict.fromkeys(column)) for column in zip(*pairs, strict=True))
            yield WayMissing(chests, zones, lost.everywhere), jump


def _jumps_on(context: Context, chest: ChestAt, zone: GoalZone, portals: bool) -> bool:
    """Whether a way leads on from a chest to a zone if players jump."""
    jumped = context.connectivity_by_jumps
    if jumped is None:
        return False
    same = jumped.zones[context.connectivity.zones.index(zone)]
    return jumped.leads(jumped.areas[chest.at], same, portals)


def _cut_off(context: Context, cut: ChestsCutOff, portals: bool, jump: bool) -> Violation:
    starts: Areas = frozenset().union(*map(context.connectivity.start, cut.teams))
    where, words = ((), "") if portals else _cut(context, starts, _areas(context, cut.chests))
    return Violation(
        message=f"{_who_cannot(context, cut, jump)}, {_how(portals)}{words}",
        squares=tuple(dict.fromkeys((*_places(cut.chests), *where))),
        level=Level.INFO if jump else None,
        moves=_moves(context, cut) if portals and not jump else None,
    )


def _no_way_on(context: Context, lost: WayMissing, portals: bool, jump: bool) -> Violation:
    chests, zones = _places(lost.chests), tuple(s for zone in lost.zones for s in zone.section.covers)
    ends: Areas = frozenset().union(*(zone.areas for zone in lost.zones))
    where, words = ((), "") if portals else _cut(context, _areas(context, lost.chests), ends)
    first = (*zones, *chests) if lost.everywhere else (*chests, *zones)
    return Violation(
        message=f"{_no_way(lost, jump)}, {_how(portals)}{words}",
        squares=tuple(dict.fromkeys((*first, *where))),
        level=Level.INFO if jump else None,
    )


def _areas(context: Context, chests: Sequence[ChestAt]) -> Areas:
    return context.connectivity.areas_of(chest.at for chest in chests)


def _cut(context: Context, here: Areas, there: Areas) -> tuple[tuple[Square, ...], str]:
    """The squares where a way on foot is cut, and the end of a sentence that says where."""
    found = context.connectivity.gap(here, there)
    if found.portals:
        named = [
            f"portal {portal.number} at {portal.at}" for portal in context.board.portals if portal.at in found.portals
        ]
        return found.portals, f"; nobody walks across {both(named)}"
    if not found.here:
        return (), ""
    one, others = found.here, found.there
    nearest = min(others, key=lambda other: dist(one[0], other))
    return (*one, *others), f"; the way is cut between {one[0]} and {nearest}"


def _how(portals: bool) -> str:
    return "portals included" if portals else "on foot"


def _moves(context: Context, cut: ChestsCutOff) -> Moves | None:
    """Moving a few chests that no team can reach to where all can."""
    if len(cut.teams) < len(context.board.teams) or len(cut.chests) > MOST_MOVED:
        return None
    return all_of([chest_at(chest.at) for chest in cut.chests])


def _who_cannot(context: Context, cut: ChestsCutOff, jump: bool) -> str:
    sides = len(context.board.teams)
    if len(cut.teams) == sides:
        can, cannot = ("either team", "neither team can") if sides == 2 else ("any team", "no team can")
    else:
        can = f"the {both(cut.teams)} team{'s' if len(cut.teams) > 1 else ''}"
        cannot = f"{can} cannot"
    return f"{f'only by jumping can {can}' if jump else cannot} reach {_chests(cut.chests)}"


def _no_way(lost: WayMissing, jump: bool) -> str:
    to = both([_zone(zone) for zone in lost.zones])
    ways = "only by jumping does a way lead" if jump else "no way leads"
    return f"{ways} from any chest to {to}" if lost.everywhere else f"{ways} on from {_chests(lost.chests)} to {to}"


def _chests(chests: Sequence[ChestAt]) -> str:
    return f"the {'chest' if len(chests) == 1 else 'chests'} at {listed(_places(chests))}"


def _zone(zone: GoalZone) -> str:
    kind = "entry" if zone.section.kind is SectionKind.ENTRY else "end zone"
    at = f" at {zone.section.covers[0]}" if zone.section.covers else ""
    return f"the {zone.side} {kind}{at}"


def _places(chests: Sequence[ChestAt]) -> tuple[Square, ...]:
    return tuple(chest.at for chest in chests)
