"""Define what a page of a pack says of how a dungeon plays. A playtest fills it; the pack prints it."""

from __future__ import annotations

from dataclasses import dataclass

from dungeon_designer.analysis.figure_picture import FigurePicture
from dungeon_designer.text.pack_part import PackPart


@dataclass(frozen=True)
class PlaytestSummary:
    """How a dungeon plays according to a playtest (matches that the program plays).

    Attributes:
        words: a sentence or two.
        figures: a table of numbers.
        chests: a table of the chests.
        maps: overlays that show on a map what happened where.
    """

    words: tuple[str, ...]
    figures: PackPart
    chests: PackPart
    maps: tuple[FigurePicture, ...]
