"""Free text labels on the map."""

import pytest
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.compose import draw, find_drawn_area
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.shapes import Text
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.exporters import export_board
from dungeon_designer.layout.model import Label, LabelSize, Layout, Section, normalise_layout
from dungeon_designer.layout.transforms import rotate_layout

HALL = Layout(sections=(Section(id="A", at=(4, 4), rows=("......",) * 4),))


def make_board(*labels):
    return build_board(normalise_layout(replace(HALL, labels=labels)))


def list_texts(board, **options):
    return [
        shape
        for group in draw(board, DrawingOptions(**options)).list_groups("label")
        for shape in group.shapes
        if isinstance(shape, Text)
    ]


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_every_theme_draws_the_words_over_their_rim(theme):
    """Once broad in the ground's colour and once in the text's, on floor and rock alike."""
    found = list_texts(make_board(Label(text="Way in", at=(5, 5)), Label(text="Rock", at=(1, 1))), theme=theme)
    assert [text.text for text in found] == ["Rock", "Rock", "Way in", "Way in"]
    assert [bool(text.style.stroke) for text in found] == [True, False, True, False]


@pytest.mark.parametrize("turn", range(4))
def test_the_middle_of_the_words_lies_on_the_middle_of_the_square(turn):
    """Whichever way they read."""
    at = list_texts(make_board(Label(text="x", at=(5, 5), turn=turn)))[0]
    assert abs(at.at[0] - 5.5) + abs(at.at[1] - 5.5) == pytest.approx(0.34 * 0.5)
    assert at.turn == 90 * turn


def test_a_turned_dungeon_shows_the_turned_words():
    """The picture follows the layout."""
    layout = rotate_layout(make_board(Label(text="x", at=(5, 5))).layout, 1)
    assert {text.turn for text in list_texts(build_board(layout))} == {90.0}


def test_the_picture_is_large_enough_for_the_words():
    """A label far out in the rock, broader than its square, is inside what is drawn; no column has a number below 0."""
    board = make_board(Label(text="a way in for the home team", at=(1, 0), size=LabelSize.LARGE))
    (left, top), (width, _) = find_drawn_area(board)
    assert left < -3
    assert left + width >= 10
    assert top == 0
    numbers = [shape.text for group in draw(board).find_layer("coordinates").groups for shape in group.shapes]
    assert all(int(number) >= 0 for number in numbers)


def test_a_label_of_blanks_draws_nothing():
    """And breaks nothing."""
    assert list_texts(make_board(Label(text=" \n ", at=(5, 5)))) == []


@pytest.mark.parametrize("ending", [".svg", ".html"])
def test_hostile_words_are_words_in_every_output(ending):
    """Markup is shown, not obeyed."""
    board = make_board(Label(text="</svg><script>alert(1)</script>\x1b[31m\x00&amp;", at=(5, 5)))
    data = export_board(board, ending, ExportOptions()).decode()
    assert "<script>alert" not in data
    assert "\x1b" not in data
    assert "alert(1)" in data
