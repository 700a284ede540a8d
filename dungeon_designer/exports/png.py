"""PNG by resvg, from the SVG."""

from __future__ import annotations

from collections.abc import Sequence

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.rasterising import raster
from dungeon_designer.exports.svg import drawing_of, svg_of
from dungeon_designer.findings import Finding

MAX_PIXELS = 50_000_000
"""The largest picture we make: four bytes a pixel, held in memory twice, and up to ten seconds to paint."""


def png_file(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """A raster picture, as large as the map is at its scale and resolution; UsageError when it is too large to hold."""
    drawing = drawing_of(board, options, findings)
    if options.pixels is not None:
        return png_of(drawing, 25.4, options.pixels)
    return png_of(drawing, options.square, options.dpi)


def png_of(drawing: Drawing, square: float, dpi: float) -> bytes:
    """A drawing as a picture: squares of `square` millimetres, the bundled fonts alone."""
    scale = square / 25.4 * dpi
    width, height = (max(1, round(side * scale)) for side in drawing.size)
    if width * height > MAX_PIXELS:
        raise UsageError(f"a picture of {width} x {height} pixels is too large; choose a smaller square or fewer dpi")
    return raster(svg_of(drawing, square), width, height)
