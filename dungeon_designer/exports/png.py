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


MM_PER_INCH = 25.4
"""Millimetres in an inch."""

STRIP_MARGIN_PX = 4
"""How far beyond a strip shapes are kept, in pixels, since a painted shape may reach a little over its bounds."""


def export_png(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """Return a raster picture of the map at the scale and resolution of the options.

    The resolution is a number of dots per inch, or else `pixels`, a number of dots per square.

    Raises:
        UsageError: if the picture has too many pixels.
    """
    drawing = draw_board(board, options, findings)
    if options.pixels is not None:
        # for squares as wide as an inch, dots per inch are dots per square
        return paint_png(drawing, MM_PER_INCH, options.pixels, "dots a square", printed_square_mm=options.square)
    return paint_png(drawing, options.square, options.dpi)


def paint_png(
    drawing: Drawing, square_mm: float, dpi: float, unit: str = "dpi", printed_square_mm: float | None = None
) -> bytes:
    """Return a drawing as a PNG, with the bundled fonts alone.

    A large picture is painted strip by strip, so that never all of it is in memory.

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
    pixels_per_square = square_mm / MM_PER_INCH * dpi
    width, height = (max(1, round(length * pixels_per_square)) for length in drawing.size)
    if width * height > MAX_PIXELS:
        max_resolution = _find_max_resolution(drawing, square_mm)
        remedy = f"choose {max_resolution} {unit} at most" if max_resolution else "choose a smaller square"
        raise UsageError(f"a picture of {width:,} x {height:,} pixels is too large; {remedy}")
    if width * height <= MAX_WHOLE_PIXELS:
        svg = write_svg(drawing, square_mm, picture_pixels=pixels_per_square)
        picture = paint_picture(svg, width, height)
    else:
        picture = paint_strips(cut_into_strips(drawing, width, height), width, height)
    pixels_per_metre = pixels_per_square / (printed_square_mm or square_mm) * 1000
    return add_resolution(add_credits(picture, drawing.credits), pixels_per_metre)


def _find_max_resolution(drawing: Drawing, square_mm: float) -> int:
    """Return the largest whole number of dots per inch with which a picture has at most MAX_PIXELS pixels.

    A thousandth less is used, since width and height are rounded.
    """
    columns, rows = drawing.size
    max_pixels_per_square: float = (MAX_PIXELS / (columns * rows)) ** 0.5
    return floor(max_pixels_per_square * MM_PER_INCH / square_mm * 0.999)


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

    def convert_line(line: int) -> float:
        """Return the y of a line of pixels on the map, in squares."""
        return top + line * height_squares / height

    for first_line in range(0, height, strip_height):
        line_count = min(strip_height, height - first_line)
        window_top = convert_line(first_line - STRIP_MARGIN_PX)
        window_bottom = convert_line(first_line + line_count + STRIP_MARGIN_PX)
        visible = cropper.crop((left, window_top, left + width_squares, window_bottom))
        # the SVG keeps the size of the whole picture, of which `crop_svg` shows the strip
        shown = replace(visible, corner=drawing.corner, size=drawing.size)
        svg = write_svg(shown, picture_pixels=width / width_squares)
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
    without_header = svg[svg.index("<svg") :]
    # the size in millimetres, the first two of these attributes, is replaced by the size in pixels
    unsized = re.sub(r' (width|height)="[\d.]+mm"', "", without_header, count=2)
    nested = unsized.replace("<svg", f'<svg width="{width}" height="{height}" overflow="visible"', 1)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{nested}</svg>'


def add_resolution(png: bytes, pixels_per_metre: float) -> bytes:
    r"""Return a PNG that states its resolution (chunk pHYs), which print shops and word processors use.

    A chunk of a PNG is the length of its data, its name, its data and a checksum. The data of this one are the
    resolution across, the resolution down, and 1 for "per metre". It comes after the header.

    >>> add_resolution(b"\x89PNG\r\n\x1a\n" + bytes(25) + b"IDAT", 11811.02)[33:54].hex()
    '000000097048597300002e2300002e230178a53f76'
    """
    density = round(pixels_per_metre).to_bytes(4)
    return _insert_chunk(png, b"pHYs", density + density + b"\x01")


def add_credits(png: bytes, credit_lines: Sequence[str]) -> bytes:
    """Return a PNG that names the authors and licences of what it shows, in its metadata (chunk iTXt).

    The data of the chunk are a keyword, marks that it is not compressed and in no certain language, and text in UTF-8.
    """
    if not credit_lines:
        return png
    return _insert_chunk(png, b"iTXt", b"Copyright" + bytes(5) + "; ".join(credit_lines).encode())


def _insert_chunk(png: bytes, name: bytes, data: bytes) -> bytes:
    """Return a PNG with one more chunk, which comes after the header."""
    chunk = len(data).to_bytes(4) + name + data + crc32(name + data).to_bytes(4)
    return png[:_HEADER_BYTES] + chunk + png[_HEADER_BYTES:]


_HEADER_BYTES = 8 + 25
"""Bytes of a PNG's signature and first chunk, after which other chunks may stand."""
