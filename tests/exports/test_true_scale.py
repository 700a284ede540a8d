"""Maps in one piece and over sheets: exactly to scale, the same map, cut where nothing is lost."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace as with_changes
from PySide6.QtGui import QImage

from dungeon_designer.board.build import build_board
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.shapes import Drawing
from dungeon_designer.drawing.themes import find_theme
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.export_options import ExportOptions, Mat
from dungeon_designer.exports.papers import find_paper
from dungeon_designer.exports.pdf import build_map_pages, build_poster, divide_board
from dungeon_designer.exports.printouts import PrintSubject, build_printout
from dungeon_designer.exports.sheets import place_sheet
from dungeon_designer.exports.svg import draw_board
from dungeon_designer.grid import Side
from dungeon_designer.layout.model import EdgeDoor, Layout, Section, SectionKind
from dungeon_designer.tiles.library import load_library
from tests.drawing import boards
from tests.drawing.goldens import Picture, read_pixels
from tests.soak import FULL, sample, soak

from . import pages
from .content import list_segments, read_content

CROWN = build_board(boards.CROWN)
WORDS = DrawingOptions(title=True, legend=True, section_names=True)


def make_options(square: float = 29.0, drawing: DrawingOptions = WORDS, **more: object) -> ExportOptions:
    """Return a print true to scale."""
    return ExportOptions(drawing, square, fitted=False, **more)  # type: ignore[arg-type]


def save_pages(folder: Path, board: Board, options: ExportOptions) -> Path:
    """Return the pages of a map as a file."""
    file = folder / "map.pdf"
    file.write_bytes(build_map_pages(board, options).write_pdf())
    return file


PRINTS = {
    "sheets": {},
    "sheets, odd overlap": {"overlap": 3.7},
    "poster": {"paper": "1300x1000mm"},
    "mat": {"mat": Mat(3.0)},
    "mat on paper": {"mat": Mat(3.0, paper="1250.3x901.7mm")},
    "roll": {"mat": Mat(roll=1000.0)},
}


SCALES = [25.4, 29.0, 34.0]


@soak
@pytest.mark.parametrize(
    ("name", "square"),
    [(name, square) for number, name in enumerate(PRINTS) for square in (SCALES if FULL else SCALES[number % 3 :][:1])],
)
def test_squares_are_exact_in_the_pages_own_numbers(name: str, square: float) -> None:
    """The lines between squares stand 29.000 mm apart, as the content of every page says it, to a thousandth."""
    if square == 34.0 and name in ("roll", "poster", "mat on paper"):
        square = 27.0
    pdf = build_map_pages(CROWN, make_options(square, **PRINTS[name])).write_pdf()
    grid, found = find_theme("parchment").grid, read_content(pdf)
    sheets = found[1:] if name.startswith("sheets") else found
    assert sheets
    for page in sheets:
        lines = [line for line in list_segments(page) if line.colour == grid]
        for axis in (0, 1):
            at = sorted({round(line.start[axis], 3) for line in lines if abs(line.start[axis] - line.end[axis]) < 1e-3})
            steps = [(far - near) / square for near, far in pairwise(at) if far - near > 0.01]
            assert steps
            assert all(abs(step - round(step)) * square < 0.001 for step in steps)


def paint_page(pdf: Path, page: int, dpi: float) -> Picture:
    """Return a page as pixels, by poppler."""
    out = pdf.with_suffix(f".{page}")
    pages.run_poppler("pdftoppm", "-r", str(dpi), "-f", str(page), "-l", str(page), "-singlefile", "-png", pdf, out)
    return read_pixels(QImage(f"{out}.png"))


SHADE = 40
"""How much lighter or darker, of 255, poppler may paint the same hairline on two pages."""


def put_together(pdf: Path, board: Board, options: ExportOptions, dpi: float) -> Picture:
    """Return the squares of all sheets, cut along their joints and laid side by side."""
    sheets, scale = divide_board(board, options), dpi / 25.4
    left, top = (min(sheet.corner[axis] for sheet in sheets.sheets) for axis in (0, 1))
    side = options.square * scale
    size = [round(max(sheet.corner[axis] + sheet.size[axis] for sheet in sheets.sheets) * side) for axis in (1, 0)]
    whole = np.full((*size, 3), 255, dtype=np.uint8)
    for number, sheet in enumerate(sheets.sheets, start=2):
        on_page, page = place_sheet(sheets, sheet), paint_page(pdf, number, dpi)
        x, y = round(on_page.left * scale), round(on_page.top * scale)
        wide, high = (round(many * side) for many in sheet.size)
        to_x, to_y = round((sheet.corner[0] - left) * side), round((sheet.corner[1] - top) * side)
        whole[to_y : to_y + high, to_x : to_x + wide] = page[y : y + high, x : x + wide]
    return whole


@soak
@pytest.mark.parametrize("theme", sample(["parchment", "ink"], 1))
def test_sheets_put_together_are_the_map_in_one_piece(theme: str, tmp_path: Path) -> None:
    """Every pixel of the sheets, cut and laid side by side, is a pixel of the one-piece map or its neighbour's."""
    drawing, dpi, square = DrawingOptions(theme=theme, coordinates=False), 152.4, 10.0
    options = make_options(square, drawing, paper="120x130mm")
    assert len(divide_board(CROWN, options).sheets) > 4
    (tmp_path / "sheets").mkdir()
    joined = put_together(save_pages(tmp_path / "sheets", CROWN, options), CROWN, options, dpi)
    whole = paint_page(save_pages(tmp_path, CROWN, make_options(square, drawing, mat=Mat())), 1, dpi)
    corner, scale = draw_board(CROWN, make_options(square, drawing)).corner, dpi / 25.4
    slug = 6.0  # the room for crop marks around a mat without bleed
    x, y = (round((slug - at * square) * scale) for at in corner)
    least, most = (np.full_like(joined, end) for end in (255, 0))
    for down, right in np.ndindex(3, 3):
        near = whole[y + down - 1 :, x + right - 1 :][: joined.shape[0], : joined.shape[1]]
        np.minimum(least, near, out=least)
        np.maximum(most, near, out=most)
    outside = (joined < np.maximum(least, SHADE) - SHADE) | (joined > np.minimum(most, 255 - SHADE) + SHADE)
    assert outside.mean() < 0.0001


