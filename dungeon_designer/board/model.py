"""Define the board: squares, and what is on and between them, as sets and dictionaries of (x, y).

Dictionaries and lists of squares are ordered by row, then by column. An edge has the one name that `grid` gives it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from dungeon_designer.grid import Edge, Side, Size, Square, find_bounds, find_neighbour, normalise_edge
from dungeon_designer.kinds import BRIDGES, HAZARDS, ObstacleKind, SectionKind, Team, TerrainKind
from dungeon_designer.layout.model import Layout, Machine, Trap, TrapKind
from dungeon_designer.tiles.tile import TileLibrary

OPEN, WALL, DOOR = 0, 1, 2
"""The states of an edge. DOOR is passable, whether the door is open or closed."""


@dataclass(frozen=True, eq=False, slots=True)
class BoardSection:
    """A section on the board.

    Attributes:
        id: The id of the section in the dungeon file.
        kind: Its kind.
        team: The team that it belongs to, if any.
        name: Its name; '' if it has none.
        enclosed: Whether its border is a wall except at doors.
        tile: The id of its tile, or ''.
        covered_squares: All squares it was drawn over, even those that belong to another section.
        painted_squares: The covered squares that its tile paints as an end zone.
        squares: The squares that belong to it.
    """

    id: str
    kind: SectionKind
    team: Team | None
    name: str
    enclosed: bool
    tile: str
    covered_squares: tuple[Square, ...]
    painted_squares: tuple[Square, ...] = ()
    squares: tuple[Square, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class PlacedPortal:
    """A portal on the board, with its number. Its square may be off the floor."""

    number: int
    square: Square


@dataclass(frozen=True, eq=False, slots=True)
class PlacedChest:
    """A chest on the board. Its square may be off the floor."""

    square: Square


@dataclass(frozen=True, eq=False, slots=True)
class TrapGroup:
    """One trap: connected pit squares of one kind, or one trapdoor or counter.

    Attributes:
        kind: Its kind.
        squares: Its squares.
        drawn_traps: The traps of the dungeon file that it consists of.
    """

    kind: TrapKind
    squares: tuple[Square, ...]
    drawn_traps: tuple[Trap, ...]


@dataclass(frozen=True, eq=False)
class Board:
    """Everything that a layout (the content of a dungeon file) means, square by square.

    Attributes:
        layout: What was drawn.
        library: The tile sets with which the board was built.
        sections: The sections, in the order of the layout.
        section_by_square: The section that each floor square belongs to. Its keys are the whole floor.
        terrain_at: The terrain of each floor square that is not plain floor.
        obstacle_at: The obstacle on each floor square that holds one.
        door_squares: For each floor square that is a door, whether the door is open.
        walls: The walls between two floor squares. Rock needs none: it always blocks.
        edge_doors: The doors on edges between two floor squares.
        section_borders: The edges between two sections of which at least one is enclosed.
        overlaps: The squares that several sections cover, with the ids of these sections.
        misplaced_features: Terrain, obstacles and square doors drawn off the floor, as (kind, square).
        chests: The chests, on the floor or off it.
        portals: The portals, on the floor or off it.
        traps: The traps; connected pits of one kind are one trap.
    """

    layout: Layout
    library: TileLibrary
    sections: tuple[BoardSection, ...]
    section_by_square: dict[Square, BoardSection]
    terrain_at: dict[Square, TerrainKind]
    obstacle_at: dict[Square, ObstacleKind]
    door_squares: dict[Square, bool]
    walls: frozenset[Edge]
    edge_doors: frozenset[Edge]
    section_borders: frozenset[Edge]
    overlaps: tuple[tuple[Square, tuple[str, ...]], ...]
    misplaced_features: tuple[tuple[str, Square], ...]
    chests: tuple[PlacedChest, ...]
    portals: tuple[PlacedPortal, ...]
    traps: tuple[TrapGroup, ...]

    def __len__(self) -> int:
        return len(self.section_by_square)

    def __contains__(self, square: object) -> bool:
        return square in self.section_by_square

    @cached_property
    def squares(self) -> list[Square]:
        """All floor squares, by row."""
        return list(self.section_by_square)

    @property
    def teams(self) -> tuple[Team, ...]:
        """The teams that play in this dungeon, in their fixed order: home, away, third..."""
        return self.layout.teams

    @property
    def machines(self) -> tuple[Machine, ...]:
        """The machines of the layout, such as rotating rooms and rolling balls."""
        return self.layout.machines

    @cached_property
    def closed_door_squares(self) -> frozenset[Square]:
        """The floor squares that are a closed door."""
        return frozenset(square for square, is_open in self.door_squares.items() if not is_open)

    @cached_property
    def hazard_squares(self) -> frozenset[Square]:
        """The floor squares whose terrain nobody can walk on; see `HAZARDS`."""
        return frozenset(square for square, kind in self.terrain_at.items() if kind in HAZARDS)

    @cached_property
    def bridge_squares(self) -> frozenset[Square]:
        """The floor squares whose terrain is a bridge or rope bridge."""
        return frozenset(square for square, kind in self.terrain_at.items() if kind in BRIDGES)

    @cached_property
    def walkable_squares(self) -> frozenset[Square]:
        """The floor squares that hold neither a hazard nor an obstacle.

        Squares with chests, portals, traps and doors are among them.
        """
        return frozenset(self.section_by_square).difference(self.hazard_squares, self.obstacle_at)

    @cached_property
    def entry_squares(self) -> frozenset[Square]:
        """The squares of entries, which are walls to everyone but a ball carrier who scores."""
        return frozenset(square for section in self.list_sections(SectionKind.ENTRY) for square in section.squares)

    @cached_property
    def portal_squares(self) -> frozenset[Square]:
        """The floor squares with a portal."""
        return frozenset(portal.square for portal in self.portals if portal.square in self.section_by_square)

    @cached_property
    def chest_squares(self) -> frozenset[Square]:
        """The floor squares with a chest."""
        return frozenset(chest.square for chest in self.chests if chest.square in self.section_by_square)

    def has_same_ground(self, other: Board) -> bool:
        """Return whether two boards have the same floor, walls, doors, terrain and obstacles.

        If so, the same steps are legal on both, and measurements can be reused. Floors are compared by identity, which
        is fast: a board shares its floor only with the board that was its `previous` in `build_board`. So the result
        may be False for equal boards, which only costs time.
        """
        if self.section_by_square is not other.section_by_square:
            return False
        ground = self.walls, self.edge_doors, self.terrain_at, self.obstacle_at, self.door_squares
        return ground == (other.walls, other.edge_doors, other.terrain_at, other.obstacle_at, other.door_squares)

    def keep_within_bounds(self, squares: Iterable[Square]) -> tuple[Square, ...]:
        """Return those of some squares that lie within the smallest rectangle around the floor, `bounds`."""
        (left, top), (width, height) = self.bounds
        return tuple((x, y) for x, y in squares if 0 <= x - left < width and 0 <= y - top < height)

    @cached_property
    def bounds(self) -> tuple[Square, Size]:
        """The bounding box of the floor: its upper left corner, and its (width, height)."""
        return find_bounds(self.section_by_square)

    def get_edge_state(self, square: Square, side: Side) -> int:
        """Return OPEN, WALL or DOOR for the edge on one side of a square. An edge beside rock is a WALL."""
        edge = normalise_edge(square, side)
        if edge in self.walls or not self.joins_floor(edge):
            return WALL
        return DOOR if edge in self.edge_doors else OPEN

    def joins_floor(self, edge: Edge) -> bool:
        """Return whether both squares of an edge are floor."""
        square, side = edge
        return square in self.section_by_square and find_neighbour(square, side) in self.section_by_square

    def list_sections(self, *kinds: SectionKind) -> tuple[BoardSection, ...]:
        """Return the sections of the given kinds, in the order of the dungeon file."""
        return tuple(section for section in self.sections if section.kind in kinds)

    def find_section(self, square: Square) -> BoardSection | None:
        """Return the section that a square belongs to, or None off the floor."""
        return self.section_by_square.get(square)
