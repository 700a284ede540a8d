"""The board: squares and what is on and between them, as sets and dicts of (x, y); sections, items.

Dicts and lists of squares go by row, then by column. A border has the one name `grid.edge` gives it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from dungeon_designer.grid import Edge, Side, Size, Square, bounds, edge, neighbour
from dungeon_designer.kinds import BRIDGES, HAZARDS, ObstacleKind, SectionKind, Team, TerrainKind
from dungeon_designer.layout.model import Layout, Machine, Trap, TrapKind
from dungeon_designer.tiles.model import TileLibrary

OPEN, WALL, DOOR = 0, 1, 2
"""The states of an edge. A door is passable: shut or open, it can be gone through."""


@dataclass(frozen=True, eq=False, slots=True)
class BoardSection:
    """A section on the board: `squares` are those it owns, `tile` its tile or ''.

    `covers` are all squares it was drawn over, those another section owns included; `painted` those of them that its
    tile has painted as an end zone.
    """

    id: str
    kind: SectionKind
    side: Team | None
    name: str
    enclosed: bool
    tile: str
    covers: tuple[Square, ...]
    painted: tuple[Square, ...] = ()
    squares: tuple[Square, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class PortalAt:
    """A portal on the board, on floor or off it."""

    number: int
    at: Square


@dataclass(frozen=True, eq=False, slots=True)
class ChestAt:
    """A chest on the board, on floor or off it."""

    at: Square


@dataclass(frozen=True, eq=False, slots=True)
class TrapGroup:
    """One trap: orthogonally connected squares of one kind of pit, or a trapdoor or counter as listed."""

    kind: TrapKind
    squares: tuple[Square, ...]
    parts: tuple[Trap, ...]


@dataclass(frozen=True, eq=False)
class Board:
    """Everything a layout means.

    layout        what was drawn
    library       the tiles it was built with
    owner         the section that owns each floor square
    terrain_at    the terrain of each floor square that is not plain floor
    obstacle_at   the obstacle on each floor square that holds one
    door_squares  the floor squares that are a square door, and whether it stands open
    walls         the walls between two floor squares; rock has none of them, it is always a wall
    edge_doors    the edge doors between two floor squares
    parted        the edges between two sections of which one at least is enclosed
    overlaps      squares covered more than once, with the ids of every section over them
    strays        terrain, obstacles and square doors drawn where no floor is, as (what, square)
    """

    layout: Layout
    library: TileLibrary
    sections: tuple[BoardSection, ...]
    owner: dict[Square, BoardSection]
    terrain_at: dict[Square, TerrainKind]
    obstacle_at: dict[Square, ObstacleKind]
    door_squares: dict[Square, bool]
    walls: frozenset[Edge]
    edge_doors: frozenset[Edge]
    parted: frozenset[Edge]
    overlaps: tuple[tuple[Square, tuple[str, ...]], ...]
    strays: tuple[tuple[str, Square], ...]
    chests: tuple[ChestAt, ...]
    portals: tuple[PortalAt, ...]
    traps: tuple[TrapGroup, ...]

    def __len__(self) -> int:
        return len(self.owner)

    def __contains__(self, square: object) -> bool:
        return square in self.owner

    @cached_property
    def squares(self) -> list[Square]:
        """Every square."""
        return list(self.owner)

    @property
    def teams(self) -> tuple[Team, ...]:
        """The sides that play here, in their fixed order."""
        return self.layout.teams

    @property
    def machines(self) -> tuple[Machine, ...]:
        """The machines as drawn."""
        return self.layout.machines

    @cached_property
    def shut_doors(self) -> frozenset[Square]:
        """The square doors that stand shut."""
        return frozenset(square for square, ajar in self.door_squares.items() if not ajar)

    @cached_property
    def hazard_squares(self) -> frozenset[Square]:
        """Liquid, chasm, cliff or spike pit: nobody walks here."""
        return frozenset(square for square, kind in self.terrain_at.items() if kind in HAZARDS)

    @cached_property
    def bridge_squares(self) -> frozenset[Square]:
        """Bridge squares, rope bridges included."""
        return frozenset(square for square, kind in self.terrain_at.items() if kind in BRIDGES)

    @cached_property
    def walkable_squares(self) -> frozenset[Square]:
        """Floor that is no hazard and holds no obstacle; chests, portals, traps and doors can be walked over."""
        return frozenset(self.owner).difference(self.hazard_squares, self.obstacle_at)

    @cached_property
    def entry_squares(self) -> frozenset[Square]:
        """Entry squares: a wall to all but the ball carrier."""
        return frozenset(square for section in self.of_kind(SectionKind.ENTRY) for square in section.squares)

    @cached_property
    def portal_squares(self) -> frozenset[Square]:
        """Floor squares with a portal on them."""
        return frozenset(portal.at for portal in self.portals if portal.at in self.owner)

    @cached_property
    def chest_squares(self) -> frozenset[Square]:
        """Floor squares with a chest on them."""
        return frozenset(chest.at for chest in self.chests if chest.at in self.owner)

    def same_ground(self, other: Board) -> bool:
        """Whether the same steps are legal on another board, which was built like this one, or this like it."""
        mine = self.walls, self.edge_doors, self.terrain_at, self.obstacle_at, self.door_squares
        theirs = other.walls, other.edge_doors, other.terrain_at, other.obstacle_at, other.door_squares
        return self.owner is other.owner and mine == theirs

    def on_map(self, squares: Iterable[Square]) -> tuple[Square, ...]:
        """Those of some squares, floor or rock, that lie within the smallest rectangle around the floor."""
        (left, top), (width, height) = self.bounds
        return tuple((x, y) for x, y in squares if 0 <= x - left < width and 0 <= y - top < height)

    @cached_property
    def bounds(self) -> tuple[Square, Size]:
        """The smallest rectangle around the floor, as its corner and size."""
        return bounds(self.owner)

    def edge_state(self, square: Square, side: Side) -> int:
        """OPEN, WALL or DOOR; a square off the floor has only walls."""
        border = edge(square, side)
        if border in self.walls or not self.has_edge(border):
            return WALL
        return DOOR if border in self.edge_doors else OPEN

    def has_edge(self, border: Edge) -> bool:
        """Whether both squares of an edge are floor."""
        return border[0] in self.owner and neighbour(*border) in self.owner

    def of_kind(self, *kinds: SectionKind) -> tuple[BoardSection, ...]:
        """The sections of these kinds, as placed."""
        return tuple(section for section in self.sections if section.kind in kinds)

    def section_at(self, square: Square) -> BoardSection | None:
        """The section that owns a square, or None off the floor."""
        return self.owner.get(square)
