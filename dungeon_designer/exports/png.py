"""PNG by resvg, from the SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import floor
from zlib import crc32

from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.rasterising import MAX_WHOLE_PIXELS, STRIP_PIXELS, Strip, raster, raster_strips
from dungeon_designer.exports.sheets import Cropper
from dungeon_designer.exports.svg import drawing_of, svg_of
from dungeon_designer.findings import Finding

MAX_PIXELS = 150_000_000
"""The largest picture we make: up to half a minute to paint.

A dungeon of forty by thirty squares takes as many at 29 mm a square and 300 dots an inch.
"""


STRIP_RIM = 4
"""How many pixels beyond a strip shapes are kept, for what is painted may reach a little over its bounds."""


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
    if width * height <= MAX_WHOLE_PIXELS:
        made = raster(svg_of(drawing, square), width, height)
    else:
        made = raster_strips(cut_into_strips(drawing, width, height), width, height)
    return with_resolution(made, scale / (printed or square) * 1000)


def cut_into_strips(drawing: Drawing, width: int, height: int) -> Iterator[Strip]:
    """Cut a picture of so many pixels into strips from top to bottom, each with the shapes that show in it."""
    (left, top), (across, down) = drawing.corner, drawing.size
    cropper, rows = Cropper(drawing), max(1, STRIP_PIXELS // width)
    for row in range(0, height, rows):
        lines = min(rows, height - row)
        first, last = (top + line * down / height for line in (row - STRIP_RIM, row + lines + STRIP_RIM))
        shown = cropper.window((left, first, left + across, last))
        svg = svg_of(replace(shown, corner=drawing.corner, size=drawing.size))
        yield Strip(show_part(svg, width, height, row, lines), lines)


def show_part(svg: str, width: int, height: int, row: int, lines: int) -> str:
    """Return an SVG of some lines of a picture: of an SVG that is painted so many pixels wide and high.

    The picture is nested, so that every strip is painted at the same scale and the same place.
    """
    size = f'width="{width}" height="{lines}" viewBox="0 {row} {width} {lines}"'
    whole = re.sub(r' (width|height)="[\d.]+mm"', "", svg[svg.index("<svg") :], count=2)
    nested = whole.replace("<svg", f'<svg width="{width}" height="{height}" overflow="visible"', 1)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{nested}</svg>'


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
