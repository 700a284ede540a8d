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
from dungeon_designer.rules.shape.door_placement import Where
from dungeon_designer.rulesets.play import play_of

USUAL_SQUARES = (230, 300)
"""How large a dungeon is that is drawn freely, where nobody says."""

FURNITURE = (ObstacleKind.STATUE, ObstacleKind.FOUNTAIN, ObstacleKind.IDOL)
"""What may stand in rooms, of one kind in a dungeon."""

ROOMS = (
    *(SectionKind.BOARD, SectionKind.LARGE_ROOM, SectionKind.ROOM),
    *(SectionKind.PLATFORM, SectionKind.SMALL_ROOM),
)
"""What a room may be called, that of the largest rooms first."""

ROOM_A_CHEST = 0.75
"""Squares of floor for each square of the space that chests keep free around them."""

ROOM_A_ZONE = 5
"""Squares of floor more for each square that chests keep from each end zone beyond the second."""

GAPS = 4
"""How many doors stand in gaps where a ruleset has such doors and does not say."""


class Constraints(Struct, frozen=True, kw_only=True):
    """What to aim for.

    squares     the least and the most floor squares; None where nobody says
    roomy       the same of a floor drawn freely, on which chests find room
    fit         the size the whole dungeon must have at most, either way round; None for any
    width       how wide every way is at least
    widest      how wide any place is at most
    joined      along how many squares sections touch at least
    door        the width of doors between tiles that are walled off
    gaps        how many doors stand in gaps one square wide; none where the edition knows no such doors
    zone        whether a side begins from end zones or entries, and `per_side` how many it has
    zones       the sizes each may have, (width, height), one way round
    zone_size   how many squares of a zone can be stood on; `zone_shape` the rectangle it must be, if it must be one
    apart       whether end zones must be as far apart as can be
    zone_gap    how far chests keep from end zones
    sections    so many sections chests and portals need, of which so many at most may lie on each; `beside` whether
                those beside an end zone do not count
    mix         how many sections there are of each kind, for kinds of which the ruleset says so, and `total` of all
    hazards     the hazards there may be, none where the ruleset does not speak of any
    obstacles   what may stand in the way
    asked       whether the ruleset asks for hazards, and for obstacles, of some kind
    face_up     how many pits of each kind there are, where the ruleset says so
    pits        how far pits keep from each other; 0 where the ruleset does not speak of pits
    """

    squares: tuple[int, int] | None
    roomy: tuple[int, int]
    fit: Size | None
    width: int
    widest: int
    joined: int
    door: int
    gaps: int
    zone: SectionKind
    per_side: int
    zones: tuple[Size, ...]
    zone_size: Bounds
    zone_shape: Size | None
    apart: bool
    zone_gap: int
    sections: int
    beside: bool
    mix: dict[SectionKind, Bounds]
    total: Bounds | None
    hazards: tuple[TerrainKind, ...]
    obstacles: tuple[ObstacleKind, ...]
    asked: tuple[bool, bool]
    face_up: dict[TrapKind, Bounds]
    pits: int


def constraints_of(request: Request) -> Constraints:
    """The numbers a request's ruleset and options give."""
    rules: dict[str, Any] = {rule.rule.name: rule.settings for rule in configured(request.ruleset)}
    corridors, counts, mix = rules.get("corridor-width"), rules.get("square-count"), rules.get("tile-mix")
    begun, sized, traps = rules.get("end-zone-count"), rules.get("end-zone-size"), rules.get("trap-counters")
    zone = SectionKind(begun.kind) if begun else SectionKind.END_ZONE
    sized = sized if sized is not None and sized.kind == zone else None
    sizes = [size.width.max for kind, size in (mix.sizes.items() if mix else ()) if kind in ROOMS and size.width]
    widest = max((99 if most is None else most for most in sizes), default=99)
    squares = request.squares or _counted(counts)
    zone_gap = _number(rules, "chest-end-zone-distance", "min", 0)
    return Constraints(
        squares=squares,
        roomy=squares or _usual(rules, (request.sides - 2) * zone_gap),
        fit=request.fit or (counts.fits if counts else None),
        width=_number(rules, "corridor-width", "width", 2),
        widest=min((corridors.max or 99) if corridors else 99, widest),
        joined=_number(rules, "junction-width", "min", 1),
        door=_number(rules, "door-width", "width", 2),
        gaps=_gaps(rules),
        zone=zone,
        per_side=begun.per_side if begun else 1,
        zones=_zones(zone, sized),
        zone_size=sized.bounded if sized else Bounds(min=1),
        zone_shape=sized.shape if sized else None,
        apart="end-zones-apart" in rules,
        zone_gap=zone_gap,
        sections=max(_sections(rules, "chest"), _sections(rules, "portal")),
        beside=any(getattr(rules.get(f"{thing}-section"), "connected", False) for thing in ("chest", "portal")),
        mix=dict(mix.kinds or {}) if mix else {},
        total=bounds_of(mix.total) if mix and mix.total is not None else None,
        hazards=_hazards(request, counts) if "bridge" in rules else (),
        obstacles=_allowed(FURNITURE, tuple(ObstacleKind), counts.obstacles if counts else {}),
        asked=(_some(counts.terrain), _some(counts.obstacles)) if counts else (False, False),
        face_up={TrapKind(kind): bounds_of(number) for kind, number in (traps.face_up if traps else {}).items()},
        pits=_number(rules, "trap-spacing", "min", 0),
    )


