"""Outlines of squares: rings around areas, straight runs of edges, walls as lines along the grid.

Rings are traced along the grid itself, so they are exact and need no geometry library: O(N log N) in the
number of squares.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from dungeon_designer.board.model import Board
from dungeon_designer.grid import Side, Square

Corner = tuple[int, int]
"""A corner of the grid: (x, y) is the upper left corner of square (x, y)."""

Run = tuple[Corner, Corner]
"""A straight line along the grid, from its left or upper end."""

Border = tuple[Corner, int]
"""A step of an outline, the area on its right hand: the corner it starts from, and which way it goes."""

_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""The four ways a step may go: right, down, left, up."""


def rings(squares: Collection[Square]) -> list[list[Corner]]:
    """The closed outlines of some squares: clockwise around areas, counter-clockwise around holes.

    Only corners where the outline turns are kept. Areas that touch at a corner alone stay apart.

    >>> rings({(0, 0), (1, 0)})
    [[(0, 0), (2, 0), (2, 1), (0, 1)]]
    """
    covered = squares if isinstance(squares, (set, frozenset, dict)) else set(squares)
    found = [(y, x, 0) for x, y in covered if (x, y - 1) not in covered]
    found += [(y, x, 1) for x, y in covered if (x + 1, y) not in covered]
    found += [(y, x, 2) for x, y in covered if (x, y + 1) not in covered]
    found += [(y, x, 3) for x, y in covered if (x - 1, y) not in covered]
    borders = [((x + (way in (1, 2)), y + (way > 1)), way) for y, x, way in sorted(found)]
    left, traced = set(borders), []
    for (x, y), way in borders:
        dx, dy = _STEPS[way]
        if ((x, y), way) in left and ((x - dx, y - dy), way) not in left:  # no step leads straight into this one
            traced.append(_walk(((x, y), way), left))
    return traced


def _walk(start: Border, left: set[Border]) -> list[Corner]:
    """Follow one ring, taking its steps out of `left`; where two rings meet, keep to the right."""
    ring, (corner, way) = [start[0]], start
    while True:
        left.discard((corner, way))
        corner = corner[0] + _STEPS[way][0], corner[1] + _STEPS[way][1]
        for turn in (1, 0, -1):
            ahead = (corner, (way + turn) % 4)
            if ahead == start:
                return ring
            if ahead in left:
                break
        if turn:
            ring.append(corner)
        way = ahead[1]


def enclosed(ring: Sequence[Corner]) -> float:
    """The squares within a ring; negative for one that runs around a hole.

    >>> enclosed([(0, 0), (2, 0), (2, 1), (0, 1)])
    2.0
    """
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True)) / 2


def runs(level: Iterable[Corner], upright: Iterable[Corner]) -> list[Run]:
    """Straight runs of unit edges: `level` ones go right from their corner, `upright` ones down.

    Edges that follow each other on one line are one run; an edge named twice counts once.

    >>> runs([(0, 0), (1, 0)], [(2, 0)])
    [((0, 0), (2, 0)), ((2, 0), (2, 1))]
    """
    across = [((x0, y), (x1, y)) for y, x0, x1 in _merged((y, x) for x, y in level)]
    return across + [((x, y0), (x, y1)) for x, y0, y1 in _merged(upright)]


def _merged(edges: Iterable[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """(line, start) pairs as (line, start, end), neighbours joined, sorted."""
    left = set(edges)
    starts = sorted([each for each in left if (each[0], each[1] - 1) not in left])
    ends = sorted([(line, start + 1) for line, start in left if (line, start + 1) not in left])
    return [(line, start, end) for (line, start), (_, end) in zip(starts, ends, strict=True)]


def unit_walls(board: Board, solid: Collection[Square] = ()) -> tuple[set[Corner], set[Corner]]:
    """The walls of one square's length, rock's and those around `solid` squares among them.

    Level ones by their left end, upright ones by their upper end.
    """
    owner, shut = board.owner, [square for square in solid if square in board.owner]
    level = {at for at in owner if (at[0], at[1] - 1) not in owner}
    level |= {(x, y + 1) for x, y in owner if (x, y + 1) not in owner}
    upright = {at for at in owner if (at[0] - 1, at[1]) not in owner}
    upright |= {(x + 1, y) for x, y in owner if (x + 1, y) not in owner}
    level.update(corner for x, y in shut for corner in ((x, y), (x, y + 1)))
    upright.update(corner for x, y in shut for corner in ((x, y), (x + 1, y)))
    level.update((x, y + 1) for (x, y), side in board.walls if side is Side.SOUTH)
    upright.update((x + 1, y) for (x, y), side in board.walls if side is Side.EAST)
    return level, upright


def chains(runs: Iterable[Run]) -> list[list[Corner]]:
    """Runs joined wherever exactly two of them end; a chain that closes names its first corner again at its end.

    Where one run meets another in its middle, or three or more end, chains end. Sorted, so that the same walls give
    the same chains (shapely's `line_merge`, of the GEOS library).

    >>> chains([((0, 0), (2, 0)), ((2, 0), (2, 1))])
    [[(0, 0), (2, 0), (2, 1)]]
    """
    import shapely

    merged = shapely.line_merge(shapely.MultiLineString([list(run) for run in sorted(runs)]))
    found = []
    for part in shapely.get_parts(merged):
        chain = [(round(x), round(y)) for x, y in shapely.get_coordinates(part).tolist()]
        if chain and chain[0] == chain[-1]:  # from its least corner
            start = chain.index(min(chain))
            chain = [*chain[start:-1], *chain[: start + 1]]
        if chain:
            found.append(min(chain, chain[::-1]))
    return sorted(found)
