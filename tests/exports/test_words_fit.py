"""Words on drawings and pages lie within them, in whatever letters they are, as browsers, resvg and typst set them."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.cartouche import END_WIDTH, SCALE_BAR_SQUARES
from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.fonts import measure_text
from dungeon_designer.drawing.labels import Box, measure_text_box
from dungeon_designer.drawing.page import FRAME_DISTANCE
from dungeon_designer.drawing.section_names import do_boxes_overlap
from dungeon_designer.drawing.shapes import Drawing, Group, Text
from dungeon_designer.drawing.shapes import Path as Lines
from dungeon_designer.drawing.text_fitting import fit_text
from dungeon_designer.drawing.themes import THEMES
from dungeon_designer.exports import exporters
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.pack.pack_model import Pack
from dungeon_designer.exports.pack.pack_pages import write_pack_pdf
from dungeon_designer.exports.svg import draw_svg
from dungeon_designer.exports.web_page import export_web_page
from dungeon_designer.findings import Finding, Level
from dungeon_designer.layout.model import Layout, Section
from dungeon_designer.text.pack_part import PackPart
from tests.drawing.goldens import render
from tests.soak import sample, soak
from tests.web.browser import CHROMIUM, Browser, browser

from . import pages
from .test_pack import make_chapter

NAMES = {
    "capitals": "MAMMOTH MAW",
    "63 letters": "THE EXTRAORDINARILY LONG AND WINDING HALLS OF THE SEVEN KINGS X",
    "one word": "W" * 63,
    "Polish": "ŻÓŁTA JASKINIA ŁĄK ŚWIĘTEGO GRZEGORZA BRZĘCZYSZCZYKIEWICZA ŁÓDŹ",
    "Czech": "PŘÍŠERNĚ ŽLUŤOUČKÝ KŮŇ ÚPĚL ĎÁBELSKÉ ÓDY VE SKLEPENÍ U MĚSTA",
    "Greek": "ΚΡΥΠΤΗ ΤΩΝ ΑΘΑΝΑΤΩΝ ΒΑΣΙΛΕΩΝ ΤΗΣ ΜΕΓΑΛΗΣ ΣΠΗΛΙΑΣ ΤΟΥ ΜΑΜΟΥΘ",
    "Cyrillic": "ПОДЗЕМЕЛЬЕ ШИРОЧАЙШЕЙ ПАСТИ МАМОНТА И ЩУЧЬИХ ЖЕРЛОВИН ЩЮРИЦЫ",
}
ALL = DrawingOptions(title=True, cartouche=True, legend=True, section_names=True)
OPTIONS = (ALL, DrawingOptions(title=True, section_names=True), DrawingOptions(title=True, coordinates=False))


def make_small_dungeon(name: str) -> Layout:
    """Return a dungeon of 4 x 2 squares with a name wherever a name can stand, and a cell too small for it."""
    rooms = (
        Section(id="a", name=name, rows=("....", "....")),
        Section(id="b", name=f"{name} II", at=(6, 0), rows=(".",)),
    )
    return Layout(name=name, author=name, notes=f"**{name}** is *narrow*.", sections=rooms, ruleset="naf-2019")


def draw_small_dungeon(name: str, options: DrawingOptions) -> Drawing:
    """Return the drawing of that dungeon with a long message in its list of problems."""
    message = f"the hall {name} is one square wide; naf-2019 requires two, and {name} is no exception"
    findings = [Finding(rule="a", level=Level.ERROR, message=message, squares=((0, 0),))]
    return draw(build_board(make_small_dungeon(name)), options, findings)


def find_inner_frame(drawing: Drawing) -> Box:
    """Return the rectangle within the double line of the page."""
    (left, top), (width, height) = drawing.corner, drawing.size
    return left + FRAME_DISTANCE, top + FRAME_DISTANCE, left + width - FRAME_DISTANCE, top + height - FRAME_DISTANCE


def lies_within(box: Box, room: Box) -> bool:
    """Return whether a rectangle lies in another."""
    return box[0] >= room[0] and box[1] >= room[1] and box[2] <= room[2] and box[3] <= room[3]


def list_words(group: Group) -> list[Text]:
    """Return the words of a group."""
    return [shape for shape in group.shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("theme", ["parchment", "contrast"])
@pytest.mark.parametrize("options", OPTIONS, ids=["all", "title", "plain"])
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_all_words_lie_within_the_frame(name: str, options: DrawingOptions, theme: str) -> None:
    """Title, cartouche, legend and names stay within the page's frame, and title, legend and notes off each other."""
    drawing = draw_small_dungeon(name, dataclasses.replace(options, theme=theme))
    room, boxes = find_inner_frame(drawing), list[tuple[str, Box]]()
    for layer in drawing.layers:
        for group in layer.groups:
            for text in list_words(group):
                box = measure_text_box(text, drawing)
                assert lies_within(box, room), (layer.name, text)
                core = box[0] + 1e-6, box[1] + 1e-6, box[2] - 1e-6, box[3] - 1e-6  # words may touch
                boxes += [(text.text, core)] if layer.name in ("title", "cartouche", "keys", "legend") else []
    for at, (said, box) in enumerate(boxes):
        assert not any(do_boxes_overlap(box, other) for _, other in boxes[at + 1 :]), said


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_the_words_of_a_cartouche_lie_between_its_compass_and_its_bar(name: str) -> None:
    """Name, author and notes are as broad as the room between them at most, and lie on the plate."""
    drawing = draw_small_dungeon(name, ALL)
    (group,) = drawing.find_layer("cartouche").groups
    plate = group.shapes[0]
    assert isinstance(plate, Lines)
    (left, right), (top, low) = ((min(side), max(side)) for side in zip(*plate.points, strict=True))
    own = {"N", "squares", *map(str, range(SCALE_BAR_SQUARES + 1))}
    for text in list_words(group):
        ends = (left, right) if text.text in own else (left + END_WIDTH - 1e-6, right - END_WIDTH + 1e-6)
        assert lies_within(measure_text_box(text, drawing), (ends[0], top, ends[1], low)), text


