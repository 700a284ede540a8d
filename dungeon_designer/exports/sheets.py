"""Cut a map that is too large for one sheet along square lines, and build the pages of its sheets.

The map is cut into as few sheets as possible. An overview with a plan of the sheets comes first, then each sheet true
to scale.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from math import hypot
from operator import or_

from msgspec.structs import replace

from dungeon_designer.drawing.labels import format_as_letters
from dungeon_designer.drawing.shapes import (
    Circle,
    Drawing,
    Group,
    Layer,
    Path,
    PlacedPicture,
    Shape,
    Symbol,
    Text,
    Use,
    list_corners,
    measure_bounds,
)
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.papers import CROP_MARK_MM, FOOT_HEIGHT_MM, PAGE_MARGIN_MM, Paper, find_sheet_area
from dungeon_designer.exports.printed_pages import (
    CentredText,
    Line,
    Outline,
    PrintedPage,
    ScaledDrawing,
    build_foot,
    centre_text,
    fit_drawing,
    place_to_scale,
)
from dungeon_designer.grid import Side, Size, Square, find_bounds

MAX_SHEETS = 1200
"""The most sheets of one map: a dungeon of 200 x 200 squares on A4. More result from a wrong scale."""

_MAX_FIRST_CUTS = 12
"""How many positions of the first cut are tried along each axis."""

MAX_PRINTED_RIM = 0.6
"""How far the surroundings of the dungeon are printed beyond its outermost squares, at most, in squares."""

CUT_DISTANCE = 0.2
"""How far beyond the outermost squares the map is cut, in squares: outside the walls, which stay whole."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

ARROWS = {Side.NORTH: "↑", Side.SOUTH: "↓", Side.EAST: "↓", Side.WEST: "↑"}
"""The arrow that points towards each side. Texts at the eastern and western side are read upwards, so their arrows
are rotated, too.
"""

CUT_COLOUR, CUT_LINE_MM = "#c4161c", 0.35
"""`CUT_COLOUR`: The colour of cutting lines on the overview.

`CUT_LINE_MM`: The width of these lines.
"""

LABEL_TYPE_PT, ARROW_TYPE_PT = 11, 8
"""`LABEL_TYPE_PT`: The size of the type of a sheet's label on the overview.

`ARROW_TYPE_PT`: The size of the type of an arrow to the adjacent sheet, which stands in a narrow strip.
"""

