"""Read the numbers that a floor should meet from what a ruleset requires of any floor.

These numbers are not rules. They make it likely that a floor meets the rules; the checker decides whether it does.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping
from statistics import quantiles
from typing import TypeVar

from msgspec import Struct

from dungeon_designer.figures.measures import load_named_figures
from dungeon_designer.generator.generator_options import Request
from dungeon_designer.grid import Size, Square
from dungeon_designer.kinds import HAZARDS, ObjectKind, ObstacleKind, SectionKind, TerrainKind
from dungeon_designer.layout.model import TrapKind
from dungeon_designer.rules.floor_requirements import (
    BridgesOverHazards,
    ClosedSections,
    CountPerSection,
    DistanceFromZones,
    DoorCount,
    DoorPlace,
    DoorPlacement,
    FloorRequirements,
    FloorSize,
    JunctionWidth,
    ObjectCount,
    PassageWidth,
    PitCount,
    SectionMix,
    TileStock,
    ZoneCount,
    ZonesApart,
    ZoneShape,
)
from dungeon_designer.rules.requirements import MinDistanceBetween
from dungeon_designer.rules.rule_registry import load_ruleset, read_floor_requirements
from dungeon_designer.rules.rule_settings import Bounds
from dungeon_designer.rulesets.play_table import parse_play

DEFAULT_SQUARE_RANGE = (230, 300)
"""The minimum and maximum squares of a floor without tiles, where neither user nor rules say."""

FURNITURE = (ObstacleKind.STATUE, ObstacleKind.FOUNTAIN, ObstacleKind.IDOL)
"""The obstacles that may stand in rooms. One dungeon uses one kind."""

ROOM_KINDS = (
    *(SectionKind.BOARD, SectionKind.LARGE_ROOM, SectionKind.ROOM),
    *(SectionKind.PLATFORM, SectionKind.SMALL_ROOM),
)
"""The kinds of sections that count as rooms, the kind of the largest rooms first."""

FLOOR_PER_CHEST_SPACING = 0.75
"""Floor squares needed for each square of the space that chests keep free around them."""
FLOOR_PER_ZONE_DISTANCE = 5
"""Additional floor squares for each square of distance between chests and each end zone beyond the second."""
SHORTEST, LONGEST = 12, 52
"""The steps between the end zones for a length gene of 0 and 1. SHORTEST applies where no dungeon is named."""
SINGLE_WALK_SHARE = 0.7
"""The share of its steps that is required where an edition has a single named dungeon."""
DEFAULT_GAP_DOORS = 4
"""How many doors stand in gaps where a ruleset has such doors but does not give their number."""


class Constraints(Struct, frozen=True, kw_only=True):
    """The numbers that a floor should meet under one ruleset and request. Growers aim at them; they are no rules."""

    squares: tuple[int, int] | None  # minimum and maximum of floor squares; None for no limit
    free_floor_squares: tuple[int, int]  # the same for a floor without tiles, so that all chests fit
    fit: Size | None  # the size limit, in either orientation; None for none
    min_passage_width: int  # in squares
    max_room_width: int  # in squares
    min_junction_width: int  # along how many squares sections must touch
    door_width: int  # the width of doors between walled tiles
    max_gap_doors: int  # doors in gaps one square wide; 0 if the edition has none
    zone_kind: SectionKind  # whether a side begins from end zones or entries, and `zones_per_team` how many it has
    zones_per_team: int
    zone_sizes: tuple[Size, ...]  # allowed (width, height), in one orientation
    # the number of squares where players can stand; and the size of the rectangle if a zone must be one
    zone_square_bounds: Bounds
    zone_shape: Size | None
    zone_tile_shapes: tuple[tuple[Square, ...], ...]  # in which end zones should be drawn; empty for rectangles
    must_be_far_apart: bool  # whether end zones must be as far apart as possible
    min_walk_steps: int  # minimum steps between the end zones
    chest_zone_distance: int  # minimum distance of chests from end zones
    # so many sections chests and portals need, of which so many at most may lie on each; `skips_zone_neighbours`
    # whether those beside an end zone do not count
    min_sections: int
    skips_zone_neighbours: bool
    # how many sections there are of each kind, for kinds of which the ruleset says so, and `total_bounds` of all
    section_bounds: dict[SectionKind, Bounds]
    total_bounds: Bounds | None
    must_use_all_tiles: bool  # whether all tiles of the set must be used
    hazards: tuple[TerrainKind, ...]  # the hazards that may occur; empty if the ruleset has no hazards
    obstacles: tuple[ObstacleKind, ...]  # the obstacles that may occur
    requires_hazards_and_obstacles: tuple[bool, bool]  # whether each is required
    pit_bounds: dict[TrapKind, Bounds]  # the bounds of the number of pits, by kind
    pit_distance: int  # minimum distance of pits; 0 if the ruleset has no pits

    def compute_walk_steps(self, length: float) -> float:
        """Return the number of steps between the end zones that a floor with a length gene should have.

        The gene, from 0 to 1, is one target of a floor's genome. 0 means `min_walk_steps`, 1 means LONGEST.
        """
        return self.min_walk_steps + length * (LONGEST - self.min_walk_steps)


def read_constraints(request: Request) -> Constraints:
    """Return the numbers that a floor should meet, read from a request and from what its ruleset requires of any floor.

    Where both are silent, defaults apply: constants of this module, or values that limit nothing, such as 99 squares
    for the width of a room.
    """
    required = read_floor_requirements(request.ruleset, request.team_count)
    size, zone_count = _merge_floor_sizes(required), required.find(ZoneCount)
    zone_kind = zone_count.kind if zone_count else SectionKind.END_ZONE
    zone_shape = next((shape for shape in required.list_of_type(ZoneShape) if shape.kind is zone_kind), None)
    squares = _choose_square_range(request, size)
    return Constraints(
        squares=squares,
        free_floor_squares=squares or _choose_free_floor_range(request, required),
        fit=request.fit or size.max_size,
        min_passage_width=max(
            (width.min for width in required.list_of_type(PassageWidth) if width.min is not None), default=2
        ),
        max_room_width=_find_max_room_width(required),
        min_junction_width=max((width.min for width in required.list_of_type(JunctionWidth)), default=1),
        door_width=required.door_width,
        max_gap_doors=_find_max_gap_doors(required),
        zone_kind=zone_kind,
        zones_per_team=zone_count.per_team if zone_count else 1,
        zone_sizes=_list_zone_sizes(zone_kind, zone_shape),
        zone_square_bounds=zone_shape.square_bounds if zone_shape else Bounds(min=1),
        zone_shape=zone_shape.shape if zone_shape else None,
        zone_tile_shapes=_list_zone_tile_shapes(request, zone_kind, zone_shape),
        must_be_far_apart=required.find(ZonesApart) is not None,
        min_walk_steps=_find_min_walk_steps(request),
        chest_zone_distance=_find_chest_zone_distance(required),
        min_sections=max(_count_sections_needed(required, kind) for kind in (ObjectKind.CHEST, ObjectKind.PORTAL)),
        skips_zone_neighbours=any(
            closed.include_connected
            for closed in required.list_of_type(ClosedSections)
            if closed.kind in (ObjectKind.CHEST, ObjectKind.PORTAL)
        ),
        section_bounds=_merge_bounds_by_kind(mix.bounds_by_kind for mix in required.list_of_type(SectionMix)),
        total_bounds=_merge_bounds(mix.total for mix in required.list_of_type(SectionMix)),
        must_use_all_tiles=any(stock.must_use_all for stock in required.list_of_type(TileStock)),
        hazards=_list_hazards(request, size) if required.find(BridgesOverHazards) else (),
        obstacles=_choose_allowed_kinds(FURNITURE, tuple(ObstacleKind), size.obstacles),
        requires_hazards_and_obstacles=(_has_required_kind(size.terrain), _has_required_kind(size.obstacles)),
        pit_bounds=_merge_bounds_by_kind(pits.bounds_by_kind for pits in required.list_of_type(PitCount)),
        pit_distance=_find_spacing(required, ObjectKind.TRAP, default=0),
    )


KindT = TypeVar("KindT", bound=Hashable)


def _merge_bounds(all_bounds: Iterable[Bounds | None]) -> Bounds | None:
    """Return bounds that allow what all of some bounds allow; None if there are none.

    Where bounds contradict each other, so that no floor is legal, the greatest minimum holds.

    >>> _merge_bounds([Bounds(min=2, max=8), None, Bounds(max=6)])
    Bounds(min=2, max=6, also=())
    """
    stated_bounds = [bounds for bounds in all_bounds if bounds is not None]
    if len(stated_bounds) < 2:
        return stated_bounds[0] if stated_bounds else None
    minimum = max((bounds.min for bounds in stated_bounds if bounds.min is not None), default=None)
    maximum = min((bounds.max for bounds in stated_bounds if bounds.max is not None), default=None)
    if minimum is not None and maximum is not None:
        maximum = max(minimum, maximum)
    candidates = {number for bounds in stated_bounds for number in bounds.also}
    return Bounds(
        min=minimum,
        max=maximum,
        also=tuple(sorted(number for number in candidates if all(bounds.allows(number) for bounds in stated_bounds))),
    )


def _merge_bounds_by_kind(all_bounds: Iterable[Mapping[KindT, Bounds]]) -> dict[KindT, Bounds]:
    """Return for each kind the bounds that allow what all bounds of that kind allow."""
    merged: dict[KindT, Bounds] = {}
    for bounds_by_kind in all_bounds:
        for kind, bounds in bounds_by_kind.items():
            merged[kind] = _merge_bounds([merged.get(kind), bounds]) or bounds
    return merged


def _merge_floor_sizes(required: FloorRequirements) -> FloorSize:
    """Return what all requirements on the size of the floor ask together; of several tables the smallest counts."""
    sizes = required.list_of_type(FloorSize)
    return FloorSize(
        bounds=_merge_bounds(size.bounds for size in sizes) or Bounds(),
        max_size=min((size.max_size for size in sizes if size.max_size), key=math.prod, default=None),
        terrain=_merge_bounds_by_kind(size.terrain for size in sizes),
        obstacles=_merge_bounds_by_kind(size.obstacles for size in sizes),
    )


def _choose_square_range(request: Request, size: FloorSize) -> tuple[int, int] | None:
    """Return the minimum and maximum of floor squares that the user or the rules state; None if neither does.

    Where the rules state one end only, the other is 20 % away from it.
    """
    minimum, maximum = size.bounds.min, size.bounds.max
    if request.squares is not None or (minimum is None and maximum is None):
        return request.squares
    min_squares = minimum or min(DEFAULT_SQUARE_RANGE[0], round(0.8 * (maximum or 0)))
    return min_squares, maximum or round(1.2 * min_squares)


def _choose_free_floor_range(request: Request, required: FloorRequirements) -> tuple[int, int]:
    """Return the minimum and maximum squares of a floor without tiles, so that all chests find room on it."""
    min_squares, max_squares = DEFAULT_SQUARE_RANGE
    spacing = _find_spacing(required, ObjectKind.CHEST, default=1)
    chests_squares = FLOOR_PER_CHEST_SPACING * (_find_min_count(required, ObjectKind.CHEST) or 6) * spacing * spacing
    least_squares = max(min_squares, round(chests_squares))
    # chests need more space if there are more zones
    least_squares += FLOOR_PER_ZONE_DISTANCE * (request.team_count - 2) * _find_chest_zone_distance(required)
    return least_squares, least_squares + max_squares - min_squares


def _find_max_room_width(required: FloorRequirements) -> int:
    """Return the greatest width of a room; 99 for any width."""
    widths_by_size = [
        99 if size.width.max is None else size.width.max
        for mix in required.list_of_type(SectionMix)
        for kind, size in mix.size_by_kind.items()
        if kind in ROOM_KINDS and size.width
    ]
    passage_widths = [
        width.max for width in required.list_of_type(PassageWidth) if width.max and width.kinds.issuperset(ROOM_KINDS)
    ]
    return min(max(widths_by_size, default=99), *passage_widths, 99)


def _find_max_gap_doors(required: FloorRequirements) -> int:
    """Return how many doors may stand in gaps one square wide; 0 if the ruleset has no such doors."""
    if all(doors.place is not DoorPlace.WALL_OR_GAP for doors in required.list_of_type(DoorPlacement)):
        return 0
    limits = [doors.bounds.max for doors in required.list_of_type(DoorCount) if doors.bounds.max is not None]
    return min(limits, default=DEFAULT_GAP_DOORS)


def _find_min_count(required: FloorRequirements, kind: ObjectKind) -> int:
    """Return the least number of objects of a kind that the rules require; 0 if they require none."""
    return max((count.bounds.min or 0 for count in required.list_of_type(ObjectCount) if count.kind is kind), default=0)


def _find_spacing(required: FloorRequirements, kind: ObjectKind, default: int) -> int:
    """Return the least distance between two objects of a kind; the default if the rules require none."""
    return max(
        (
            distance.min_distance
            for distance in required.list_of_type(MinDistanceBetween)
            if distance.kind is distance.other_kind is kind
        ),
        default=default,
    )


def _find_chest_zone_distance(required: FloorRequirements) -> int:
    """Return the least distance of chests from end zones; 0 if the rules require none."""
    return max(
        (
            distance.min_distance
            for distance in required.list_of_type(DistanceFromZones)
            if distance.kind is ObjectKind.CHEST
        ),
        default=0,
    )


def _count_sections_needed(required: FloorRequirements, kind: ObjectKind) -> int:
    """Return how many sections are needed to hold the least number of objects of a kind that the rules require.

    0 if the rules do not limit how many of them a section may hold.
    """
    limits = [
        limit.bounds.max
        for limit in required.list_of_type(CountPerSection)
        if limit.kind is kind and limit.bounds.max and limit.section_kinds.issuperset(ROOM_KINDS)
    ]
    return -(-_find_min_count(required, kind) // min(limits)) if limits else 0


def _list_hazards(request: Request, size: FloorSize) -> tuple[TerrainKind, ...]:
    """Return the hazards that a floor may have: by default, those that players may jump over."""
    jumpable_terrain = parse_play(request.ruleset).jump_over or (TerrainKind.LAVA, TerrainKind.CHASM)
    return _choose_allowed_kinds(jumpable_terrain, tuple(kind for kind in TerrainKind if kind in HAZARDS), size.terrain)


def _find_min_walk_steps(request: Request) -> int:
    """Return the minimum number of steps between the end zones.

    A generated dungeon should be as long as those that the edition's books publish (the named dungeons): its minimum
    is the lower quartile of their steps, or 70 % of the steps of a single one. It is at least SHORTEST, and exactly
    that if the edition has no named dungeons, the request has another number of teams, or the user wishes for a short
    walk.
    """
    ruleset_ids = (request.ruleset.id, *request.ruleset.lineage)
    edition = next((name for name in ruleset_ids if name in load_named_figures()), None)
    if edition is None or "short" in request.wishes or request.team_count != load_ruleset(edition).team_count.min_teams:
        return SHORTEST
    zone_steps = sorted(
        values["zone-steps"] for values in load_named_figures()[edition].values() if "zone-steps" in values
    )
    return max(
        SHORTEST,
        round(
            quantiles(zone_steps, method="inclusive")[0] if len(zone_steps) > 1 else SINGLE_WALK_SHARE * zone_steps[0]
        ),
    )


def _list_zone_sizes(zone_kind: SectionKind, zone_shape: ZoneShape | None) -> tuple[Size, ...]:
    """Return the (width, height) sizes in squares that a grower may give to an end zone or entry.

    An entry is a zone of two squares. An end zone has the shape that the ruleset names; else any near-square size with
    a number of squares that the ruleset allows and at most 3 more than the smallest; else 2x3. Each size is listed in
    one orientation only.

    Args:
        zone_kind: Whether teams begin in end zones or entries.
        zone_shape: What the ruleset requires of zones of that kind; None if it requires nothing.
    """
    if zone_kind is SectionKind.ENTRY:
        return ((2, 1),)
    if zone_shape is None:
        return ((2, 3),)
    if zone_shape.shape is not None:
        return (zone_shape.shape,)
    sizes = [
        (width, height)
        for width in range(2, 7)
        for height in range(width, 9)
        if zone_shape.square_bounds.allows(width * height)
    ]
    min_squares = min((width * height for width, height in sizes), default=6)
    return tuple(
        (width, height) for width, height in sizes if width * height <= min_squares + 3 and height <= 2 * width
    ) or ((2, 3),)


def _list_zone_tile_shapes(
    request: Request, zone_kind: SectionKind, zone_shape: ZoneShape | None
) -> tuple[tuple[Square, ...], ...]:
    """Return the squares of each tile in whose shape end zones should be drawn; empty if they are rectangles.

    Tiles that are in no tile set, or do not have an allowed number of squares, are left out.
    """
    if zone_kind is SectionKind.ENTRY or zone_shape is None or zone_shape.shape is not None:
        return ()
    tiles = [request.library.get(tile_id) for tile_id in zone_shape.tiles if tile_id in request.library]
    return tuple(tuple(sorted(tile.letters)) for tile in tiles if zone_shape.square_bounds.allows(len(tile.letters)))


def _has_required_kind(bounds_by_kind: Mapping[KindT, Bounds]) -> bool:
    """Return whether the bounds of any kind of terrain or obstacle require at least one square of it."""
    return any(bounds.min for bounds in bounds_by_kind.values())


def _choose_allowed_kinds(
    default_kinds: tuple[KindT, ...], all_kinds: tuple[KindT, ...], bounds_by_kind: Mapping[KindT, Bounds]
) -> tuple[KindT, ...]:
    """Return the kinds of terrain or obstacles that a grower may use.

    These are the kinds of which the ruleset requires at least one square. If it requires none, they are the default
    kinds whose squares it does not count, since a number of its own would limit or forbid them.

    Args:
        default_kinds: The kinds to use where the ruleset requires none.
        all_kinds: All kinds that could be required.
        bounds_by_kind: The numbers of squares that the ruleset allows, for the kinds that it counts.
    """
    required_kinds = tuple(kind for kind in all_kinds if kind in bounds_by_kind and bounds_by_kind[kind].min)
    return required_kinds or tuple(kind for kind in default_kinds if kind not in bounds_by_kind)
