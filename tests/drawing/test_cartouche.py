"""The cartouche: a panel that says what is to be known of a map, on a page it fills."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing import Drawing, DrawingOptions, draw
from dungeon_designer.drawing.cartouche import SCALE_BAR_SQUARES
from dungeon_designer.drawing.page import PAPER_RATIO
from dungeon_designer.drawing.shapes import Path, Text
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.layout.model import Layout, Section
from tests.drawing.boards import CROWN, ENGINE

SMALL = Layout(name="A cell", sections=(Section(id="a", rows=("...", "...")),))
LONG = replace(CROWN, notes="Half an hour to set up. " * 60)


def draw_page(layout: Layout, **options: object) -> Drawing:
    return draw(build_board(layout), DrawingOptions(cartouche=True, **options))  # type: ignore[arg-type]


def list_words(drawing: Drawing) -> list[str]:
    return [shape.text for shape in drawing.find_layer("cartouche").groups[0].shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("layout", [CROWN, ENGINE, SMALL, LONG], ids=("wide", "engine", "small", "notes"))
@pytest.mark.parametrize("legend", [False, True])
def test_the_page_has_the_proportions_of_paper(layout: Layout, legend: bool) -> None:
    """However wide the map, a sheet of paper is filled, and everything lies on it."""
    drawing = draw_page(layout, legend=legend, title=True)
    width, height = drawing.size
    assert max(width, height) / min(width, height) == pytest.approx(PAPER_RATIO)
    (left, top) = drawing.corner
    for layer in drawing.layers:
        for shape in (shape for group in layer.groups for shape in group.shapes):
            points = shape.points if isinstance(shape, Path) else (shape.at,)
            assert all(left <= x <= left + width and top <= y <= top + height for x, y in points), layer.name


def test_it_says_name_edition_author_and_notes() -> None:
    """The edition by its full name, not by its id; the notes as they are; north, and the bar's numbers."""
    found = list_words(draw_page(replace(CROWN, notes="Bring two dice.\n\nNo one leaves.")))
    assert {"Halls of the Ashen Crown", "by A. Scribe · NAF Dungeonbowl (2019)"} <= set(found)
    assert {"Bring two dice. No one leaves.", "N", "squares", "0", str(SCALE_BAR_SQUARES)} <= set(found)


@pytest.mark.parametrize("part", ["cartouche", "title"])
def test_a_house_ruleset_is_called_by_its_name(part: str) -> None:
    """The cartouche names the ruleset by the caller's words, and never by a file's name or an id."""

    def said(ruleset: str, **options: object) -> str:
        drawing = draw_page(replace(CROWN, ruleset=ruleset), title=True, **options)
        return " ".join(shape.text for shape in drawing.find_layer(part).groups[0].shapes if isinstance(shape, Text))

    assert "House of Fun" in said("sub/own.toml", edition="House of Fun")
    assert "own.toml" not in said("sub/own.toml")
    assert "NAF Dungeonbowl (2019)" in said("naf-2019")
    assert "naf-2019" not in said("naf-2019")


def test_long_notes_are_cut_off_with_dots() -> None:
    """No more lines than there is room for, the last of them with dots."""
    noted = [line for line in list_words(draw_page(LONG)) if "hour" in line]
    assert noted[-1].endswith("…")
    assert len(" ".join(noted)) < len(LONG.notes)


@pytest.mark.parametrize("layout", [CROWN, ENGINE, SMALL, LONG], ids=("wide", "engine", "small", "notes"))
def test_it_takes_a_tenth_of_the_sheet(layout: Layout) -> None:
    """The plate covers no more than a tenth of the page and not much less, and all its words lie on it."""
    drawing = draw_page(layout)
    plate, *others = drawing.find_layer("cartouche").groups[0].shapes
    assert isinstance(plate, Path)
    (left, right), (top, low) = ((min(side), max(side)) for side in zip(*plate.points, strict=True))
    assert 0.085 < (right - left) * (low - top) / (drawing.size[0] * drawing.size[1]) <= 0.1
    for shape in others:
        points = shape.points if isinstance(shape, Path) else (shape.at,)
        assert all(left <= x <= right and top <= y <= low for x, y in points)
        if isinstance(shape, Text):
            assert shape.at[1] - shape.size >= top


def test_the_bars_squares_are_those_of_the_map() -> None:
    """Five boxes, each as wide as a square: laid on the map they measure."""
    shapes = draw_page(CROWN).find_layer("cartouche").groups[0].shapes
    boxes = [shape for shape in shapes if isinstance(shape, Path) and shape.verbs == "MLLLZ"]
    assert [shape.points[1][0] - shape.points[0][0] for shape in boxes] == pytest.approx([1.0] * SCALE_BAR_SQUARES)


def test_without_it_nothing_changes() -> None:
    """A map without a cartouche has none and is no larger than its parts."""
    plain = draw(build_board(CROWN))
    assert not plain.find_layer("cartouche").groups
    assert plain.size == (26 + 4.5, 17 + 4.5)


@pytest.mark.parametrize("theme", THEMES)
def test_it_does_not_hide_the_map(theme: str) -> None:
    """The panel lies below the squares and below the legend, in every theme."""
    drawing = draw_page(CROWN, theme=theme, legend=True)
    panel = drawing.find_layer("cartouche").groups[0].shapes[0]
    assert isinstance(panel, Path)
    top = min(y for _, y in panel.points)
    assert top > 17
    entries = [
        shape.at[1] for g in drawing.list_groups("legend_entry") for shape in g.shapes if isinstance(shape, Text)
    ]
    assert max(entries) < top
