"""Lines of sight: which squares one sees from a square, and so may throw to.

The line runs from middle to middle. Walls, rock and shut doors stop it, edge doors do not (gw-2021 has its doors
removed). Where the line runs exactly through the corner of a wall, one open way round the corner is enough:
players and passes go round corners.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

import numpy as np

from dungeon_designer.analysis.outlines import Corner, Run, runs
from dungeon_designer.board.model import SHUT, WALL, Board, Flags
from dungeon_designer.grid import Square

Line = tuple[tuple[float, float], tuple[float, float]]

_HAIR = 1e-6
"""How much shorter walls are at their ends, so that a line through an end goes by: far less than any line that does
not go through it keeps away, on boards of thousands of squares."""


def visible(board: Board, origin: Square, blocking: Flags | None = None) -> Flags:
    """Whether each square can be seen from `origin`, itself included; nothing is seen from off the floor.

    `blocking` flags squares that stop the line, too: what an edition says one cannot see across. They and shut
    doors cannot be seen themselves. O(N·W) at worst for W walls, by shapely's index far less.
    """
    here = board.find(origin)
    if here < 0:
        return np.zeros(len(board), dtype=np.bool_)
    import shapely

    stops = board.square_door == SHUT
    stops = stops | blocking if blocking is not None else stops
    stops[here] = False
    walls = shapely.multilinestrings([list(_walls(board, stops))])[0]
    shapely.prepare(walls)
    ends = np.stack((board.x + 0.5, board.y + 0.5), axis=1)
    lines = np.stack((np.broadcast_to(ends[here], ends.shape), ends), axis=1)
    seen: Flags = ~shapely.intersects(walls, shapely.linestrings(lines))
    seen[here] = True
    return seen


def _walls(board: Board, stops: Flags) -> Iterator[Line]:
    """Every wall as a straight line, a hair short at both ends; where two meet in a corner, a bevel inside it."""
    level, upright = _unit_walls(board, stops)
    straight = runs(level, upright)
    for (x0, y0), (x1, y1) in straight:
        across = _HAIR if y0 == y1 else 0
        down = _HAIR - across
        yield (x0 + across, y0 + down), (x1 - across, y1 - down)
    yield from _bevels(straight)


def _unit_walls(board: Board, stops: Flags) -> tuple[set[Corner], set[Corner]]:
    """The walls of one square's length: level ones by their left end, upright ones by their upper end."""
    shut = (board.edges == WALL) | stops[:, None]
    level: set[Corner] = set()
    upright: set[Corner] = set()
    for side, (dx, dy), found in ((0, (0, 0), level), (2, (0, 1), level), (3, (0, 0), upright), (1, (1, 0), upright)):
        at = shut[:, side]
        found.update(zip((board.x[at] + dx).tolist(), (board.y[at] + dy).tolist(), strict=True))
    return level, upright


def _bevels(straight: Iterable[Run]) -> Iterator[Line]:
    """Closes the corner where just two walls end at a right angle against lines that come out of it."""
    ends: dict[Corner, list[tuple[int, int]]] = defaultdict(list)
    passed: set[Corner] = set()
    for (x0, y0), (x1, y1) in straight:
        way = (1, 0) if y0 == y1 else (0, 1)
        ends[x0, y0].append(way)
        ends[x1, y1].append((-way[0], -way[1]))
        passed.update((x0 + way[0] * i, y0 + way[1] * i) for i in range(1, x1 - x0 + y1 - y0))
    for (x, y), ways in ends.items():
        if len(ways) == 2 and (x, y) not in passed:
            (ax, ay), (bx, by) = ways
            yield (x + ax * _HAIR, y + ay * _HAIR), (x + bx * _HAIR, y + by * _HAIR)
