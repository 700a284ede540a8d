"""What is printed of a dungeon: subjects as pages, each of which can be looked at alone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from dungeon_designer.analysis.outlines import trace_rings
from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.papers import Paper
from dungeon_designer.exports.pdf import divide_board
from dungeon_designer.exports.pieces.tile_pieces import list_placed_tiles
from dungeon_designer.exports.printed_pages import CentredText, Pages, PrintedPage
from dungeon_designer.exports.printouts import PrintSubject, build_printout
from dungeon_designer.kinds import DEFAULT_COLOURS, Team
from dungeon_designer.layout.dungeon_files import read_dungeon_file
from dungeon_designer.tiles.library import load_library
from dungeon_designer.tiles.tile import Tile
from tests.drawing import boards

from . import pages

CROWN = build_board(boards.CROWN)
LAID = build_board(read_dungeon_file("examples/gw-1989/set-up-3.dungeon.yaml"), load_library())
INK = ExportOptions(drawing=DrawingOptions(theme="ink"), fitted=False)


def read_png_size(data: bytes) -> tuple[int, int]:
    """Return the width and height that the header of a PNG states."""
    return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])


@pytest.mark.parametrize("subject", list(PrintSubject))
def test_a_document_has_its_pages(subject: PrintSubject, tmp_path: Path) -> None:
    """A document shows as many pages as its PDF has, each as large as there."""
    out, file = build_printout(subject, LAID, INK), tmp_path / "out.pdf"
    file.write_bytes(out.write_pdf())
    assert pages.count_pages(file) == len(out)
    for number in {0, len(out) - 1}:
        inches = [side / 25.4 for side in out.measure_page(number)]
        assert read_png_size(out.write_png(number, 30)) == pytest.approx([side * 30 for side in inches], abs=1)


def test_a_page_alone_is_the_page(tmp_path: Path) -> None:
    """A page looked at alone is drawn as among the others: words that look like typst begin no page."""
    tricky = CentredText(text="\n#page(width: 1mm, height: 1mm)[", x=20, y=5, size=9)
    both = Pages("", (PrintedPage(Paper("", 40, 30), texts=(tricky,)), PrintedPage(Paper("", 30, 40))))
    assert len(both) == 2
    assert read_png_size(both.write_png(1, 254)) == (300, 400)
    assert both.write_png(0, 254) != Pages("", (PrintedPage(Paper("", 40, 30)),)).write_png(0, 254)


def test_sheets_have_their_labels() -> None:
    """The overview comes first, then each sheet under its label; nothing else has labels."""
    labels = [sheet.label for sheet in divide_board(CROWN, INK).sheets]
    assert build_printout(PrintSubject.SHEETS, CROWN, INK).labels == ("", *labels)
    assert build_printout(PrintSubject.PAGE, CROWN, INK).labels == ()


def test_a_dungeon_has_the_tiles_it_is_laid_with() -> None:
    """Each tile is printed as often as it is placed, mirrored where it is; each side has its own end zone."""
    pieces = list_placed_tiles(LAID, ExportOptions(square=5.0))
    assert sum(piece.count for piece in pieces) == len(LAID.layout.sections)
    mirrored = Counter(section.flip for section in LAID.layout.sections)[True]
    assert mirrored
    assert sum(piece.count for piece in pieces if "mirrored" in piece.name) == mirrored
    assert {", home" in piece.name or ", away" in piece.name for piece in pieces} == {True, False}


def test_a_mirrored_tile_is_drawn_mirrored() -> None:
    """A tile cut out cannot be turned over, so its outline is the one it has on the table, in some turn."""
    pieces = {
        piece.name: set(map(frozenset, piece.outline)) for piece in list_placed_tiles(LAID, ExportOptions(square=5.0))
    }
    for section in (section for section in LAID.layout.sections if section.flip):
        tile = LAID.library.get(section.tile)
        side = f", {section.side}" if section.side else ""
        outline = pieces[f"{tile.name}{side}, mirrored"]
        assert any(outline == _draw_outline(tile, turn, flip=True) for turn in (0, 1))
    assert any(_draw_outline(LAID.library.get(s.tile), 0, True) != _draw_outline(LAID.library.get(s.tile), 0, False)
               for s in LAID.layout.sections if s.flip)  # fmt: skip


def _draw_outline(tile: Tile, turn: int, flip: bool) -> set[frozenset[tuple[float, float]]]:
    squares = {square for square, _ in tile.list_placed_squares((0, 0), turn, flip)}
    return {frozenset((float(x), float(y)) for x, y in ring) for ring in trace_rings(squares)}


def test_no_tiles_no_pages() -> None:
    """A dungeon drawn by hand has no tiles to print, and the error says what to do."""
    with pytest.raises(UsageError, match=r"has no tiles.*print the map"):
        build_printout(PrintSubject.TILES, CROWN, INK)


def test_end_zones_of_four_sides_are_printed_with_their_emblems() -> None:
    """Tiles laid for four coaches say whose they are as the map does: each End Zone has its side's word and emblem."""
    board = build_board(read_dungeon_file("examples/gw-2021-multiplayer/the-four-stairs.dungeon.yaml"), load_library())
    zones = [piece for piece in list_placed_tiles(board, ExportOptions(square=20.0)) if "End Zone" in piece.name]
    assert [piece.name.split(", ")[1] for piece in zones] == ["away", "fourth", "home", "third"]
    emblems = [piece.front.find_layer("sides").groups[0].shapes[-1] for piece in zones]
    assert [emblem.style.fill for emblem in emblems] == [DEFAULT_COLOURS[Team(p.name.split(", ")[1])] for p in zones]