SHEET_MARK_GAP_MM = 0.7
"""The distance from the cut to a crop mark, so that a cut that is slightly off leaves no mark on the map."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet: its row and column among the sheets, and the block of squares on it.

    Attributes:
        row: the row of sheets, from 0.
        column: the column of sheets, from 0.
        corner: the upper left square of the block.
        size: the columns and rows of squares in the block.
    """

    row: int
    column: int
    corner: Square
    size: Size

    @property
    def label(self) -> str:
        """The name of the sheet: the row's letter and the column's number from 1.

        >>> Sheet(1, 2, (0, 0), (1, 1)).label
        'B3'
        """
        return f"{format_as_letters(self.row)}{self.column + 1}"

    def has_square(self, square: Square) -> bool:
        """Return whether a square is in the block of the sheet."""
        return all(
            first <= coordinate < first + size
            for coordinate, first, size in zip(square, self.corner, self.size, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Sheets:
    """A whole map as sheets of one paper, row by row, without blank sheets.

    Attributes:
        paper: the paper.
        square_mm: the width of a square in millimetres.
        overlap_mm: how far a sheet continues beyond a joint, in millimetres.
        sheets: the sheets that are not blank.
    """

    paper: Paper
    square_mm: float
    overlap_mm: float
    sheets: tuple[Sheet, ...]

    def find_adjacent_sheet(self, sheet: Sheet, side: Side) -> Sheet | None:
        """Return the sheet that is joined to a side of a sheet, or None."""
        dx, dy = side.step
        position = sheet.row + dy, sheet.column + dx
        return next((other for other in self.sheets if (other.row, other.column) == position), None)


def find_fewest_sheets(
    squares: Collection[Square], square_mm: float, paper: Paper, orientation: str, overlap_mm: float
) -> Sheets:
    """Return the fewest sheets that hold all squares.

    Args:
        squares: the squares of the map.
        square_mm: the width of a square in millimetres.
        paper: the paper.
        orientation: how the paper may lie, see `Orientation`.
        overlap_mm: how far a sheet continues beyond a joint (where two sheets meet), in millimetres.

    Raises:
        UsageError: if not one square fits on the paper, or if the map would take more than MAX_SHEETS.
    """
    choices = []
    for oriented in paper.list_orientations(orientation):
        capacity = find_sheet_area(oriented, overlap_mm, square_mm).count_squares(square_mm)
        if min(capacity) >= 1:
            choices.append(Sheets(oriented, square_mm, overlap_mm, divide_into_sheets(squares, capacity)))
    if not choices:
        raise UsageError(
            f"a square of {square_mm:g} mm does not fit on {paper.name} with its margins; choose larger paper"
            " or a smaller square"
        )
    return min(choices, key=lambda sheets: len(sheets.sheets))


def divide_into_sheets(squares: Collection[Square], capacity: Size) -> tuple[Sheet, ...]:
    """Return as few sheets as possible that hold the squares; each square is on exactly one sheet.

    The position of the first cut is chosen so that as many sheets as possible are blank and can be left out, then so
    that the sheets are filled evenly.

    Args:
        squares: the squares of the map.
        capacity: how many columns and rows of squares fit on a sheet.

    Raises:
        UsageError: if the map would take more than MAX_SHEETS.

    >>> [sheet.label for sheet in divide_into_sheets([(x, 0) for x in range(5)], (2, 2))]
    ['A1', 'A2', 'A3']
    """
    if not squares:
        return ()
    (map_left, map_top), (width, height) = find_bounds(squares)
    max_columns, max_rows = capacity
    _check_sheet_count(math.ceil(width / max_columns) * math.ceil(height / max_rows))
    floor_by_row = _pack_floor(squares)
    divisions = (
        (_find_filled_sheets(floor_by_row, columns_of_sheets, rows_of_sheets), columns_of_sheets, rows_of_sheets)
        for columns_of_sheets in _list_cuts(width, max_columns)
        for rows_of_sheets in _list_cuts(height, max_rows)
    )
    filled_sheets, _, _ = min(divisions, key=_rate_division)
    return tuple(
        Sheet(row, column, (map_left + left, map_top + top), (right - left, bottom - top))
        for row, column, (left, right), (top, bottom) in filled_sheets
    )


def _check_sheet_count(sheet_count: int) -> None:
    """Raise UsageError if a map would take more than MAX_SHEETS sheets, which only happens with a wrong scale."""
    if sheet_count > MAX_SHEETS:
        raise UsageError(
            f"this map would take up to {sheet_count} sheets, more than {MAX_SHEETS};"
            " choose larger paper or a smaller square"
        )


def _pack_floor(squares: Collection[Square]) -> list[int]:
    """Return the rows of a map from its first to its last one, each as a number: bit `x` is 1 if column `x` has floor.

    Columns count from the first column with floor. So `|` joins rows, and `&` tells whether a sheet has floor.

    >>> [f"{row:b}" for row in _pack_floor([(5, 1), (7, 1), (6, 2)])]
    ['101', '10']
    """
    (map_left, map_top), (_, height) = find_bounds(squares)
    floor_by_row = [0] * height
    for x, y in squares:
        floor_by_row[y - map_top] |= 1 << (x - map_left)
    return floor_by_row


SheetSpans = tuple[tuple[int, int], ...]
"""For each column (or row) of sheets, the first column (or row) of squares on it and the first one after it.

They are counted from the upper left corner of the map.
"""

FilledSheet = tuple[int, int, tuple[int, int], tuple[int, int]]
"""A sheet's row and column among the sheets, then where its columns and its rows of squares begin and end."""


def _rate_division(
    division: tuple[list[FilledSheet], SheetSpans, SheetSpans],
) -> tuple[int, int, SheetSpans, SheetSpans]:
    """Return how good a division of a map into sheets is, as a sort key: the best division has the least key.

    Fewer sheets are better, then sheets of more equal size. The spans come last, so that one division is always best.
    """
    filled_sheets, columns_of_sheets, rows_of_sheets = division
    unevenness = _measure_unevenness(columns_of_sheets) + _measure_unevenness(rows_of_sheets)
    return len(filled_sheets), unevenness, columns_of_sheets, rows_of_sheets


def _find_filled_sheets(
    floor_by_row: list[int], columns_of_sheets: SheetSpans, rows_of_sheets: SheetSpans
) -> list[FilledSheet]:
    """Return those sheets of a divided map on which there is floor, row by row.

    Args:
        floor_by_row: for each row of squares a whole number whose bit `x` is 1 if column `x` has floor.
        columns_of_sheets: where the columns of sheets begin and end, in columns of squares.
        rows_of_sheets: where the rows of sheets begin and end, in rows of squares.
    """
    filled_sheets = []
    for row, (top, bottom) in enumerate(rows_of_sheets):
        columns_with_floor = reduce(or_, floor_by_row[top:bottom])
        for column, (left, right) in enumerate(columns_of_sheets):
            one_for_each_column = (1 << (right - left)) - 1  # as many ones as the sheet has columns
            columns_of_sheet = one_for_each_column << left
            if columns_with_floor & columns_of_sheet:
                filled_sheets.append((row, column, (left, right), (top, bottom)))
    return filled_sheets


def _list_cuts(length: int, max_stretch: int) -> list[SheetSpans]:
    """Return several ways to cut a length into the fewest stretches that are not longer than `max_stretch`.

    Lengths are in squares along one axis of the map. The first way has stretches of nearly equal length. In the other
    ways all inner stretches have the greatest length, and the first one ends at a different position in each. So 10
    squares in stretches of at most 4 are cut at 3 and 6, then at 4 and 8, at 3 and 7, and at 2 and 6.
    """
    count = math.ceil(length / max_stretch)
    if count == 1:
        return [((0, length),)]
    even_starts = [index * length // count for index in range(count)]
    unused_squares = count * max_stretch - length  # by how many the first stretch may be shorter than the others
    most_cut_off = min(unused_squares, max_stretch - 1)
    step = max(1, unused_squares // _MAX_FIRST_CUTS)  # so that a large map has no more ways than a small one
    cut_off_lengths = range(0, most_cut_off + 1, step)
    other_starts = [[0, *range(max_stretch - cut_off, length, max_stretch)] for cut_off in cut_off_lengths]
    return [tuple(pairwise((*starts, length))) for starts in (even_starts, *other_starts)]


def _measure_unevenness(spans: SheetSpans) -> int:
    """Return the difference between the longest and the shortest span, in squares."""
    lengths = [end - start for start, end in spans]
    return max(lengths) - min(lengths)


@dataclass(frozen=True, slots=True)
class SheetPosition:
    """Where a sheet's squares are on its page, in millimetres.

    Attributes:
        sheet: the sheet.
        left: the x of the upper left corner of its squares.
        top: the y of that corner.
        width: the width of its squares together.
        height: the height of its squares together.
        printed: the rectangle of the map that is printed: left, upper, right and lower end.
        trim: the rectangle that remains after cutting: at a joint along the line between squares, elsewhere outside the
            walls.
    """

    sheet: Sheet
    left: float
    top: float
    width: float
    height: float
    printed: Box
    trim: Box

    def convert_to_squares(self, box: Box) -> Box:
        """Convert a rectangle of the page, in millimetres, to the rectangle of the map that is there, in squares."""
        (first_column, first_row), (column_count, _) = self.sheet.corner, self.sheet.size
        square_mm = self.width / column_count
        # the point of the map that would be at the upper left corner of the page
        page_x, page_y = first_column - self.left / square_mm, first_row - self.top / square_mm
        left, top, right, bottom = box
        return (
            page_x + left / square_mm,
            page_y + top / square_mm,
            page_x + right / square_mm,
            page_y + bottom / square_mm,
        )


def place_sheet(sheets: Sheets, sheet: Sheet) -> SheetPosition:
    """Return the position of a sheet's squares in the middle of its page.

    What is printed continues beyond the squares: at a joint, where the next sheet follows, as a strip that the next
    sheet overlaps, elsewhere as the surroundings of the dungeon. What is trimmed off is outside of `trim`.
    """
    square_mm, paper = sheets.square_mm, sheets.paper
    width, height = sheet.size[0] * square_mm, sheet.size[1] * square_mm
    left, top = find_sheet_area(paper, sheets.overlap_mm, square_mm).centre_rectangle(width, height)
    right, bottom = left + width, top + height
    free_space = {
        Side.WEST: left - PAGE_MARGIN_MM,
        Side.NORTH: top - PAGE_MARGIN_MM,
        Side.EAST: paper.width - PAGE_MARGIN_MM - right,
        Side.SOUTH: paper.height - PAGE_MARGIN_MM - FOOT_HEIGHT_MM - bottom,
    }

    def expand_rectangle(at_joint: float, max_distance: float) -> Box:
        """Return the rectangle of the sheet's squares, made larger on each side.

        A joint is a line along which two neighbouring sheets of the map are put together. A side with a joint is moved
        by `at_joint` millimetres, any other side by `max_distance` or as far as there is space.
        """
        distances = {
            side: at_joint if sheets.find_adjacent_sheet(sheet, side) else min(max_distance, space)
            for side, space in free_space.items()
        }
        return (
            left - distances[Side.WEST],
            top - distances[Side.NORTH],
            right + distances[Side.EAST],
            bottom + distances[Side.SOUTH],
        )

    printed = expand_rectangle(sheets.overlap_mm, MAX_PRINTED_RIM * square_mm)
    trim = expand_rectangle(0.0, CUT_DISTANCE * square_mm)
    return SheetPosition(sheet, left, top, width, height, printed, trim)


def build_sheet_pages(drawing: Drawing, sheets: Sheets, table: str = "") -> Iterator[PrintedPage]:
    """Yield the page of each sheet, with arrows to the adjacent sheets.

    `table` follows the name at the foot, such as ``, table 1 of 2``.
    """
    cropper, paper = Cropper(drawing), sheets.paper
    orientation = "landscape" if paper.is_landscape else "portrait"
    for number, sheet in enumerate(sheets.sheets, start=1):
        position = place_sheet(sheets, sheet)
        picture = place_to_scale(
            cropper.crop(position.convert_to_squares(position.printed)), sheets.square_mm, *position.printed[:2]
        )
        lines = (
            f"{drawing.title or 'A dungeon'}{table}",
            f"Sheet {number} of {len(sheets.sheets)}, squares of {sheets.square_mm:g} mm",
            f"{paper.name} {orientation}; cut along the marks",
        )
        yield PrintedPage(
            paper,
            pictures=(picture,),
            marks=draw_crop_marks(position.trim, SHEET_MARK_GAP_MM),
            texts=tuple(_name_adjacent_sheets(sheets, position)),
            foot=build_foot(paper, sheet.label, lines),
        )


def _name_adjacent_sheets(sheets: Sheets, position: SheetPosition) -> Iterator[CentredText]:
    """Yield a text with an arrow, such as ``↓ B1``, for each joint of a sheet: the sheet that continues the map there.

    It is in the middle of the strip that continues the map beyond the joint. A joint is a line along which two
    neighbouring sheets of the map are put together.
    """
    half_strip = max(sheets.overlap_mm, CROP_MARK_MM) / 2
    for side, arrow in ARROWS.items():
        adjacent_sheet = sheets.find_adjacent_sheet(position.sheet, side)
        if adjacent_sheet is None:
            continue
        dx, dy = side.step
        is_upright = side in (Side.EAST, Side.WEST)
        x = position.left + position.width / 2 + dx * (position.width / 2 + half_strip)
        y = position.top + position.height / 2 + dy * (position.height / 2 + half_strip)
        text = f"{arrow} {adjacent_sheet.label}"
        # a plate is the white background without which the text would be hard to read on the map
        yield CentredText(text=text, x=x, y=y, size=ARROW_TYPE_PT, bold=True, plate=True, upright=is_upright)


def draw_crop_marks(trim: Box, gap: float) -> tuple[Line, ...]:
    """Return the crop marks of a rectangle: two short lines at each corner, which tell where to cut the paper.

    The lines continue the sides of the rectangle outwards, and begin `gap` millimetres outside it.
    """
    left, top, right, bottom = trim
    lines: list[Line] = []
    for x, outward in ((left, -1), (right, 1)):
        for y, downward in ((top, -1), (bottom, 1)):
            lines.append((x + outward * gap, y, x + outward * (gap + CROP_MARK_MM), y))
            lines.append((x, y + downward * gap, x, y + downward * (gap + CROP_MARK_MM)))
    return tuple(lines)


def build_overview(drawing: Drawing, sheets: Sheets, credit: str) -> PrintedPage:
    """Return the first page: the whole map with the cuts and each sheet's label, and how to join the sheets.

    The title and a line of credit (author and ruleset) are above the map, the instructions below it.
    """
    # lengths in millimetres, sizes of type in points
    paper, border = sheets.paper, 4.0
    head_height, tail_height = 20.0, 24.0  # above the map the title and the credit, below it the instructions
    width = paper.width - 2 * PAGE_MARGIN_MM - 2 * border
    height = paper.height - 2 * PAGE_MARGIN_MM - FOOT_HEIGHT_MM - head_height - tail_height
    scaled = fit_drawing(drawing, width, height, PAGE_MARGIN_MM + border, PAGE_MARGIN_MM + head_height)
    outlines, labels = _draw_sheet_plan(scaled, sheets)
    middle, name = paper.width / 2, drawing.title or "A dungeon without a name"
    # the title's middle is 8 mm below the margin, and 11 mm are its height; the line of credit begins near its end
    title = centre_text(name, middle, PAGE_MARGIN_MM + 8.0, (width, 11.0), max_size=22.0, font="title")
    credit_lines = centre_text(credit, middle, PAGE_MARGIN_MM + 15.5, (width, 5.2), max_size=9.0, colour="#555555")
    instructions = CentredText(
        text=_format_instructions(sheets),
        x=middle,
        y=paper.height - PAGE_MARGIN_MM - FOOT_HEIGHT_MM - tail_height / 2,
        size=9 if paper.width > 150 else 7.5,  # small paper such as A6 needs smaller type
        width=width,
    )
    return PrintedPage(
        paper,
        pictures=(scaled.picture,),
        outlines=tuple(outlines),
        texts=(*title, *credit_lines, *labels, instructions),
        foot=build_foot(paper, "", ("Overview", drawing.title)),
    )


def _draw_sheet_plan(scaled: ScaledDrawing, sheets: Sheets) -> tuple[list[Outline], list[CentredText]]:
    """Return the plan of the sheets over a map: where each sheet is cut, and in its middle its label such as ``B3``."""
    outlines, labels = [], []
    for sheet in sheets.sheets:
        position = place_sheet(sheets, sheet)
        left, top, right, bottom = position.convert_to_squares(position.trim)
        ring = list_corners(left, top, right - left, bottom - top)
        outlines.append(Outline(tuple(scaled.convert_point(*corner) for corner in ring), CUT_LINE_MM, CUT_COLOUR))
        (first_column, first_row), (column_count, row_count) = sheet.corner, sheet.size
        x, y = scaled.convert_point(first_column + column_count / 2, first_row + row_count / 2)
        # the plate is a white background, since the map is below the label
        label = CentredText(text=sheet.label, x=x, y=y, size=LABEL_TYPE_PT, colour=CUT_COLOUR, bold=True, plate=True)
        labels.append(label)
    return outlines, labels


def _format_instructions(sheets: Sheets) -> str:
    """Return the text that explains how to print, cut and join the sheets."""
    count, orientation = len(sheets.sheets), "landscape" if sheets.paper.is_landscape else "portrait"
    count_text = f"{count} sheet{'s' if count > 1 else ''}"
    pages = f"{count_text} of {sheets.paper.name} {orientation}, squares of {sheets.square_mm:g} mm."
    glue = " Cut the sheets along their marks and join them edge to edge; the arrows at their sides name neighbours."
    if sheets.overlap_mm:
        glue = (
            f" The map goes on for {sheets.overlap_mm:g} mm beyond each joint. Cut one sheet along its marks and glue"
            " it over the strip of its neighbour. The arrows at its sides name the neighbour."
        )
    return (
        f"{pages}{glue} Print every page at 100 % (“actual size”, no fitting to the page) and measure the ruler first."
    )


_LayerWithBoxes = tuple[Layer, list[tuple[Group, list[tuple[Shape, Box]]]]]
"""A layer, and for each of its groups the shapes with the box that each takes."""


class Cropper:
    """A drawing out of which several windows can be cut.

    The box of each shape, a rectangle that contains it, is computed once. Boxes are in squares of the map.
    """

    def __init__(self, drawing: Drawing) -> None:
        """Compute the box of each shape of a drawing: a rectangle that surely contains it."""
        self._drawing = drawing
        self._radius_by_symbol = {symbol.id: _measure_radius(symbol) for symbol in drawing.symbols}
        self._layers: list[_LayerWithBoxes] = []
        for layer in drawing.layers:
            groups = [(group, [(shape, self._find_box(shape)) for shape in group.shapes]) for group in layer.groups]
            self._layers.append((layer, groups))

    def _find_box(self, shape: Shape) -> Box:
        """Return a rectangle that surely contains a shape or a placed symbol (a named picture), rotated or not."""
        if type(shape) is Use:
            return _build_box(shape.at, self._radius_by_symbol[shape.symbol] * shape.size)
        return _find_box(shape)

    def crop(self, box: Box) -> Drawing:
        """Return the part of the drawing in a window, without shapes that are wholly outside.

        Symbols (named pictures) that no visible shape uses are left out, too.
        """
        layers = [self._crop_layer(layer, groups, box) for layer, groups in self._layers]
        shown_shapes = [shape for layer in layers for group in layer.groups for shape in group.shapes]
        used_symbols = {shape.symbol for shape in shown_shapes if type(shape) is Use}
        left, top, right, bottom = box
        return replace(
            self._drawing,
            corner=(left, top),
            size=(right - left, bottom - top),
            layers=tuple(layers),
            symbols=tuple(symbol for symbol in self._drawing.symbols if symbol.id in used_symbols),
        )

    @staticmethod
    def _crop_layer(layer: Layer, groups: list[tuple[Group, list[tuple[Shape, Box]]]], box: Box) -> Layer:
        """Return a layer with only those of its shapes whose boxes overlap a window, and only groups that have such."""
        visible_groups = []
        for group, shapes_with_boxes in groups:
            visible_shapes = tuple(shape for shape, shape_box in shapes_with_boxes if _has_overlap(shape_box, box))
            if visible_shapes:
                visible_groups.append(replace(group, shapes=visible_shapes))
        return Layer(layer.name, tuple(visible_groups))


def _has_overlap(first: Box, second: Box) -> bool:
    """Return whether two boxes overlap or touch."""
    first_left, first_top, first_right, first_bottom = first
    left, top, right, bottom = second
    return first_left <= right and left <= first_right and first_top <= bottom and top <= first_bottom


def _find_box(shape: Shape) -> Box:
    """Return a rectangle that surely contains a shape with the width of its lines."""
    if isinstance(shape, Path):
        if not shape.points:
            return 0.0, 0.0, 0.0, 0.0
        margin = shape.style.width
        left, top, right, bottom = measure_bounds(shape.points)
        return left - margin, top - margin, right + margin, bottom + margin
    if isinstance(shape, PlacedPicture):
        return measure_bounds(shape.clip_points)
    if isinstance(shape, Circle):
        return _build_box(shape.at, shape.radius + shape.style.width)
    if isinstance(shape, Text):  # no letter is wider than the type is high
        return _build_box(shape.at, shape.size * (1 + len(shape.text)))
    return _build_box(shape.at, shape.size)  # only placed symbols are left, which `Cropper` measures itself


def _build_box(centre: tuple[float, float], radius: float) -> Box:
    """Return the square box with a given centre and half width."""
    x, y = centre
    return x - radius, y - radius, x + radius, y + radius


def _measure_radius(symbol: Symbol) -> float:
    """Return how far a symbol (a picture made of shapes) extends from its origin, however it is rotated."""
    distances = []
    for shape in symbol.shapes:
        left, top, right, bottom = _find_box(shape)
        distances += [hypot(x, y) for x in (left, right) for y in (top, bottom)]
    return max(distances, default=0.0)