def test_lines_are_broken_before_type_is_made_smaller() -> None:
    """A name that fits in several lines has the largest type; only one that does not is set smaller."""
    broken = fit_text("MAMMOTH MAW", "Goudy Bookletter 1911", 7.0, 1.1, max_lines=3)
    assert broken == (("MAMMOTH", "MAW"), 1.1)
    smaller = fit_text("MAMMOTH MAW", "Goudy Bookletter 1911", 5.0, 1.1, max_lines=3)
    assert smaller.lines == ("MAMMOTH", "MAW")
    assert smaller.size < 1.1
    (title,) = draw(build_board(make_small_dungeon("MAMMOTH MAW")), DrawingOptions(title=True)).list_groups("title")
    assert [text.text for text in list_words(title)][:2] == ["MAMMOTH", "MAW"]


def test_no_name_of_a_title_is_cut_short() -> None:
    """However long it is, all its words stand in the title and in the cartouche."""
    for name in NAMES.values():
        drawing = draw_small_dungeon(name, ALL)
        for layer in ("title", "cartouche"):
            said = " ".join(text.text for text in list_words(drawing.find_layer(layer).groups[0]))
            assert name in said


@soak
@pytest.mark.parametrize("name", sample(NAMES.values(), 3), ids=sample(NAMES, 3))
def test_no_ink_of_words_in_a_picture_is_on_its_frame(name: str) -> None:
    """A picture painted by resvg with its words differs from one without them only within the frame."""
    drawing, scale = draw_small_dungeon(name, ALL), 16
    layers = tuple(
        replace(layer, groups=tuple(
            replace(group, shapes=tuple(shape for shape in group.shapes if not isinstance(shape, Text)))
            for group in layer.groups
        ))
        for layer in drawing.layers
    )  # fmt: skip
    bare = replace(drawing, layers=layers)
    different = np.argwhere(np.abs(render(drawing, scale).astype(int) - render(bare, scale)).max(axis=2) > 24)
    (top, left), (low, right) = different.min(axis=0) / scale, (different.max(axis=0) + 1) / scale
    assert left >= FRAME_DISTANCE
    assert top >= FRAME_DISTANCE
    assert right <= drawing.size[0] - FRAME_DISTANCE
    assert low <= drawing.size[1] - FRAME_DISTANCE


@soak
@pytest.mark.parametrize("paper", ["A4", "A5"])
@pytest.mark.parametrize("name", sample(NAMES.values(), 2), ids=sample(NAMES, 2))
def test_no_word_of_a_printed_map_runs_off_the_paper(name: str, paper: str, tmp_path: Path) -> None:
    """The page of a map, and the overview of its sheets, hold all their words."""
    for fitted in (True, False):
        file = tmp_path / f"{fitted}.pdf"
        options = ExportOptions(ALL, fitted=fitted, paper=paper, square=60.0)
        layout = make_small_dungeon(name)
        file.write_bytes(exporters.export_board(build_board(layout), ".pdf", options))
        boxes = pages.list_word_boxes(file, 1)
        assert name in " ".join(box.word for box in boxes)
        assert all(box.lies_on_page(margin=4.0) for box in boxes), boxes
        assert all(any(known in font for known in ("DejaVu", "Goudy", "Cabin")) and embedded
                   for font, embedded in pages.list_fonts(file))  # fmt: skip


