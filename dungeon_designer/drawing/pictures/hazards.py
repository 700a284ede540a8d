"""Liquids, chasms, cliffs and spike pits: what fills a square of them, and what runs along their rims.

A rim picture lies along the northern edge of its square, looking in.
"""

from __future__ import annotations

from collections.abc import Callable

from dungeon_designer.drawing.geometry import ellipse, noise, sketch
from dungeon_designer.drawing.shapes import Circle, Path, Point, Style, Text, area, box, lines, polygon
from dungeon_designer.drawing.themes import Theme

Shapes = tuple[Path | Circle | Text, ...]

VARIANTS = 4
"""How many different squares each hazard has."""

_LAVA = (
    ("M -50 -12 L -34 -4 L -16 -16 L -2 -6 L 4 12 L 24 16 L 50 8 M 4 12 L -8 30 L -4 50 M -16 -16 L -12 -50",
     "M -34 -34 L -24 -30 M 26 -26 L 34 -22 M 22 34 L 30 30 M -32 22 L -26 26"),
    ("M 14 -50 L 8 -30 L 20 -10 L 50 -4 M 8 -30 L -18 -24 L -50 -30 M 20 -10 L 6 16 L 14 34 L 8 50 "
     "M 6 16 L -24 20 L -50 12",
     "M -30 -6 L -22 -2 M 34 20 L 40 26 M -22 36 L -16 38"),
    ("M -50 6 L -28 10 L -14 -6 L 8 -10 L 18 -28 L 14 -50 M 8 -10 L 24 10 L 50 4 M -28 10 L -20 32 L -26 50",
     "M -34 -28 L -28 -24 M 6 28 L 16 30 M 34 -30 L 38 -24"),
    ("M -24 -50 L -20 -28 L -34 -8 L -50 -2 M -20 -28 L 6 -20 L 28 -30 L 50 -22 "
     "M 6 -20 L 10 8 L -8 24 L -2 50 M 10 8 L 34 18 L 50 14",
     "M -30 20 L -22 26 M 28 38 L 34 34 M 26 -6 L 32 -4"),
)  # fmt: skip


def lava(theme: Theme, variant: int) -> Shapes:
    """A crust with glowing cracks."""
    cracks, sparks = _LAVA[variant]
    glow = Style(stroke=theme.lava_glow, width=0.1, opacity=0.55)
    return (
        sketch(cracks, glow),
        sketch(cracks, Style(stroke=theme.lava_line, width=theme.fine * 1.4)),
        sketch(sparks, Style(stroke=theme.lava_line, width=theme.fine)),
    )


def water(theme: Theme, variant: int) -> Shapes:
    """Ripples."""
    found = []
    for i, y in enumerate((-32, -8, 16, 38)):
        x = -40 + noise(variant, i, 11) * 44
        w = 8 + noise(variant, i, 12) * 3
        if noise(variant, i, 13) < 0.72:
            found.append(f"M {x:.0f} {y} Q {x + w / 2:.1f} {y - 7} {x + w:.1f} {y} "
                          f"Q {x + 1.5 * w:.1f} {y + 6} {x + 2 * w:.1f} {y} "
                         f"Q {x + 2.5 * w:.1f} {y - 7} {x + 3 * w:.1f} {y}")  # fmt: skip
    return (sketch(" ".join(found), Style(stroke=theme.water_line, width=theme.fine)),)


def acid(theme: Theme, variant: int) -> Shapes:
    """Bubbles, some with a glint, on a slow swirl."""
    ring = Style(fill=theme.acid_glow, stroke=theme.acid_line, width=theme.fine)
    bubbles: list[Path | Circle | Text] = []
    for i in range(5):
        x, y = noise(variant, i, 21) * 0.76 - 0.38, noise(variant, i, 22) * 0.76 - 0.38
        r = 0.035 + noise(variant, i, 23) * 0.075
        bubbles.append(Circle((x, y), r, ring))
    swirl = ("M -44 20 Q -20 6 0 22 Q 20 36 44 22", "M -44 -24 Q -24 -36 -4 -26 Q 16 -16 42 -30")[variant % 2]
    return (sketch(swirl, Style(stroke=theme.acid_line, width=theme.fine * 0.8)), *bubbles)


def chasm(theme: Theme, variant: int) -> Shapes:
    """Nothing to see but the dark; a loose stroke here and there."""
    strokes: list[list[Point]] = []
    for i in range(3):
        x, y = noise(variant, i, 31) * 0.8 - 0.4, noise(variant, i, 32) * 0.6 - 0.4
        strokes.append([(x, y), (x - 0.02, y + 0.12 + 0.1 * noise(variant, i, 33))])
    return (lines(strokes, Style(stroke=theme.chasm_line, width=theme.fine * 0.8)),)


