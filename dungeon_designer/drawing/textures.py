"""Build textures from sheets of several squares that repeat on all sides, so that patterns run across squares.

A picture is one square of a sheet. Pavings are flagstones, bricks, slanting tiles and cracked rock: thin
lines in the theme's colour for lines on floors, one path for each square. The hatching of rock is pen
strokes in bundles. Each bundle fills the cell of a seed point (all points nearer to this seed than to any
other), so bundles leave no gaps. Strokes may reach over the edge of their square: the square beside it
leaves that space free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache, partial
from itertools import pairwise, product
from math import cos, floor, pi, sin

from dungeon_designer.drawing.geometry import compute_noise, pick_index, transform_path
from dungeon_designer.drawing.shapes import Path, Point, Style, build_area, build_lines
from dungeon_designer.drawing.themes import Theme

Cell = tuple[int, int]
"""The position of a bundle of strokes: (column, row), where each square has several columns and rows."""

PAVING_SHEET_SIZE = 6
"""The side length of a sheet of paving, in squares."""

HATCHING_SHEET_SIZE = 5
"""The side length of the sheet of hatching, in squares."""

MAX_STROKE_REACH = 0.4
"""How far a stroke reaches from the middle of its bundle, in squares."""

_BUNDLES_PER_SIDE = 2
"""The number of bundles along each side of a square."""

_SEEDS_PER_SIDE = HATCHING_SHEET_SIZE * _BUNDLES_PER_SIDE
"""The number of seed points along each side of the sheet of hatching."""


def draw_paving(theme: Theme, column: int, row: int, *, sheet: str) -> tuple[Path, ...]:
    """Return one square of a paving as a path of its lines; nothing if the square has no lines.

    Args:
        theme: the theme, which says how many of the lines are drawn.
        column: the column of the square within the sheet.
        row: the row of the square within the sheet.
        sheet: `flags`, `bricks`, `tiles` or `cracks`.
    """
    polylines = _list_sheet_lines(sheet, theme.texture).get((column, row))
    return (build_lines(polylines, Style(stroke=theme.floor_line, width=theme.fine)),) if polylines else ()


@cache
def _list_sheet_lines(name: str, share: float) -> dict[Cell, list[list[Point]]]:
    """Return the lines of a sheet of paving by square, each about the middle of its square.

    `share` is the share of lines that are drawn. Lines are left out in patches, as where a floor is worn smooth.
    """
    lines_by_square: dict[Cell, list[list[Point]]] = {}
    for number, line in enumerate(_LINES_BY_SHEET[name]):
        for piece in _split_at_squares(line):
            (x0, y0), (x1, y1) = piece[:2]
            column, row = floor((x0 + x1) / 2), floor((y0 + y1) / 2)
            if compute_noise(number, column + 9 * row, 66) < share:
                moved_piece = [(x - column - 0.5, y - row - 0.5) for x, y in piece]
                sheet_square = column % PAVING_SHEET_SIZE, row % PAVING_SHEET_SIZE
                lines_by_square.setdefault(sheet_square, []).append(moved_piece)
    return lines_by_square


def _split_at_squares(line: list[Point]) -> Iterator[list[Point]]:
    """Yield the pieces of a line of several points, cut where it crosses from one square into the next.

    A line that goes through a point on the border between squares is cut at that point.
    """
    piece = [line[0]]
    for (x0, y0), (x1, y1) in pairwise(line):
        crossings = _find_crossings(x0, x1) | _find_crossings(y0, y1)
        for share in sorted(crossings):
            point = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
            yield [*piece, point]
            piece = [point]
        piece.append((x1, y1))
        if x1 == floor(x1) or y1 == floor(y1):
            yield piece
            piece = [(x1, y1)]
    if len(piece) > 1:
        yield piece


def _find_crossings(start: float, end: float) -> set[float]:
    """Return where a coordinate that runs from `start` to `end` is a whole number, each as a share of the way.

    >>> sorted(_find_crossings(0.5, 2.5))
    [0.25, 0.75]
    """
    smaller, larger = min(start, end), max(start, end)
    whole_numbers = range(floor(smaller), floor(larger) + 2)
    return {(number - start) / (end - start) for number in whole_numbers if smaller < number < larger}


def _list_stone_lines(
    heights: Iterable[float], max_length: float, min_length: float, salt: int
) -> Iterator[list[Point]]:
    """Yield the lines of rows of stones across a sheet of paving: the line above each row, and the joints in it.

    Args:
        heights: the height of each row, in squares.
        max_length: the largest length of a stone.
        min_length: the smallest length of a stone.
        salt: a number that differs for each sheet.
    """
    y = 0.13
    for row, height in enumerate(heights):
        # the line above the stones of this row is wavy: its y differs a little at each whole x
        upper_line: list[Point] = [
            (x, y + 0.05 * (compute_noise(x % PAVING_SHEET_SIZE, row, salt) - 0.5))
            for x in range(PAVING_SHEET_SIZE + 1)
        ]
        yield upper_line
        x = 0.9 * compute_noise(row, 0, salt + 1)
        start_x, stone = x, 0
        while x < start_x + PAVING_SHEET_SIZE - 0.45 * min_length:
            slant = 0.08 * (compute_noise(row, stone, salt + 2) - 0.5)
            # the joint begins on the wavy line, between two of its points, and ends on the next row
            left_column, share = divmod((x + slant) % PAVING_SHEET_SIZE, 1)
            (_, left_y), (_, right_y) = upper_line[int(left_column) : int(left_column) + 2]
            yield [(x + slant, left_y + (right_y - left_y) * share), (x - slant, y + height)]
            x += min_length + (max_length - min_length) * compute_noise(row, stone, salt + 3)
            stone += 1
        y += height


def _list_crack_lines() -> Iterator[list[Point]]:
    """Yield the lines of cracks that wander across some squares, each with a branch, and of pebbles between them."""
    for number in range(11):
        x, y = PAVING_SHEET_SIZE * compute_noise(number, 1, 92), PAVING_SHEET_SIZE * compute_noise(number, 2, 92)
        direction = -1 if pick_index(number, 3, 2, 92) else 1
        crack = [(x, y)]
        for step in range(5):
            x += 0.16 + 0.3 * compute_noise(number, step, 93)
            y += direction * (0.42 * compute_noise(number, step, 94) - 0.06)
            crack.append((x, y))
        yield crack
        bx, by = crack[2]
        yield [crack[2], (bx - 0.04, by + 0.22 * direction), (bx + 0.12, by + 0.4 * direction)]
    for number in range(30):
        x = PAVING_SHEET_SIZE * compute_noise(number, 4, 95)
        y = PAVING_SHEET_SIZE * compute_noise(number, 5, 95)
        r = 0.03 + 0.04 * compute_noise(number, 6, 95)
        yield [(x - r, y), (x, y - r), (x + 1.2 * r, y + 0.2 * r), (x, y + r), (x - r, y)]


_LINES_BY_SHEET: dict[str, tuple[list[Point], ...]] = {
    "flags": tuple(_list_stone_lines((0.62, 0.86, 0.7, 0.8, 0.66, 0.9, 0.74, 0.72), 1.35, 0.65, 80)),
    "bricks": tuple(_list_stone_lines((0.4,) * 15, 1.0, 0.75, 85)),
    "tiles": tuple(  # lines slanting both ways, two to three squares
        [(1.5 * number + start + t * direction, float(t)) for t in range(PAVING_SHEET_SIZE + 1)]
        for number in range(round(PAVING_SHEET_SIZE / 1.5))
        for direction, start in ((1, 0.37), (-1, 0.49))
    ),
    "cracks": tuple(_list_crack_lines()),
}
"""The lines of each sheet of paving, in squares."""


def draw_hatching(theme: Theme, column: int, row: int) -> tuple[Path, ...]:
    """Return the strokes of one square of the sheet of hatching as one area; each stroke is thin at one end."""
    left, top = _BUNDLES_PER_SIDE * column, _BUNDLES_PER_SIDE * row
    cells = product(range(left, left + _BUNDLES_PER_SIDE), range(top, top + _BUNDLES_PER_SIDE))
    strokes = [stroke for cell in cells for stroke in _list_strokes(cell, theme.hatch, theme.hatch_gap)]
    area = build_area(strokes, Style(fill=theme.rock_line))
    return (transform_path(area, -column - 0.5, -row - 0.5),)


def _wrap_cell(cell: Cell) -> Cell:
    """Return the (column, row) of a bundle of strokes on the sheet of hatching, which repeats in both directions."""
    return cell[0] % _SEEDS_PER_SIDE, cell[1] % _SEEDS_PER_SIDE


@lru_cache(maxsize=1024)
def _find_seed(cell: Cell) -> Point:
    """Return the point around which a bundle of strokes is drawn: a pseudo-random one near the middle of its cell.

    A cell is a column and row of the sheet of hatching, half a square wide.
    """
    column, row = _wrap_cell(cell)
    x = 0.5 + 0.72 * (compute_noise(column, row, 74) - 0.5)
    y = 0.5 + 0.72 * (compute_noise(column, row, 75) - 0.5)
    return (cell[0] + x) / _BUNDLES_PER_SIDE, (cell[1] + y) / _BUNDLES_PER_SIDE


@lru_cache(maxsize=1024)
def _list_strokes(cell: Cell, width: float, gap: float) -> tuple[tuple[Point, ...], ...]:
    """Return the strokes of one bundle of hatching, each as the three corners of a thin triangle across its cell.

    The strokes of a bundle are nearly parallel; adjacent bundles have strokes about at right angles to them.

    Args:
        cell: the column and row of the bundle.
        width: the width of the thick end of a stroke, in squares.
        gap: the distance between strokes, in squares.
    """
    (x, y), (column, row) = _find_seed(cell), _wrap_cell(cell)
    angle = pi * (0.25 + 0.5 * ((column + row) % 2) + 0.34 * (compute_noise(column, row, 76) - 0.5))
    dx, dy = cos(angle), sin(angle)
    strokes = []
    half_count = round(0.5 / gap)
    for i in range(-half_count, half_count + 1):
        offset = (i + 0.36 * (compute_noise(i, column, 77 + row) - 0.5)) * gap
        start = (x - dy * offset, y + dx * offset)
        start_distance, end_distance = _measure_span(cell, start, (dx, dy))
        start_distance += 0.05 - 0.09 * compute_noise(i, row, 110 + column)
        end_distance -= 0.05 - 0.09 * compute_noise(i, row, 140 + column)
        if end_distance - start_distance > 0.09:
            ends = [(start[0] + dx * t, start[1] + dy * t) for t in (start_distance, end_distance)]
            (ax, ay), thin_end = ends if compute_noise(i, *cell) < 0.5 else reversed(ends)
            half_width = width / 2  # set down broad at one end, it runs out at the other
            strokes.append(
                ((ax - dy * half_width, ay + dx * half_width), thin_end, (ax + dy * half_width, ay - dx * half_width))
            )
    return tuple(strokes)


def _measure_span(cell: Cell, start: Point, direction: Point) -> tuple[float, float]:
    """Return how far a line from `start` stays within the cell of a bundle of strokes.

    The cell holds the points that are nearer to its seed than to the seed of any other cell.

    Args:
        direction: The direction of the line, with length 1.

    Returns:
        The distance against the direction, which is negative, and the distance along it.
    """
    min_distance, max_distance, (x, y) = -MAX_STROKE_REACH, MAX_STROKE_REACH, _find_seed(cell)
    for column_offset, row_offset in product(range(-2, 3), repeat=2):
        if not column_offset and not row_offset:
            continue
        other_x, other_y = _find_seed((cell[0] + column_offset, cell[1] + row_offset))
        # the border between both cells is the line in the middle between their seeds, at right angles to (nx, ny)
        nx, ny = other_x - x, other_y - y
        clearance = (nx * (other_x + x) + ny * (other_y + y)) / 2 - (nx * start[0] + ny * start[1])
        approach = nx * direction[0] + ny * direction[1]
        if abs(approach) < 1e-9:  # the line runs along the border
            if clearance < 0:
                return 0.0, 0.0
        elif approach > 0:
            max_distance = min(max_distance, clearance / approach)
        else:
            min_distance = max(min_distance, clearance / approach)
    return min_distance, max_distance


TEXTURES_BY_NAME: dict[str, Callable[[Theme, int, int], tuple[Path, ...]]] = {
    "floor-room": partial(draw_paving, sheet="flags"),
    "floor-end-zone": partial(draw_paving, sheet="flags"),
    "floor-corridor": partial(draw_paving, sheet="bricks"),
    "floor-small-room": partial(draw_paving, sheet="tiles"),
    "floor-board": partial(draw_paving, sheet="cracks"),
    "hatch": draw_hatching,
}
"""The function that draws a square of each texture, by the first part of the picture's name."""
