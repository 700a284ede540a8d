"""The PNG export: resvg's rendering of the SVG."""

from __future__ import annotations

import re
import struct

import pytest

from dungeon_designer.board.build import build
from dungeon_designer.drawing import DrawingOptions, draw
from dungeon_designer.errors import DungeonError, UsageError
from dungeon_designer.exports import rasterising, registry
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.png import png_of
from dungeon_designer.exports.svg import svg_of
from dungeon_designer.layout.model import Layout
from tests.drawing import boards


def test_the_resolution_decides_the_size() -> None:
    """At 25.4 mm a square and 20 dots an inch, each square is 20 pixels wide."""
    data = registry.export(build(boards.CROWN), ".png", ExportOptions(square=25.4, dpi=20))
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    across, down = draw(build(boards.CROWN)).size
    assert (width, height) == (round(20 * across), round(20 * down))
    assert (across, down) > (26, 17)


def test_an_empty_layout_is_a_picture_too() -> None:
    """Nothing drawn gives an empty page, no error."""
    assert registry.export(build(Layout()), "x.PNG", ExportOptions(dpi=10)).startswith(b"\x89PNG")


@pytest.mark.parametrize("dpi", [0, -3, 2401])
def test_a_resolution_that_cannot_be_drawn_is_refused(dpi: int) -> None:
    """No dots, or far too many, is a usage error."""
    with pytest.raises(UsageError, match="dots"):
        ExportOptions(dpi=dpi)


def test_a_picture_too_large_to_hold_is_refused() -> None:
    """A picture of billions of pixels is a usage error, not a crash."""
    with pytest.raises(UsageError, match="pixels"):
        registry.export(build(boards.CROWN), ".png", ExportOptions(square=500, dpi=2400))


@pytest.mark.parametrize("name", ["Grüße aus Łódź", "Подземелье", "Κρύπτη"])
def test_names_are_lettered_with_the_bundled_fonts(name: str) -> None:
    """Letters of other scripts are drawn, not left out: the title's pixels differ from those of no title."""
    plain, named = (
        draw(build(Layout(name=text)), DrawingOptions(title=True, theme="ink")) for text in (" " * len(name), name)
    )
    assert plain.size == named.size
    assert png_of(plain, 25.4, 20) != png_of(named, 25.4, 20)


def test_a_large_picture_is_the_same_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Painted by a process of its own, as large pictures are, a map is the same, byte for byte."""
    drawing = draw(build(boards.CROWN), DrawingOptions(title=True))
    here = png_of(drawing, 25.4, 12)
    monkeypatch.setattr(rasterising, "PATIENCE", 0)
    assert png_of(drawing, 25.4, 12) == here


def test_a_process_that_fails_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the process that paints breaks down, its last words are told, with the size and the remedy."""
    monkeypatch.setattr(rasterising, "PATIENCE", 0)
    monkeypatch.setattr(rasterising, "_CHILD", "sys.exit('first\\nout of memory')")
    with pytest.raises(DungeonError, match=r"^a picture of \d+ x \d+ pixels .*: out of memory; choose fewer dpi$"):
        png_of(draw(build(boards.ENGINE)), 25.4, 12)


def test_see_through_shapes_cost_no_layer() -> None:
    """What has one colour is made see-through by that colour; `opacity`, which is slow everywhere, is for two."""
    svg = svg_of(draw(build(boards.CROWN), DrawingOptions(theme="parchment", section_names=True)))
    for element in re.findall(r"<\w+ [^>]* opacity=[^>]*>", svg):
        assert 'fill="none"' not in element
        assert "stroke=" in element
