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
from dungeon_designer.exports.svg import write_svg
from dungeon_designer.exports.typesetting import SvgImage

PIECE_GAP_MM = 3.0
"""The space between pieces, for scissors, and so that a back may be slightly off."""

BACK_BLEED_MM = PIECE_GAP_MM / 3
"""How far the ground of a back continues beyond the cut, so that a sheet that is slightly off shows no white."""

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
    count = max((placed.sheet for placed in placed_pieces), default=-1) + 1
    two_sided = any(piece.back for piece in pieces)
    edge = "short" if paper.is_landscape else "long"
    instructions = f"front; print two-sided, flip on the {edge} edge" if two_sided else "cut along the lines"
    pages = []
    for sheet in range(count):
        sheet_pieces = [placed for placed in placed_pieces if placed.sheet == sheet]
        number = f"Sheet {sheet + 1} of {count}, squares of {options.square:g} mm"
        pages.append(_build_front_page(paper, sheet_pieces, painter, (title, number, instructions)))
        if two_sided:
            pages.append(_build_back_page(paper, sheet_pieces, painter, (title, number, "back")))
    return tuple(pages)


class _FacePainter:
    """Writes the front or back of a piece as SVG; faces that several pieces share are written once."""

    def __init__(self, square_mm: float) -> None:
        """Prepare to write the faces (fronts and backs) of pieces as SVG, with squares of a width in millimetres."""
        self.square_mm = square_mm
        self._svg_by_drawing_id: dict[int, SvgImage] = {}

    def build_picture(self, drawing: Drawing, placed: PlacedPiece, left: float) -> Picture:
        """Return one face of a piece as a picture on its page, whose left side is at `left` millimetres."""
        svg = self._svg_by_drawing_id.get(id(drawing))
        if svg is None:
            svg = self._svg_by_drawing_id[id(drawing)] = SvgImage(write_svg(drawing, self.square_mm))
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
        outlines=tuple(Outline(ring, 0.2, "#777777") for ring in rings),
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
    ordered = sorted(pieces, key=lambda piece: (-piece.size[1], -piece.size[0]))
    square_mm, choices = options.square, []
    for paper in find_paper(options.paper).list_orientations(options.orientation):
        area = paper.find_print_area(PIECE_MARGIN_MM)
        max_width, max_height = (area.width + 1e-6) / square_mm, (area.height + 1e-6) / square_mm
        oversized = next((piece for piece in ordered if piece.size[0] > max_width or piece.size[1] > max_height), None)
        if oversized is None:
            choices.append((paper, list(_fill_rows(ordered, square_mm, area))))
        else:
            problem = f"the piece {oversized.name!r} is larger than {paper.name} at {square_mm:g} mm a square"
    if not choices:
        raise UsageError(f"{problem}; choose larger paper or a smaller square")
    return min(choices, key=lambda choice: max((each.sheet for each in choice[1]), default=-1))


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
    """
    rows: list[_Row] = []
    for piece in pieces:
        width, height = piece.size[0] * square_mm, piece.size[1] * square_mm
        for _ in range(piece.count):
            rows_with_space = (
                row for row in rows if height <= row.height and row.used_width + width <= area.width + 1e-6
            )
            row = next(rows_with_space, None)
            if row is None:
                row = _begin_row(rows, height, area)
                rows.append(row)
            yield PlacedPiece(piece, row.sheet, area.left + row.used_width, area.top + row.top, width, height)
            row.used_width += width + PIECE_GAP_MM


def _begin_row(rows: Sequence[_Row], height: float, area: PrintArea) -> _Row:
    """Return a new row of a height, below the last row of the first sheet that has space, or else on a new sheet.

    Args:
        rows: the rows that there are.
        height: the height of the new row in millimetres.
        area: the part of a sheet for rows.
    """
    bottom_by_sheet = {row.sheet: row.top + row.height + PIECE_GAP_MM for row in rows}
    for sheet, bottom in bottom_by_sheet.items():
        if bottom + height <= area.height + 1e-6:
            return _Row(sheet, bottom, height)
    return _Row(len(bottom_by_sheet), 0.0, height)
