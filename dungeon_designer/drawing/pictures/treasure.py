"""Chests and portals."""

from __future__ import annotations

from collections.abc import Callable

from dungeon_designer.drawing.geometry import arc, ellipse, sketch
from dungeon_designer.drawing.shapes import Circle, Path, Point, Style, Text, area, box
from dungeon_designer.drawing.themes import Theme

Shapes = tuple[Path | Circle | Text, ...]


def chest(theme: Theme) -> Shapes:
    """An iron-bound chest with a domed lid and a lock; where the floor is as dark as its wood, a pale rim around it."""
    wood, metal = theme.drawn(theme.wood, theme.bold), theme.drawn(theme.metal, theme.fine)
    seams = Style(stroke=theme.wood_dark, width=theme.fine)
    seen = sketch(
        "M -36 33 L -39 -4 C -42 -28 -29 -37 -20 -37 L 20 -37 C 29 -37 42 -28 39 -4 L 36 33 Z",
        Style(stroke=theme.rim, width=0.15),
    )
    return (
        *([seen] if theme.rim else []),
        ellipse(0.02, 0.31, 0.43, 0.08, Style(fill=theme.shade, opacity=0.35)),
        sketch("M -38 -4 L 38 -4 L 35 32 L -35 32 Z", wood),
        sketch("M -40 -4 C -41 -27 -29 -36 -20 -36 L 20 -36 C 29 -36 41 -27 40 -4 Z", wood),
        sketch("M -36 9 L 36 9 M -35 21 L 35 21 M -36 -15 L 36 -15 M -31 -26 L 31 -26", seams),
        sketch("M -29 -34 L -20 -36 L -21 32 L -29 32 Z", metal),
        sketch("M 29 -34 L 20 -36 L 21 32 L 29 32 Z", metal),
        box(-0.4, -0.085, 0.8, 0.085, theme.drawn(theme.metal, theme.fine)),
        sketch("M -9 -11 L 9 -11 L 9 4 Q 9 12 0 14 Q -9 12 -9 4 Z", theme.drawn(theme.gold, theme.fine)),
        sketch("M 0 -3 L 0 6", Style(stroke=theme.line, width=theme.bold)),
    )


def portal(theme: Theme, number: int) -> Shapes:
    """A whirl in the portal's colour, its number in the middle."""
    arms = [_arm(start) for start in range(0, 360, 45)]
    size = 0.44 if number < 10 else 0.35
    return (
        Circle((0.02, 0.03), 0.47, Style(fill=theme.shade, opacity=0.35)),
        Circle((0.0, 0.0), 0.46, theme.drawn(theme.portal(number), theme.bold)),
        area(arms, Style(fill=theme.rune, opacity=0.75)),
        Circle((0.0, 0.0), 0.27, Style(fill=theme.disc, stroke=theme.line, width=theme.fine * 1.4)),
        Text((0.0, 0.345 * size), str(number), size, Style(fill=theme.disc_text), bold=True),
    )


def _arm(start: float) -> list[Point]:
    """One arm of the whirl around a portal's number: broad within, running out on the rim."""
    steps = range(6)
    outer = [arc((0.0, 0.0), 0.25 + 0.036 * i, start + 13 * i, start + 13 * i + 1)[0] for i in steps]
    inner = [arc((0.0, 0.0), 0.25 + 0.036 * i, start + 13 * i + 16 - 3 * i, start + 90)[0] for i in steps]
    return [*outer, *reversed(inner)]


PLAIN: dict[str, Callable[[Theme], Shapes]] = {"chest": chest}
SIZED: dict[str, Callable[..., Shapes]] = {"portal": portal}
