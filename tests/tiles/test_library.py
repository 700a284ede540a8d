"""Where tiles come from: the stock and one's own folders."""

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.errors import TileError
from dungeon_designer.layout.model import Layout, Section
from dungeon_designer.tiles import library as library_module
from dungeon_designer.tiles.library import (
    FolderLibrary,
    find_own_folder,
    find_stock_folder,
    load_library,
    load_stock_library,
)
from dungeon_designer.tiles.tile_file import read_tile

CELL = "name: Cell\nkind: room\nsquares: ..\n"


def put(folder, name, text=CELL):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_own_sets_stand_beside_the_stock(tmp_path):
    """A folder of sets adds its tiles; files directly in it are a set of the folder's own name."""
    own = tmp_path / "club"
    put(own, "caves/den.yaml")
    put(own, "cell.yml")
    put(own, "caves/notes.txt")
    put(own, "caves/.hidden.yaml", "nonsense")
    put(own, "caves/deeper/far.yaml", "nonsense")
    tiles = load_library([own])
    assert set(tiles.ids) - set(load_stock_library().ids) == {"caves/den", "club/cell"}
    assert tiles.get("caves/den").name == "Cell"
    assert tiles.get("gw-2021/armoury") is load_stock_library().get("gw-2021/armoury")
    assert [tile.id for tile in tiles.list_set_tiles("club")] == ["club/cell"]
    assert "caves/den" in tiles
    assert "caves/none" not in tiles
    assert list(tiles)[-1].id == "club/cell"


def test_an_own_tile_may_join_a_stock_set(tmp_path):
    """A new id in a set of the stock's name is no override."""
    put(tmp_path, "gw-2021/wine-cellar.yaml")
    assert load_library([tmp_path]).get("gw-2021/wine-cellar").size == (2, 1)
    assert (
        len(load_library([tmp_path]).list_set_tiles("gw-2021"))
        == len(load_stock_library().list_set_tiles("gw-2021")) + 1
    )


def test_overriding_a_stock_tile_is_refused(tmp_path):
    """A file that claims an id of the stock is an error that names the file, whichever tile is asked for."""
    path = put(tmp_path, "gw-2021/armoury.yaml")
    with pytest.raises(TileError) as caught:
        load_library([tmp_path]).get("gw-2021/kitchen")
    assert caught.value.file == str(path)
    assert "gw-2021/armoury may not be overridden" in caught.value.problem


def test_two_own_files_of_one_id_are_refused(tmp_path):
    """No folder silently wins over another, nor one ending over the other; one folder named twice is one."""
    put(tmp_path, "a/caves/den.yaml")
    put(tmp_path, "b/caves/den.yml")
    put(tmp_path, "c/caves/den.yaml")
    put(tmp_path, "c/caves/den.yml")
    with pytest.raises(TileError, match=r"b.caves.den\.yml: the tile caves/den stands in .*a.caves.den\.yaml too"):
        list(load_library([tmp_path / "a", tmp_path / "b"]))
    with pytest.raises(TileError, match="stands in"):
        list(load_library([tmp_path / "c"]))
    assert load_library([tmp_path / "a", tmp_path / "a"]).get("caves/den")


def test_what_is_wrong_is_named(tmp_path):
    """A missing folder, an unknown tile and a wrong file each say what they are."""
    with pytest.raises(TileError, match="there is no folder of tiles here"):
        load_library([tmp_path / "none"])
    put(tmp_path, "caves/den.yaml", "name: Den\nkind: rom\nsquares: ..\n")
    tiles = load_library([tmp_path])
    with pytest.raises(TileError, match="did you mean caves/den"):
        tiles.get("caves/dun")
    with pytest.raises(TileError, match=r"den\.yaml:2:7: kind: 'rom' is not known here \(did you mean room\?\)"):
        tiles.get("caves/den")


@pytest.mark.parametrize(
    ("tile", "way_out"),
    [
        (
            "gw-2021/corridor-cross",
            r"gw-2021/corridor-t\?\); 'dungeon-designer tiles gw-2021' lists its set",
        ),
        ("caves/den", "no tile of this name; --tiles brings a folder of sets of your own"),
    ],
)
def test_a_tile_that_is_gone_says_the_way_out(tile, way_out):
    """Whoever lays a tile that no set holds, or holds no more, hears where to look and how to draw it instead."""
    with pytest.raises(TileError, match=f"{way_out}, and 'rows' in place of 'tile' draws the section by hand"):
        build_board(Layout(sections=(Section(id="A", tile=tile),)), load_stock_library())


def test_files_are_read_only_when_their_tile_is_asked_for(tmp_path, monkeypatch):
    """A dungeon without tiles reads no tile file and looks into no folder; one with a tile reads that one, once."""
    put(tmp_path, "caves/den.yaml")
    put(tmp_path, "caves/wrong.yaml", "nonsense")
    put(tmp_path, "gw-2021/armoury.yaml")
    read, looked = [], []
    monkeypatch.setattr(
        library_module, "read_tile", lambda path, tile, home: read.append(tile) or read_tile(path, tile, home)
    )
    real = library_module._list_tile_files
    monkeypatch.setattr(library_module, "_list_tile_files", lambda folder: looked.append(folder) or real(folder))
    drawn = Layout(sections=(Section(id="A", rows=("..",)),))
    assert len(build_board(drawn, load_library([tmp_path]))) == 2
    assert (read, looked) == ([], [])
    (tmp_path / "gw-2021/armoury.yaml").unlink()
    placed = Layout(sections=tuple(Section(id=f"s{n}", tile="caves/den", at=(0, n)) for n in range(3)))
    assert len(build_board(placed, load_library([tmp_path]))) == 6
    assert read == ["caves/den"]
    assert looked[-1] == tmp_path


def test_the_folder_beside_a_layout_is_found(tmp_path):
    """A folder `tiles` in the folder of a layout holds its own sets; without one there is none."""
    assert find_own_folder(tmp_path) is None
    put(tmp_path / "tiles", "den.yaml")
    folder = find_own_folder(tmp_path)
    assert folder is not None
    assert load_library([folder]).get("tiles/den").name == "Cell"


def test_a_folder_of_tiles_may_stand_alone(tmp_path):
    """Without a base, a folder's library holds its own tiles only."""
    put(tmp_path, "caves/den.yaml")
    assert FolderLibrary([tmp_path]).ids == ("caves/den",)
    assert find_stock_folder().name == "tile_library"
