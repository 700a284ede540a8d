"""Several maps on one sheet."""

from __future__ import annotations

from itertools import combinations

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.compose import draw
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.side_by_side import MIN_SQUARE_MM, build_side_by_side_pages
from tests.drawing.boards import CROWN, ENGINE, MELEE


@pytest.mark.parametrize("paper", ["A4", "A3", "A0"])
@pytest.mark.parametrize("count", [1, 2, 7, 12])
def test_maps_share_sheets_and_lie_on_no_other(paper: str, count: int) -> None:
    """Every map lies whole on the paper and apart from the others, all to one scale that can be read."""
    drawings = [draw(build_board((CROWN, ENGINE, MELEE)[at % 3])) for at in range(count)]
    pages = build_side_by_side_pages(drawings, ExportOptions(paper=paper), "All").pages
    pictures = [picture for page in pages for picture in page.pictures]
    assert len(pictures) == count
    scales = [picture.width / drawing.size[0] for picture, drawing in zip(pictures, drawings, strict=True)]
    assert scales == pytest.approx([max(scales)] * count)
    assert min(scales) >= MIN_SQUARE_MM
    for page in pages:
        boxes = [(each.x, each.y, each.x + each.width, each.y + each.height) for each in page.pictures]
        assert all(left >= 0 and top >= 0 for left, top, _, _ in boxes)
        assert all(right <= page.paper.width and low <= page.paper.height for _, _, right, low in boxes)
        for one, other in combinations(boxes, 2):
            assert one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


def test_a_larger_sheet_holds_more() -> None:
    """Twelve maps take one sheet of A0, and fewer of A3 than of A4."""
    drawings = [draw(build_board(CROWN))] * 12
    counts = [
        len(build_side_by_side_pages(drawings, ExportOptions(paper=paper), "All")) for paper in ("A4", "A3", "A0")
    ]
    assert counts[0] > counts[1] > counts[2] == 1
