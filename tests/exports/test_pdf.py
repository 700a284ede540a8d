"""PDF pages, measured with poppler."""

from __future__ import annotations

from pathlib import Path

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.themes import find_theme
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.exporters import export_board
from dungeon_designer.exports.papers import Orientation, find_paper
from dungeon_designer.exports.pdf import divide_board
from dungeon_designer.exports.sheets import place_sheet
from dungeon_designer.grid import Side
from dungeon_designer.layout.model import Layout
from tests.drawing import boards

from . import pages

CROWN = build_board(boards.CROWN)


def write_pages(folder: Path, options: ExportOptions) -> Path:
    """Return the pages as a file."""
    file = folder / "map.pdf"
    file.write_bytes(export_board(CROWN, file, options))
    return file


def make_options(theme: str = "ink", square: float = 29.0, paper: str = "A4", overlap: float = 5.0) -> ExportOptions:
    """Return options for a print true to scale."""
    return ExportOptions(DrawingOptions(theme=theme), square, fitted=False, paper=paper, overlap=overlap)


def test_a_fitted_map_is_one_page(tmp_path: Path) -> None:
    """Without a scale the map is one page of the paper asked for, the way round that shows it larger."""
    file = write_pages(tmp_path, ExportOptions(paper="A3"))
    ((width, height),) = pages.measure_pages(file)
    assert (width, height) == pytest.approx((420, 297), abs=0.1)


@pytest.mark.parametrize("theme", ["parchment", "ink", "slate", "contrast"])
def test_pages_hold_no_raster_and_every_font(theme: str, tmp_path: Path) -> None:
    """No theme has a raster image in its pages, and every font is in the file."""
    file = write_pages(tmp_path, make_options(theme))
    assert pages.list_images(file) == []
    assert pages.list_fonts(file)
    assert all(embedded for _, embedded in pages.list_fonts(file))


def test_the_same_map_gives_the_same_bytes() -> None:
    """No clock and no chance is in the file."""
    assert export_board(CROWN, ".pdf", make_options()) == export_board(CROWN, ".pdf", make_options())


@pytest.mark.parametrize(("square", "paper"), [(29.0, "A4"), (25.4, "Letter"), (34.0, "A3")])
def test_squares_measure_what_they_say(square: float, paper: str, tmp_path: Path) -> None:
    """The lines between squares are a square apart, within a tenth of a millimetre, on every sheet."""
    options = make_options("ink", square, paper)
    file, sheets = write_pages(tmp_path, options), divide_board(CROWN, options)
    assert pages.count_pages(file) == len(sheets.sheets) + 1
    checked = 0
    for number, sheet in enumerate(sheets.sheets[:3], start=2):
        on_page = place_sheet(sheets, sheet)
        grid = [line for line in pages.list_strokes(file, number, tmp_path) if line.painted(find_theme("ink").grid)]
        for line in grid:
            away = [line.start[0] - on_page.left, line.start[1] - on_page.top]
            upright = abs(line.start[0] - line.end[0]) < 0.01
            squares = away[0 if upright else 1] / square
            assert abs(squares - round(squares)) * square < 0.1
            checked += 1
    assert checked >= 20


def test_the_ruler_is_a_hundred_millimetres_on_every_page(tmp_path: Path) -> None:
    """Every page carries a line of 100 mm, marked at 0, 50 and 100, and asks to be printed at 100 %."""
    file = write_pages(tmp_path, make_options())
    for number in range(1, pages.count_pages(file) + 1):
        assert any(abs(line.length - 100) < 0.05 for line in pages.list_strokes(file, number, tmp_path))
        words = pages.text(file, number)
        assert "Print at 100 %" in words
        assert {"0", "50", "100"} <= set(words.split())


@pytest.mark.parametrize(("square", "paper"), [(29.0, "A4"), (34.0, "A4"), (60.0, "A3")])
def test_crop_marks_stand_on_the_cuts(square: float, paper: str, tmp_path: Path) -> None:
    """Eight marks a sheet: at a joint on the line between squares, elsewhere outside the walls, which stay whole."""
    options = make_options(square=square, paper=paper)
    file, sheets = write_pages(tmp_path, options), divide_board(CROWN, options)
    wall = find_theme("ink").wall_width / 2 * square
    for number, sheet in enumerate(sheets.sheets, start=2):
        marks = [m for m in pages.list_strokes(file, number, tmp_path) if abs(m.width - 0.15) < 0.01]
        on_page = place_sheet(sheets, sheet)
        assert len(marks) == 8
        upright = {round(m.start[0], 2) for m in marks if abs(m.start[0] - m.end[0]) < 0.01}
        level = {round(m.start[1], 2) for m in marks if abs(m.start[1] - m.end[1]) < 0.01}
        ends = {
            Side.WEST: on_page.left - min(upright), Side.EAST: max(upright) - on_page.left - on_page.width,
            Side.NORTH: on_page.top - min(level), Side.SOUTH: max(level) - on_page.top - on_page.height,
        }  # fmt: skip
        left, top, right, low = on_page.printed
        most = {
            Side.WEST: on_page.left - left, Side.EAST: right - on_page.left - on_page.width,
            Side.NORTH: on_page.top - top, Side.SOUTH: low - on_page.top - on_page.height,
        }  # fmt: skip
        for side, beyond in ends.items():
            if sheets.find_adjacent_sheet(sheet, side):
                assert beyond == pytest.approx(0, abs=0.02)
            else:
                assert wall < beyond <= most[side] + 0.02
        assert on_page.width == pytest.approx(sheet.size[0] * square)


