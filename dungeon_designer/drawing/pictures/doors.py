"""Doors and leap edges."""

from __future__ import annotations

from collections.abc import Callable

from dungeon_designer.drawing.shapes import Circle, Path, Text, box, lines, polygon
from dungeon_designer.drawing.themes import Theme

Shapes = tuple[Path | Circle | Text, ...]


def door(theme: Theme, width: int) -> Shapes:
    """A door on `width` edges in a row."""
    leaf = box(-width / 2 + 0.08, -0.12, width - 0.16, 0.24, theme.drawn(theme.wood, theme.bold))
    posts = tuple(
        box(x, -0.16, 0.16, 0.32, theme.drawn(theme.stone_dark)) for x in (-width / 2 - 0.04, width / 2 - 0.12)
    )
    return (leaf, *posts)


def shut(theme: Theme) -> Shapes:
    """A shut door that fills a square."""
    return (
        box(-0.5, -0.2, 1.0, 0.4, theme.drawn(theme.wood, theme.bold)),
        lines([[(x, -0.2), (x, 0.2)] for x in (-0.25, 0.0, 0.25)], theme.pen(stroke=theme.wood_dark)),
        Circle((0.0, 0.0), 0.07, theme.drawn(theme.gold)),
    )


def ajar(theme: Theme) -> Shapes:
    """An open door in a square: both leaves folded back."""
    return tuple(box(x, -0.4, 0.16, 0.8, theme.drawn(theme.wood, theme.bold)) for x in (-0.5, 0.34))


def leap(theme: Theme) -> Shapes:
    """An arrow across the edge."""
    return (
        polygon(
            [(0, -0.3), (0.2, 0.0), (0.08, 0.0), (0.08, 0.25), (-0.08, 0.25), (-0.08, 0.0), (-0.2, 0.0)],
            theme.drawn(theme.gold),
        ),
    )


PLAIN: dict[str, Callable[[Theme], Shapes]] = {"square-door-shut": shut, "square-door-open": ajar, "leap-edge": leap}
SIZED: dict[str, Callable[..., Shapes]] = {"door": door}
