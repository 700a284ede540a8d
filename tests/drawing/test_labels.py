"""Names on the map: where they lie, and how much room words take."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.drawing import DrawingOptions, draw
from dungeon_designer.drawing.fonts import measure_text
from dungeon_designer.drawing.labels import measure_text_box
from dungeon_designer.drawing.overlays import draw_badge
from dungeon_designer.drawing.shapes import Drawing, Group, Layer, Style, Text
from dungeon_designer.drawing.team_looks import measure_contrast
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.findings import Finding, Level
from dungeon_designer.grid import Side
from dungeon_designer.layout.model import Label, LabelSize, Layout, Section, SectionKind, Terrain, TerrainKind, Wall
from dungeon_designer.pipeline import ExamineOptions, Examiner
from tests.drawing.goldens import render
from tests.drawing.overlaps import overlaps
from tests.soak import count, soak
from tests.strategies import draw_layouts

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").rglob("*.dungeon.yaml"))
WORDED = DrawingOptions(section_names=True, legend=True, title=True)


@cache
def load_board(path: Path) -> Board:
    """Return the board of an example."""
    return Examiner(ExamineOptions()).build_board(Dungeon.load(str(path)))


def list_names(drawing: Drawing) -> list[list[str]]:
    """Return the lines of each name, in the order they are drawn."""
    return [
        [shape.text for shape in group.shapes if isinstance(shape, Text) and not shape.style.stroke]
        for group in drawing.list_groups("name")
    ]


def make_hall(*sections: Section, **more: object) -> Board:
    """Return a board of some sections."""
    return build_board(Layout(sections=sections, **more))  # type: ignore[arg-type]


def make_room(name: str, *rows: str, at: tuple[int, int] = (0, 0)) -> Section:
    """Return a drawn section of a name, walled off."""
    return Section(id=f"{name}-{at[0]}-{at[1]}", name=name, at=at, rows=rows, enclosed=True)


@soak
@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("path", EXAMPLES[:: count(5, 1)], ids=lambda path: str(path.stem))
def test_words_on_an_example_lie_on_nothing(path: Path, theme: str) -> None:
    """On no example, in no theme, do words lie on other words, a name on a door or a thing, or outside its section."""
    board = load_board(path)
    for cartouche in (False, True):
        drawing = draw(board, replace(WORDED, theme=theme, cartouche=cartouche))
        assert overlaps(drawing, board) == []
    assert len(drawing.list_groups("name")) >= bool(board.layout.sections[0].name)


@soak
@given(draw_layouts())
@settings(max_examples=count(13, 500), deadline=None)
def test_words_on_any_board_lie_on_nothing(layout: Layout) -> None:
    """Whatever is drawn where, labels of one's own among it."""
    board = build_board(layout)
    assert overlaps(draw(board, WORDED), board) == []


@soak
@pytest.mark.parametrize("path", EXAMPLES[:: count(4, 1)], ids=lambda path: str(path.stem))
def test_every_name_of_an_example_is_on_the_map_or_in_the_list_below_it(path: Path) -> None:
    """A name that fits nowhere is told all the same, with a legend and without one."""
    board = load_board(path)
    for options in (WORDED, DrawingOptions(section_names=True)):
        assert list_untold_names(draw(board, options), board) == set()


@soak
@given(draw_layouts())
@settings(max_examples=count(13, 500), deadline=None)
def test_every_name_of_any_board_is_on_the_map_or_in_the_list_below_it(layout: Layout) -> None:
    """However small and crowded its section is; and every letter on the map is in the list, once."""
    board = build_board(layout)
    drawing = draw(board, DrawingOptions(section_names=True))
    assert list_untold_names(drawing, board) == set()
    assert sorted(list_letters_in_list(drawing)) == sorted(list_letters_on_map(drawing))


@pytest.mark.parametrize("path", EXAMPLES[::6], ids=lambda path: str(path.stem))
def test_names_heed_what_is_laid_over_the_map(path: Path) -> None:
    """Neither the badge of a finding nor a number of steps lies on a name."""
    board = load_board(path)
    findings = [
        Finding(rule="a", level=Level.ERROR, message="x", squares=section.squares) for section in board.sections
    ]
    assert overlaps(draw(board, WORDED, findings), board) == []
    steps = [11] * len(board)
    drawing = draw(board, draw_words(coordinates=False), distances=steps)
    assert overlaps(drawing, board) == []


def draw_words(**changed: bool) -> DrawingOptions:
    """Return all words, with some options changed."""
    return DrawingOptions(**{"section_names": True, "legend": True, "title": True, **changed})  # type: ignore[arg-type]


SAID = ["The Dragon Youngling's Lair", "Quay", "WWW", "ll", "Ålesund, Łódź", "Ελλάδα", "jumping", "gw-2021", "12, 14"]


