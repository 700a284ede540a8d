"""Enlarge a dungeon so that each square becomes 2 x 2, and passages one square wide become two squares wide.

Nothing here knows Qt. What is one piece on the table stays one: a chest, portal, counter, trapdoor or label lies at
the upper left of its four squares. Terrain, obstacles, and everything on edges grow with their squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, TypeVar

from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import WALL, Board, BoardSection
from dungeon_designer.errors import EditError
from dungeon_designer.grid import MAX_COORDINATE, Side, Square, find_neighbour, list_block_squares
from dungeon_designer.kinds import ObstacleKind, TerrainKind
from dungeon_designer.layout.model import (
    EdgeDoor,
    EdgeRun,
    Layout,
    Machine,
    Obstacle,
    RollingBall,
    Section,
    SquareDoor,
    Terrain,
    Trap,
    TrapKind,
    Waiver,
    normalise_layout,
)
from dungeon_designer.layout.transforms import is_on_grid
from dungeon_designer.layout_edits.floor import draw_section
from dungeon_designer.pictures.picture_model import DungeonPicture
from dungeon_designer.text.letter_grid import FLOOR_LETTER
from dungeon_designer.tiles.tile import TileLibrary

_Run = TypeVar("_Run", bound=EdgeRun)

_FIXED_SIZE_TRAPS = frozenset({TrapKind.TRAPDOOR, TrapKind.COUNTER})
"""The traps that are one piece on the table, so that they keep their size."""


def double_squares(layout: Layout, library: TileLibrary) -> Layout:
    """Return the layout with each square made 2 x 2, in canonical form. Takes O(N log N) in the number of squares.

    Every legal step stays legal between the squares that its two ends become. Placed tiles become drawn sections,
    since no tile is twice as large. A square door becomes an edge door two squares wide.

    Raises:
        EditError: something would lie beyond the last coordinate.
        TileError: a section is a tile that no set holds.

    >>> from dungeon_designer.layout.model import Section
    >>> hall = double_squares(Layout(sections=(Section(id="A", rows=("..",)),), chests=((1, 0),)), TileLibrary())
    >>> hall.sections[0].rows, hall.chests
    (('....', '....'), ((2, 0),))
    """
    layout = normalise_layout(layout)
    board = build_board(layout, library)
    doors = (*map(_double_run, layout.doors), *(_make_edge_door(door, board) for door in layout.square_doors))
    doubled = replace(
        layout,
        sections=tuple(map(_double_section, layout.sections, board.sections)),
        walls=tuple(map(_double_run, layout.walls)),
        doors=doors,
        square_doors=(),
        terrain=_double_terrain(board, layout.terrain, Terrain, TerrainKind),
        obstacles=_double_terrain(board, layout.obstacles, Obstacle, ObstacleKind),
        chests=tuple(map(_double_square, layout.chests)),
        portals=tuple(replace(portal, at=_double_square(portal.at)) for portal in layout.portals),
        traps=tuple(map(_double_trap, layout.traps)),
        leap_edges=tuple(map(_double_run, layout.leap_edges)),
        machines=tuple(map(_double_machine, layout.machines)),
        labels=tuple(replace(label, at=_double_square(label.at)) for label in layout.labels),
        waivers=tuple(map(_double_waiver, layout.waivers)),
        picture=layout.picture and _double_picture(layout.picture),
    )
    _check_grid(doubled)
    return normalise_layout(doubled)


def list_four_squares(square: Square) -> list[Square]:
    """Return the four squares that a square becomes, the upper left one first.

    >>> list_four_squares((1, 0))
    [(2, 0), (3, 0), (2, 1), (3, 1)]
    """
    return list_block_squares(_double_square(square), (2, 2))


def _double_picture(picture: DungeonPicture) -> DungeonPicture:
    """Return the picture of a dungeon, twice as wide and high."""
    (x, y), (width, height) = picture.at, picture.size
    return replace(picture, at=(2 * x, 2 * y), size=(2 * width, 2 * height))


def _double_square(square: Square) -> Square:
    """Return the upper left of the four squares that a square becomes."""
    return 2 * square[0], 2 * square[1]


def _double_section(section: Section, board_section: BoardSection) -> Section:
    """Return a section with each of its squares made 2 x 2.

    A placed tile becomes a drawn section with the kind, team, name and border that the tile has on the board.
    """
    if not section.tile:
        wide_rows = ["".join(2 * letter for letter in row) for row in section.rows]
        rows = tuple(row for row in wide_rows for _ in range(2))
        return replace(section, at=_double_square(section.at), rows=rows)
    empty_section = Section(
        id=section.id,
        kind=board_section.kind,
        side=board_section.team,
        name=board_section.name,
        enclosed=board_section.enclosed,
    )
    squares = {square for old_square in board_section.covered_squares for square in list_four_squares(old_square)}
    return draw_section(empty_section, squares)


def _double_terrain(
    board: Board, drawn_entries: Sequence[Any], entry_type: type[Any], kind_type: type[StrEnum]
) -> tuple[Any, ...]:
    """Return all terrain, or all obstacles, of a dungeon with each of its squares made 2 x 2.

    Terrain printed on tiles is included, except where drawn terrain lies over it; so are obstacles.

    Args:
        board: the board of the layout.
        drawn_entries: the layout's terrain or obstacles.
        entry_type: the type of the new entries, `Terrain` or `Obstacle`.
        kind_type: the kinds of printed squares to include, `TerrainKind` or `ObstacleKind`.
    """
    drawn_squares = {drawn_entry.at for drawn_entry in drawn_entries}
    printed_entries: dict[Square, Any] = {}
    for section in board.layout.sections:
        if not section.tile:
            continue
        tile = board.library.get(section.tile)
        for square, letter in tile.list_placed_squares(section.at, section.turn, section.flip):
            if letter == FLOOR_LETTER or square in drawn_squares:
                continue
            kind = tile.find_meaning(letter)
            if isinstance(kind, kind_type):
                # where tiles overlap, what the last of them prints counts, as in `build_board`
                printed_entries[square] = entry_type(kind=kind, at=square)
    return tuple(
        replace(entry, at=new_square)
        for entry in (*printed_entries.values(), *drawn_entries)
        for new_square in list_four_squares(entry.at)
    )


def _double_run(run: _Run) -> _Run:
    """Return a wall, door or leap edge twice as wide, on the same side of the enlarged squares.

    A leap edge is an edge of a square where players may leap over a hazard such as a chasm.
    """
    x, y = _double_square(run.at)
    if run.side is Side.EAST:  # the east side of the enlarged square is that of its right half
        x += 1
    if run.side is Side.SOUTH:
        y += 1
    return replace(run, at=(x, y), width=2 * run.width)


def _double_trap(trap: Trap) -> Trap:
    """Return a trap at its square in the enlarged dungeon.

    A pit becomes twice as wide and high. A trapdoor or counter is one piece on the table and keeps its size.
    """
    width, height = trap.size
    size = trap.size if trap.kind in _FIXED_SIZE_TRAPS else (2 * width, 2 * height)
    return replace(trap, at=_double_square(trap.at), size=size)


def _double_machine(machine: Machine) -> Machine:
    """Return a rolling ball twice as large on a track twice as long.

    A rotating room is returned unchanged, since it only names sections, which are enlarged themselves.
    """
    if not isinstance(machine, RollingBall):
        return machine
    width, height = machine.size
    return replace(machine, at=_double_square(machine.at), size=(2 * width, 2 * height), length=2 * machine.length)


def _double_waiver(waiver: Waiver) -> Waiver:
    """Return a waiver (a rule that need not hold at some squares) for the enlarged squares."""
    squares = tuple(square for old_square in waiver.squares for square in list_four_squares(old_square))
    return replace(waiver, squares=squares)


def _make_edge_door(door: SquareDoor, board: Board) -> EdgeDoor:
    """Return the edge door, two squares wide, that replaces a square door.

    Where the square joins another section, the door stands on the edge between them, else in the middle of the four
    squares. It never stands on an edge with a wall, since a door would open the wall.
    """
    sides = _find_passable_sides(door.at, board)
    door_section = board.find_section(door.at)
    for side in sides:
        neighbour_section = board.find_section(find_neighbour(door.at, side))
        joins_another = neighbour_section is not None and neighbour_section is not door_section
        if joins_another and board.get_edge_state(door.at, side) != WALL:
            return _double_run(EdgeDoor(at=door.at, side=side))
    middle_side = Side.EAST if Side.WEST in sides else Side.SOUTH
    return EdgeDoor(at=_double_square(door.at), side=middle_side, width=2)


def _find_passable_sides(square: Square, board: Board) -> tuple[Side, Side]:
    """Return the two opposite sides through which players pass a square door: (west, east) or (north, south).

    The pair with fewer walls and square doors at its ends is chosen; (west, east) if both are equal.
    """

    def count_open(sides: tuple[Side, Side]) -> int:
        """Return how many of the two sides have no wall on them and no square door beyond them."""
        return sum(
            board.get_edge_state(square, side) != WALL and find_neighbour(square, side) not in board.door_squares
            for side in sides
        )

    return max((Side.WEST, Side.EAST), (Side.NORTH, Side.SOUTH), key=count_open)


def _check_grid(layout: Layout) -> None:
    """Raise an EditError if something in an enlarged layout lies beyond the last coordinate.

    The track of a rolling ball may leave the grid, but a file can hold no longer track than the grid is wide.
    """
    track_lengths = [ball.length for ball in layout.machines if isinstance(ball, RollingBall)]
    section_coordinates = [max(section.at) for section in layout.sections]  # an empty section has a corner, too
    if (
        not is_on_grid(layout, {})
        or max(section_coordinates, default=0) > MAX_COORDINATE
        or max(track_lengths, default=0) > MAX_COORDINATE + 1
    ):
        raise EditError(f"twice as large, it would leave the grid: coordinates go up to {MAX_COORDINATE}")
