"""Machines: the ring of a turning room, the rolling ball and its track."""

from __future__ import annotations

from collections.abc import Callable

from dungeon_designer.drawing.geometry import arc, around, sketch
from dungeon_designer.drawing.shapes import Circle, Path, Point, Style, Text, lines, polygon
from dungeon_designer.drawing.themes import Theme

Shapes = tuple[Path | Circle | Text, ...]


def turntable(theme: Theme, width: int) -> Shapes:
    """A toothed ring as wide as the room, with four arrows that chase each other."""
    radius = width / 2 - 0.16
    teeth: list[list[Point]] = [
        [a, b] for a, b in zip(around(8 * width, radius - 0.12), around(8 * width, radius), strict=True)
    ]
    thin, bold = Style(stroke=theme.machine, width=theme.fine), Style(stroke=theme.machine, width=theme.bold)
    found: list[Path | Circle | Text] = [
        Circle((0.0, 0.0), radius, bold),
        Circle((0.0, 0.0), radius - 0.12, thin),
        lines(teeth, thin),
    ]
    track = radius - 0.38
    for start in (20, 110, 200, 290):
        found.append(lines([arc((0.0, 0.0), track, start, start + 50)], Style(stroke=theme.machine, width=0.09)))
        tip, back, out = (
            arc((0.0, 0.0), track, start - 17, start)[0],
            arc((0.0, 0.0), track - 0.16, start, start + 1)[0],
            arc((0.0, 0.0), track + 0.16, start, start + 1)[0],
        )
        found.append(polygon([tip, back, out], Style(fill=theme.machine)))
    return tuple(found)


def ball(theme: Theme, width: int) -> Shapes:
    """A great ball of stone, cracked, lit from the upper left."""
    r = width / 2 - 0.05
    u = r / 50
    spots = sketch("M -20 -28 L -12 -14 L -20 -4 L -8 8 M -12 -14 L 2 -18 M 16 6 L 22 16 L 16 28 L 24 36 "
                   "M 22 16 L 34 14 M -30 14 L -24 22 L -28 28",
                   theme.pen(theme.bold))  # fmt: skip
    shadow = [*arc((0.0, 0.0), r, -45, 135), *arc((-r * 0.28, -r * 0.28), r * 1.04, 118, -28)]
    dark = polygon(shadow, Style(fill=theme.stone_dark, opacity=0.5))
    return (
        Circle((r * 0.05, r * 0.07), r, Style(fill=theme.shade, opacity=0.4)),
        Circle((0.0, 0.0), r, theme.drawn(theme.stone, theme.bold * 1.4)),
        dark,
        Path(spots.verbs, tuple((x * 100 * u, y * 100 * u) for x, y in spots.points), spots.style),
        lines([arc((0.0, 0.0), r * 0.86, 190, 250)], Style(stroke=theme.pale, width=0.06 * r)),
    )


def chevron(theme: Theme, width: int) -> Shapes:
    """A broad arrowhead to the east."""
    h = width * 0.22
    return (
        lines(
            [[(-h * 0.45, -h), (h * 0.45, 0.0), (-h * 0.45, h)]], Style(stroke=theme.machine, width=0.1, round=False)
        ),
    )


SIZED: dict[str, Callable[..., Shapes]] = {"turntable": turntable, "ball": ball, "chevron": chevron}
