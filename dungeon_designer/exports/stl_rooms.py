"""Write a dungeon as solids that a 3D printer accepts: one for each room, cut along squares where the bed is smaller.

A room's solid has half of each wall that it shares with another room, and the whole of a wall against rock. Placed
side by side, all solids are the dungeon that `X.stl` has in one body. A plan shows where each solid belongs.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from msgspec.structs import replace as with_changes

from dungeon_designer.analysis.outlines import trace_rings
from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.drawing.shapes import Group, Layer, Style, Text, build_area
from dungeon_designer.errors import UsageError, escape_line
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.stl import (
    HALF_WALL_SQUARES,
    WALL_HEIGHT,
    Cell,
    Corner,
    GroundPlan,
    format_size,
    join_edges,
    list_faces,
    write_binary_stl,
)
from dungeon_designer.exports.svg import check_drawing_cost, draw_board, write_svg_with_fonts
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Square, find_bounds, find_connected_groups, rank_by_row
from dungeon_designer.text.escaping import replace_control_characters

ZIP_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every file in the ZIP, the earliest that a ZIP can have: the same dungeon gives the same bytes."""

PLAN_SQUARE_MM = 10.0
"""The width of a square on the plan."""
MAX_NAME_LETTERS = 60
"""The most letters of a room's name in the name of a file, which some systems limit."""

LABEL_SIZE, OUTLINE_WIDTH, HALO_WIDTH = 0.8, 0.12, 0.22
"""`LABEL_SIZE`: The height of the type of a solid's number on the plan, in squares.

`HALO_WIDTH`: The width of the light line around its digits, so that they can be read on any floor, in squares.

`OUTLINE_WIDTH`: The width of the line round a solid on the plan, in squares.
"""

CUT_COLOUR, PLATE_COLOUR = "#b1124a", "#ffffff"
"""`CUT_COLOUR`: The colour of outlines and numbers on the plan.

`PLATE_COLOUR`: The colour behind a number on the plan.
"""


@dataclass(frozen=True, slots=True)
class RoomSolid:
    """A solid to be printed: a room, or a part of a room that fits the bed.

    Attributes:
        label: its name on the plan: ``3``, or ``3.1`` for the first part of room 3.
        room: the name of its room, or the kind of section if the room has no name.
        squares: its squares of floor.
    """

    label: str
    room: str
    squares: tuple[Square, ...]

    @property
    def file_name(self) -> str:
        """The name of its file in the ZIP, such as ``03-1-the-great-hall.stl`` for the first part of room 3."""
        number, _, part = self.label.partition(".")
        room_words = re.sub(r"[^a-z0-9]+", "-", self.room.lower()).strip("-")[:MAX_NAME_LETTERS].strip("-")
        name_parts = (number.zfill(2), part, room_words)
        return f"{'-'.join(filter(None, name_parts))}.stl"

    def measure(self, square_mm: float) -> Corner:
        """Return the greatest width, depth and height of the printed body in millimetres: with walls on all sides."""
        _, (width, depth) = find_bounds(self.squares)
        return (
            (width + 2 * HALF_WALL_SQUARES) * square_mm,
            (depth + 2 * HALF_WALL_SQUARES) * square_mm,
            WALL_HEIGHT * square_mm,
        )


