"""Define the picture of a figure: bands of squares that are drawn over a map, each with its own words.

A picture names no colours. Each band belongs to a team, is one of a scale from pale to full, or is a kind of its own.
"""

from __future__ import annotations

from msgspec import Struct

from dungeon_designer.grid import Square
from dungeon_designer.kinds import Team

PICTURE_TITLES = {
    "control": "Control",
    "traffic": "Traffic",
    "distance": "Distance",
    "sight": "Sight",
    "width": "Width",
    "halls": "Halls and furniture",
    "weak": "Weak points",
}
"""The title of each picture; `pictures` draws them."""

PICTURE_NAMES = tuple(PICTURE_TITLES)


class FigureBand(Struct, frozen=True):
    """Squares that are shown alike.

    Attributes:
        words: What the legend says of them.
        squares: The squares.
        strength: How full their colour is, from 0 to 1.
        team: The team in whose colour they are drawn; None for a scale or a kind.
        kind: Which of several colours they have, if they are no scale; 0 for a scale.
    """

    words: str
    squares: tuple[Square, ...]
    strength: float = 1.0
    team: Team | None = None
    kind: int = 0


class FigurePicture(Struct, frozen=True):
    """The picture of a figure.

    Attributes:
        name: The name of the figure.
        heading: What the picture shows, in a sentence.
        bands: The bands in the order of the legend.
    """

    name: str
    heading: str
    bands: tuple[FigureBand, ...]
