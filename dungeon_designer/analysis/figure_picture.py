"""What is laid over a map to show a figure square by square: bands of squares, each with words of its own.

A picture says nothing of colours. Each band is a side's, one of a scale from pale to full, or a kind of its own.
"""

from __future__ import annotations

from msgspec import Struct

from dungeon_designer.grid import Square
from dungeon_designer.kinds import Team

TITLES = {
    "control": "Control",
    "traffic": "Traffic",
    "distance": "Distance",
    "sight": "Sight",
    "width": "Width",
    "halls": "Halls and furniture",
    "weak": "Weak points",
}
"""What people call each picture there is; `pictures` makes them."""

NAMES = tuple(TITLES)


class FigureBand(Struct, frozen=True):
    """Squares that are shown alike.

    words     what the legend says of them
    squares   where they are
    strength  how full their colour is, 0 to 1
    side      the side in whose colour they are; None for a scale or a kind
    kind      of bands that are no scale, which of several colours; 0 for a scale
    """

    words: str
    squares: tuple[Square, ...]
    strength: float = 1.0
    side: Team | None = None
    kind: int = 0


class FigurePicture(Struct, frozen=True):
    """A figure square by square: its name, what it shows in a sentence, and its bands in the order of the legend."""

    name: str
    heading: str
    bands: tuple[FigureBand, ...]
