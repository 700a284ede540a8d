"""A dungeon as solids that a 3D printer accepts: one a room, cut along squares where the printer's bed is smaller.

A room's solid takes half of each wall that it shares with another room, and the whole of a wall against rock. Laid side
by side, all solids are the dungeon that `X.stl` holds in one body. A plan says which solid lies where.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from msgspec.structs import replace as with_changes

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.model import Board, BoardSection
from dungeon_designer.drawing.shapes import Group, Layer, Style, Text, area
from dungeon_designer.errors import UsageError, one_line
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.stl import (
    HALF_WALL,
    WALLS,
    Cell,
    Corner,
    GroundPlan,
    binary_stl,
    describe_size,
    list_faces,
    with_edges_joined,
)
from dungeon_designer.exports.svg import check_amount, drawing_of, svg_with_fonts
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Square, bounds, groups, row_major
from dungeon_designer.text.escaping import without_controls

ZIP_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every file in the ZIP, the first that a ZIP can have: the same dungeon gives the same bytes."""

PLAN_SQUARE_MM = 10.0
LABEL_SIZE, OUTLINE_WIDTH = 0.8, 0.12
"""The type of a number on the plan, and the line round a solid, in squares."""

CUT_COLOUR, PLATE_COLOUR = "#b1124a", "#ffffff"


@dataclass(frozen=True, slots=True)
class RoomSolid:
    """A solid to be printed: a room, or a part of it that fits the bed.

    Attributes:
        label: what the plan calls it: ``3``, or ``3.1`` for the first part of room 3.
        room: the name of its room, or the kind of section where it has none.
        squares: the floor it stands for.
    """

    label: str
    room: str
    squares: tuple[Square, ...]

    @property
    def file_name(self) -> str:
        """Its file in the ZIP: ``03-1-the-great-hall.stl``."""
        number, _, part = self.label.partition(".")
        words = re.sub(r"[^a-z0-9]+", "-", self.room.lower()).strip("-")[:60].strip("-")
        return f"{'-'.join(filter(None, (number.zfill(2), part, words)))}.stl"

    def measure(self, square: float) -> Corner:
        """Return the width, depth and height in millimetres that it has at most, with walls on all sides."""
        _, (width, depth) = bounds(self.squares)
        return (width + 2 * HALF_WALL) * square, (depth + 2 * HALF_WALL) * square, WALLS * square


