"""`end-zones-apart` read a second time: every pair of places, measured one by one."""

from __future__ import annotations

from itertools import combinations

from dungeon_designer.layout.model import SectionKind, Team
from oracle.floor import Floor, Square

Place = frozenset[Square]


def farthest_blocks(floor: Floor, size: tuple[int, int], strict: bool) -> int | None:
    """The longest walking distance between any two blocks of standing squares that share none; None without two."""
    on = floor.walkable() | zone_squares(floor, Team.HOME) | zone_squares(floor, Team.AWAY)
    steps = {start: floor.reached([start], on, strict) for start in on}
    found = [nearest(steps, one, other) for one, other in combinations(blocks(on, size), 2) if not one & other]
    return max((length for length in found if length is not None), default=None)


def zone_squares(floor: Floor, team: Team) -> set[Square]:
    """The squares of a team's end zone as drawn."""
    return {at for at in floor.owner if floor.kind(at) is SectionKind.END_ZONE and floor.side(at) is team}


def blocks(on: set[Square], size: tuple[int, int]) -> list[Place]:
    """Every rectangle of that size, either way round, that lies on the squares."""
    found = []
    for width, height in {size, size[::-1]}:
        for x, y in on:
            place = frozenset((x + dx, y + dy) for dx in range(width) for dy in range(height))
            if place <= on:
                found.append(place)
    return found


def nearest(steps: dict[Square, dict[Square, int]], one: Place, other: Place) -> int | None:
    """The fewest steps from a square of one place to a square of the other; None when no way leads there."""
    found = [steps[a][b] for a in one for b in other if b in steps[a]]
    return min(found, default=None)
