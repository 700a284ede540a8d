"""What a ruleset says of a floor, in numbers: read from its rules' own settings, whatever edition it is.

None of this is a rule. It only makes it likely that what is grown keeps them; the checker says whether it does.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import quantiles
from typing import Any

from msgspec import Struct

from dungeon_designer.figures.measures import named
from dungeon_designer.generator.options import Request
from dungeon_designer.grid import Size
from dungeon_designer.kinds import HAZARDS, ObstacleKind, SectionKind, TerrainKind
from dungeon_designer.layout.model import TrapKind
from dungeon_designer.rules.registry import configured, load_ruleset
from dungeon_designer.rules.rule import Bounds, bounds_of
from dungeon_designer.rules.shape.door_placement import Where
from dungeon_designer.rulesets.play import play_of

USUAL_SQUARES = (230, 300)  # how large a dungeon is that is drawn freely, where nobody says

FURNITURE = (ObstacleKind.STATUE, ObstacleKind.FOUNTAIN, ObstacleKind.IDOL)
"""What may stand in rooms, of one kind in a dungeon."""

ROOMS = (
    *(SectionKind.BOARD, SectionKind.LARGE_ROOM, SectionKind.ROOM),
    *(SectionKind.PLATFORM, SectionKind.SMALL_ROOM),
)
"""What a room may be called, that of the largest rooms first."""

ROOM_A_CHEST = 0.75  # squares of floor for each square of the space that chests keep free around them
ROOM_A_ZONE = 5  # squares of floor more for each square that chests keep from each end zone beyond the second
SHORTEST, LONGEST = 12, 52  # the steps from zone to zone between which the wish for length lies, where none are named
ONLY = 0.7  # the share of its walk where a single dungeon is named
GAPS = 4  # how many doors stand in gaps where a ruleset has such doors and does not say


class Constraints(Struct, frozen=True, kw_only=True):
    """What to aim for."""

    squares: tuple[int, int] | None  # the least and the most floor squares; None where nobody says
    roomy: tuple[int, int]  # the same of a floor drawn freely, on which chests find room
    fit: Size | None  # the size the whole dungeon must have at most, either way round; None for any
    width: int  # how wide every way is at least
    widest: int  # how wide any place is at most
    joined: int  # along how many squares sections touch at least
    door: int  # the width of doors between tiles that are walled off
    gaps: int  # how many doors stand in gaps one square wide; none where the edition knows no such doors
    zone: SectionKind  # whether a side begins from end zones or entries, and `per_side` how many it has
    per_side: int
    zones: tuple[Size, ...]  # the sizes each may have, (width, height), one way round
    # how many squares of a zone can be stood on; `zone_shape` the rectangle it must be, if it must be one
    zone_size: Bounds
    zone_shape: Size | None
    apart: bool  # whether end zones must be as far apart as can be
    shortest: int  # how many steps the walk from zone to zone has at least
    zone_gap: int  # how far chests keep from end zones
    # so many sections chests and portals need, of which so many at most may lie on each; `beside` whether those
    # beside an end zone do not count
    sections: int
    beside: bool
    # how many sections there are of each kind, for kinds of which the ruleset says so, and `total` of all
    mix: dict[SectionKind, Bounds]
    total: Bounds | None
    all_tiles: bool  # whether all tiles of the set are laid
    hazards: tuple[TerrainKind, ...]  # the hazards there may be, none where the ruleset does not speak of any
    obstacles: tuple[ObstacleKind, ...]  # what may stand in the way
    asked: tuple[bool, bool]  # whether the ruleset asks for hazards, and for obstacles, of some kind
    face_up: dict[TrapKind, Bounds]  # how many pits of each kind there are, where the ruleset says so
    pits: int  # how far pits keep from each other; 0 where the ruleset does not speak of pits

    def walk(self, length: float) -> float:
        """The steps from zone to zone that a wish for length from 0 to 1 stands for."""
        return self.shortest + length * (LONGEST - self.shortest)


def constraints_of(request: Request) -> Constraints:
    """The numbers a request's ruleset and options give."""
    rules: dict[str, Any] = {rule.rule.name: rule.settings for rule in configured(request.ruleset)}
    corridors, counts, mix = rules.get("corridor-width"), rules.get("square-count"), rules.get("tile-mix")
    begun, sized, traps = rules.get("end-zone-count"), rules.get("end-zone-size"), rules.get("trap-counters")

    def number(name: str, key: str, usual: int) -> int:
        """A number of a rule's settings; the usual one where the rule is not asked or names none."""
        return int(getattr(rules.get(name), key, None) or usual)

    def sections(thing: str) -> int:
        """So many sections the things of a kind need, if so many at most may lie on each."""
        per_section = number(f"{thing}s-per-section", "max", 0)
        return -(-number(f"{thing}-count", "min", 0) // per_section) if per_section else 0

    zone = SectionKind(begun.kind) if begun else SectionKind.END_ZONE
    sized = sized if sized is not None and sized.kind == zone else None
    sizes = [size.width.max for kind, size in (mix.sizes.items() if mix else ()) if kind in ROOMS and size.width]
    widest = max((99 if most is None else most for most in sizes), default=99)
    squares, zone_gap, usual = request.squares, number("chest-end-zone-distance", "min", 0), USUAL_SQUARES
    if squares is None and counts is not None and (counts.min, counts.max) != (None, None):
        least = counts.min or min(usual[0], round(0.8 * counts.max))
        squares = least, counts.max or round(1.2 * least)
    gap = number("chest-spacing", "min", 1)
    least = max(usual[0], round(ROOM_A_CHEST * number("chest-count", "min", 6) * gap * gap))
    least += ROOM_A_ZONE * (request.sides - 2) * zone_gap  # chests keep far apart, or from zones beyond the second
    in_gaps = getattr(rules.get("door-placement"), "where", None) is Where.WALL_OR_GAP
    gaps = getattr(rules.get("door-count"), "max", None)
    over = play_of(request.ruleset).jump_over or (TerrainKind.LAVA, TerrainKind.CHASM)  # where it does not say
    hazards = _allowed(over, tuple(kind for kind in TerrainKind if kind in HAZARDS), counts.terrain if counts else {})
    return Constraints(
        squares=squares,
        roomy=squares or (least, least + usual[1] - usual[0]),
        fit=request.fit or (counts.fits if counts else None),
        width=number("corridor-width", "width", 2),
        widest=min((corridors.max or 99) if corridors and corridors.of == "places" else 99, widest),
        joined=number("junction-width", "min", 1),
        door=number("door-width", "width", 2),
        gaps=(GAPS if gaps is None else int(gaps)) if in_gaps else 0,
        zone=zone,
        per_side=begun.per_side if begun else 1,
        zones=_zones(zone, sized),
        zone_size=sized.bounded if sized else Bounds(min=1),
        zone_shape=sized.shape if sized else None,
        apart="end-zones-apart" in rules,
        shortest=_shortest(request),
        zone_gap=zone_gap,
        sections=max(sections("chest"), sections("portal")),
        beside=any(getattr(rules.get(f"{thing}-section"), "connected", False) for thing in ("chest", "portal")),
        mix=dict(mix.kinds or {}) if mix else {},
        total=bounds_of(mix.total) if mix and mix.total is not None else None,
        all_tiles="tile-supply" in rules and rules["tile-supply"].use_all,
        hazards=hazards if "bridge" in rules else (),
        obstacles=_allowed(FURNITURE, tuple(ObstacleKind), counts.obstacles if counts else {}),
        asked=(_some(counts.terrain), _some(counts.obstacles)) if counts else (False, False),
        face_up={TrapKind(kind): bounds_of(count) for kind, count in (traps.face_up if traps else {}).items()},
        pits=number("trap-spacing", "min", 0),
    )


def _shortest(request: Request) -> int:
    """The least walk from zone to zone: the lower quartile of the named dungeons' that the sides are as many in.

    Of a single named dungeon it is seven tenths; where none is named, or a short walk is wished for, `SHORTEST` steps.
    """
    names = (request.ruleset.id, *request.ruleset.lineage)
    edition = next((name for name in names if name in named()), None)
    if edition is None or "short" in request.wants or request.sides != load_ruleset(edition).sides.least:
        return SHORTEST
    walks = sorted(values["zone-steps"] for values in named()[edition].values() if "zone-steps" in values)
    return max(SHORTEST, round(quantiles(walks, method="inclusive")[0] if len(walks) > 1 else ONLY * walks[0]))


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


def _some(bounded: Mapping[Any, Any]) -> bool:
    """Whether a ruleset asks for squares of some kind."""
    return any(bounds_of(number).min for number in bounded.values())


def _allowed(usual: tuple[Any, ...], every: tuple[Any, ...], bounded: Mapping[Any, Any]) -> tuple[Any, ...]:
    """The kinds of which the ruleset asks for some squares, else the usual ones of which it does not count them."""
    asked = tuple(kind for kind in every if kind in bounded and bounds_of(bounded[kind]).min)
    return asked or tuple(kind for kind in usual if kind not in bounded)
