"""Obstacles a square or more in size; each is called with its longer and its shorter side, in squares."""

from __future__ import annotations

from collections.abc import Callable

from dungeon_designer.drawing.geometry import around, mirrored, moved, rounded, sketch
from dungeon_designer.drawing.shapes import Circle, Path, Style, Text, polygon
from dungeon_designer.drawing.themes import Theme

Shapes = tuple[Path | Circle | Text, ...]


def slab(theme: Theme, width: int, height: int) -> list[Path]:
    """The plinth everything stands on: it says that nobody steps here."""
    w, h = width - 0.08, height - 0.08
    return [
        rounded(-w / 2 + 0.03, -h / 2 + 0.04, w, h, 0.06, Style(fill=theme.shade, opacity=0.35)),
        rounded(-w / 2, -h / 2, w, h, 0.06, theme.drawn(theme.plinth, theme.bold)),
        rounded(
            -w / 2 + 0.07, -h / 2 + 0.07, w - 0.14, h - 0.14, 0.04, Style(stroke=theme.line, width=theme.fine * 0.6)
        ),
    ]


def _grown(shapes: list[Path], size: float) -> list[Path]:
    return [moved(shape, size=size) for shape in shapes]


def _stretched(shape: Path, width: int, height: int) -> Path:
    return Path(shape.verbs, tuple((x * width, y * height) for x, y in shape.points), shape.style)


def statue(theme: Theme, width: int, height: int) -> Shapes:
    """A knight of stone, leaning on a sword."""
    stone, dark = theme.drawn(theme.marble), Style(fill=theme.stone)
    figure = [
        sketch("M -27 27 L 27 27 L 31 38 L -31 38 Z", stone),
        sketch("M -17 27 L -15 -4 Q -23 -6 -21 -14 Q -14 -21 0 -21 Q 14 -21 21 -14 Q 23 -6 15 -4 L 17 27 Z", stone),
        sketch("M 8 26 L 8 -19 Q 15 -19 20 -13 Q 22 -7 14 -5 L 16 26 Z", dark),
        sketch("M -9 -20 L -10 -32 Q -9 -41 0 -42 Q 9 -41 10 -32 L 9 -20 Z", stone),
        sketch("M -8 -31 L 8 -31 M 0 -31 L 0 -21", theme.pen(theme.fine * 1.4)),
        sketch("M 0 -46 L 0 -40", theme.pen(theme.bold)),
        sketch("M -2.5 -4 L 2.5 -4 L 2.5 22 L 0 27 L -2.5 22 Z", theme.drawn(theme.metal, theme.fine * 0.8)),
        sketch("M -9 -4 L 9 -4 M 0 -4 L 0 -11", theme.pen(theme.bold)),
    ]
    return (*slab(theme, width, height), *_grown(figure, min(width, height)))


def throne(theme: Theme, width: int, height: int) -> Shapes:
    """A high seat with a cushion, seen from the front."""
    wood, gold, red = theme.drawn(theme.wood), theme.drawn(theme.gold), theme.drawn(theme.blood)
    left = [
        sketch("M -31 2 L -20 2 L -20 38 L -31 38 Z", wood),
        sketch("M -33 -5 L -18 -5 L -18 4 L -33 4 Z", gold),
    ]
    seat = [
        sketch("M -22 20 L -24 -30 L -15 -25 L -8 -36 L 0 -44 L 8 -36 L 15 -25 L 24 -30 L 22 20 Z", wood),
        sketch("M -15 12 L -16 -17 Q -8 -22 0 -30 Q 8 -22 16 -17 L 15 12 Z", red),
        sketch("M -7 -6 L 0 -14 L 7 -6 L 0 2 Z", gold),
        sketch("M -21 10 L 21 10 L 23 21 L -23 21 Z", red),
        sketch("M -23 21 L 23 21 L 23 30 L -23 30 Z", wood),
    ]
    return (*slab(theme, width, height), *_grown([*seat, *left, *map(mirrored, left)], min(width, height)))


