"""Build sheets of pieces: fronts with cutting lines, and backs that match them when printed on both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.papers import PAGE_MARGIN_MM, Paper, PrintArea, find_paper
from dungeon_designer.exports.pieces.piece_kinds import PrintedPiece
from dungeon_designer.exports.printed_pages import ColouredArea, Outline, Picture, PrintedPage, build_foot
from dungeon_designer.exports.typesetting import SvgImage, build_svg_image

PIECE_GAP_MM = 3.0
"""The space between pieces, for scissors, and so that a back may be slightly off."""

BACK_BLEED_MM = PIECE_GAP_MM / 3
"""How far the ground of a back continues beyond the cut, so that a sheet that is slightly off shows no white."""

CUT_LINE_MM, CUT_LINE_COLOUR = 0.2, "#777777"
"""`CUT_LINE_MM`: The width of the lines along which pieces are cut out.

`CUT_LINE_COLOUR`: Their colour: grey, so that a rest of the line at the edge of a piece is not conspicuous.
"""

TOLERANCE_MM = 1e-6
"""How much wider than its space a piece may be, since lengths are rounded."""

PIECE_MARGIN_MM = PAGE_MARGIN_MM + 3.0
"""The margin of a sheet of pieces."""


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece on a sheet.

    Attributes:
        piece: the piece.
        sheet: the number of the sheet, from 0.
        left: the x of its upper left corner on the front, in millimetres.
        top: the y of that corner.
        width: its width in millimetres.
        height: its height in millimetres.
    """

    piece: PrintedPiece
    sheet: int
    left: float
    top: float
    width: float
    height: float

    def find_back_left(self, paper: Paper) -> float:
        """Return the x of the piece's back on the back of the sheet, in millimetres.

        The sheet is flipped like the page of a book, so that left and right are exchanged.
        """
        return paper.width - self.left - self.width


def build_piece_pages(pieces: Sequence[PrintedPiece], options: ExportOptions, title: str) -> tuple[PrintedPage, ...]:
    """Return the pages that print pieces of paper to cut out, each sheet's back after its front.

    There are no backs if no piece has one. `title` is printed at the foot of each page.
    """
    paper, placed_pieces = arrange_pieces(pieces, options)
    painter = _FacePainter(options.square)
    sheet_count = _count_sheets(placed_pieces)
    is_two_sided = any(piece.back for piece in pieces)
    flip_edge = "short" if paper.is_landscape else "long"
    instructions = f"front; print two-sided, flip on the {flip_edge} edge" if is_two_sided else "cut along the lines"
    pages = []
    for sheet in range(sheet_count):
        sheet_pieces = [placed for placed in placed_pieces if placed.sheet == sheet]
        sheet_name = f"Sheet {sheet + 1} of {sheet_count}, squares of {options.square:g} mm"
        pages.append(_build_front_page(paper, sheet_pieces, painter, (title, sheet_name, instructions)))
        if is_two_sided:
            pages.append(_build_back_page(paper, sheet_pieces, painter, (title, sheet_name, "back")))
    return tuple(pages)


def _count_sheets(placed_pieces: Sequence[PlacedPiece]) -> int:
    """Return how many sheets hold these pieces: one more than the number of the last sheet, since 0 is the first."""
    return max((placed.sheet + 1 for placed in placed_pieces), default=0)


class _FacePainter:
    """Writes the front or back of a piece as SVG; faces that several pieces share are written once."""

    def __init__(self, square_mm: float) -> None:
        """Prepare to write the faces (fronts and backs) of pieces as SVG, with squares of a width in millimetres."""
        self.square_mm = square_mm
        self._svg_by_drawing_id: dict[int, SvgImage] = {}

    def build_picture(self, drawing: Drawing, placed: PlacedPiece, left: float) -> Picture:
        """Return one face of a piece as a picture on its page, whose left side is at `left` millimetres.

        The copies of a piece share its drawing, which is written only once.
        """
        svg = self._svg_by_drawing_id.get(id(drawing))
        if svg is None:
            svg = build_svg_image(drawing, self.square_mm)
            self._svg_by_drawing_id[id(drawing)] = svg
        return Picture(svg, placed.width, placed.height, left, placed.top)


def _build_front_page(
    paper: Paper, sheet_pieces: Sequence[PlacedPiece], painter: _FacePainter, foot_lines: tuple[str, ...]
) -> PrintedPage:
    """Return the front of a sheet: the fronts of its pieces, and the lines along which they are cut out."""
    square_mm = painter.square_mm
    rings = [
        tuple((placed.left + x * square_mm, placed.top + y * square_mm) for x, y in ring)
        for placed in sheet_pieces
        for ring in placed.piece.rings
    ]
    return PrintedPage(
        paper,
        pictures=tuple(painter.build_picture(placed.piece.front, placed, placed.left) for placed in sheet_pieces),
        outlines=tuple(Outline(ring, CUT_LINE_MM, CUT_LINE_COLOUR) for ring in rings),
        foot=build_foot(paper, "", foot_lines),
    )


