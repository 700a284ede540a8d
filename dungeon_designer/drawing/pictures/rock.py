"""What surrounds the floor: strokes of a pen in bundles that fit into each other, and stones.

The hatching is one sheet of `SHEET` squares by `SHEET` that continues itself on all sides; a picture is one square of
it. Bundles are the cells of scattered points (each holds what is nearer to its point than to any other), so they leave
no hole, and strokes may reach over the edge of their square: the square beside it leaves that room.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from math import cos, pi, sin

from msgspec.structs import replace

from dungeon_designer.drawing.geometry import moved, noise
from dungeon_designer.drawing.shapes import Circle, Path, Point, Style, Text, area, line
from dungeon_designer.drawing.themes import Theme

Shapes = tuple[Path | Circle | Text, ...]

SHEET = 5
"""The side of the sheet of hatching, in squares."""

STONES = 6
"""How many different stones lie about."""

_FINER = 2
"""Bundles a square has on each side."""

LONGEST = 0.4
"""How far a stroke reaches from the middle of its bundle, in squares."""

_GAP = 0.125
"""How far the strokes of a bundle lie apart."""

_SEEDS = SHEET * _FINER

Cell = tuple[int, int]


def hatch(theme: Theme, column: int, row: int) -> Shapes:
    """One square of the sheet: its strokes as one area, each thin at one end."""
    cells = product(*(range(_FINER * at, _FINER * at + _FINER) for at in (column, row)))
    strokes = area([stroke for cell in cells for stroke in _strokes(cell, theme.hatch)], Style(fill=theme.rock_line))
    return (moved(strokes, -column - 0.5, -row - 0.5),)


def stone(theme: Theme, variant: int) -> Shapes:
    """A rough stone among strokes, on ground that none crosses."""
    loose = pebble(theme, variant)
    assert isinstance(loose[0], Path)  # noqa: S101  (the outline comes first)
    return (replace(loose[0], style=Style(fill=theme.rock, stroke=theme.rock, width=0.1)), *loose)


def pebble(theme: Theme, variant: int) -> Shapes:
    """A rough stone by itself: its outline, and a line where it has an edge."""
    size = 0.1 + 0.09 * noise(variant, 1, 71)
    ring: list[Point] = []
    for i in range(7):
        angle, far = 2 * pi * (i + 0.6 * noise(i, variant, 72)) / 7, size * (0.8 + 0.45 * noise(i, variant, 73))
        ring.append((1.15 * far * cos(angle), 0.9 * far * sin(angle)))
    edge = line(
        (-0.2 * size, -0.35 * size), (0.45 * size, -0.2 * size), Style(stroke=theme.rock_line, width=theme.fine)
    )
    return area([ring], Style(fill=theme.rock, stroke=theme.rock_line, width=theme.hatch * 0.8)), edge


def _home(cell: Cell) -> Cell:
    return cell[0] % _SEEDS, cell[1] % _SEEDS


@lru_cache(maxsize=1024)
def _seed(cell: Cell) -> Point:
    """The point a bundle is about: one to each small square, anywhere near its middle."""
    x, y = (0.5 + 0.72 * (noise(*_home(cell), salt) - 0.5) for salt in (74, 75))
    return (cell[0] + x) / _FINER, (cell[1] + y) / _FINER


def _angle(cell: Cell) -> float:
    """Which way the strokes of a bundle lie: neighbours on all four sides lie across."""
    x, y = _home(cell)
    return pi * (0.25 + 0.5 * ((x + y) % 2) + 0.34 * (noise(x, y, 76) - 0.5))


@lru_cache(maxsize=1024)
def _strokes(cell: Cell, width: float) -> tuple[tuple[Point, ...], ...]:
    """The strokes of a bundle from one end of its cell to the other, each as the area its pen covers."""
    (x, y), turn = _seed(cell), _angle(cell)
    dx, dy = cos(turn), sin(turn)
    found = []
    for i in range(-4, 5):
        off = (i + 0.36 * (noise(i, cell[0] % _SEEDS, 77 + cell[1] % _SEEDS) - 0.5)) * _GAP
        start = (x - dy * off, y + dx * off)
        low, high = _span(cell, start, (dx, dy))
        low += 0.05 - 0.09 * noise(i, cell[1] % _SEEDS, 110 + cell[0] % _SEEDS)
        high -= 0.05 - 0.09 * noise(i, cell[1] % _SEEDS, 140 + cell[0] % _SEEDS)
        if high - low > 0.09:
            ends = [(start[0] + dx * t, start[1] + dy * t) for t in (low, high)]
            broad, thin = ends if noise(i, *cell) < 0.5 else reversed(ends)
            found.append(_tapered(broad, thin, (-dy, dx), width))
    return tuple(found)


def _tapered(a: Point, b: Point, across: Point, width: float) -> tuple[Point, ...]:
    """A stroke that is set down broad at `a` and runs out at `b`."""
    half = width / 2
    return (a[0] + across[0] * half, a[1] + across[1] * half), b, (a[0] - across[0] * half, a[1] - across[1] * half)


def _span(cell: Cell, start: Point, way: Point) -> tuple[float, float]:
    """How far a line through a bundle's cell stays in it, forwards and back: nearer to its seed than to others."""
    low, high, (x, y) = -LONGEST, LONGEST, _seed(cell)
    for i, j in product(range(-2, 3), repeat=2):
        if not i and not j:
            continue
        there = (cell[0] + i, cell[1] + j)
        to_x, to_y = _seed(there)
        nx, ny = to_x - x, to_y - y
        room = (nx * (to_x + x) + ny * (to_y + y)) / 2 - (nx * start[0] + ny * start[1])
        speed = nx * way[0] + ny * way[1]
        if abs(speed) < 1e-9:
            if room < 0:
                return 0.0, 0.0
        elif speed > 0:
            high = min(high, room / speed)
        else:
            low = max(low, room / speed)
    return low, high


SIZED: dict[str, Callable[..., Shapes]] = {"hatch": hatch, "stone": stone, "pebble": pebble}