def fountain(theme: Theme, width: int, height: int) -> Shapes:
    """An eight-sided basin with a jet in its middle, seen from above."""
    basin = [
        polygon(around(8, 0.44, 22.5), theme.drawn(theme.stone, theme.bold)),
        polygon(around(8, 0.36, 22.5), theme.drawn(theme.water)),
    ]
    joints = [sketch(f"M {a[0] * 100:.1f} {a[1] * 100:.1f} L {b[0] * 100:.1f} {b[1] * 100:.1f}", theme.pen())
              for a, b in zip(around(8, 0.36, 22.5), around(8, 0.44, 22.5), strict=True)]  # fmt: skip
    jet = [
        sketch("M 0 -6 Q -2 -24 -17 -20 M 0 -6 Q 2 -24 17 -20 M -6 0 Q -22 4 -20 18 M 6 0 Q 22 4 20 18",
               Style(stroke=theme.water_glow, width=0.035)),
        sketch("M -25 -3 Q -27 8 -23 14 M 25 -3 Q 27 8 23 14 M -8 24 Q 0 27 8 24 "
               "M -9 -27 Q 0 -30 9 -27", theme.pen(stroke=theme.water_line)),
    ]  # fmt: skip
    column = [
        polygon(around(8, 0.11, 22.5), theme.drawn(theme.stone)),
        polygon(around(8, 0.05, 22.5), theme.drawn(theme.stone_dark)),
    ]
    return (
        *slab(theme, width, height),
        *(_stretched(part, width, height) for part in (*basin, *joints, *jet, *column)),
    )


def idol(theme: Theme, width: int, height: int) -> Shapes:
    """A squat horned thing with burning eyes."""
    stone, dark = theme.drawn(theme.stone), Style(fill=theme.stone_dark)
    horn = sketch("M -13 -22 Q -36 -20 -37 -42 Q -28 -31 -7 -29 Z", theme.drawn(theme.bone))
    eye = sketch("M -14 -14 L -3 -9 L -11 -7 Z", Style(fill=theme.eye, stroke=theme.line, width=theme.fine * 0.7))
    arm = sketch("M -24 6 Q -38 14 -32 30 L -20 33 Q -14 30 -17 25 L -24 24 Q -25 16 -18 12 Z", stone)
    figure = [
        sketch("M -34 31 L 34 31 L 38 41 L -38 41 Z", stone),
        sketch("M -26 32 Q -34 8 -18 0 L 18 0 Q 34 8 26 32 Z", stone),
        sketch("M 6 31 Q 18 18 10 2 L 17 1 Q 31 8 25 31 Z", dark),
        horn,
        mirrored(horn),
        sketch("M -19 -12 Q -20 -30 0 -31 Q 20 -30 19 -12 Q 18 4 0 8 Q -18 4 -19 -12 Z", stone),
        eye,
        mirrored(eye),
        sketch("M -10 0 Q 0 -4 10 0 L 7 3 L 4 -1 L 2 4 L -1 -1 L -4 4 L -6 0 Z", Style(fill=theme.line)),
        arm,
        mirrored(arm),
        polygon(around(4, 0.07, 0, (0.0, 0.19)), theme.drawn(theme.eye)),
    ]
    return (*slab(theme, width, height), *_grown(figure, min(width, height)))


def crypt(theme: Theme, width: int, height: int) -> Shapes:
    """A stone coffin from above, its lid carved with a skull and a sword."""
    half, tall = width / 2 - 0.14, height * 0.36
    shoulder = -half + 0.32 * (width - 0.3)
    lid = [(-half, -tall * 0.5), (shoulder, -tall), (half, -tall * 0.55)]
    lid += [(x, -y) for x, y in reversed(lid)]
    inner = [(x * 0.9, y * 0.82) for x, y in lid]
    skull = [
        sketch("M -11 2 Q -13 -14 0 -14 Q 13 -14 11 2 L 6 4 L 6 11 L -6 11 L -6 4 Z", theme.drawn(theme.bone)),
        sketch("M -6 -4 L -3 -4 M 6 -4 L 3 -4", Style(stroke=theme.line, width=0.055)),
        sketch("M 0 2 L 0 3 M -2 7 L -2 11 M 2 7 L 2 11", theme.pen(theme.fine * 0.8)),
    ]
    head = (-half * 0.62, 0.0) if width > 1 else (-0.2, 0.0)
    sword = sketch("M 2 0 L 60 0 M 12 -9 L 12 9", Style(stroke=theme.stone_dark, width=0.05))
    scale = (half - head[0] - 0.25) / 0.6
    return (
        *slab(theme, width, height),
        polygon(lid, theme.drawn(theme.stone, theme.bold)),
        polygon(inner, Style(stroke=theme.line, width=theme.fine * 0.8)),
        moved(sword, head[0] + 0.12, 0.0, size=scale),
        *(moved(part, *head, turn=270, size=1.0 if width > 1 else 0.8) for part in skull),
    )


SIZED: dict[str, Callable[..., Shapes]] = {
    "statue": statue, "throne": throne, "fountain": fountain, "idol": idol, "crypt": crypt,
}  # fmt: skip
