"""Write a map as PDF: fitted on one page, cut into sheets true to scale, or in one piece.

In one piece, the map is a poster on one sheet of paper, or a mat for a print shop. A mat is trimmed: its crop marks
are outside the part that is cut off, and the ruler is below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec.structs import replace as with_changes

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.page import UNNAMED_TITLE, format_credit
from dungeon_designer.drawing.shapes import Drawing, Point
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.export_options import ExportOptions, Mat
from dungeon_designer.exports.page_code import PageCode, build_page_code
from dungeon_designer.exports.papers import (
    CROP_MARK_MM,
    FOOT_HEIGHT_MM,
    MAX_PAGE_SIDE_MM,
    PAGE_MARGIN_MM,
    Orientation,
    Paper,
    find_paper,
)
from dungeon_designer.exports.printed_pages import (
    RULER_LENGTH_MM,
    Pages,
    PrintedPage,
    ScaledDrawing,
    build_foot,
    centre_text,
    fit_drawing,
    place_to_scale,
)
from dungeon_designer.exports.sheets import (
    Sheets,
    build_overview,
    build_sheet_pages,
    draw_crop_marks,
    find_fewest_sheets,
)
from dungeon_designer.exports.svg import draw_board
from dungeon_designer.findings import Finding

PAGE_BORDER_MM = PAGE_MARGIN_MM + 4.0
"""The blank strip in millimetres around a map that is fitted on a page."""

CROP_MARK_GAP_MM = 1.0
"""The distance in millimetres from the end of the bleed to a crop mark, and from the mark to the edge of the page."""

Extent = tuple[float, float]
"""Width and height."""


def export_pdf(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """Return the map as a PDF for a printer: only vectors and letters, the same bytes for the same map."""
    return build_map_pages(board, options, findings).write_pdf()


def build_map_pages(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> Pages:
    """Return the pages that print a map, once for each table of the options.

    They are a mat (the map in one piece) if the options ask for one, one page of paper if they are `fitted`, else an
    overview and sheets true to scale.
    """
    name = board.layout.name
    if options.mat is not None:
        mat = options.mat
        tables = _list_table_suffixes(options)
        return Pages(name, tuple(build_mat_page(board, options, mat, findings, table) for table in tables))
    if not options.fitted:
        return Pages(name, build_scaled_pages(board, options, findings))
    page = _build_fitted_page(draw_board(board, options, findings), options)
    return Pages(name, (page,) * options.tables)


def _build_fitted_page(drawing: Drawing, options: ExportOptions) -> PrintedPage:
    """Return one page with a drawing as large as fits, in the orientation of the paper that allows larger squares.

    If the options have a code, it is below the drawing or right of it.

    Raises:
        UsageError: the paper is too small for the code.
    """
    code = build_page_code(options.code) if options.code else None
    choices: list[tuple[ScaledDrawing, Paper, Point]] = []
    for paper in find_paper(options.paper).list_orientations(options.orientation):
        width, height = paper.width - 2 * PAGE_BORDER_MM, paper.height - 2 * PAGE_BORDER_MM
        right, bottom = paper.width - PAGE_BORDER_MM, paper.height - PAGE_BORDER_MM
        spaces = [(width, height, (0.0, 0.0))]
        if code is not None:
            corner = right - code.side, bottom - code.height
            spaces = [(width, height - code.height, corner), (width - code.side, height, corner)]
        for space_width, space_height, corner in spaces:
            if min(space_width, space_height) > 0:
                scaled_drawing = fit_drawing(drawing, space_width, space_height, PAGE_BORDER_MM, PAGE_BORDER_MM)
                choices.append((scaled_drawing, paper, corner))
    if not choices:
        raise UsageError(f"{options.paper}: this paper is too small for the QR code and a map; choose a larger one")
    largest_drawing, its_paper, corner = max(choices, key=lambda choice: choice[0].square_mm)
    page = PrintedPage(its_paper, pictures=(largest_drawing.picture,))
    return page if code is None else _add_code(page, code, corner)


def _add_code(page: PrintedPage, code: PageCode, corner: Point) -> PrintedPage:
    """Return a page with a QR code, whose upper left corner is at a point of the page."""
    picture, caption = code.place(corner)
    return with_changes(page, pictures=(*page.pictures, picture), texts=(*page.texts, *caption))


def _build_code_page(options: ExportOptions, name: str) -> PrintedPage:
    """Return a page with the QR code of the options in its middle, for a map that leaves no room for it.

    The dungeon's name is above the code.
    """
    code, paper = build_page_code(options.code), find_paper(options.paper)
    width = paper.width - 2 * PAGE_BORDER_MM
    corner = (paper.width - code.side) / 2, (paper.height - code.height) / 2
    if min(corner) < PAGE_BORDER_MM:
        raise UsageError(f"{options.paper}: this paper is too small for the QR code; choose a larger one")
    title = centre_text(name or UNNAMED_TITLE, paper.width / 2, PAGE_BORDER_MM + 10.0, (width, 16.0), 22.0, "title")
    return _add_code(PrintedPage(paper, texts=title), code, corner)


def _list_table_suffixes(options: ExportOptions) -> list[str]:
    """Return for each table a text that follows the dungeon's name at the foot of its pages.

    With two tables, these are ``, table 1 of 2`` and ``, table 2 of 2``. With one table, it is ''.
    """
    count = options.tables
    return [f", table {number} of {count}" if count > 1 else "" for number in range(1, count + 1)]


def build_scaled_pages(
    board: Board, options: ExportOptions, findings: Sequence[Finding] = (), labels: Sequence[str] = ()
) -> tuple[PrintedPage, ...]:
    """Return the overview and all sheets of a map, true to scale.

    A map that fits on one sheet is one page, with its title and legend if there is space for them.

    Args:
        board: the dungeon.
        options: what is drawn, the scale and the paper.
        findings: problems to mark on the map.
        labels: print a set of sheets for each label, with the label at the foot. Without labels, print a numbered
            set for each table of the options.
    """
    sheets, suffixes = divide_board(board, options), _list_table_suffixes(options)
    if labels:
        suffixes = [f", {label}" if label else "" for label in labels]
    is_one_sheet = len(sheets.sheets) == 1
    if is_one_sheet:
        posters = [build_poster(board, options, findings, suffix) for suffix in suffixes]
        fitting_posters = tuple(poster for poster in posters if poster is not None)
        if len(fitting_posters) == len(posters):
            code_pages = (_build_code_page(options, board.layout.name),) if options.code else ()
            return (*code_pages, *fitting_posters)
    bare_options = replace(options.drawing, coordinates=False, title=False, legend=False, cartouche=False)
    sheet_drawing = draw_board(board, replace(options, drawing=bare_options), findings)
    pages = tuple(page for suffix in suffixes for page in build_sheet_pages(sheet_drawing, sheets, suffix))
    if options.code:
        pages = (_build_code_page(options, board.layout.name), *pages)
    if is_one_sheet:
        return pages
    # the overview shows how the sheets lie; it writes the title itself
    untitled_options = replace(options, drawing=replace(options.drawing, title=False))
    overview_drawing = draw_board(board, untitled_options, findings)
    credit = format_credit(board.layout, options.drawing.edition)
    return build_overview(overview_drawing, sheets, credit), *pages


def divide_board(board: Board, options: ExportOptions) -> Sheets:
    """Return how the map of a board is cut into sheets of paper; an empty board is one sheet with a square of rock."""
    squares = board.squares or [(0, 0)]
    paper = find_paper(options.paper)
    return find_fewest_sheets(squares, options.square, paper, options.orientation, options.overlap)


def build_mat_page(
    board: Board, options: ExportOptions, mat: Mat, findings: Sequence[Finding], table: str
) -> PrintedPage:
    """Return the page of a mat, which is the map in one piece for a print shop, with crop marks.

    The bleed is a strip around the map that is printed, too, and cut off, so that no white edge remains. The name, the
    size and the ruler are below it; a page narrower than the ruler has none of these.

    Args:
        board: the dungeon.
        options: what is drawn, and the scale.
        mat: the bleed, and the roll or paper.
        findings: problems to mark on the map.
        table: what follows the name, such as ``, table 1 of 2``, or ''.

    Raises:
        UsageError: if the map does not fit on the roll or the paper.
    """
    (width, height), paper, square_mm = _measure_mat(draw_board(board, options, findings).size, options, mat)
    # drawn again, since the mat may be larger than the map needs, and then with the bleed around it
    drawing = draw_board(board, options, findings, (width / square_mm, height / square_mm))
    extended = _extend_drawing(drawing, mat.bleed / square_mm)
    left, top = (paper.width - width) / 2, _measure_outer_margin(mat.bleed)
    trim = (left, top, left + width, top + height)
    lines = (
        f"{drawing.title or 'A dungeon'}{table}",
        f"Squares of {square_mm:.6g} mm",
        f"{width:.4g} x {height:.4g} mm when trimmed",
    )
    # the ruler needs the margin of the page and as much again as a gap, on both sides
    has_foot = paper.width >= RULER_LENGTH_MM + 2 * (PAGE_MARGIN_MM + PAGE_MARGIN_MM)
    return PrintedPage(
        paper,
        pictures=(place_to_scale(extended, square_mm, left - mat.bleed, top - mat.bleed),),
        marks=draw_crop_marks(trim, mat.bleed + CROP_MARK_GAP_MM),
        foot=build_foot(paper, label="", lines=lines) if has_foot else None,
        trim=trim,
        bleed=mat.bleed,
    )


def _extend_drawing(drawing: Drawing, margin: float) -> Drawing:
    """Return a drawing that shows more of its surroundings: a margin, in squares, on every side."""
    (left, top), (width, height) = drawing.corner, drawing.size
    return with_changes(drawing, corner=(left - margin, top - margin), size=(width + 2 * margin, height + 2 * margin))


def build_poster(
    board: Board, options: ExportOptions, findings: Sequence[Finding] = (), table: str = ""
) -> PrintedPage | None:
    """Return the whole map with its title and legend on one sheet of paper, true to scale; None if it does not fit.

    The sheet is tried in each orientation that the options allow. `table` follows the name at the foot, such as
    ``, table 1 of 2``.
    """
    drawing, square_mm = draw_board(board, options, findings), options.square
    width, height = (length * square_mm for length in drawing.size)
    tolerance_mm = 1e-6  # for rounding
    for paper in find_paper(options.paper).list_orientations(options.orientation):
        area = paper.find_print_area(PAGE_MARGIN_MM)
        if width <= area.width + tolerance_mm and height <= area.height + tolerance_mm:
            picture = place_to_scale(drawing, square_mm, *area.centre_rectangle(width, height))
            lines = f"{drawing.title or 'A dungeon'}{table}", f"Squares of {square_mm:g} mm", paper.name
            return PrintedPage(paper, pictures=(picture,), foot=build_foot(paper, label="", lines=lines))
    return None


def _measure_outer_margin(bleed: float) -> float:
    """Return how wide the margin of a mat's page is, in millimetres: the bleed, the crop marks and their gaps.

    The bleed is the strip of the map that is printed beyond the cut.
    """
    return bleed + 2 * CROP_MARK_GAP_MM + CROP_MARK_MM


def _measure_mat(size: Extent, options: ExportOptions, mat: Mat) -> tuple[Extent, Paper, float]:
    """Return how large a mat (the map in one piece for a print shop) and its page are, and its squares.

    Args:
        size: width and height of the drawing in squares.
        options: the scale and the orientation.
        mat: the bleed, and the roll or paper.

    Returns:
        in millimetres, the width and height of the mat when it is trimmed, its page, and the width of a square.

    Raises:
        UsageError: if the map does not fit, or if the page would be longer than a page may be.
    """
    margins, square_mm = 2 * _measure_outer_margin(mat.bleed), options.square
    columns, rows = size
    orientations: list[Orientation] = []
    # a mat has a roll or a paper that limits it, or neither: then its page is just as large as the map
    if mat.roll is not None:
        square_mm, orientations = _fit_on_roll(size, options, mat.roll, margins)
    trimmed_width, trimmed_height = columns * square_mm, rows * square_mm
    if mat.paper:
        square_mm, (trimmed_width, trimmed_height) = _fit_on_mat_paper(size, options, mat.paper)
    page_width, page_height = trimmed_width + margins, trimmed_height + margins + FOOT_HEIGHT_MM
    if mat.roll is not None:
        # one side of the page is the width of the roll; if both orientations fit, the one that needs less of the roll
        fits_both = len(orientations) > 1
        is_landscape = Orientation.PORTRAIT not in orientations or (fits_both and page_height > page_width)
        page_width, page_height = (page_width, mat.roll) if is_landscape else (mat.roll, page_height)
    if max(page_width, page_height) > MAX_PAGE_SIDE_MM:
        raise UsageError(
            f"the page would be {page_width:.0f} x {page_height:.0f} mm, and none may be longer than"
            f" {MAX_PAGE_SIDE_MM:g} mm; choose a smaller square, or sheets of paper"
        )
    return (trimmed_width, trimmed_height), Paper("", page_width, page_height), square_mm


def _fit_on_roll(
    size: Extent, options: ExportOptions, roll_mm: float, margins_mm: float
) -> tuple[float, list[Orientation]]:
    """Return the width of a square with which a map fits across a roll, and the orientations in which it then fits.

    In portrait, the rows of the map run across the roll; in landscape, its columns do, with the foot of the page.

    Args:
        size: the columns and rows of the map.
        options: the scale, unless the map is `fitted`, and the orientations to try.
        roll_mm: the width of the roll.
        margins_mm: the width of both margins together.

    Raises:
        UsageError: if the map does not fit on the roll.
    """
    columns, rows = size
    max_squares_mm = {  # the widest square with which the map fits, by orientation
        Orientation.PORTRAIT: (roll_mm - margins_mm) / columns,
        Orientation.LANDSCAPE: (roll_mm - margins_mm - FOOT_HEIGHT_MM) / rows,
    }
    if options.orientation in max_squares_mm:
        only_orientation = Orientation(options.orientation)
        max_squares_mm = {only_orientation: max_squares_mm[only_orientation]}
    max_square_mm = max(max_squares_mm.values())
    square_mm = max_square_mm if options.fitted else options.square
    tolerance_mm = 1e-9  # for rounding
    fitting = [orientation for orientation, limit_mm in max_squares_mm.items() if square_mm <= limit_mm + tolerance_mm]
    if square_mm <= 0 or not fitting:
        raise UsageError(
            f"the map does not fit on a roll of {roll_mm:g} mm at {options.square:g} mm a square;"
            f" {suggest_square_size(max_square_mm)}"
        )
    return square_mm, fitting


def _fit_on_mat_paper(size: Extent, options: ExportOptions, paper_name: str) -> tuple[float, Extent]:
    """Return the width of a square with which a map fits on a paper, and the width and height of that paper, in mm.

    Args:
        size: the columns and rows of the map.
        options: the scale, unless the map is `fitted`, and the orientations to try.
        paper_name: the name or size of the paper.

    Raises:
        UsageError: if the map does not fit on the paper.
    """
    columns, rows = size
    papers = find_paper(paper_name).list_orientations(options.orientation)
    max_squares_mm = [min(paper.width / columns, paper.height / rows) for paper in papers]
    square_mm = max(max_squares_mm) if options.fitted else options.square
    for paper, limit_mm in zip(papers, max_squares_mm, strict=True):
        if square_mm <= limit_mm + 1e-9:  # more by rounding only is no more
            return square_mm, (paper.width, paper.height)
    needed = f"{columns * square_mm:.0f} x {rows * square_mm:.0f} mm at {square_mm:g} mm a square"
    raise UsageError(f"the map takes {needed}, more than {papers[0].name}; {suggest_square_size(max(max_squares_mm))}")


def suggest_square_size(max_square_mm: float) -> str:
    """Return what a message advises if a map does not fit: squares of at most a width, or larger paper if it is tiny.

    The width is rounded down to a tenth of a millimetre, so that the map then fits.

    >>> suggest_square_size(21.37), suggest_square_size(0.4)
    ('choose squares of 21.3 mm at most', 'choose a larger one')
    """
    if max_square_mm >= 1:
        return f"choose squares of {int(max_square_mm * 10) / 10:g} mm at most"
    return "choose a larger one"
