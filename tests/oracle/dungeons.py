"""Random small dungeons, bent towards what makes rules stumble.

Rooms joined by corridors one to three squares wide, squares missing or jutting out, doors and walls on borders,
lava with bridges, statues, pits, portals, chests, end zones and entries; legal or not. A dungeon is made from a
`random.Random`, so hypothesis can steer and shrink it and a plain seed can repeat it.
"""

from __future__ import annotations

from itertools import accumulate
from random import Random

from hypothesis import strategies as st
from msgspec.structs import replace

from dungeon_designer.grid import Side, Square, list_block_squares
from dungeon_designer.layout.model import (
    CounterContent,
    EdgeDoor,
    Layout,
    LeapEdge,
    Machine,
    Obstacle,
    ObstacleKind,
    Portal,
    RollingBall,
    RotatingRoom,
    Section,
    SectionKind,
    SquareDoor,
    Team,
    Terrain,
    TerrainKind,
    Trap,
    TrapKind,
    Wall,
    list_teams,
)

HAZARD_KINDS = (
    TerrainKind.LAVA,
    TerrainKind.CHASM,
    TerrainKind.WATER,
    TerrainKind.CLIFF,
    TerrainKind.SPIKE_PIT,
)
BRIDGE_KINDS = (TerrainKind.BRIDGE, TerrainKind.BRIDGE, TerrainKind.ROPE_BRIDGE)
OBSTACLE_KINDS = (ObstacleKind.STATUE, ObstacleKind.STATUE, ObstacleKind.IDOL, ObstacleKind.CRYPT)
PIT_KINDS = (TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT, TrapKind.TRAPDOOR, TrapKind.COUNTER)
ROOM_KINDS = (SectionKind.ROOM, SectionKind.CORRIDOR, SectionKind.SMALL_ROOM, SectionKind.LARGE_ROOM, SectionKind.BOARD)
_NEAR = ((1, 0), (0, 1), (-1, 0), (0, -1))


def draw_dungeons(**wanted: int) -> st.SearchStrategy[Layout]:
    """Return a strategy of layouts; `wanted` are the arguments of `draw_dungeon`."""
    return st.randoms(use_true_random=False).map(lambda chance: draw_dungeon(chance, **wanted))


def draw_dungeon(
    chance: Random, size: int = 12, chests: int = 5, portals: int = 4, zones: int = 4, sides: int = 2
) -> Layout:
    """Return a layout of at most `size` squares each way, with at most so many chests and portals.

    `zones`: in how many of five dungeons the teams get an end zone (or, now and then, entries); `sides`: how many
    teams there are.
    """
    drawing = _Drawing(chance, size, list(Team)[:sides])
    drawing.rooms()
    drawing.corridors()
    drawing.ragged()
    if chance.randrange(5) < zones:
        drawing.zones()
    return replace(drawing.layout(chests, portals), sides=list_teams(sides))