@soak
@pytest.mark.parametrize("paper", ["A4", "A5"])
@pytest.mark.parametrize("name", sample(NAMES.values(), 2), ids=sample(NAMES, 2))
def test_no_word_of_a_pack_runs_off_the_paper(name: str, paper: str, tmp_path: Path) -> None:
    """The cover, headings, contents and narrow columns of a pack hold their words."""
    rows = ((name, name, name, name),)
    parts = (PackPart("The rounds", head=("time", "", "round", "dungeon"), rows=rows), PackPart(name, items=(name,)))
    pack = Pack(name, name, f"Bring **{name}**.", (make_chapter(make_small_dungeon(name), ""),), parts=parts)
    file = tmp_path / "pack.pdf"
    file.write_bytes(write_pack_pdf(pack, ExportOptions(ALL, paper=paper)))
    for number in range(1, pages.count_pages(file) + 1):
        boxes = pages.list_word_boxes(file, number)
        assert all(box.lies_on_page(margin=4.0) for box in boxes)
        assert all(box.left >= 18.0 - 0.5 and box.right <= box.page[0] - 18.0 + 0.5 for box in boxes), boxes


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser for all tests here."""
    with browser(tmp_path_factory.mktemp("profile")) as made:
        yield made


MEASURED = """document.fonts.ready.then(() => [...document.querySelectorAll("svg text")].map(text => {
  const box = text.getBBox(), to = text.getCTM(), of = text.ownerSVGElement.getCTM();
  const back = of.inverse().multiply(to);
  const ends = [[box.x, box.y], [box.x + box.width, box.y + box.height]].map(
    ([x, y]) => { const at = new DOMPoint(x, y).matrixTransform(back); return [at.x / 1000, at.y / 1000]; });
  return {words: text.textContent, long: text.getComputedTextLength(), ends};
}))"""


@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium")
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_browser_sets_words_as_they_are_measured(name: str, driver: Browser, tmp_path: Path) -> None:
    """Every word of a map in Chromium has the width that we measured by the fonts in the file."""
    file, drawing = tmp_path / "x.svg", draw(build_board(make_small_dungeon(name)), ALL)
    file.write_text(draw_svg(build_board(make_small_dungeon(name)), ExportOptions(ALL)))
    driver.begin(1200, 900, False)
    driver.open(file.as_uri())
    found = driver.ask(MEASURED)
    shapes = [shape for layer in drawing.layers for group in layer.groups for shape in list_words(group)]
    assert [each["words"] for each in found] == [shape.text for shape in shapes]
    (left, top), (width, height) = drawing.corner, drawing.size
    for each, shape in zip(found, shapes, strict=True):
        fonts = drawing.title_fonts if shape.font == "title" else drawing.label_fonts
        ours = measure_text(shape.text, fonts[0], shape.bold, shape.full_text).width * shape.size * 1000
        assert 0.97 * ours - 1 <= each["long"] <= 1.005 * ours + 1, shape
        assert all(left <= x <= left + width and top <= y <= top + height for x, y in each["ends"]), shape
    assert driver.ask("[...document.fonts].every(font => font.status === 'loaded')")


@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium")
def test_the_map_on_a_page_brings_the_letters_of_every_name(driver: Browser, tmp_path: Path) -> None:
    """The coaches' page carries the font that a name's letters fall back to."""
    for name in ("ŻÓŁW", "ΚΡΥΠΤΗ", "ПАСТЬ"):
        file = tmp_path / "x.html"
        file.write_bytes(
            export_web_page(build_board(make_small_dungeon(name)), ExportOptions(DrawingOptions(title=True)))
        )
        driver.begin(1200, 900, False)
        driver.open(file.as_uri())
        assert driver.ask("document.fonts.ready.then(() => [...document.fonts].filter(font => font.status === 'loaded')"
                          ".some(font => font.family.includes('DejaVu')))"), name  # fmt: skip


def test_notes_on_a_map_are_read_as_markdown() -> None:
    """Notes in the cartouche show strong words bold, emphasised ones underlined and items with bullets."""
    notes = "## Chests\n\n**Five** of them hold *nothing* at all.\n\n- One\n- Two"
    layout = replace(make_small_dungeon("Hall"), notes=notes)
    (group,) = draw(build_board(layout), DrawingOptions(cartouche=True)).find_layer("cartouche").groups
    texts = list_words(group)
    said = " ".join(text.text for text in texts)
    assert not re.search(r"[*#]|- One", said)
    assert {text.text: text.bold for text in texts}["Chests Five"]
    assert not {text.text: text.bold for text in texts}["of them hold"]
    assert "• One • Two" in said
    lines = [shape for shape in group.shapes if isinstance(shape, Lines) and shape.verbs == "ML"]
    assert len(lines) == 1


def test_every_theme_letters_with_fonts_that_are_measured() -> None:
    """No theme names a font whose letters we do not know."""
    for theme in THEMES.values():
        for fonts in (theme.title_fonts, theme.label_fonts):
            assert measure_text("Hall", fonts[0]).width > 0
