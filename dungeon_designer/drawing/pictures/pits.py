"""Pits, trapdoors and counters."""

from __future__ import annotations

from collections.abc import Callable

from dungeon_designer.drawing.shapes import Circle, Path, Style, Text, box, lines, polygon
from dungeon_designer.drawing.themes import Theme

Shapes = tuple[Path | Circle | Text, ...]


def open_pit(theme: Theme) -> Shapes:
    """A hole."""
    return (box(-0.42, -0.42, 0.84, 0.84, theme.drawn(theme.hole, theme.bold)),)


def spiked_pit(theme: Theme) -> Shapes:
    """A hole with spikes."""
    spikes = ((-0.2, -0.05), (0.2, -0.05), (-0.2, 0.35), (0.2, 0.35))
    return (
        *open_pit(theme),
        *(polygon([(x - 0.12, y), (x, y - 0.32), (x + 0.12, y)], theme.drawn(theme.pale)) for x, y in spikes),
    )


def trapdoor(theme: Theme, width: int = 1, height: int = 1) -> Shapes:
    """Planks in a frame, with a ring."""
    w, h = width - 0.12, height - 0.12
    seams = [
        [(-w / 2 + i * w / (3 * width), -h / 2), (-w / 2 + i * w / (3 * width), h / 2)] for i in range(1, 3 * width)
    ]
    return (
        box(-w / 2, -h / 2, w, h, theme.drawn(theme.wood, theme.bold)),
        lines(seams, theme.pen(stroke=theme.wood_dark)),
        Circle((0.0, h / 2 - 0.18), 0.1, theme.pen(theme.bold)),
    )


def counter(theme: Theme) -> Shapes:
    """A round counter, face down."""
    return (
        Circle((0.0, 0.0), 0.4, theme.drawn(theme.bone, theme.bold)),
        Text((0.0, 0.18), "?", 0.5, Style(fill=theme.line), bold=True),
    )


PLAIN: dict[str, Callable[[Theme], Shapes]] = {
    "open-pit": open_pit, "spiked-pit": spiked_pit, "counter": counter, "trapdoor": trapdoor,
}  # fmt: skip
SIZED: dict[str, Callable[..., Shapes]] = {"trapdoor": trapdoor}
