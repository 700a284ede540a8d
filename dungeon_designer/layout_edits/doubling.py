"""A dungeon with each square made 2 x 2, so that passages one square wide become two wide. No Qt here.

What is one piece on the table stays one: a chest, a portal, a counter, a trapdoor and a label lie at the upper left of
the four squares. What is ground, or stands on borders, grows with its squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, TypeVar

from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.board.model import WALL, Board, BoardSection
from dungeon_designer.errors import EditError
from dungeon_designer.grid import LIMIT, Side, Square, block, neighbour
from dungeon_designer.kinds import ObstacleKind, TerrainKind
from dungeon_designer.layout.edits import on_grid
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
    normalised,
)
from dungeon_designer.layout_edits.floor import drawn
from dungeon_designer.text.rows import FLOOR
from dungeon_designer.tiles.model import TileLibrary

_Run = TypeVar("_Run", bound=EdgeRun)

_PIECES = frozenset({TrapKind.TRAPDOOR, TrapKind.COUNTER})
"""The traps that are one piece, as large as they were."""


def double_squares(layout: Layout, library: TileLibrary) -> Layout:
    """Return the layout with each square 2 x 2, in normal form. O(N log N) in its squares.

    Every step that was legal is so still between the squares made of its ends. Placed tiles become drawn sections,
    since no tile is twice as large. A square door becomes an edge door two wide.

    Raises:
        EditError: something would lie beyond the last coordinate
        TileError: a section is a tile that no set holds

    >>> from dungeon_designer.layout.model import Section
    >>> hall = double_squares(Layout(sections=(Section(id="A", rows=("..",)),), chests=((1, 0),)), TileLibrary())
    >>> hall.sections[0].rows, hall.chests
    (('....', '....'), ((2, 0),))
    """
    layout = normalised(layout)
    board = build(layout, library)
    doors = (*map(_double_run, layout.doors), *(_make_edge_door(door, board) for door in layout.square_doors))
    doubled = replace(
        layout,
        sections=tuple(map(_double_section, layout.sections, board.sections)),
        walls=tuple(map(_double_run, layout.walls)),
        doors=doors,
        square_doors=(),
        terrain=_double_ground(board, layout.terrain, Terrain, TerrainKind),
        obstacles=_double_ground(board, layout.obstacles, Obstacle, ObstacleKind),
        chests=tuple(map(_corner, layout.chests)),
        portals=tuple(replace(portal, at=_corner(portal.at)) for portal in layout.portals),
        traps=tuple(map(_double_trap, layout.traps)),
        leap_edges=tuple(map(_double_run, layout.leap_edges)),
        machines=tuple(map(_double_machine, layout.machines)),
        labels=tuple(replace(label, at=_corner(label.at)) for label in layout.labels),
        waivers=tuple(map(_double_waiver, layout.waivers)),
    )
    _check_grid(doubled)
    return normalised(doubled)


def four_of(square: Square) -> list[Square]:
    """Return the four squares that are made of one, the upper left one first.

    >>> four_of((1, 0))
    [(2, 0), (3, 0), (2, 1), (3, 1)]
    """
    return block(_corner(square), (2, 2))


def _corner(square: Square) -> Square:
    return 2 * square[0], 2 * square[1]


def _double_section(section: Section, on_board: BoardSection) -> Section:
    """Return a section on four squares for each of its own; a tile's kind, side, name and walls are said then."""
    if not section.tile:
        rows = tuple("".join(2 * letter for letter in row) for row in section.rows for _ in range(2))
        return replace(section, at=_corner(section.at), rows=rows)
    plain = Section(
        id=section.id,
        kind=on_board.kind,
        side=on_board.side,
        name=on_board.name,
        enclosed=on_board.enclosed,
    )
    return drawn(plain, {square for own in on_board.covers for square in four_of(own)})


def _double_ground(
    board: Board, drawn_by_hand: Sequence[Any], part: type[Any], kinds: type[StrEnum]
) -> tuple[Any, ...]:
    """Return terrain or obstacles on four squares for each, and those printed on tiles where none lie over them."""
    covered, printed = {each.at for each in drawn_by_hand}, dict[Square, Any]()
    for section in board.layout.sections:
        if section.tile:
            tile = board.library.get(section.tile)
            for square, letter in tile.placed(section.at, section.turn, section.flip):
                if letter != FLOOR and isinstance(kind := tile.meaning(letter), kinds) and square not in covered:
                    printed[square] = part(kind=kind, at=square)
    return tuple(replace(own, at=at) for own in (*printed.values(), *drawn_by_hand) for at in four_of(own.at))


def _double_run(run: _Run) -> _Run:
    """Return something on borders at the same side of the squares made of its own, twice as wide."""
    x, y = _corner(run.at)
    return replace(run, at=(x + (run.side is Side.EAST), y + (run.side is Side.SOUTH)), width=2 * run.width)


def _double_trap(trap: Trap) -> Trap:
    """Return a pit twice as wide and high, or a trapdoor or counter as large as it was."""
    width, height = trap.size
    return replace(trap, at=_corner(trap.at), size=trap.size if trap.kind in _PIECES else (2 * width, 2 * height))


def _double_machine(machine: Machine) -> Machine:
    """Return a ball twice as large, on a track twice as long; a turning room is as large as its sections."""
    if not isinstance(machine, RollingBall):
        return machine
    width, height = machine.size
    return replace(machine, at=_corner(machine.at), size=(2 * width, 2 * height), length=2 * machine.length)


def _double_waiver(waiver: Waiver) -> Waiver:
    return replace(waiver, squares=tuple(square for own in waiver.squares for square in four_of(own)))


def _make_edge_door(door: SquareDoor, board: Board) -> EdgeDoor:
    """Return the door two wide that stands across the way through a square door.

    Where the square joins another section it stands on that border, else in the middle of the four squares. It never
    stands on a border that is a wall, since a door would open it.
    """
    sides = _sides_to_pass(door.at, board)
    own = board.section_at(door.at)
    for side in sides:
        other = board.section_at(neighbour(door.at, side))
        if other is not None and other is not own and board.edge_state(door.at, side) != WALL:
            return _double_run(EdgeDoor(at=door.at, side=side))
    return EdgeDoor(at=_corner(door.at), side=Side.EAST if Side.WEST in sides else Side.SOUTH, width=2)


def _sides_to_pass(square: Square, board: Board) -> tuple[Side, Side]:
    """Return the opposite sides of a square by which more can be passed: no wall and no other door is there."""

    def count_open(sides: tuple[Side, Side]) -> int:
        return sum(
            board.edge_state(square, side) != WALL and neighbour(square, side) not in board.door_squares
            for side in sides
        )

    return max((Side.WEST, Side.EAST), (Side.NORTH, Side.SOUTH), key=count_open)


def _check_grid(layout: Layout) -> None:
    """An EditError where something lies, or a ball rolls, beyond the last coordinate."""
    lengths = [max(each.length, *each.size) for each in layout.machines if isinstance(each, RollingBall)]
    corners = [max(section.at) for section in layout.sections]  # an empty one has a corner, too
    if not on_grid(layout, {}) or max(corners, default=0) > LIMIT or max(lengths, default=0) > LIMIT + 1:
        raise EditError(f"twice as large, it would leave the grid: coordinates go up to {LIMIT}")
