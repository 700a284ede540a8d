"""Pinches: where one walks on from wide ground to wide ground, though no block slides there nearby.

A pinch is a square in several blocks, or a step between two wide squares, whose blocks are not all joined within the
window around it: a bend that keeps one square, half a way walled off, a statue before a mouth. What lies farther off,
another way round the back, makes no difference. Arrays find the few candidates, O(N); each is then flooded by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from dungeon_designer.analysis.graphs import components, legal
from dungeon_designer.analysis.width import ONCE, Blocks, Place, split
from dungeon_designer.board.model import Flags, Ints, Keys
from dungeon_designer.grid import DIRECTIONS


def pinches(found: Blocks, counted: Flags, passable: Flags, strict: bool) -> list[Ints]:
    """The pinches on `counted` squares, no step over an edge that is not `passable`; what has squares in common is one.

    Of each the squares in several blocks or, where it has none, the ends of its steps. Ordered by their first square.
    """
    parted = np.zeros(len(found.board), dtype=np.bool_)
    several = np.flatnonzero(counted & (found.pieces > 1))
    parted[[square for square in several.tolist() if not _joined(found, square)]] = True
    steps = [step for step in _candidates(found, counted, parted, passable, strict) if not _joined(found, *step)]
    return [group[parted[group]] if parted[group].any() else group for group in _linked(np.flatnonzero(parted), steps)]


def _linked(squares: Keys, steps: list[tuple[int, int]]) -> list[Ints]:
    """Some squares and the ends of some steps, in groups that the steps connect."""
    ends = np.array(steps, dtype=np.int32).reshape(-1, 2)
    members, at = np.unique(np.concatenate((squares, ends[:, 0], ends[:, 1])), return_inverse=True)
    one, other = at[len(squares) :].astype(np.int32).reshape(2, -1)
    return split(members.astype(np.int32), components(len(members), one, other)) if len(members) else []


def _joined(found: Blocks, *squares: int) -> bool:
    """Whether the blocks over a square, or over both ends of a step, are joined nearby."""
    keys = found.board.keys[list(squares)].tolist()
    return found.joined(found.over(keys), Place.around(keys))


def _candidates(
    found: Blocks, counted: Flags, parted: Flags, passable: Flags, strict: bool
) -> Iterator[tuple[int, int]]:
    """Steps between wide squares whose blocks may be apart: with a `parted` end, or those that no block shares.

    Of the latter not those with a way round a corner whose blocks join those of both ends.
    """
    counted = counted & found.wide
    for direction in ONCE:
        there = found.board.neighbours[:, direction]
        apart = ~found.shared(*DIRECTIONS[direction]) | parted | parted[there]
        at = np.flatnonzero(counted & apart).astype(np.int32)
        at = at[(there[at] >= 0) & counted[there[at]]]
        at = at[legal(found.board, direction, passable, strict, at)]
        if direction % 2 and len(at):
            at = at[parted[at] | parted[there[at]] | ~_rounded(found, at, direction)]
        yield from zip(at.tolist(), there[at].tolist(), strict=True)


def _rounded(found: Blocks, at: Ints, direction: int) -> Flags:
    """Of diagonal steps, which can be made as two straight ones over a square whose blocks join those of both ends."""
    rounded = np.zeros(len(at), dtype=np.bool_)
    for first, second in ((direction - 1, direction + 1), (direction + 1, direction - 1)):
        corner = found.board.neighbours[at, first % 8]
        on = found.shared(*DIRECTIONS[second % 8])[corner] & (found.pieces[corner] == 1) & (corner >= 0)
        rounded |= found.shared(*DIRECTIONS[first % 8])[at] & on
    return rounded
