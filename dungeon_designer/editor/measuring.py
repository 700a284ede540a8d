"""Measuring, by the chosen edition's corners and doors. No Qt here."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from msgspec import Struct

from dungeon_designer.analysis.graphs import FAR, Movement
from dungeon_designer.board.model import OPEN, SHUT, Board
from dungeon_designer.grid import SIDES, Square, distance
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.model import Ruleset

QUICK, SHORT = 3, 6
"""How far a quick and a short pass reach, in squares."""


class Measured(Struct, frozen=True):
    """What lies between two squares.

    apart    squares apart, as the game counts them
    steps    steps on foot, None where nobody walks
    path     that way, both ends included
    magic    steps when portals help: those to the nearest portal, and those from the best other one; None without
    sight    whether nothing that blocks sight lies between
    """

    apart: int
    steps: int | None
    path: tuple[Square, ...]
    magic: tuple[int, int] | None
    sight: bool

    @property
    def pass_range(self) -> str:
        """Which pass reaches."""
        return "quick pass" if self.apart <= QUICK else "short pass" if self.apart <= SHORT else "out of a short pass"


def measured(board: Board, ruleset: Ruleset, start: Square, end: Square) -> Measured:
    """What lies between two squares; steps and path are None and empty where one of them is no floor."""
    context = Context(board, ruleset)
    walk = _walk(context, start, end)
    here, there = board.find(start), board.find(end)
    path = walk.path(here, there) if min(here, there) >= 0 else []
    steps = len(path) - 1 if path else None
    return Measured(
        distance(start, end), steps, board.places(path), _by_magic(context, here, there), in_sight(board, start, end)
    )


def reach(board: Board, ruleset: Ruleset, start: Square, movement: int) -> dict[Square, int]:
    """The squares a player gets to from one with so many steps, and how many each takes."""
    here = board.find(start)
    if here < 0:
        return {}
    steps = _walk(Context(board, ruleset), start, start).distances([here])
    return {board.square(i): int(steps[i]) for i in np.flatnonzero(steps <= movement).tolist()}


def _walk(context: Context, *ends: Square) -> Movement:
    """Steps on foot; the two ends may be portals."""
    board = context.board
    nodes = ~(board.is_portal | board.is_entry)
    nodes[[index for index in map(board.find, ends) if index >= 0]] = True
    return context.strides.only(nodes)


def _by_magic(context: Context, here: int, there: int) -> tuple[int, int] | None:
    """Steps to the nearest portal one can reach, and steps from the nearest other portal to the end."""
    board = context.board
    portals = sorted({portal.index for portal in board.portals if portal.index >= 0})
    if min(here, there) < 0 or len(portals) < 2:
        return None
    legs = []
    for end in (here, there):
        nodes = ~(board.is_portal | board.is_entry)
        nodes[[end, *portals]] = True
        legs.append(_past_no_portal(context, nodes, end, portals))
    ways = [(a, b) for i, a in legs[0] for j, b in legs[1] if i != j]
    return min(ways, key=sum) if ways else None


def _past_no_portal(context: Context, nodes: np.ndarray, start: int, portals: Iterable[int]) -> list[tuple[int, int]]:
    """Steps from a square to each portal that is reached without walking over another one."""
    board = context.board
    floor = context.strides.only(nodes & (~board.is_portal | (np.arange(len(board)) == start)))
    steps = floor.distances([start])
    found = []
    for portal in portals:
        around = [index for index in context.strides.adjacent[portal] if floor.nodes[index]]
        near = min((int(steps[index]) for index in around if steps[index] != FAR), default=None)
        if portal == start:
            found.append((portal, 0))
        elif near is not None:
            found.append((portal, near + 1))
    return found


def in_sight(board: Board, start: Square, end: Square) -> bool:
    """Whether the straight line between the middles of two squares crosses no wall, shut door or rock.

    Where it runs exactly through a corner, one open way round is enough.
    """
    if board.find(start) < 0 or board.find(end) < 0:
        return False
    x, y = start
    dx, dy = end[0] - x, end[1] - y
    sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    across, down = abs(dx), abs(dy)
    i = j = 0
    while (i, j) != (across, down):
        ahead = (2 * i + 1) * down - (2 * j + 1) * across
        if ahead == 0:
            corner = _open(board, (x, y), (sx, 0)) and _open(board, (x + sx, y), (0, sy))
            other = _open(board, (x, y), (0, sy)) and _open(board, (x, y + sy), (sx, 0))
            if not corner and not other:
                return False
            x, y, i, j = x + sx, y + sy, i + 1, j + 1
        elif ahead < 0:
            if not _open(board, (x, y), (sx, 0)):
                return False
            x, i = x + sx, i + 1
        else:
            if not _open(board, (x, y), (0, sy)):
                return False
            y, j = y + sy, j + 1
    return True


def _open(board: Board, square: Square, step: Square) -> bool:
    """Whether one sees from a square to its orthogonal neighbour."""
    index = board.find(square)
    there = board.find((square[0] + step[0], square[1] + step[1]))
    if index < 0 or there < 0 or board.square_door[there] == SHUT:
        return False
    side = next(at for at, side in enumerate(SIDES) if side.step == step)
    return bool(board.edges[index, side] == OPEN)
