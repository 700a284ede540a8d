"""Doors in gaps one square wide, where the edition has such doors: shut, as evenly spread as can be."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from dungeon_designer.board.build import build
from dungeon_designer.grid import Square, distance, row_major
from dungeon_designer.layout.model import Layout, SquareDoor, normalised
from dungeon_designer.rules.shape.door_placement import gaps
from dungeon_designer.tiles.model import TileLibrary

TRIED = 20
"""So many choices of gaps are compared."""


def with_doors(layout: Layout, most: int, library: TileLibrary, dice: Random) -> Layout:
    """The layout with up to so many doors in its gaps, far from each other."""
    board = build(layout, library)
    places = tuple(sorted(gaps(board) - board.entry_squares, key=row_major))
    if not places or not most:
        return layout
    count = min(most, len(places))
    chosen = max((dice.sample(places, count) for _ in range(TRIED)), key=_spread)
    return normalised(replace(layout, square_doors=tuple(SquareDoor(at=square) for square in chosen)))


def _spread(squares: list[Square]) -> int:
    """How far the two nearest lie apart."""
    return min((distance(one, other) for one in squares for other in squares if one != other), default=0)
