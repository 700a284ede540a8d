"""Define the picture of a figure: bands of squares that are drawn over a map, each with its own words.

A picture names no colours. Each band belongs to a team, is one of a scale from pale to full, or is a kind of its own.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

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
    """One entry of the legend of a map overlay: squares that are drawn alike, and what the legend says of them.

    Attributes:
        words: The text of the legend.
        squares: The squares.
        strength: How full their colour is, from 0 (pale) to 1 (full).
        team: The team in whose colour they are drawn; None if the colour shows a scale or a kind.
        kind: The number of their colour if each entry has its own; 0 if the colours form a scale.
    """

    words: str
    squares: tuple[Square, ...]
    strength: float = 1.0
    team: Team | None = None
    kind: int = 0


class FigurePicture(Struct, frozen=True):
    """A map overlay that shows an analysis, such as sight or width, as groups of coloured squares.

    Attributes:
        name: The name of the analysis, a key of `PICTURE_TITLES`.
        heading: A sentence that says what the overlay shows.
        bands: The groups of squares in the order of the legend.
    """

    name: str
    heading: str
    bands: tuple[FigureBand, ...]

    def move_by(self, offset: Square) -> FigurePicture:
        """Return the overlay for a dungeon that was moved by an offset (dx, dy)."""
        dx, dy = offset
        bands = tuple(replace(band, squares=tuple((x + dx, y + dy) for x, y in band.squares)) for band in self.bands)
        return replace(self, bands=bands)
