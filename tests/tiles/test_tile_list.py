"""Tiles listed as text."""

import pytest

from dungeon_designer.errors import TileError
from dungeon_designer.kinds import SectionKind, Team
from dungeon_designer.tiles.library import (
    MAX_LINE_LENGTH,
    format_tile,
    format_tile_list,
    load_library,
    load_stock_library,
)
from dungeon_designer.tiles.tile import Tile, TileLibrary
from tests.pictures.samples import write_tile


def test_a_tile_is_drawn_with_all_that_is_said_of_it():
    """Id, name, facts, rows as drawn, the letters that are more than floor, rule, source and notes."""
    tile = Tile(
        id="my/gate",
        name="The Gate",
        kind=SectionKind.END_ZONE,
        rows=("#.H#", "K..~"),
        enclosed=True,
        side=Team.HOME,
        stock=1,
        rule="Mind the step.",
        source="Ours, page 1",
        notes="New.",
        legend={"K": "throne", "H": "rope_bridge"},
    )
    assert format_tile(tile) == [
        "my/gate  The Gate",
        "  end zone of home, 4 x 2, 6 squares, walled off except at doors, 1 in the box",
        "  #.H#",
        "  K..~",
        "  H rope bridge, K throne, ~ lava",
        "  Mind the step.",
        "  Ours, page 1",
        "  New.",
    ]


def test_one_set_or_all_are_listed():
    """A set by name lists its tiles only; none named lists every set; an unknown one is an error."""
    assert format_tile_list(load_stock_library(), "db7s-2019")[:3] == ["db7s-2019: 3 tiles", "==================", ""]
    text = "\n".join(format_tile_list(load_stock_library()))
    assert all(f"\n{tile.id}  {tile.name}\n" in text for tile in load_stock_library())
    assert all(f"{name}: " in text for name in load_stock_library().sets)
    assert max(map(len, text.split("\n"))) <= MAX_LINE_LENGTH
    with pytest.raises(TileError, match="did you mean gw-2021"):
        format_tile_list(load_stock_library(), "gw-2020")


def test_no_tiles_are_no_lines():
    """An empty library lists nothing; a set of one tile is not called tiles."""
    assert format_tile_list(TileLibrary()) == []
    single = TileLibrary([Tile(id="my/dot", name="Dot", kind=SectionKind.ROOM, rows=(".",))])
    assert format_tile_list(single)[0] == "my: 1 tile"
    assert format_tile_list(single)[4] == "  room, 1 x 1, 1 square"


def test_the_list_says_which_tiles_have_pictures(tmp_path):
    """The list names the picture of each tile that has one, and does not look whether the file is there."""
    write_tile(tmp_path, "photo.png")
    write_tile(tmp_path, "photo.png", name="plain")
    plain_file = tmp_path / "tiles" / "mine" / "plain.yaml"
    plain_file.write_text(plain_file.read_text().replace("picture: photo.png\n", ""))
    lines = format_tile_list(load_library([str(tmp_path / "tiles")]), "mine")
    assert lines[lines.index("mine/cell  Cell") + 4] == "  picture: photo.png"
    assert sum("picture" in line for line in lines) == 1