def _build_back_page(
    paper: Paper, sheet_pieces: Sequence[PlacedPiece], painter: _FacePainter, foot_lines: tuple[str, ...]
) -> PrintedPage:
    """Return the back of a sheet: the backs of its pieces, each exactly behind its front when the sheet is flipped."""
    backs = [(placed, placed.piece.back, placed.find_back_left(paper)) for placed in sheet_pieces if placed.piece.back]
    return PrintedPage(
        paper,
        grounds=tuple(_build_back_ground(placed, left, drawing.background) for placed, drawing, left in backs),
        pictures=tuple(painter.build_picture(drawing, placed, left) for placed, drawing, left in backs),
        foot=build_foot(paper, "", foot_lines),
    )


def _build_back_ground(placed: PlacedPiece, left: float, colour: str) -> ColouredArea:
    """Return the area behind the back of a piece, which continues beyond the cut on all sides."""
    return ColouredArea(
        left - BACK_BLEED_MM,
        placed.top - BACK_BLEED_MM,
        placed.width + 2 * BACK_BLEED_MM,
        placed.height + 2 * BACK_BLEED_MM,
        colour,
    )


def arrange_pieces(pieces: Iterable[PrintedPiece], options: ExportOptions) -> tuple[Paper, list[PlacedPiece]]:
    """Return the paper, and the position of every copy of every piece on its sheets: in rows, large pieces first.

    The paper lies in the orientation that needs fewer sheets.

    Raises:
        UsageError: for a piece that is larger than the paper; the message names the piece.
    """
    square_mm, problem = options.square, ""
    pieces_by_size = sorted(pieces, key=_rank_by_size)
    arrangements: list[tuple[Paper, list[PlacedPiece]]] = []
    for paper in find_paper(options.paper).list_orientations(options.orientation):
        area = paper.find_print_area(PIECE_MARGIN_MM)
        oversized_pieces = [piece for piece in pieces_by_size if not _has_space(piece, square_mm, area)]
        if oversized_pieces:
            name = oversized_pieces[0].name
            problem = f"the piece {name!r} is larger than {paper.name} at {square_mm:g} mm a square"
        else:
            arrangements.append((paper, list(_fill_rows(pieces_by_size, square_mm, area))))
    if not arrangements:
        raise UsageError(f"{problem}; choose larger paper or a smaller square")
    return min(arrangements, key=lambda arrangement: _count_sheets(arrangement[1]))


def _rank_by_size(piece: PrintedPiece) -> tuple[float, float]:
    """Return a sort key by which the highest pieces come first, and of equally high ones the widest."""
    width, height = piece.size
    return -height, -width


def _has_space(piece: PrintedPiece, square_mm: float, area: PrintArea) -> bool:
    """Return whether a piece fits on a sheet, with squares of a width in millimetres."""
    width, height = piece.size
    return width <= (area.width + TOLERANCE_MM) / square_mm and height <= (area.height + TOLERANCE_MM) / square_mm


@dataclass(slots=True)
class _Row:
    """A row of pieces that is being filled: its sheet, its position and height, and how much of its width is used."""

    sheet: int
    top: float
    height: float
    used_width: float = 0.0


def _fill_rows(pieces: Iterable[PrintedPiece], square_mm: float, area: PrintArea) -> Iterator[PlacedPiece]:
    """Yield each piece with a position in the first row of pieces that has space for it.

    A piece for which no row has space begins a new row, below the other rows of a sheet or on a new sheet. The new row
    is as high as the piece.

    Args:
        pieces: the pieces; each is placed as often as its count says.
        square_mm: the width of a square in millimetres.
        area: the part of a sheet that may be printed.
    """
    rows: list[_Row] = []
    for piece in pieces:
        width, height = piece.size[0] * square_mm, piece.size[1] * square_mm
        for _ in range(piece.count):
            row = _find_row(rows, width, height, area)
            if row is None:
                row = _begin_row(rows, height, area)
                rows.append(row)
            yield PlacedPiece(piece, row.sheet, area.left + row.used_width, area.top + row.top, width, height)
            row.used_width += width + PIECE_GAP_MM


def _find_row(rows: Sequence[_Row], width: float, height: float, area: PrintArea) -> _Row | None:
    """Return the first row that has space for a piece of this width and height in millimetres; None if none has."""
    for row in rows:
        if height <= row.height and row.used_width + width <= area.width + TOLERANCE_MM:
            return row
    return None


def _begin_row(rows: Sequence[_Row], height: float, area: PrintArea) -> _Row:
    """Return a new row of a height, below the last row of the first sheet that has space, or else on a new sheet.

    Args:
        rows: the rows that there are.
        height: the height of the new row in millimetres.
        area: the part of a sheet for rows.
    """
    # rows are listed from top to bottom, so that the lowest one of each sheet decides
    bottom_by_sheet = {row.sheet: row.top + row.height + PIECE_GAP_MM for row in rows}
    for sheet, bottom in bottom_by_sheet.items():
        if bottom + height <= area.height + TOLERANCE_MM:
            return _Row(sheet, bottom, height)
    new_sheet = len(bottom_by_sheet)
    return _Row(new_sheet, 0.0, height)
