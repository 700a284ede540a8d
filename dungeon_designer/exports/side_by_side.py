"""Print several maps on a sheet, side by side and to one scale, such as a season's dungeons for a wall."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.papers import Paper, find_paper
from dungeon_designer.exports.pdf import PAGE_BORDER_MM, suggest_square_size
from dungeon_designer.exports.printed_pages import Pages, Picture, PrintedPage, ScaledDrawing

MIN_SQUARE_MM, MAX_SIZES = 3.5, 100
"""`MIN_SQUARE_MM`: The least width of a square in millimetres.

`MAX_SIZES`: How many widths of a square are tried, from the largest down to the least.
"""

TOLERANCE_MM = 1e-6
"""How much longer than its space a row may be, since lengths are rounded."""

Rows = list[list[Drawing]]
"""The rows of maps on a sheet."""


class Arrangement(NamedTuple):
    """Several maps on sheets of paper.

    Attributes:
        square_mm: the width of a square of all maps in millimetres.
        paper: the paper, which lies on its side or is upright.
        sheets: the rows of maps on each sheet.
    """

    square_mm: float
    paper: Paper
    sheets: list[Rows]


T = TypeVar("T")


def build_side_by_side_pages(drawings: Sequence[Drawing], options: ExportOptions, title: str) -> Pages:
    """Return pages with maps in the given order, as large as possible on the fewest sheets.

    The fewest sheets are those that hold the maps with squares of MIN_SQUARE_MM millimetres. If the options give the
    width of a square and `fitted` is off, that width is used.

    Raises:
        UsageError: if the largest map does not fit on the paper at the width that the options give.
    """
    papers = find_paper(options.paper).list_orientations(options.orientation)
    arrangements = [_arrange_maps(drawings, paper, options) for paper in papers]
    square_mm, paper, sheets = min(arrangements, key=_rate_arrangement)
    if square_mm < options.square and not options.fitted:
        raise UsageError(
            f"a map does not fit on {paper.name} at {options.square:g} mm a square; {suggest_square_size(square_mm)}"
        )
    pages = [PrintedPage(paper, pictures=tuple(_place_pictures(rows, paper, square_mm))) for rows in sheets]
    return Pages(title, tuple(pages) * options.tables)


def _rate_arrangement(arrangement: Arrangement) -> tuple[int, float]:
    """Return a sort key by which the arrangement with the fewest sheets is best, then the one with the largest maps."""
    return len(arrangement.sheets), -arrangement.square_mm


def _arrange_maps(drawings: Sequence[Drawing], paper: Paper, options: ExportOptions) -> Arrangement:
    """Return the maps on the fewest sheets of a paper, with the largest squares for which these are enough.

    If the options set the width of a square, this width is used, or the largest one with which each map fits.
    """
    # without the border on the left and above; each map and row brings the border or gap that follows it
    width, height = paper.width - PAGE_BORDER_MM, paper.height - PAGE_BORDER_MM
    max_square_mm = min(
        min((width - PAGE_BORDER_MM) / drawing.size[0], (height - PAGE_BORDER_MM) / drawing.size[1])
        for drawing in drawings
    )

    def fill_sheets(square_mm: float) -> list[Rows]:
        """Return the rows of maps on each sheet for a width of a square; a gap follows each map and each row."""
        rows = _fill_lists(drawings, width, lambda drawing: drawing.size[0] * square_mm + PAGE_BORDER_MM)
        return list(_fill_lists(rows, height, lambda row: _measure_row_height(row) * square_mm + PAGE_BORDER_MM))

    if not options.fitted:
        square_mm = min(max_square_mm, options.square)
        return Arrangement(square_mm, paper, fill_sheets(square_mm))
    min_square_mm = min(max_square_mm, MIN_SQUARE_MM)
    fewest_sheets = len(fill_sheets(min_square_mm))
    # from the largest squares down to the smallest, with which the fewest sheets are enough
    sizes = (max_square_mm - (max_square_mm - min_square_mm) * step / MAX_SIZES for step in range(MAX_SIZES + 1))
    square_mm = next(size for size in sizes if len(fill_sheets(size)) <= fewest_sheets)
    return Arrangement(square_mm, paper, fill_sheets(square_mm))


def _fill_lists(elements: Iterable[T], capacity: float, measure: Callable[[T], float]) -> Iterator[list[T]]:
    """Divide elements into lists in the given order; yield each list.

    A list has as many elements as the capacity allows, and at least one. It serves twice: maps are divided into rows,
    and rows into sheets.

    Args:
        elements: maps, or rows of maps.
        capacity: the length that a list may have, in millimetres.
        measure: a function that returns the length of an element.
    """
    current_list, remaining = list[T](), capacity
    for element in elements:
        remaining -= measure(element)
        is_too_long = remaining < -TOLERANCE_MM
        if current_list and is_too_long:
            yield current_list
            current_list, remaining = [], capacity - measure(element)
        current_list.append(element)
    yield current_list


def _measure_row_height(row: Sequence[Drawing]) -> float:
    """Return the height of a row of maps in squares: that of the highest map."""
    return max(drawing.size[1] for drawing in row)


def _place_pictures(rows: Rows, paper: Paper, square_mm: float) -> Iterator[Picture]:
    """Yield the maps of a sheet as pictures at their positions.

    The gaps between rows and at the upper and lower edge are equal, as are those between the maps of a row and at its
    ends. A map that is lower than its row is in the middle of the row's height.
    """
    height_of_maps = square_mm * sum(map(_measure_row_height, rows))
    row_gap = (paper.height - height_of_maps) / (len(rows) + 1)
    top = row_gap
    for row in rows:
        row_height = _measure_row_height(row)
        width_of_maps = square_mm * sum(drawing.size[0] for drawing in row)
        column_gap = (paper.width - width_of_maps) / (len(row) + 1)
        left = column_gap
        for drawing in row:
            width, height = drawing.size
            map_top = top + (row_height - height) * square_mm / 2
            yield ScaledDrawing(drawing, left, map_top, square_mm).picture
            left += width * square_mm + column_gap
        top += row_height * square_mm + row_gap
