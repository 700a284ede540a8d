"""Pieces to cut out, and the sheets they lie on."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.labels import measure_text_box
from dungeon_designer.drawing.shapes import Text
from dungeon_designer.drawing.themes import THEMES, find_theme
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.pack.pack_model import Pack
from dungeon_designer.exports.papers import Orientation
from dungeon_designer.exports.pieces.piece_kinds import (
    PieceKind,
    PieceSort,
    PrintedPiece,
    build_piece,
    build_pieces,
    count_pieces,
    draw_face,
    list_full_set,
)
from dungeon_designer.exports.pieces.piece_pages import PIECE_GAP_MM, PIECE_MARGIN_MM, arrange_pieces, build_piece_pages
from dungeon_designer.exports.pieces.tile_pieces import build_tile_pieces
from dungeon_designer.exports.printouts import build_cut_out_pages
from dungeon_designer.kinds import DEFAULT_EMBLEMS, Emblem, Team
from dungeon_designer.layout.model import MatchTeam
from dungeon_designer.tiles.library import load_library
from tests.drawing import boards

from . import pages
from .test_pack import make_chapter

CROWN, ENGINE = build_board(boards.CROWN), build_board(boards.ENGINE)
INK = find_theme("ink")


def test_a_dungeon_is_given_what_it_is_played_with() -> None:
    """A dungeon gets as many chests, portals, doors and markers as are drawn, its balls and both templates."""
    wanted, layout = count_pieces(CROWN), boards.CROWN
    by_sort = {sort: sum(count for kind, count in wanted.items() if kind.sort is sort) for sort in PieceSort}
    assert by_sort[PieceSort.CHEST_BALL] == layout.balls
    assert by_sort[PieceSort.CHEST_BALL] + by_sort[PieceSort.CHEST_TRAP] == len(layout.chests)
    assert {kind.numbers for kind in wanted if kind.sort is PieceSort.PORTAL} == {(p.number,) for p in layout.portals}
    assert by_sort[PieceSort.DOOR] == len(layout.doors)
    assert by_sort[PieceSort.BOUNCE] == by_sort[PieceSort.SCATTER] == 1


def test_an_event_needs_the_most_that_any_dungeon_does() -> None:
    """Pieces go from dungeon to dungeon: of each kind there are as many as the dungeon with most of it has."""
    crown, engine = count_pieces(CROWN), count_pieces(ENGINE)
    both = Pack("Cup", "", "", (make_chapter(boards.CROWN, ""), make_chapter(boards.ENGINE, ""))).materials.pieces
    assert both == {kind: max(crown.get(kind, 0), engine.get(kind, 0)) for kind in sorted({*crown, *engine})}


@pytest.mark.parametrize("theme", list(THEMES))
def test_what_is_hidden_cannot_be_told_from_outside(theme: str) -> None:
    """All chests have one lid and all counters one back, whatever is on the other side."""
    chests = [
        build_piece(PieceKind(sort), 1, find_theme(theme)) for sort in (PieceSort.CHEST_BALL, PieceSort.CHEST_TRAP)
    ]
    words = ("nothing", "open_pit", "spiked_pit")
    counters = [build_piece(PieceKind(PieceSort.COUNTER, (), word), 1, find_theme(theme)) for word in words]
    for alike in (chests, counters):
        assert len({each.front for each in alike}) == 1
        assert len({each.back for each in alike}) == len(alike)


def test_the_box_holds_every_portal() -> None:
    """The set for any dungeon has portals 1 to 12, chests for two balls, counters, doors and trapdoors."""
    kinds = list_full_set()
    assert {kind.numbers[0] for kind in kinds if kind.sort is PieceSort.PORTAL} == set(range(1, 13))
    assert {kind.sort for kind in kinds} == set(PieceSort) - {PieceSort.BALL}


pieces = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 9)), min_size=1, max_size=8)


@given(pieces)
def test_pieces_lie_apart_and_within_the_page(sizes: list[tuple[int, int, int]]) -> None:
    """Every copy has a place; no two overlap on a sheet, on the front or on the back; none leaves the paper."""
    wanted = [
        PrintedPiece(f"{w}x{h}-{i}", n, draw_face(INK, (float(w), float(h)))) for i, (w, h, n) in enumerate(sizes)
    ]
    paper, laid = arrange_pieces(wanted, ExportOptions(paper="A4"))
    assert sorted(each.piece.name for each in laid) == sorted(p.name for p in wanted for _ in range(p.count))
    for one in laid:
        assert one.left >= 4
        assert one.left + one.width <= paper.width - 4
        assert one.find_back_left(paper) >= 4
        assert one.top + one.height <= paper.height - 4 - 13
        for other in laid:
            if other is not one and other.sheet == one.sheet:
                apart = one.left + one.width < other.left or other.left + other.width < one.left
                assert apart or one.top + one.height < other.top or other.top + other.height < one.top


def test_rows_fill_a_sheet_to_its_foot() -> None:
    """Two rows of pieces and the gap between them may take all there is of a sheet."""
    long = PrintedPiece("long", 2, draw_face(INK, (4.0, (297 - 2 * PIECE_MARGIN_MM - 13 - PIECE_GAP_MM) / 2 / 29)))
    _, laid = arrange_pieces([long], ExportOptions(square=29.0, paper="A4", orientation=Orientation.PORTRAIT))
    assert [each.sheet for each in laid] == [0, 0]


def test_the_ground_of_a_back_goes_on_beyond_the_cut() -> None:
    """Behind each back its colour reaches a millimetre beyond it on every side."""
    wanted = build_pieces({PieceKind(PieceSort.PORTAL, (3,)): 2}, "ink")
    _, back = build_piece_pages(wanted, ExportOptions(), "")
    assert len(back.grounds) == len(back.pictures) == 2
    for ground, picture in zip(back.grounds, back.pictures, strict=True):
        assert (picture.x - ground.x, picture.y - ground.y) == pytest.approx((1, 1))
        assert (ground.width - picture.width, ground.height - picture.height) == pytest.approx((2, 2))


def test_fronts_and_backs_meet(tmp_path: Path) -> None:
    """Turned over about its upright axis, each back lies behind its front, as poppler finds them on the pages."""
    wanted = build_pieces({PieceKind(PieceSort.PORTAL, (3,)): 2, PieceKind(PieceSort.MARKER, (), "home"): 1}, "ink")
    options = ExportOptions()
    paper, laid = arrange_pieces(wanted, options)
    file = tmp_path / "pieces.pdf"
    file.write_bytes(build_cut_out_pages(wanted, options, "Pieces").write_pdf())
    assert pages.count_pages(file) == 2
    cuts = {round(s.start[0], 1) for s in pages.list_strokes(file, 1, tmp_path) if s.painted("#777777")}
    assert cuts >= {round(each.left, 1) for each in laid}
    for each in laid:
        assert each.left + each.width + each.find_back_left(paper) == pytest.approx(paper.width)
    marker = next(each for each in laid if each.piece.name == "marker: home")
    frame = [line for line in pages.list_strokes(file, 2, tmp_path) if abs(line.length - 1.84 * 29) < 0.05]
    assert frame
    for line in frame:
        near = min(line.start[0], line.end[0])
        assert near == pytest.approx(paper.width - marker.left - marker.width + 0.08 * 29, abs=0.1)
    assert "flip on the long edge" in pages.text(file, 1)
    assert "back" in pages.text(file, 2)


def test_pieces_are_as_large_as_squares(tmp_path: Path) -> None:
    """The cutting lines of a counter are a square apart, within a tenth of a millimetre."""
    file = tmp_path / "pieces.pdf"
    portal = build_pieces({PieceKind(PieceSort.PORTAL, (1,)): 1}, "ink")
    file.write_bytes(build_cut_out_pages(portal, ExportOptions(square=32.0), "").write_pdf())
    lines = [s for s in pages.list_strokes(file, 1, tmp_path) if s.painted("#777777")]
    assert lines
    assert all(abs(line.length - 32.0) < 0.1 for line in lines)
    assert pages.list_images(file) == []


def test_a_piece_larger_than_the_paper_is_named() -> None:
    """A piece larger than the paper is named, with the remedy."""
    with pytest.raises(UsageError, match=r"scatter template.*choose larger paper"):
        arrange_pieces(build_pieces({PieceKind(PieceSort.SCATTER): 1}, "ink"), ExportOptions(square=80.0))


@pytest.mark.parametrize("name", load_library().sets)
def test_tiles_come_as_often_as_their_stock_says(name: str) -> None:
    """Every square of every copy in the box is printed once; a tile of no stock comes once (a goal once a side)."""
    tiles = load_library().list_set_tiles(name)
    made = build_tile_pieces(tiles, load_library(), ExportOptions())
    for tile in tiles:
        own = [each for each in made if each.name == tile.name or each.name.startswith(f"{tile.name}, ")]
        area = sum(each.count * _measure_area(each) for each in own)
        assert area == pytest.approx(len(tile.letters) * _count_copies(tile.stock, tile.kind.value, tile.side is None))
    arrange_pieces(made, ExportOptions())


def _count_copies(stock: int | None, kind: str, sideless: bool) -> int:
    both = 2 if kind in ("end_zone", "entry") and sideless else 1
    return both if stock is None else max(stock, both) if stock else 0


def _measure_area(each: PrintedPiece) -> float:
    """Return the area within a piece's outline, in squares."""
    total = 0.0
    for ring in each.rings:
        total += sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)) / 2
    return abs(total)


