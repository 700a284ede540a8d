"""Trace outlines of squares: rings around areas, straight runs of edges, walls as lines along the grid.

Rings are traced along the grid itself, so they are exact and need no geometry library: O(N log N) in the number of
squares.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from dungeon_designer.board.model import Board
from dungeon_designer.grid import Side, Square
from dungeon_designer.installation import require_installation

Corner = tuple[int, int]
"""A corner of the grid: (x, y) is the upper left corner of square (x, y)."""

GridLine = tuple[Corner, Corner]
"""A straight line along the grid, from its left or upper end."""

OutlineStep = tuple[Corner, int]
"""One step of an outline, the area on its right: the corner where it starts, and its direction as in `_STEPS`."""

_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""The four directions of a step: right, down, left, up."""


def trace_rings(squares: Collection[Square]) -> list[list[Corner]]:
    """Return the closed outlines of a group of squares, each as a list of the grid corners where it turns.

    An outline runs clockwise around a connected part and counter-clockwise around a hole. Corner (x, y) is the upper
    left corner of square (x, y). Areas that touch only at a corner stay separate.

    >>> trace_rings({(0, 0), (1, 0)})
    [[(0, 0), (2, 0), (2, 1), (0, 1)]]
    """
    outline_steps = _list_outline_steps(squares)
    untraced, rings = set(outline_steps), []
    for (x, y), direction in outline_steps:
        dx, dy = _STEPS[direction]
        # A ring must begin at a corner where it turns. A step that goes on straight from another is met on the way.
        goes_on_straight = ((x - dx, y - dy), direction) in untraced
        if ((x, y), direction) in untraced and not goes_on_straight:
            rings.append(_trace_ring(((x, y), direction), untraced))
    return rings


def _list_outline_steps(squares: Collection[Square]) -> list[OutlineStep]:
    """Return the sides of squares beside which no square of the group lies, as steps along the outlines.

    Each is a step one square long, with the group on its right: the corner where it starts, and the index of its
    direction in `_STEPS`. They are sorted by the squares' rows and columns, and for one square by direction. A lone
    square (0, 0) has four: right from corner (0, 0), down from (1, 0), left from (1, 1) and up from (0, 1).
    """
    covered = squares if isinstance(squares, (set, frozenset, dict)) else set(squares)
    right, down, left, up = range(4)  # the indices of the directions in _STEPS
    outline_steps: list[OutlineStep] = []
    for y, x in sorted([(y, x) for x, y in covered]):
        if (x, y - 1) not in covered:
            outline_steps.append(((x, y), right))
        if (x + 1, y) not in covered:
            outline_steps.append(((x + 1, y), down))
        if (x, y + 1) not in covered:
            outline_steps.append(((x + 1, y + 1), left))
        if (x - 1, y) not in covered:
            outline_steps.append(((x, y + 1), up))
    return outline_steps


def _trace_ring(start: OutlineStep, untraced: set[OutlineStep]) -> list[Corner]:
    """Follow one outline from its first step to its end, and return the corners where it turns.

    The steps that are followed are removed from `untraced`. Where two outlines meet at a corner, the ring turns right,
    so that squares which touch only at that corner stay separate.

    Args:
        start: The first step: its corner, and the index of its direction in `_STEPS`.
        untraced: The steps of all outlines that are not yet followed.
    """
    corner, direction = start
    ring = [corner]
    while True:
        untraced.discard((corner, direction))
        dx, dy = _STEPS[direction]
        corner = corner[0] + dx, corner[1] + dy
        # To the right, straight on, to the left: one of the three goes on, since outlines are closed.
        for turn in (1, 0, -1):
            next_direction = (direction + turn) % len(_STEPS)
            if (corner, next_direction) == start:
                return ring
            if (corner, next_direction) in untraced:
                break
        if next_direction != direction:
            ring.append(corner)
        direction = next_direction


