"""What a drawn layout means, square by square, read from the layout alone.

Dicts and sets of (x, y); no arrays, no graphs, nothing shared with the program but the layout model and `grid`'s
names of sides. Only drawn sections are understood: the random dungeons place no tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from dungeon_designer.layout.model import EdgeDoor, Layout, ObstacleKind, SectionKind, Team, TerrainKind, Wall

Square = tuple[int, int]
Border = frozenset[Square]
"""The edge between two neighbours, named by both."""

ORTHOGONAL = ((0, -1), (1, 0), (0, 1), (-1, 0))
DIAGONAL = ((1, -1), (1, 1), (-1, 1), (-1, -1))
STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
HAZARD = {
    TerrainKind.LAVA,
    TerrainKind.WATER,
    TerrainKind.ACID,
    TerrainKind.CHASM,
    TerrainKind.CLIFF,
    TerrainKind.SPIKE_PIT,
}
BRIDGE = {TerrainKind.BRIDGE, TerrainKind.ROPE_BRIDGE}

_STATUE = frozenset({ObstacleKind.STATUE})
_ROOM_FEATURES = frozenset({ObstacleKind.IDOL, ObstacleKind.CRYPT, ObstacleKind.DRAGON})
CALLED_WALLS = {
    "naf-2019": _STATUE,  # "All statues are treated as walls"
    "db7s-2019": _STATUE,  # its part lists only what differs
    "gw-2021": _ROOM_FEATURES,  # each an "impassable feature … treated as a wall"; the chasm is not
    "gw-2021-multiplayer": _ROOM_FEATURES,
}
"""The obstacles that an edition's text calls walls; no others do."""


class Found(NamedTuple):
    """What the second reading expects a rule to find: order of squares does not matter."""

    level: str
    squares: frozenset[Square]
    measured: object = None


