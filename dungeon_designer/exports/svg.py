"""Write a map as SVG with svgwrite: the size in millimetres, coordinates in thousandths of a square, ids that stay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.embedded_fonts import build_font_css, find_letters
from dungeon_designer.exports.embedded_pictures import (
    PictureFiles,
    embed_pictures,
    find_print_resolution,
    measure_pictures,
)
from dungeon_designer.exports.export_options import DEFAULT_SQUARE_MM, ExportOptions, SvgNames
from dungeon_designer.findings import Finding
from dungeon_designer.grid import SIDES, Square, find_neighbour
from dungeon_designer.pictures.picture_model import PictureSource

MAX_DRAWING_COST = 300_000
"""The most that is drawn, in squares of bare floor: a dungeon of 200 x 200 squares in small rooms, which takes
seconds.
"""

EDGE_COST, OBJECT_COST = 3, 6
"""`EDGE_COST`: How many squares an edge of a wall, section or terrain counts as.

`OBJECT_COST`: How many squares a section, an object or a problem counts as.
"""

_OBJECT_LISTS = (
    "walls", "doors", "square_doors", "obstacles", "chests", "portals", "traps", "leap_edges", "machines",
)  # fmt: skip
"""The lists of a layout whose objects count as work."""


def export_svg(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """Return the map as an SVG, a vector picture for browsers, Inkscape and printers, as UTF-8."""
    return draw_svg(board, options, findings).encode()


def draw_svg(
    board: Board,
    options: ExportOptions,
    findings: Sequence[Finding] = (),
    picture_files: PictureFiles | None = None,
) -> str:
    """Return the SVG of a board with the fonts that it needs.

    Args:
        board: the dungeon.
        options: what is drawn.
        findings: problems to mark.
        picture_files: gets the pictures of tiles and of the dungeon, which the SVG then names; None to embed them.
    """
    drawing = draw_board(board, options, findings)
    fonts = build_font_css(find_letters(drawing))
    addresses = None if picture_files is None else picture_files.add_pictures(drawing)
    return write_svg(drawing, options.square, options.names, board.squares, fonts, pictures=addresses)


def write_svg_with_fonts(drawing: Drawing, square_mm: float) -> bytes:
    """Return the SVG of a drawing as a file with the fonts that it needs."""
    return write_svg(drawing, square_mm, fonts=build_font_css(find_letters(drawing))).encode()


def draw_board(
    board: Board,
    options: ExportOptions,
    findings: Sequence[Finding] = (),
    min_size: tuple[float, float] = (0.0, 0.0),
) -> Drawing:
    """Return the drawing of a board with every overlay that the options ask for.

    Args:
        board: the dungeon.
        options: what is drawn.
        findings: problems to mark.
        min_size: the least width and height of the page, in squares.

    Raises:
        UsageError: if the board is too large for a picture.
    """
    check_drawing_cost(board, findings)
    return draw(
        board,
        options.drawing,
        findings,
        distances=options.distances,
        reach=options.reach,
        figure=options.figure,
        min_size=min_size,
    )


def check_drawing_cost(board: Board, findings: Sequence[Finding] = ()) -> None:
    """Check that a board is not so large that drawing it would take minutes; this check is quick.

    The cost of a drawing is the number of its squares, and of the edges and objects, each of which counts as several
    squares. It may be at most MAX_DRAWING_COST. Objects that are not on floor count, too.

    Raises:
        UsageError: if there is too much to draw.
    """
    square_count, edge_count = len(board), _count_drawn_edges(board)
    listed_object_count = sum(len(getattr(board.layout, list_name)) for list_name in _OBJECT_LISTS)
    object_count = len(board.sections) + len(board.misplaced_features) + listed_object_count + len(findings)
    if square_count + EDGE_COST * edge_count + OBJECT_COST * object_count > MAX_DRAWING_COST:
        raise UsageError(
            f"there is too much for one picture: {square_count:,} squares, {edge_count:,} edges of walls, sections and"
            f" terrain, {object_count:,} sections and objects"
        )


def _count_drawn_edges(board: Board) -> int:
    """Return about how many edges of squares a drawing has lines for: at sections, walls and terrain.

    A wall is drawn from both of its squares, and terrain may have a line on all four sides of its square.
    """
    section_edges = sum(
        board.section_by_square.get(find_neighbour(square, side)) is not section
        for square, section in board.section_by_square.items()
        for side in SIDES
    )
    return section_edges + 2 * len(board.walls) + 4 * len(board.terrain_at)


def write_svg(
    drawing: Drawing,
    square_mm: float = DEFAULT_SQUARE_MM,
    names: SvgNames | None = None,
    cells: Sequence[Square] = (),
    fonts: str = "",
    picture_pixels: float | None = None,
    pictures: Mapping[PictureSource, str] | None = None,
) -> str:
    """Return the SVG of a drawing.

    Args:
        drawing: the drawing.
        square_mm: the width of a square in millimetres.
        names: ids and clickable squares for another program's page.
        cells: the squares that can be clicked.
        fonts: CSS with the fonts that the SVG embeds.
        picture_pixels: how many pixels of a picture (a photo, for instance) are embedded for each square, at most;
            None for as many as a printer can show.
        pictures: the addresses of the pictures, by their files; None to embed them.

    Raises:
        PictureError: a picture is missing or wrong.
    """
    from dungeon_designer.exports.svg_tree import build_document

    if pictures is None:
        resolution = find_print_resolution(square_mm) if picture_pixels is None else picture_pixels
        pictures = embed_pictures(measure_pictures(drawing, resolution))
    document = build_document(drawing, square_mm, names, cells, fonts, pictures)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{document}\n'
