"""Define what every module of the package receives: a board with the options and the theme of one drawing.

Small helpers for points and ids are here, too, since every module needs them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.placed_pictures import find_dungeon_picture, place_tile_pictures
from dungeon_designer.drawing.shapes import PlacedPicture, Point
from dungeon_designer.drawing.team_looks import TeamLook, build_team_look
from dungeon_designer.drawing.themes import Theme, find_theme
from dungeon_designer.grid import Square
from dungeon_designer.kinds import Team
from dungeon_designer.pictures.picture_model import PictureSource


@dataclass(frozen=True)
class DrawingPlan:
    """What is drawn: a board, and the options of this drawing."""

    board: Board
    options: DrawingOptions

    @cached_property
    def theme(self) -> Theme:
        """The theme that the options name."""
        return find_theme(self.options.theme)

    @cached_property
    def tile_pictures(self) -> dict[str, PlacedPicture]:
        """The pictures of tiles that the map shows, by the ids of their sections."""
        return place_tile_pictures(self.board, self.options)

    @cached_property
    def dungeon_picture(self) -> PictureSource | None:
        """The picture below everything else, in place of the fills of floor and rock; None if there is none to show."""
        return find_dungeon_picture(self.board, self.options)

    def find_team_look(self, team: Team | None) -> TeamLook:
        """Return the colours and the emblem of a team of the board; None stands for no team."""
        return build_team_look(self.theme, self.board.layout.sides, team)


def find_middle(square: Square, size: tuple[int, int] = (1, 1)) -> Point:
    """Return the middle of a square, or of a block of squares with its upper left square and its size, as a point.

    >>> find_middle((3, 4)), find_middle((3, 4), (2, 1))
    ((3.5, 4.5), (4.0, 4.5))
    """
    return square[0] + size[0] / 2, square[1] + size[1] / 2


def format_square_id(square: Square) -> str:
    """Return the coordinates of a square as a part of the id of a group in a drawing.

    >>> format_square_id((3, 4))
    '3-4'
    """
    return f"{square[0]}-{square[1]}"


def format_name_id(name: str) -> str:
    """Return a name as a part of the id of a group in a drawing, where XML forbids many characters.

    All but letters, digits, hyphens and underscores are replaced by their hexadecimal code between dots.

    >>> format_name_id("Long Hall")
    'Long.20.Hall'
    """
    return re.sub(r"[^A-Za-z0-9_-]", lambda match: f".{ord(match[0]):x}.", name)
