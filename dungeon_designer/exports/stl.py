"""STL for printers of solids: floor, walls, doors and chests as one closed body, z upwards, north at the back.

The ground plan is cut into cells along the faces of walls, doors and chests; each cell is as high as what stands there.
Neighbours of different height are joined by upright faces, so the body has no hole and needs no mending.
"""

from __future__ import annotations

import struct
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from dungeon_designer.board.model import DOOR, WALL, Board
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.svg import check_amount
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Side, Square, row_major

FLOOR, DOORS, LID, CHEST, WALLS = 0.1, 0.35, 0.38, 0.3, 0.6
"""How high floors, doors, chests' lids, chests and walls are above the ground, in squares."""

HALF_WALL = 0.07
"""How far a wall reaches into the squares beside it, in squares."""

CHEST_CUTS = (0.24, 0.36, 0.64, 0.76)
"""Where a chest and the ridge of its lid begin and end in their square, along both axes."""

Corner = tuple[float, float, float]

Face = tuple[Corner, tuple[Corner, ...]]
"""A normal, and the corners in the sense that shows outwards, in millimetres."""

Cell = tuple[int, int]
"""A column and a row of the cells of a ground plan."""

_AROUND = ((-1, 0), (1, 0), (0, -1), (0, 1))


def stl_file(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """A binary STL in millimetres, with squares as large as the options say; UsageError for too large a dungeon."""
    check_amount(board)
    if not board.owner:
        return binary_stl(f"dungeon, squares of {options.square:g} mm", ())
    plan = GroundPlan(board)
    name = f"dungeon, squares of {options.square:g} mm, {describe_size(measure_body(board, options.square))}"
    return binary_stl(name, list_faces(plan, with_edges_joined(plan.heights()), options.square))


def measure_body(board: Board, square: float) -> Corner:
    """Return the width, depth and height in millimetres of a dungeon's whole body; zeros where there is no floor."""
    if not board.owner:
        return 0.0, 0.0, 0.0
    _, (width, depth) = board.bounds
    return (width + 2 * HALF_WALL) * square, (depth + 2 * HALF_WALL) * square, WALLS * square


def describe_size(size: Corner) -> str:
    """Return a size in whole millimetres.

    >>> describe_size((874.0, 352.4, 17.4))
    '874 x 352 x 17 mm'
    """
    return f"{' x '.join(f'{length:.0f}' for length in size)} mm"


def binary_stl(name: str, faces: Iterable[Face]) -> bytes:
    """Return a binary STL of faces with four corners each; the name stands in its first 80 bytes."""
    triangles = [_triangle(normal, *three) for normal, four in faces for three in (four[:3], (four[0], *four[2:]))]
    return name.encode("ascii", "replace").ljust(80)[:80] + struct.pack("<I", len(triangles)) + b"".join(triangles)


def _triangle(normal: Corner, *corners: Corner) -> bytes:
    return struct.pack("<12fH", *normal, *(number for corner in corners for number in corner), 0)


class GroundPlan:
    """The cells of a board's ground plan: where they begin and end along both axes, and how high each is.

    With `cut_squares` no cell reaches over the border of two squares.
    """

    def __init__(self, board: Board, cut_squares: bool = False) -> None:
        self.board, self.chests = board, board.chest_squares
        (left, top), (width, height) = board.bounds
        offsets = (-HALF_WALL, 0.0, HALF_WALL) if cut_squares else (-HALF_WALL, HALF_WALL)
        self.xs = _cuts(left, width, offsets, {x for x, _ in self.chests})
        self.ys = _cuts(top, height, offsets, {y for _, y in self.chests})

    def heights(self) -> dict[Cell, float]:
        """How high each cell is that is not empty, by its column and row."""
        heights = {cell: self._height(*self.middle(cell)) for cell in self._cells_at_floor()}
        return {cell: height for cell, height in heights.items() if height}

    def middle(self, cell: Cell) -> tuple[float, float]:
        """Return the point in the middle of a cell, in squares."""
        column, row = cell
        return (self.xs[column] + self.xs[column + 1]) / 2, (self.ys[row] + self.ys[row + 1]) / 2

    def _cells_at_floor(self) -> list[Cell]:
        """List the cells of all floor and of the walls round it, row by row; rock far off is not looked at."""
        columns = {x: _cells_across(self.xs, x) for x in {x for x, _ in self.board.owner}}
        rows = {y: _cells_across(self.ys, y) for y in {y for _, y in self.board.owner}}
        found = {(column, row) for x, y in self.board.owner for row in rows[y] for column in columns[x]}
        return sorted(found, key=row_major)

    def _height(self, x: float, y: float) -> float:
        """The height at a point: in a square, on the line between two, or on a corner of four."""
        column, row = round(x), round(y)
        upright, level = abs(x - column) < HALF_WALL, abs(y - row) < HALF_WALL
        if upright and level:
            ends = ((column, row - 1, True), (column, row, True), (column - 1, row, False), (column, row, False))
            return max(self._edge(*end) for end in ends)
        if upright or level:
            return self._edge(column if upright else int(x // 1), row if level else int(y // 1), upright)
        square = int(x // 1), int(y // 1)
        if square not in self.board.owner:
            return 0.0
        if self.board.door_squares.get(square) is False:  # a door that fills its square, and is shut
            return DOORS
        return self._chest(x % 1, y % 1) if square in self.chests else FLOOR

    def _edge(self, x: int, y: int, upright: bool) -> float:
        """What stands on the western side of a square, or on its northern one."""
        here: Square = (x, y)
        side, there = (Side.WEST, (x - 1, y)) if upright else (Side.NORTH, (x, y - 1))
        if here not in self.board.owner and there not in self.board.owner:
            return 0.0
        return {WALL: WALLS, DOOR: DOORS}.get(self.board.edge_state(here, side), FLOOR)

    @staticmethod
    def _chest(x: float, y: float) -> float:
        first, ridge, end_of_ridge, last = CHEST_CUTS
        if not (first < x < last and first < y < last):
            return FLOOR
        return LID if ridge < y < end_of_ridge else CHEST


def _cuts(start: int, length: int, offsets: Sequence[float], chests: set[int]) -> list[float]:
    """Where cells begin and end along an axis; only rows and columns with chests are cut for them."""
    found = [line + off for line in range(start, start + length + 1) for off in offsets]
    return sorted(found + [at + cut for at in chests for cut in CHEST_CUTS])


def _cells_across(cuts: Sequence[float], at: int) -> range:
    """The numbers of the cells from the wall before a row or column of squares to the wall behind it."""
    return range(bisect(cuts, at - HALF_WALL / 2) - 1, bisect(cuts, at + 1 + HALF_WALL / 2))


def with_edges_joined(heights: dict[Cell, float]) -> dict[Cell, float]:
    """Return the heights, with cells raised so that no two columns touch along an upright edge alone.

    Such an edge would belong to four faces, and programs that cut solids into layers take that for a fault. The higher
    one of the two other cells at the corner is raised, which is as small as a wall is thick.
    """
    raised, left = dict(heights), list(heights)
    while left:
        column, row = left.pop()
        for other in ((column + 1, row + 1), (column - 1, row + 1), (column + 1, row - 1), (column - 1, row - 1)):
            level = min(raised[column, row], raised.get(other, 0.0))
            beside = [(column, other[1]), (other[0], row)]
            low = max(beside, key=lambda cell: raised.get(cell, 0.0))
            if 0.0 < raised.get(low, 0.0) < level:
                raised[low] = level
                left += [low, (column, row)]
    return raised


def list_faces(
    plan: GroundPlan, heights: dict[Cell, float], square: float, origin: tuple[float, float] = (0.0, 0.0)
) -> Iterator[Face]:
    """Every face of the cells with a height, in millimetres from an origin, which is given in squares.

    Upright faces are cut at every height there is, so that faces which meet share all corners.
    """
    levels = sorted({0.0, *heights.values()})
    xs = [round((x - origin[0]) * square, 4) for x in plan.xs]
    ys = [round((origin[1] - y) * square, 4) for y in plan.ys]
    zs = {level: round(level * square, 4) for level in levels}
    for (column, row), high in heights.items():
        (left, right), (back, front), top = xs[column : column + 2], ys[row : row + 2], zs[high]
        ring = ((left, front), (right, front), (right, back), (left, back))
        yield (0.0, 0.0, 1.0), tuple((x, y, top) for x, y in ring)
        yield (0.0, 0.0, -1.0), tuple((x, y, 0.0) for x, y in reversed(ring))
        for dx, dy in _AROUND:
            beside = heights.get((column + dx, row + dy), 0.0)
            # seen from outside, the lower edge runs from left to right
            ends = {(-1, 0): (3, 0), (1, 0): (1, 2), (0, -1): (2, 3), (0, 1): (0, 1)}[dx, dy]
            (ax, ay), (bx, by) = (ring[end] for end in ends)
            for low, up in pairwise(zs[level] for level in levels if beside <= level <= high):
                yield (float(dx), float(-dy), 0.0), ((ax, ay, low), (bx, by, low), (bx, by, up), (ax, ay, up))
