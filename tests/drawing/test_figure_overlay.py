"""Figures laid over the map: every square in its band, a legend that explains itself, in every theme."""

from __future__ import annotations

import pytest

import dungeon_designer as dd
from dungeon_designer.analysis.figure_picture import PICTURE_NAMES
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.shapes import Style
from dungeon_designer.drawing.team_looks import draw_team_pattern
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.errors import UsageError
from dungeon_designer.figures.pictures import PICTURES, build_picture
from dungeon_designer.figures.survey import create_survey
from dungeon_designer.rules.rule_registry import load_ruleset

HALL = "map: |\n  <.........>\n  <..C...C..>\n  <.........>\n"


def make_survey(text=HALL, edition="naf-2019"):
    return create_survey(dd.Dungeon.parse(text).board, load_ruleset(edition))


def list_bands(name, text=HALL, edition="naf-2019"):
    return {band.words: band.squares for band in build_picture(name, make_survey(text, edition)).bands}


def test_every_name_has_a_picture():
    """The names the command line offers are those there are pictures of."""
    assert tuple(PICTURES) == PICTURE_NAMES


def test_control_is_whose_the_floor_is():
    """Safe, nearer and contested squares are told apart, each side's alike."""
    found = list_bands("control", "map: <.........>\n")
    assert {words: len(squares) for words, squares in found.items()} == {
        "Safe for home": 4,
        "Nearer to home": 1,
        "Safe for away": 4,
        "Nearer to away": 1,
        "As near to two": 1,
    }
    assert found["As near to two"] == ((5, 0),)


def test_distances_are_in_bands_of_whole_steps():
    """No band overlaps another, all squares walked to are in one, and its words are the least and the most in it."""
    found = list_bands("distance", "map: <..............>\n")
    assert list(found) == ["0 to 1 steps", "2 steps", "3 steps", "4 to 5 steps", "6 steps", "7 steps"]
    assert found["2 steps"] == ((2, 0), (13, 0))
    assert sum(map(len, found.values())) == 16


def test_one_step_and_one_square_are_one():
    """A band of a single step says so in the singular."""
    assert list(list_bands("distance", "map: <..>\n")) == ["0 steps", "1 step"]


def test_traffic_sight_width_and_weak_points():
    """Traffic lies on ways only; sight, width and weak points name their squares."""
    line = "map: <..C..>\n"
    assert sum(map(len, list_bands("traffic", line).values())) == 7
    assert list_bands("sight", line) == {"6 squares": tuple((x, 0) for x in range(7))}
    assert list_bands("width", line) == {"1 wide": tuple((x, 0) for x in range(7))}
    assert list_bands("weak", line) == {"Separates the teams when lost": tuple((x, 0) for x in range(1, 6))}
    assert list(list_bands("width")) == ["3 wide"]
    assert build_picture("weak", make_survey()).heading.endswith("There are none.")


def test_halls_and_the_furniture_that_is_looked_through():
    """A statue that stands free in a hall is furniture of it; one in the way beside it is not."""
    found = list_bands("halls", "map: |\n  ......####\n  ..S...####\n  ........S.\n  ..........\n  ......####\n")
    assert found["Furniture looked through"] == ((2, 1),)
    assert sorted(found["Hall"]) == [(x, y) for x in range(6) for y in range(5) if (x, y) != (2, 1)]
    assert not list_bands("halls", "map: |\n  ...\n  ...\n")
    with pytest.raises(UsageError, match="brawl-2013 does not say"):
        list_bands("halls", edition="brawl-2013")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", PICTURE_NAMES)
def test_the_legend_explains_every_band(name, theme):
    """The legend has the heading and the words of each band in every theme, each with a tint of its own."""
    shown = build_picture(name, make_survey("map: |\n  <.........>\n  <..C###C..>\n  <.........>\n"))
    drawing = draw(make_survey().board, DrawingOptions(theme=theme), figure=shown)
    layers = {layer.name: layer for layer in drawing.layers}
    assert [group.title for group in layers["legend-heading"].groups] == [shown.heading]
    assert [group.title for group in layers["figure-legend"].groups] == [band.words for band in shown.bands]
    assert [group.squares for group in layers["figure"].groups] == [band.squares for band in shown.bands]
    tints = [group.shapes[0].style for group in layers["figure"].groups]
    assert len({(style.fill, style.opacity) for style in tints}) == len(tints)


def test_a_map_without_a_figure_is_as_it_was():
    """A map without a figure has nothing drawn for one, and no room taken."""
    plain = draw(make_survey().board)
    assert all(
        not layer.groups for layer in plain.layers if layer.name in ("figure", "figure-legend", "legend-heading")
    )


def test_what_a_picture_cannot_show_is_said():
    """An unknown name, a dungeon without sides, and one too large to be looked through get a clear line."""
    with pytest.raises(UsageError, match="did you mean traffic"):
        build_picture("trafic", make_survey())
    for name in ("control", "traffic", "distance"):
        with pytest.raises(UsageError, match=f"the overlay {name} shows"):
            build_picture(name, make_survey("map: ...\n"))
    with pytest.raises(UsageError, match="at most 632 squares"):
        build_picture("sight", make_survey("map: |\n" + "  " + "." * 30 + "\n" + ("  " + "." * 30 + "\n") * 29))


@pytest.mark.parametrize("theme", THEMES)
def test_squares_of_two_sides_differ_in_grey(theme):
    """Whose floor it is can be told without colours: each side's squares and samples carry its zones' pattern."""
    drawing = draw(make_survey().board, DrawingOptions(theme=theme), figure=build_picture("control", make_survey()))
    tints = {group.title: group.shapes[1] for group in drawing.find_layer("figure").groups if len(group.shapes) > 1}
    sides = [title.split()[-1] for title in tints]
    assert sorted(sides) == ["away", "away", "home", "home"]
    figures = {side: draw_team_pattern(side, [(0, 0)], Style()) for side in sides}
    assert figures["home"] != figures["away"]
    for side, shape in zip(sides, tints.values(), strict=True):
        assert shape.style.fill == THEMES[theme].text
        assert shape.verbs.count("M") % figures[side].verbs.count("M") == 0
