"""Define the options of a drawing: what it shows and how."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from dungeon_designer.drawing.themes import THEME_HELP, find_theme
from dungeon_designer.errors import UsageError, suggest_word
from dungeon_designer.grid import Square
from dungeon_designer.options import option


class PictureMode(StrEnum):
    """How pictures of tiles and dungeons are shown."""

    FULL = "full"
    DIM = "dim"
    OFF = "off"


pictures_option = partial(
    option, "Pictures of tiles and of the dungeon (full).", PictureMode.FULL.value, choices=[*map(str, PictureMode)]
)
"""Build the field of `--pictures`."""


@dataclass(frozen=True, slots=True)
class DrawingOptions:
    """The options of a drawing: its theme, and what is shown.

    Attributes:
        theme: the name of a theme, or the path of a theme file; '' for the default theme.
        coordinates: show the numbers of columns and rows.
        border: show the rim and the coordinates; without it the page ends one square outside the map, so that
            the picture is whole squares.
        bare: leave out chests, portals and counters: a floor for real pieces.
        grid: draw lines between squares.
        section_names: write the name of each section.
        legend: explain the kinds of objects, terrain and sections.
        title: write the dungeon's name and author.
        cartouche: fill a page of paper's proportions, with a panel below the map for name, edition, author, notes, a
            compass and a scale bar.
        hidden: draw the organiser's map: also what lies below trapdoors and on the hidden face of counters.
            Without it, that is nowhere in the drawing.
        pictures: how pictures of tiles and of the dungeon are shown, see `PictureMode`.
        keys: explain below the map what is drawn over it.
        edition: the name of the ruleset for the title and the cartouche; if empty, they name only an edition of the
            program.
        hatching: draw hatching on rock; small maps leave it out.
        paving: draw paving on floor; small maps leave it out.

    Raises:
        UsageError: the theme is unknown, or the way in which pictures are shown.
        ReadError: the file of the theme cannot be read.
    """

    theme: str = option(THEME_HELP, "", metavar="NAME|FILE.toml")
    coordinates: bool = option("Leave out the numbers along the edges.", True)
    border: bool = option("Leave out rim and coordinates: the picture is whole squares.", True)
    bare: bool = option("Leave out chests, portals and counters: a floor for real ones.", False)
    grid: bool = option("Leave out the lines between squares.", True)
    section_names: bool = option("Write each section's name.", False)
    legend: bool = option("Explain the signs.", False)
    title: bool = option("Write the dungeon's name and author.", False)
    cartouche: bool = option("Fill the page: name, edition, author, notes, compass, scale bar.", False)
    hidden: bool = option("The organiser's map: show what lies under trapdoors and counters.", False)
    pictures: str = pictures_option()
    keys: bool = True
    edition: str = ""
    hatching: bool = True
    paving: bool = True

    def __post_init__(self) -> None:
        find_theme(self.theme)  # raises an error if the theme is unknown
        if self.pictures not in set(PictureMode):
            raise UsageError(f"--pictures has no value {self.pictures!r}{suggest_word(self.pictures, PictureMode)}")


@dataclass(frozen=True, slots=True)
class RangeBands:
    """Squares that can be reached from a square, in bands from near to far, such as the range of a pass.

    Example: ``RangeBands((3, 4), (("quick", near_squares), ("short", far_squares)))``.

    Attributes:
        origin: the square from which the range is measured.
        bands: the name and the squares of each band.
        captions: the text of each band in the legend; the name is used where there is none.
    """

    origin: Square
    bands: tuple[tuple[str, tuple[Square, ...]], ...]
    captions: tuple[str, ...] = ()
