"""The check and the sheet of a theme: faint colours are named, and the sheet shows everything."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import asdict, replace

from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.drawing_plan import DrawingPlan
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.drawing.theme_check import CHECKED_KEYS, find_faint_colours
from dungeon_designer.drawing.theme_sheet import draw_theme_sheet, read_specimen
from dungeon_designer.drawing.themes import THEMES, find_theme
from dungeon_designer.exports.svg import write_svg
from dungeon_designer.kinds import ObstacleKind, TerrainKind, TrapKind

GRAPH_PAPER = Path(__file__).parents[2] / "examples" / "themes" / "graph-paper.toml"


@pytest.mark.parametrize("name", [*THEMES, str(GRAPH_PAPER)])
def test_our_themes_stand_out(name: str) -> None:
    """Every theme of the program and the example pass the check that is asked of themes of one's own."""
    assert list(find_faint_colours(find_theme(name))) == []


@pytest.mark.parametrize("key", CHECKED_KEYS)
def test_a_colour_like_the_floor_is_named(key: str) -> None:
    """Each colour that must stand out is named when it is the colour of the floor."""
    theme = THEMES["ink"]
    (faint_colour,) = find_faint_colours(replace(theme, **{key: theme.floor}))
    assert (faint_colour.key, faint_colour.contrast) == (key, 1.0)


def list_colours(drawing: Drawing) -> set[str]:
    """Return all colours in the SVG of a drawing but those of the swatches."""
    layers = tuple(layer for layer in drawing.layers if layer.name != "swatches")
    return set(re.findall(r"#[0-9a-f]{6}", write_svg(replace(drawing, layers=layers), 10.0)))


def test_the_sheet_draws_every_colour(tmp_path: Path) -> None:
    """Every colour of a theme is somewhere in the dungeon of its sheet, and has a swatch with its key."""
    keys = [key for key, value in asdict(THEMES["parchment"]).items() if str(value).startswith("#")]
    colours = {key: f"#{number:06x}" for number, key in enumerate(keys, 1)}
    lines = ['extends = "parchment"', 'rim = "#00ffff"', *(f'{key} = "{colour}"' for key, colour in colours.items())]
    path = tmp_path / "mine.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    drawing = draw_theme_sheet(str(path))
    captions = {group.title for group in drawing.find_layer("swatches").groups}
    assert {f"{key}  {colour}" for key, colour in colours.items()} <= captions
    drawn_colours = list_colours(drawing)
    assert {key for key, colour in colours.items() if colour not in drawn_colours} == set()


def test_the_sheet_has_one_of_everything() -> None:
    """The dungeon of the sheet has every terrain, obstacle and trap."""
    layout = read_specimen().layout
    assert {each.kind for each in layout.terrain} == set(TerrainKind)
    assert {each.kind for each in layout.obstacles} == set(ObstacleKind)
    assert {each.kind for each in layout.traps} == set(TrapKind)


def test_the_example_theme_is_drawn() -> None:
    """The example is a theme of its own, and a map can be drawn in it."""
    theme = DrawingPlan(read_specimen(), DrawingOptions(str(GRAPH_PAPER))).theme
    assert (theme.name, theme.extends, theme.author) == ("graph-paper", "ink", "The Dungeon Designer")
    assert theme.grid in list_colours(draw_theme_sheet(str(GRAPH_PAPER)))
