"""Floor textures: each section kind has its own paving, a few squares of it that repeat.

All are thin lines in the theme's floor ink, one path a square, so that a floor costs one `Use` a square.
"""

from __future__ import annotations

from collections.abc import Callable

from dungeon_designer.drawing.geometry import arc, noise, sketch
from dungeon_designer.drawing.shapes import Circle, Path, Point, Style, Text, lines
from dungeon_designer.drawing.themes import Theme

Shapes = tuple[Path | Circle | Text, ...]

VARIANTS = 6
"""How many different squares each paving has."""

_SLABS = (
    "M -50 8 L -12 5 L -14 -50 M -12 5 L 20 8 L 50 4 M 20 8 L 17 50",
    "M -8 -50 L -5 -10 L -50 -14 M -5 -10 L 10 12 L 50 10 M 10 12 L 6 50",
    "M -50 -20 L -24 -22 L -20 -50 M 16 50 L 18 26 L 50 24 M 4 -6 L 12 -2",
    "M -50 18 L 8 20 L 12 -14 L 50 -16 M 12 -14 L 8 -50 M -22 19 L -24 50",
    "M 50 -12 L 14 -10 L 12 50 M -34 -30 L -28 -26 M -30 24 L -24 30",
    "M -18 -50 L -20 2 L -50 6 M -20 2 L 2 50 M 24 -28 L 34 -20 L 32 -10",
)
_CRACKS = (
    "M -30 -50 L -24 -34 L -30 -22 L -18 -6 M -24 -34 L -12 -30 M 20 26 L 24 27",
    "M 50 14 L 36 12 L 28 20 L 12 16 L 4 24 M 28 20 L 30 32 M -28 -20 L -25 -21",
    "M -20 10 L -14 4 L -8 8 L -12 15 Z M 18 -18 L 24 -20 L 26 -14 Z M 10 34 L 13 33",
    "M -50 -4 L -38 2 L -30 -2 M 22 -34 L 30 -30 L 26 -24 Z M -4 32 L 0 30",
    "M 8 50 L 10 36 L 2 28 L 6 14 M 10 36 L 20 30 M -30 -26 L -27 -27 M -34 18 L -31 17",
    "M 30 -8 L 33 -9 M -14 -32 L -11 -33 M -26 28 L -20 24 L -16 29 Z M 22 22 L 25 21",
)


def pen(theme: Theme) -> Style:
    """The line all pavings are drawn with."""
    return Style(stroke=theme.floor_line, width=theme.fine * 0.8)


def room(theme: Theme, variant: int) -> Shapes:
    """Irregular flagstones."""
    return (sketch(_SLABS[variant], pen(theme)),)


def board(theme: Theme, variant: int) -> Shapes:
    """Rough rock, cracked here and there."""
    return (sketch(_CRACKS[variant], pen(theme)),)


def corridor(theme: Theme, variant: int) -> Shapes:
    """Courses of long bricks from west to east."""
    joints = [[(-0.5, y), (0.5, y)] for y in (-1 / 6, 1 / 6)]
    for row, y in enumerate((-0.5, -1 / 6, 1 / 6)):
        x = (-0.25, 0.25, -0.05)[row] + (noise(variant, row) - 0.5) * 0.2
        joints.append([(x, y), (x, y + 1 / 3)])
    return (lines(joints, pen(theme)),)


def small_room(theme: Theme, variant: int) -> Shapes:
    """One tile a square, laid with a broad joint, some of them worn at a corner."""
    d = 0.41
    tile: list[Point] = [(-d, -d), (d, -d), (d, d), (-d, d), (-d, -d)]
    worn: list[list[Point]] = [[(d - 0.24, -d), (d - 0.2, -d + 0.14), (d, -d + 0.2)]] if variant < 3 else []
    return (lines([tile, *worn], pen(theme)),)


def large_room(theme: Theme, variant: int) -> Shapes:
    """Large slabs with cut corners and a small diamond between them."""
    d = 0.17
    ends = ((x, y) for x in (-0.5, 0.5) for y in (-0.5, 0.5))
    corners: list[list[Point]] = [[(x, y - d if y > 0 else y + d), (x - d if x > 0 else x + d, y)] for x, y in ends]
    if variant < 2:
        corners.append([(-0.2, 0.1 - 0.2 * variant), (0.0, 0.0), (0.06, 0.12)])
    return (lines(corners, pen(theme)),)


def junction(theme: Theme, variant: int) -> Shapes:
    """Cobbles laid in fans."""
    fans = [arc((x, y), r, 180, 360) for x, y in ((-0.25, 0.0), (0.25, 0.0), (0.0, 0.5)) for r in (0.25, 0.13)]
    halves = [arc((-0.5, 0.5), r, 270, 360) for r in (0.25, 0.13)] + [
        arc((0.5, 0.5), r, 180, 270) for r in (0.25, 0.13)
    ]
    return (lines([*fans, *halves], pen(theme)),)


def platform(theme: Theme, variant: int) -> Shapes:
    """Riveted plates."""
    frame = [[(-0.4, -0.4), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4), (-0.4, -0.4)]]
    cross = [[(-0.4, -0.4), (0.4, 0.4)]] if variant % 2 else [[(0.4, -0.4), (-0.4, 0.4)]]
    rivets = tuple(Circle((x, y), 0.025, pen(theme)) for x in (-0.45, 0.45) for y in (-0.45, 0.45))
    return (lines([*frame, *cross], pen(theme)), *rivets)


def bridge(theme: Theme, variant: int) -> Shapes:
    """Planks across a way from west to east."""
    seams = [[(x, -0.5), (x, 0.5)] for x in (-0.25, 0.0, 0.25)]
    split = -0.375 + 0.25 * (variant % 4)
    grain = [[(split, -0.3 + 0.1 * variant), (split + 0.03, 0.0 + 0.1 * variant)]]
    return (lines([*seams, *grain], Style(stroke=theme.wood_dark, width=theme.fine, opacity=0.7)),)


def end_zone(theme: Theme, variant: int) -> Shapes:
    """Slanting stripes."""
    stripes: list[list[Point]] = [[(-0.5, 0.5), (0.5, -0.5)], [(-0.5, 0.0), (0.0, -0.5)], [(0.0, 0.5), (0.5, 0.0)]]
    return (lines(stripes, pen(theme)),)


def entry(theme: Theme, variant: int) -> Shapes:
    """Steps up to the north."""
    return (
        lines([[(-0.5, y), (0.5, y)] for y in (-0.3, -0.1, 0.1, 0.3)], Style(stroke=theme.border, width=theme.fine)),
    )


SIZED: dict[str, Callable[..., Shapes]] = {
    f"floor-{paving.__name__.replace('_', '-')}": paving
    for paving in (room, board, corridor, small_room, large_room, junction, platform, bridge, end_zone, entry)
}
