"""What `reachability` and `walking-route` say of chests and end zones that no way leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dungeon_designer.analysis.reach import CutOff, NoWayOn, Zone
from dungeon_designer.board.model import ChestAt
from dungeon_designer.findings import Moves
from dungeon_designer.grid import Square
from dungeon_designer.layout.model import SectionKind, Team
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.moving import Item, all_of
from dungeon_designer.rules.names import both, listed
from dungeon_designer.rules.rule import Fault

MOST_MOVED = 6
"""With more chests behind one wall than this it is the wall that is wrong."""


def faults(context: Context, portals: bool) -> Iterator[Fault]:
    """Faults of the ways between end zones and chests, by portal or only on foot."""
    how = "portals included" if portals else "on foot"
    for cut in context.reach.cut_off(portals):
        moves = _moves(cut) if portals else None
        yield Fault(message=_cut_off(cut, how), squares=_places(cut.chests), moves=moves)
    for lost in context.reach.no_way_on(portals):
        chests, zones = _places(lost.chests), tuple(s for zone in lost.zones for s in zone.section.covers)
        squares = (*zones, *chests) if lost.everywhere else (*chests, *zones)
        yield Fault(message=_no_way_on(lost, how), squares=squares)


def _moves(cut: CutOff) -> Moves | None:
    """Moving a few chests that no team can reach to where both can."""
    if len(cut.teams) < len(Team) or len(cut.chests) > MOST_MOVED:
        return None
    return all_of([Item(chest.at, chest.index) for chest in cut.chests])


def _cut_off(cut: CutOff, how: str) -> str:
    who = f"the {cut.teams[0]} team cannot" if len(cut.teams) == 1 else "neither team can"
    return f"{who} reach {_chests(cut.chests)}, {how}"


def _no_way_on(lost: NoWayOn, how: str) -> str:
    to = both([_zone(zone) for zone in lost.zones])
    if lost.everywhere:
        return f"no way leads from any chest to {to}, {how}"
    return f"no way leads on from {_chests(lost.chests)} to {to}, {how}"


def _chests(chests: Sequence[ChestAt]) -> str:
    return f"the {'chest' if len(chests) == 1 else 'chests'} at {listed(_places(chests))}"


def _zone(zone: Zone) -> str:
    kind = "entry" if zone.section.kind is SectionKind.ENTRY else "end zone"
    at = f" at {zone.section.covers[0]}" if zone.section.covers else ""
    return f"the {zone.side} {kind}{at}"


def _places(chests: Sequence[ChestAt]) -> tuple[Square, ...]:
    return tuple(chest.at for chest in chests)