def chasm_rim(theme: Theme, variant: int) -> Shapes:
    """A broken lip with strokes that fall into the deep."""
    strokes: list[list[Point]] = []
    for i in range(9):
        x = -0.46 + i * 0.115 + (noise(i, variant, 34) - 0.5) * 0.04
        length = 0.1 + noise(i, variant, 35) * (0.34 if i % 2 else 0.2)
        strokes.append([(x, -0.47), (x + (noise(i, variant, 36) - 0.5) * 0.05, -0.47 + length)])
    return (lines(strokes, Style(stroke=theme.chasm_line, width=theme.fine * 1.2)),)


def cliff(theme: Theme, variant: int) -> Shapes:
    """Ledges of bare rock."""
    x, y = noise(variant, 0, 41) * 20 - 10, noise(variant, 0, 42) * 14 - 7
    ledge = (
        f"M {-38 + x:.0f} {y:.0f} L {-16 + x:.0f} {-6 + y:.0f} L {2 + x:.0f} {4 + y:.0f} L {26 + x:.0f} {-2 + y:.0f}"
    )
    lower = f"M {-20 - x:.0f} {24 + y:.0f} L {-4 - x:.0f} {20 + y:.0f} L {16 - x:.0f} {28 + y:.0f}"
    return (sketch(f"{ledge} {lower}", Style(stroke=theme.cliff_line, width=theme.fine)),)


def cliff_rim(theme: Theme, variant: int) -> Shapes:
    """Hachures, broad at the edge and running out downhill."""
    style = Style(fill=theme.cliff_line)
    teeth: list[Path | Circle | Text] = []
    for i in range(6):
        x = -0.42 + i * 0.168 + (noise(i, variant, 43) - 0.5) * 0.03
        length = 0.2 + noise(i, variant, 44) * 0.16
        teeth.append(polygon([(x - 0.045, -0.49), (x + 0.045, -0.49), (x, -0.49 + length)], style))
    return tuple(teeth)


def spike_pit(theme: Theme, variant: int) -> Shapes:
    """Rows of iron stakes seen from above: pyramids, two of their faces in the dark; the same upside down."""
    found: list[Path | Circle | Text] = []
    for i, (x, y) in enumerate((x, y) for y in (-0.27, 0.03, 0.33) for x in (-0.3, 0.0, 0.3)):
        x, y = x + (noise(variant, i, 47) - 0.5) * 0.07, y - 0.03 + (noise(variant, i, 48) - 0.5) * 0.07
        r = 0.1 + 0.03 * noise(variant, i, 49)
        corners: list[Point] = [(x, y - r), (x + r, y), (x, y + r), (x - r, y)]
        found.append(polygon(corners, theme.drawn(theme.spike, theme.fine * 0.7)))
        dark = [[corners[1], corners[2], (x, y)], [corners[3], corners[0], (x, y)]]
        found.append(area(dark, Style(fill=theme.stone_dark)))
    return tuple(found)


def spike_pit_rim(theme: Theme, variant: int) -> Shapes:
    """A kerb of dressed stones."""
    joint = -0.1 + 0.2 * noise(variant, 0, 50)
    stones = ((-0.5, joint), (joint, 0.5))
    return tuple(box(a, -0.5, b - a, 0.13, theme.drawn(theme.stone, theme.fine * 0.8)) for a, b in stones)


def lava_rim(theme: Theme, variant: int) -> Shapes:
    """Cooled crust along the bank."""
    points = " ".join(f"L {-50 + 100 * i / 6:.0f} {-38 + (noise(i, variant, 45) - 0.5) * 12:.0f}" for i in range(1, 6))
    return (sketch(f"M -50 -50 L -50 -40 {points} L 50 -40 L 50 -50 Z", Style(fill=theme.lava_crust)),)


def water_rim(theme: Theme, variant: int) -> Shapes:
    """A line of foam a hand's breadth from the bank."""
    wave = (
        "M -50 -38 Q -30 -33 -14 -38 Q 8 -43 22 -37 Q 38 -32 50 -38",
        "M -50 -38 Q -34 -43 -18 -37 Q 0 -32 16 -38 Q 34 -43 50 -38",
    )
    return (sketch(wave[variant % 2], Style(stroke=theme.water_glow, width=theme.fine * 1.4)),)


def acid_rim(theme: Theme, variant: int) -> Shapes:
    """Scum along the bank."""
    style = Style(fill=theme.acid_glow, stroke=theme.acid_line, width=theme.fine * 0.7)
    return tuple(ellipse(-0.4 + 0.2 * i, -0.45, 0.075 + 0.03 * noise(i, variant, 46), 0.04, style) for i in range(5))


SIZED: dict[str, Callable[..., Shapes]] = {
    "lava": lava, "water": water, "acid": acid, "chasm": chasm, "cliff": cliff,
    "spike-pit": spike_pit, "spike-pit-rim": spike_pit_rim,
    "lava-rim": lava_rim, "water-rim": water_rim, "acid-rim": acid_rim, "chasm-rim": chasm_rim, "cliff-rim": cliff_rim,
}  # fmt: skip
