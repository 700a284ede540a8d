"""Layout → board: the one place that says what a drawing means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np

from dungeon_designer.board.model import (
    AJAR,
    DOOR,
    OBSTACLES,
    OPEN,
    SHUT,
    STRIDE,
    TERRAINS,
    WALL,
    Board,
    BoardSection,
    Bytes,
    ChestAt,
    Flags,
    Ints,
    Keys,
    PortalAt,
    TrapGroup,
    key,
    neighbour_table,
)
from dungeon_designer.errors import TileError
from dungeon_designer.grid import LIMIT, SIDES, Edge, Square, edge_run, groups, row_major
from dungeon_designer.layout.model import Layout, ObstacleKind, Section, SectionKind, Team, TerrainKind, Trap, TrapKind
from dungeon_designer.tiles.model import Tile, TileLibrary

TILED = 100_000
"""How many squares the tiles of a layout may cover together: a line of a file lays hundreds of them."""


@dataclass(slots=True)
class _Laid:
    """A section with the squares it covers, before squares are numbered."""

    section: Section
    tile: Tile | None
    covers: list[Square]
    features: list[tuple[Square, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Floor:
    """What sections alone decide: squares, their owners and neighbours. Fields as in `Board`."""

    sections: tuple[BoardSection, ...]
    x: Ints
    y: Ints
    owner: Ints
    neighbours: Ints
    overlaps: tuple[tuple[Square, tuple[str, ...]], ...]
    find: Callable[[Square], int]


def build(layout: Layout, library: TileLibrary | None = None, like: Board | None = None) -> Board:
    """The board of a layout. O(N log N) in its squares.

    TileError when it names a tile no set holds, or its tiles cover more than TILED squares.

    `like` is a board built before, of which the floor is taken over when the sections are the same: after most
    edits they are, and the floor is most of the work.
    """
    tiles = library or TileLibrary()
    _check_tiles(layout, tiles)
    floor = _same_floor(layout, tiles, like) if like is not None else None
    if floor is None:
        laid = [_lay(section, tiles) for section in layout.sections]
        floor = _floor(layout, laid)
    else:
        laid = [_lay(section, tiles) for section in layout.sections if section.tile]
    terrain, obstacle, strays = _ground(layout, laid, floor)
    square_door = _square_doors(layout, floor, strays)
    finder = floor.find
    return Board(
        layout=layout,
        library=tiles,
        sections=floor.sections,
        x=floor.x,
        y=floor.y,
        section=floor.owner,
        terrain=terrain,
        obstacle=obstacle,
        square_door=square_door,
        neighbours=floor.neighbours,
        edges=_edges(layout, floor),
        overlaps=floor.overlaps,
        strays=tuple(strays),
        chests=tuple(ChestAt(at, finder(at)) for at in layout.chests),
        portals=tuple(PortalAt(p.number, p.at, finder(p.at)) for p in layout.portals),
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


def _floor(layout: Layout, laid: Sequence[_Laid]) -> _Floor:
    keys, owner, overlaps = _number(laid)
    y, x = np.divmod(keys, STRIDE)
    x, y = (x - 1).astype(np.int32), (y - 1).astype(np.int32)
    sections = _sections(layout, laid, owner, list(zip(x.tolist(), y.tolist(), strict=True)))
    return _Floor(sections, x, y, owner, neighbour_table(keys), tuple(overlaps), _Finder(keys))


def _same_floor(layout: Layout, tiles: TileLibrary, like: Board) -> _Floor | None:
    """The floor of a board, if that of a layout is the same."""
    before = like.layout
    if like.library is not tiles or before.enclosed != layout.enclosed or before.sections != layout.sections:
        return None
    return _Floor(like.sections, like.x, like.y, like.section, like.neighbours, like.overlaps, like.find)


class _Finder:
    """Numbers of squares by their coordinates: a table while small, a search when large."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._table = {k: i for i, k in enumerate(keys.tolist())} if len(keys) <= 20_000 else None

    def __call__(self, square: Square) -> int:
        x, y = square
        if not (0 <= x <= LIMIT and 0 <= y <= LIMIT):  # its key would be another's
            return -1
        wanted = (y + 1) * STRIDE + x + 1
        if self._table is not None:
            return self._table.get(wanted, -1)
        at = int(np.searchsorted(self._keys, wanted))
        return at if at < len(self._keys) and self._keys[at] == wanted else -1


def _lay(section: Section, library: TileLibrary) -> _Laid:
    if not section.tile:
        return _Laid(section, None, section.squares)
    tile = library.get(section.tile)
    placed = list(tile.placed(section.at, section.turn, section.flip))
    return _Laid(section, tile, [s for s, _ in placed], [(s, c) for s, c in placed if c != "."])


