"""SVG to PNG by resvg; large pictures in a process of their own, which can be waited for without being stuck.

resvg keeps the whole of Python waiting while it paints: no bar would move, and Ctrl+C would be heard when all is done.
The largest are painted strip by strip, so that their pixels need not be held all at once; edges that a cut crosses are
then a little harder or softer than in one piece, which nobody sees.
"""

from __future__ import annotations

import os
import re
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from html import unescape
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from dungeon_designer.drawing.fonts import font_files, lacking, warn_of
from dungeon_designer.errors import DungeonError
from dungeon_designer.processes import end_with_parent, undisturbed

if TYPE_CHECKING:
    from subprocess import Popen

PATIENCE = 4_000_000
"""Pixels painted here, in about a second; a larger picture is worth a process."""

MAX_WHOLE_PIXELS = 16_000_000
"""The largest picture that is painted whole; it takes a quarter of a gigabyte."""

STRIP_PIXELS = 8_000_000
"""How large the strips of larger pictures are at most; each takes about a hundred megabytes."""

_WORDS = re.compile(">([^<]*)</text>")

_CHILD = "from dungeon_designer.exports.rasterising import child; child()"


class Strip(NamedTuple):
    """A part of a picture over its whole width: an SVG to be painted, so many pixels high."""

    svg: str
    height: int


def raster(svg: str, width: int, height: int) -> bytes:
    """The picture, so many pixels large, lettered with the bundled fonts alone; MissingLetters where those fail."""
    warn_of(words_in(svg))
    svg = boxed(svg)
    if width * height <= PATIENCE:
        return painted(svg, width, height)
    return _elsewhere([Strip(svg, height)], width, height)


def raster_strips(strips: Iterable[Strip], width: int, height: int) -> bytes:
    """Return the picture of strips from top to bottom, so many pixels large; MissingLetters as `raster` has it."""
    return _elsewhere(_with_boxes(strips), width, height)


def _with_boxes(strips: Iterable[Strip]) -> Iterator[Strip]:
    words = set[str]()
    for strip in strips:
        words |= set(words_in(strip.svg))
        yield strip._replace(svg=boxed(strip.svg))
    warn_of("".join(sorted(words)))


def words_in(svg: str) -> str:
    """The words to be seen in an SVG; nothing for one of plain letters alone, of which no font lacks any."""
    return "" if svg.isascii() else unescape("".join(_WORDS.findall(svg)))


def boxed(text: str) -> str:
    """The text with an empty box for each letter that no bundled font has.

    resvg, which paints typst's pictures too, gives up looking for other fonts at the first such letter, so that Arabic
    beside it would be lost as well.
    """
    missing = lacking(text)
    return text.translate(dict.fromkeys(map(ord, missing), "\u25a1")) if missing else text


def painted(svg: str, width: int, height: int) -> bytes:
    """The same, here and now."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, dpi=96, width=width, height=height, skip_system_fonts=True, font_files=list(font_files())
        )
    )


def darkness(svg: str, width: int, height: int) -> float:
    """How dark a picture is on the whole, from 0 for white to 1 for black."""
    data, packed, at = painted(boxed(svg), width, height), b"", 8
    while at < len(data):  # the chunks of a PNG
        length = int.from_bytes(data[at : at + 4])
        packed += data[at + 8 : at + 8 + length] if data[at + 4 : at + 8] == b"IDAT" else b""
        at += length + 12
    width, height = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])  # no larger than asked for
    lines, stride = zlib.decompress(packed), 4 * width
    above, light = bytearray(stride), 0
    for start in range(0, len(lines), stride + 1):  # each line says how it is told from what is left of and above it
        way, line = lines[start], bytearray(lines[start + 1 : start + 1 + stride])
        for x in range(stride):
            left, corner = (line[x - 4], above[x - 4]) if x >= 4 else (0, 0)
            nearest = min((left, above[x], corner), key=lambda value: abs(left + above[x] - corner - value))
            line[x] = line[x] + (0, left, above[x], (left + above[x]) // 2, nearest)[way] & 255
        light += sum(line) - sum(line[3::4])
        above = line
    return 1 - light / (765 * width * height)


def _elsewhere(strips: Iterable[Strip], width: int, height: int) -> bytes:
    """The picture of strips, painted by a child, which is ended with us."""
    import subprocess

    pipe, call = subprocess.PIPE, [sys.executable, "--paint-picture"]
    if not getattr(sys, "frozen", False):  # a stand-alone program is its own Python and takes no `-c`
        found_alike = f"import sys; sys.path[:] = {sys.path!r}; "  # and nothing of the folder we were called in
        call[1:] = ["-c", found_alike + _CHILD]
    call += [str(os.getpid()), str(width), str(height)]
    with undisturbed():
        process = subprocess.Popen(call, stdin=pipe, stdout=pipe, stderr=pipe)  # noqa: S603  (our own words)
    with process:
        try:
            made, said = _answer_of(process, strips)
        except BaseException:
            process.kill()
            process.wait()
            raise
    if process.returncode or not made:
        last = (said.decode(errors="replace").strip() or f"it ended with {process.returncode}").splitlines()[-1]
        raise DungeonError(f"a picture of {width} x {height} pixels could not be painted: {last}; choose fewer dpi")
    return made


def _answer_of(process: Popen[bytes], strips: Iterable[Strip]) -> tuple[bytes, bytes]:
    """Send a child its strips; return what it writes, and what it says on standard error."""
    assert process.stdin is not None  # noqa: S101  (it is a pipe)
    with suppress(BrokenPipeError), process.stdin as pipe:  # a child that failed says why
        for strip in strips:
            data = strip.svg.encode()
            pipe.write(strip.height.to_bytes(8) + len(data).to_bytes(8) + data)
    process.stdin = None
    return process.communicate()


def _sent(pipe: BinaryIO) -> Iterator[Strip]:
    """The strips that come through a pipe."""
    while head := pipe.read(16):
        yield Strip(pipe.read(int.from_bytes(head[8:])).decode(), int.from_bytes(head[:8]))


def child() -> None:
    """What the other process does: strips come in, the PNG goes out."""
    from dungeon_designer.exports.png_strips import join_strips

    parent, width, height = map(int, sys.argv[1:])
    end_with_parent(parent)
    strips = _sent(sys.stdin.buffer)
    first = next(strips)
    if first.height == height:
        made = painted(first.svg, width, height)
    else:
        made = join_strips((painted(each.svg, width, each.height) for each in chain([first], strips)), width, height)
    sys.stdout.buffer.write(made)
