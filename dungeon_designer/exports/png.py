"""PNG by resvg, from the SVG."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from zlib import crc32

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.rasterising import raster
from dungeon_designer.exports.svg import drawing_of, svg_of
from dungeon_designer.findings import Finding

MAX_PIXELS = 150_000_000
"""The largest picture we make: four bytes a pixel, held in memory twice, and up to half a minute to paint.

A dungeon of forty by thirty squares takes as many at 29 mm a square and 300 dots an inch.
"""


def png_file(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """A raster picture, as large as the map is at its scale and resolution; UsageError when it is too large to hold."""
    drawing = drawing_of(board, options, findings)
    if options.pixels is not None:
        return png_of(drawing, 25.4, options.pixels, "dots a square", printed=options.square)
    return png_of(drawing, options.square, options.dpi)


def png_of(drawing: Drawing, square: float, dpi: float, unit: str = "dpi", printed: float | None = None) -> bytes:
    """A drawing as a picture: squares of `square` millimetres, the bundled fonts alone.

    UsageError for more than MAX_PIXELS names the resolution that fits, in the `unit` it was asked in. The picture says
    how many pixels it has in a metre, where its squares are `printed` so many millimetres wide, `square` without it.
    """
    scale = square / 25.4 * dpi
    width, height = (max(1, round(side * scale)) for side in drawing.size)
    if width * height > MAX_PIXELS:
        most = floor((MAX_PIXELS / (drawing.size[0] * drawing.size[1])) ** 0.5 * 25.4 / square * 0.999)
        remedy = f"choose {most} {unit} at most" if most else "choose a smaller square"
        raise UsageError(f"a picture of {width:,} x {height:,} pixels is too large; {remedy}")
    return with_resolution(raster(svg_of(drawing, square), width, height), scale / (printed or square) * 1000)


def with_resolution(png: bytes, pixels_per_metre: float) -> bytes:
    """Return a PNG that states its resolution (pHYs), which print shops and word processors go by.

    >>> with_resolution(b"\\x89PNG\\r\\n\\x1a\\n" + bytes(25) + b"IDAT", 11811.02)[33:54].hex()
    '000000097048597300002e2300002e230178a53f76'
    """
    density = round(pixels_per_metre).to_bytes(4)
    chunk = b"pHYs" + density + density + b"\x01"  # the unit is the metre
    return png[:_HEAD] + (len(chunk) - 4).to_bytes(4) + chunk + crc32(chunk).to_bytes(4) + png[_HEAD:]


_HEAD = 8 + 25
"""Bytes of a PNG's signature and its first chunk, after which others may stand."""
