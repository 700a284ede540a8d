"""What a drawing shows and how, as a person asks for it."""

from __future__ import annotations

from dataclasses import dataclass

from dungeon_designer.drawing.themes import THEMES, theme_named
from dungeon_designer.grid import Square
from dungeon_designer.options import option


@dataclass(frozen=True, slots=True)
class DrawingOptions:
    """Which theme, and what is to be seen.

    `hidden` is the organiser's map: what lies below trapdoors and on the hidden face of counters is drawn;
    without it, that is nowhere in the drawing. Without `border` the page ends one square beside the map, coordinates
    and rim left out, so that the picture is whole squares. `bare` is the floor for real pieces: chests, portals and
    counters are left out. `keys` below the map explain what is laid over it. `cartouche` fills a page of paper's
    proportions, with a panel below the map that holds name, edition, author, notes, a compass and a bar of squares;
    `edition` is what it and the title call the ruleset; without it they name an edition of the program's alone.
    Without `hatching` rock is bare, and without `paving` floor, for maps so small that nobody would see it.
    UsageError for an unknown theme.
    """

    theme: str = option(f"One of {', '.join(THEMES)}.", "parchment")
    coordinates: bool = option("Leave out the numbers along the edges.", True)
    border: bool = option("Leave out rim and coordinates: the picture is whole squares.", True)
    bare: bool = option("Leave out chests, portals and counters: a floor for real ones.", False)
    grid: bool = option("Leave out the lines between squares.", True)
    section_names: bool = option("Write each section's name.", False)
    legend: bool = option("Explain the signs.", False)
    title: bool = option("Write the dungeon's name and author.", False)
    cartouche: bool = option("Fill the page: name, edition, author, notes, compass, bar of squares.", False)
    hidden: bool = option("The organiser's map: show what lies under trapdoors and counters.", False)
    keys: bool = True
    edition: str = ""
    hatching: bool = True
    paving: bool = True

    def __post_init__(self) -> None:
        theme_named(self.theme)


@dataclass(frozen=True, slots=True)
class RangeBands:
    """Squares that something can reach from `origin`, as bands from near to far: (name, squares).

    The range of a pass, for one: ``Reach((3, 4), (("quick", near), ("short", far)))``. `words` are what the legend
    calls the bands.
    """

    origin: Square
    bands: tuple[tuple[str, tuple[Square, ...]], ...]
    words: tuple[str, ...] = ()
