"""Generate dungeons of rooms and corridors of any size, always the same for the same size and seed.

Benchmarks and tests use these dungeons.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from dungeon_designer.grid import Square
from dungeon_designer.kinds import ObstacleKind, SectionKind, Team, TerrainKind
from dungeon_designer.layout.model import Layout, Obstacle, Portal, Section, Terrain, Trap, TrapKind, normalise_layout

ROOM_SIZE = 8
"""The length of each edge of a room, in squares."""
CORRIDOR_LENGTH = 4
"""The number of squares between two rooms."""
ROOM_DISTANCE = ROOM_SIZE + CORRIDOR_LENGTH
"""The distance between the corners of two neighbouring rooms, in squares."""
SQUARES_PER_ROOM = ROOM_SIZE * ROOM_SIZE + 2 * 2 * CORRIDOR_LENGTH
"""The number of squares of a room with its two corridors."""
MAX_OBJECTS = 6
"""The number of chests, and of portals."""


def build_dungeon(squares: int, seed: int = 1) -> Layout:
    """Return a lattice of rooms of 8x8 and corridors two squares wide; some rooms have obstacles, pits or water.

    Args:
        squares: the approximate number of squares.
        seed: the seed of the dice that choose the rooms for objects and terrain.
    """
    rooms = max(2, round(squares / SQUARES_PER_ROOM))
    columns = max(2, round(rooms**0.5))
    corners = [(ROOM_DISTANCE * (index % columns), ROOM_DISTANCE * (index // columns)) for index in range(rooms)]
    dice = random.Random(seed)  # noqa: S311 - the same dungeon every time
    chosen_corners = (
        dice.sample(corners, min(len(corners), 2 * MAX_OBJECTS))
        if len(corners) >= 2 * MAX_OBJECTS
        else corners * MAX_OBJECTS
    )
    chests = [
        _find_room_square(square, 1 + (i + i // len(corners)) % 2)
        for i, square in enumerate(chosen_corners[:MAX_OBJECTS])
    ]
    portals = [
        _find_room_square(square, 3 + (i + i // len(corners)) % 3)
        for i, square in enumerate(chosen_corners[MAX_OBJECTS : 2 * MAX_OBJECTS])
    ]
    return normalise_layout(
        Layout(
            name=f"{squares} squares",
            sections=tuple(_build_sections(corners)),
            obstacles=tuple(_build_statue(square) for square in corners if dice.random() < 0.2),
            terrain=tuple(t for square in corners if dice.random() < 0.1 for t in _build_pool(square)),
            traps=tuple(
                Trap(kind=TrapKind.OPEN_PIT, at=_find_room_square(square, 8))
                for square in corners
                if dice.random() < 0.2
            ),
            chests=tuple(chests),
            portals=tuple(Portal(number=number, at=square) for number, square in enumerate(portals, start=1)),
        )
    )


def _find_room_square(corner: Square, index: int) -> Square:
    """Return a square in a room, away from the paths through its middle; each index from 0 to 8 gives another square.

    Args:
        corner: the upper left corner of the room.
        index: the number of the square.
    """
    return corner[0] + 1 + 2 * (index % 3), corner[1] + (1, 5, 6)[index // 3]


def _build_statue(corner: Square) -> Obstacle:
    return Obstacle(kind=ObstacleKind.STATUE, at=_find_room_square(corner, 7))


def _build_pool(corner: Square) -> list[Terrain]:
    """Return four squares of water in a room."""
    return [Terrain(kind=TerrainKind.WATER, at=(corner[0] + x, corner[1] + y)) for x in (6, 7) for y in (6, 7)]


def _build_sections(corners: list[Square]) -> Iterator[Section]:
    """Yield the rooms, each with its corridors to the east and south; the first and the last have an end zone."""
    corner_set = set(corners)
    for number, (x, y) in enumerate(corners):
        first, last = number == 0, number == len(corners) - 1
        rows = ["." * ROOM_SIZE] * ROOM_SIZE
        if first or last:
            yield _build_end_zone((x, y), Team.HOME if first else Team.AWAY)
            rows = [f"##{row[2:]}" for row in rows[:4]] + rows[4:]
        yield Section(id=f"room {number}", kind=SectionKind.ROOM, at=(x, y), rows=tuple(rows))
        if (x + ROOM_DISTANCE, y) in corner_set:
            yield Section(
                id=f"east {number}",
                kind=SectionKind.CORRIDOR,
                at=(x + ROOM_SIZE, y + 3),
                rows=("." * CORRIDOR_LENGTH,) * 2,
            )
        if (x, y + ROOM_DISTANCE) in corner_set:
            yield Section(
                id=f"south {number}",
                kind=SectionKind.CORRIDOR,
                at=(x + 3, y + ROOM_SIZE),
                rows=("..",) * CORRIDOR_LENGTH,
            )


def _build_end_zone(corner: Square, team: Team) -> Section:
    return Section(id=f"{team} end zone", kind=SectionKind.END_ZONE, side=team, at=corner, rows=("..",) * 4)
