"""Walls as lines along the grid: one square long, and joined into chains as programs want them that throw light."""

from __future__ import annotations

from collections.abc import Iterable

from dungeon_designer.analysis.outlines import Corner, Run
from dungeon_designer.board.model import Board, Flags


def unit_walls(board: Board, closed: Flags) -> tuple[set[Corner], set[Corner]]:
    """The walls of one square's length, given the closed sides (N x 4): level ones by their left end, upright ones
    by their upper end.
    """
    level: set[Corner] = set()
    upright: set[Corner] = set()
    for side, (dx, dy), found in ((0, (0, 0), level), (2, (0, 1), level), (3, (0, 0), upright), (1, (1, 0), upright)):
        at = closed[:, side]
        found.update(zip((board.x[at] + dx).tolist(), (board.y[at] + dy).tolist(), strict=True))
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