def measure_signed_area(ring: Sequence[Corner]) -> float:
    """Return the area that an outline encloses, in squares; negative if it runs counter-clockwise, around a hole.

    >>> measure_signed_area([(0, 0), (2, 0), (2, 1), (0, 1)])
    2.0
    """
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(ring, (*ring[1:], ring[0]), strict=True)) / 2


def join_edges(horizontal: Iterable[Corner], vertical: Iterable[Corner]) -> list[GridLine]:
    """Join edges one square long to straight lines, and return the horizontal lines, then the vertical ones.

    Each edge is given by the grid corner where it begins. An edge of `horizontal` goes right from there, an edge of
    `vertical` goes down. An edge given twice counts once.

    >>> join_edges([(0, 0), (1, 0)], [(2, 0)])
    [((0, 0), (2, 0)), ((2, 0), (2, 1))]
    """
    horizontal_lines = [((left, y), (right, y)) for y, left, right in _merge_edges((y, x) for x, y in horizontal)]
    vertical_lines = [((x, top), (x, bottom)) for x, top, bottom in _merge_edges(vertical)]
    return horizontal_lines + vertical_lines


def _merge_edges(edges: Iterable[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Join consecutive edges of one square on the same line of the grid.

    Args:
        edges: Each edge as (line, start): the number of its row or column line, and where it begins on that line.

    Returns:
        The joined edges as (line, start, end), sorted.
    """
    unique_edges = set(edges)
    starts = sorted([edge for edge in unique_edges if (edge[0], edge[1] - 1) not in unique_edges])
    ends = sorted([(line, start + 1) for line, start in unique_edges if (line, start + 1) not in unique_edges])
    return [(line, start, end) for (line, start), (_, end) in zip(starts, ends, strict=True)]


def find_unit_walls(board: Board, solid: Collection[Square] = ()) -> tuple[set[Corner], set[Corner]]:
    """Return all walls in pieces one square long: drawn walls, the rim of the rock, and the edges of `solid` squares.

    Horizontal walls are named by the grid corner at their left end, vertical ones by that at their upper end.

    Returns:
        The horizontal walls, then the vertical ones.
    """
    floor = board.section_by_square
    horizontal: set[Corner] = set()
    vertical: set[Corner] = set()
    horizontal |= {(x, y) for x, y in floor if (x, y - 1) not in floor}
    horizontal |= {(x, y + 1) for x, y in floor if (x, y + 1) not in floor}
    vertical |= {(x, y) for x, y in floor if (x - 1, y) not in floor}
    vertical |= {(x + 1, y) for x, y in floor if (x + 1, y) not in floor}
    for x, y in solid:
        if (x, y) in floor:
            horizontal |= {(x, y), (x, y + 1)}
            vertical |= {(x, y), (x + 1, y)}
    for (x, y), side in board.walls:  # each is on the south or east side of its square
        if side is Side.SOUTH:
            horizontal.add((x, y + 1))
        else:
            vertical.add((x + 1, y))
    return horizontal, vertical


def join_runs(straight_runs: Iterable[GridLine]) -> list[list[Corner]]:
    """Join straight lines, such as walls, into chains of corners wherever exactly two of them end.

    A chain ends where a line meets another in its middle, or where three or more end. A closed chain repeats its first
    corner at its end. The chains are sorted, so that the same walls give the same chains. The joining itself is
    shapely's `line_merge`.

    >>> join_runs([((0, 0), (2, 0)), ((2, 0), (2, 1))])
    [[(0, 0), (2, 0), (2, 1)]]
    """
    require_installation("the joined lines of walls")
    import shapely

    merged = shapely.line_merge(shapely.MultiLineString([list(run) for run in sorted(straight_runs)]))
    chains = []
    for part in shapely.get_parts(merged):
        chain = [(round(x), round(y)) for x, y in shapely.get_coordinates(part).tolist()]
        if chain and chain[0] == chain[-1]:  # a closed chain begins at its smallest corner
            start = chain.index(min(chain))
            chain = [*chain[start:-1], *chain[: start + 1]]
        if chain:
            chains.append(min(chain, chain[::-1]))  # of both directions always the same one
    return sorted(chains)
