"""More than two sides on the map: every one has its word, its colour and its emblem, in every theme."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing import DrawingOptions, draw
from dungeon_designer.drawing.map_objects import OWNER_OFFSET, OWNER_SIZE
from dungeon_designer.drawing.shapes import Drawing, Path, Style, Text, Use
from dungeon_designer.drawing.symbol_pictures import load_picture
from dungeon_designer.drawing.team_looks import build_team_look, draw_emblem, measure_contrast
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.grid import find_bounds
from dungeon_designer.kinds import Emblem, Team
from dungeon_designer.layout.model import MatchTeam, SectionKind, Trap, TrapKind, list_teams
from tests.drawing.boards import CROWN, MELEE, make_layout
from tests.drawing.goldens import render

COLOURED = [name for name, theme in THEMES.items() if theme.has_team_colours]

SIGHTS = {
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""How colours are seen without one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1, linear light)."""


def list_words(drawing: Drawing, kind: str) -> list[str]:
    groups = drawing.list_groups(kind)
    return [shape.text for group in groups for shape in group.shapes if isinstance(shape, Text)]


def measure_light(colour: str, sight: str) -> np.ndarray:
    """Return a colour as linear light, as somebody sees it."""
    values = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]) ** 2.2
    return np.clip(np.array(SIGHTS[sight]) @ values, 0, 1) ** (1 / 2.2)


@pytest.mark.parametrize("theme", THEMES)
def test_zones_of_every_side_say_whose_they_are(theme: str) -> None:
    """Each end zone and entry of six sides carries the side's word, and no two the same shapes."""
    drawing = draw(build_board(MELEE), DrawingOptions(theme=theme))
    expected = {team.value.upper() for team in Team}
    assert set(list_words(drawing, "end_zone")) == set(list_words(drawing, "entry")) == expected
    assert len(drawing.list_groups("counter")) == len(Team)


@pytest.mark.parametrize("theme", COLOURED)
@pytest.mark.parametrize("sight", SIGHTS)
def test_colours_of_sides_differ_for_colour_blind_eyes(theme: str, sight: str) -> None:
    """The usual colours of any two sides differ as colour-blind people see them, in every theme that has colours."""
    looks = [build_team_look(THEMES[theme], list_teams(6), team).colour for team in Team]
    for one, other in combinations(looks, 2):
        assert np.abs(measure_light(one, sight) - measure_light(other, sight)).max() > 0.05, (one, other)


def test_emblems_differ_in_their_outlines() -> None:
    """No emblem covers nearly the same ground as another: grey and ink tell them apart."""
    paths = {emblem: draw_emblem(emblem, Style(fill="#000000")) for emblem in Emblem}
    assert len({(path.verbs, path.points) for path in paths.values()}) == len(Emblem)
    assert all(max(abs(v) for point in path.points for v in point) <= 0.56 for path in paths.values())


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("colour", ["#ffffff", "#000000", "#ffff00", "#46525e", ""])
def test_whatever_a_sides_colour_its_word_can_be_read(theme: str, colour: str) -> None:
    """Words of zones stand out from the floor, those on banners from the banner, however light or dark the colour."""
    sides = tuple(replace(side, colour=colour) for side in list_teams(6))
    for team in Team:
        look = build_team_look(THEMES[theme], sides, team)
        assert measure_contrast(look.ink, THEMES[theme].floor) >= 4.5
        assert measure_contrast(look.on_colour, look.colour) >= 3


def test_two_usual_sides_have_no_emblems() -> None:
    """Home and away alone are drawn as ever: their words, the shields of their coaches, no line in the legend."""
    drawing = draw(build_board(CROWN), DrawingOptions(legend=True))
    used = {
        shape.symbol for group in drawing.list_groups("counter") for shape in group.shapes if isinstance(shape, Use)
    }
    assert {"owner-home", "owner-away"} <= used
    assert not any("side" in group.title for group in drawing.find_layer("legend").groups)
    assert draw(build_board(replace(CROWN, sides=list_teams(2)))) == draw(build_board(CROWN))


def test_a_dungeons_own_colours_and_emblems_are_drawn() -> None:
    """Two sides with looks of their own show them; a theme of one ink keeps its ink and shows the emblem."""
    sides = (MatchTeam(id=Team.HOME, colour="#800080"), MatchTeam(id=Team.AWAY, emblem=Emblem.STAR))
    looks = {name: build_team_look(theme, sides, Team.HOME) for name, theme in THEMES.items()}
    assert looks["contrast"].colour == looks["parchment"].colour == "#800080"
    assert looks["ink"].colour == THEMES["ink"].home
    for theme, team in product(THEMES.values(), (Team.HOME, Team.AWAY)):
        assert build_team_look(theme, sides, team).emblem is (Emblem.STAR if team is Team.AWAY else Emblem.CIRCLE)


