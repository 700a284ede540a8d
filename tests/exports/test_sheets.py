"""Cutting a map into sheets."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dungeon_designer.board.build import build_board
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.papers import FOOT_HEIGHT_MM, PAGE_MARGIN_MM, PAPERS, Orientation, find_paper
from dungeon_designer.exports.pdf import divide_board
from dungeon_designer.exports.printed_pages import build_foot
from dungeon_designer.exports.sheets import MAX_SHEETS, Sheet, build_overview, divide_into_sheets, find_fewest_sheets
from dungeon_designer.exports.svg import draw_board
from dungeon_designer.grid import Side, Size, Square, list_block_squares
from dungeon_designer.layout.model import Layout, Section

squares = st.sets(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=1, max_size=80)
rooms = st.tuples(st.integers(3, 9), st.integers(3, 9))


@given(squares, rooms)
def test_every_square_lies_on_exactly_one_sheet(floor: set[Square], room: tuple[int, int]) -> None:
    """No square of a dungeon is lost between sheets, and none is printed on two cutting areas."""
    sheets = divide_into_sheets(floor, room)
    held = Counter(square for sheet in sheets for square in floor if sheet.has_square(square))
    assert held == Counter(floor)
    for sheet in sheets:
        assert sheet.size[0] <= room[0]
        assert sheet.size[1] <= room[1]


@given(squares, rooms)
def test_no_sheet_is_blank_and_none_is_wasted(floor: set[Square], room: tuple[int, int]) -> None:
    """A sheet without a square of floor is left out, and there are never more than cutting evenly would need."""
    sheets = divide_into_sheets(floor, room)
    assert all(any(sheet.has_square(square) for square in floor) for sheet in sheets)
    left, top = min(x for x, _ in floor), min(y for _, y in floor)
    plain = {((x - left) // room[0], (y - top) // room[1]) for x, y in floor}
    assert len(sheets) <= len(plain)


@given(squares, rooms)
def test_labels_tell_sheets_and_their_places(floor: set[Square], room: tuple[int, int]) -> None:
    """Every label is used once; sheets of one row share their upper cut, those of one column their left one."""
    sheets = divide_into_sheets(floor, room)
    assert len({sheet.label for sheet in sheets}) == len(sheets)
    assert len({(sheet.row, sheet.corner[1], sheet.size[1]) for sheet in sheets}) == len({s.row for s in sheets})
    assert len({(sheet.column, sheet.corner[0], sheet.size[0]) for sheet in sheets}) == len({s.column for s in sheets})


@pytest.mark.parametrize(("row", "column", "label"), [(0, 0, "A1"), (1, 2, "B3"), (25, 9, "Z10"), (26, 0, "AA1")])
def test_a_sheet_is_called_by_row_and_column(row: int, column: int, label: str) -> None:
    """Rows have letters, columns numbers from 1; after Z comes AA."""
    assert Sheet(row, column, (0, 0), (1, 1)).label == label


def test_the_first_cut_moves_where_that_spares_a_sheet() -> None:
    """Two rooms far apart are cut so that neither is split in two."""
    floor = [*list_block_squares((0, 0), (3, 3)), *list_block_squares((7, 0), (4, 3))]
    assert len(divide_into_sheets(floor, (4, 3))) == 2


def test_nothing_is_no_sheet() -> None:
    """An empty dungeon needs no paper."""
    assert divide_into_sheets([], (4, 4)) == ()


@pytest.mark.parametrize(
    ("paper", "square", "room"),
    [("A4", 29.0, (6, 9)), ("A4", 32.0, (6, 8)), ("A4", 34.0, (5, 7)), ("Letter", 25.4, (7, 9)), ("A3", 29.0, (9, 13))],
)
def test_a_sheet_holds_as_many_squares_as_fit(paper: str, square: float, room: tuple[int, int]) -> None:
    """On upright paper with 5 mm of overlap: whole squares between margins, marks and foot."""
    found = find_fewest_sheets(list_block_squares((0, 0), room), square, find_paper(paper), Orientation.PORTRAIT, 5.0)
    assert len(found.sheets) == 1
    for wider in ((room[0] + 1, room[1]), (room[0], room[1] + 1)):
        assert (
            len(
                find_fewest_sheets(
                    list_block_squares((0, 0), wider), square, find_paper(paper), Orientation.PORTRAIT, 5.0
                ).sheets
            )
            == 2
        )


def test_the_paper_lies_as_needs_fewer_sheets() -> None:
    """A wide map is printed on landscape sheets, a tall one upright, unless a way is asked for."""
    wide, tall, paper = list_block_squares((0, 0), (9, 6)), list_block_squares((0, 0), (6, 9)), find_paper("A4")
    assert find_fewest_sheets(wide, 29.0, paper, Orientation.AUTO, 5.0).paper.is_landscape
    assert not find_fewest_sheets(tall, 29.0, paper, Orientation.AUTO, 5.0).paper.is_landscape
    assert find_fewest_sheets(tall, 29.0, paper, Orientation.LANDSCAPE, 5.0).paper.is_landscape
    assert not find_fewest_sheets(wide, 29.0, paper, Orientation.PORTRAIT, 5.0).paper.is_landscape


def test_neighbours_are_named_by_side() -> None:
    """The sheet to the east of A1 is A2, and where nothing is printed there is no neighbour."""
    found = find_fewest_sheets([(0, 0), (9, 0), (9, 9)], 29.0, find_paper("A5"), Orientation.PORTRAIT, 0.0)
    first = found.sheets[0]
    assert first.label == "A1"
    assert found.find_adjacent_sheet(first, Side.WEST) is None
    last = found.sheets[-1]
    assert all(
        found.find_adjacent_sheet(last, side) is None or found.find_adjacent_sheet(last, side) in found.sheets
        for side in Side
    )
    for sheet in found.sheets:
        for side in Side:
            other = found.find_adjacent_sheet(sheet, side)
            assert other is None or found.find_adjacent_sheet(other, side.opposite) == sheet


def test_paper_too_small_for_a_square_is_refused() -> None:
    """A square that no way of laying the paper has room for, with its walls whole, is named with the paper."""
    with pytest.raises(UsageError, match="200 mm does not fit on A4"):
        find_fewest_sheets([(0, 0)], 200.0, PAPERS["A4"], Orientation.AUTO, 5.0)
    assert find_fewest_sheets([(0, 0)], 150.0, PAPERS["A4"], Orientation.PORTRAIT, 5.0).sheets


def test_a_mountain_of_sheets_is_refused() -> None:
    """A scale that needs hundreds of sheets is a slip, and said to be one."""
    with pytest.raises(UsageError, match=f"more than {MAX_SHEETS}"):
        divide_into_sheets([(0, 0), (2000, 2000)], (5, 5))


@pytest.mark.parametrize("size", [(40, 3), (3, 40), (9, 9)])
@pytest.mark.parametrize("paper", ["A5", "A3"])
def test_the_overview_stays_within_the_page(size: Size, paper: str) -> None:
    """The whole map lies between the margins, below its title and above the foot, as large as there is room."""
    board = build_board(Layout(sections=(Section(id="A", rows=("." * size[0],) * size[1]),), name="A hall"))
    options = ExportOptions(fitted=False, paper=paper, orientation=Orientation.PORTRAIT)
    sheets = divide_board(board, options)
    page = build_overview(draw_board(board, options), sheets, "")
    (shown,) = page.pictures
    left, right = shown.x, page.paper.width - shown.x - shown.width
    top, low = shown.y, page.paper.height - FOOT_HEIGHT_MM - shown.y - shown.height
    assert left == pytest.approx(right)
    assert min(left, right) >= PAGE_MARGIN_MM
    assert min(top, low) >= PAGE_MARGIN_MM + 15
    labels = {text.text: (text.x, text.y) for text in page.texts}
    for sheet, outline in zip(sheets.sheets, page.outlines, strict=True):
        for at, ends in zip(labels[sheet.label], zip(*outline.points, strict=True), strict=True):
            assert abs(at - (min(ends) + max(ends)) / 2) < 1
    assert min(left, right) < PAGE_MARGIN_MM + 5 or min(top, low) < PAGE_MARGIN_MM + 25


def test_the_words_of_a_foot_begin_beside_its_label() -> None:
    """A longer label takes more room, and the lines beside it have as much less; without one they begin at the left."""
    none, short, long = (build_foot(PAPERS["A4"], label, ("x" * 200,)) for label in ("", "A1", "AA10"))
    assert [each.label_width for each in (none, short, long)] == [0, 15, 27]
    assert len(none.lines[0]) > len(short.lines[0]) > len(long.lines[0])
