"""The foot of every printed page: a ruler of 100 mm, and the request to print at 100 %."""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.drawing.labels import shortened
from dungeon_designer.exports.elements import Clipped, Put, Strokes, Words, told
from dungeon_designer.exports.papers import FOOT, MARGIN, Paper

LENGTH = 100.0
"""The length of the ruler in millimetres."""

GREY = "#444444"

TYPE = 2.6
"""About the height in millimetres of type of 7 points, with some to spare."""


def foot(paper: Paper, label: str, lines: tuple[str, ...]) -> Iterator[Put | Strokes]:
    """A page's label and a few lines of words at the left, the ruler at the right."""
    top = paper.height - MARGIN - FOOT
    right = paper.width - MARGIN - 4.0
    left = MARGIN + 2.0
    broad = 6.0 * len(label) + 3.0 if label else 0.0
    if label:
        yield Put(left, top + 3.6, Words(told(label), 24, bold=True))
    width = right - LENGTH - left - broad - 4.0
    for at, line in enumerate(lines):
        text = Words(told(shortened(line, width / TYPE)), 7, colour=GREY)
        yield Put(left + broad, top + 2.4 + 3.2 * at, Clipped(text, width))
    yield from _ruler(right - LENGTH, top + 7.2)


def _ruler(left: float, y: float) -> Iterator[Put | Strokes]:
    """The line, a tick every 5 mm, and what to do with it."""
    heights = ((tick, 3.0 if tick % 50 == 0 else 2.0 if tick % 10 == 0 else 1.1) for tick in range(0, 101, 5))
    ticks = ((left + tick, y, left + tick, y - height) for tick, height in heights)
    yield Strokes(((left, y, left + LENGTH, y), *ticks), 0.2)
    for tick in (0, 50, 100):
        yield Put(left + tick, y - 3.5, Words(told(str(tick)), 6, colour=GREY), "center", "bottom")
    said = "Print at 100 % (actual size): this line measures 100 mm."
    yield Put(left, y + 1.3, Words(told(said), 7, colour=GREY))
