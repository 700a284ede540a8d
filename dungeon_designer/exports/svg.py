"""SVG by svgwrite: the size in millimetres, coordinates in thousandths of a square, ids that stay."""

from __future__ import annotations

from collections.abc import Sequence

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.carried_fonts import carried, letters_of
from dungeon_designer.exports.options import ExportOptions, SvgNames
from dungeon_designer.findings import Finding
from dungeon_designer.grid import SIDES, Square, neighbour

MOST_WORK = 300_000
"""How much is drawn, in squares of bare floor: a dungeon of 200 x 200 squares in small rooms, which takes seconds."""

EDGE, THING = 3, 6
"""As how many squares other things count: an edge of a wall, section or terrain; a section, an item, a finding."""

_ITEMS = (
    "walls", "doors", "square_doors", "obstacles", "chests", "portals", "traps", "leap_edges", "machines",
)  # fmt: skip


def svg_file(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """A vector picture for browsers, Inkscape and printers, as UTF-8."""
    return svg_text(board, options, findings).encode()


def svg_text(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> str:
    """The SVG of a board, with the letters it is drawn with."""
    drawing = drawing_of(board, options, findings)
    return svg_of(drawing, options.square, options.names, board.squares, carried(letters_of(drawing)))


def svg_with_fonts(drawing: Drawing, square: float) -> bytes:
    """Return the SVG of a drawing as a file that carries the letters it is drawn with."""
    return svg_of(drawing, square, fonts=carried(letters_of(drawing))).encode()


def drawing_of(
    board: Board,
    options: ExportOptions,
    findings: Sequence[Finding] = (),
    least: tuple[float, float] = (0.0, 0.0),
) -> Drawing:
    """The drawing of a board with every overlay the options ask for, on a page of `least` so many squares.

    UsageError when it is too large for a picture.
    """
    check_amount(board, findings)
    return draw(
        board,
        options.drawing,
        findings,
        distances=options.distances,
        reach=options.reach,
        figure=options.figure,
        least=least,
    )


def check_amount(board: Board, findings: Sequence[Finding] = ()) -> None:
    """UsageError for a board that has more to draw than MOST_WORK; O(squares).

    Drawn are the edges of walls, those where a section ends, and of terrain all; things off the floor, too.
    """
    apart = sum(board.owner.get(neighbour(at, side)) is not own for at, own in board.owner.items() for side in SIDES)
    squares, edges = len(board), apart + 2 * len(board.walls) + 4 * len(board.terrain_at)
    items = sum(len(getattr(board.layout, key)) for key in _ITEMS)
    things = len(board.sections) + len(board.strays) + items + len(findings)
    if squares + EDGE * edges + THING * things > MOST_WORK:
        raise UsageError(
            f"there is too much for one picture: {squares:,} squares, {edges:,} edges of walls, sections and terrain,"
            f" {things:,} sections and items"
        )


def svg_of(
    drawing: Drawing,
    square: float = 29.0,
    names: SvgNames | None = None,
    cells: Sequence[Square] = (),
    fonts: str = "",
) -> str:
    """The SVG of a drawing, a square `square` millimetres wide; `fonts` is CSS that it carries."""
    from dungeon_designer.exports.svg_tree import document

    return f'<?xml version="1.0" encoding="utf-8"?>\n{document(drawing, square, names, cells, fonts)}\n'
