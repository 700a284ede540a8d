"""PDF: a map fitted on one page, or cut into sheets true to scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.exports.elements import Page, Picture, Placed, Svg
from dungeon_designer.exports.fitting import fitted
from dungeon_designer.exports.mat import mat_page, poster
from dungeon_designer.exports.options import ExportOptions, Takes
from dungeon_designer.exports.pages import Pages
from dungeon_designer.exports.papers import MARGIN, Orientation, paper_named
from dungeon_designer.exports.sheet_pages import overview, sheet_pages
from dungeon_designer.exports.sheets import Sheets, sheets_for
from dungeon_designer.exports.svg import drawing_of, svg_of
from dungeon_designer.findings import Finding
from dungeon_designer.translation import marked

BORDER = MARGIN + 4.0
"""Millimetres left blank around a map fitted on a page."""


class PdfExporter:
    """Pages for a printer; vectors and letters only, the same bytes for the same map."""

    name = marked("exports", "Page to print or mail")
    endings = (".pdf",)
    takes = Takes.DRAWING | Takes.PAPER | Takes.FINDINGS

    def export(self, board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
        """One page when `fitted`, else an overview and the sheets; UsageError when no square fits on the paper."""
        return map_pages(board, options, findings).pdf()


def map_pages(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> Pages:
    """The pages of a map: a mat, one page when `fitted`, else an overview and the sheets; each for every table."""
    if options.mat is not None:
        return Pages(board.layout.name, tuple(mat_page(board, options, findings, table) for table in tables(options)))
    if options.fitted:
        page = fitted_page(drawing_of(board, options, findings), options)
        return Pages(board.layout.name, (page,) * options.tables)
    return Pages(board.layout.name, scaled_pages(board, options, findings))


def tables(options: ExportOptions) -> Iterator[str]:
    """What is said at the foot of the pages for each table; nothing where there is but one."""
    count = options.tables
    return (f", table {number} of {count}" if count > 1 else "" for number in range(1, count + 1))


def fitted_page(drawing: Drawing, options: ExportOptions) -> Page:
    """The whole map on one page, the way round that shows it larger."""
    ways = paper_named(options.paper).lying(Orientation(options.orientation))
    fits = [
        (fitted(drawing, BORDER, BORDER, paper.width - 2 * BORDER, paper.height - 2 * BORDER), paper) for paper in ways
    ]
    whole, paper = max(fits, key=lambda fit: fit[0].square)
    shown = Picture(Svg(svg_of(drawing, whole.square)), whole.width, whole.height)
    return Page(paper.width, paper.height, (Placed(whole.left, whole.top, shown),))


def scaled_pages(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> tuple[Page, ...]:
    """The overview and all sheets, true to scale; a map that takes one sheet is that one page."""
    sheets = sheets_of(board, options)
    if len(sheets.sheets) == 1:
        return tuple(_one_page(board, options, findings, sheets, table) for table in tables(options))
    titled = replace(options, drawing=replace(options.drawing, title=False))
    plain = drawing_of(board, _without_words(options), findings)
    layout = board.layout
    credit = " · ".join(part for part in (f"by {layout.author}" if layout.author else "", layout.ruleset) if part)
    first = overview(drawing_of(board, titled, findings), sheets, credit)
    return first, *(page for table in tables(options) for page in sheet_pages(plain, sheets, table))


def _one_page(board: Board, options: ExportOptions, findings: Sequence[Finding], sheets: Sheets, table: str) -> Page:
    """The whole map on one sheet: with its words where there is room for them."""
    found = poster(board, options, findings, table)
    if found is not None:
        return found
    (page,) = sheet_pages(drawing_of(board, _without_words(options), findings), sheets, table)
    return page


def _without_words(options: ExportOptions) -> ExportOptions:
    """The options for the map alone, as sheets show it."""
    bare = replace(options.drawing, coordinates=False, title=False, legend=False, cartouche=False)
    return replace(options, drawing=bare)


def sheets_of(board: Board, options: ExportOptions) -> Sheets:
    """How a board is cut; an empty one is one sheet of one bare square."""
    paper, orientation = paper_named(options.paper), Orientation(options.orientation)
    return sheets_for(board.squares or [(0, 0)], options.square, paper, orientation, options.overlap)
