"""Bridges, a square at a time, leading from west to east; their rails lie along the northern edge."""

from __future__ import annotations

from collections.abc import Callable

from dungeon_designer.drawing.geometry import noise
from dungeon_designer.drawing.shapes import Circle, Path, Point, Style, Text, box, lines
from dungeon_designer.drawing.themes import Theme

Shapes = tuple[Path | Circle | Text, ...]

VARIANTS = 3


def bridge(theme: Theme, variant: int) -> Shapes:
    """Four planks side by side, nailed at both ends."""
    found: list[Path | Circle | Text] = []
    nails: list[list[Point]] = []
    for i in range(4):
        x, short = -0.5 + i * 0.25, noise(i, variant, 51) * 0.04
        found.append(box(x + 0.012, -0.5 + short, 0.226, 1.0 - 2 * short, theme.drawn(theme.wood, theme.fine * 0.8)))
        nails += [[(x + 0.12, y), (x + 0.121, y)] for y in (-0.4, 0.4)]
        grain = -0.2 + 0.3 * noise(i, variant, 52)
        nails.append([(x + 0.08 + 0.08 * noise(i, variant, 53), grain), (x + 0.1, grain + 0.22)])
    return (*found, lines(nails, Style(stroke=theme.wood_dark, width=theme.fine)))


def bridge_rail(theme: Theme) -> Shapes:
    """A beam with a post."""
    return (
        box(-0.5, -0.5, 1.0, 0.1, theme.drawn(theme.wood_dark, theme.fine * 0.8)),
        box(-0.07, -0.53, 0.14, 0.16, theme.drawn(theme.wood, theme.fine)),
    )


def rope_bridge(theme: Theme, variant: int) -> Shapes:
    """Slats that leave gaps, none quite straight."""
    found: list[Path | Circle | Text] = []
    for i in range(4):
        x = -0.46 + i * 0.25
        tilt = (noise(i, variant, 54) - 0.5) * 0.06
        corners = ((x, -0.4 + tilt), (x + 0.15, -0.4 - tilt), (x + 0.15, 0.4 - tilt), (x, 0.4 + tilt))
        found.append(Path("MLLLZ", corners, theme.drawn(theme.wood, theme.fine * 0.8)))
    return tuple(found)


def rope_bridge_rail(theme: Theme) -> Shapes:
    """A rope with knots."""
    rope = Path(
        "MQ", ((-0.5, -0.42), (0.0, -0.36), (0.5, -0.42)), Style(stroke=theme.wood_dark, width=theme.bold * 1.2)
    )
    ties: list[list[Point]] = [[(x, -0.46), (x, -0.33)] for x in (-0.385, -0.135, 0.115, 0.365)]
    return rope, lines(ties, Style(stroke=theme.line, width=theme.fine))


PLAIN: dict[str, Callable[[Theme], Shapes]] = {"bridge-rail": bridge_rail, "rope-bridge-rail": rope_bridge_rail}
SIZED: dict[str, Callable[..., Shapes]] = {"bridge": bridge, "rope-bridge": rope_bridge}
