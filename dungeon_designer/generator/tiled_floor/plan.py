"""What one floor is to be like: drawn from the genome before the first tile is laid."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from dungeon_designer.generator.genome import Genome
from dungeon_designer.generator.options import Request
from dungeon_designer.generator.tiled_floor.asking import LARGEST, SMALLEST, Asked
from dungeon_designer.generator.tiled_floor.supply import Supply

SLACK = 60
"""So many squares more may be laid to close all ways, of tiles of which there is no end."""


class Plan(Struct, frozen=True, kw_only=True):
    """What is looked for when the next tile is chosen.

    squares   the floor is done once it has so many squares, end zones left out, and may have so many at most
    rooms     how much rather a room is laid than a passage
    direct    how readily rooms are laid beside rooms
    loops     how much a tile is worth that is joined to several others; below 0 it is avoided
    spread    how much a tile is worth that lies far from the middle; below 0 a tile near it
    winding   how readily passages are laid at the ends of passages
    wide      how much a square is worth by which tiles without walls touch along more than they must
    even      whether tiles keep to every second line of the grid, so that more of them meet
    """

    squares: tuple[int, int]
    rooms: float
    direct: float
    loops: float
    spread: float
    winding: float
    wide: float
    even: bool


def plan_of(request: Request, asked: Asked, supply: Supply, zone: int, genome: Genome, dice: Random) -> Plan:
    """A plan after the genome, with some chance; `zone` are the squares of an end zone or entry."""
    return Plan(
        squares=_squares(request, asked, supply, zone, genome, dice),
        rooms=0.05 + 1.9 * genome.openness,
        direct=dice.choice((0.1, 0.4)) + genome.openness * 0.8,
        loops=dice.uniform(-0.6, 0.4) + 2.4 * genome.loops,
        spread=dice.uniform(-0.1, 0.1) + 0.24 * (genome.length - 0.4),
        winding=0.2 + 0.6 * (1 - genome.openness) * dice.random(),
        wide=0.6 * (genome.openness - 0.75),
        even=dice.random() < 0.75,
    )


def _squares(
    request: Request, asked: Asked, supply: Supply, zone: int, genome: Genome, dice: Random
) -> tuple[int, int]:
    """From how many squares on the floor is done, and how many it has at most."""
    zones = request.sides * asked.per_side * zone
    most = supply.squares()
    if supply.use_all:
        return most, most
    if asked.squares:
        least, limit = asked.squares[0] - zones, min(asked.squares[1] - zones, most)
        aim = least + (limit - least) * min(0.8, 0.5 * genome.size + 0.3 * dice.random())
        return round(aim), limit
    limit = min(most, LARGEST)
    least = min(SMALLEST + 30 * (request.sides - 2), limit)
    aim = least + (limit - least) * (0.7 * genome.size + 0.3 * dice.random())
    return round(aim), min(most, LARGEST + SLACK) if supply.endless else most
