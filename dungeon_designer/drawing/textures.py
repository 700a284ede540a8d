"""Textures that are cut from one sheet, which continues itself on all sides, so that they run across the squares.

A picture is one square of a sheet. Pavings are flagstones, bricks, tiles laid askew and cracked rock: thin lines in the
theme's floor ink, one path a square. The hatching of rock is strokes of a pen in bundles that fit into each other:
bundles are the cells of scattered points (each holds what is nearer to its point than to any other), so they leave no
hole, and strokes may reach over the edge of their square: the square beside it leaves that room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache, partial
from itertools import pairwise, product
from math import cos, floor, pi, sin

from dungeon_designer.drawing.geometry import moved, noise, pick
from dungeon_designer.drawing.shapes import Path, Point, Style, area, lines
from dungeon_designer.drawing.themes import Theme

Cell = tuple[int, int]

SHEET = 6
"""The side of a sheet of paving, in squares."""

HATCHED = 5
"""The side of the sheet of hatching, in squares."""

LONGEST = 0.4
"""How far a stroke reaches from the middle of its bundle, in squares."""

_FINER = 2
"""Bundles a square has on each side."""

_SEEDS = HATCHED * _FINER


def paving(theme: Theme, column: int, row: int, *, sheet: str) -> tuple[Path, ...]:
    """One square of a sheet of paving."""
    found = _sheet(sheet, theme.texture).get((column, row))
    return (lines(found, Style(stroke=theme.floor_line, width=theme.fine)),) if found else ()


@cache
def _sheet(name: str, share: float) -> dict[Cell, list[list[Point]]]:
    """The lines of a sheet by their squares, each about the middle of its square; of each `share` of the whole.

    What is left out comes in patches, as where a floor is worn smooth.
    """
    found: dict[Cell, list[list[Point]]] = {}
    for number, line in enumerate(_LINES[name]):
        for piece in _by_squares(line):
            (x0, y0), (x1, y1) = piece[:2]
            column, row = floor((x0 + x1) / 2), floor((y0 + y1) / 2)
            if noise(number, column + 9 * row, 66) < share:
                shifted = [(x - column - 0.5, y - row - 0.5) for x, y in piece]
                found.setdefault((column % SHEET, row % SHEET), []).append(shifted)
    return found


def _by_squares(line: list[Point]) -> Iterator[list[Point]]:
    """A line cut where it crosses from one square into the next."""
    piece = [line[0]]
    for (x0, y0), (x1, y1) in pairwise(line):
        shares = set()
        for a, b in ((x0, x1), (y0, y1)):
            low, high = min(a, b), max(a, b)
            shares |= {(at - a) / (b - a) for at in range(floor(low), floor(high) + 2) if low < at < high}
        for t in sorted(shares):
            at = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
            yield [*piece, at]
            piece = [at]
        piece.append((x1, y1))
        if x1 == floor(x1) or y1 == floor(y1):
            yield piece
            piece = [(x1, y1)]
    if len(piece) > 1:
        yield piece


def _courses(heights: Iterable[float], longest: float, shortest: float, salt: int) -> Iterator[list[Point]]:
    """Stones in courses around the sheet: the bed below each course, and the joints of its stones."""
    y = 0.13
    for course, height in enumerate(heights):
        bed: list[Point] = [(x, y + 0.05 * (noise(x % SHEET, course, salt) - 0.5)) for x in range(SHEET + 1)]
        yield bed
        x = 0.9 * noise(course, 0, salt + 1)
        first, stone = x, 0
        while x < first + SHEET - 0.45 * shortest:
            slant = 0.08 * (noise(course, stone, salt + 2) - 0.5)
            at, share = divmod((x + slant) % SHEET, 1)
            (_, high), (_, low) = bed[int(at) : int(at) + 2]
            yield [(x + slant, high + (low - high) * share), (x - slant, y + height)]
            x += shortest + (longest - shortest) * noise(course, stone, salt + 3)
            stone += 1
        y += height


def _cracks() -> Iterator[list[Point]]:
    """Cracks that wander across some squares, each with a branch, and pebbles between them."""
    for at in range(11):
        x, y = SHEET * noise(at, 1, 92), SHEET * noise(at, 2, 92)
        way = -1 if pick(at, 3, 2, 92) else 1
        crack = [(x, y)]
        for step in range(5):
            x += 0.16 + 0.3 * noise(at, step, 93)
            y += way * (0.42 * noise(at, step, 94) - 0.06)
            crack.append((x, y))
        yield crack
        bx, by = crack[2]
        yield [crack[2], (bx - 0.04, by + 0.22 * way), (bx + 0.12, by + 0.4 * way)]
    for at in range(30):
        x, y, r = SHEET * noise(at, 4, 95), SHEET * noise(at, 5, 95), 0.03 + 0.04 * noise(at, 6, 95)
        yield [(x - r, y), (x, y - r), (x + 1.2 * r, y + 0.2 * r), (x, y + r), (x - r, y)]


_LINES: dict[str, tuple[list[Point], ...]] = {
    "flags": tuple(_courses((0.62, 0.86, 0.7, 0.8, 0.66, 0.9, 0.74, 0.72), 1.35, 0.65, 80)),
    "bricks": tuple(_courses((0.4,) * 15, 1.0, 0.75, 85)),
    "tiles": tuple(  # lines slanting both ways, two to three squares
        [(1.5 * number + start + t * way, float(t)) for t in range(SHEET + 1)]
        for number in range(round(SHEET / 1.5))
        for way, start in ((1, 0.37), (-1, 0.49))
    ),
    "cracks": tuple(_cracks()),
}


def hatch(theme: Theme, column: int, row: int) -> tuple[Path, ...]:
    """One square of the sheet: its strokes as one area, each thin at one end."""
    cells = product(*(range(_FINER * at, _FINER * at + _FINER) for at in (column, row)))
    strokes = area(
        [stroke for cell in cells for stroke in _strokes(cell, theme.hatch, theme.hatch_gap)],
        Style(fill=theme.rock_line),
    )
    return (moved(strokes, -column - 0.5, -row - 0.5),)


def _home(cell: Cell) -> Cell:
    return cell[0] % _SEEDS, cell[1] % _SEEDS


@lru_cache(maxsize=1024)
def _seed(cell: Cell) -> Point:
    """The point a bundle is about: one to each small square, anywhere near its middle."""
    x, y = (0.5 + 0.72 * (noise(*_home(cell), salt) - 0.5) for salt in (74, 75))
    return (cell[0] + x) / _FINER, (cell[1] + y) / _FINER


@lru_cache(maxsize=1024)
def _strokes(cell: Cell, width: float, gap: float) -> tuple[tuple[Point, ...], ...]:
    """The strokes of a bundle, so far apart, from one end of its cell to the other, each as the area its pen covers.

    Neighbours on all four sides lie across.
    """
    (x, y), (column, row) = _seed(cell), _home(cell)
    turn = pi * (0.25 + 0.5 * ((column + row) % 2) + 0.34 * (noise(column, row, 76) - 0.5))
    dx, dy = cos(turn), sin(turn)
    found = []
    half_many = round(0.5 / gap)
    for i in range(-half_many, half_many + 1):
        off = (i + 0.36 * (noise(i, column, 77 + row) - 0.5)) * gap
        start = (x - dy * off, y + dx * off)
        low, high = _span(cell, start, (dx, dy))
        low += 0.05 - 0.09 * noise(i, row, 110 + column)
        high -= 0.05 - 0.09 * noise(i, row, 140 + column)
        if high - low > 0.09:
            ends = [(start[0] + dx * t, start[1] + dy * t) for t in (low, high)]
            (ax, ay), thin = ends if noise(i, *cell) < 0.5 else reversed(ends)
            half = width / 2  # set down broad at one end, it runs out at the other
            found.append(((ax - dy * half, ay + dx * half), thin, (ax + dy * half, ay - dx * half)))
    return tuple(found)


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


SHEETS: dict[str, Callable[[Theme, int, int], tuple[Path, ...]]] = {
    "floor-room": partial(paving, sheet="flags"),
    "floor-end-zone": partial(paving, sheet="flags"),
    "floor-corridor": partial(paving, sheet="bricks"),
    "floor-small-room": partial(paving, sheet="tiles"),
    "floor-board": partial(paving, sheet="cracks"),
    "hatch": hatch,
}
"""The textures by the words their pictures are called by."""
