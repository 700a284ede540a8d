"""SVG by svgwrite: the size in millimetres, coordinates in thousandths of a square, ids that stay."""

from __future__ import annotations

from collections.abc import Sequence

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.protocol import Takes
from dungeon_designer.findings import Finding
from dungeon_designer.translation import marked

MOST_SQUARES = 20_000
"""The largest dungeon of which a picture is made: in a second or two no more are drawn."""


class SvgExporter:
    """A vector picture for browsers, Inkscape and printers."""

    name = marked("exports", "Drawing of any size")
    endings = (".svg",)
    takes = Takes.DRAWING | Takes.SQUARE | Takes.FINDINGS

    def export(self, board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
        """The picture as UTF-8."""
        return svg_text(board, options, findings).encode()


def svg_text(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> str:
    """The SVG of a board."""
    return svg_of(drawing_of(board, options, findings), options.square)


def drawing_of(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> Drawing:
    """The drawing of a board with every overlay the options ask for; UsageError when it is too large for a picture."""
    drawable(board)
    return draw(board, options.drawing, findings, distances=options.distances, reach=options.reach)


def drawable(board: Board) -> None:
    """UsageError for a board that is too large for a picture."""
    if len(board) > MOST_SQUARES:
        raise UsageError(f"a dungeon of {len(board):,} squares is too large for a picture; {MOST_SQUARES:,} fit")


def svg_of(drawing: Drawing, square: float = 29.0) -> str:
    """The SVG of a drawing, a square `square` millimetres wide."""
    from dungeon_designer.exports.svg_tree import document

    return document(drawing, square)