def test_a_map_on_one_sheet_is_a_poster(tmp_path: Path) -> None:
    """A map on one sheet has its words and its ruler, and nothing about sheets, glue, cutting or crop marks."""
    file = save_pages(tmp_path, CROWN, make_options(paper="1300x1000mm"))
    assert pages.count_pages(file) == 1
    assert pages.measure_pages(file)[0] == pytest.approx((1300, 1000), abs=0.1)
    words = pages.text(file, 1)
    assert boards.CROWN.name in words
    assert "Fountain Court" in words
    assert "measures 100 mm" in words
    assert not any(word in words.lower() for word in ("glue", "sheet", "cut", "overview", "joint"))
    assert not [m for m in pages.list_strokes(file, 1, tmp_path) if abs(m.width - 0.15) < 0.005]
    assert build_printout(PrintSubject.SHEETS, CROWN, make_options(paper="1300x1000mm")).labels == ()


def test_a_sheet_too_small_for_the_words_shows_the_map_alone(tmp_path: Path) -> None:
    """A sheet with room for the squares but not for the words shows the map with its marks, on one page."""
    options = make_options(paper="850x560mm")
    assert len(divide_board(CROWN, options).sheets) == 1
    assert build_poster(CROWN, options) is None
    file = save_pages(tmp_path, CROWN, options)
    assert pages.count_pages(file) == 1
    assert "glue" not in pages.text(file, 1).lower()


@soak
@pytest.mark.parametrize("bleed", sample([0.0, 3.0, 10.0], 1))
def test_a_mat_has_bleed_and_its_marks_outside(bleed: float, tmp_path: Path) -> None:
    """Crop marks stand in line with the trim, beyond the bleed; the ground goes on to the end of the bleed."""
    options = make_options(29.0, DrawingOptions(title=True), mat=Mat(bleed))
    file = save_pages(tmp_path, CROWN, options)
    width, height = (side * 29.0 for side in draw_board(CROWN, options).size)
    marks = [m for m in pages.list_strokes(file, 1, tmp_path) if abs(m.width - 0.15) < 0.01]
    xs = sorted({round(m.start[0], 2) for m in marks if abs(m.start[0] - m.end[0]) < 0.01})
    ys = sorted({round(m.start[1], 2) for m in marks if abs(m.start[1] - m.end[1]) < 0.01})
    assert len(marks) == 8
    assert (xs[1] - xs[0], ys[1] - ys[0]) == pytest.approx((width, height), abs=0.05)
    ends = [min(abs(x - xs[0]) for x in (m.start[0], m.end[0])) for m in marks if m.start[0] < xs[0] - 0.1]
    assert min(ends) == pytest.approx(bleed + 1.0, abs=0.02)
    picture, scale = paint_page(file, 1, 50.8), 2.0
    page = np.array([int(find_theme("parchment").page[at : at + 2], 16) for at in (1, 3, 5)])
    middle = round((ys[0] + ys[1]) / 2 * scale)
    inside, outside = (picture[middle, round((xs[0] - off) * scale)].astype(int) for off in (bleed - 1.0, bleed + 1.0))
    assert np.abs(inside - page).max() < 90
    assert (outside == 255).all()