def stl_zip_file(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """Return a ZIP with a solid for each room, cut to the bed of the options, and the plan as picture and as text.

    UsageError for a dungeon without floor or with too much of it, and for a bed that holds no square.
    """
    check_amount(board)
    solids = cut_into_solids(board, options)
    plan = GroundPlan(board, cut_squares=True)
    bodies = divide_cells(plan, solids)
    sizes = [measure_cells(plan, heights, options.square) for heights in bodies]
    files = {
        "plan.svg": draw_plan(board, options, solids).encode(),
        "plan.txt": write_plan(board, options, solids, sizes).encode(),
    }
    for solid, heights in zip(solids, bodies, strict=True):
        files[solid.file_name] = _body(plan, solid, heights, options.square)
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            info = ZipInfo(name, ZIP_DATE)
            info.compress_type, info.create_system, info.external_attr = ZIP_DEFLATED, 3, 0o644 << 16
            archive.writestr(info, data)
    return packed.getvalue()


def cut_into_solids(board: Board, options: ExportOptions) -> list[RoomSolid]:
    """Return the solids of a board, room by room; UsageError for a bed that holds no square, and for no floor.

    Where a room is larger than the bed, its rows and columns are shared out evenly.
    """
    across, down = (int(side / options.square - 2 * HALF_WALL + 1e-9) for side in options.bed)
    if across < 1 or down < 1:
        least = f"{(1 + 2 * HALF_WALL) * options.square:.1f}"
        bed = " x ".join(f"{side:g}" for side in options.bed)
        raise UsageError(
            f"a bed of {bed} mm holds no square of {options.square:g} mm, which is {least} mm wide with its walls;"
            " name a larger bed or a smaller square"
        )
    rooms = sorted((each for each in board.sections if each.squares), key=lambda each: row_major(each.squares[0]))
    if not rooms:
        raise UsageError("there is no floor that could be printed")
    solids = list[RoomSolid]()
    for number, section in enumerate(rooms, start=1):
        parts = list(_parts(section, across, down))
        labels = [f"{number}.{part}" for part in range(1, len(parts) + 1)] if len(parts) > 1 else [f"{number}"]
        room = section.name or section.kind.value.replace("_", " ")
        solids += [RoomSolid(label, room, part) for label, part in zip(labels, parts, strict=True)]
    return solids


def _parts(section: BoardSection, across: int, down: int) -> Iterator[tuple[Square, ...]]:
    """The connected parts of a room, none of more columns and rows than given."""
    (left, top), (width, height) = bounds(section.squares)
    columns, rows = -(-width // across), -(-height // down)
    parts: dict[tuple[int, int], list[Square]] = {}
    for x, y in section.squares:
        parts.setdefault(((y - top) * rows // height, (x - left) * columns // width), []).append((x, y))
    for _, squares in sorted(parts.items()):
        yield from map(tuple, groups(squares))


def divide_cells(plan: GroundPlan, solids: Sequence[RoomSolid]) -> list[dict[Cell, float]]:
    """Return for each solid the heights of its cells; together they are all cells of the plan, each once."""
    solid_at = {square: number for number, solid in enumerate(solids) for square in solid.squares}
    found: list[dict[Cell, float]] = [{} for _ in solids]
    corners = _shared_corners(solid_at)
    for cell, height in plan.heights().items():
        x, y = plan.middle(cell)
        found[_owner(x, y, solid_at, corners)][cell] = height
    return [with_edges_joined(heights) for heights in found]


def _shared_corners(solid_at: Mapping[Square, int]) -> dict[tuple[Square, Square], int]:
    """Corners of squares that go to another solid: by the corner and the square, the solid that gets it.

    Where a solid has two squares that touch at a corner alone, its halves of the corner would touch along an upright
    edge; one of them goes to the solid beside it.
    """
    found = {}
    for (x, y), number in solid_at.items():
        for beside, step in (((x + 1, y), 1), ((x - 1, y), -1)):
            below, other = (x + step, y + 1), (x, y + 1)
            apart = solid_at.get(below) == number and number not in (solid_at.get(beside), solid_at.get(other))
            if apart and beside in solid_at and other in solid_at:
                found[(max(x, x + step), y + 1), below] = solid_at[beside]
    return found


def _owner(x: float, y: float, solid_at: Mapping[Square, int], corners: Mapping[tuple[Square, Square], int]) -> int:
    """The solid that has the cell at a point: that of its square, or against rock that of the nearest floor."""
    square = column, row = int(x // 1), int(y // 1)
    line_x, line_y = round(x), round(y)
    at_line, at_row = abs(x - line_x) < HALF_WALL, abs(y - line_y) < HALF_WALL
    if square in solid_at:
        corner = (line_x, line_y)
        return corners.get((corner, square), solid_at[square]) if at_line and at_row else solid_at[square]
    over_x = column + (1 if line_x > column else -1) if at_line else column
    over_y = row + (1 if line_y > row else -1) if at_row else row
    return next(solid_at[each] for each in ((over_x, row), (column, over_y), (over_x, over_y)) if each in solid_at)


def measure_cells(plan: GroundPlan, heights: Mapping[Cell, float], square: float) -> Corner:
    """Return the width, depth and height in millimetres of some cells."""
    columns, rows = zip(*heights, strict=True)
    width = plan.xs[max(columns) + 1] - plan.xs[min(columns)]
    depth = plan.ys[max(rows) + 1] - plan.ys[min(rows)]
    return width * square, depth * square, max(heights.values()) * square


def _body(plan: GroundPlan, solid: RoomSolid, heights: dict[Cell, float], square: float) -> bytes:
    """The STL of a solid, its lower left corner at the printer's zero."""
    left = min(plan.xs[column] for column, _ in heights)
    front = max(plan.ys[row + 1] for _, row in heights)
    name = f"dungeon, solid {solid.label}, squares of {square:g} mm"
    return binary_stl(name, list_faces(plan, heights, square, (left, front)))


def write_plan(board: Board, options: ExportOptions, solids: Sequence[RoomSolid], sizes: Sequence[Corner]) -> str:
    """Return the list of the solids: number, file, size, squares and room."""
    title = one_line(without_controls(board.layout.name or "A dungeon"))
    bed = " x ".join(f"{side:g}" for side in options.bed)
    rooms = len({solid.label.partition(".")[0] for solid in solids})
    lines = [
        title,
        f"{len(solids)} solids of {rooms} rooms, squares of {options.square:g} mm, for a bed of {bed} mm.",
        "North is at the back of each solid. plan.svg shows where they lie.",
        "",
    ]
    name_width = max(len(solid.file_name) for solid in solids)
    for solid, measured in zip(solids, sizes, strict=True):
        (left, top), (width, depth) = bounds(solid.squares)
        room = one_line(without_controls(solid.room))
        size = describe_size(measured)
        last = (left + width - 1, top + depth - 1)
        lines.append(
            f"{solid.label:<6}{solid.file_name:<{name_width}}  {size:<18}  squares {left, top} to {last}  {room}"
        )
    return "\n".join(lines) + "\n"


def draw_plan(board: Board, options: ExportOptions, solids: Sequence[RoomSolid]) -> str:
    """Return the map as an SVG, with a line round each solid and its number on it."""
    shown = replace(options.drawing, title=True, bare=True, hidden=False, legend=False, cartouche=False)
    drawing = drawing_of(board, replace(options, drawing=shown))
    drawing = with_changes(drawing, layers=(*drawing.layers, Layer("solids", tuple(map(_outlined, solids)))))
    return svg_with_fonts(drawing, PLAN_SQUARE_MM).decode()


def _outlined(solid: RoomSolid) -> Group:
    """A line round a solid and its number on the square that is nearest to its middle."""
    (left, top), (width, depth) = bounds(solid.squares)
    middle = left + (width - 1) / 2, top + (depth - 1) / 2
    x, y = min(solid.squares, key=lambda at: (abs(at[0] - middle[0]) + abs(at[1] - middle[1]), at))
    outline = area(rings(set(solid.squares)), Style(stroke=CUT_COLOUR, width=OUTLINE_WIDTH))
    at = x + 0.5, y + 0.5 + 0.36 * LABEL_SIZE
    halo = Style(fill=PLATE_COLOUR, stroke=PLATE_COLOUR, width=0.22)
    words = [
        Text(at, solid.label, LABEL_SIZE, style, font="label", bold=True) for style in (halo, Style(fill=CUT_COLOUR))
    ]
    return Group(f"solid-{solid.label}", "solid", (outline, *words), solid.squares, solid.room)