@pytest.mark.parametrize("overlap", [0.0, 5.0, 12.0])
def test_sheets_go_on_over_their_joints_by_the_overlap(overlap: float) -> None:
    """Beyond each joint a sheet shows what its neighbour shows, for as many millimetres as were asked."""
    sheets = divide_board(CROWN, make_options(overlap=overlap))
    joined = 0
    for sheet in sheets.sheets:
        other = sheets.find_adjacent_sheet(sheet, Side.EAST)
        if other is not None:
            here, there = place_sheet(sheets, sheet), place_sheet(sheets, other)
            right, left = here.convert_to_squares(here.printed)[2], there.convert_to_squares(there.printed)[0]
            assert (right - left) * 29.0 == pytest.approx(2 * overlap)
            joined += 1
    assert joined


def test_each_sheet_names_itself_and_its_neighbours(tmp_path: Path) -> None:
    """The words of a sheet hold its label and those of the sheets it is joined to; the overview holds all."""
    file, sheets = write_pages(tmp_path, make_options()), divide_board(CROWN, make_options())
    whole = pages.text(file, 1)
    for number, sheet in enumerate(sheets.sheets, start=2):
        words = pages.text(file, number)
        near = [other for side in Side if (other := sheets.find_adjacent_sheet(sheet, side))]
        assert all(each.label in words for each in (sheet, *near))
        assert sheet.label in whole


def test_everything_stays_within_the_printable_page() -> None:
    """No map comes nearer to the paper's edge than the margin, nor into the foot."""
    for paper in ("A5", "A4", "Tabloid"):
        for lying in (Orientation.PORTRAIT, Orientation.LANDSCAPE):
            options = ExportOptions(fitted=False, paper=paper, orientation=lying)
            sheets = divide_board(CROWN, options)
            for sheet in sheets.sheets:
                left, top, right, low = place_sheet(sheets, sheet).printed
                assert left >= 4 - 1e-6
                assert top >= 4 - 1e-6
                assert right <= sheets.paper.width - 4 + 1e-6
                assert low <= sheets.paper.height - 4 - 13 + 1e-6


def test_an_empty_layout_prints_too() -> None:
    """An empty layout prints as one page, and as one blank sheet."""
    for options in (ExportOptions(), make_options()):
        assert export_board(build_board(Layout()), ".pdf", options).startswith(b"%PDF")


def test_words_of_a_layout_are_no_commands(tmp_path: Path) -> None:
    """A name full of the typesetter's signs is printed as it is."""
    name = '#panic("x") $y$ *bold* \\ "quoted" <label> @ref'
    file = tmp_path / "odd.pdf"
    file.write_bytes(export_board(build_board(Layout(name=name)), file, make_options()))
    assert "#panic" in pages.text(file, 1)


@pytest.mark.parametrize(
    ("changed", "problem"),
    [({"paper": "A44"}, "did you mean A4"), ({"overlap": -1.0}, "overlap"), ({"orientation": "skew"}, "orientation")],
)
def test_options_that_make_no_page_are_refused(changed: dict[str, object], problem: str) -> None:
    """An unknown paper, way to lie or overlap is a usage error that says so."""
    with pytest.raises(UsageError, match=problem):
        ExportOptions(**changed)  # type: ignore[arg-type]


def test_paper_is_found_in_any_case() -> None:
    """letter, LETTER and Letter are one paper."""
    assert len({find_paper(name) for name in ("letter", "LETTER", " Letter ")}) == 1


def test_cropped_sheets_are_small() -> None:
    """A sheet carries its own part of the map: far less than the whole map on every page."""
    data = export_board(CROWN, ".pdf", make_options("parchment"))
    assert len(data) / (len(divide_board(CROWN, make_options()).sheets) + 1) < 60_000