def test_a_mat_tells_a_print_shop_where_it_is_trimmed(tmp_path: Path) -> None:
    """Trim box and bleed box of every page stand where the crop marks say; pages that are not trimmed have none."""
    options = make_options(29.0, DrawingOptions(title=True), mat=Mat(3.0), tables=2)
    file = save_pages(tmp_path, CROWN, options)
    width, height = (side * 29.0 for side in draw_board(CROWN, options).size)
    told = pages.run_poppler("pdfinfo", "-box", "-f", "1", "-l", "2", file)
    for number in (1, 2):
        boxes = {
            name: [float(end) / pages.MM for end in re.findall(r"[\d.]+", ends)]
            for name, ends in re.findall(rf"Page +{number} (\w+):(.*)", told)
        }
        trim, bleed = boxes["TrimBox"], boxes["BleedBox"]
        assert (trim[2] - trim[0], trim[3] - trim[1]) == pytest.approx((width, height), abs=0.01)
        assert [abs(a - b) for a, b in zip(trim, bleed, strict=True)] == pytest.approx([3.0] * 4, abs=0.01)
        top, left = boxes["MediaBox"][3] - trim[3], trim[0]
        assert (left, top) == pytest.approx((9.0, 9.0), abs=0.01)
    assert "table 2 of 2" in pages.text(file, 2)
    plain = build_map_pages(CROWN, make_options()).write_pdf()
    assert b"TrimBox" not in plain


def test_a_roll_is_as_wide_as_it_is(tmp_path: Path) -> None:
    """The page is as wide as the roll and as long as the map needs, whichever way round is shorter or asked for."""
    for orientation, across in (("auto", 1), ("portrait", 0), ("landscape", 1)):
        file = save_pages(tmp_path, CROWN, make_options(25.0, mat=Mat(roll=1000.0), orientation=orientation))
        (size,) = pages.measure_pages(file)
        assert size[across] == pytest.approx(1000.0, abs=0.1)
        assert size[1 - across] < 1000.0
    filled = ExportOptions(WORDS, mat=Mat(roll=914.0))
    (page,) = build_map_pages(CROWN, filled).pages
    assert 914.0 in (page.paper.width, page.paper.height)


def test_a_mat_on_paper_is_trimmed_to_it() -> None:
    """With a paper, the trimmed mat is exactly as large as that, the map in its middle as large as its square says."""
    (page,) = build_map_pages(CROWN, make_options(15.0, mat=Mat(3.0, paper="900x600mm"))).pages
    assert (page.paper.width, page.paper.height) == pytest.approx((900 + 18, 600 + 18 + 13))


def test_a_bare_map_is_printed_bare(tmp_path: Path) -> None:
    """Mats, posters and sheets for real pieces show no chest, portal or counter, and their legend lists none."""
    bare = DrawingOptions(bare=True, legend=True, title=True)
    for more in ({}, {"mat": Mat(3.0)}, {"paper": "1300x1000mm"}):
        plain, full = (build_map_pages(CROWN, make_options(29.0, drawing, **more)).pages for drawing in (bare, WORDS))
        text = "".join(picture.svg.text for page in plain for picture in page.pictures)
        assert len(plain) == len(full)
        assert "Door" in text
        for word in ("chest-at", "portal-", "Chest", "Portal", "counter-"):
            assert word not in text


