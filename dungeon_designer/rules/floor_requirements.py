"""State what a rule requires of any floor, as typed records that need no board.

A rule may have a function `list_floor_requirements`, given its settings, the ruleset and the number of teams, that
yields such records. The generator aims at them, a set-up by several coaches keeps them, and the editor counts by them.
They all ask for records of one type, never for a rule by its name; so a new rule that yields records of these types
reaches all of them without another change.

Requirements on where objects lie on one board are in `dungeon_designer.rules.requirements`. One of them,
`MinDistanceBetween`, needs no board and is used here, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

from msgspec import Struct, structs

from dungeon_designer.grid import Size, Square, list_block_squares, normalise_shape
from dungeon_designer.kinds import ObjectKind, ObstacleKind, SectionKind, TerrainKind
from dungeon_designer.layout.model import CounterContent, TrapKind
from dungeon_designer.rules.requirements import MinDistanceBetween
from dungeon_designer.rules.rule_settings import Bounds, BoundsByChests, Count, Length, Settings, multiply_per_team
from dungeon_designer.rulesets.ruleset_model import RuleLevel, Ruleset
from dungeon_designer.text.json_schema import describe_key
from dungeon_designer.tiles.tile import TileLibrary

ALL_SECTION_KINDS = frozenset(SectionKind)
"""All kinds of sections."""


# --- passages and doors -------------------------------------------------------------------------------------------


class PassageWidth(Struct, frozen=True):
    """A requirement on how wide the floor is.

    Attributes:
        kinds: The kinds of sections that are measured.
        min: How many squares wide every passage must be; 1 allows any, None is for a rule that says nothing of it.
        max: How many squares wide a place may be at most; None for any width.
    """

    kinds: frozenset[SectionKind] = ALL_SECTION_KINDS
    min: int | None = None
    max: int | None = None


class JunctionWidth(Struct, frozen=True):
    """A requirement on the number of squares along which two sections that touch must do so."""

    min: int


class DoorWidth(Struct, frozen=True):
    """A requirement on the width of each opening between two sections, in squares."""

    width: int


class DoorsAtJunctions(Struct, frozen=True):
    """A requirement that there is a door wherever two sections touch."""


class DoorPlace(StrEnum):
    """The places where an edition lets doors stand.

    WALL_OR_GAP is for doors that fill a square; JUNCTION and FLOOR_EDGE are for doors on edges.
    """

    WALL_OR_GAP = "wall_or_gap"
    JUNCTION = "junction"
    FLOOR_EDGE = "floor_edge"


class DoorPlacement(Struct, frozen=True):
    """A requirement on where doors stand."""

    place: DoorPlace


class DoorCount(Struct, frozen=True):
    """A requirement on the number of doors, on squares and on edges together."""

    bounds: Bounds


class BridgesOverHazards(Struct, frozen=True):
    """A requirement that each bridge leads across a hazard, such as lava; so the ruleset knows hazards."""


# --- the floor and its sections -----------------------------------------------------------------------------------


class FloorSize(Struct, frozen=True):
    """A requirement on the number of floor squares.

    Attributes:
        bounds: How many there may be in all.
        max_size: The (width, height) on which the whole dungeon must fit, in either orientation; None for any.
        terrain: How many squares there may be of each kind of terrain that is counted.
        obstacles: How many squares may hold an obstacle, for each kind that is counted.
    """

    bounds: Bounds
    max_size: Size | None = None
    terrain: dict[TerrainKind, Bounds] = {}
    obstacles: dict[ObstacleKind, Bounds] = {}


class SectionSize(Settings, frozen=True):
    """How large a section is."""

    width: Annotated[Bounds | None, describe_key("Its shorter side, in squares.", {"max": 6})] = None
    length: Annotated[Bounds | None, describe_key("Its longer side, in squares.", {"min": 4, "max": 8})] = None
    squares: Annotated[Bounds | None, describe_key("Its floor, in squares.", {"max": 36})] = None

    @property
    def bounds_by_name(self) -> dict[str, Bounds]:
        """The bounds that are set, by the name of what they limit: width, length or squares."""
        return {name: bounds for name, bounds in structs.asdict(self).items() if bounds is not None}


class SectionMix(Struct, frozen=True):
    """A requirement on the sections of a dungeon.

    Attributes:
        bounds_by_kind: How many sections there may be of each kind that is counted.
        total: How many there may be in all, end zones and entries not counted; None for any number.
        size_by_kind: How large each section of a kind must be.
    """

    bounds_by_kind: dict[SectionKind, Bounds] = {}
    total: Bounds | None = None
    size_by_kind: dict[SectionKind, SectionSize] = {}


class StockedTile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tile of the set, how many copies there are, and what it looks like."""

    name: Annotated[str, describe_key("The name of the tile for people.", "Corner")]
    count: Annotated[Count, describe_key("How many copies of it there are.", 2)]
    tile: Annotated[str, describe_key("Its id in a tile library.", "gw-2021/corridor-corner")] = ""
    size: Annotated[tuple[Length, Length] | None, describe_key("Its [width, height], if a rectangle.", [4, 2])] = None
    rows: Annotated[
        tuple[str, ...], describe_key("Its squares, if no rectangle: . is floor, # none.", ["....", "##.."])
    ] = ()
    card: Annotated[
        str, describe_key("The two-sided card of which the tile is one face; a card is used once.", "square tile")
    ] = ""

    def list_squares(self, library: TileLibrary) -> tuple[Square, ...]:
        """Return the squares of the tile, from (0, 0) on, with which drawn sections are compared.

        They are () if neither the ruleset nor the tile library states the tile's shape.
        """
        if self.size is not None:
            return tuple(list_block_squares((0, 0), self.size))
        rows = self.rows or (library.get(self.tile).rows if self.tile in library else ())
        # In a row of a drawn tile, "#" and a blank are no floor; any other letter is.
        return tuple((x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter not in "# ")

    def find_shape(self, library: TileLibrary) -> tuple[Any, ...] | None:
        """Return the shape of the tile in a form that is equal for all its rotations and mirror images.

        It is None if the squares of the tile are not known.
        """
        squares = self.list_squares(library)
        return normalise_shape(squares) if squares else None


class TileStock(Struct, frozen=True):
    """A requirement that a dungeon is built from the tiles of a set.

    Attributes:
        tiles: The tiles of the set.
        count_by_card: How many of each two-sided card one box holds.
        box_count: How many boxes there are; None if the set does not come in boxes.
        additional_sets: Other sets whose tiles may be used, each as often as its set holds it.
        uncounted_kinds: The kinds of sections that are not counted.
        must_use_all: Whether all tiles must be used.
    """

    tiles: tuple[StockedTile, ...] = ()
    count_by_card: dict[str, int] = {}
    box_count: int | None = None
    additional_sets: tuple[str, ...] = ()
    uncounted_kinds: tuple[SectionKind, ...] = ()
    must_use_all: bool = False

    def count_available(self, tile: StockedTile) -> int:
        """Return how many copies of a tile may be placed.

        A tile set is sold in boxes, each with a number of copies of each tile. For a tile that is one face of a
        two-sided card, this is its own count; for any other tile, its count in all boxes.
        """
        return tile.count if tile.card else tile.count * (self.box_count or 1)

    def count_available_cards(self, card: str) -> int:
        """Return how many copies of a two-sided card all boxes together hold."""
        return self.count_by_card[card] * (self.box_count or 1)


# --- where teams begin --------------------------------------------------------------------------------------------


class ZoneCount(Struct, frozen=True):
    """A requirement on what each team begins from.

    Attributes:
        kind: End zones or entries.
        per_team: How many of them each team has.
        total: How many of them all teams have together.
    """

    kind: SectionKind
    per_team: int
    total: int


class ZoneShape(Struct, frozen=True):
    """A requirement on each end zone, or on each entry.

    Attributes:
        kind: End zones or entries.
        square_bounds: How many squares each of them has.
        shape: The (width, height) it must have, in either orientation; None for any.
        tiles: The ids of the tiles that it should be, or be drawn in the shape of; none for any shape.
    """

    kind: SectionKind
    square_bounds: Bounds
    shape: Size | None = None
    tiles: tuple[str, ...] = ()


class ZonesApart(Struct, frozen=True):
    """A requirement that the end zones are as far apart on foot as possible.

    Attributes:
        are_tiles: Whether an end zone is a tile that may lie at another place beside the floor; else it is a block of
            squares on the floor.
    """

    are_tiles: bool = False


# --- objects ------------------------------------------------------------------------------------------------------


class ObjectCount(Struct, frozen=True):
    """A requirement on the number of objects of a kind in the whole dungeon.

    Attributes:
        kind: The kind of the objects.
        bounds: How many there may be, unless `per_team` says it.
        per_team: How many there are for each team, exactly; None if the ruleset does not say it in this way.
    """

    kind: ObjectKind
    bounds: Bounds
    per_team: int | None = None

    def build_total_bounds(self, team_count: int) -> Bounds:
        """Return how many there may be in a dungeon for this number of teams."""
        return multiply_per_team(self.bounds, self.per_team, team_count)


class BallCount(Struct, frozen=True):
    """A requirement on the number of balls, which may depend on the number of chests.

    Attributes:
        bounds: How many there may be, unless `bounds_by_chests` says it.
        bounds_by_chests: How many there may be in a dungeon with these numbers of chests.
    """

    bounds: Bounds
    bounds_by_chests: tuple[BoundsByChests, ...] = ()

    def find_bounds(self, chest_count: int) -> Bounds:
        """Return how many balls a dungeon with this number of chests may have: its own bounds, or the usual ones."""
        for bounds in self.bounds_by_chests:
            if bounds.min_chests <= chest_count <= bounds.max_chests:
                return bounds
        return self.bounds


class CounterSupply(Struct, frozen=True):
    """A requirement on the pit counters that each coach lays.

    Attributes:
        are_forbidden: Whether there may be none.
        count_by_face: How many of each face a coach begins with, unless bounds say it.
        extra_pits: How many more pits, of either kind, each coach may take.
        bounds_by_face: How many of each face a coach lays. Faces that are not named may be laid at will.
        total_bounds: How many counters of all faces a coach lays; None for any number.
        are_compulsory: Whether every coach must lay counters.
    """

    are_forbidden: bool
    count_by_face: dict[CounterContent, int]
    extra_pits: int = 0
    bounds_by_face: dict[CounterContent, Bounds] = {}
    total_bounds: Bounds | None = None
    are_compulsory: bool = False

    @property
    def has_bounds(self) -> bool:
        """Whether bounds take the place of the counters that a coach begins with."""
        return bool(self.bounds_by_face) or self.total_bounds is not None


class PitCount(Struct, frozen=True):
    """A requirement on the number of squares of pits that are drawn face up, for each kind that is counted."""

    bounds_by_kind: dict[TrapKind, Bounds]


class CountPerSection(Struct, frozen=True):
    """A requirement on the number of objects of a kind in each section of certain kinds."""

    kind: ObjectKind
    bounds: Bounds
    section_kinds: frozenset[SectionKind] = ALL_SECTION_KINDS


class ClosedSections(Struct, frozen=True):
    """A requirement that objects of a kind do not lie in sections of certain kinds.

    Attributes:
        kind: The kind of the objects.
        section_kinds: The kinds of sections that are closed to them.
        include_connected: Whether sections that are connected to a closed one are closed, too.
    """

    kind: ObjectKind
    section_kinds: frozenset[SectionKind]
    include_connected: bool = False


class DistanceFromZones(Struct, frozen=True):
    """A requirement that objects of a kind keep a distance from where teams begin.

    Attributes:
        kind: The kind of the objects.
        zone_kinds: The kinds of sections that count as end zones.
        min_distance: The least distance, by the ruleset's `metric`.
    """

    kind: ObjectKind
    zone_kinds: frozenset[SectionKind]
    min_distance: int


FloorRequirement = (
    PassageWidth
    | JunctionWidth
    | DoorWidth
    | DoorsAtJunctions
    | DoorPlacement
    | DoorCount
    | BridgesOverHazards
    | FloorSize
    | SectionMix
    | TileStock
    | ZoneCount
    | ZoneShape
    | ZonesApart
    | ObjectCount
    | BallCount
    | CounterSupply
    | PitCount
    | CountPerSection
    | ClosedSections
    | DistanceFromZones
    | MinDistanceBetween
)
"""One requirement of a rule on any floor."""

FloorRequirementLister = Callable[[Any, Ruleset, int], Iterable[FloorRequirement]]
"""A function that lists what a rule requires of any floor, given its settings, the ruleset and the number of teams."""

RequirementT = TypeVar("RequirementT", bound=FloorRequirement)
RequirementT_co = TypeVar("RequirementT_co", bound=FloorRequirement, covariant=True)


class StatedRequirement(NamedTuple, Generic[RequirementT_co]):
    """A requirement with the rule that states it.

    Attributes:
        requirement: The requirement.
        rule: The name of the rule.
        level: How strongly the ruleset requires it.
        source: The book and heading that require it; '' if the ruleset does not say.
    """

    requirement: RequirementT_co
    rule: str
    level: RuleLevel
    source: str

    @property
    def citation(self) -> str:
        """The rule with its source, for messages, such as "square-count (naf-2019, The Dungeon)"."""
        return f"{self.rule} ({self.source})" if self.source else self.rule


class FloorRequirements:
    """All that a ruleset requires of any floor, in the order of the rules in the manual."""

    def __init__(self, stated_requirements: Iterable[StatedRequirement[FloorRequirement]]) -> None:
        """Store the requirements, each with the rule that states it."""
        self._stated_requirements = tuple(stated_requirements)

    def list_stated(self, requirement_type: type[RequirementT]) -> list[StatedRequirement[RequirementT]]:
        """Return the requirements of one type, each with the rule that states it."""
        return [
            StatedRequirement(requirement, rule, level, source)
            for requirement, rule, level, source in self._stated_requirements
            if isinstance(requirement, requirement_type)
        ]

    def list_of_type(self, requirement_type: type[RequirementT]) -> list[RequirementT]:
        """Return the requirements of one type."""
        return [stated.requirement for stated in self.list_stated(requirement_type)]

    def find(self, requirement_type: type[RequirementT]) -> RequirementT | None:
        """Return the first requirement of a type; None if there is none."""
        return next(iter(self.list_of_type(requirement_type)), None)

    @property
    def junction_door_width(self) -> int | None:
        """The width in squares of the door that must be wherever two sections touch; None if none must be there."""
        return self.door_width if self.find(DoorsAtJunctions) else None

    @property
    def door_width(self) -> int:
        """The width in squares that openings between sections must have; 2 if no rule requires any."""
        return max((door.width for door in self.list_of_type(DoorWidth)), default=2)
