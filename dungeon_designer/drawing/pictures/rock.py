"""What surrounds the floor: strokes of a pen, hatched in small bundles."""

from __future__ import annotations

from collections.abc import Callable

from dungeon_designer.drawing.geometry import noise
from dungeon_designer.drawing.shapes import Circle, Path, Style, Text, box, lines
from dungeon_designer.drawing.themes import Theme

Shapes = tuple[Path | Circle | Text, ...]

VARIANTS = 5
"""How many different bundles there are."""


def hatch(theme: Theme, variant: int) -> Shapes:
    """Four or five strokes side by side, no two of one length, on a patch that covers what lies below."""
    count = 4 + variant % 2
    strokes = []
    for i in range(count):
        x = (i - (count - 1) / 2) * 0.13 + (noise(i, variant, 1) - 0.5) * 0.03
        top = -0.3 - noise(i, variant, 2) * 0.12
        low = 0.3 + noise(i, variant, 3) * 0.12
        lean = (noise(i, variant, 4) - 0.5) * 0.06
        strokes.append([(x - lean, top), (x + lean, low)])
    half = (count - 1) * 0.065 + 0.05
    patch = box(-half, -0.36, 2 * half, 0.72, Style(fill=theme.rock))
    return (patch, lines(strokes, Style(stroke=theme.rock_line, width=theme.fine)))


SIZED: dict[str, Callable[..., Shapes]] = {"hatch": hatch}