def test_the_legend_names_the_sides() -> None:
    """Three or more sides stand in the legend with their emblems."""
    told = [group.title for group in draw(build_board(MELEE), DrawingOptions(legend=True)).find_layer("legend").groups]
    assert [words for words in told if words.endswith(" side")] == [f"{team.value.capitalize()} side" for team in Team]


def test_a_counter_of_a_side_the_dungeon_has_not_is_drawn() -> None:
    """A sixth coach's counter in a dungeon for two shows the sixth emblem: the drawing has a picture of any owner."""
    counter = Trap(kind=TrapKind.COUNTER, at=(1, 0), owner=Team.SIXTH)
    room = make_layout("", "AAA", "", {"A": (SectionKind.ROOM, None, "")}, traps=(counter,))
    (group,) = draw(build_board(room)).list_groups("counter")
    assert [type(shape) for shape in group.shapes] == [Use, Path]


def paint_zones(theme: str, sides: int) -> dict[str, np.ndarray]:
    """Return each end zone of a board in grey, without its word: what the eye takes for its ground."""
    board = build_board(MELEE if sides == 6 else CROWN)
    drawing = draw(board, DrawingOptions(theme=theme, coordinates=False, grid=False))
    kept = tuple(layer for layer in drawing.layers if layer.name in ("rock", "zones"))
    grey = render(replace(drawing, layers=kept), 12).mean(axis=2)
    found = {}
    for section in board.list_sections(SectionKind.END_ZONE):
        (x, y), _ = find_bounds(section.squares)
        left, top = (round(12 * (at - corner)) + 4 for at, corner in zip((x, y), drawing.corner, strict=True))
        found[str(section.team)] = grey[top : top + 40, left : left + 40]
    return found


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sides", [2, 6])
def test_zones_differ_in_grey_by_their_patterns(theme: str, sides: int) -> None:
    """Without colours and words, the ground of every two sides' zones differs in a fifth of it, in ink too."""
    for one, other in combinations(paint_zones(theme, sides).values(), 2):
        assert (np.abs(one - other) > 4).mean() > 0.2


@pytest.mark.parametrize("theme", THEMES)
def test_words_of_zones_stand_above_the_grid(theme: str) -> None:
    """No line between squares runs through a side's letters or emblem."""
    names = [layer.name for layer in draw(build_board(CROWN), DrawingOptions(theme=theme)).layers]
    assert names.index("grid") < names.index("sides")


def test_the_usual_sides_have_arms_of_their_own() -> None:
    """Home's zone carries a shield and away's a roundel, which differ in outline; so do their counters' plates."""
    drawing = draw(build_board(CROWN), DrawingOptions(theme="ink"))
    home, away = (group.shapes for group in drawing.find_layer("sides").groups)
    plates = [next(s for s in shapes if isinstance(s, Path)) for shapes in (home, away)]
    assert plates[0].verbs != plates[1].verbs
    owners = [next(s for s in drawing.symbols if s.id == f"owner-{team}").shapes[0] for team in ("home", "away")]
    assert type(owners[0]) is not type(owners[1])


@pytest.mark.parametrize("theme", THEMES)
def test_owners_of_counters_can_be_read_on_squares_of_29_mm(theme: str) -> None:
    """A letter is nine millimetres of type, stands out from its plate, and stays on its square; so does an emblem."""
    for team in ("home", "away"):
        plate, letter = load_picture(f"owner-{team}", THEMES[theme]).shapes
        assert isinstance(letter, Text)
        assert 29 * letter.size >= 9
        assert measure_contrast(letter.style.fill, plate.style.fill) >= 4.5
    assert OWNER_OFFSET + OWNER_SIZE / 2 <= 0.5


def test_an_end_zone_of_any_shape_has_its_emblem_on_its_own_floor() -> None:
    """Word and emblem stand in the largest block of a zone that is no rectangle."""
    board = build_board(
        make_layout("", "AAAA## AAAA## AAAAAA AAAAAA ####AA ####AA", "", {"A": (SectionKind.END_ZONE, Team.HOME, "")})
    )
    (side,) = draw(board).find_layer("sides").groups
    points = [point for shape in side.shapes if isinstance(shape, Path) for point in shape.points]
    assert all((int(x), int(y)) in board for x, y in points)


def test_slates_chests_stand_out_from_its_floors() -> None:
    """A pale rim goes around every chest where the floor is as dark as its wood."""
    look = THEMES["slate"]
    for ground in (look.floor, look.floor_corridor, look.floor_large, look.floor_plates, look.floor_planks):
        assert measure_contrast(look.rim, ground) >= 4.5
    rim = load_picture("chest", look).shapes[0]
    assert rim.style.stroke == look.rim
    assert rim.style.width >= 0.12