def export_stl_zip(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """Return a ZIP with a file for a 3D printer for each room, and a plan that shows where the rooms belong.

    A room that is larger than the printer's bed (the plate on which it prints) is cut into several files.

    Args:
        board: the dungeon.
        options: the width of a square, the bed, and what the plan shows.
        findings: not used; every export function takes them.

    Raises:
        UsageError: for a dungeon without floor or with too much floor, and for a bed that is smaller than a square.
    """
    check_drawing_cost(board)
    solids = cut_into_solids(board, options)
    plan = GroundPlan(board, cut_squares=True)
    bodies = divide_cells(plan, solids)
    sizes = [measure_cells(plan, heights, options.square) for heights in bodies]
    files = {
        "plan.svg": draw_plan(board, options, solids).encode(),
        "plan.txt": write_plan(board, options, solids, sizes).encode(),
    }
    for solid, heights in zip(solids, bodies, strict=True):
        files[solid.file_name] = _write_solid(plan, solid, heights, options.square)
    return _write_zip(files)


def _write_zip(files: Mapping[str, bytes]) -> bytes:
    """Return a ZIP with these files; the same files give the same bytes at any time and on any system."""
    output = BytesIO()
    with ZipFile(output, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            info = ZipInfo(name, ZIP_DATE)
            info.compress_type = ZIP_DEFLATED
            info.create_system = 3  # Unix, whichever system this is
            info.external_attr = 0o644 << 16  # where a ZIP has Unix permissions: everybody may read the file
            archive.writestr(info, data)
    return output.getvalue()


def cut_into_solids(board: Board, options: ExportOptions) -> list[RoomSolid]:
    """Return the solids of a dungeon, room by room: the bodies that a 3D printer prints one by one.

    The rows and columns of a room that is larger than the printer's bed are shared out evenly among several solids.

    Raises:
        UsageError: for a bed that is smaller than a square, and for a board without floor.
    """
    max_columns, max_rows = _find_bed_capacity(options)
    rooms = sorted(
        (section for section in board.sections if section.squares), key=lambda section: rank_by_row(section.squares[0])
    )
    if not rooms:
        raise UsageError("there is no floor that could be printed")
    solids = list[RoomSolid]()
    for number, section in enumerate(rooms, start=1):
        parts = list(_divide_room(section, max_columns, max_rows))
        labels = [f"{number}.{part}" for part in range(1, len(parts) + 1)] if len(parts) > 1 else [f"{number}"]
        room_name = section.name or section.kind.value.replace("_", " ")
        solids += [RoomSolid(label, room_name, squares) for label, squares in zip(labels, parts, strict=True)]
    return solids


def _find_bed_capacity(options: ExportOptions) -> tuple[int, int]:
    """Return how many columns and rows of squares, with walls on both sides, fit on the bed of a 3D printer.

    Raises:
        UsageError: not even one square fits.
    """
    wall_squares = 2 * HALF_WALL_SQUARES
    # lengths are rounded, so that a bed of exactly ten squares counts as ten, and not as 9.999...
    max_columns, max_rows = (int(side_mm / options.square - wall_squares + 1e-9) for side_mm in options.bed)
    if max_columns < 1 or max_rows < 1:
        min_width = f"{(1 + wall_squares) * options.square:.1f}"
        bed = " x ".join(f"{side_mm:g}" for side_mm in options.bed)
        raise UsageError(
            f"a bed of {bed} mm holds no square of {options.square:g} mm, which is {min_width} mm wide with its walls;"
            " name a larger bed or a smaller square"
        )
    return max_columns, max_rows


def _divide_room(section: BoardSection, max_columns: int, max_rows: int) -> Iterator[tuple[Square, ...]]:
    """Yield the parts into which a room is cut so that each fits a 3D printer's bed, as connected squares.

    No part has more than `max_columns` columns or `max_rows` rows. The rectangle around the room is divided into blocks
    of nearly equal size, and each block has the squares of the room in it as one part, or as several that do not touch.
    """
    (left, top), (width, height) = find_bounds(section.squares)
    columns_of_blocks, rows_of_blocks = math.ceil(width / max_columns), math.ceil(height / max_rows)
    squares_by_block: dict[tuple[int, int], list[Square]] = defaultdict(list)
    for x, y in section.squares:
        block_row = (y - top) * rows_of_blocks // height
        block_column = (x - left) * columns_of_blocks // width
        squares_by_block[block_row, block_column].append((x, y))
    for _, squares in sorted(squares_by_block.items()):
        yield from map(tuple, find_connected_groups(squares))


def divide_cells(plan: GroundPlan, solids: Sequence[RoomSolid]) -> list[dict[Cell, float]]:
    """Give each cell of the ground plan to one of the solids, the bodies that are printed one by one.

    A cell is a rectangle of the plan in which the body has one height.

    Returns:
        for each solid the height of each of its cells in squares, by the cell's column and row. Every cell of the plan
        belongs to exactly one solid.
    """
    solid_at = {square: number for number, solid in enumerate(solids) for square in solid.squares}
    heights_by_solid: list[dict[Cell, float]] = [{} for _ in solids]
    corners = _assign_shared_corners(solid_at)
    for cell, height in plan.measure_heights().items():
        x, y = plan.find_middle(cell)
        solid_number = _find_owner(x, y, solid_at, corners)
        heights_by_solid[solid_number][cell] = height
    return [join_edges(heights) for heights in heights_by_solid]


def _assign_shared_corners(solid_at: Mapping[Square, int]) -> dict[tuple[Square, Square], int]:
    """Return where a quarter of a corner post goes to another solid than the square that it stands in.

    A solid is a body that is printed in one piece. Two squares of one solid may touch only at a corner, while both
    squares beside them belong to other solids. The post at the corner would then join the two squares along an upright
    edge alone, and slicing programs report such an edge as an error. So the lower square gives its quarter of the post
    to the solid beside the upper square.

    Args:
        solid_at: the number of the solid of each square.

    Returns:
        by corner (the square to its lower right) and lower square, the number of the solid that gets this quarter.
    """
    owners = {}
    for (x, y), number in solid_at.items():
        below_square = (x, y + 1)
        for step in (1, -1):  # to the right and to the left
            beside_square, diagonal_square = (x + step, y), (x + step, y + 1)
            other_numbers = (solid_at.get(beside_square), solid_at.get(below_square))
            touches_at_corner = solid_at.get(diagonal_square) == number and number not in other_numbers
            if touches_at_corner and None not in other_numbers:
                corner = max(x, x + step), y + 1
                owners[corner, diagonal_square] = solid_at[beside_square]
    return owners


def _find_owner(
    x: float, y: float, solid_at: Mapping[Square, int], corners: Mapping[tuple[Square, Square], int]
) -> int:
    """Return the number of the solid (the body that is printed in one piece) that a point of the plan belongs to.

    On floor, this is the solid of the square; in a wall, the solid of the nearest floor.

    Args:
        x: the x of the point, in squares.
        y: the y of the point, in squares.
        solid_at: the number of the solid of each square.
        corners: by corner and square, the solid that gets this square's quarter of the corner instead.
    """
    column, row = square = int(x // 1), int(y // 1)
    line_x, line_y = round(x), round(y)  # the nearest lines between squares
    on_upright_line, on_level_line = abs(x - line_x) < HALF_WALL_SQUARES, abs(y - line_y) < HALF_WALL_SQUARES
    if square in solid_at:
        is_in_corner = on_upright_line and on_level_line
        return corners.get(((line_x, line_y), square), solid_at[square]) if is_in_corner else solid_at[square]
    # the point is in the wall of a square of rock: the floor is on the other side of a line
    column_across = column + (1 if line_x > column else -1) if on_upright_line else column
    row_across = row + (1 if line_y > row else -1) if on_level_line else row
    candidates = ((column_across, row), (column, row_across), (column_across, row_across))
    return next(solid_at[candidate] for candidate in candidates if candidate in solid_at)


def measure_cells(plan: GroundPlan, heights: Mapping[Cell, float], square_mm: float) -> Corner:
    """Return the width, depth and height in millimetres of a body that stands on some cells of a ground plan."""
    columns, rows = zip(*heights, strict=True)
    width = plan.column_lines[max(columns) + 1] - plan.column_lines[min(columns)]
    depth = plan.row_lines[max(rows) + 1] - plan.row_lines[min(rows)]
    return width * square_mm, depth * square_mm, max(heights.values()) * square_mm


def _write_solid(plan: GroundPlan, solid: RoomSolid, heights: dict[Cell, float], square_mm: float) -> bytes:
    """Return the STL file of a body that is printed in one piece, with its front left corner at the printer's zero."""
    left = min(plan.column_lines[column] for column, _ in heights)
    front = max(plan.row_lines[row + 1] for _, row in heights)
    name = f"dungeon, solid {solid.label}, squares of {square_mm:g} mm"
    return write_binary_stl(name, list_faces(plan, heights, square_mm, (left, front)))


def write_plan(board: Board, options: ExportOptions, solids: Sequence[RoomSolid], sizes: Sequence[Corner]) -> str:
    """Return a text that lists the bodies to be printed: number, file, size, squares and room of each.

    Args:
        board: the dungeon.
        options: the width of a square, and the bed of the printer.
        solids: the bodies.
        sizes: the width, depth and height of each body in millimetres.
    """
    title = escape_line(replace_control_characters(board.layout.name or "A dungeon"))
    bed = " x ".join(f"{side_mm:g}" for side_mm in options.bed)
    room_count = len({solid.label.partition(".")[0] for solid in solids})  # 3.1 and 3.2 are parts of room 3
    lines = [
        title,
        f"{len(solids)} solids of {room_count} rooms, squares of {options.square:g} mm, for a bed of {bed} mm.",
        "North is at the back of each solid. plan.svg shows where they lie.",
        "",
    ]
    name_width = max(len(solid.file_name) for solid in solids)
    for solid, body_size in zip(solids, sizes, strict=True):
        (left, top), (width, depth) = find_bounds(solid.squares)
        last_square = (left + width - 1, top + depth - 1)
        room = escape_line(replace_control_characters(solid.room))
        size = format_size(body_size)
        lines.append(
            f"{solid.label:<6}{solid.file_name:<{name_width}}  {size:<18}  squares {left, top} to {last_square}  {room}"
        )
    return "\n".join(lines) + "\n"


def draw_plan(board: Board, options: ExportOptions, solids: Sequence[RoomSolid]) -> str:
    """Return the map as an SVG that shows where each printed body belongs: its outline, and its number on it.

    It has no pictures of tiles, on which the numbers would be hard to read.
    """
    plan_options = replace(
        options.drawing, title=True, bare=True, hidden=False, legend=False, cartouche=False, pictures="off"
    )
    drawing = draw_board(board, replace(options, drawing=plan_options))
    drawing = with_changes(drawing, layers=(*drawing.layers, Layer("solids", tuple(map(_draw_outline, solids)))))
    return write_svg_with_fonts(drawing, PLAN_SQUARE_MM).decode()


def _draw_outline(solid: RoomSolid) -> Group:
    """Return the outline of a printed body for the plan, and its number on the square nearest to its middle."""
    outline = build_area(trace_rings(set(solid.squares)), Style(stroke=CUT_COLOUR, width=OUTLINE_WIDTH))
    x, y = _find_middle_square(solid.squares)
    # a digit is about 0.72 of the type high, so half of it below the middle of the square it is centred
    label_point = (x + 0.5, y + 0.5 + 0.36 * LABEL_SIZE)
    halo = Style(fill=PLATE_COLOUR, stroke=PLATE_COLOUR, width=HALO_WIDTH)
    labels = [
        Text(label_point, solid.label, LABEL_SIZE, style, font="label", bold=True)
        for style in (halo, Style(fill=CUT_COLOUR))
    ]
    return Group(f"solid-{solid.label}", "solid", (outline, *labels), solid.squares, solid.room)


def _find_middle_square(squares: Sequence[Square]) -> Square:
    """Return the square, out of some, that is nearest to the middle of the rectangle around them.

    Of several equally near squares it is the leftmost, and of these the upper one.
    """
    (left, top), (width, depth) = find_bounds(squares)
    middle_x, middle_y = left + (width - 1) / 2, top + (depth - 1) / 2
    return min(squares, key=lambda square: (abs(square[0] - middle_x) + abs(square[1] - middle_y), square))