def test_the_same_pieces_give_the_same_bytes() -> None:
    """The same pieces give the same bytes."""
    one, other = (
        build_cut_out_pages(build_pieces(count_pieces(ENGINE), "slate"), ExportOptions(), "x").write_pdf()
        for _ in range(2)
    )
    assert one == other


def test_every_side_has_its_markers() -> None:
    """A dungeon for six has a marker for each zone, with its emblem, in the order of the sides; no two are alike."""
    kinds = [kind for kind in count_pieces(build_board(boards.MELEE)) if kind.sort is PieceSort.MARKER]
    assert [kind.name for kind in kinds] == [f"marker: {team}, {emblem}" for team, emblem in DEFAULT_EMBLEMS.items()]
    assert {count_pieces(build_board(boards.MELEE))[kind] for kind in kinds} == {2}
    assert len({build_piece(kind, 1, INK).front.layers for kind in kinds}) == len(kinds)
    assert {kind.name for kind in count_pieces(CROWN) if kind.sort is PieceSort.MARKER} == {
        "marker: home",
        "marker: away",
    }
    assert {kind.word for kind in list_full_set() if kind.sort is PieceSort.MARKER} == set(DEFAULT_EMBLEMS)


@pytest.mark.parametrize("theme", ["parchment", "contrast"])
def test_markers_have_the_colours_the_dungeon_says(theme: str) -> None:
    """A side's own colour is the ground of its marker, and its own emblem stands on it."""
    sides = (MatchTeam(id=Team.HOME, colour="#112233", emblem=Emblem.STAR), MatchTeam(id=Team.AWAY))
    home, _ = sorted(
        k for k in count_pieces(build_board(replace(boards.CROWN, sides=sides))) if k.sort is PieceSort.MARKER
    )
    assert home.name == "marker: home, star"
    assert build_piece(home, 1, find_theme(theme)).front.background == "#112233"


@pytest.mark.parametrize("word", ["pit", "spiked_pit", "bottomless_abyss", "MAMMOTH_MAW_OF_THE_SEVEN_KINGS", "ŁĄKA"])
@pytest.mark.parametrize("size", [(1, 1), (2, 2)])
def test_what_lies_below_a_trapdoor_is_written_within_its_hole(word: str, size: tuple[int, int]) -> None:
    """However long the word, its letters lie in the dark of the hole."""
    opened = build_piece(PieceKind(PieceSort.TRAPDOOR, size, word), 1, THEMES["parchment"]).back
    assert opened is not None
    words = [shape for shape in opened.layers[0].groups[0].shapes if isinstance(shape, Text)]
    assert " ".join(text.text for text in words) == word.replace("_", " ")
    for text in words:
        left, top, right, low = measure_text_box(text, opened)
        assert min(left, top) >= 0.2
        assert right <= size[0] - 0.2
        assert low <= size[1] - 0.2
