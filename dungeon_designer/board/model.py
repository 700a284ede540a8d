"""The board: squares with their neighbours and edges, sections, items; arrays, so that big boards stay fast.

Squares are numbered 0…N-1 by row, then column. Every array speaks of square `i` in row `i`; -1 stands for
rock. Sides run north, east, south, west; neighbours clockwise from north, as in `dungeon_designer.grid`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from dungeon_designer.grid import DIRECTIONS, LIMIT, SIDES, Edge, Side, Square
from dungeon_designer.layout.model import (
    BRIDGES,
    HAZARDS,
    Layout,
    Machine,
    ObstacleKind,
    SectionKind,
    Team,
    TerrainKind,
    Trap,
    TrapKind,
)
from dungeon_designer.tiles.model import TileLibrary

Ints = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Keys = npt.NDArray[np.int64]

OPEN, WALL, DOOR = 0, 1, 2
"""The states of an edge. A door is passable: shut or open, it can be gone through."""

NO_DOOR, SHUT, AJAR = 0, 1, 2
"""The states of a square as a square door."""

STRIDE = LIMIT + 3

TERRAINS: tuple[TerrainKind | None, ...] = (None, *TerrainKind)
OBSTACLES: tuple[ObstacleKind | None, ...] = (None, *ObstacleKind)
_HAZARD_CODES = np.array([kind in HAZARDS for kind in TERRAINS])
_BRIDGE_CODES = np.array([kind in BRIDGES for kind in TERRAINS])


@dataclass(frozen=True, eq=False, slots=True)
class BoardSection:
    """A section on the board: `squares` are the numbers of the squares it owns, `tile` its tile or ''.

    `owned` are the same squares as (x, y), by row; `covers` all squares it was drawn over, those another section owns
    included; `painted` those of them that its tile has painted as an end zone.
    """

    id: str
    kind: SectionKind
    side: Team | None
    name: str
    enclosed: bool
    tile: str
    squares: Ints
    covers: tuple[Square, ...]
    painted: tuple[Square, ...] = ()
    owned: tuple[Square, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class PortalAt:
    """A portal on the board; `index` is its square's number, -1 off the floor."""

    number: int
    at: Square
    index: int


@dataclass(frozen=True, eq=False, slots=True)
class ChestAt:
    """A chest on the board; `index` is its square's number, -1 off the floor."""

    at: Square
    index: int


@dataclass(frozen=True, eq=False, slots=True)
class TrapGroup:
    """One trap: orthogonally connected squares of one kind of pit, or a trapdoor or counter as listed."""

    kind: TrapKind
    squares: tuple[Square, ...]
    parts: tuple[Trap, ...]