def test_an_event_of_eight_tables_has_everything_eight_times(tmp_path: Path) -> None:
    """Sheets and pages say which table they are for; of pieces and tiles there are eight times as many."""
    one, eight = make_options(), make_options(tables=8)
    sheets = len(divide_board(CROWN, one).sheets)
    assert len(build_map_pages(CROWN, eight)) == 1 + 8 * sheets
    assert len(build_printout(PrintSubject.SHEETS, CROWN, eight).labels) == 1 + 8 * sheets
    for options in (
        make_options(tables=8, mat=Mat()),
        make_options(tables=8, paper="1300x1000mm"),
        ExportOptions(tables=8),
    ):
        assert len(build_map_pages(CROWN, options)) == 8
    file = tmp_path / "mats.pdf"
    file.write_bytes(build_map_pages(CROWN, make_options(tables=3, mat=Mat())).write_pdf())
    assert "table 2 of 3" in pages.text(file, 2)
    fronts = [len(build_printout(PrintSubject.PIECES, CROWN, options)) for options in (one, eight)]
    assert fronts[1] > 4 * fronts[0]


def test_tables_are_counted_as_people_do() -> None:
    """None, a hundred and one or fewer than none are refused in one line."""
    for tables in (0, -3, 101):
        with pytest.raises(UsageError, match=r"tables cannot be set; choose 1 to 100"):
            ExportOptions(tables=tables)


def make_rooms(side: int, room: int) -> Layout:
    """Return a dungeon of so many squares a side, all of it rooms with doors."""
    count, last = side // room, side - 1
    sections = tuple(
        Section(id=f"{i}-{j}", name=f"Room {i} {j}", kind=SectionKind.ROOM, at=(room * i, room * j),
                rows=("." * room,) * room, enclosed=True)
        for j in range(count) for i in range(count)
    )  # fmt: skip
    doors = tuple(
        EdgeDoor(at=(min(last, room * i + room - 1), room * j + 1), side=Side.EAST, width=2)
        for j in range(count)
        for i in range(count - 1)
    )
    return Layout(name="Large", sections=sections, doors=doors)


def test_two_hundred_squares_a_side_are_printed() -> None:
    """A dungeon of 200 x 200 squares in rooms makes sheets, a mat and a page; a mat longer than any page is refused."""
    board = build_board(make_rooms(200, 5))
    plain = DrawingOptions(theme="ink")
    assert len(divide_board(board, make_options(29.0, plain)).sheets) == 782
    (page,) = build_map_pages(board, make_options(24.0, plain, mat=Mat(3.0))).pages
    assert max(page.paper.width, page.paper.height) > 200 * 24
    with pytest.raises(UsageError, match=r"none may be longer than 5080 mm"):
        build_map_pages(board, make_options(29.0, plain, mat=Mat(3.0)))


def test_tiles_carry_the_names_of_the_dungeons_sections() -> None:
    """Asked for names, the tiles a dungeon is laid with are printed with those it gives them, else without."""
    section = Section(id="a", tile="gw-2021/kitchen", name="Soup of the Day")
    board = build_board(Layout(sections=(section, with_changes(section, id="b", at=(9, 0), name=""))), load_library())
    from dungeon_designer.exports.pieces.tile_pieces import list_placed_tiles

    named = list_placed_tiles(board, ExportOptions(DrawingOptions(section_names=True), 20.0))
    assert sorted(name for piece in named for name in _list_names(piece.front)) == ["Soup of the Day", "The Kitchen"]
    (plain,) = list_placed_tiles(board, ExportOptions(square=20.0))
    assert (plain.count, _list_names(plain.front)) == (2, [])


def _list_names(drawing: Drawing) -> list[str]:
    return [group.title for group in drawing.list_groups("name")]


@pytest.mark.parametrize(
    ("name", "size"),
    [("900x600mm", (900, 600)), ("36x24in", (914.4, 609.6)), ("90 x 60 cm", (900, 600)), ("900×600", (900, 600))],
)
def test_paper_of_any_size_is_named_by_it(name: str, size: tuple[float, float]) -> None:
    """Width times height, in millimetres unless a unit is named."""
    paper = find_paper(name)
    assert (paper.width, paper.height) == pytest.approx(size)


@pytest.mark.parametrize(
    "name", ["9x6", "900x", "x600", "900x600x3", "36x24ft", "0x0mm", "1e9x5", "-3x5in", "60x99999"]
)
def test_paper_that_is_none_is_refused(name: str) -> None:
    """An unknown paper is refused in one line that says what is wrong."""
    with pytest.raises(UsageError) as told:
        find_paper(name)
    assert "\n" not in str(told.value)