class _Drawing:
    """A dungeon being drawn: which section each square belongs to, and what lies on it."""

    def __init__(self, chance: Random, size: int, teams: list[Team]) -> None:
        self.chance = chance
        self.teams = teams
        self.width = chance.randint(6, size)
        self.height = chance.randint(5, size)
        self.owner: dict[Square, int] = {}
        self.kinds: dict[int, tuple[SectionKind, Team | None]] = {}
        self.one_section = chance.randrange(3) == 0
        self.centres: list[Square] = []

    def new_section(self) -> int:
        """Return the number of the section that what is drawn next belongs to."""
        if self.one_section and 0 in self.kinds:
            return 0
        number = len(self.kinds)
        self.kinds[number] = (self.chance.choice(ROOM_KINDS), None)
        return number

    def lay(self, squares: list[Square], section: int, over: bool) -> None:
        """Give squares inside the map to a section; `over` takes them from the section that has them."""
        for x, y in squares:
            if 0 <= x < self.width and 0 <= y < self.height and (over or (x, y) not in self.owner):
                self.owner[x, y] = section

    def rooms(self) -> None:
        """Add one to five rectangles, often touching, sometimes one over another."""
        for _ in range(self.chance.randint(2, 6)):
            at = self.chance.randrange(self.width - 2), self.chance.randrange(self.height - 2)
            size = self.chance.choice((1, 2, 3, 4, 5, 7)), self.chance.choice((1, 2, 3, 4, 5))
            self.lay(list_block_squares(at, size), self.new_section(), over=self.chance.random() < 0.3)
            self.centres.append((at[0] + size[0] // 2, at[1] + size[1] // 2))

    def corridors(self) -> None:
        """Add corridors of one bend between the rooms, one to three squares wide."""
        for _ in range(self.chance.randrange(5)):
            (x0, y0), (x1, y1) = self.chance.choice(self.centres), self.chance.choice(self.centres)
            width, section = self.chance.choice((1, 1, 2, 2, 3)), self.new_section()
            left, top = min(x0, x1), min(y0, y1)
            self.lay(list_block_squares((left, y0), (abs(x1 - x0) + 1, width)), section, over=False)
            self.lay(list_block_squares((x1, top), (width, abs(y1 - y0) + width)), section, over=False)

    def ragged(self) -> None:
        """Make some squares rock, add some, and change the section of some."""
        for _ in range(self.chance.choice((0, 0, 1, 3, 6))):
            if len(self.owner) > 1:
                self.owner.pop(self.some_square())
        for _ in range(self.chance.choice((0, 0, 1, 3))):
            (x, y), (dx, dy) = self.some_square(), self.chance.choice(_NEAR)
            self.lay([(x + dx, y + dy)], self.owner[x, y], over=False)
        for _ in range(self.chance.choice((0, 0, 1, 2))):
            at, size = self.some_square(), (self.chance.randint(1, 3), self.chance.randint(1, 3))
            section = self.new_section()
            self.lay([square for square in list_block_squares(at, size) if square in self.owner], section, over=True)

    def zones(self) -> None:
        """Add an end zone for each team, or entries: mostly on floor, now and then too small or apart."""
        entries = self.chance.randrange(6) == 0
        kind = SectionKind.ENTRY if entries else SectionKind.END_ZONE
        for team in self.teams:
            for _ in range(self.chance.choice((1, 1, 1, 1, 2))):
                number = len(self.kinds)
                self.kinds[number] = (kind, team)
                size = self.chance.choice(((2, 1), (1, 2)) if entries else ((2, 4), (4, 2), (2, 3), (3, 2), (1, 2)))
                self.lay(list_block_squares(self.some_square(), size), number, over=True)

    def some_square(self) -> Square:
        """Return a square of the floor."""
        return self.chance.choice(sorted(self.owner))

    def layout(self, chests: int, portals: int) -> Layout:
        """Return everything drawn, as a layout, with items strewn over it."""
        if not self.owner:
            self.owner[0, 0] = 0
            self.kinds.setdefault(0, (SectionKind.ROOM, None))
        chance = self.chance
        terrain, obstacles = self.ground()
        return Layout(
            enclosed=chance.randrange(4) == 0,
            sections=self.sections(),
            walls=tuple(Wall(at=a, side=s, width=w) for a, s, w in self.runs((0, 0, 0, 1, 2, 4))),
            doors=tuple(EdgeDoor(at=a, side=s, width=w) for a, s, w in self.runs((0, 0, 1, 2, 4))),
            square_doors=tuple(
                SquareDoor(at=self.some_square(), open=chance.random() < 0.3)
                for _ in range(chance.choice((0, 0, 1, 2)))
            ),
            terrain=terrain,
            obstacles=obstacles,
            chests=tuple(self.some_square() for _ in range(chance.randint(0, chests))),
            portals=tuple(Portal(number=i + 1, at=self.some_square()) for i in range(chance.randint(0, portals))),
            traps=self.traps(),
        )

    def sections(self) -> tuple[Section, ...]:
        """Drawn sections of whatever squares they were left with."""
        made = []
        for number in sorted(set(self.owner.values())):
            kind, side = self.kinds[number]
            squares = [square for square, owner in self.owner.items() if owner == number]
            enclosed = self.chance.choice((None, None, None, True, False))
            made.append(make_section(f"s{number}", squares, kind, side, enclosed))
        return tuple(made)

    def runs(self, counts: tuple[int, ...]) -> list[tuple[Square, Side, int]]:
        """Runs of edges, mostly on borders between sections."""
        borders = [
            (square, side)
            for square in sorted(self.owner)
            for side in (Side.EAST, Side.SOUTH)
            if self.owner.get(_list_neighbours(square, side), self.owner[square]) != self.owner[square]
        ]
        found = []
        for _ in range(self.chance.choice(counts)):
            on_border = borders and self.chance.random() < 0.8
            at, side = (
                self.chance.choice(borders) if on_border else (self.some_square(), self.chance.choice(list(Side)))
            )
            found.append((at, side, self.chance.choice((1, 1, 2, 2, 3))))
        return found

    def ground(self) -> tuple[tuple[Terrain, ...], tuple[Obstacle, ...]]:
        """Add pools of a hazard, with bridges over some, and obstacles, alone or in groups."""
        terrain: dict[Square, TerrainKind] = {}
        chance = self.chance
        for _ in range(chance.choice((0, 0, 0, 1, 2))):
            kind, size = chance.choice(HAZARD_KINDS), (chance.randint(1, 4), chance.randint(1, 4))
            terrain.update({s: kind for s in list_block_squares(self.some_square(), size) if s in self.owner})
        if terrain and chance.random() < 0.7:
            kind, (x, y), width = chance.choice(BRIDGE_KINDS), chance.choice(sorted(terrain)), chance.choice((1, 1, 2))
            across = [s for s in terrain if (0 <= s[0] - x < width if chance.random() < 0.5 else 0 <= s[1] - y < width)]
            terrain.update(dict.fromkeys(across, kind))
        stones: dict[Square, ObstacleKind] = {}
        for _ in range(chance.choice((0, 0, 1, 2, 4))):
            kind, size = chance.choice(OBSTACLE_KINDS), chance.choice(((1, 1), (1, 1), (1, 2), (2, 1), (2, 2)))
            stones.update({s: kind for s in list_block_squares(self.some_square(), size) if s in self.owner})
        return (
            tuple(Terrain(kind=kind, at=at) for at, kind in sorted(terrain.items())),
            tuple(Obstacle(kind=kind, at=at) for at, kind in sorted(stones.items())),
        )

    def traps(self) -> tuple[Trap, ...]:
        """Return pits, trapdoors and counters, some of several squares."""
        chance, laid = self.chance, []
        for _ in range(chance.choice((0, 0, 1, 2, 4))):
            kind, size = chance.choice(PIT_KINDS), chance.choice(((1, 1), (1, 1), (1, 2), (2, 2), (1, 3)))
            at = self.some_square()
            if kind is TrapKind.COUNTER:
                owner, content = chance.choice(self.teams), chance.choice(list(CounterContent))
                laid.append(Trap(kind=kind, at=at, owner=owner, content=content))
            elif all(square in self.owner for square in list_block_squares(at, size)):
                laid.append(Trap(kind=kind, at=at, size=size, below="pit" if kind is TrapKind.TRAPDOOR else ""))
        return tuple(laid)


def make_section(
    name: str, squares: list[Square], kind: SectionKind, side: Team | None = None, enclosed: bool | None = None
) -> Section:
    """Return a drawn section of these squares.

    >>> section_of("a", [(1, 1), (2, 1), (2, 2)], SectionKind.ROOM).rows
    ('..', '#.')
    """
    left, top = min(x for x, _ in squares), min(y for _, y in squares)
    right, bottom = max(x for x, _ in squares), max(y for _, y in squares)
    covered = set(squares)
    rows = ("".join(".#"[(x, y) not in covered] for x in range(left, right + 1)) for y in range(top, bottom + 1))
    return Section(id=name, at=(left, top), kind=kind, side=side, enclosed=enclosed, rows=tuple(rows))


def draw_halls(chance: Random, size: int = 16) -> Layout:
    """Return halls, blocks with ways around them, or loops of ways two squares wide, with obstacles."""
    width, height = chance.randint(6, size), chance.randint(5, size)
    floor = set(list_block_squares((0, 0), (width, height)))
    floor = chance.choice((_keep_whole, _add_holes, _draw_lattice))(chance, floor, width, height)
    for _ in range(chance.choice((0, 0, 0, 1, 3))):
        floor.discard(chance.choice(sorted(floor)))
    some = sorted(floor)
    terrain: dict[Square, TerrainKind] = {}
    for _ in range(chance.choice((0, 0, 0, 1, 2))):
        kind, size_of = chance.choice(HAZARD_KINDS), (chance.randint(1, 6), chance.randint(1, 5))
        terrain.update(dict.fromkeys(floor.intersection(list_block_squares(chance.choice(some), size_of)), kind))
    if terrain and chance.random() < 0.5:
        across, line = chance.randrange(2), chance.choice(sorted(terrain))
        terrain.update({s: TerrainKind.BRIDGE for s in terrain if s[across] == line[across]})
    stones = {
        s
        for _ in range(chance.choice((0, 1, 2, 3, 6)))
        for s in list_block_squares(chance.choice(some), _add_stone(chance))
    }
    return Layout(
        sections=(make_section("A", some, SectionKind.ROOM),),
        walls=tuple(Wall(at=a, side=s, width=w) for a, s, w in _list_runs(chance, some, (0, 0, 0, 1, 2, 4))),
        doors=tuple(EdgeDoor(at=a, side=s, width=w) for a, s, w in _list_runs(chance, some, (0, 0, 0, 0, 1, 2))),
        square_doors=tuple(SquareDoor(at=chance.choice(some)) for _ in range(chance.choice((0, 0, 0, 0, 1, 3)))),
        terrain=tuple(Terrain(kind=kind, at=at) for at, kind in sorted(terrain.items())),
        obstacles=tuple(Obstacle(kind=chance.choice(OBSTACLE_KINDS), at=at) for at in sorted(stones & floor)),
    )


def draw_loops(chance: Random) -> Layout:
    """Return a grid of ways two squares wide around blocks and pillars of rock, with statues on some squares."""
    columns = [chance.choice((1, 1, 2, 3)) for _ in range(chance.randint(1, 5))]
    rows = [chance.choice((1, 2, 4)) for _ in range(chance.randint(1, 3))]
    size = sum(columns) + 2 * len(columns) + 2, sum(rows) + 2 * len(rows) + 2
    floor = set(list_block_squares((0, 0), size))
    for x, width in zip(accumulate((2 + c for c in columns), initial=2), columns, strict=False):
        for y, height in zip(accumulate((2 + r for r in rows), initial=2), rows, strict=False):
            floor -= set(list_block_squares((x, y), (width, height)))
    some = sorted(floor)
    corner = chance.choice((0, size[0] - 1)), chance.choice((0, size[1] - 1))
    statues = sorted({corner, *(chance.choice(some) for _ in range(chance.randint(0, 3)))})
    return Layout(
        sections=(make_section("A", some, SectionKind.ROOM),),
        obstacles=tuple(Obstacle(kind=ObstacleKind.STATUE, at=at) for at in statues),
    )


def _keep_whole(_chance: Random, floor: set[Square], _width: int, _height: int) -> set[Square]:
    """Return the hall as it is."""
    return floor


def _add_holes(chance: Random, floor: set[Square], width: int, height: int) -> set[Square]:
    """Return a hall with blocks of rock in it: pillars, and what ways lead around."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randint(0, width - 2), chance.randint(0, height - 2)
        floor = floor - set(list_block_squares(at, (chance.randint(1, 6), chance.randint(1, 4)))) or floor
    return floor


def _draw_lattice(chance: Random, floor: set[Square], width: int, height: int) -> set[Square]:
    """Return ways on a lattice, mostly two squares wide, with some missing: bends, forks and crossings are left."""
    pitch, kept = chance.randint(3, 6), set(list_block_squares((0, 0), (2, 2)))
    for x in range(0, width, pitch):
        for y in range(0, height, pitch):
            for along in ((1, 0), (0, 1)):
                if chance.random() < 0.75:
                    wide = chance.choice((1, 2, 2, 2, 2, 2, 3))
                    kept.update(list_block_squares((x, y), (pitch + 2, wide) if along[0] else (wide, pitch + 2)))
    return kept & floor


def _add_stone(chance: Random) -> Square:
    return chance.choice(((1, 1), (1, 1), (1, 1), (1, 2), (2, 1), (2, 2), (4, 1), (1, 5)))


def _list_runs(chance: Random, some: list[Square], counts: tuple[int, ...]) -> list[tuple[Square, Side, int]]:
    """Runs of edges anywhere on the floor."""
    return [
        (chance.choice(some), chance.choice(list(Side)), chance.choice((1, 1, 2, 3, 5)))
        for _ in range(chance.choice(counts))
    ]


def draw_tiled(chance: Random, sides: int = 2) -> Layout:
    """Return a dungeon of tiles laid side by side, with doors where they touch, and an end zone for each side.

    Mostly enclosed; every second tile has a corner cut away.
    """
    tiles: list[set[Square]] = [set(list_block_squares((20, 20), (3, 3)))]
    for _ in range(chance.randint(6, 9) + sides - 2):
        tile = _place_beside(chance, tiles)
        if tile and len(tiles) < 4 + sides:
            tiles.append(tile)
    kinds: list[tuple[SectionKind, Team | None]] = [(chance.choice(ROOM_KINDS), None) for _ in tiles]
    if len(tiles) > sides:
        kinds[-sides:] = [(SectionKind.END_ZONE, team) for team in list(Team)[:sides]]
    sections = tuple(
        make_section(f"t{i}", sorted(tile), *kinds[i], chance.choice((True, True, None)))
        for i, tile in enumerate(tiles)
    )
    doors = tuple(door for i, tile in enumerate(tiles) for other in tiles[:i] for door in _place_doors(tile, other))
    at = tuple(chance.choice(sorted(chance.choice(tiles))) for _ in range(3))
    portals = (Portal(number=1, at=at[0]),) if chance.random() < 0.5 else ()
    statues = (Obstacle(kind=ObstacleKind.STATUE, at=at[2]),) if chance.random() < 0.5 else ()
    return Layout(
        sides=list_teams(sides), sections=sections, doors=doors, chests=at[1:2], portals=portals, obstacles=statues
    )


def _place_beside(chance: Random, tiles: list[set[Square]]) -> set[Square] | None:
    """Return a tile that touches another, overlapping none; None when the throw of the dice does not fit."""
    width, height = chance.choice(((2, 3), (3, 2), (4, 2), (2, 4), (3, 4), (5, 2)))
    x, y = chance.choice(sorted(chance.choice(tiles)))
    dx, dy = chance.choice(_NEAR)
    left = x + 1 if dx > 0 else x - width if dx < 0 else x - chance.randrange(width)
    top = y + 1 if dy > 0 else y - height if dy < 0 else y - chance.randrange(height)
    tile = set(list_block_squares((left, top), (width, height)))
    if chance.random() < 0.5:
        tile.discard((left, top) if chance.random() < 0.5 else (left + width - 1, top))
    fits = all(tile.isdisjoint(other) for other in tiles) and any(_place_doors(tile, other) for other in tiles)
    return tile if fits else None


def _place_doors(tile: set[Square], other: set[Square]) -> list[EdgeDoor]:
    """Return a door two wide in the middle of each straight side along which two tiles touch."""
    doors = []
    for side in Side:
        along = (1, 0) if side in (Side.NORTH, Side.SOUTH) else (0, 1)
        for square in sorted(tile):
            run = [square]
            while run[-1] in tile and _list_neighbours(run[-1], side) in other:
                run.append((run[-1][0] + along[0], run[-1][1] + along[1]))
            before = square[0] - along[0], square[1] - along[1]
            starts = not (before in tile and _list_neighbours(before, side) in other)
            if starts and len(run) > 2:
                doors.append(EdgeDoor(at=run[(len(run) - 3) // 2], side=side, width=2))
    return doors


def keep_one_zone_each(layout: Layout) -> Layout:
    """Return the layout with the first end zone of each side kept and any other made a room."""
    sides: set[Team | None] = set()
    kept = []
    for section in layout.sections:
        if section.kind in (SectionKind.END_ZONE, SectionKind.ENTRY):
            first = section.side not in sides
            sides.add(section.side)
            section = replace(section, kind=SectionKind.END_ZONE if first else SectionKind.ROOM)
        kept.append(section)
    return replace(layout, sections=tuple(kept))


def remove_doubled_traps(layout: Layout) -> Layout:
    """Return the layout with only the first of the traps that lie on one square."""
    taken: set[Square] = set()
    kept = []
    for trap in layout.traps:
        if taken.isdisjoint(trap.squares):
            kept.append(trap)
            taken.update(trap.squares)
    return replace(layout, traps=tuple(kept))


def add_machines(chance: Random, layout: Layout) -> Layout:
    """Return the layout with leap edges and machines added: for properties that the oracle knows nothing of."""
    at = chance.choice([square for section in layout.sections for square in section.squares])
    edges = tuple(LeapEdge(at=at, side=side) for side in Side if chance.random() < 0.2)
    machines: list[Machine] = []
    if chance.random() < 0.3:
        names = {chance.choice(layout.sections).id for _ in range(chance.randint(1, 2))}
        machines.append(RotatingRoom(sections=tuple(sorted(names))))
    if chance.random() < 0.3:
        machines.append(RollingBall(at=at, travel=chance.choice(list(Side)), length=chance.randint(1, 9), size=(2, 2)))
    return replace(layout, leap_edges=edges, machines=tuple(machines))


def _list_neighbours(square: Square, side: Side) -> Square:
    dx, dy = side.step
    return square[0] + dx, square[1] + dy
