"""PDF: a map fitted on one page, cut into sheets true to scale, or in one piece.

In one piece it is a poster on one sheet of paper, or a mat for a print shop, which is trimmed: its crop marks stand
outside what is cut off, the ruler below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec.structs import replace as with_changes

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.page import credit_of
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.options import ExportOptions, Mat
from dungeon_designer.exports.pages import RULER, Pages, PrintedPage, fitted, foot, true_to_scale
from dungeon_designer.exports.papers import FOOT, LONGEST, MARGIN, MARK, Orientation, Paper, paper_named
from dungeon_designer.exports.sheets import Sheets, crop_marks, overview, sheet_pages, sheets_for
from dungeon_designer.exports.svg import drawing_of
from dungeon_designer.findings import Finding

BORDER = MARGIN + 4.0
"""Millimetres left blank around a map fitted on a page."""

GAP = 1.0
"""Millimetres from the end of the bleed to a crop mark, and from there to the edge of the page."""

Extent = tuple[float, float]


def pdf_file(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """Pages for a printer; vectors and letters only, the same bytes for the same map."""
    return map_pages(board, options, findings).pdf()


def map_pages(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> Pages:
    """The pages of a map: a mat, one page when `fitted`, else an overview and the sheets; each for every table."""
    name = board.layout.name
    if options.mat is not None:
        mat = options.mat
        return Pages(name, tuple(mat_page(board, options, mat, findings, table) for table in _tables(options)))
    if not options.fitted:
        return Pages(name, scaled_pages(board, options, findings))
    drawing = drawing_of(board, options, findings)
    fits = [
        (fitted(drawing, paper.width - 2 * BORDER, paper.height - 2 * BORDER, BORDER, BORDER), paper)
        for paper in paper_named(options.paper).lying(options.orientation)
    ]
    whole, paper = max(fits, key=lambda fit: fit[0].square)
    page = PrintedPage(paper, pictures=(whole.picture,))
    return Pages(name, (page,) * options.tables)


def _tables(options: ExportOptions) -> list[str]:
    """What is said at the foot of the pages for each table; nothing where there is but one."""
    count = options.tables
    return [f", table {number} of {count}" if count > 1 else "" for number in range(1, count + 1)]


def scaled_pages(
    board: Board, options: ExportOptions, findings: Sequence[Finding] = (), labels: Sequence[str] = ()
) -> tuple[PrintedPage, ...]:
    """The overview and all sheets, true to scale; a set of sheets for each of the `labels`, which stand at their foot.

    Without labels there is a numbered set for each table of the options. A map that takes one sheet is that one page,
    with its words where there is room for them.
    """
    sheets, tables = sheets_of(board, options), _tables(options)
    if labels:
        tables = [f", {label}" if label else "" for label in labels]
    if len(sheets.sheets) == 1:
        posters = [poster(board, options, findings, table) for table in tables]
        if None not in posters:
            return tuple(filter(None, posters))
    bare = replace(options.drawing, coordinates=False, title=False, legend=False, cartouche=False)
    plain = drawing_of(board, replace(options, drawing=bare), findings)
    pages = tuple(page for table in tables for page in sheet_pages(plain, sheets, table))
    if len(sheets.sheets) == 1:
        return pages
    titled = drawing_of(board, replace(options, drawing=replace(options.drawing, title=False)), findings)
    return overview(titled, sheets, credit_of(board.layout, options.drawing.edition)), *pages


def sheets_of(board: Board, options: ExportOptions) -> Sheets:
    """How a board is cut; an empty one is one sheet of one bare square."""
    paper, squares = paper_named(options.paper), board.squares or [(0, 0)]
    return sheets_for(squares, options.square, paper, options.orientation, options.overlap)


def mat_page(board: Board, options: ExportOptions, mat: Mat, findings: Sequence[Finding], table: str) -> PrintedPage:
    """The map as a mat; UsageError when it does not fit on the roll or the paper.

    Below what is cut off stand what it is and the ruler; a page narrower than the ruler has none.
    """
    (width, height), paper, square = _trim(drawing_of(board, options, findings).size, options, mat)
    drawing = drawing_of(board, options, findings, (width / square, height / square))
    more = mat.bleed / square
    bled = with_changes(
        drawing,
        corner=(drawing.corner[0] - more, drawing.corner[1] - more),
        size=(drawing.size[0] + 2 * more, drawing.size[1] + 2 * more),
    )
    left, top = (paper.width - width) / 2, _slug(mat.bleed)
    cut = (left, top, left + width, top + height)
    lines = (
        f"{drawing.title or 'A dungeon'}{table}",
        f"Squares of {square:.6g} mm",
        f"{width:.4g} x {height:.4g} mm when trimmed",
    )
    return PrintedPage(
        paper,
        pictures=(true_to_scale(bled, square, left - mat.bleed, top - mat.bleed),),
        marks=crop_marks(cut, mat.bleed + GAP),
        foot=foot(paper, "", lines) if paper.width >= RULER + 4 * MARGIN else None,
        trim=cut,
        bleed=mat.bleed,
    )


def poster(
    board: Board, options: ExportOptions, findings: Sequence[Finding] = (), table: str = ""
) -> PrintedPage | None:
    """The map with its words on one sheet of paper, true to scale; None where it does not fit."""
    drawing, square = drawing_of(board, options, findings), options.square
    width, height = (side * square for side in drawing.size)
    for paper in paper_named(options.paper).lying(options.orientation):
        room = paper.within(MARGIN)
        if width <= room.width + 1e-6 and height <= room.height + 1e-6:
            picture = true_to_scale(drawing, square, *room.centred(width, height))
            lines = f"{drawing.title or 'A dungeon'}{table}", f"Squares of {square:g} mm", paper.name
            return PrintedPage(paper, pictures=(picture,), foot=foot(paper, "", lines))
    return None


def _slug(bleed: float) -> float:
    """Millimetres beyond the trim on a page: the bleed and the crop marks."""
    return bleed + 2 * GAP + MARK


def _trim(size: Extent, options: ExportOptions, mat: Mat) -> tuple[Extent, Paper, float]:
    """How large a mat of a map of so many squares is when it is cut, its page, and how wide a square is.

    UsageError where it does not fit, or its page would be longer than may be.
    """
    slug, square = 2 * _slug(mat.bleed), options.square
    if mat.roll is not None:
        across, along = (mat.roll - slug) / size[0], (mat.roll - slug - FOOT) / size[1]
        ways: dict[str, tuple[float, ...]] = {Orientation.PORTRAIT: (across,), Orientation.LANDSCAPE: (along,)}
        possible = ways.get(options.orientation, (across, along))
        square = max(possible) if options.fitted else square
        fits = [way for way in possible if square <= way + 1e-9]
        if square <= 0 or not fits:
            raise UsageError(
                f"the map does not fit on a roll of {mat.roll:g} mm at {options.square:g} mm a square;"
                f" {remedy(max(possible))}"
            )
    trimmed = size[0] * square, size[1] * square
    if mat.paper:
        papers = paper_named(mat.paper).lying(options.orientation)
        each = [min(paper.width / size[0], paper.height / size[1]) for paper in papers]
        square = max(each) if options.fitted else square
        chosen = next((paper for paper, most in zip(papers, each, strict=True) if square <= most + 1e-9), None)
        if chosen is None:
            needed = f"{size[0] * square:.0f} x {size[1] * square:.0f} mm at {square:g} mm a square"
            raise UsageError(f"the map takes {needed}, more than {papers[0].name}; {remedy(max(each))}")
        trimmed = chosen.width, chosen.height
    width, height = trimmed[0] + slug, trimmed[1] + slug + FOOT
    if mat.roll is not None:  # the map's columns run across the roll, or along it
        runs_across = across in fits and (along not in fits or height <= width)
        width, height = (mat.roll, height) if runs_across else (width, mat.roll)
    if max(width, height) > LONGEST:
        raise UsageError(
            f"the page would be {width:.0f} x {height:.0f} mm, and none may be longer than"
            f" {LONGEST:g} mm; choose a smaller square, or sheets of paper"
        )
    return trimmed, Paper("", width, height), square


def remedy(largest: float) -> str:
    """What square would do, where any would."""
    return f"choose squares of {int(largest * 10) / 10:g} mm at most" if largest >= 1 else "choose a larger one"
