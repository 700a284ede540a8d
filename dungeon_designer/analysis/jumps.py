"""Jumps over squares nobody walks on: in a straight line, slanting too, from one walkable square to another."""

from __future__ import annotations

import numpy as np

from dungeon_designer.analysis.graphs import Pairs, legal
from dungeon_designer.board.model import WALL, Board, Flags


def jumps(board: Board, ends: Flags, over: Flags, most: int, strict: bool = False) -> Pairs:
    """Every jump from one of `ends` to another across 1 to `most` squares of `over`, each once. O(N · most).

    Walls stop a jump as they stop a step; see `legal`.
    """
    passable = board.edges != WALL
    found = [np.zeros((0, 2), dtype=np.int32)]
    for direction in (2, 3, 4, 5):  # east, south-east, south, south-west: each jump once
        free, there = legal(board, direction, passable, strict), board.neighbours[:, direction]
        start = np.flatnonzero(ends & free).astype(np.int32)
        at = start
        for _ in range(most):
            onward = over[there[at]] & free[there[at]]
            start, at = start[onward], there[at][onward]
            if not len(start):
                break
            landed = ends[there[at]]
            found.append(np.column_stack((start[landed], there[at][landed])))
    return np.concatenate(found).astype(np.int32)
