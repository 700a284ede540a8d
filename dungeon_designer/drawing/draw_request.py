"""What every part of the picture is given: the board, the wishes and the theme."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.options import DrawingOptions
from dungeon_designer.drawing.shapes import Point
from dungeon_designer.drawing.sides import SideLook, side_look
from dungeon_designer.drawing.themes import Theme, theme_named
from dungeon_designer.grid import Square
from dungeon_designer.kinds import Team


@dataclass(frozen=True)
class DrawingPlan:
    """A board about to be drawn."""

    board: Board
    options: DrawingOptions

    @cached_property
    def theme(self) -> Theme:
        """The theme asked for."""
        return theme_named(self.options.theme)

    def look(self, side: Team | None) -> SideLook:
        """How a side of the board is shown."""
        return side_look(self.theme, self.board.layout.sides, side)


def middle(square: Square, size: tuple[int, int] = (1, 1)) -> Point:
    """The middle of a square, or of a block of squares."""
    return square[0] + size[0] / 2, square[1] + size[1] / 2


def place(square: Square) -> str:
    """A square's place as ids carry it.

    >>> place((3, 4))
    '3-4'
    """
    return f"{square[0]}-{square[1]}"


def slug(name: str) -> str:
    """A section's name as ids carry it: what XML forbids there, and dots, as their numbers.

    >>> slug("Long Hall")
    'Long.20.Hall'
    """
    return re.sub(r"[^A-Za-z0-9_-]", lambda found: f".{ord(found[0]):x}.", name)