def _number(laid: Sequence[_Laid]) -> tuple[Keys, Ints, list[tuple[Square, tuple[str, ...]]]]:
    """Sorted keys of all squares, the owner of each (the first section placed), and the overlaps."""
    counts = np.array([len(part.covers) for part in laid], dtype=np.int64)
    if not counts.sum():
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int32), []
    places = chain.from_iterable(chain.from_iterable(part.covers for part in laid))
    points = np.fromiter(places, np.int32, 2 * counts.sum()).reshape(-1, 2)
    all_keys = key(points[:, 0], points[:, 1])
    owners = np.repeat(np.arange(len(laid), dtype=np.int32), counts)
    keys, first, times = np.unique(all_keys, return_index=True, return_counts=True)
    twice: dict[int, list[str]] = defaultdict(list)
    doubled = set(keys[times > 1].tolist())
    if doubled:
        for k, owner in zip(all_keys.tolist(), owners.tolist(), strict=True):
            if k in doubled:
                twice[k].append(laid[owner].section.id)
    overlaps = [((k % STRIDE - 1, k // STRIDE - 1), tuple(ids)) for k, ids in sorted(twice.items())]
    return keys, owners[first], overlaps


def _ground(layout: Layout, laid: Sequence[_Laid], floor: _Floor) -> tuple[Bytes, Bytes, list[tuple[str, Square]]]:
    """Terrain and obstacle of every square, and what was drawn where no floor is."""
    terrain, obstacle = np.zeros(len(floor.x), dtype=np.uint8), np.zeros(len(floor.x), dtype=np.uint8)
    strays: list[tuple[str, Square]] = []
    for kind, square in _drawn_ground(layout, laid):
        at = floor.find(square)
        if at < 0:
            strays.append((kind.value, square))
        elif isinstance(kind, TerrainKind):
            terrain[at] = TERRAINS.index(kind)
        else:
            obstacle[at] = OBSTACLES.index(kind)
    return terrain, obstacle, strays


def _drawn_ground(layout: Layout, laid: Sequence[_Laid]) -> Iterable[tuple[TerrainKind | ObstacleKind, Square]]:
    """The tiles' own features first, so that what a person drew over them counts."""
    for part in laid:
        if part.tile is not None:
            for square, letter in part.features:
                yield part.tile.meaning(letter), square
    for terrain in layout.terrain:
        yield terrain.kind, terrain.at
    for obstacle in layout.obstacles:
        yield obstacle.kind, obstacle.at


def _sections(layout: Layout, laid: Sequence[_Laid], owner: Ints, places: list[Square]) -> tuple[BoardSection, ...]:
    order = np.argsort(owner, kind="stable").astype(np.int32)
    bounds = np.searchsorted(owner[order], np.arange(len(laid) + 1))
    return tuple(_section(layout, part, order[bounds[i] : bounds[i + 1]], places) for i, part in enumerate(laid))


def _section(layout: Layout, part: _Laid, squares: Ints, places: list[Square]) -> BoardSection:
    """What is said in the layout counts before what the tile says."""
    section, tile = part.section, part.tile
    enclosed = section.enclosed
    if enclosed is None and tile is not None:
        enclosed = tile.enclosed
    side = section.side or (Team(tile.side) if tile and tile.side else None)
    kind = section.kind or (SectionKind(tile.kind) if tile else SectionKind.ROOM)
    return BoardSection(
        id=section.id,
        kind=kind,
        side=side,
        name=section.name or (tile.name if tile else ""),
        enclosed=layout.enclosed if enclosed is None else enclosed,
        tile=section.tile,
        squares=squares,
        covers=tuple(part.covers),
        painted=tile.placed_paint(section.at, section.turn, section.flip) if tile else (),
        owned=tuple(places[i] for i in squares.tolist()),
    )


def _square_doors(layout: Layout, floor: _Floor, strays: list[tuple[str, Square]]) -> Bytes:
    doors = np.zeros(len(floor.x), dtype=np.uint8)
    for door in layout.square_doors:
        at = floor.find(door.at)
        if at < 0:
            strays.append(("door", door.at))
        else:
            doors[at] = AJAR if door.open else SHUT
    return doors


def _edges(layout: Layout, floor: _Floor) -> Bytes:
    """Rock walls, walls between enclosed sections, drawn walls, then doors over them all."""
    across = floor.neighbours[:, [0, 2, 4, 6]]
    inside = across >= 0
    enclosed = np.array([section.enclosed for section in floor.sections] or [False], dtype=np.bool_)
    edges = np.where(inside, OPEN, WALL).astype(np.uint8)
    if enclosed.any():
        edges[_between_enclosed(floor.owner, across, inside, enclosed)] = WALL
    for wall in layout.walls:
        _set_edges(edges, edge_run(wall.at, wall.side, wall.width), WALL, floor.find)
    for door in layout.doors:
        _set_edges(edges, edge_run(door.at, door.side, door.width), DOOR, floor.find)
    return edges


def _between_enclosed(owner: Ints, across: Ints, floor: Flags, enclosed: Flags) -> Flags:
    """N x 4: the edge lies between two sections of which one at least is enclosed."""
    other = np.where(floor, owner[across], owner[:, None])
    result: Flags = (other != owner[:, None]) & (enclosed[owner][:, None] | enclosed[other])
    return result


def _set_edges(edges: Bytes, run: Iterable[Edge], state: int, find: Callable[[Square], int]) -> None:
    """Both faces of each edge; an edge against rock stays a wall."""
    for (x, y), side in run:
        dx, dy = side.step
        here, there = find((x, y)), find((x + dx, y + dy))
        if here >= 0 and there >= 0:
            edges[here, SIDES.index(side)] = state
            edges[there, SIDES.index(side.opposite)] = state


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