@pytest.mark.parametrize("font", ["title", "label"])
@pytest.mark.parametrize("theme", ["ink", "slate"])
@pytest.mark.parametrize("words", SAID)
@pytest.mark.parametrize("turn", [0.0, -90.0, 90.0])
def test_words_measure_what_they_take_when_drawn(words: str, theme: str, font: str, turn: float) -> None:
    """The rectangle around words is the one their pixels fill, as resvg draws them: none outside, little free."""
    text = Text((0.0, 0.0), words, 1.0, Style(fill="#000000"), font=font, turn=turn)
    side, scale = 15.0, 24
    fonts = THEMES[theme].title_fonts, THEMES[theme].label_fonts
    drawing = Drawing(
        "", "ink", "#ffffff", (-side / 2, -side / 2), (side, side),
        (Layer("x", (Group("x", "x", (text,)),)),), (), *fonts,
    )  # fmt: skip
    ink = np.argwhere(render(drawing, scale).min(axis=2) < 128) / scale - side / 2
    (top, left), (low, right) = ink.min(axis=0), ink.max(axis=0) + 1 / scale
    box = measure_text_box(text, drawing)
    slack = 0.12
    assert box[0] - slack < left < box[0] + 2 * slack + 0.1
    assert box[1] - slack < top < box[1] + 2 * slack + 0.1
    assert box[2] + slack > right > box[2] - 2 * slack - 0.1
    assert box[3] + slack > low > box[3] - 2 * slack - 0.1


