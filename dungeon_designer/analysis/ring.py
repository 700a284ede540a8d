"""Whether a square can be taken away without parting its neighbours."""

from __future__ import annotations

import numpy as np

from dungeon_designer.analysis.graphs import legal
from dungeon_designer.board.model import Board, Flags

_ACROSS = (1, 2, 2, 3, 3, 0, 0, 1)
"""The side on which each of the eight neighbours, clockwise from north, meets the next."""


def beside(board: Board, nodes: Flags, passable: Flags, index: int, strict: bool = False) -> list[int]:
    """In which of the eight directions one can step from a square to one of `nodes`.

    `passable` are the edges that are no wall, N x 4.
    """
    around, one = board.neighbours[index].tolist(), np.array([index])
    inside = [d for d, there in enumerate(around) if there >= 0 and nodes[there]]
    return [d for d in inside if legal(board, d, passable, strict, one)[0]]


def joined_round(board: Board, nodes: Flags, passable: Flags, index: int, strict: bool = False) -> bool:
    """Whether the squares of `nodes` one step from a square reach each other by the eight squares around it.

    True is sure: there are such squares, and nothing is parted when the square is taken. False may be overcautious,
    as there may be a longer way round.
    """
    around = board.neighbours[index].tolist()
    inside = [there >= 0 and bool(nodes[there]) for there in around]
    arcs = _arcs(around, inside, passable)
    return len({arcs[d] for d in beside(board, nodes, passable, index, strict)}) == 1


def _arcs(around: list[int], inside: list[bool], passable: Flags) -> list[int]:
    """A number for each of the eight neighbours, the same for those joined along the ring."""
    arcs = list(range(8))
    for d in range(8):
        after = (d + 1) % 8
        if inside[d] and inside[after] and passable[around[d], _ACROSS[d]]:
            old, new = arcs[after], arcs[d]
            arcs = [new if arc == old else arc for arc in arcs]
    return arcs
