"""Floor textures: each section kind has its own paving.

Flagstones, bricks and cracked rock are cut from one sheet of `SHEET` squares by `SHEET`, which continues itself on all
sides, so that they run across the squares; a picture is one square of a sheet. The other pavings have a few squares
that fit each other. All are thin lines in the theme's floor ink, one path a square, so that a floor costs one `Use` a
square. What time did to a floor is drawn over it: cracks, worn corners, moss.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise
from math import floor

from dungeon_designer.drawing.geometry import arc, around, noise, pick, sketch
from dungeon_designer.drawing.shapes import Circle, Path, Point, Style, Text, lines
from dungeon_designer.drawing.themes import Theme

Shapes = tuple[Path | Circle | Text, ...]
Cell = tuple[int, int]

VARIANTS = 6
"""How many different squares a paving has that is not cut from a sheet; how many cracks, worn corners and mosses."""

SHEET = 6
"""The side of a sheet of paving, in squares."""


def pen(theme: Theme) -> Style:
    """The line all pavings are drawn with."""
    return Style(stroke=theme.floor_line, width=theme.fine)


def room(theme: Theme, column: int, row: int) -> Shapes:
    """Flagstones of all sizes."""
    return _cut(theme, "flags", column, row)


def corridor(theme: Theme, column: int, row: int) -> Shapes:
    """Courses of long bricks from west to east."""
    return _cut(theme, "bricks", column, row)


def board(theme: Theme, column: int, row: int) -> Shapes:
    """Rough rock with long cracks and pebbles."""
    return _cut(theme, "rock", column, row)


def small_room(theme: Theme, column: int, row: int) -> Shapes:
    """Tiles laid askew."""
    return _cut(theme, "tiles", column, row)


def end_zone(theme: Theme, column: int, row: int) -> Shapes:
    """Flagstones, below the pattern of a side."""
    return _cut(theme, "flags", column, row)


def _cut(theme: Theme, sheet: str, column: int, row: int) -> Shapes:
    """One square of a sheet."""
    found = _sheet(sheet, theme.texture).get((column, row))
    return (lines(found, pen(theme)),) if found else ()


@cache
def _sheet(name: str, share: float) -> dict[Cell, list[list[Point]]]:
    """The lines of a sheet by their squares, each about the middle of its square; of each `share` of the whole.

    What is left out comes in patches, as where a floor is worn smooth.
    """
    found: dict[Cell, list[list[Point]]] = {}
    for number, line in enumerate(_LINES[name]()):
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
        for t in sorted({*_crossings(x0, x1), *_crossings(y0, y1)}):
            at = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
            yield [*piece, at]
            piece = [at]
        piece.append((x1, y1))
        if x1 == floor(x1) or y1 == floor(y1):
            yield piece
            piece = [(x1, y1)]
    if len(piece) > 1:
        yield piece


def _crossings(a: float, b: float) -> Iterator[float]:
    """The shares of the way from one number to another at which it passes a whole one."""
    for whole in range(floor(min(a, b)), floor(max(a, b)) + 2):
        if min(a, b) < whole < max(a, b):
            yield (whole - a) / (b - a)


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
            yield [(x + slant, _level(bed, x + slant)), (x - slant, y + height)]
            x += shortest + (longest - shortest) * noise(course, stone, salt + 3)
            stone += 1
        y += height


def _level(bed: list[Point], x: float) -> float:
    """How high a bed lies at some length of it."""
    along = x % SHEET
    (_, a), (_, b) = bed[int(along)], bed[int(along) + 1]
    return a + (b - a) * (along - int(along))


def _flags() -> Iterator[list[Point]]:
    return _courses((0.62, 0.86, 0.7, 0.8, 0.66, 0.9, 0.74, 0.72), 1.35, 0.65, 80)


def _bricks() -> Iterator[list[Point]]:
    return _courses((0.4,) * 15, 1.0, 0.75, 85)


def _tiles() -> Iterator[list[Point]]:
    """Lines slanting both ways, two to three squares."""
    for number in range(round(SHEET / 1.5)):
        for way, start in ((1, 1.5 * number + 0.37), (-1, 1.5 * number + 0.49)):
            yield [(start + t * way, float(t)) for t in range(SHEET + 1)]


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


_LINES: dict[str, Callable[[], Iterator[list[Point]]]] = {
    "flags": _flags, "bricks": _bricks, "tiles": _tiles, "rock": _cracks,
}  # fmt: skip


def large_room(theme: Theme, variant: int) -> Shapes:
    """Large slabs with cut corners, a square each, and a small diamond between them."""
    d = 0.17
    ends = ((x, y) for x in (-0.5, 0.5) for y in (-0.5, 0.5))
    corners: list[list[Point]] = [[(x, y - d if y > 0 else y + d), (x - d if x > 0 else x + d, y)] for x, y in ends]
    return (lines(corners, pen(theme)),)


def junction(theme: Theme, variant: int) -> Shapes:
    """Cobbles laid in fans."""
    fans = [arc((x, y), r, 180, 360) for x, y in ((-0.25, 0.0), (0.25, 0.0), (0.0, 0.5)) for r in (0.25, 0.13)]
    halves = [arc((-0.5, 0.5), r, 270, 360) for r in (0.25, 0.13)] + [
        arc((0.5, 0.5), r, 180, 270) for r in (0.25, 0.13)
    ]
    return (lines([*fans, *halves], pen(theme)),)


def platform(theme: Theme, variant: int) -> Shapes:
    """Riveted plates."""
    frame = [[(-0.4, -0.4), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4), (-0.4, -0.4)]]
    cross = [[(-0.4, -0.4), (0.4, 0.4)]] if variant % 2 else [[(0.4, -0.4), (-0.4, 0.4)]]
    rivets = tuple(Circle((x, y), 0.025, pen(theme)) for x in (-0.45, 0.45) for y in (-0.45, 0.45))
    return (lines([*frame, *cross], pen(theme)), *rivets)


def bridge(theme: Theme, variant: int) -> Shapes:
    """Planks across a way from west to east."""
    seams = [[(x, -0.5), (x, 0.5)] for x in (-0.25, 0.0, 0.25)]
    split = -0.375 + 0.25 * (variant % 4)
    grain = [[(split, -0.3 + 0.1 * variant), (split + 0.03, 0.0 + 0.1 * variant)]]
    return (lines([*seams, *grain], Style(stroke=theme.wood_dark, width=theme.fine, opacity=0.7)),)


def entry(theme: Theme, variant: int) -> Shapes:
    """Steps up to the north."""
    return (
        lines([[(-0.5, y), (0.5, y)] for y in (-0.3, -0.1, 0.1, 0.3)], Style(stroke=theme.border, width=theme.fine)),
    )


_CRACKS = (
    "M -34 -30 L -20 -16 L -22 -6 L -4 6 L -2 18 M -22 -6 L -34 2",
    "M 36 -22 L 22 -16 L 16 -2 L -2 2 L -10 16 M 16 -2 L 24 12",
    "M -30 26 L -16 20 L -4 26 L 10 14 L 26 16 M -4 26 L 2 38",
    "M -10 -38 L -4 -22 L -14 -8 L -6 8 M -4 -22 L 12 -16 L 18 -4",
    "M 30 34 L 20 22 L 24 8 L 12 -6 M 20 22 L 6 24",
    "M -38 8 L -24 2 L -14 10 L 4 4 L 12 -10 M 4 4 L 16 12",
)


def crack(theme: Theme, variant: int) -> Shapes:
    """A stone that has burst."""
    return (sketch(_CRACKS[variant], Style(stroke=theme.floor_line, width=theme.fine * 1.1)),)


def worn(theme: Theme, variant: int) -> Shapes:
    """What feet have broken off: chips and grit."""
    bits: list[list[Point]] = []
    for i in range(9):
        x, y = 0.76 * noise(i, variant, 64) - 0.38, 0.76 * noise(i, variant, 65) - 0.38
        r = 0.04 if i < 3 else 0.012
        bits.append([(x - r, y + r / 2), (x, y - r), (x + r, y + r / 3), (x - r, y + r / 2)])
    return (lines(bits, pen(theme)),)


def moss(theme: Theme, variant: int) -> Shapes:
    """Tufts of moss, thick in one place and thin around it."""
    tufts: list[list[Point]] = []
    for i in range(18):
        ((x, y),) = around(1, 0.36 * noise(i, variant, 67) ** 1.4, 360 * noise(i, variant, 68))
        tufts.append([(x, 0.75 * y), (x + 0.02, 0.75 * y)])
    return (
        lines(tufts[:9], Style(stroke=theme.moss, width=0.16, opacity=0.3)),
        lines(tufts, Style(stroke=theme.moss, width=0.045)),
    )


CUT = frozenset({"room", "corridor", "board", "small_room", "end_zone"})
"""Kinds whose paving is cut from a sheet."""

AGED = (crack, worn, moss)
"""What time does to a floor."""

SIZED: dict[str, Callable[..., Shapes]] = {
    **{f"floor-{paving.__name__.replace('_', '-')}": paving
       for paving in (room, board, corridor, small_room, large_room, junction, platform, bridge, end_zone, entry)},
    **{f"aged-{trace.__name__}": trace for trace in AGED},
}  # fmt: skip
