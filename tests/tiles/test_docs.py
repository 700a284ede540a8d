"""What the pages about tiles show is true."""

import re
from pathlib import Path

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.kinds import ObstacleKind, SectionKind, TerrainKind
from dungeon_designer.layout.dungeon_files import read_layout
from dungeon_designer.tiles.library import load_stock_library
from dungeon_designer.tiles.tile_file import parse_tile

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("reference/tile.md", "how-to/own-tiles.md", "reference/tile-sets.md")
PAGE = "\n".join((DOCS / page).read_text(encoding="utf-8") for page in PAGES)
TILE, SKETCH = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)


def test_the_tile_on_the_page_is_read():
    """The example of a tile file is one."""
    tile = parse_tile(TILE.encode(), "wine-cellar.yaml", "my-club/wine-cellar")
    assert (tile.size, tile.stock, len(tile.features)) == ((6, 4), 2, 6)


def test_the_dungeon_on_the_page_is_joined():
    """The example of placed tiles covers nothing twice, and its three doors stand on borders of two tiles."""
    board = build_board(read_layout(SKETCH.encode(), "two.dungeon.yaml"), load_stock_library())
    assert not board.overlaps
    assert len(board.edge_doors) == 3 * 2
    assert [section.name for section in board.sections][:2] == ["The Armoury", "Straight Corridor"]


@pytest.mark.parametrize("words", [SectionKind, TerrainKind, ObstacleKind])
def test_every_word_is_on_the_page(words):
    """Kinds of sections, terrain and obstacles are all named."""
    assert [word for word in words if f"`{word}`" not in PAGE] == []


def test_every_tile_of_the_stock_is_on_the_page():
    """The page speaks of each tile of each set."""
    for tile in load_stock_library():
        name = tile.id.rpartition("/")[2]
        assert f"`{name}`" in PAGE or f"`{tile.set_name}/{name}`" in PAGE, tile.id


def find_gaps(letters):
    """Yield floor between two walls, with floor before and behind."""
    for x, y in letters:
        sides, ends = [(x - 1, y), (x + 1, y)], [(x, y - 1), (x, y + 1)]
        for walls, ways in ((sides, ends), (ends, sides)):
            if not any(square in letters for square in walls) and all(square in letters for square in ways):
                yield x, y


def test_the_gaps_on_the_page_are_the_gaps():
    """The page lists every gap of every dungeon board where a door may stand, and no other."""
    lines = dict(re.findall(r"\| `(board-\d)` \| (\(.*) \|", PAGE))
    told = {name: {(int(x), int(y)) for x, y in re.findall(r"(\d+), (\d+)", line)} for name, line in lines.items()}
    for number in range(1, 7):
        found = set(find_gaps(load_stock_library().get(f"gw-1989/board-{number}").letters))
        assert told.get(f"board-{number}", set()) == found
