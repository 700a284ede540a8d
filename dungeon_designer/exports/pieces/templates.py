"""The two templates: which way a ball bounces off a wall, and which way it scatters."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, degrees, sin, sqrt

from dungeon_designer.drawing.geometry import moved, sketch
from dungeon_designer.drawing.shapes import Circle, Drawing, Point, Shape, Style, Text, Use, box, lines
from dungeon_designer.drawing.themes import Theme
from dungeon_designer.exports.pieces.model import face

_ARROW = "M -5 0 L -5 -22 L -13 -22 L 0 -42 L 13 -22 L 5 -22 L 5 0 Z"


def scatter(theme: Theme) -> Drawing:
    """Three squares by three: the ball in the middle, an eight-sided die around it, 1 to 8 in reading order."""
    around = [(x, y) for y in range(3) for x in range(3) if (x, y) != (1, 1)]
    shapes: list[Shape] = [*_grid(theme, 3, 3), *_ball(theme, (1.5, 1.5))]
    for number, (x, y) in enumerate(around, start=1):
        shapes += _way(theme, (1.5, 1.5), (x - 1, y - 1), str(number))
    shapes.append(Text((1.5, 2.93), "SCATTER (D8)", 0.12, Style(fill=theme.faint)))
    return face(theme, (3.0, 3.0), shapes, theme.page)


def bounce(theme: Theme) -> Drawing:
    """Three squares by two: the ball on the wall square it hit, a six-sided die for the way it bounces."""
    wall: list[Shape] = [
        box(0.0, 1.0, 3.0, 1.0, Style(fill=theme.rock)),
        *(Use("hatch-0-0", (x, 1.75), 22.0) for x in (0.4, 2.6)),
    ]
    shapes = [*wall, *_grid(theme, 3, 2), *_ball(theme, (1.5, 1.5))]
    for dx, number in ((-1, "1–2"), (0, "3–4"), (1, "5–6")):
        shapes += _way(theme, (1.5, 1.5), (dx, -1), number)
    shapes.append(Text((0.5, 1.27), "WALL", 0.12, Style(fill=theme.text)))
    shapes.append(Text((2.5, 1.27), "BOUNCE (D6)", 0.12, Style(fill=theme.text)))
    return face(theme, (3.0, 2.0), shapes, theme.page)


def _grid(theme: Theme, width: int, height: int) -> Iterator[Shape]:
    pen = Style(stroke=theme.border, width=theme.fine)
    yield lines([[(x, 0.0), (x, float(height))] for x in range(1, width)], pen)
    yield lines([[(0.0, y), (float(width), y)] for y in range(1, height)], pen)


def _ball(theme: Theme, at: Point) -> Iterator[Shape]:
    yield Circle(at, 0.2, theme.drawn(theme.wood, theme.bold))
    yield moved(sketch("M -10 0 L 10 0 M -5 -4 L -5 4 M 5 -4 L 5 4", theme.pen(theme.bold)), *at)


def _way(theme: Theme, centre: Point, step: tuple[int, int], number: str) -> Iterator[Shape]:
    """An arrow from the ball towards a neighbour, and its number there."""
    long = sqrt(step[0] ** 2 + step[1] ** 2)
    angle = atan2(step[1], step[0])
    start = (centre[0] + 0.27 * cos(angle), centre[1] + 0.27 * sin(angle))
    yield moved(sketch(_ARROW, theme.drawn(theme.gold, theme.fine)), *start, degrees(angle) + 90.0, long * 0.9)
    at = (centre[0] + 1.08 * step[0], centre[1] + 1.08 * step[1])
    size = 0.4 if len(number) == 1 else 0.3
    yield Text((at[0], at[1] + 0.36 * size), number, size, Style(fill=theme.text), bold=True)
