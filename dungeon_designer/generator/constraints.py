"""Read the numbers that a floor should meet from the settings of a ruleset's rules, for any edition.

These numbers are not rules. They make it likely that a floor meets the rules; the checker decides whether it does.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import quantiles
from typing import Any

from msgspec import Struct

from dungeon_designer.figures.measures import load_named_figures
from dungeon_designer.generator.generator_options import Request
from dungeon_designer.grid import Size
from dungeon_designer.kinds import HAZARDS, ObstacleKind, SectionKind, TerrainKind
from dungeon_designer.layout.model import TrapKind
from dungeon_designer.rules.rule_registry import list_enabled_rules, load_ruleset
from dungeon_designer.rules.rule_settings import Bounds, build_bounds
from dungeon_designer.rules.shape.door_placement import DoorPlace
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
    """Return the numbers that a floor should meet, read from a request and from the rules of its ruleset.

    Where both are silent, defaults apply: constants of this module, or values that limit nothing, such as 99 squares
    for the width of a room.
    """
    settings_by_rule: dict[str, Any] = {rule.rule.name: rule.settings for rule in list_enabled_rules(request.ruleset)}
    corridors = settings_by_rule.get("corridor-width")
    counts = settings_by_rule.get("square-count")
    mix = settings_by_rule.get("tile-mix")
    zone_settings = settings_by_rule.get("end-zone-count")
    size_settings = settings_by_rule.get("end-zone-size")
    trap_settings = settings_by_rule.get("trap-counters")

    def read_number(name: str, key: str, default: int) -> int:
        """Return a number from a rule's settings; the default where the rule is off or leaves the number out.

        Args:
            name: The name of the rule.
            key: The name of the setting.
            default: The number to return otherwise. It also replaces a setting of 0.
        """
        return int(getattr(settings_by_rule.get(name), key, None) or default)

    def count_sections(object_name: str) -> int:
        """Return how many sections are needed to hold the least number of chests or portals that the rules require.

        0 if the rules do not limit how many of them a section may hold.

        Args:
            object_name: `chest` or `portal`.
        """
        per_section = read_number(f"{object_name}s-per-section", "max", 0)
        return -(-read_number(f"{object_name}-count", "min", 0) // per_section) if per_section else 0

    zone_kind = SectionKind(zone_settings.kind) if zone_settings else SectionKind.END_ZONE
    size_settings = size_settings if size_settings is not None and size_settings.kind == zone_kind else None
    room_widths = [
        size.width.max for kind, size in (mix.sizes.items() if mix else ()) if kind in ROOM_KINDS and size.width
    ]
    max_room_width = max((99 if max_width is None else max_width for max_width in room_widths), default=99)
    squares = request.squares
    chest_zone_distance = read_number("chest-end-zone-distance", "min", 0)
    default_range = DEFAULT_SQUARE_RANGE
    if squares is None and counts is not None and (counts.min, counts.max) != (None, None):
        min_squares = counts.min or min(default_range[0], round(0.8 * counts.max))
        squares = min_squares, counts.max or round(1.2 * min_squares)
    chest_spacing = read_number("chest-spacing", "min", 1)
    min_squares = max(
        default_range[0],
        round(FLOOR_PER_CHEST_SPACING * read_number("chest-count", "min", 6) * chest_spacing * chest_spacing),
    )
    # chests need more space if there are more zones
    min_squares += FLOOR_PER_ZONE_DISTANCE * (request.team_count - 2) * chest_zone_distance
    doors_in_gaps = getattr(settings_by_rule.get("door-placement"), "where", None) is DoorPlace.WALL_OR_GAP
    max_gap_doors = getattr(settings_by_rule.get("door-count"), "max", None)
    # the default, if the ruleset names none
    jumpable_terrain = parse_play(request.ruleset).jump_over or (TerrainKind.LAVA, TerrainKind.CHASM)
    hazards = _choose_allowed_kinds(
        jumpable_terrain, tuple(kind for kind in TerrainKind if kind in HAZARDS), counts.terrain if counts else {}
    )
    return Constraints(
        squares=squares,
        free_floor_squares=squares or (min_squares, min_squares + default_range[1] - default_range[0]),
        fit=request.fit or (counts.fits if counts else None),
        min_passage_width=read_number("corridor-width", "width", 2),
        max_room_width=min((corridors.max or 99) if corridors and corridors.of == "places" else 99, max_room_width),
        min_junction_width=read_number("junction-width", "min", 1),
        door_width=read_number("door-width", "width", 2),
        max_gap_doors=(DEFAULT_GAP_DOORS if max_gap_doors is None else int(max_gap_doors)) if doors_in_gaps else 0,
        zone_kind=zone_kind,
        zones_per_team=zone_settings.per_side if zone_settings else 1,
        zone_sizes=_list_zone_sizes(zone_kind, size_settings),
        zone_square_bounds=size_settings.square_bounds if size_settings else Bounds(min=1),
        zone_shape=size_settings.shape if size_settings else None,
        must_be_far_apart="end-zones-apart" in settings_by_rule,
        min_walk_steps=_find_min_walk_steps(request),
        chest_zone_distance=chest_zone_distance,
        min_sections=max(count_sections("chest"), count_sections("portal")),
        skips_zone_neighbours=any(
            getattr(settings_by_rule.get(f"{object_name}-section"), "connected", False)
            for object_name in ("chest", "portal")
        ),
        section_bounds=dict(mix.kinds or {}) if mix else {},
        total_bounds=build_bounds(mix.total) if mix and mix.total is not None else None,
        must_use_all_tiles="tile-supply" in settings_by_rule and settings_by_rule["tile-supply"].use_all,
        hazards=hazards if "bridge" in settings_by_rule else (),
        obstacles=_choose_allowed_kinds(FURNITURE, tuple(ObstacleKind), counts.obstacles if counts else {}),
        requires_hazards_and_obstacles=(_has_required_kind(counts.terrain), _has_required_kind(counts.obstacles))
        if counts
        else (False, False),
        pit_bounds={
            TrapKind(kind): build_bounds(count)
            for kind, count in (trap_settings.face_up if trap_settings else {}).items()
        },
        pit_distance=read_number("trap-spacing", "min", 0),
    )


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


def _list_zone_sizes(zone_kind: SectionKind, size_settings: Any) -> tuple[Size, ...]:
    """Return the (width, height) sizes in squares that a grower may give to an end zone or entry.

    An entry is a zone of two squares. An end zone has the shape that the ruleset names; else any near-square size with
    a number of squares that the ruleset allows and at most 3 more than the smallest; else 2x3. Each size is listed in
    one orientation only.

    Args:
        zone_kind: Whether teams begin in end zones or entries.
        size_settings: The settings of the rule `end-zone-size`; None if the ruleset has none for that kind.
    """
    if zone_kind is SectionKind.ENTRY:
        return ((2, 1),)
    if size_settings is None:
        return ((2, 3),)
    if size_settings.shape is not None:
        return (size_settings.shape,)
    sizes = [
        (width, height)
        for width in range(2, 7)
        for height in range(width, 9)
        if size_settings.square_bounds.allows(width * height)
    ]
    min_squares = min((width * height for width, height in sizes), default=6)
    return tuple(
        (width, height) for width, height in sizes if width * height <= min_squares + 3 and height <= 2 * width
    ) or ((2, 3),)


def _has_required_kind(bounds_by_kind: Mapping[Any, Any]) -> bool:
    """Return whether the bounds of any kind of terrain or obstacle require at least one square of it."""
    return any(build_bounds(number).min for number in bounds_by_kind.values())


def _choose_allowed_kinds(
    default_kinds: tuple[Any, ...], all_kinds: tuple[Any, ...], bounds_by_kind: Mapping[Any, Any]
) -> tuple[Any, ...]:
    """Return the kinds of terrain or obstacles that a grower may use.

    These are the kinds of which the ruleset requires at least one square. If it requires none, they are the default
    kinds whose squares it does not count, since a number of its own would limit or forbid them.

    Args:
        default_kinds: The kinds to use where the ruleset requires none.
        all_kinds: All kinds that could be required.
        bounds_by_kind: The numbers of squares that the ruleset allows, for the kinds that it counts.
    """
    required_kinds = tuple(
        kind for kind in all_kinds if kind in bounds_by_kind and build_bounds(bounds_by_kind[kind]).min
    )
    return required_kinds or tuple(kind for kind in default_kinds if kind not in bounds_by_kind)
