"""Dungeons of rooms and corridors of any size, the same for the same size and seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from dungeon_designer.grid import Square
from dungeon_designer.kinds import ObstacleKind, SectionKind, Team, TerrainKind
from dungeon_designer.layout.model import Layout, Obstacle, Portal, Section, Terrain, Trap, TrapKind, normalised

ROOM = 8
"""Squares along a room's side."""
GAP = 4
"""Squares between two rooms: the length of a corridor."""
PITCH = ROOM + GAP
AREA = ROOM * ROOM + 2 * 2 * GAP
"""Squares of a room with its two corridors."""
ITEMS = 6


def dungeon(squares: int, seed: int = 1) -> Layout:
    """A lattice of about so many squares: rooms of 8x8, corridors two wide, obstacles, pits and water in some rooms."""
    rooms = max(2, round(squares / AREA))
    columns = max(2, round(rooms**0.5))
    places = [(PITCH * (index % columns), PITCH * (index // columns)) for index in range(rooms)]
    dice = random.Random(seed)  # noqa: S311 - the same dungeon every time
    chosen = dice.sample(places, min(len(places), 2 * ITEMS)) if len(places) >= 2 * ITEMS else places * ITEMS
    chests = [_inside(at, 1 + (i + i // len(places)) % 2) for i, at in enumerate(chosen[:ITEMS])]
    portals = [_inside(at, 3 + (i + i // len(places)) % 3) for i, at in enumerate(chosen[ITEMS : 2 * ITEMS])]
    return normalised(
        Layout(
            name=f"{squares} squares",
            sections=tuple(_sections(places)),
            obstacles=tuple(_statue(at) for at in places if dice.random() < 0.2),
            terrain=tuple(t for at in places if dice.random() < 0.1 for t in _pool(at)),
            traps=tuple(Trap(kind=TrapKind.OPEN_PIT, at=_inside(at, 8)) for at in places if dice.random() < 0.2),
            chests=tuple(chests),
            portals=tuple(Portal(number=number, at=at) for number, at in enumerate(portals, start=1)),
        )
    )


def _inside(at: Square, index: int) -> Square:
    """A square inside a room, off the ways through its middle; another for each index below 9."""
    return at[0] + 1 + 2 * (index % 3), at[1] + (1, 5, 6)[index // 3]


def _statue(at: Square) -> Obstacle:
    return Obstacle(kind=ObstacleKind.STATUE, at=_inside(at, 7))


def _pool(at: Square) -> list[Terrain]:
    """Four squares of water."""
    return [Terrain(kind=TerrainKind.WATER, at=(at[0] + x, at[1] + y)) for x in (6, 7) for y in (6, 7)]


def _sections(places: list[Square]) -> Iterator[Section]:
    """The rooms, each with its corridors east and south; an end zone in the first and the last."""
    taken = set(places)
    for number, (x, y) in enumerate(places):
        first, last = number == 0, number == len(places) - 1
        rows = ["." * ROOM] * ROOM
        if first or last:
            yield _end_zone((x, y), Team.HOME if first else Team.AWAY)
            rows = [f"##{row[2:]}" for row in rows[:4]] + rows[4:]
        yield Section(id=f"room {number}", kind=SectionKind.ROOM, at=(x, y), rows=tuple(rows))
        if (x + PITCH, y) in taken:
            yield Section(id=f"east {number}", kind=SectionKind.CORRIDOR, at=(x + ROOM, y + 3), rows=("." * GAP,) * 2)
        if (x, y + PITCH) in taken:
            yield Section(id=f"south {number}", kind=SectionKind.CORRIDOR, at=(x + 3, y + ROOM), rows=("..",) * GAP)


def _end_zone(at: Square, side: Team) -> Section:
    return Section(id=f"{side} end zone", kind=SectionKind.END_ZONE, side=side, at=at, rows=("..",) * 4)
