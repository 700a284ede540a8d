"""Build the board of a layout. This is the one place that says what a drawing means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple, TypeVar

from msgspec import structs

from dungeon_designer.board.model import Board, BoardSection, PlacedChest, PlacedPortal, TrapGroup
from dungeon_designer.errors import TileError
from dungeon_designer.grid import Edge, Side, Square, find_connected_groups, find_neighbour, list_edges, rank_by_row
from dungeon_designer.kinds import ObstacleKind, SectionKind, Team, TerrainKind
from dungeon_designer.layout.model import EdgeDoor, Layout, Section, Trap, TrapKind, Wall
from dungeon_designer.text.letter_grid import FLOOR_LETTER
from dungeon_designer.tiles.tile import Tile, TileLibrary

MAX_TILED_SQUARES = 100_000
"""How many squares the tiles of a layout may cover together. One line of a file can place hundreds of them."""


class _FloorParts(NamedTuple):
    """The fields of a `Board` that the sections alone decide, without walls, doors or objects."""

    sections: tuple[BoardSection, ...]
    section_by_square: dict[Square, BoardSection]
    section_borders: frozenset[Edge]
    overlaps: tuple[tuple[Square, tuple[str, ...]], ...]


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
    floor = _reuse_floor(layout, tiles, previous) or _build_floor(layout, tiles)
    on_floor = floor.section_by_square
    features = list(_list_ground_features(layout, tiles))
    features_on_floor = [(kind, square) for kind, square in features if square in on_floor]
    terrain = {square: kind for kind, square in features_on_floor if isinstance(kind, TerrainKind)}
    obstacles = {square: kind for kind, square in features_on_floor if isinstance(kind, ObstacleKind)}
    misplaced_features = [(kind.value, square) for kind, square in features if square not in on_floor]
    misplaced_features += [("door", door.at) for door in layout.square_doors if door.at not in on_floor]
    edge_doors = frozenset(_keep_edges_between_floor(layout.doors, on_floor))
    return Board(
        layout=layout,
        library=tiles,
        **floor._asdict(),
        terrain_at=_sort_by_row(terrain),
        obstacle_at=_sort_by_row(obstacles),
        door_squares=_sort_by_row({door.at: door.open for door in layout.square_doors if door.at in on_floor}),
        walls=floor.section_borders.union(_keep_edges_between_floor(layout.walls, on_floor)) - edge_doors,
        edge_doors=edge_doors,
        misplaced_features=tuple(misplaced_features),
        chests=_list_chests(layout),
        portals=_list_portals(layout),
        traps=tuple(group_traps(layout.traps)),
    )


def update_board(board: Board, layout: Layout) -> Board:
    """Return the board of a layout that was made from the layout of another board, with the same tile sets.

    If only chests and portals differ, nothing is built: the result shares everything else with the other board.

    Raises:
        TileError: A tile is in no set, or the tiles cover more than MAX_TILED_SQUARES squares.
    """
    if layout is board.layout:
        return board
    if structs.replace(layout, chests=board.layout.chests, portals=board.layout.portals) != board.layout:
        return build_board(layout, board.library, board)
    return replace(board, layout=layout, chests=_list_chests(layout), portals=_list_portals(layout))


def _list_chests(layout: Layout) -> tuple[PlacedChest, ...]:
    """Return the chests of a layout as they are on a board."""
    return tuple(PlacedChest(square) for square in layout.chests)


def _list_portals(layout: Layout) -> tuple[PlacedPortal, ...]:
    """Return the portals of a layout as they are on a board."""
    return tuple(PlacedPortal(portal.number, portal.at) for portal in layout.portals)


_T = TypeVar("_T")


def _sort_by_row(value_by_square: dict[Square, _T]) -> dict[Square, _T]:
    """Return a dictionary of squares in the order of their rows, then of their columns."""
    return {square: value_by_square[square] for square in sorted(value_by_square, key=rank_by_row)}


def _reuse_floor(layout: Layout, library: TileLibrary, previous: Board | None) -> _FloorParts | None:
    """Return the floor of a previous board if the layout has the same sections and tile sets; otherwise None."""
    if not previous or previous.library is not library:
        return None
    if (previous.layout.enclosed, previous.layout.sections) != (layout.enclosed, layout.sections):
        return None
    return _FloorParts(previous.sections, previous.section_by_square, previous.section_borders, previous.overlaps)


def _build_floor(layout: Layout, library: TileLibrary) -> _FloorParts:
    """Return the sections of a layout with their squares, the borders between them, and where they overlap.

    Where several sections cover a square, it belongs to the first of them.

    Raises:
        TileError: The tiles cover more than MAX_TILED_SQUARES squares.
    """
    tiles = _find_section_tiles(layout, library)
    covered_squares = [
        _list_covered_squares(section, tile) for section, tile in zip(layout.sections, tiles, strict=True)
    ]
    section_index_by_square = _assign_squares(covered_squares)
    squares_of_sections: list[list[Square]] = [[] for _ in layout.sections]
    for square, index in section_index_by_square.items():
        squares_of_sections[index].append(square)
    sections = tuple(
        _build_section(section, tile, layout.enclosed, covered, squares)
        for section, tile, covered, squares in zip(
            layout.sections, tiles, covered_squares, squares_of_sections, strict=True
        )
    )
    section_by_square = {square: sections[index] for square, index in section_index_by_square.items()}
    borders = frozenset(_find_section_borders(section_by_square, sections))
    return _FloorParts(sections, section_by_square, borders, _find_overlaps(section_by_square, sections))


def _find_section_tiles(layout: Layout, library: TileLibrary) -> list[Tile | None]:
    """Return the tile of each section of a layout; None for a section that is drawn by hand.

    Raises:
        TileError: A tile is in no set, or the tiles cover more than MAX_TILED_SQUARES squares.
    """
    tiles: list[Tile | None] = []
    covered_count = 0
    for section in layout.sections:
        tile = library.get(section.tile) if section.tile else None
        covered_count += len(tile.letters) if tile else 0
        if covered_count > MAX_TILED_SQUARES:
            raise TileError("tile", section.id, f"the tiles up to here cover more than {MAX_TILED_SQUARES:,} squares")
        tiles.append(tile)
    return tiles


def _list_covered_squares(section: Section, tile: Tile | None) -> list[Square]:
    """Return the squares of the map that a section is drawn over, or that its tile covers."""
    if tile is None:
        return section.squares
    return [square for square, _ in tile.list_placed_squares(section.at, section.turn, section.flip)]


def _assign_squares(covered_squares: list[list[Square]]) -> dict[Square, int]:
    """Return the index of the first section that covers each square. The squares are ordered by row.

    `covered_squares` has the squares that each section covers.
    """
    section_index_by_square: dict[Square, int] = {}
    for index, squares in enumerate(covered_squares):
        for square in squares:
            section_index_by_square.setdefault(square, index)
    # pairs of a row and a column need no sort key, which would be called for each square of a large floor
    rows_and_columns = sorted([(y, x) for x, y in section_index_by_square])
    return {(x, y): section_index_by_square[x, y] for y, x in rows_and_columns}


def _build_section(
    section: Section, tile: Tile | None, is_dungeon_enclosed: bool, covered: list[Square], squares: list[Square]
) -> BoardSection:
    """Return a section of the board. What the layout says of it overrides what its tile says.

    The picture of a tile may show a part of it as an end zone. The board lists these squares as `painted_squares`; a
    section drawn by hand has none.

    Args:
        section: The section of the layout.
        tile: Its tile; None if it is drawn by hand.
        is_dungeon_enclosed: Whether sections are walled off where neither section nor tile says so.
        covered: The squares it was drawn over.
        squares: Those of them that belong to it. Where sections overlap, a square belongs to one of them only.
    """
    enclosed = tile.enclosed if section.enclosed is None and tile else section.enclosed
    return BoardSection(
        id=section.id,
        kind=section.kind or (SectionKind(tile.kind) if tile else SectionKind.ROOM),
        team=section.side or (Team(tile.side) if tile and tile.side else None),
        name=section.name or (tile.name if tile else ""),
        enclosed=is_dungeon_enclosed if enclosed is None else enclosed,
        tile=section.tile,
        covered_squares=tuple(covered),
        painted_squares=tile.list_painted_squares(section.at, section.turn, section.flip) if tile else (),
        squares=tuple(squares),
    )


def _find_overlaps(
    section_by_square: dict[Square, BoardSection], sections: Iterable[BoardSection]
) -> tuple[tuple[Square, tuple[str, ...]], ...]:
    """Return the squares that several sections cover, by row, each with the ids of these sections, its own first."""
    other_ids: dict[Square, list[str]] = defaultdict(list)
    for section in sections:
        for square in section.covered_squares:
            if section_by_square[square] is not section:
                other_ids[square].append(section.id)
    return tuple(
        (square, (section_by_square[square].id, *other_ids[square])) for square in sorted(other_ids, key=rank_by_row)
    )


def _find_section_borders(
    section_by_square: dict[Square, BoardSection], sections: Iterable[BoardSection]
) -> Iterator[Edge]:
    """Yield the edges between two sections of which at least one is enclosed. Without doors, these are walls."""
    if not any(section.enclosed for section in sections):
        return
    for (x, y), section in section_by_square.items():
        for neighbour_square, side in (((x + 1, y), Side.EAST), ((x, y + 1), Side.SOUTH)):
            neighbour_section = section_by_square.get(neighbour_square)
            if neighbour_section is None or neighbour_section is section:
                continue
            if section.enclosed or neighbour_section.enclosed:
                yield (x, y), side


def _list_ground_features(layout: Layout, library: TileLibrary) -> Iterator[tuple[TerrainKind | ObstacleKind, Square]]:
    """Yield the kind and the square of all terrain and obstacles that a layout draws, on the floor or off it.

    What is printed on tiles comes first, so that what is drawn by hand replaces it on the same square.
    """
    for section in layout.sections:
        if section.tile:
            tile = library.get(section.tile)
            for square, letter in tile.list_placed_squares(section.at, section.turn, section.flip):
                if letter != FLOOR_LETTER:
                    yield tile.find_meaning(letter), square
    for terrain in layout.terrain:
        yield terrain.kind, terrain.at
    for obstacle in layout.obstacles:
        yield obstacle.kind, obstacle.at


def _keep_edges_between_floor(drawn_lines: Iterable[Wall | EdgeDoor], floor: Container[Square]) -> Iterator[Edge]:
    """Yield the edges of drawn walls or doors that lie between two floor squares.

    A drawn wall or door covers `width` edges in a row; each edge is one square long.
    """
    for line in drawn_lines:
        for square, side in list_edges(line.at, line.side, line.width):
            if square in floor and find_neighbour(square, side) in floor:
                yield square, side


_SINGLE_TRAP_KINDS = frozenset({TrapKind.TRAPDOOR, TrapKind.COUNTER})
"""Kinds of traps that count one by one. Connected pits of one kind count as one trap."""


def group_traps(traps: Iterable[Trap]) -> list[TrapGroup]:
    """Group the traps of a dungeon file as the rules count them, sorted by row of their first squares, then by kind.

    Pits of one kind whose squares share edges count as one trap. Trapdoors and counters count one by one.
    """
    trap_groups: list[TrapGroup] = []
    pits_by_kind: dict[TrapKind, dict[Square, list[Trap]]] = defaultdict(lambda: defaultdict(list))
    for trap in traps:
        if trap.kind in _SINGLE_TRAP_KINDS:
            trap_groups.append(TrapGroup(trap.kind, tuple(trap.squares), (trap,)))
            continue
        for square in trap.squares:
            pits_by_kind[trap.kind][square].append(trap)
    for kind, pits_by_square in pits_by_kind.items():
        for connected_squares in find_connected_groups(pits_by_square):
            pits = [pit for square in connected_squares for pit in pits_by_square[square]]
            # A pit of several squares is listed for each; two equal pits that were drawn twice stay two.
            distinct_pits = {id(pit): pit for pit in pits}
            trap_groups.append(TrapGroup(kind, tuple(connected_squares), tuple(distinct_pits.values())))
    return sorted(trap_groups, key=lambda group: (rank_by_row(group.squares[0]), group.kind))
