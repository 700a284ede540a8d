"""Whatever is written reads as what it was."""

from __future__ import annotations

from hypothesis import given, settings

from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.layout.layout_file import write_json
from dungeon_designer.layout.model import Layout, normalise_layout
from dungeon_designer.layout.sketch_writer import write_sketch
from tests.soak import count, soak
from tests.strategies import draw_layouts, draw_wild_layouts


@soak
@settings(max_examples=count(25, 1000))
@given(draw_layouts() | draw_wild_layouts())
def test_a_sketch_keeps_every_fact(layout: Layout) -> None:
    """Layout → sketch → layout loses nothing, and the sketch of the result is the same text."""
    text = write_sketch(layout)
    again = read_layout(text.encode(), "a.dungeon.yaml")
    assert again == normalise_layout(layout)
    assert write_sketch(again) == text


@soak
@settings(max_examples=count(25, 1000))
@given(draw_layouts() | draw_wild_layouts())
def test_a_layout_file_keeps_every_fact(layout: Layout) -> None:
    """Layout → file → layout loses nothing, and saving again gives the same bytes."""
    data = write_json(layout)
    again = read_layout(data, "a.dungeon.json")
    assert again == normalise_layout(layout)
    assert write_json(again) == data


@soak
@settings(max_examples=count(15, 1000))
@given(draw_layouts() | draw_wild_layouts())
def test_both_formats_say_the_same(layout: Layout) -> None:
    """Sketch → layout file → sketch is the same text again, byte for byte."""
    text = write_sketch(layout)
    data = write_json(read_layout(text.encode(), "a.yaml"))
    assert data == write_json(layout)
    assert write_sketch(read_layout(data, "a.json")) == text
