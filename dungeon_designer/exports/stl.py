"""Write a dungeon as STL for 3D printers: floor, walls, doors and chests as one closed body.

z points upwards; north is at the back.

The ground plan is cut into cells along the faces of walls, doors and chests. Each cell is as high as what stands there.
Cells of different height are joined by upright faces, so the body has no hole and need not be repaired.
"""

from __future__ import annotations

import struct
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from dungeon_designer.board.model import DOOR, WALL, Board
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.svg import check_drawing_cost
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Side, Square, rank_by_row

FLOOR_HEIGHT, DOOR_HEIGHT, LID_HEIGHT, CHEST_HEIGHT, WALL_HEIGHT = 0.1, 0.35, 0.38, 0.3, 0.6
"""`FLOOR_HEIGHT`: The height of floor, in squares.

`DOOR_HEIGHT`: The height of doors, in squares.

`LID_HEIGHT`: The height of a chest with its lid, in squares.

`CHEST_HEIGHT`: The height of a chest without its lid, in squares.

`WALL_HEIGHT`: The height of walls, in squares.
"""

HALF_WALL_SQUARES = 0.07
"""How far a wall reaches into the squares beside it, in squares."""

CHEST_CUTS = (0.24, 0.36, 0.64, 0.76)
"""Where a chest and the ridge of its lid begin and end in their square, along both axes, in squares."""

Corner = tuple[float, float, float]
"""A point: x, y and z. Also three lengths along these axes."""

Face = tuple[Corner, tuple[Corner, ...]]
"""A normal, and the corners of the face in the order that makes it face outwards, in millimetres."""

Cell = tuple[int, int]
"""A column and a row of the cells of a ground plan."""