@dataclass(frozen=True, eq=False)
class Board:
    """Everything a layout means. See the module's first lines for the numbering.

    layout       what was drawn
    library      the tiles it was built with
    x, y         coordinates of each square
    section      index into `sections` of the owner of each square
    terrain      index into TERRAINS; 0 is plain floor
    obstacle     index into OBSTACLES; 0 is none
    square_door  NO_DOOR, SHUT or AJAR
    neighbours   N x 8, the eight squares around, -1 for rock
    edges        N x 4, OPEN, WALL or DOOR; against rock always WALL
    overlaps     squares covered more than once, with the ids of every section over them
    strays       terrain, obstacles and square doors drawn where no floor is, as (what, square)
    """

    layout: Layout
    library: TileLibrary
    sections: tuple[BoardSection, ...]
    x: Ints
    y: Ints
    section: Ints
    terrain: Bytes
    obstacle: Bytes
    square_door: Bytes
    neighbours: Ints
    edges: Bytes
    overlaps: tuple[tuple[Square, tuple[str, ...]], ...]
    strays: tuple[tuple[str, Square], ...]
    chests: tuple[ChestAt, ...]
    portals: tuple[PortalAt, ...]
    traps: tuple[TrapGroup, ...]

    def __len__(self) -> int:
        return len(self.x)

    def __contains__(self, square: object) -> bool:
        return square in self.owner

    @cached_property
    def owner(self) -> dict[Square, BoardSection]:
        """The section that owns each floor square, by row and then by column."""
        sections = self.sections
        return {square: sections[i] for square, i in zip(self.squares, self.section.tolist(), strict=True)}

    @cached_property
    def terrain_at(self) -> dict[Square, TerrainKind]:
        """The terrain of each square that is not plain floor."""
        at = np.flatnonzero(self.terrain)
        kinds = [TERRAINS[code] for code in self.terrain[at].tolist()]
        return {square: kind for square, kind in zip(self.places(at), kinds, strict=True) if kind}

    @cached_property
    def obstacle_at(self) -> dict[Square, ObstacleKind]:
        """The obstacle on each square that holds one."""
        at = np.flatnonzero(self.obstacle)
        kinds = [OBSTACLES[code] for code in self.obstacle[at].tolist()]
        return {square: kind for square, kind in zip(self.places(at), kinds, strict=True) if kind}

    @cached_property
    def door_squares(self) -> dict[Square, bool]:
        """The squares that are a square door, and whether it stands open."""
        at = np.flatnonzero(self.square_door)
        return {s: state == AJAR for s, state in zip(self.places(at), self.square_door[at].tolist(), strict=True)}

    @cached_property
    def shut_doors(self) -> frozenset[Square]:
        """The square doors that stand shut."""
        return frozenset(square for square, ajar in self.door_squares.items() if not ajar)

    @cached_property
    def walls(self) -> frozenset[Edge]:
        """The walls between two floor squares, by the one name `grid.edge` gives a border. Rock has none of them."""
        return self._inner_edges(WALL)

    @cached_property
    def edge_doors(self) -> frozenset[Edge]:
        """The edge doors between two floor squares, by the one name `grid.edge` gives a border."""
        return self._inner_edges(DOOR)

    def _inner_edges(self, state: int) -> frozenset[Edge]:
        found = []
        for column in (1, 2):
            at = np.flatnonzero((self.edges[:, column] == state) & (self.neighbours[:, 2 * column] >= 0))
            found += [(square, SIDES[column]) for square in self.places(at)]
        return frozenset(found)

    def _flagged(self, flags: Flags) -> frozenset[Square]:
        return frozenset(self.places(np.flatnonzero(flags)))

    @cached_property
    def hazard_squares(self) -> frozenset[Square]:
        """Liquid, chasm, cliff or spike pit: nobody walks here."""
        return self._flagged(self.hazard)

    @cached_property
    def bridge_squares(self) -> frozenset[Square]:
        """Bridge squares, rope bridges included."""
        return self._flagged(self.bridge)

    @cached_property
    def walkable_squares(self) -> frozenset[Square]:
        """Floor that is no hazard and holds no obstacle; chests, portals, traps and doors can be walked over."""
        return self._flagged(self.walkable)

    @cached_property
    def entry_squares(self) -> frozenset[Square]:
        """Entry squares: a wall to all but the ball carrier."""
        return self._flagged(self.is_entry)

    @cached_property
    def portal_squares(self) -> frozenset[Square]:
        """Floor squares with a portal on them."""
        return self._flagged(self.is_portal)

    @cached_property
    def chest_squares(self) -> frozenset[Square]:
        """Floor squares with a chest on them."""
        return self._flagged(self.is_chest)

    @property
    def teams(self) -> tuple[Team, ...]:
        """The sides that play here, in their fixed order."""
        return self.layout.teams

    @property
    def machines(self) -> tuple[Machine, ...]:
        """The machines as drawn."""
        return self.layout.machines

    @cached_property
    def keys(self) -> Keys:
        """One sorted number a square; see `key`."""
        return key(self.x, self.y)

    @cached_property
    def squares(self) -> list[Square]:
        """Every square as (x, y), in order."""
        return list(zip(self.x.tolist(), self.y.tolist(), strict=True))

    @cached_property
    def index(self) -> dict[Square, int]:
        """The number of each floor square."""
        return {square: i for i, square in enumerate(self.squares)}

    def find(self, square: Square) -> int:
        """The number of a square, -1 off the floor; needs no table of all squares."""
        x, y = square
        if not (0 <= x <= LIMIT and 0 <= y <= LIMIT):  # its key would be another's
            return -1
        wanted = (y + 1) * STRIDE + x + 1
        at = int(self.keys.searchsorted(wanted))
        return at if at < len(self.keys) and self.keys[at] == wanted else -1

    def square(self, index: int) -> Square:
        """The (x, y) of a square's number."""
        return int(self.x[index]), int(self.y[index])

    def places(self, indices: Iterable[int] | Ints) -> tuple[Square, ...]:
        """The (x, y) of several squares, in the order given."""
        at = np.fromiter(indices, dtype=np.int64) if not isinstance(indices, np.ndarray) else indices
        return tuple(zip(self.x[at].tolist(), self.y[at].tolist(), strict=True))

    def on_map(self, squares: Iterable[Square]) -> tuple[Square, ...]:
        """Those of some squares, floor or rock, that lie within the smallest rectangle around the floor."""
        if not len(self):
            return ()
        left, right, top, bottom = self.x.min(), self.x.max(), self.y[0], self.y[-1]
        return tuple((x, y) for x, y in squares if left <= x <= right and top <= y <= bottom)

    def edge_state(self, square: Square, side: Side) -> int:
        """OPEN, WALL or DOOR; a square off the floor has only walls."""
        at = self.find(square)
        return WALL if at < 0 else int(self.edges[at, SIDES.index(side)])

    @cached_property
    def hazard(self) -> Flags:
        """Liquid, chasm, cliff or spike pit: nobody walks here."""
        mask: Flags = _HAZARD_CODES[self.terrain]
        return mask

    @cached_property
    def bridge(self) -> Flags:
        """Bridge squares, rope bridges included."""
        mask: Flags = _BRIDGE_CODES[self.terrain]
        return mask

    @cached_property
    def walkable(self) -> Flags:
        """Floor that is no hazard and holds no obstacle; chests, portals, traps and doors can be walked over."""
        mask: Flags = ~self.hazard & (self.obstacle == 0)
        return mask

    @cached_property
    def kind_of(self) -> npt.NDArray[np.str_]:
        """The section kind of each square."""
        kinds = np.array([section.kind.value for section in self.sections] or [""])
        return kinds[self.section] if len(self) else kinds[:0]

    def of_kind(self, *kinds: SectionKind) -> tuple[BoardSection, ...]:
        """The sections of these kinds, as placed."""
        return tuple(section for section in self.sections if section.kind in kinds)

    @cached_property
    def is_entry(self) -> Flags:
        """Entry squares: a wall to all but the ball carrier."""
        mask = np.zeros(len(self), dtype=np.bool_)
        for section in self.of_kind(SectionKind.ENTRY):
            mask[section.squares] = True
        return mask

    @cached_property
    def is_portal(self) -> Flags:
        """Squares with a portal on them."""
        mask = np.zeros(len(self), dtype=np.bool_)
        mask[[portal.index for portal in self.portals if portal.index >= 0]] = True
        return mask

    @cached_property
    def is_chest(self) -> Flags:
        """Squares with a chest on them."""
        mask = np.zeros(len(self), dtype=np.bool_)
        mask[[chest.index for chest in self.chests if chest.index >= 0]] = True
        return mask

    def section_at(self, square: Square) -> BoardSection | None:
        """The section that owns a square, or None off the floor."""
        at = self.find(square)
        return None if at < 0 else self.sections[int(self.section[at])]

    def has_edge(self, border: Edge) -> bool:
        """Whether both squares of an edge are floor."""
        (x, y), side = border
        dx, dy = side.step
        return self.find((x, y)) >= 0 and self.find((x + dx, y + dy)) >= 0


