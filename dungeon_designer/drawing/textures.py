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

Stroke = tuple[Point, Point, Point]
"""A stroke of hatching: the corners of a thin triangle."""

WEAR_SALT = 66
"""The number that makes the lots for worn lines independent of other lots; see `hash_integers`."""

FIRST_ROW_TOP = 0.13
"""The y of the line above the first row of stones of a sheet, in squares, so that it is not on a line of the grid."""

ROW_WAVE, MAX_ROW_SHIFT, JOINT_SLANT = 0.05, 0.9, 0.08
"""How much the y of the line above a row of stones differs, how far right the first joint of a row may stand, and how
far the ends of a joint may be moved apart, in squares.
"""

CRACK_COUNT, PEBBLE_COUNT = 11, 30
"""The number of cracks and of pebbles on a sheet of rocky floor, about one in each square."""

SEED_SPREAD, STROKE_SPREAD = 0.72, 0.36
"""The share of a cell within which the seed of a bundle lies, and the share of the gap between strokes by which their
distances differ.
"""

MIN_STROKE_LENGTH = 0.09
"""The length from which a stroke is drawn, in squares."""

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
    """Return the lines of a sheet of paving by square, as (column, row), each about the middle of its square.

    A sheet is a block of squares whose paving fits together and repeats. `share` is the share of lines that are drawn;
    others are left out by lot, a piece in a square each, as where a floor is worn smooth.
    """
    lines_by_square: dict[Cell, list[list[Point]]] = {}
    for number, line in enumerate(_LINES_BY_SHEET[name]):
        for piece in _split_at_squares(line):
            # the middle of the first stretch of a piece lies in the square of the piece
            (x0, y0), (x1, y1), *_ = piece
            column, row = floor((x0 + x1) / 2), floor((y0 + y1) / 2)
            # a lot of its own for each line in each square; 9 is more than the columns of a sheet
            is_drawn = compute_noise(number, column + 9 * row, WEAR_SALT) < share
            if is_drawn:
                moved_piece = [(x - column - 0.5, y - row - 0.5) for x, y in piece]
                # a line that reaches out of the sheet goes on at its other side
                sheet_square = column % PAVING_SHEET_SIZE, row % PAVING_SHEET_SIZE
                lines_by_square.setdefault(sheet_square, []).append(moved_piece)
    return lines_by_square


