"""STL for printers of solids: floor, walls, doors and chests as one closed body, z upwards, north at the back.

The ground plan is cut into cells along the faces of walls, doors and chests; each cell is as high as what stands there.
Neighbours of different height are joined by upright faces, so the body has no hole and needs no mending.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from itertools import pairwise

from dungeon_designer.board.model import DOOR, WALL, Board
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.svg import check_amount
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Side, Square

FLOOR, DOORS, LID, CHEST, WALLS = 0.1, 0.35, 0.38, 0.3, 0.6
"""How high floors, doors, chests' lids, chests and walls are above the ground, in squares."""

HALF_WALL = 0.07
"""How far a wall reaches into the squares beside it, in squares."""

CHEST_CUTS = (0.24, 0.36, 0.64, 0.76)
"""Where a chest and the ridge of its lid begin and end in their square, along both axes."""

Corner = tuple[float, float, float]

_AROUND = ((-1, 0), (1, 0), (0, -1), (0, 1))


def stl_file(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """A binary STL in millimetres, with squares as large as the options say; UsageError for too large a dungeon."""
    check_amount(board)
    faces = list(_faces(_Columns(board), options.square)) if board.owner else []
    head = f"dungeon, squares of {options.square:g} mm".encode().ljust(80)[:80]
    triangles = [_triangle(normal, *three) for normal, four in faces for three in (four[:3], (four[0], *four[2:]))]
    return head + struct.pack("<I", len(triangles)) + b"".join(triangles)


def _triangle(normal: Corner, *corners: Corner) -> bytes:
    return struct.pack("<12fH", *normal, *(number for corner in corners for number in corner), 0)


class _Columns:
    """The cells of a board's ground plan: where they begin and end along both axes, and how high each is."""

    def __init__(self, board: Board) -> None:
        self.board, self.chests = board, board.chest_squares
        (left, top), (width, height) = board.bounds
        self.xs = _cuts(left, width, {x for x, _ in self.chests})
        self.ys = _cuts(top, height, {y for _, y in self.chests})

    def heights(self) -> dict[tuple[int, int], float]:
        """How high each cell is that is not empty, by its column and row."""
        found = {}
        for row, (top, low) in enumerate(pairwise(self.ys)):
            for column, (left, right) in enumerate(pairwise(self.xs)):
                if high := self._height((left + right) / 2, (top + low) / 2):
                    found[column, row] = high
        return found

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


def _cuts(start: int, length: int, chests: set[int]) -> list[float]:
    """Where cells begin and end along an axis; only rows and columns with chests are cut for them."""
    found = [line + off for line in range(start, start + length + 1) for off in (-HALF_WALL, HALF_WALL)]
    return sorted(found + [at + cut for at in chests for cut in CHEST_CUTS])


def _faces(columns: _Columns, square: float) -> Iterator[tuple[Corner, tuple[Corner, ...]]]:
    """Every face with its normal, its corners in the sense that shows outwards, in millimetres.

    Upright faces are cut at every height there is, so that faces which meet share all corners.
    """
    heights = columns.heights()
    levels = sorted({0.0, *heights.values()})
    xs = [round(x * square, 4) for x in columns.xs]
    ys = [round(-y * square, 4) for y in columns.ys]
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
