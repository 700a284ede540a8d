"""Build the board of a layout. This is the one place that says what a drawing means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from dungeon_designer.board.model import Board, BoardSection, PlacedChest, PlacedPortal, TrapGroup
from dungeon_designer.errors import TileError
from dungeon_designer.grid import Edge, Side, Square, find_connected_groups, find_neighbour, list_edges, rank_by_row
from dungeon_designer.kinds import ObstacleKind, SectionKind, Team, TerrainKind
from dungeon_designer.layout.model import EdgeDoor, Layout, Trap, TrapKind, Wall
from dungeon_designer.tiles.tile import TileLibrary

MAX_TILED_SQUARES = 100_000
"""How many squares the tiles of a layout may cover together. One line of a file can place hundreds of them."""

_FloorParts = tuple[
    tuple[BoardSection, ...], dict[Square, BoardSection], frozenset[Edge], tuple[tuple[Square, tuple[str, ...]], ...]
]
"""What the sections alone decide: `sections`, `section_by_square`, `section_borders` and `overlaps` of a `Board`."""


def build_board(layout: Layout, library: TileLibrary | None = None, previous: Board | None = None) -> Board:
    """Return the board that a layout (the content of a dungeon file) means. O(N log N) in its squares.

    Args:
        layout: What was drawn; it need not be legal.
        library: The tile sets; None means no sets.
        previous: A board built before. Its floor is reused if the sections are the same, as after most edits.

    Raises:
        TileError: A tile is in no set, or the tiles cover more than MAX_TILED_SQUARES squares.
    """
    tiles = library or TileLibrary()
    section_input = layout.enclosed, layout.sections
    if previous and previous.library is tiles and (previous.layout.enclosed, previous.layout.sections) == section_input:
        sections = previous.sections
        section_by_square = previous.section_by_square
        section_borders = previous.section_borders
        overlaps = previous.overlaps
    else:
        sections, section_by_square, section_borders, overlaps = _build_floor(layout, tiles)
    terrain: dict[Square, TerrainKind] = {}
    obstacles: dict[Square, ObstacleKind] = {}
    misplaced_features: list[tuple[str, Square]] = []
    for kind, square in _list_ground_features(layout, tiles):
        if square not in section_by_square:
            misplaced_features.append((kind.value, square))
        elif isinstance(kind, TerrainKind):
            terrain[square] = kind
        else:
            obstacles[square] = kind
    misplaced_features += [("door", door.at) for door in layout.square_doors if door.at not in section_by_square]
    square_doors = {door.at: door.open for door in layout.square_doors if door.at in section_by_square}
    doors = frozenset(_keep_edges_between_floor(layout.doors, section_by_square))
    return Board(
        layout=layout,
        library=tiles,
        sections=sections,
        section_by_square=section_by_square,
        terrain_at={square: terrain[square] for square in sorted(terrain, key=rank_by_row)},
        obstacle_at={square: obstacles[square] for square in sorted(obstacles, key=rank_by_row)},
        door_squares={square: square_doors[square] for square in sorted(square_doors, key=rank_by_row)},
        walls=section_borders.union(_keep_edges_between_floor(layout.walls, section_by_square)) - doors,
        edge_doors=doors,
        section_borders=section_borders,
        overlaps=overlaps,
        misplaced_features=tuple(misplaced_features),
        chests=tuple(PlacedChest(chest_square) for chest_square in layout.chests),
        portals=tuple(PlacedPortal(portal.number, portal.at) for portal in layout.portals),
        traps=tuple(group_traps(layout.traps)),
    )


def _build_floor(layout: Layout, library: TileLibrary) -> _FloorParts:
    """Return what the sections alone decide about a board.

    A square belongs to the first section placed over it. What the layout says of a section overrides what its tile
    says.

    Returns:
        The sections with their squares; the section of each square; the edges between two sections of which at least
        one is enclosed; and the squares that several sections cover, with the ids of these sections.

    Raises:
        TileError: The tiles cover more than MAX_TILED_SQUARES squares.
    """
    tiles, covered_count = [], 0
    for section in layout.sections:  # what they cover is counted before any is laid
        tile = library.get(section.tile) if section.tile else None
        covered_count += len(tile.letters) if tile else 0
        if covered_count > MAX_TILED_SQUARES:
            raise TileError("tile", section.id, f"the tiles up to here cover more than {MAX_TILED_SQUARES:,} squares")
        tiles.append(tile)
    squares_by_section = [
        [square for square, _ in tile.list_placed_squares(section.at, section.turn, section.flip)]
        if tile
        else section.squares
        for section, tile in zip(layout.sections, tiles, strict=True)
    ]
    section_index_by_square: dict[Square, int] = {}
    later_section_ids: dict[Square, list[str]] = defaultdict(list)
    for index, covered_squares in enumerate(squares_by_section):
        for square in covered_squares:
            if section_index_by_square.setdefault(square, index) != index:
                later_section_ids[square].append(layout.sections[index].id)
    owned_squares: list[list[Square]] = [[] for _ in squares_by_section]
    rows = sorted([(y, x) for x, y in section_index_by_square])
    for y, x in rows:
        owned_squares[section_index_by_square[x, y]].append((x, y))
    sections = []
    for section, tile, covered_squares, section_squares in zip(
        layout.sections, tiles, squares_by_section, owned_squares, strict=True
    ):
        enclosed = tile.enclosed if section.enclosed is None and tile else section.enclosed
        board_section = BoardSection(
            id=section.id,
            kind=section.kind or (SectionKind(tile.kind) if tile else SectionKind.ROOM),
            team=section.side or (Team(tile.side) if tile and tile.side else None),
            name=section.name or (tile.name if tile else ""),
            enclosed=layout.enclosed if enclosed is None else enclosed,
            tile=section.tile,
            covered_squares=tuple(covered_squares),
            painted_squares=tile.list_painted_squares(section.at, section.turn, section.flip) if tile else (),
            squares=tuple(section_squares),
        )
        sections.append(board_section)
    section_by_square = {(x, y): sections[section_index_by_square[x, y]] for y, x in rows}
    ordered = sorted(later_section_ids, key=rank_by_row)
    overlaps = tuple(
        (square, (sections[section_index_by_square[square]].id, *later_section_ids[square])) for square in ordered
    )
    return tuple(sections), section_by_square, frozenset(_find_section_borders(section_by_square, sections)), overlaps


def _find_section_borders(
    section_by_square: dict[Square, BoardSection], sections: Iterable[BoardSection]
) -> Iterator[Edge]:
    """Yield the edges between two sections of which at least one is enclosed. Without doors, these are walls."""
    if not any(section.enclosed for section in sections):
        return
    for (x, y), own_section in section_by_square.items():
        for neighbour_square, side in (((x + 1, y), Side.EAST), ((x, y + 1), Side.SOUTH)):
            other_section = section_by_square.get(neighbour_square, own_section)
            if other_section is not own_section and (own_section.enclosed or other_section.enclosed):
                yield (x, y), side


def _list_ground_features(layout: Layout, tiles: TileLibrary) -> Iterator[tuple[TerrainKind | ObstacleKind, Square]]:
    """Yield the kind and square of all terrain and obstacles, on the floor or off it.

    Those of tiles come first, so that drawn ones, which come later, replace them.
    """
    for section in layout.sections:
        if section.tile:
            tile = tiles.get(section.tile)
            for square, letter in tile.list_placed_squares(section.at, section.turn, section.flip):
                if letter != ".":
                    yield tile.find_meaning(letter), square
    for terrain in layout.terrain:
        yield terrain.kind, terrain.at
    for obstacle in layout.obstacles:
        yield obstacle.kind, obstacle.at


def _keep_edges_between_floor(
    runs: Iterable[Wall | EdgeDoor], section_by_square: dict[Square, BoardSection]
) -> Iterator[Edge]:
    """Yield each edge of the drawn walls or doors, one square long, that lies between two floor squares."""
    for run in runs:
        for edge in list_edges(run.at, run.side, run.width):
            if edge[0] in section_by_square and find_neighbour(*edge) in section_by_square:
                yield edge


_SINGLE_TRAP_KINDS = frozenset({TrapKind.TRAPDOOR, TrapKind.COUNTER})
"""Kinds of traps that count one by one. Connected pits of one kind count as one trap."""


def group_traps(traps: Iterable[Trap]) -> list[TrapGroup]:
    """Return the traps of the board, by row of their first squares and then by kind.

    Pits of one kind whose squares share edges count as one trap. Trapdoors and counters count one by one.
    """
    trap_groups: list[TrapGroup] = []
    by_kind: dict[TrapKind, dict[Square, list[Trap]]] = defaultdict(lambda: defaultdict(list))
    for trap in traps:
        if trap.kind in _SINGLE_TRAP_KINDS:
            trap_groups.append(TrapGroup(trap.kind, tuple(trap.squares), (trap,)))
            continue
        for square in trap.squares:
            by_kind[trap.kind][square].append(trap)
    for kind, squares in by_kind.items():
        for group in find_connected_groups(squares):
            parts = {id(trap): trap for square in group for trap in squares[square]}
            trap_groups.append(TrapGroup(kind, tuple(group), tuple(parts.values())))
    return sorted(trap_groups, key=lambda trap: (rank_by_row(trap.squares[0]), trap.kind))
