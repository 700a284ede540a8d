"""The range ruler: which pass reaches how far. Blood Bowl's ruler, which none of the books prints.

A distance is counted as the game counts squares (`grid.distance`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dungeon_designer.analysis.sight import Sight
from dungeon_designer.board.model import Board
from dungeon_designer.grid import Square


class Band(NamedTuple):
    """A pass, and from how many squares to how many it goes."""

    name: str
    nearest: int
    farthest: int


RULER = (Band("quick", 0, 3), Band("short", 4, 6), Band("long", 7, 10), Band("bomb", 11, 13))
"""Every pass there is, near to far; `bomb` is the long bomb."""


class Throws(NamedTuple):
    """What can be thrown to: the squares in sight by band, and those near enough but out of sight."""

    bands: tuple[tuple[Band, tuple[Square, ...]], ...]
    hidden: tuple[Square, ...]


def bands_to(longest: str) -> tuple[Band, ...]:
    """The bands up to a pass, that one included; ValueError for a name that is no pass.

    >>> [band.name for band in bands_to("short")]
    ['quick', 'short']
    """
    names = [band.name for band in RULER]
    return RULER[: names.index(longest) + 1]


def band_of(apart: int, bands: tuple[Band, ...]) -> Band | None:
    """The band a distance falls in; None beyond the last.

    >>> band_of(4, RULER).name
    'short'
    """
    return next((band for band in bands if band.nearest <= apart <= band.farthest), None)


def throws(board: Board, sight: Sight, origin: Square, bands: tuple[Band, ...]) -> Throws:
    """Where a pass from a square may go; nowhere from off the floor."""
    apart = np.maximum(abs(board.x - origin[0]), abs(board.y - origin[1]))
    if board.find(origin) < 0:
        apart += bands[-1].farthest + 1
    near = np.flatnonzero(apart <= bands[-1].farthest).astype(np.int32)
    seen = sight.seen(origin, near)
    found = [
        (band, near[seen[near] & (apart[near] >= band.nearest) & (apart[near] <= band.farthest)]) for band in bands
    ]
    return Throws(
        tuple((band, board.places(squares)) for band, squares in found),
        board.places(near[~seen[near] & ~board.is_entry[near]]),
    )
