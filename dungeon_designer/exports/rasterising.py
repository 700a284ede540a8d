"""Paint SVG as PNG with resvg. A large picture is painted in a separate process, so that waiting for it blocks nothing.

resvg blocks all of Python while it paints: no progress bar would move, and Ctrl+C would have no effect until the end.
The largest pictures are painted strip by strip, so that not all pixels are held at once. Edges that a cut crosses
are then a little harder or softer than in one piece, which nobody sees.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from html import unescape
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from dungeon_designer.drawing.fonts import find_missing_letters, list_font_files, warn_about_missing_letters
from dungeon_designer.errors import DungeonError
from dungeon_designer.installation import require_installation
from dungeon_designer.processes import delayed_signals, end_with_parent

if TYPE_CHECKING:
    from subprocess import Popen

MAX_LOCAL_PIXELS = 4_000_000
"""The largest picture that is painted in this process, in about a second."""

MAX_WHOLE_PIXELS = 16_000_000
"""The largest picture that is painted in one piece; painting takes a quarter of a gigabyte."""

STRIP_PIXELS = 8_000_000
"""The largest strip of a larger picture; painting takes about a hundred megabytes."""

NUMBER_BYTES = 8
"""How many bytes a number takes in the pipe to the process that paints a picture."""

_TEXT_PATTERN = re.compile(">([^<]*)</text>")
"""The text of a text element."""

_CHILD_CODE = "from dungeon_designer.exports.rasterising import run_child; run_child()"
"""The Python code that the other process runs."""


class Strip(NamedTuple):
    """A part of a picture over its whole width: an SVG, and its height in pixels."""

    svg: str
    height: int


def paint_picture(svg: str, width: int, height: int) -> bytes:
    """Return a picture as a PNG of the given size in pixels, with the bundled fonts alone.

    A large picture is painted by another process. Warns (MissingLetters) of letters that no bundled font has.
    """
    warn_about_missing_letters(extract_text(svg))
    svg = replace_missing_letters(svg)
    if width * height <= MAX_LOCAL_PIXELS:
        return paint_here(svg, width, height)
    whole_picture = Strip(svg, height)
    return _paint_in_child([whole_picture], width, height)


def paint_strips(strips: Iterable[Strip], width: int, height: int) -> bytes:
    """Return the PNG of a picture that is given as strips from top to bottom; size in pixels.

    A strip is a part of the picture over its whole width. Warns (MissingLetters) of letters that no bundled font has.
    """
    return _paint_in_child(_replace_missing_in_strips(strips), width, height)


def _replace_missing_in_strips(strips: Iterable[Strip]) -> Iterator[Strip]:
    """Yield the strips with a box in place of each letter that no bundled font has.

    At the end, warn of these letters.
    """
    letters = set[str]()
    for strip in strips:
        letters |= set(extract_text(strip.svg))
        yield strip._replace(svg=replace_missing_letters(strip.svg))
    warn_about_missing_letters("".join(sorted(letters)))


def extract_text(svg: str) -> str:
    """Return the visible text of an SVG; '' if it has only ASCII, since every font has these letters."""
    return "" if svg.isascii() else unescape("".join(_TEXT_PATTERN.findall(svg)))


def replace_missing_letters(text: str) -> str:
    """Return a text with an empty box in place of each letter that no bundled font has.

    At the first such letter, resvg, which paints SVG, stops looking for other fonts, so that Arabic beside this letter
    would be lost as well. Printed pages need this, too: typst, which sets them, paints their pictures with resvg.
    """
    letters = find_missing_letters(text)
    return text.translate(dict.fromkeys(map(ord, letters), "\u25a1")) if letters else text


def paint_here(svg: str, width: int, height: int) -> bytes:
    """Return an SVG painted as a PNG in this process."""
    require_installation("a picture")
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            dpi=96,  # that of CSS; it does not matter, since width and height say how many pixels there are
            width=width,
            height=height,
            skip_system_fonts=True,
            font_files=list(list_font_files()),
        )
    )


def measure_darkness(svg: str, width: int, height: int) -> float:
    """Return how dark an SVG is on average, painted at a size in pixels: from 0 for white to 1 for black.

    >>> square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4">%s</svg>'
    >>> measure_darkness(square % '<path d="M0 0H4V4H0Z" fill="white"/><path d="M0 0H1V4H0Z"/>', 4, 4)
    0.25
    """
    require_installation("a picture")
    from PIL import Image, ImageStat

    with Image.open(BytesIO(paint_here(replace_missing_letters(svg), width, height))) as picture:
        color_sums = ImageStat.Stat(picture).sum[:3]  # red, green and blue of all pixels, each from 0 to 255
        pixel_count = picture.width * picture.height  # the picture may be smaller than was asked for
    return 1 - sum(color_sums) / (3 * 255 * pixel_count)


def _paint_in_child(strips: Iterable[Strip], width: int, height: int) -> bytes:
    """Return the picture of strips, painted by a child process that ends when this process ends.

    Args:
        strips: the parts of the picture from top to bottom, each over its whole width.
        width: the width of the picture in pixels.
        height: its height in pixels.

    Raises:
        DungeonError: if the child fails.
    """
    require_installation("a large picture")
    import subprocess

    pipe, call = subprocess.PIPE, _build_child_call(width, height)
    with delayed_signals():  # Ctrl+C acts only when the child has started, so that it can be ended below
        process = subprocess.Popen(call, stdin=pipe, stdout=pipe, stderr=pipe)  # noqa: S603  (our own words)
    with process:
        try:
            picture, errors = _send_strips(process, strips)
        except BaseException:
            process.kill()
            process.wait()
            raise
    if process.returncode or not picture:
        error_text = errors.decode(errors="replace").strip() or f"it ended with {process.returncode}"
        last_error_line = error_text.splitlines()[-1]
        raise DungeonError(
            f"a picture of {width} x {height} pixels could not be painted: {last_error_line}; choose fewer dpi"
        )
    return picture


def _build_child_call(width: int, height: int) -> list[str]:
    """Return the command line of the process that paints a large picture of a size in pixels; it runs `run_child`.

    The process is also given the id of this one, its parent: it watches the parent, and ends when the parent ends.
    """
    is_stand_alone = getattr(sys, "frozen", False)
    if is_stand_alone:  # the program is its own Python and takes no `-c`
        command = [sys.executable, "--paint-picture"]
    else:
        # the child imports the same modules as this process, and nothing of the folder we were called in
        set_path = f"import sys; sys.path[:] = {sys.path!r}; "
        command = [sys.executable, "-c", set_path + _CHILD_CODE]
    return [*command, str(os.getpid()), str(width), str(height)]


def _send_strips(process: Popen[bytes], strips: Iterable[Strip]) -> tuple[bytes, bytes]:
    """Send a child process its strips; return its standard output and its standard error.

    Each strip is sent as two numbers, its height in pixels and the length of its SVG in bytes, and then the SVG. The
    child reads them with `_receive_strips`.
    """
    assert process.stdin is not None  # noqa: S101  (it is a pipe)
    with suppress(BrokenPipeError), process.stdin as pipe:  # a child that failed says why
        for strip in strips:
            data = strip.svg.encode()
            pipe.write(strip.height.to_bytes(NUMBER_BYTES) + len(data).to_bytes(NUMBER_BYTES) + data)
    process.stdin = None  # it is closed, and `communicate` would fail when it flushes a closed pipe
    return process.communicate()


def _receive_strips(pipe: BinaryIO) -> Iterator[Strip]:
    """Yield the strips (parts of a picture over its whole width) that arrive through a pipe from `_send_strips`."""
    while header := pipe.read(2 * NUMBER_BYTES):
        height, svg_length = int.from_bytes(header[:NUMBER_BYTES]), int.from_bytes(header[NUMBER_BYTES:])
        yield Strip(pipe.read(svg_length).decode(), height)


def run_child() -> None:
    """Run as the process that paints a large picture.

    The strips (parts of the picture over its whole width) are read from standard input, and the PNG is written to
    standard output. The arguments of the program are the id of the parent process, the width and the height.
    """
    from dungeon_designer.exports.png_strips import join_strips

    parent, width, height = map(int, sys.argv[1:])
    end_with_parent(parent)  # so that no picture is painted for a program that was ended
    strips = _receive_strips(sys.stdin.buffer)
    first_strip = next(strips)
    if first_strip.height == height:  # the only strip is the whole picture
        picture = paint_here(first_strip.svg, width, height)
    else:
        all_strips = chain([first_strip], strips)
        pictures = (paint_here(strip.svg, width, strip.height) for strip in all_strips)
        picture = join_strips(pictures, width, height)
    sys.stdout.buffer.write(picture)