def export_stl(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """Return a dungeon as one body for 3D printers, in binary STL, with squares as large as the options say.

    Args:
        board: the dungeon.
        options: the width of a square.
        findings: not used; every export function takes them.

    Raises:
        UsageError: for too large a dungeon.
    """
    check_drawing_cost(board)
    if not board.section_by_square:
        return write_binary_stl(f"dungeon, squares of {options.square:g} mm", ())
    plan = GroundPlan(board)
    name = f"dungeon, squares of {options.square:g} mm, {format_size(measure_body(board, options.square))}"
    return write_binary_stl(name, list_faces(plan, join_edges(plan.measure_heights()), options.square))


def measure_body(board: Board, square_mm: float) -> Corner:
    """Return the width, depth and height in millimetres of a dungeon's whole body; zeros if there is no floor."""
    if not board.section_by_square:
        return 0.0, 0.0, 0.0
    _, (width, depth) = board.bounds
    return (
        (width + 2 * HALF_WALL_SQUARES) * square_mm,
        (depth + 2 * HALF_WALL_SQUARES) * square_mm,
        WALL_HEIGHT * square_mm,
    )


def format_size(size: Corner) -> str:
    """Return a size in whole millimetres as text.

    >>> format_size((874.0, 352.4, 17.4))
    '874 x 352 x 17 mm'
    """
    return f"{' x '.join(f'{length:.0f}' for length in size)} mm"


def write_binary_stl(name: str, faces: Iterable[Face]) -> bytes:
    """Return a body as binary STL, the file format of 3D printing: its faces, which have four corners, as triangles.

    A file has a header of 80 bytes, in which the name stands, then the number of triangles, then the triangles.
    """
    triangles = list[bytes]()
    for normal, (first, second, third, fourth) in faces:
        triangles.append(_pack_triangle(normal, first, second, third))
        triangles.append(_pack_triangle(normal, first, third, fourth))
    header = name.encode("ascii", "replace").ljust(80)[:80]
    return header + struct.pack("<I", len(triangles)) + b"".join(triangles)


def _pack_triangle(normal: Corner, *corners: Corner) -> bytes:
    """Return a triangle as the 50 bytes of binary STL: its normal, its three corners, and an empty attribute."""
    return struct.pack("<12fH", *normal, *(number for corner in corners for number in corner), 0)


class GroundPlan:
    """The cells of a dungeon's ground plan: where they begin and end along both axes, and how high each is.

    A cell is a rectangle on which the body has one height. Cells end at the faces of walls, doors and chests; with
    `cut_squares` also at each line between two squares, so that a body can be cut there.
    """

    def __init__(self, board: Board, cut_squares: bool = False) -> None:
        """Compute where the cells of a board begin and end.

        Args:
            board: the dungeon.
            cut_squares: whether cells also end at each line between two squares, so that a body can be cut there.
        """
        self.board, self.chests = board, board.chest_squares
        (left, top), (width, height) = board.bounds
        wall_faces = (-HALF_WALL_SQUARES, HALF_WALL_SQUARES)  # on both sides of each line between squares
        offsets = (-HALF_WALL_SQUARES, 0.0, HALF_WALL_SQUARES) if cut_squares else wall_faces
        self.column_lines = _list_cell_lines(left, width, offsets, {x for x, _ in self.chests})
        self.row_lines = _list_cell_lines(top, height, offsets, {y for _, y in self.chests})

    def measure_heights(self) -> dict[Cell, float]:
        """Return the height of the printed body in each cell of the ground plan, in squares, by column and row.

        Empty cells are left out.
        """
        heights = {cell: self._find_height(*self.find_middle(cell)) for cell in self._list_cells_at_floor()}
        return {cell: height for cell, height in heights.items() if height}

    def find_middle(self, cell: Cell) -> tuple[float, float]:
        """Return the point in the middle of a cell, in squares."""
        column, row = cell
        left, right = self.column_lines[column], self.column_lines[column + 1]
        top, bottom = self.row_lines[row], self.row_lines[row + 1]
        return (left + right) / 2, (top + bottom) / 2

    def _list_cells_at_floor(self) -> list[Cell]:
        """Return the cells of the ground plan at floor: those of all squares of floor, and of the walls around them.

        A cell is a rectangle of the plan in which the printed body has one height. Cells of other rock are left out.
        The order is row by row.
        """
        floor = self.board.section_by_square
        columns_by_x = {x: _find_cell_range(self.column_lines, x) for x in {x for x, _ in floor}}
        rows_by_y = {y: _find_cell_range(self.row_lines, y) for y in {y for _, y in floor}}
        cells = {(column, row) for x, y in floor for row in rows_by_y[y] for column in columns_by_x[x]}
        return sorted(cells, key=rank_by_row)

    def _find_height(self, x: float, y: float) -> float:
        """Return the height of the printed body at a point, in squares; 0 for rock beside the body.

        The point (x, y) is in squares. It may lie in a square, in the strip of a wall between two squares, or in the
        corner where four squares meet; a corner is as high as the highest of its four edges.
        """
        column, row = int(x // 1), int(y // 1)  # of the square in which the point lies
        line_x, line_y = round(x), round(y)  # the nearest lines between squares
        on_upright_line, on_level_line = abs(x - line_x) < HALF_WALL_SQUARES, abs(y - line_y) < HALF_WALL_SQUARES
        if on_upright_line and on_level_line:
            return self._find_corner_height(line_x, line_y)
        if on_upright_line:
            return self._find_edge_height(line_x, row, is_western=True)
        if on_level_line:
            return self._find_edge_height(column, line_y, is_western=False)
        square = column, row
        if square not in self.board.section_by_square:
            return 0.0
        if self.board.door_squares.get(square) is False:  # a door that fills its square, and is shut
            return DOOR_HEIGHT
        return self._find_chest_height(x % 1, y % 1) if square in self.chests else FLOOR_HEIGHT

    def _find_corner_height(self, x: int, y: int) -> float:
        """Return the height of the body at the upper left corner of a square: that of its highest edge, in squares.

        Two edges go up and down from the corner, and two to its left and right.
        """
        return max(
            self._find_edge_height(x, y - 1, is_western=True),
            self._find_edge_height(x, y, is_western=True),
            self._find_edge_height(x - 1, y, is_western=False),
            self._find_edge_height(x, y, is_western=False),
        )

    def _find_edge_height(self, x: int, y: int, is_western: bool) -> float:
        """Return the height of the western edge of a square, or of its northern edge unless `is_western`, in squares.

        This is the height of the wall or door on the edge, else that of floor; 0 between two squares of rock.
        """
        square: Square = (x, y)
        side, neighbour = (Side.WEST, (x - 1, y)) if is_western else (Side.NORTH, (x, y - 1))
        if square not in self.board.section_by_square and neighbour not in self.board.section_by_square:
            return 0.0
        return {WALL: WALL_HEIGHT, DOOR: DOOR_HEIGHT}.get(self.board.get_edge_state(square, side), FLOOR_HEIGHT)

    @staticmethod
    def _find_chest_height(x: float, y: float) -> float:
        """Return the height at a point of a square with a chest, in squares: of floor, the chest, or its lid's ridge.

        x and y are from 0 to 1, measured from the upper left corner of the square.
        """
        chest_start, ridge_start, ridge_end, chest_end = CHEST_CUTS
        if not (chest_start < x < chest_end and chest_start < y < chest_end):
            return FLOOR_HEIGHT
        return LID_HEIGHT if ridge_start < y < ridge_end else CHEST_HEIGHT


def _list_cell_lines(start: int, length: int, offsets: Sequence[float], chests: set[int]) -> list[float]:
    """Return where the cells of the ground plan begin and end along one axis, in squares.

    A cell is a rectangle of the plan in which the printed body has one height. So cells end at the faces of walls and
    chests.

    Args:
        start: the first row or column of squares.
        length: how many rows or columns there are.
        offsets: where cells are cut, measured from each line between squares.
        chests: the rows or columns that have a chest; only these are cut along the sides of chests.
    """
    lines = [square_line + offset for square_line in range(start, start + length + 1) for offset in offsets]
    return sorted(lines + [chest + cut for chest in chests for cut in CHEST_CUTS])


def _find_cell_range(lines: Sequence[float], index: int) -> range:
    """Return which cells of the ground plan, along one axis, a row or column of squares and the walls beside it take.

    Args:
        lines: where the cells begin and end along the axis, in squares.
        index: the number of the row or column of squares.

    Returns:
        the indexes of the cells, as a range.
    """
    # each point is in the half of a wall that lies beyond the squares, halfway between their line and the wall's face
    in_first_wall, in_last_wall = index - HALF_WALL_SQUARES / 2, index + 1 + HALF_WALL_SQUARES / 2
    # cell `n` lies between lines `n` and `n + 1`, so it holds the points that have `n + 1` lines before them
    first_cell, last_cell = bisect(lines, in_first_wall) - 1, bisect(lines, in_last_wall) - 1
    return range(first_cell, last_cell + 1)


def join_edges(heights: dict[Cell, float]) -> dict[Cell, float]:
    """Return the heights of the cells of a ground plan, some raised, so that the body can be printed.

    A cell is a rectangle of the plan in which the body has one height. Two high cells that are diagonal neighbours,
    with lower cells on both sides, would touch only along an upright edge. That edge would belong to four faces, which
    slicing programs report as an error. So the higher of the two lower cells is raised to the level of the lower high
    cell, unless it is empty. It is only as wide as a wall is thick.
    """
    raised, pending = dict(heights), list(heights)
    while pending:
        column, row = pending.pop()
        for dx, dy in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
            diagonal_cell = column + dx, row + dy
            level = min(raised[column, row], raised.get(diagonal_cell, 0.0))
            cells_between = ((column, row + dy), (column + dx, row))
            higher_cell = max(cells_between, key=lambda cell: raised.get(cell, 0.0))
            if 0.0 < raised.get(higher_cell, 0.0) < level:
                raised[higher_cell] = level
                pending += [higher_cell, (column, row)]  # both may have new diagonal neighbours of this kind
    return raised


def list_faces(
    plan: GroundPlan, heights: dict[Cell, float], square_mm: float, origin: tuple[float, float] = (0.0, 0.0)
) -> Iterator[Face]:
    """Yield every face of the body that stands on the cells of a ground plan: top, bottom and sides, in millimetres.

    Upright faces are cut at every height that occurs, so that faces which meet share all corners.

    Args:
        plan: where the cells are.
        heights: the height of each cell in squares.
        square_mm: the width of a square in millimetres.
        origin: the point of the plan that becomes (0, 0), in squares.
    """
    origin_x, origin_y = origin
    levels = sorted({0.0, *heights.values()})
    xs = [round((x - origin_x) * square_mm, 4) for x in plan.column_lines]
    ys = [round((origin_y - y) * square_mm, 4) for y in plan.row_lines]  # in STL, y grows to the back
    zs = {level: round(level * square_mm, 4) for level in levels}
    for (column, row), height in heights.items():
        left, right = xs[column], xs[column + 1]
        back, front = ys[row], ys[row + 1]
        front_left, front_right, back_right, back_left = (left, front), (right, front), (right, back), (left, back)
        ring = (front_left, front_right, back_right, back_left)
        yield (0.0, 0.0, 1.0), tuple((x, y, zs[height]) for x, y in ring)
        yield (0.0, 0.0, -1.0), tuple((x, y, 0.0) for x, y in reversed(ring))
        # the step to each adjacent cell, and the edge there from left to right, as somebody outside sees it
        for (dx, dy), edge in (
            ((-1, 0), (back_left, front_left)),
            ((1, 0), (front_right, back_right)),
            ((0, -1), (back_right, back_left)),
            ((0, 1), (front_left, front_right)),
        ):
            adjacent_height = heights.get((column + dx, row + dy), 0.0)
            visible_zs = [zs[level] for level in levels if adjacent_height <= level <= height]
            yield from _list_side_faces((float(dx), float(-dy), 0.0), edge, visible_zs)


def _list_side_faces(
    normal: Corner, edge: tuple[tuple[float, float], tuple[float, float]], zs: Sequence[float]
) -> Iterator[Face]:
    """Yield the upright faces above one edge of a cell: one between each two heights that follow each other.

    Args:
        normal: the direction in which the faces look.
        edge: both ends of the edge, the left one first as seen from outside.
        zs: the heights, from the adjacent cell up to this cell; fewer than two if the adjacent cell is as high.
    """
    (left_x, left_y), (right_x, right_y) = edge
    for lower, upper in pairwise(zs):
        yield (
            normal,
            (
                (left_x, left_y, lower),
                (right_x, right_y, lower),
                (right_x, right_y, upper),
                (left_x, left_y, upper),
            ),
        )
