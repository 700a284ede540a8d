"""Nothing is drawn with nothing in it: readers of SVG complain of a path without points."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import dungeon_designer as dd
from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.drawing import DrawingOptions, draw
from dungeon_designer.drawing.shapes import Path
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.exports.svg import write_svg
from dungeon_designer.layout.model import Layout
from dungeon_designer.tiles.library import load_library
from tests.examples.verdicts import EXAMPLES
from tests.soak import count, soak
from tests.strategies import draw_layouts, draw_wild_layouts

HALL = dd.Dungeon.parse("ruleset: naf-2019\nmap: |\n  <.........>\n  <..C......>\n  <.........>\n").board


def find_empty_paths(board: Board, theme: str) -> list[str]:
    """Return the groups and symbols of a board's picture that hold a path without points."""
    drawing = draw(board, DrawingOptions(theme=theme, legend=True, title=True))
    held = [(group.id, group.shapes) for layer in drawing.layers for group in layer.groups]
    held += [(symbol.id, symbol.shapes) for symbol in drawing.symbols]
    return [name for name, shapes in held for each in shapes if isinstance(each, Path) and not each.points]


@soak
@pytest.mark.parametrize("theme", THEMES)
def test_no_example_is_drawn_with_an_empty_path(theme: str) -> None:
    """Whatever the theme, every path of every example has a point; `make test` draws each example in one theme."""
    first = count(list(THEMES).index(theme), 0)
    for path in sorted(EXAMPLES.rglob("*.dungeon.yaml"))[first :: count(len(THEMES), 1)]:
        assert find_empty_paths(dd.load(path).board, theme) == [], path.name


@pytest.mark.parametrize("theme", THEMES)
def test_the_svg_of_a_plain_hall_holds_no_empty_path(theme: str) -> None:
    """Rock that floor encloses nowhere is no path at all."""
    assert 'd=""' not in write_svg(draw(HALL, DrawingOptions(theme=theme)), 10.0)


@soak
@settings(max_examples=count(10, 2000), deadline=None)
@given(draw_layouts() | draw_wild_layouts())
def test_no_board_is_drawn_with_an_empty_path(layout: Layout) -> None:
    """Nor has any board of sections that overlap, lie under others or hold nothing."""
    try:
        board = build_board(layout, load_library())
    except dd.DungeonError:
        return
    for theme in THEMES:
        assert find_empty_paths(board, theme) == []
