"""Bridges, and traps of several squares: elements of a dungeon besides its sections, and how wide one gets onto them.

An element's junctions are the chains of edges between its squares and walkable squares that are not of it. Only
edges between two walkable squares count, so a bridge has its junctions at its ends and not along the hazard it
crosses; a chain of nothing but walls joins nothing and is left out. What lies around an element is measured as one,
whichever sections it belongs to: a pit across the border of two rooms is no narrower for that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from dungeon_designer.analysis.junctions import Junction, borders, chains
from dungeon_designer.board.model import Board, Ints, key
from dungeon_designer.grid import Square, groups
from dungeon_designer.layout.model import TrapKind


class Element(NamedTuple):
    """A bridge or a trap of several squares."""

    what: str
    squares: tuple[Square, ...]


def elements(board: Board) -> Iterator[tuple[Element, Junction]]:
    """Each element with each of its junctions with the floor around it; bridges first. O(N).

    Bridges and each kind of trap are looked at by themselves: within one kind no two elements share a square, but
    trapdoors laid on each other, of which the one listed last is looked at there.
    """
    for found in (_bridges(board), *(_traps(board, kind) for kind in TrapKind)):
        if found and len(board):
            for junction in _around(board, found):
                if junction.passable:
                    yield found[junction.between[0]], junction


def _bridges(board: Board) -> list[Element]:
    """Orthogonally connected bridge squares, rope bridges included, are one bridge."""
    squares = board.places(np.flatnonzero(board.bridge))
    return [Element("bridge", tuple(group)) for group in groups(squares)]


def _traps(board: Board, kind: TrapKind) -> list[Element]:
    """The traps of a kind that have several squares."""
    what = kind.replace("_", " ")
    return [Element(what, trap.squares) for trap in board.traps if trap.kind is kind and len(trap.squares) > 1]


def _around(board: Board, found: list[Element]) -> tuple[Junction, ...]:
    """The elements' junctions; `between` is the element's number and -1."""
    label = _labels(board, found)
    edges = borders(board, label)
    edges = edges.only(board.walkable[edges.here] & board.walkable[edges.there])
    one, other = label[edges.here], label[edges.there]
    here, there = np.flatnonzero(one >= 0), np.flatnonzero(other >= 0)
    owner = np.concatenate((one[here], other[there]))
    return chains(board, edges.only(np.concatenate((here, there))), owner, np.full_like(owner, -1))


def _labels(board: Board, found: list[Element]) -> Ints:
    """The number of the element on each square, -1 where there is none."""
    points = np.array([square for element in found for square in element.squares], dtype=np.int32)
    number = np.repeat(np.arange(len(found), dtype=np.int32), [len(element.squares) for element in found])
    wanted = key(points[:, 0], points[:, 1])
    at = np.minimum(np.searchsorted(board.keys, wanted), len(board) - 1)
    on_floor = board.keys[at] == wanted
    label = np.full(len(board), -1, dtype=np.int32)
    label[at[on_floor]] = number[on_floor]
    return label