def _number(rules: Mapping[str, Any], name: str, key: str, usual: int) -> int:
    """A number of a rule's settings; the usual one where the rule is not asked or names none."""
    return int(getattr(rules.get(name), key, None) or usual)


def _counted(counts: Any) -> tuple[int, int] | None:
    """The squares that the ruleset asks for."""
    if counts is None or (counts.min, counts.max) == (None, None):
        return None
    least = counts.min or min(USUAL_SQUARES[0], round(0.8 * counts.max))
    return least, counts.max or round(1.2 * least)


def _usual(rules: Mapping[str, Any], gaps: int) -> tuple[int, int]:
    """The usual squares, or more where chests keep far apart, or from zones beyond the second."""
    number, gap = _number(rules, "chest-count", "min", 6), _number(rules, "chest-spacing", "min", 1)
    least = max(USUAL_SQUARES[0], round(ROOM_A_CHEST * number * gap * gap)) + ROOM_A_ZONE * gaps
    return least, least + USUAL_SQUARES[1] - USUAL_SQUARES[0]


def _gaps(rules: Mapping[str, Any]) -> int:
    if getattr(rules.get("door-placement"), "where", None) is not Where.WALL_OR_GAP:
        return 0
    most = getattr(rules.get("door-count"), "max", None)
    return GAPS if most is None else int(most)


def _sections(rules: Mapping[str, Any], thing: str) -> int:
    """So many sections the things of a kind need, if so many at most may lie on each."""
    per_section = _number(rules, f"{thing}s-per-section", "max", 0)
    return -(-_number(rules, f"{thing}-count", "min", 0) // per_section) if per_section else 0


def _zones(zone: SectionKind, sized: Any) -> tuple[Size, ...]:
    """The blocks an end zone, or entry, may be."""
    if zone is SectionKind.ENTRY:
        return ((2, 1),)
    if sized is None:
        return ((2, 3),)
    if sized.shape is not None:
        return (sized.shape,)
    blocks = [(wide, high) for wide in range(2, 7) for high in range(wide, 9) if sized.bounded.allows(wide * high)]
    fewest = min((wide * high for wide, high in blocks), default=6)
    return tuple((wide, high) for wide, high in blocks if wide * high <= fewest + 3 and high <= 2 * wide) or ((2, 3),)


def _hazards(request: Request, counts: Any) -> tuple[TerrainKind, ...]:
    """What players jump over in this edition; lava and chasms where it does not say."""
    kinds = play_of(request.ruleset).jump_over or (TerrainKind.LAVA, TerrainKind.CHASM)
    return _allowed(kinds, tuple(kind for kind in TerrainKind if kind in HAZARDS), counts.terrain if counts else {})


def _some(bounded: Mapping[Any, Any]) -> bool:
    """Whether a ruleset asks for squares of some kind."""
    return any(bounds_of(number).min for number in bounded.values())


def _allowed(usual: tuple[Any, ...], every: tuple[Any, ...], bounded: Mapping[Any, Any]) -> tuple[Any, ...]:
    """The kinds of which the ruleset asks for some squares, else the usual ones of which it does not count them."""
    asked = tuple(kind for kind in every if kind in bounded and bounds_of(bounded[kind]).min)
    return asked or tuple(kind for kind in usual if kind not in bounded)
