"""The examples with pictures: our own work, legal, and drawn with their pictures."""

from pathlib import Path

import pytest

from dungeon_designer.drawing.compose import draw
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.drawing.placed_pictures import list_credits, list_picture_problems
from dungeon_designer.dungeon import Dungeon
from dungeon_designer.tiles.library import load_library

FOLDER = Path(__file__).parents[2] / "examples" / "pictured"
LIBRARY = load_library([FOLDER / "tiles"])
TILES = LIBRARY.list_set_tiles("quest-pictured")


def test_the_painted_halls_are_legal_and_lie_on_their_picture():
    """The dungeon is legal under its own ruleset, and its picture is drawn and named."""
    dungeon = Dungeon.load(FOLDER / "the-painted-halls.dungeon.json")
    assert dungeon.check().legal
    assert list_picture_problems(dungeon.board) == []
    assert [picture.source.file for picture in draw(dungeon.board).list_pictures()] == ["the-painted-halls.jpg"]
    assert list_credits(dungeon.board, DrawingOptions()) == ("The Painted Halls: by Dungeon Designer, MIT",)


def test_the_set_copies_the_tiles_of_another_set():
    """Each tile of `quest-pictured` is one of `warhammer-quest-style` with a picture, which is our own work."""
    originals = LIBRARY.list_set_tiles("warhammer-quest-style")
    assert [tile.rows for tile in TILES] == [tile.rows for tile in originals]
    assert {tile.picture and (tile.picture.author, tile.picture.licence) for tile in TILES} == {
        ("Dungeon Designer", "MIT")
    }


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id.rpartition("/")[2])
def test_every_tile_of_the_set_is_drawn(tile, tmp_path):
    """The picture of every tile can be drawn."""
    path = tmp_path / "one.dungeon.yaml"
    path.write_text(f"sections:\n  - {{id: a, tile: {tile.id}, at: [0, 0]}}\n")
    board = Dungeon.load(path, tiles=[str(FOLDER / "tiles")]).board
    assert list_picture_problems(board) == []
    assert len(draw(board).list_pictures()) == 1