class Floor:
    """The squares of a layout, who owns them and what lies on them, as read under an edition."""

    def __init__(self, layout: Layout, edition: str = "") -> None:
        self.layout = layout
        self.edition = edition
        self.owner: dict[Square, int] = {}
        for number, section in enumerate(layout.sections):
            for y, row in enumerate(section.rows):
                for x, letter in enumerate(row):
                    if letter == ".":
                        self.owner.setdefault((section.at[0] + x, section.at[1] + y), number)
        self.terrain = {item.at: item.kind for item in layout.terrain if item.at in self.owner}
        self.obstacles = {item.at for item in layout.obstacles if item.at in self.owner}
        # Of two obstacles on one square the last counts.
        kinds = {item.at: item.kind for item in layout.obstacles if item.at in self.owner}
        self.stone = {at for at, kind in kinds.items() if kind in CALLED_WALLS.get(edition, ())}
        self.hazards = {at for at, kind in self.terrain.items() if kind in HAZARD}
        self.bridges = {at for at, kind in self.terrain.items() if kind in BRIDGE}
        # Of two doors on one square the last counts.
        opened = {door.at: door.open for door in layout.square_doors if door.at in self.owner}
        self.square_doors = set(opened)
        self.shut = {at for at, is_open in opened.items() if not is_open}
        self.chests = {at for at in layout.chests if at in self.owner}
        self.portals = {portal.at for portal in layout.portals if portal.at in self.owner}
        self.entries = {at for at in self.owner if self.kind(at) is SectionKind.ENTRY}
        self.walls = {border for wall in layout.walls for border in run(wall)}
        self.doors = {border for door in layout.doors for border in run(door)}

    def kind(self, square: Square) -> SectionKind:
        """Return the kind of the section under a square."""
        return self.layout.sections[self.owner[square]].kind or SectionKind.ROOM

    def side(self, square: Square) -> Team | None:
        """Return the team whose end zone or entry a square is; None elsewhere."""
        if self.kind(square) not in (SectionKind.END_ZONE, SectionKind.ENTRY):
            return None
        return self.layout.sections[self.owner[square]].side

    def enclosed(self, square: Square) -> bool:
        """Return whether the section under a square is walled off from its neighbours."""
        said = self.layout.sections[self.owner[square]].enclosed
        return self.layout.enclosed if said is None else said

    def edge(self, a: Square, b: Square) -> str:
        """Return `open`, `wall` or `door` between two orthogonal neighbours; beside rock always `wall`."""
        if a not in self.owner or b not in self.owner:
            return "wall"
        if frozenset((a, b)) in self.doors:
            return "door"
        if frozenset((a, b)) in self.walls:
            return "wall"
        parted = self.owner[a] != self.owner[b] and (self.enclosed(a) or self.enclosed(b))
        return "wall" if parted else "open"

    def walkable(self) -> set[Square]:
        """Return floor without hazard or obstacle."""
        return set(self.owner) - self.hazards - self.obstacles

    def standing(self, impassable_chests: bool) -> set[Square]:
        """Return floor a player may end on: shut doors are walls for standing, and so are chests nobody may enter."""
        return self.walkable() - self.shut - (self.chests if impassable_chests else set())

    def may_step(self, a: Square, b: Square, on: set[Square], strict: bool) -> bool:
        """Return whether one step leads from a to its neighbour b, both among the squares `on` which one may move."""
        if a not in on or b not in on:
            return False
        if a[0] == b[0] or a[1] == b[1]:
            return self.edge(a, b) != "wall"
        ways = [self.way_round_open(a, corner, b, strict) for corner in ((a[0], b[1]), (b[0], a[1]))]
        return all(ways) if strict else any(ways)

    def way_round_open(self, a: Square, corner: Square, b: Square, strict: bool) -> bool:
        """Return whether the two steps by way of `corner` meet no wall, nor an obstacle that is called a wall."""
        if corner in self.stone or (strict and corner in self.shut):
            return False
        return self.edge(a, corner) != "wall" and self.edge(corner, b) != "wall"

    def steps(self, a: Square, on: set[Square], strict: bool) -> Iterator[Square]:
        """Yield the neighbours one step away."""
        for b in list_surrounding(a):
            if self.may_step(a, b, on, strict):
                yield b

    def reached(self, starts: Iterable[Square], on: set[Square], strict: bool) -> dict[Square, int]:
        """Steps from the nearest start to each square that can be reached over the squares `on`."""
        steps = {start: 0 for start in starts if start in on}
        wave = list(steps)
        while wave:
            there = []
            for a in wave:
                for b in self.steps(a, on, strict):
                    if b not in steps:
                        steps[b] = steps[a] + 1
                        there.append(b)
            wave = there
        return steps


def run(edges: Wall | EdgeDoor) -> Iterator[Border]:
    """Yield the edges of a wall or door: going right along a north or south side, down along an east or west one."""
    (x, y), (dx, dy) = edges.at, STEPS[edges.side]
    for i in range(edges.width):
        here = (x + i, y) if edges.side in ("north", "south") else (x, y + i)
        yield frozenset((here, (here[0] + dx, here[1] + dy)))


def list_surrounding(a: Square) -> list[Square]:
    """Return the eight squares around one."""
    return [(a[0] + dx, a[1] + dy) for dx, dy in ORTHOGONAL + DIAGONAL]


def list_neighbours(a: Square) -> list[Square]:
    """Return the four orthogonal neighbours."""
    return [(a[0] + dx, a[1] + dy) for dx, dy in ORTHOGONAL]


def measure_straight_distance(a: Square, b: Square) -> int:
    """Return squares apart, walls ignored."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def find_groups(squares: Iterable[Square]) -> list[set[Square]]:
    """Return the orthogonally connected groups."""
    left, found = set(squares), []
    while left:
        wave = [left.pop()]
        group = set(wave)
        while wave:
            for b in list_neighbours(wave.pop()):
                if b in left:
                    left.remove(b)
                    group.add(b)
                    wave.append(b)
        found.append(group)
    return found
