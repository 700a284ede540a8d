"""Large pictures painted strip by strip, read by Qt, which had no hand in making them."""

from __future__ import annotations

import subprocess
import sys
import zlib
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.exports import png
from dungeon_designer.exports.png import cut_into_strips, paint_png
from dungeon_designer.exports.png_strips import AVERAGE, BYTES_PER_PIXEL, PAETH, SIGNATURE, join_strips
from dungeon_designer.exports.rasterising import paint_here
from tests.drawing import boards
from tests.soak import count, soak

QImage = pytest.importorskip("PySide6.QtGui").QImage

Pixels = list[bytes]
"""The lines of a picture, four bytes a pixel."""


def format_chunk(kind: bytes, data: bytes) -> bytes:
    """Return a part of a PNG."""
    return len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)


def encode_png(lines: Pixels, filters: list[int]) -> bytes:
    """Return a PNG whose lines are told by these filters, by the formulas of the standard."""
    width, stream, above = len(lines[0]) // BYTES_PER_PIXEL, bytearray(), bytes(len(lines[0]))
    for line, form in zip(lines, filters, strict=True):
        stream.append(form)
        for at, value in enumerate(line):
            left = line[at - BYTES_PER_PIXEL] if at >= BYTES_PER_PIXEL else 0
            corner = above[at - BYTES_PER_PIXEL] if at >= BYTES_PER_PIXEL else 0
            guess = left + above[at] - corner
            nearest = min((left, above[at], corner), key=lambda each, guess=guess: abs(guess - each))
            stream.append((value - (0, left, above[at], (left + above[at]) // 2, nearest)[form]) & 255)
        above = line
    head = width.to_bytes(4) + len(lines).to_bytes(4) + b"\x08\x06\0\0\0"
    data = zlib.compress(bytes(stream))
    half = len(data) // 2
    return SIGNATURE + b"".join(
        [
            format_chunk(b"IHDR", head),
            format_chunk(b"IDAT", data[:half]),
            format_chunk(b"IDAT", data[half:]),
            format_chunk(b"IEND", b""),
        ]
    )


def decode_png(data: bytes) -> Pixels:
    """Return the pixels of a PNG as Qt reads it."""
    picture = QImage.fromData(data, "PNG").convertToFormat(QImage.Format.Format_RGBA8888)
    assert not picture.isNull()
    whole, stride = bytes(picture.constBits()), picture.bytesPerLine()
    return [whole[at * stride : at * stride + BYTES_PER_PIXEL * picture.width()] for at in range(picture.height())]


@soak
@settings(max_examples=count(30, 2000), deadline=None)
@given(data=st.data(), width=st.integers(1, 5), heights=st.lists(st.integers(1, 4), min_size=1, max_size=4))
def test_strips_become_the_picture_they_are_of(data: st.DataObject, width: int, heights: list[int]) -> None:
    """Whatever filters the lines of the strips have, the picture has their pixels, from top to bottom."""
    line = st.binary(min_size=4 * width, max_size=4 * width).map(
        lambda told: bytes(b | 255 * (n % 4 == 3) for n, b in enumerate(told))
    )
    lines = data.draw(st.lists(line, min_size=sum(heights), max_size=sum(heights)))
    filters = data.draw(st.lists(st.integers(0, PAETH), min_size=sum(heights), max_size=sum(heights)))
    starts = [sum(heights[:at]) for at in range(len(heights) + 1)]
    spans = [slice(*span) for span in pairwise(starts)]
    strips = [encode_png(lines[span], filters[span]) for span in spans]
    assert decode_png(join_strips(strips, width, sum(heights))) == lines
    assert join_strips(strips, width, sum(heights)) == join_strips(strips, width, sum(heights))


def test_strips_of_another_form_are_refused() -> None:
    """Strips of another width, or too few of them, make no picture."""
    strip = encode_png([bytes(8)], [AVERAGE])
    for width, height in ((3, 1), (2, 2)):
        with pytest.raises(ValueError, match="strip"):
            join_strips([strip], width, height)


def test_a_picture_in_strips_looks_like_one_in_a_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut into strips of fifty lines, a map has the pixels of the whole, but for the softness of edges at cuts."""
    drawing = draw(build_board(boards.CROWN), DrawingOptions(title=True, legend=True, section_names=True))
    monkeypatch.setattr(png, "MAX_WHOLE_PIXELS", 0)
    width, height = (round(side * 16) for side in drawing.size)
    monkeypatch.setattr(png, "STRIP_PIXELS", width * height)
    (whole,) = cut_into_strips(drawing, width, height)
    monkeypatch.setattr(png, "STRIP_PIXELS", width * 50)
    strips = list(cut_into_strips(drawing, width, height))
    assert [each.height for each in strips] == [50] * (height // 50) + [height % 50] * (height % 50 > 0)
    assert max(len(each.svg) for each in strips) < len(whole.svg) / 2
    made = paint_png(drawing, 25.4, 16)
    assert made == paint_png(drawing, 25.4, 16)
    wanted, found = decode_png(paint_here(whole.svg, width, height)), decode_png(made)
    off = [abs(a - b) for one, other in zip(wanted, found, strict=True) for a, b in zip(one, other, strict=True)]
    assert sum(each > 40 for each in off) < len(off) / 2000
    assert sum(off) / len(off) < 0.05


SIDE = count(500, 1000)
"""Squares of a side of the map."""
FAR = f'{{"rects":[{{"x":0,"y":0,"w":2,"h":1}},{{"x":{SIDE - 1},"y":{SIDE - 1},"w":1,"h":1}}]}}'
"""A One Page Dungeon of two rooms at the ends of a map of so many squares."""

MEASURED = "import resource, subprocess, sys; done = subprocess.run(sys.argv[1:]).returncode;" \
    " print(done, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"  # fmt: skip


@soak
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere memory is counted in other units")
@pytest.mark.parametrize("ending", ["png", "tts.json"][: count(1, 2)])
def test_a_map_of_large_extent_takes_little_memory(tmp_path: Path, ending: str) -> None:
    """A picture of a hundred million pixels takes less than 400 MB: each of the two processes less than half of it.

    `make test` paints a quarter of it.
    """
    (tmp_path / "far.json").write_text(FAR)
    program = [sys.executable, "-m", "dungeon_designer"]
    subprocess.run([*program, "convert", "far.json", "far.dungeon.yaml"], cwd=tmp_path, check=True, capture_output=True)
    call = ["render", "far.dungeon.yaml", "-o", f"far.{ending}", *(["--dpi", "10"] if ending == "png" else [])]
    told = subprocess.run(
        [sys.executable, "-c", MEASURED, *program, *call], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    status, kilobytes = map(int, told.stdout.split())
    assert status == 0
    assert kilobytes < 200_000
    picture = tmp_path / ("far.png" if ending == "png" else "far.tts.png")
    assert int.from_bytes(picture.read_bytes()[16:20]) > 11 * SIDE
