"""What a ruleset says of a floor, in numbers: read from its rules' own settings, whatever edition it is.

None of this is a rule. It only makes it likely that what is grown keeps them; the checker says whether it does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from dungeon_designer.generator.options import Request
from dungeon_designer.grid import Size
from dungeon_designer.kinds import HAZARDS, ObstacleKind, SectionKind, TerrainKind
from dungeon_designer.layout.model import TrapKind
from dungeon_designer.rules.registry import configured
from dungeon_designer.rules.rule import Bounds, bounds_of
from dungeon_designer.rulesets.play import play_of

USUAL_SQUARES = (230, 300)
"""How large a dungeon is where nobody says."""

FURNITURE = (ObstacleKind.STATUE, ObstacleKind.FOUNTAIN, ObstacleKind.IDOL)
"""What may stand in rooms, of one kind in a dungeon."""

ROOMS = (
    *(SectionKind.BOARD, SectionKind.LARGE_ROOM, SectionKind.ROOM),
    *(SectionKind.PLATFORM, SectionKind.SMALL_ROOM),
)
"""What a room may be called, that of the largest rooms first."""

ENTRY = (2, 1)
"""How large an entry is."""

ROOM_A_CHEST = 0.75
"""Squares of floor for each square of the space that chests keep free around them."""


ROOM_A_ZONE = 5
"""Squares of floor more for each square that chests keep from each end zone beyond the second."""


class Terms(Struct, frozen=True, kw_only=True):
    """What to aim for.

    squares     the least and the most floor squares
    fit         the size the whole dungeon must have at most, either way round; None for any
    width       how wide every way is at least
    widest      how wide any place is at most
    joined      along how many squares sections touch at least
    zone        whether a side begins from end zones or entries, and `per_side` how many it has
    zones       the sizes each may have, (width, height), one way round
    apart       whether end zones must be as far apart as can be
    zone_gap    how far chests keep from end zones
    liquids     the hazards there may be, none where the ruleset does not speak of any
    obstacles   what may stand in the way
    asked       whether the ruleset asks for hazards, and for obstacles, of some kind
    mix         how many sections there are of each kind, for kinds of which the ruleset says so
    face_up     how many pits of each kind there are, where the ruleset says so
    pits        how far pits keep from each other; 0 where the ruleset does not speak of pits
    """

    squares: tuple[int, int]
    fit: Size | None = None
    width: int = 2
    widest: int = 99
    joined: int = 1
    zone: SectionKind = SectionKind.END_ZONE
    per_side: int = 1
    zones: tuple[Size, ...]
    apart: bool = False
    zone_gap: int = 0
    hazards: tuple[TerrainKind, ...] = ()
    obstacles: tuple[ObstacleKind, ...] = ()
    mix: dict[SectionKind, Bounds] = {}
    asked: tuple[bool, bool] = (False, False)
    face_up: dict[TrapKind, Bounds] = {}
    pits: int = 0


def terms_of(request: Request) -> Terms:
    """The numbers a request's ruleset and options give."""
    rules: dict[str, Any] = {asked.rule.name: asked.settings for asked in configured(request.ruleset)}
    corridors, junctions = rules.get("corridor-width"), rules.get("junction-width")
    counts, spacing = rules.get("square-count"), rules.get("chest-spacing")
    gap = spacing.min if spacing else 1
    zone_gap = rules["chest-end-zone-distance"].min if "chest-end-zone-distance" in rules else 0
    mix, traps = rules.get("tile-mix"), rules.get("trap-counters")
    begun = rules.get("end-zone-count")
    zone = SectionKind(begun.kind) if begun else SectionKind.END_ZONE
    return Terms(
        squares=request.squares or _squares(counts, rules.get("chest-count"), gap, (request.sides - 2) * zone_gap),
        fit=request.fit or (counts.fits if counts else None),
        width=(corridors.width or 2) if corridors else 2,
        widest=min((corridors.max or 99) if corridors else 99, _widest(mix)),
        joined=junctions.min if junctions else 1,
        zone=zone,
        per_side=begun.per_side if begun else 1,
        zones=_zones(zone, rules.get("end-zone-size")),
        apart="end-zones-apart" in rules,
        zone_gap=zone_gap,
        hazards=_hazards(request, counts) if "bridge" in rules else (),
        obstacles=_allowed(FURNITURE, tuple(ObstacleKind), counts.obstacles if counts else {}),
        mix=dict(mix.kinds or {}) if mix else {},
        asked=(_asked(counts.terrain), _asked(counts.obstacles)) if counts else (False, False),
        face_up={TrapKind(kind): bounds_of(number) for kind, number in (traps.face_up if traps else {}).items()},
        pits=rules["trap-spacing"].min if "trap-spacing" in rules else 0,
    )


def _widest(mix: Any) -> int:
    """How wide rooms of the kinds that are asked for may be."""
    sizes = [size.width.max for kind, size in (mix.sizes.items() if mix else ()) if kind in ROOMS and size.width]
    return max((99 if most is None else most for most in sizes), default=99)


def _squares(counts: Any, chests: Any, gap: int, gaps: int) -> tuple[int, int]:
    """What the ruleset asks; else the usual, or more where chests keep far apart, or from zones beyond the second."""
    number = (chests.min or 6) if chests else 6
    least = max(USUAL_SQUARES[0], round(ROOM_A_CHEST * number * gap * gap)) + ROOM_A_ZONE * gaps
    most = least + USUAL_SQUARES[1] - USUAL_SQUARES[0]
    if counts is None or (counts.min, counts.max) == (None, None):
        return least, most
    if counts.min is None:
        return min(least, round(0.8 * counts.max)), counts.max
    return counts.min, counts.max or round(1.2 * counts.min)


def _zones(zone: SectionKind, sizes: Any) -> tuple[Size, ...]:
    """The blocks an end zone, or entry, may be."""
    if zone is SectionKind.ENTRY:
        return (ENTRY,)
    if sizes is None or sizes.kind != zone:
        return ((2, 3),)
    if sizes.shape is not None:
        return (sizes.shape,)
    bounds = sizes.bounded
    blocks = [(wide, high) for wide in range(2, 7) for high in range(wide, 9) if bounds.allows(wide * high)]
    fewest = min((wide * high for wide, high in blocks), default=6)
    return tuple((wide, high) for wide, high in blocks if wide * high <= fewest + 3 and high <= 2 * wide) or ((2, 3),)


def _hazards(request: Request, counts: Any) -> tuple[TerrainKind, ...]:
    """What players jump over in this edition; lava and chasms where it does not say."""
    kinds = play_of(request.ruleset).jump_over or (TerrainKind.LAVA, TerrainKind.CHASM)
    return _allowed(kinds, tuple(kind for kind in TerrainKind if kind in HAZARDS), counts.terrain if counts else {})


def _asked(bounded: Mapping[Any, Any]) -> bool:
    """Whether a ruleset asks for squares of some kind."""
    return any(bounds_of(number).min for number in bounded.values())


def _allowed(usual: tuple[Any, ...], every: tuple[Any, ...], bounded: Mapping[Any, Any]) -> tuple[Any, ...]:
    """The kinds of which the ruleset asks for some squares, else the usual ones of which it does not count them."""
    asked = tuple(kind for kind in every if kind in bounded and bounds_of(bounded[kind]).min)
    return asked or tuple(kind for kind in usual if kind not in bounded)
