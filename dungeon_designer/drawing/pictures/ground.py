"""Textures of the ground, a square at a time."""

from __future__ import annotations

from collections.abc import Callable

from dungeon_designer.drawing.shapes import Circle, Path, Text, box, lines
from dungeon_designer.drawing.themes import Theme

Shapes = tuple[Path | Circle | Text, ...]


def _waves(stroke: str, theme: Theme) -> Shapes:
    rows = ((-0.35, -0.2), (-0.1, 0.1), (-0.4, 0.3))
    return (
        lines(
            [[(x, y), (x + 0.12, y - 0.08), (x + 0.24, y), (x + 0.36, y - 0.08)] for x, y in rows],
            theme.pen(stroke=stroke),
        ),
    )


def lava(theme: Theme) -> Shapes:
    """Glowing cracks."""
    return (
        lines(
            [[(-0.4, -0.2), (-0.1, 0.0), (-0.2, 0.3)], [(0.0, -0.1), (0.3, -0.3), (0.4, 0.2)]],
            theme.pen(theme.bold, theme.lava_line),
        ),
    )


def water(theme: Theme) -> Shapes:
    """Waves."""
    return _waves(theme.water_line, theme)


def acid(theme: Theme) -> Shapes:
    """Bubbles."""
    return tuple(
        Circle(at, r, theme.pen(stroke=theme.acid_line))
        for at, r in (((-0.2, -0.2), 0.12), ((0.2, 0.1), 0.08), ((-0.1, 0.3), 0.05))
    )


def chasm(theme: Theme) -> Shapes:
    """Depth lines."""
    return (
        lines([[(-0.3 + i * 0.2, -0.4), (-0.4 + i * 0.2, 0.4)] for i in range(5)], theme.pen(stroke=theme.chasm_line)),
    )


def cliff(theme: Theme) -> Shapes:
    """Hachures."""
    return (
        lines(
            [[(-0.4 + i * 0.2, -0.3), (-0.4 + i * 0.2, 0.3)] for i in range(5)], theme.pen(theme.bold, theme.cliff_line)
        ),
    )


def bridge(theme: Theme) -> Shapes:
    """Planks across a way from west to east."""
    return tuple(box(-0.5 + i * 0.25, -0.46, 0.23, 0.92, theme.drawn(theme.wood)) for i in range(4))


def rope_bridge(theme: Theme) -> Shapes:
    """Slats on two ropes."""
    slats = tuple(box(-0.46 + i * 0.25, -0.32, 0.14, 0.64, theme.drawn(theme.wood)) for i in range(4))
    return (
        *slats,
        lines([[(-0.5, -0.38), (0.5, -0.38)], [(-0.5, 0.38), (0.5, 0.38)]], theme.pen(theme.bold, theme.wood_dark)),
    )


PLAIN: dict[str, Callable[[Theme], Shapes]] = {
    "lava": lava, "water": water, "acid": acid, "chasm": chasm, "cliff": cliff, "bridge": bridge,
    "rope-bridge": rope_bridge,
}  # fmt: skip
