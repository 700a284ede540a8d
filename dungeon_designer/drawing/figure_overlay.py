"""A figure laid over the map, square by square, and the legend that explains it."""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.analysis.figure_picture import FigureBand, FigurePicture
from dungeon_designer.analysis.outlines import rings
from dungeon_designer.drawing.draw_request import DrawingPlan
from dungeon_designer.drawing.geometry import inset
from dungeon_designer.drawing.overlays import REACH_DASHES, LegendEntry
from dungeon_designer.drawing.shapes import Group, Layer, Shape, Style, area, box
from dungeon_designer.drawing.sides import patterned, side_look
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.kinds import COLOURS
from dungeon_designer.layout.model import TWO_SIDES, MatchSide

Sides = tuple[MatchSide, ...]

PALEST, FULLEST = 0.08, 0.62
"""How opaque the palest and the fullest band are: the ground shows through either."""

STREWN = 0.14
"""How opaque a side's pattern is on squares that are shown as that side's: grey printers tell them apart by it."""

FULLEST_OF_SCALE = 0.92
"""A scale has more bands to tell apart, and hides more of the ground."""


def layer(plan: DrawingPlan, shown: FigurePicture | None) -> Layer:
    """A tinted area for each band; those of kinds of their own are framed, too."""
    if shown is None:
        return Layer("figure", ())
    groups = (
        Group(f"figure-{shown.name}-{at + 1}", "figure", tuple(_shapes(plan, band)), band.squares, band.words)
        for at, band in enumerate(shown.bands)
    )
    return Layer("figure", tuple(groups))


def _shapes(plan: DrawingPlan, band: FigureBand) -> Iterator[Shape]:
    outline = rings(set(band.squares))
    yield area(outline, tint(plan.theme, band, plan.board.layout.sides))
    if band.side is not None:
        yield area(patterned(band.side, band.squares), Style(fill=plan.theme.text, opacity=STREWN))
    if band.kind:
        yield area([inset(ring, 0.05) for ring in outline], frame(plan.theme, band, plan.board.layout.sides))


def tint(theme: Theme, band: FigureBand, sides: Sides = TWO_SIDES) -> Style:
    """The colour of a band; `sides` are those of the dungeon."""
    fullest = FULLEST if band.side is not None or band.kind else FULLEST_OF_SCALE
    return Style(fill=_colour(theme, band, sides), opacity=round(PALEST + (fullest - PALEST) * band.strength, 3))


def frame(theme: Theme, band: FigureBand, sides: Sides = TWO_SIDES) -> Style:
    """The line around the squares of a band that is a kind of its own."""
    return Style(
        stroke=_colour(theme, band, sides), width=0.1, dash=REACH_DASHES[band.kind % len(REACH_DASHES)], round=False
    )


def _colour(theme: Theme, band: FigureBand, sides: Sides) -> str:
    """A theme that draws all sides in one colour has no colours for their squares, so the usual ones are taken."""
    if band.side is None:
        return theme.reach[band.kind % len(theme.reach)]
    return side_look(theme, sides, band.side).colour if theme.colours_sides else COLOURS[band.side]


def entries(plan: DrawingPlan, shown: FigurePicture | None) -> list[LegendEntry]:
    """The lines of the legend: a sample of each band, and what it means."""
    return [LegendEntry(band.words, tuple(_sample(plan, band))) for band in (shown.bands if shown else ())]


def _sample(plan: DrawingPlan, band: FigureBand) -> Iterator[Shape]:
    yield box(-0.5, -0.5, 1.0, 1.0, Style(fill=plan.theme.floor))
    yield box(-0.5, -0.5, 1.0, 1.0, tint(plan.theme, band, plan.board.layout.sides))
    if band.side is not None:
        strewn = ([(x - 0.5, y - 0.5) for x, y in ring] for ring in patterned(band.side, [(0, 0)]))
        yield area(strewn, Style(fill=plan.theme.text, opacity=STREWN))
    yield box(-0.5, -0.5, 1.0, 1.0, Style(stroke=plan.theme.border, width=plan.theme.fine))
    if band.kind:
        yield box(-0.45, -0.45, 0.9, 0.9, frame(plan.theme, band, plan.board.layout.sides))
