"""Write a map as PNG, painted from the SVG by resvg."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import floor
from zlib import crc32

from msgspec.structs import replace

from dungeon_designer.board.model import Board
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.rasterising import MAX_WHOLE_PIXELS, STRIP_PIXELS, Strip, paint_picture, paint_strips
from dungeon_designer.exports.sheets import Cropper
from dungeon_designer.exports.svg import draw_board, write_svg
from dungeon_designer.findings import Finding

MAX_PIXELS = 150_000_000
"""The largest picture that is made: painting takes up to half a minute.

A dungeon of forty by thirty squares has about as many pixels at 29 mm a square and 300 dots per inch.
"""


STRIP_MARGIN_PX = 4
"""How far beyond a strip shapes are kept, in pixels, since a painted shape may reach a little over its bounds."""


def export_png(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """Return a raster picture of the map at the scale and resolution of the options.

    Raises:
        UsageError: if the picture has too many pixels.
    """
    drawing = draw_board(board, options, findings)
    if options.pixels is not None:
        return paint_png(drawing, 25.4, options.pixels, "dots a square", printed_square_mm=options.square)
    return paint_png(drawing, options.square, options.dpi)


def paint_png(
    drawing: Drawing, square_mm: float, dpi: float, unit: str = "dpi", printed_square_mm: float | None = None
) -> bytes:
    """Return a drawing as a PNG, with the bundled fonts alone.

    Args:
        drawing: the drawing.
        square_mm: the width of a square in millimetres.
        dpi: the resolution in dots per inch.
        unit: the name of the resolution's unit in a message.
        printed_square_mm: the width of a printed square in millimetres, for the resolution that the PNG states;
            None if it is `square_mm`.

    Raises:
        UsageError: for more than MAX_PIXELS; the message names the resolution that fits.
    """
    scale = square_mm / 25.4 * dpi
    width, height = (max(1, round(length * scale)) for length in drawing.size)
    if width * height > MAX_PIXELS:
        max_resolution = floor((MAX_PIXELS / (drawing.size[0] * drawing.size[1])) ** 0.5 * 25.4 / square_mm * 0.999)
        remedy = f"choose {max_resolution} {unit} at most" if max_resolution else "choose a smaller square"
        raise UsageError(f"a picture of {width:,} x {height:,} pixels is too large; {remedy}")
    if width * height <= MAX_WHOLE_PIXELS:
        picture = paint_picture(write_svg(drawing, square_mm), width, height)
    else:
        picture = paint_strips(cut_into_strips(drawing, width, height), width, height)
    return add_resolution(picture, scale / (printed_square_mm or square_mm) * 1000)


def cut_into_strips(drawing: Drawing, width: int, height: int) -> Iterator[Strip]:
    """Cut a picture into strips from top to bottom, so that each can be painted alone; yield each strip as an SVG.

    An SVG has only the shapes in its strip, and those close to it, since their edges may reach into it.

    Args:
        drawing: the picture.
        width: the width of the whole picture in pixels.
        height: the height of the whole picture in pixels.
    """
    (left, top), (width_squares, height_squares) = drawing.corner, drawing.size
    cropper, strip_height = Cropper(drawing), max(1, STRIP_PIXELS // width)
    for first_line in range(0, height, strip_height):
        line_count = min(strip_height, height - first_line)
        window_top, window_bottom = (
            top + line * height_squares / height
            for line in (first_line - STRIP_MARGIN_PX, first_line + line_count + STRIP_MARGIN_PX)
        )
        visible = cropper.crop((left, window_top, left + width_squares, window_bottom))
        svg = write_svg(replace(visible, corner=drawing.corner, size=drawing.size))
        yield Strip(crop_svg(svg, width, height, first_line, line_count), line_count)


def crop_svg(svg: str, width: int, height: int, first_line: int, line_count: int) -> str:
    """Return an SVG that shows `line_count` lines of pixels of a larger picture, from `first_line`.

    The larger picture is nested in the new SVG, so that every strip is painted at the same scale and position.

    Args:
        svg: the whole picture.
        width: the width of the whole picture in pixels.
        height: the height of the whole picture in pixels.
        first_line: the first line of pixels that is shown.
        line_count: how many lines are shown.
    """
    size = f'width="{width}" height="{line_count}" viewBox="0 {first_line} {width} {line_count}"'
    unsized = re.sub(r' (width|height)="[\d.]+mm"', "", svg[svg.index("<svg") :], count=2)
    nested = unsized.replace("<svg", f'<svg width="{width}" height="{height}" overflow="visible"', 1)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{nested}</svg>'


def add_resolution(png: bytes, pixels_per_metre: float) -> bytes:
    r"""Return a PNG that states its resolution (chunk pHYs), which print shops and word processors use.

    >>> add_resolution(b"\x89PNG\r\n\x1a\n" + bytes(25) + b"IDAT", 11811.02)[33:54].hex()
    '000000097048597300002e2300002e230178a53f76'
    """
    density = round(pixels_per_metre).to_bytes(4)
    chunk = b"pHYs" + density + density + b"\x01"  # the unit is the metre
    return png[:_HEADER_BYTES] + (len(chunk) - 4).to_bytes(4) + chunk + crc32(chunk).to_bytes(4) + png[_HEADER_BYTES:]


_HEADER_BYTES = 8 + 25
"""Bytes of a PNG's signature and first chunk, after which other chunks may stand."""
