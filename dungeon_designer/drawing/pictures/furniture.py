"""Chests, portals, obstacles and machines."""

from __future__ import annotations

from collections.abc import Callable

from dungeon_designer.drawing.shapes import Circle, Path, Style, Text, box, lines, polygon
from dungeon_designer.drawing.themes import Theme

Shapes = tuple[Path | Circle | Text, ...]


def chest(theme: Theme) -> Shapes:
    """A chest from above."""
    return (
        box(-0.36, -0.26, 0.72, 0.52, theme.drawn(theme.wood, theme.bold)),
        lines(
            [[(-0.36, -0.02), (0.36, -0.02)], [(-0.2, -0.26), (-0.2, 0.26)], [(0.2, -0.26), (0.2, 0.26)]], theme.pen()
        ),
        box(-0.07, -0.08, 0.14, 0.16, theme.drawn(theme.gold)),
    )


def portal(theme: Theme, number: int) -> Shapes:
    """A disc of the portal's colour, with its number."""
    return (
        Circle((0.0, 0.0), 0.44, theme.drawn(theme.portal(number), theme.bold)),
        Circle((0.0, 0.0), 0.3, theme.drawn(theme.pale)),
        Text((0.0, 0.15), str(number), 0.42, Style(fill="#111111"), bold=True),
    )


def _block(theme: Theme, width: int, height: int, letter: str) -> Shapes:
    w, h = width - 0.2, height - 0.2
    return (
        box(-w / 2, -h / 2, w, h, theme.drawn(theme.stone, theme.bold)),
        Text((0.0, 0.18), letter, 0.5, Style(fill=theme.line), bold=True),
    )


def turning(theme: Theme) -> Shapes:
    """Arrows around; one unit is the radius."""
    return tuple(
        polygon([(s * 1.0, -s * 0.15), (s * 0.9, s * 0.05), (s * 1.1, s * 0.05)], theme.drawn(theme.gold))
        for s in (-1, 1)
    )


def ball(theme: Theme) -> Shapes:
    """A stone ball with an arrow to the east; one unit across."""
    arrow = [(-0.15, -0.05), (0.1, -0.05), (0.1, -0.15), (0.3, 0.0), (0.1, 0.15), (0.1, 0.05), (-0.15, 0.05)]
    return Circle((0.0, 0.0), 0.5, theme.drawn(theme.stone)), polygon(arrow, theme.drawn(theme.gold))


PLAIN: dict[str, Callable[[Theme], Shapes]] = {"chest": chest, "turning": turning, "rolling-ball": ball}
SIZED: dict[str, Callable[..., Shapes]] = {
    "portal": portal,
    "statue": lambda theme, w, h: _block(theme, w, h, "S"),
    "throne": lambda theme, w, h: _block(theme, w, h, "T"),
    "fountain": lambda theme, w, h: _block(theme, w, h, "F"),
    "idol": lambda theme, w, h: _block(theme, w, h, "I"),
    "crypt": lambda theme, w, h: _block(theme, w, h, "C"),
    "dragon": lambda theme, w, h: _block(theme, w, h, "D"),
}
