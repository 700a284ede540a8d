"""Doors on edges, doors in squares, leap edges. All lie from west to east and lead north."""

from __future__ import annotations

from collections.abc import Callable

from dungeon_designer.drawing.geometry import arc, sketch
from dungeon_designer.drawing.shapes import Circle, Path, Point, Style, Text, box, lines
from dungeon_designer.drawing.themes import Theme

Shapes = tuple[Path | Circle | Text, ...]


def door(theme: Theme, width: int) -> Shapes:
    """A leaf on each edge between two stone posts, iron bands and a ring where the leaves meet."""
    left = -width / 2
    leaves = [
        box(left + i + 0.06, -0.13, 0.94 if i < width - 1 else 0.88, 0.26, theme.drawn(theme.wood, theme.bold))
        for i in range(width)
    ]
    grain: list[list[Point]] = [
        [(left + i + 0.1, y), (left + i + 0.92, y)] for i in range(width) for y in (-0.045, 0.045)
    ]
    bands = [
        box(left + i + x, -0.13, 0.07, 0.26, theme.drawn(theme.metal, theme.fine * 0.8))
        for i in range(width)
        for x in (0.24, 0.69)
    ]
    posts = [box(x - 0.1, -0.19, 0.2, 0.38, theme.drawn(theme.stone, theme.bold)) for x in (left, -left)]
    rings = [Circle((left + i, 0.0), 0.055, theme.drawn(theme.gold, theme.fine)) for i in range(1, width)]
    lone = [Circle((0.36, 0.0), 0.05, theme.drawn(theme.gold, theme.fine))] if width == 1 else []
    return (*leaves, lines(grain, Style(stroke=theme.wood_dark, width=theme.fine * 0.8)), *bands, *posts, *rings, *lone)


def _jambs(theme: Theme) -> list[Path]:
    """The stones a door in a square hangs between."""
    return [box(x, -0.3, 0.16, 0.6, theme.drawn(theme.stone, theme.bold)) for x in (-0.5, 0.34)]


def shut(theme: Theme) -> Shapes:
    """A shut door that fills its square."""
    return (
        box(-0.36, -0.17, 0.72, 0.34, theme.drawn(theme.wood, theme.bold)),
        lines([[(-0.34, y), (0.34, y)] for y in (-0.06, 0.06)], Style(stroke=theme.wood_dark, width=theme.fine)),
        *(box(x, -0.17, 0.08, 0.34, theme.drawn(theme.metal, theme.fine)) for x in (-0.24, 0.16)),
        Circle((0.0, 0.0), 0.07, theme.drawn(theme.gold, theme.fine)),
        *_jambs(theme),
    )


def ajar(theme: Theme) -> Shapes:
    """An open door: the leaf folded back, the way it swung dashed."""
    swing = Path(
        "M" + "L" * 9,
        tuple(arc((-0.34, 0.0), 0.62, 0, -90)),
        Style(stroke=theme.line, width=theme.fine, dash=(0.07, 0.06)),
    )
    return (
        swing,
        lines([[(-0.34, 0.0), (0.34, 0.0)]], Style(stroke=theme.line, width=theme.fine, dash=(0.07, 0.06))),
        box(-0.36, -0.6, 0.14, 0.62, theme.drawn(theme.wood, theme.bold)),
        *(box(-0.36, y, 0.14, 0.07, theme.drawn(theme.metal, theme.fine)) for y in (-0.5, -0.16)),
        *_jambs(theme),
    )


def leap(theme: Theme) -> Shapes:
    """A bright line along the edge and an arrow that bounds across it."""
    arrow = "M 0 -36 L 17 -15 L 7 -15 L 7 20 L -7 20 L -7 -15 L -17 -15 Z"
    return (
        sketch("M -44 0 L 44 0", Style(stroke=theme.line, width=0.12, round=False)),
        sketch("M -43 0 L 43 0", Style(stroke=theme.leap, width=0.075, dash=(0.1, 0.06), round=False)),
        sketch(arrow, theme.drawn(theme.leap)),
        sketch("M -7 25 L 7 25 M -7 31 L 7 31", Style(stroke=theme.line, width=theme.fine)),
    )


def stairs(theme: Theme) -> Shapes:
    """Steps that come up from the dark in the south."""
    steps = [box(-0.5, -0.5 + 0.2 * i, 1.0, 0.2, theme.drawn(theme.stone, theme.fine)) for i in range(5)]
    dusk = [
        box(-0.5, -0.5 + 0.2 * i, 1.0, 0.2, Style(fill=theme.shade, opacity=round(theme.dusk * i, 3)))
        for i in range(1, 5)
    ]
    return (*steps, *dusk)


PLAIN: dict[str, Callable[[Theme], Shapes]] = {
    "square-door-shut": shut, "square-door-open": ajar, "leap-edge": leap, "stairs": stairs,
}  # fmt: skip
SIZED: dict[str, Callable[..., Shapes]] = {"door": door}
