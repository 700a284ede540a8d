"""Outlines of squares: rings around areas, straight runs of edges, walls as lines along the grid.

Rings are traced along the grid itself, so they are exact and need no geometry library: O(N log N) in the
number of squares.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import count

from dungeon_designer.board.model import Board
from dungeon_designer.grid import SIDES, Side, Square, edge, neighbour

Corner = tuple[int, int]
"""A corner of the grid: (x, y) is the upper left corner of square (x, y)."""

Run = tuple[Corner, Corner]
"""A straight line along the grid, from its left or upper end."""

_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""The four ways a step may go: right, down, left, up."""


def rings(squares: Collection[Square]) -> list[list[Corner]]:
    """The closed outlines of some squares: clockwise around areas, counter-clockwise around holes.

    Only corners where the outline turns are kept. Areas that touch at a corner alone stay apart.

    >>> rings({(0, 0), (1, 0)})
    [[(0, 0), (2, 0), (2, 1), (0, 1)]]
    """
    borders = _borders(squares)
    left = set(borders)
    return [_walk(border, left) for border in borders if border in left and _turns_here(border, left)]


def _borders(squares: Collection[Square]) -> list[tuple[Corner, int]]:
    """Each step of the outlines, the area on its right hand: the corner it starts from, and which way it goes."""
    covered = squares if isinstance(squares, (set, frozenset, dict)) else set(squares)
    found = []
    rows = sorted([(y, x) for x, y in covered])
    for y, x in rows:
        if (x, y - 1) not in covered:
            found.append(((x, y), 0))
        if (x + 1, y) not in covered:
            found.append(((x + 1, y), 1))
        if (x, y + 1) not in covered:
            found.append(((x + 1, y + 1), 2))
        if (x - 1, y) not in covered:
            found.append(((x, y + 1), 3))
    return found


def _turns_here(border: tuple[Corner, int], left: set[tuple[Corner, int]]) -> bool:
    """Whether no step leads straight into this one, so that a ring may start at its corner."""
    (x, y), way = border
    dx, dy = _STEPS[way]
    return ((x - dx, y - dy), way) not in left


def _walk(start: tuple[Corner, int], left: set[tuple[Corner, int]]) -> list[Corner]:
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
    left, found = set(edges), []
    for line, start in sorted(left):
        if (line, start - 1) not in left:
            end = next(at for at in count(start) if (line, at) not in left)
            found.append((line, start, end))
    return found


def unit_walls(board: Board, solid: Collection[Square] = ()) -> tuple[set[Corner], set[Corner]]:
    """The walls of one square's length, rock's and those around `solid` squares among them.

    Level ones by their left end, upright ones by their upper end.
    """
    level: set[Corner] = set()
    upright: set[Corner] = set()
    for square in board.owner:
        for side in SIDES:
            border = edge(square, side)
            if square in solid or border in board.walls or neighbour(square, side) not in board.owner:
                (x, y), facing = border
                if facing is Side.EAST:
                    upright.add((x + 1, y))
                else:
                    level.add((x, y + 1))
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
    parts = shapely.get_parts(merged)
    found = [[(round(x), round(y)) for x, y in shapely.get_coordinates(part).tolist()] for part in parts]
    return sorted(_forwards(chain) for chain in found if chain)


def _forwards(chain: list[Corner]) -> list[Corner]:
    """A chain from the lesser of its ends; a closed one from its least corner, the lesser way round."""
    if chain[0] != chain[-1]:
        return min(chain, chain[::-1])
    ring = chain[:-1]
    start = ring.index(min(ring))
    round_ = ring[start:] + ring[:start]
    return min([*round_, round_[0]], [round_[0], *round_[:0:-1], round_[0]])
