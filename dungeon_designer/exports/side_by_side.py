"""Print several maps on a sheet, side by side and to one scale, such as a season's dungeons for a wall."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

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

Rows = list[list[Drawing]]
"""The rows of maps on a sheet."""

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
    square_mm, paper, sheets = min(
        arrangements,
        key=lambda arrangement: (len(arrangement[2]), -arrangement[0]),  # the fewest sheets, then the largest squares
    )
    if square_mm < options.square and not options.fitted:
        raise UsageError(
            f"a map does not fit on {paper.name} at {options.square:g} mm a square; {suggest_square_size(square_mm)}"
        )
    pages = [PrintedPage(paper, pictures=tuple(_place_pictures(rows, paper, square_mm))) for rows in sheets]
    return Pages(title, tuple(pages) * options.tables)


def _arrange_maps(drawings: Sequence[Drawing], paper: Paper, options: ExportOptions) -> tuple[float, Paper, list[Rows]]:
    """Return the largest width of a square with which the maps take the fewest sheets of a paper.

    Returns:
        the width of a square in millimetres, the paper, and the rows of maps on each sheet.
    """
    width, height = paper.width - PAGE_BORDER_MM, paper.height - PAGE_BORDER_MM
    max_square_mm = min(
        min((width - PAGE_BORDER_MM) / drawing.size[0], (height - PAGE_BORDER_MM) / drawing.size[1])
        for drawing in drawings
    )

    def fill_sheets(square_mm: float) -> list[Rows]:
        """Return the rows of maps on each sheet for a width of a square."""
        rows = _fill_lists(drawings, width, lambda drawing: drawing.size[0] * square_mm + PAGE_BORDER_MM)
        return list(_fill_lists(rows, height, lambda row: _measure_row_height(row) * square_mm + PAGE_BORDER_MM))

    if not options.fitted:
        square_mm = min(max_square_mm, options.square)
        return square_mm, paper, fill_sheets(square_mm)
    min_square_mm = min(max_square_mm, MIN_SQUARE_MM)
    sheet_count = len(fill_sheets(min_square_mm))
    sizes = (max_square_mm - (max_square_mm - min_square_mm) * step / MAX_SIZES for step in range(MAX_SIZES + 1))
    square_mm = next(size for size in sizes if len(fill_sheets(size)) <= sheet_count)
    return square_mm, paper, fill_sheets(square_mm)


def _fill_lists(elements: Iterable[T], capacity: float, measure: Callable[[T], float]) -> Iterator[list[T]]:
    """Divide elements into lists in the given order; yield each list.

    A list has as many elements as the capacity allows, and at least one. It serves twice: maps are divided into rows,
    and rows into sheets.

    Args:
        elements: maps, or rows of maps.
        capacity: the length that a list may have, in millimetres.
        measure: a function that returns the length of an element.
    """
    current, remaining = list[T](), capacity
    for element in elements:
        remaining -= measure(element)
        if current and remaining < -1e-6:
            yield current
            current, remaining = [], capacity - measure(element)
        current.append(element)
    yield current


def _measure_row_height(row: Sequence[Drawing]) -> float:
    return max(drawing.size[1] for drawing in row)


def _place_pictures(rows: Rows, paper: Paper, square_mm: float) -> Iterator[Picture]:
    """Yield the maps of a sheet as pictures at their positions.

    The gaps between rows and at the upper and lower edge are equal, as are those between the maps of a row and at its
    ends.
    """
    row_gap = (paper.height - square_mm * sum(map(_measure_row_height, rows))) / (len(rows) + 1)
    top = row_gap
    for row in rows:
        left = column_gap = (paper.width - square_mm * sum(drawing.size[0] for drawing in row)) / (len(row) + 1)
        for drawing in row:
            yield ScaledDrawing(
                drawing, left, top + (_measure_row_height(row) - drawing.size[1]) * square_mm / 2, square_mm
            ).picture
            left += drawing.size[0] * square_mm + column_gap
        top += _measure_row_height(row) * square_mm + row_gap
