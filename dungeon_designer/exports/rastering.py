"""SVG to PNG by resvg; large pictures in a process of their own, which can be waited for without being stuck.

resvg keeps the whole of Python waiting while it paints: no bar would move, and Ctrl+C would be heard when all is done.
"""

from __future__ import annotations

import sys

from dungeon_designer.drawing.fonts import font_files
from dungeon_designer.errors import DungeonError

PATIENCE = 4_000_000
"""Pixels painted here, in about a second; a larger picture is worth a process."""

_CHILD = "from dungeon_designer.exports.rastering import child; child()"


def raster(svg: str, width: int, height: int) -> bytes:
    """The picture, so many pixels large, lettered with the bundled fonts alone."""
    if width * height <= PATIENCE:
        return painted(svg, width, height)
    return _elsewhere(svg, width, height)


def painted(svg: str, width: int, height: int) -> bytes:
    """The same, here and now."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, dpi=96, width=width, height=height, skip_system_fonts=True, font_files=list(font_files())
        )
    )


def _elsewhere(svg: str, width: int, height: int) -> bytes:
    """The same by a child, which is ended with us."""
    import subprocess

    call = [sys.executable, "-c", _CHILD, str(width), str(height)]
    pipe = subprocess.PIPE
    with subprocess.Popen(call, stdin=pipe, stdout=pipe, stderr=pipe) as process:  # noqa: S603  (our own words)
        try:
            made, said = process.communicate(svg.encode())
        except BaseException:
            process.kill()
            process.wait()
            raise
    if process.returncode or not made:
        last = (said.decode(errors="replace").strip() or f"it ended with {process.returncode}").splitlines()[-1]
        raise DungeonError(f"a picture of {width} x {height} pixels could not be painted: {last}; choose fewer dpi")
    return made


def child() -> None:
    """What the other process does: the SVG comes in, the PNG goes out."""
    width, height = map(int, sys.argv[1:])
    sys.stdout.buffer.write(painted(sys.stdin.buffer.read().decode(), width, height))
