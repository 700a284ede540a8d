"""Layout → board: the one place that says what a drawing means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from dungeon_designer.board.model import Board, BoardSection, ChestAt, PortalAt, TrapGroup
from dungeon_designer.errors import TileError
from dungeon_designer.grid import Edge, Side, Square, edge_run, groups, neighbour, row_major
from dungeon_designer.kinds import ObstacleKind, SectionKind, Team, TerrainKind
from dungeon_designer.layout.model import EdgeDoor, Layout, Trap, TrapKind, Wall
from dungeon_designer.tiles.model import TileLibrary

TILED = 100_000
"""How many squares the tiles of a layout may cover together: a line of a file lays hundreds of them."""

_Floor = tuple[
    tuple[BoardSection, ...], dict[Square, BoardSection], frozenset[Edge], tuple[tuple[Square, tuple[str, ...]], ...]
]
"""What sections alone decide: `sections`, `owner`, `parted` and `overlaps` of a `Board`."""


def build(layout: Layout, library: TileLibrary | None = None, like: Board | None = None) -> Board:
    """The board of a layout. O(N log N) in its squares.

    TileError when it names a tile no set holds, or its tiles cover more than TILED squares.

    `like` is a board built before, of which the floor is taken over when the sections are the same: after most
    edits they are, and the floor is most of the work.
    """
    tiles = library or TileLibrary()
    asked = layout.enclosed, layout.sections
    if like and like.library is tiles and (like.layout.enclosed, like.layout.sections) == asked:
        sections, owner, parted, overlaps = like.sections, like.owner, like.parted, like.overlaps
    else:
        sections, owner, parted, overlaps = _floor(layout, tiles)
    terrain: dict[Square, TerrainKind] = {}
    obstacles: dict[Square, ObstacleKind] = {}
    strays: list[tuple[str, Square]] = []
    for kind, square in _drawn_ground(layout, tiles):
        if square not in owner:
            strays.append((kind.value, square))
        elif isinstance(kind, TerrainKind):
            terrain[square] = kind
        else:
            obstacles[square] = kind
    strays += [("door", door.at) for door in layout.square_doors if door.at not in owner]
    square_doors = {door.at: door.open for door in layout.square_doors if door.at in owner}
    doors = frozenset(_between_floor(layout.doors, owner))
    return Board(
        layout=layout,
        library=tiles,
        sections=sections,
        owner=owner,
        terrain_at={square: terrain[square] for square in sorted(terrain, key=row_major)},
        obstacle_at={square: obstacles[square] for square in sorted(obstacles, key=row_major)},
        door_squares={square: square_doors[square] for square in sorted(square_doors, key=row_major)},
        walls=parted.union(_between_floor(layout.walls, owner)) - doors,
        edge_doors=doors,
        parted=parted,
        overlaps=overlaps,
        strays=tuple(strays),
        chests=tuple(ChestAt(at) for at in layout.chests),
        portals=tuple(PortalAt(portal.number, portal.at) for portal in layout.portals),
        traps=tuple(trap_groups(layout.traps)),
    )


def _floor(layout: Layout, library: TileLibrary) -> _Floor:
    """Each square belongs to the first section placed over it; what the layout says counts before what a tile says."""
    tiles, covered = [], 0
    for section in layout.sections:  # what they cover is counted before any is laid
        tile = library.get(section.tile) if section.tile else None
        covered += len(tile.letters) if tile else 0
        if covered > TILED:
            raise TileError("tile", section.id, f"the tiles up to here cover more than {TILED:,} squares")
        tiles.append(tile)
    laid = [
        [square for square, _ in tile.placed(section.at, section.turn, section.flip)] if tile else section.squares
        for section, tile in zip(layout.sections, tiles, strict=True)
    ]
    first: dict[Square, int] = {}
    others: dict[Square, list[str]] = defaultdict(list)
    for number, covers in enumerate(laid):
        for square in covers:
            if first.setdefault(square, number) != number:
                others[square].append(layout.sections[number].id)
    owned: list[list[Square]] = [[] for _ in laid]
    rows = sorted([(y, x) for x, y in first])
    for y, x in rows:
        owned[first[x, y]].append((x, y))
    sections = []
    for section, tile, covers, own in zip(layout.sections, tiles, laid, owned, strict=True):
        enclosed = tile.enclosed if section.enclosed is None and tile else section.enclosed
        found = BoardSection(
            id=section.id,
            kind=section.kind or (SectionKind(tile.kind) if tile else SectionKind.ROOM),
            side=section.side or (Team(tile.side) if tile and tile.side else None),
            name=section.name or (tile.name if tile else ""),
            enclosed=layout.enclosed if enclosed is None else enclosed,
            tile=section.tile,
            covers=tuple(covers),
            painted=tile.placed_paint(section.at, section.turn, section.flip) if tile else (),
            squares=tuple(own),
        )
        sections.append(found)
    owner = {(x, y): sections[first[x, y]] for y, x in rows}
    ordered = sorted(others, key=row_major)
    overlaps = tuple((square, (sections[first[square]].id, *others[square])) for square in ordered)
    return tuple(sections), owner, frozenset(_parted(owner, sections)), overlaps


def _parted(owner: dict[Square, BoardSection], sections: Iterable[BoardSection]) -> Iterator[Edge]:
    """The edges between two sections of which one at least is enclosed."""
    if not any(section.enclosed for section in sections):
        return
    for (x, y), here in owner.items():
        for there, side in (((x + 1, y), Side.EAST), ((x, y + 1), Side.SOUTH)):
            other = owner.get(there, here)
            if other is not here and (here.enclosed or other.enclosed):
                yield (x, y), side


def _drawn_ground(layout: Layout, tiles: TileLibrary) -> Iterator[tuple[TerrainKind | ObstacleKind, Square]]:
    """The tiles' own features first, so that what a person drew over them counts."""
    for section in layout.sections:
        if section.tile:
            tile = tiles.get(section.tile)
            for square, letter in tile.placed(section.at, section.turn, section.flip):
                if letter != ".":
                    yield tile.meaning(letter), square
    for terrain in layout.terrain:
        yield terrain.kind, terrain.at
    for obstacle in layout.obstacles:
        yield obstacle.kind, obstacle.at


def _between_floor(runs: Iterable[Wall | EdgeDoor], owner: dict[Square, BoardSection]) -> Iterator[Edge]:
    """The edges of drawn walls or doors between two floor squares; an edge against rock stays a wall."""
    for run in runs:
        for border in edge_run(run.at, run.side, run.width):
            if border[0] in owner and neighbour(*border) in owner:
                yield border


_PIECES = frozenset({TrapKind.TRAPDOOR, TrapKind.COUNTER})
"""Traps that are as many as were listed; of pits, what is connected is one."""


def trap_groups(traps: Iterable[Trap]) -> list[TrapGroup]:
    """Orthogonally connected squares of one kind of pit are one trap; trapdoors and counters are as listed."""
    found: list[TrapGroup] = []
    by_kind: dict[TrapKind, dict[Square, list[Trap]]] = defaultdict(lambda: defaultdict(list))
    for trap in traps:
        if trap.kind in _PIECES:
            found.append(TrapGroup(trap.kind, tuple(trap.squares), (trap,)))
            continue
        for square in trap.squares:
            by_kind[trap.kind][square].append(trap)
    for kind, squares in by_kind.items():
        for group in groups(squares):
            parts = {id(trap): trap for square in group for trap in squares[square]}
            found.append(TrapGroup(kind, tuple(group), tuple(parts.values())))
    return sorted(found, key=lambda trap: (row_major(trap.squares[0]), trap.kind))