def _split_at_squares(line: list[Point]) -> Iterator[list[Point]]:
    """Yield the pieces of a line of several points, cut where it crosses from one square into the next.

    A line that goes through a point on the border between squares is cut at that point.

    >>> list(_split_at_squares([(0.5, 0.5), (1.5, 0.5)]))
    [[(0.5, 0.5), (1.0, 0.5)], [(1.0, 0.5), (1.5, 0.5)]]
    """
    piece = [line[0]]
    for (x0, y0), (x1, y1) in pairwise(line):
        crossings = _find_crossings(x0, x1) | _find_crossings(y0, y1)
        for share in sorted(crossings):
            border_point = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
            yield [*piece, border_point]
            piece = [border_point]
        piece.append((x1, y1))
        ends_on_border = x1 == floor(x1) or y1 == floor(y1)
        if ends_on_border:
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
        salt: a number that differs for each sheet, so that its lots do, too.
    """
    y = FIRST_ROW_TOP
    for row, height in enumerate(heights):
        # the line above the stones of this row is wavy: its y differs a little at each whole x; the last point has the
        # y of the first, since the sheet repeats
        upper_line: list[Point] = [
            (x, y + ROW_WAVE * (compute_noise(x % PAVING_SHEET_SIZE, row, salt) - 0.5))
            for x in range(PAVING_SHEET_SIZE + 1)
        ]
        yield upper_line
        # each row begins with a joint at another x, so that joints do not stand one above the other
        first_x = MAX_ROW_SHIFT * compute_noise(row, 0, salt + 1)
        x, stone = first_x, 0
        # the last stone reaches to the first one of the next sheet; it is at least 0.45 of the smallest length long
        while x < first_x + PAVING_SHEET_SIZE - 0.45 * min_length:
            slant = JOINT_SLANT * (compute_noise(row, stone, salt + 2) - 0.5)
            yield [(x + slant, _find_height_on(upper_line, x + slant)), (x - slant, y + height)]
            x += min_length + (max_length - min_length) * compute_noise(row, stone, salt + 3)
            stone += 1
        y += height


def _find_height_on(line: list[Point], x: float) -> float:
    """Return the y of a line at some x; the line has a point at each whole x and repeats beyond the sheet of paving."""
    column, share = divmod(x % PAVING_SHEET_SIZE, 1)
    (_, left_y), (_, right_y) = line[int(column) : int(column) + 2]
    return left_y + (right_y - left_y) * share


def _list_crack_lines() -> Iterator[list[Point]]:
    """Yield the lines of cracks that wander across some squares, each with a branch, and of pebbles between them.

    They are scattered over a sheet of rocky floor, which repeats. All lots depend on the number of the crack or pebble.
    """
    for number in range(CRACK_COUNT):
        crack = _build_crack(number)
        yield crack
        middle_point = crack[2]  # of six
        yield _build_branch(middle_point, down=-1 if _leads_upwards(number) else 1)
    for number in range(PEBBLE_COUNT):
        yield _build_pebble(number)


def _build_branch(branch_point: Point, down: int) -> list[Point]:
    """Return the points of a branch of a crack, steeper than the crack; `down` is 1 if both lead down, -1 if up.

    It goes a little back, then on to the right, less than half a square in all, so that it does not look like a crack.
    """
    x, y = branch_point
    return [branch_point, (x - 0.04, y + 0.22 * down), (x + 0.12, y + 0.4 * down)]


def _build_pebble(number: int) -> list[Point]:
    """Return the outline of a pebble on rocky floor, a lozenge of a few hundredths of a square, placed by lot."""
    x = PAVING_SHEET_SIZE * compute_noise(number, 4, 95)
    y = PAVING_SHEET_SIZE * compute_noise(number, 5, 95)
    radius = 0.03 + 0.04 * compute_noise(number, 6, 95)
    left, top, bottom = (x - radius, y), (x, y - radius), (x, y + radius)
    right = (x + 1.2 * radius, y + 0.2 * radius)  # a little uneven
    return [left, top, right, bottom, left]


def _build_crack(number: int) -> list[Point]:
    """Return the points of a crack in rocky floor, which leads to the right and up or down in five uneven steps."""
    x, y = PAVING_SHEET_SIZE * compute_noise(number, 1, 92), PAVING_SHEET_SIZE * compute_noise(number, 2, 92)
    down = -1 if _leads_upwards(number) else 1
    crack = [(x, y)]
    for step in range(5):
        x += 0.16 + 0.3 * compute_noise(number, step, 93)  # 0.16 to 0.46 squares
        y += down * (0.42 * compute_noise(number, step, 94) - 0.06)  # up to 0.36 squares, or a little back
        crack.append((x, y))
    return crack


def _leads_upwards(number: int) -> bool:
    """Return whether the crack with a number leads upwards, decided by lot."""
    return pick_index(number, 3, 2, 92) == 1


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
    """Return the strokes of one square of the sheet of hatching as one area; each stroke is thin at one end.

    The strokes come in bundles of parallel ones; each bundle has a cell, a fraction of the square.
    """
    first_column, first_row = _BUNDLES_PER_SIDE * column, _BUNDLES_PER_SIDE * row
    cell_columns = range(first_column, first_column + _BUNDLES_PER_SIDE)
    cell_rows = range(first_row, first_row + _BUNDLES_PER_SIDE)
    strokes: list[Stroke] = []
    for cell in product(cell_columns, cell_rows):
        strokes += _list_strokes(cell, theme.hatch, theme.hatch_gap)
    area = build_area(strokes, Style(fill=theme.rock_line))
    return (transform_path(area, -column - 0.5, -row - 0.5),)  # the middle of the square becomes the origin


def _wrap_cell(cell: Cell) -> Cell:
    """Return the position on the sheet of hatching of a cell, (column, row), that may lie beyond the sheet.

    The sheet repeats in both directions, so that a cell just right of it is the same as one at its left edge.
    """
    column, row = cell
    return column % _SEEDS_PER_SIDE, row % _SEEDS_PER_SIDE


@lru_cache(maxsize=1024)
def _find_seed(cell: Cell) -> Point:
    """Return the point around which a bundle of strokes is drawn: a pseudo-random one near the middle of its cell.

    A cell is a column and row of the sheet of hatching, half a square wide. The point is in squares. A cell beyond the
    sheet has the lots of the cell on the sheet that it repeats.
    """
    column, row = _wrap_cell(cell)
    x = 0.5 + SEED_SPREAD * (compute_noise(column, row, 74) - 0.5)
    y = 0.5 + SEED_SPREAD * (compute_noise(column, row, 75) - 0.5)
    return (cell[0] + x) / _BUNDLES_PER_SIDE, (cell[1] + y) / _BUNDLES_PER_SIDE  # from cells to squares


@lru_cache(maxsize=1024)
def _list_strokes(cell: Cell, width: float, gap: float) -> tuple[Stroke, ...]:
    """Return the strokes of one bundle of hatching, each as the three corners of a thin triangle across its cell.

    The strokes of a bundle are nearly parallel; adjacent bundles have strokes about at right angles to them.

    Args:
        cell: the column and row of the bundle.
        width: the width of the thick end of a stroke, in squares.
        gap: the distance between strokes, in squares.
    """
    (x, y), (column, row) = _find_seed(cell), _wrap_cell(cell)
    direction = _choose_stroke_direction(column, row)
    dx, dy = direction
    strokes: list[Stroke] = []
    # one stroke near the seed point, and on each side of it as many as reach half a square, the width of a cell; the
    # lots of a stroke depend on its number and its cell, which is a part of the salt
    strokes_per_side = round(0.5 / gap)
    for number in range(-strokes_per_side, strokes_per_side + 1):
        spacing_noise = compute_noise(number, column, 77 + row) - 0.5
        offset = (number + STROKE_SPREAD * spacing_noise) * gap  # to the right of the seed
        middle = (x - dy * offset, y + dx * offset)
        start_distance, end_distance = _measure_span(cell, middle, direction)
        # each end is moved a little, by 0.05 squares inwards to 0.04 outwards, so that the ends of strokes are uneven
        start_distance += 0.05 - 0.09 * compute_noise(number, row, 110 + column)
        end_distance -= 0.05 - 0.09 * compute_noise(number, row, 140 + column)
        if end_distance - start_distance > MIN_STROKE_LENGTH:
            start = (middle[0] + dx * start_distance, middle[1] + dy * start_distance)
            end = (middle[0] + dx * end_distance, middle[1] + dy * end_distance)
            is_broad_at_start = compute_noise(number, *cell) < 0.5
            broad_end, thin_end = (start, end) if is_broad_at_start else (end, start)
            strokes.append(_build_stroke(broad_end, thin_end, direction, width))
    return tuple(strokes)


def _choose_stroke_direction(column: int, row: int) -> Point:
    """Return the direction of a bundle of strokes, with length 1: about one diagonal or the other, as on a chessboard.

    A pseudo-random angle of up to 31 degrees to each side is added.
    """
    is_other_diagonal = (column + row) % 2
    angle = pi * (0.25 + 0.5 * is_other_diagonal + 0.34 * (compute_noise(column, row, 76) - 0.5))
    return cos(angle), sin(angle)


def _build_stroke(broad_end: Point, thin_end: Point, direction: Point, width: float) -> Stroke:
    """Return a stroke as the three corners of a triangle: both corners of its broad end, and between them its point.

    Args:
        broad_end: the middle of the end where the stroke has its width.
        thin_end: the point where it runs out.
        direction: the direction of the stroke, with length 1.
        width: the width of the broad end, in squares.
    """
    (x, y), (dx, dy), half_width = broad_end, direction, width / 2
    return (x - dy * half_width, y + dx * half_width), thin_end, (x + dy * half_width, y - dx * half_width)


def _measure_span(cell: Cell, start: Point, direction: Point) -> tuple[float, float]:
    """Return how far a line from `start` stays within the cell of a bundle of strokes.

    The cell holds the points that are nearer to its seed, the middle of its bundle, than to any other seed. The line
    is at most MAX_STROKE_REACH long to each side.

    Args:
        cell: the column and row of the cell.
        start: a point on the line.
        direction: the direction of the line, with length 1.

    Returns:
        The distance against the direction, which is negative, and the distance along it.
    """
    min_distance, max_distance, (x, y) = -MAX_STROKE_REACH, MAX_STROKE_REACH, _find_seed(cell)
    for other_x, other_y in _list_nearby_seeds(cell):
        # the border between both cells is the line in the middle between their seeds, at right angles to (nx, ny)
        nx, ny = other_x - x, other_y - y
        # how far `start` is from the border, and how fast the line comes nearer, both in lengths of (nx, ny)
        clearance = (nx * (other_x + x) + ny * (other_y + y)) / 2 - (nx * start[0] + ny * start[1])
        approach = nx * direction[0] + ny * direction[1]
        if abs(approach) < 1e-9:  # the line runs along the border, on the other side of it if the clearance is negative
            if clearance < 0:
                return 0.0, 0.0
        elif approach > 0:
            max_distance = min(max_distance, clearance / approach)
        else:
            min_distance = max(min_distance, clearance / approach)
    return min_distance, max_distance


def _list_nearby_seeds(cell: Cell) -> Iterator[Point]:
    """Yield the seeds, the middles of bundles of strokes, of all cells up to two columns and rows from a cell.

    Seeds farther away have no effect that is seen: their cells meet this one at the tip of a corner at most.
    """
    column, row = cell
    for column_offset, row_offset in product(range(-2, 3), repeat=2):
        if (column_offset, row_offset) != (0, 0):
            yield _find_seed((column + column_offset, row + row_offset))


TEXTURES_BY_NAME: dict[str, Callable[[Theme, int, int], tuple[Path, ...]]] = {
    "floor-room": partial(draw_paving, sheet="flags"),
    "floor-end-zone": partial(draw_paving, sheet="flags"),
    "floor-corridor": partial(draw_paving, sheet="bricks"),
    "floor-small-room": partial(draw_paving, sheet="tiles"),
    "floor-board": partial(draw_paving, sheet="cracks"),
    "hatch": draw_hatching,
}
"""The function that draws a square of each texture, by the first part of the picture's name."""
