"""Layout → board: the one place that says what a drawing means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dungeon_designer.board.model import Board, BoardSection, ChestAt, PortalAt, TrapGroup
from dungeon_designer.errors import TileError
from dungeon_designer.grid import Edge, Side, Square, edge_run, groups, neighbour, row_major
from dungeon_designer.kinds import ObstacleKind, SectionKind, Team, TerrainKind
from dungeon_designer.layout.model import EdgeDoor, Layout, Section, Trap, TrapKind, Wall
from dungeon_designer.tiles.model import TileLibrary

TILED = 100_000
"""How many squares the tiles of a layout may cover together: a line of a file lays hundreds of them."""


@dataclass(frozen=True, slots=True)
class _Floor:
    """What sections alone decide. Fields as in `Board`."""

    sections: tuple[BoardSection, ...]
    owner: dict[Square, BoardSection]
    parted: frozenset[Edge]
    overlaps: tuple[tuple[Square, tuple[str, ...]], ...]


def build(layout: Layout, library: TileLibrary | None = None, like: Board | None = None) -> Board:
    """The board of a layout. O(N log N) in its squares.

    TileError when it names a tile no set holds, or its tiles cover more than TILED squares.

    `like` is a board built before, of which the floor is taken over when the sections are the same: after most
    edits they are, and the floor is most of the work.
    """
    tiles = library or TileLibrary()
    _check_tiles(layout, tiles)
    floor = _same_floor(layout, tiles, like) if like is not None else None
    floor = floor or _floor(layout, tiles)
    owner = floor.owner
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
        sections=floor.sections,
        owner=owner,
        terrain_at={square: terrain[square] for square in sorted(terrain, key=row_major)},
        obstacle_at={square: obstacles[square] for square in sorted(obstacles, key=row_major)},
        door_squares={square: square_doors[square] for square in sorted(square_doors, key=row_major)},
        walls=floor.parted.union(_between_floor(layout.walls, owner)) - doors,
        edge_doors=doors,
        parted=floor.parted,
        overlaps=floor.overlaps,
        strays=tuple(strays),
        chests=tuple(ChestAt(at) for at in layout.chests),
        portals=tuple(PortalAt(portal.number, portal.at) for portal in layout.portals),
        traps=tuple(trap_groups(layout.traps)),
    )


def _check_tiles(layout: Layout, tiles: TileLibrary) -> None:
    """Counts what tiles cover before any is laid."""
    covered = 0
    for section in layout.sections:
        if section.tile:
            covered += len(tiles.get(section.tile).letters)
            if covered > TILED:
                raise TileError("tile", section.id, f"the tiles up to here cover more than {TILED:,} squares")


def _same_floor(layout: Layout, tiles: TileLibrary, like: Board) -> _Floor | None:
    """The floor of a board, if that of a layout is the same."""
    before = like.layout
    if like.library is not tiles or before.enclosed != layout.enclosed or before.sections != layout.sections:
        return None
    return _Floor(like.sections, like.owner, like.parted, like.overlaps)


def _floor(layout: Layout, tiles: TileLibrary) -> _Floor:
    """Each square belongs to the first section placed over it."""
    laid = [_covered(section, tiles) for section in layout.sections]
    covering: dict[Square, list[int]] = {}
    for number, covers in enumerate(laid):
        for square in covers:
            covering.setdefault(square, []).append(number)
    ordered = sorted(covering, key=row_major)
    owned: dict[int, list[Square]] = defaultdict(list)
    for square in ordered:
        owned[covering[square][0]].append(square)
    sections = tuple(
        _section(layout, tiles, section, covers, owned[number])
        for number, (section, covers) in enumerate(zip(layout.sections, laid, strict=True))
    )
    owner = {square: sections[covering[square][0]] for square in ordered}
    overlaps = tuple(
        (square, tuple(sections[number].id for number in covering[square]))
        for square in ordered
        if len(covering[square]) > 1
    )
    return _Floor(sections, owner, frozenset(_parted(owner, sections)), overlaps)


def _covered(section: Section, tiles: TileLibrary) -> list[Square]:
    if not section.tile:
        return section.squares
    return [square for square, _ in tiles.get(section.tile).placed(section.at, section.turn, section.flip)]


def _section(
    layout: Layout,
    tiles: TileLibrary,
    section: Section,
    covers: Sequence[Square],
    owned: Sequence[Square],
) -> BoardSection:
    """What is said in the layout counts before what the tile says."""
    tile = tiles.get(section.tile) if section.tile else None
    enclosed = section.enclosed
    if enclosed is None and tile is not None:
        enclosed = tile.enclosed
    return BoardSection(
        id=section.id,
        kind=section.kind or (SectionKind(tile.kind) if tile else SectionKind.ROOM),
        side=section.side or (Team(tile.side) if tile and tile.side else None),
        name=section.name or (tile.name if tile else ""),
        enclosed=layout.enclosed if enclosed is None else enclosed,
        tile=section.tile,
        covers=tuple(covers),
        painted=tile.placed_paint(section.at, section.turn, section.flip) if tile else (),
        owned=tuple(owned),
    )


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