def key(x: Ints | np.int64, y: Ints | np.int64) -> Keys:
    """One number a square, rising by row then column, with room for a neighbour off either end."""
    keys: Keys = (np.asarray(y, dtype=np.int64) + 1) * STRIDE + x + 1
    return keys


def neighbour_table(keys: Keys) -> Ints:
    """The N x 8 neighbours of sorted square keys, -1 where there is none. O(N log N)."""
    count = len(keys)
    table = np.full((count, 8), -1, dtype=np.int32)
    if not count:
        return table
    for row, columns in ((-1, (7, 0, 1)), (1, (5, 4, 3))):
        start = np.searchsorted(keys, keys + row * STRIDE - 1)
        for column, offset in zip(columns, (-1, 0, 1), strict=True):
            start = _match(keys, start, keys + row * STRIDE + offset, table, column)
    own = np.arange(count)
    _match(keys, own + 1, keys + 1, table, 2)
    _match(keys, own - 1, keys - 1, table, 6)
    return table


def _match(keys: Keys, at: Keys, wanted: Keys, table: Ints, column: int) -> Keys:
    """Write where `wanted` stands at `at` into a column; give the places just past the hits."""
    safe = np.clip(at, 0, len(keys) - 1)
    hit = (at >= 0) & (at < len(keys)) & (keys[safe] == wanted)
    table[hit, column] = safe[hit]
    past: Keys = at + hit
    return past


assert DIRECTIONS[2] == (1, 0), "neighbour_table writes east into column 2"
