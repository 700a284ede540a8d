"""The emblems of the sides: plain shapes that differ in their outlines, so that no colour is needed."""

from __future__ import annotations

from dungeon_designer.drawing.geometry import ellipse, moved, sketch
from dungeon_designer.drawing.shapes import Path, Point, Style
from dungeon_designer.kinds import Emblem

SHAPES: dict[Emblem, str] = {
    Emblem.SQUARE: "M -42 -42 L 42 -42 L 42 42 L -42 42 Z",
    Emblem.TRIANGLE: "M 0 -50 L 52 40 L -52 40 Z",
    Emblem.DIAMOND: "M 0 -56 L 40 0 L 0 56 L -40 0 Z",
    Emblem.CROSS: "M -17 -50 L 17 -50 L 17 -17 L 50 -17 L 50 17 L 17 17 L 17 50 L -17 50 L -17 17 L -50 17 L -50 -17 "
    "L -17 -17 Z",
    Emblem.STAR: "M 0 -54 L 13 -18 L 51 -17 L 21 7 L 32 44 L 0 22 L -32 44 L -21 7 L -51 -17 L -13 -18 Z",
}
"""Each emblem about its middle, one unit high; the circle is no path of these verbs."""


def side_emblem(emblem: Emblem, style: Style, at: Point = (0.0, 0.0), size: float = 1.0, turn: float = 0.0) -> Path:
    """An emblem, its middle at a point, `size` squares high, turned clockwise by degrees."""
    shape = ellipse(0.0, 0.0, 0.48, 0.48, style) if emblem is Emblem.CIRCLE else sketch(SHAPES[emblem], style)
    return moved(shape, at[0], at[1], turn, size)
