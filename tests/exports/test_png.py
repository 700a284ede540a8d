"""The PNG export: resvg's rendering of the SVG."""

from __future__ import annotations

import re
import struct
from contextlib import nullcontext
from dataclasses import replace

import pytest
from msgspec.structs import replace as with_changes
from PySide6.QtGui import QImage

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing import DrawingOptions, draw
from dungeon_designer.errors import DungeonError, UsageError
from dungeon_designer.exports import exporters, png, rasterising
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.png import paint_png
from dungeon_designer.exports.svg import write_svg
from dungeon_designer.layout.model import Layout
from tests.drawing import boards


def test_the_resolution_decides_the_size() -> None:
    """At 25.4 mm a square and 20 dots an inch, each square is 20 pixels wide."""
    data = exporters.export_board(build_board(boards.CROWN), ".png", ExportOptions(square=25.4, dpi=20))
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    across, down = draw(build_board(boards.CROWN)).size
    assert (width, height) == (round(20 * across), round(20 * down))
    assert (across, down) > (26, 17)


def test_an_empty_layout_is_a_picture_too() -> None:
    """An empty layout gives an empty picture, no error."""
    assert exporters.export_board(build_board(Layout()), "x.PNG", ExportOptions(dpi=10)).startswith(b"\x89PNG")


@pytest.mark.parametrize("dpi", [0, -3, 2401])
def test_a_resolution_that_cannot_be_drawn_is_refused(dpi: int) -> None:
    """No dots, or far too many, is a usage error."""
    with pytest.raises(UsageError, match="dots"):
        ExportOptions(dpi=dpi)


def test_a_picture_too_large_to_hold_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture of billions of pixels is a usage error that names the resolution which fits; 300 dots an inch fit."""
    made = list[tuple[int, int]]()
    for name in ("paint_picture", "paint_strips"):
        monkeypatch.setattr(png, name, lambda parts, width, height: made.append((width, height)) or b"")
    board = build_board(boards.CROWN)
    for options, unit in ((ExportOptions(square=29, dpi=2400), "dpi"), (ExportOptions(pixels=4096), "pixels")):
        with pytest.raises(UsageError, match=r"pixels is too large; choose \d+ d[\w ]+ at most$") as refused:
            exporters.export_board(board, ".png", options)
        most = int(str(refused.value).split("choose ")[1].split()[0])
        for more, fits in ((0, True), (max(2, most // 100), False)):
            with nullcontext() if fits else pytest.raises(UsageError):
                exporters.export_board(board, ".png", replace(options, **{unit: most + more}))
    exporters.export_board(board, ".png", ExportOptions(square=29, dpi=300))
    assert len(made) == 3
    assert all(width * height <= png.MAX_PIXELS for width, height in made)


@pytest.mark.parametrize("name", ["Grüße aus Łódź", "Подземелье", "Κρύπτη"])
def test_names_are_lettered_with_the_bundled_fonts(name: str) -> None:
    """Letters of other scripts are drawn, not left out: the title's pixels differ from those of no title."""
    layouts = (with_changes(boards.CROWN, name=text) for text in (" ", name))
    plain, named = (draw(build_board(layout), DrawingOptions(title=True, theme="ink")) for layout in layouts)
    assert plain.size == named.size
    assert paint_png(plain, 25.4, 20) != paint_png(named, 25.4, 20)


def test_a_large_picture_is_the_same_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Painted by a process of its own, as large pictures are, a map is the same, byte for byte."""
    drawing = draw(build_board(boards.CROWN), DrawingOptions(title=True))
    here = paint_png(drawing, 25.4, 12)
    monkeypatch.setattr(rasterising, "MAX_LOCAL_PIXELS", 0)
    assert paint_png(drawing, 25.4, 12) == here


def test_a_process_that_fails_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the process that paints breaks down, its last words are told, with the size and the remedy."""
    monkeypatch.setattr(rasterising, "MAX_LOCAL_PIXELS", 0)
    monkeypatch.setattr(rasterising, "_CHILD_CODE", "sys.exit('first\\nout of memory')")
    with pytest.raises(DungeonError, match=r"^a picture of \d+ x \d+ pixels .*: out of memory; choose fewer dpi$"):
        paint_png(draw(build_board(boards.ENGINE)), 25.4, 12)


def test_see_through_shapes_cost_no_layer() -> None:
    """A shape of one colour is see-through by that colour; `opacity`, which is slow, is for two colours."""
    svg = write_svg(draw(build_board(boards.CROWN), DrawingOptions(theme="parchment", section_names=True)))
    for element in re.findall(r"<\w+ [^>]* opacity=[^>]*>", svg):
        assert 'fill="none"' not in element
        assert "stroke=" in element


def test_a_picture_states_its_resolution() -> None:
    """A PNG says how many pixels it has in a metre: those of its dpi, or of its squares as they are printed."""
    board = build_board(boards.ENGINE)
    for options, dpi in (
        (ExportOptions(square=5, dpi=300), 300),
        (ExportOptions(square=20, dpi=72), 72),
        (ExportOptions(square=25.4, pixels=100), 100),
        (ExportOptions(square=29, pixels=58), 50.8),
    ):
        data = exporters.export_board(board, ".png", options)
        image = QImage.fromData(data)
        assert image.dotsPerMeterX() == image.dotsPerMeterY() == round(dpi / 0.0254)
        assert data[12:16] == b"IHDR"
        assert data[37:41] == b"pHYs"
        assert data[49] == 1