def test_sections_of_one_name_that_are_open_to_each_other_have_one_label() -> None:
    """Eight pitches are one pitch; two guard rooms apart are two, and so are two that a wall parts."""
    pitches = [Section(id=f"p{n}", name="The Pitch", at=(4 * (n % 4), 3 * (n // 4)), rows=("....",) * 3)
               for n in range(8)]  # fmt: skip
    assert list_names(draw(make_hall(*pitches), WORDED)) == [["The Pitch"]]
    apart = [make_room("Guard", "....", "....", at=(x, 0)) for x in (0, 8)]
    assert list_names(draw(make_hall(*apart), WORDED)) == [["Guard"], ["Guard"]]
    beside = [Section(id=f"g{n}", name="Guard", at=(4 * n, 0), rows=("....", "....")) for n in range(2)]
    parted = draw(make_hall(*beside, walls=(Wall(at=(3, 0), side=Side.EAST, width=2),)), WORDED)
    assert list_names(parted) == [["Guard"], ["Guard"]]


def test_a_name_is_wrapped_shrunk_or_turned_to_fit() -> None:
    """A name stands in one line in a room, in several or smaller in a narrow one, and upright in a passage."""
    name = "Room of the Iron Crown"
    wide = draw(make_hall(make_room(name, *["." * 9] * 4)), WORDED)
    assert list_names(wide) == [[name]]
    (narrow,) = list_names(draw(make_hall(make_room(name, *["...."] * 5)), WORDED))
    assert len(narrow) > 1
    assert " ".join(narrow) == name
    (upright,) = draw(make_hall(make_room("Ladder", *["."] * 6)), WORDED).list_groups("name")
    assert {shape.turn for shape in upright.shapes if isinstance(shape, Text)} == {-90.0}


def test_a_name_keeps_off_the_edges_of_its_section_and_the_borders_within_it() -> None:
    """A name in a ring stands amid a side, not at the inner edge; in two pitches it stands beside their border."""
    ring = make_hall(make_room("Ring", *["." * 11] * 3, *["..." + "#" * 5 + "..."] * 5, *["." * 11] * 3))
    (box,) = list_boxes(draw(ring, WORDED))
    assert all(min(at % 8, 3 - at % 8) > 0.3 for at in (box[1], box[3]))
    pitches = [Section(id=f"p{n}", name="Pitch", at=(0, 4 * n), rows=("." * 6,) * 4) for n in range(2)]
    (box,) = list_boxes(draw(make_hall(*pitches), WORDED))
    assert not box[1] < 4 < box[3]


def list_boxes(drawing: Drawing) -> list[tuple[float, float, float, float]]:
    """Return the rectangle around each name, of one line and without its rim."""
    return [measure_text_box(group.shapes[-1], drawing) for group in drawing.list_groups("name")
            if isinstance(group.shapes[-1], Text)]  # fmt: skip


def test_a_name_too_long_for_its_section_stands_beside_it() -> None:
    """A line leads from it into the section; where it has no room there, it is left out and the legend lists it."""
    tiny = make_hall(make_room("The Hermitage", "."), make_room("Hall", *["....."] * 4, at=(8, 0)))
    drawing = draw(tiny, WORDED)
    (led, _) = drawing.list_groups("name")
    (line, *_) = led.shapes
    assert not isinstance(line, Text)
    assert overlaps(drawing, tiny) == []
    walled = make_hall(make_room("The Extraordinarily Long Hermitage", "."), *_surround((0, 0)))
    drawing = draw(walled, draw_words(coordinates=True))
    said = [group.title for group in drawing.list_groups("legend_entry")]
    assert "The Extraordinarily Long Hermitage" in said
    assert all("Hermitage" not in " ".join(lines) for lines in list_names(drawing))


def test_a_letter_stands_for_a_name_without_room_where_a_list_explains_it() -> None:
    """A letter stands for a name without room; the list gives column and row if there is no room for it either."""
    cells = [make_room("Unrepentant", ".", ".", at=(6, 6)), *_surround((0, 0), 2)]
    held = make_hall(*cells, chests=((6, 6),))
    drawing = draw(held, DrawingOptions(section_names=True))
    assert list_names(drawing) == [["A"]]
    assert list_letters_in_list(drawing) == ["A"]
    assert overlaps(drawing, held) == []
    full = draw(make_hall(*cells, chests=((6, 6), (6, 7))), DrawingOptions(section_names=True))
    (entry,) = full.list_groups("legend_entry")
    assert (entry.title, list_names(full)) == ("Unrepentant", [])
    assert "6, 6" in [shape.text for shape in entry.shapes if isinstance(shape, Text)]
    for nowhere in (draw_words(legend=False, keys=False), draw_words(legend=False, border=False)):
        drawing = draw(held, nowhere)
        assert list_names(drawing) == []
        assert list(drawing.list_groups("legend_entry")) == []


def test_a_name_on_dark_ground_is_written_in_light_letters() -> None:
    """Over a chasm letters stand out from it in every theme, with a rim of its own colour."""
    pit = Section(id="pit", name="The Pit", at=(0, 0), rows=(".....",) * 3)
    chasm = tuple(Terrain(kind=TerrainKind.CHASM, at=(x, y)) for x in range(5) for y in range(3))
    for name, theme in THEMES.items():
        drawing = draw(make_hall(pit, terrain=chasm), DrawingOptions(theme=name, section_names=True))
        rim, letters = (shape.style.fill for shape in drawing.list_groups("name")[0].shapes)
        assert rim == theme.chasm
        assert measure_contrast(letters, theme.chasm) >= 4.5


def list_told_names(drawing: Drawing) -> set[str]:
    """Return the names on the map that no letter stands for, and those in the list."""
    on_map = {group.title for group, lines in zip(drawing.list_groups("name"), list_names(drawing), strict=True)
              if " ".join(lines) == group.title}  # fmt: skip
    return on_map | {group.title for group in drawing.list_groups("legend_entry")}


def list_untold_names(drawing: Drawing, board: Board) -> set[str]:
    """Names given by hand to sections with squares, but for end zones and entries, that are told nowhere."""
    given = {section.id for section in board.layout.sections if section.name.strip()}
    sides = (SectionKind.END_ZONE, SectionKind.ENTRY)
    wanted = {" ".join(section.name.split()) for section in board.sections
              if section.id in given and section.kind not in sides and section.squares}  # fmt: skip
    return wanted - list_told_names(drawing)


def list_letters_on_map(drawing: Drawing) -> list[str]:
    """Return what stands on the map for names in the list."""
    shown = zip(drawing.list_groups("name"), list_names(drawing), strict=True)
    return [" ".join(lines) for group, lines in shown if " ".join(lines) != group.title]


def list_letters_in_list(drawing: Drawing) -> list[str]:
    """Return the letters of the list below a map without a legend."""
    entries = ([shape.text for shape in group.shapes if isinstance(shape, Text)]
               for group in drawing.list_groups("legend_entry"))  # fmt: skip
    return [letter for letter, _ in entries if letter.isalpha()]


def _surround(at: tuple[int, int], high: int = 1) -> list[Section]:
    """Return rooms without names on all sides of a square, or of some below each other, farther than any line leads."""
    rows = ["." * 13] * 13
    rows[6 : 6 + high] = ["." * 6 + "#" + "." * 6] * high
    return [Section(id="around", at=(at[0], at[1]), rows=tuple(rows))]


def test_labels_of_ones_own_stay_and_names_step_aside() -> None:
    """A label that was placed by hand is where it was; the name of its room is elsewhere."""
    label = Label(text="Here be dragons", at=(4, 2), size=LabelSize.MEDIUM)
    plain, labelled = (
        make_hall(make_room("Lair", *["." * 9] * 5)),
        make_hall(make_room("Lair", *["." * 9] * 5), labels=(label,)),
    )
    drawing = draw(labelled, WORDED)
    assert overlaps(drawing, labelled) == []
    (group,) = drawing.list_groups("label")
    assert group.shapes == draw(labelled).list_groups("label")[0].shapes
    assert list_names(drawing) == list_names(draw(plain, WORDED)) == [["Lair"]]
    assert drawing.list_groups("name")[0].shapes != draw(plain, WORDED).list_groups("name")[0].shapes


@pytest.mark.parametrize("number", [1, 9, 10, 88, 100, 888])
def test_the_number_of_a_finding_fits_its_badge_and_can_be_read_on_a_small_map(number: int) -> None:
    """On squares of 25 pixels its digits are 5 pixels high at least; none leaves the disc."""
    theme = THEMES["parchment"]
    disc, text = draw_badge(theme, Level.ERROR, number, (0.0, 0.0))
    room = measure_text(text.text, theme.label_fonts[0], text.bold)
    assert 25 * text.size * room.ascent >= 5.0
    assert text.size * room.width <= 2 * disc.radius
