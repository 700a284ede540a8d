"""Maps that Tiled saved or that were changed there, and maps that would cost too much."""

from __future__ import annotations

import base64
import json
import tracemalloc
import zlib
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.drawing_options import DrawingOptions
from dungeon_designer.errors import ReadError
from dungeon_designer.exports.export_options import ExportOptions
from dungeon_designer.exports.exporters import export_board
from dungeon_designer.imports.import_result import ImportResult
from dungeon_designer.imports.importers import read_foreign
from dungeon_designer.layout.dungeon_files import read_dungeon_file
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.tiles.library import load_library
from dungeon_designer.tiles.tile import TileLibrary
from tests.imports.files import TILED, encode_json

SAVED = Path(__file__).with_name("tiled")
KEEP = read_dungeon_file(SAVED / "keep.dungeon.yaml")


def read_map(layout: Layout, hidden: bool = True) -> dict[str, Any]:
    """Return what a Tiled map of a layout holds."""
    options = ExportOptions(drawing=DrawingOptions(hidden=hidden))
    found: dict[str, Any] = json.loads(export_board(build_board(layout, load_library()), "x.tmj", options))
    return found


def read(data: dict[str, Any], tiles: TileLibrary | None = None) -> ImportResult:
    """Return the dungeon in the data of a map."""
    return read_foreign(encode_json(data), "x.tmj", tiles)


@pytest.mark.parametrize("name", ["keep.tmx", "keep.tmj", "endless.tmx"])
def test_what_tiled_saved_again_is_the_same_dungeon(name: str) -> None:
    """Tiled 1.8.2 opened our map of every kind of thing and saved it as XML, as JSON, and endless with packed tiles."""
    found = read_foreign((SAVED / name).read_bytes(), name)
    assert (found.layout, found.changed_features, found.dropped_features) == (KEEP, (), ())


def test_a_placed_tile_changed_in_tiled_is_drawn_and_told() -> None:
    """A square painted over is no longer the tile's: it is drawn as it is now, with what was printed on it."""
    data = read_map(KEEP)
    floor = data["layers"][0]
    floor["data"][floor["data"].index(1)] = 2
    found = read(data)
    hall = found.layout.sections[0]
    assert (hall.tile, hall.kind, hall.name, len(hall.squares)) == ("", "large_room", "Store", 31)
    assert found.changed_features == ("1 x placed tile (drawn by hand: its squares were changed)",)
    assert sum(obstacle.kind == "idol" for obstacle in found.layout.obstacles) == 4


def test_a_tile_that_no_set_holds_is_drawn_and_told() -> None:
    """Without the set of a tile its floor and its ground come in, and the account names what is lost."""
    found = read(read_map(KEEP), TileLibrary())
    assert found.changed_features == ("1 x placed tile (drawn by hand: no set here holds it)",)
    assert build_board(found.layout, load_library()).squares == build_board(KEEP, load_library()).squares


def test_a_map_moved_in_tiled_keeps_its_tiles() -> None:
    """Tiled's Resize Map moves squares and objects alike: the dungeon lies elsewhere and is the same."""
    layout = read_sketch("sections:\n  - {id: a, tile: gw-2021/chaotic-idol, at: [0, 0], turn: 1}\nchests: [[0, 0]]")
    data = read_map(layout)
    floor = data["layers"][0]
    rows = [floor["data"][at : at + floor["width"]] for at in range(0, len(floor["data"]), floor["width"])]
    wide = floor["width"] + 3
    moved = [0] * wide * 2 + [number for row in rows for number in ([0] * 3 + row)]
    floor |= {"width": wide, "height": floor["height"] + 2, "data": moved}
    for layer in data["layers"][1:]:
        for thing in layer["objects"]:
            thing |= {"x": thing["x"] + 3 * 32, "y": thing["y"] + 2 * 32}
    section = read(data).layout.sections[0]
    assert (section.tile, section.at, section.turn) == ("gw-2021/chaotic-idol", (3, 2), 1)


def test_a_map_for_players_tells_that_faces_are_missing() -> None:
    """A map for players says when it is read that faces were left out."""
    assert "faces" in read(read_map(KEEP, hidden=False)).summary
    assert "faces" not in read(read_map(KEEP)).summary


def write_packed_map(side: int, **more: Any) -> dict[str, Any]:
    """Return a map of so many squares a side, each with a tile, in little text."""
    cells = base64.b64encode(zlib.compress(b"\1\0\0\0" * side**2, 9)).decode()
    layer = {"type": "tilelayer", "width": side, "height": side, "data": cells, **more}
    return TILED | {"layers": [{**layer, "encoding": "base64", "compression": "zlib"}]}


def end_zone(**more: Any) -> dict[str, Any]:
    """Return a map with an object on it."""
    return TILED | {"layers": [TILED["layers"][0], {"type": "objectgroup", "objects": [{"type": "end_zone", **more}]}]}


HEAD = b'"tilewidth": 16, "tileheight": 16'
FAR = [{"x": x, "y": y, "width": 1, "height": 1, "data": [1]} for x, y in ((-9999, -9999), (9999, 9999))]
LONG = [{"x": 0, "y": 0, "width": w, "height": h, "data": [1] * 5_000} for w, h in ((5_000, 1), (1, 5_000))]
HOSTILE = {
    "a million squares": encode_json(write_packed_map(1_000)),
    "five layers": encode_json(TILED | {"layers": write_packed_map(500)["layers"] * 5}),
    "a small tile": encode_json(TILED | {"tilewidth": 1e-300}),
    "half a letter": b'{"layers": [], "properties": [{"name": "name", "value": "\\ud800"}], ' + HEAD + b"}",
    "a long number": encode_json(TILED).replace(b'"width": 6', b'"width": ' + b"9" * 5_000),
    "deep": encode_json(TILED).replace(b'"layers": [', b'"layers": [' + b'{"type": "group", "layers": [' * 900, 1),
    "deep and whole": b'{"tilewidth": 9, "tileheight": 9, "layers": '
    + b'[{"layers": ' * 300
    + b"[]"
    + b"}]" * 300
    + b"}",
    "a wide object": encode_json(end_zone(width=16 * 9_999, height=16 * 9_999)),
    "an object far off": encode_json(end_zone(x=1e300)),
    "far apart": encode_json(TILED | {"layers": [{"type": "tilelayer", "chunks": FAR}]}),
    "a thin angle": encode_json(TILED | {"layers": [{"type": "tilelayer", "chunks": LONG}]}),
}
ELSEWHERE = {
    "entities.tmx": b'<!DOCTYPE map [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><map name="&b;"/>',
    "deep.tmx": b"<map>" * 40_000 + b"</map>" * 40_000,
    "deep groups.tmx": b'<map tilewidth="9" tileheight="9">' + b"<group>" * 400 + b"</group>" * 400 + b"</map>",
    "list.tmx": b'<map tilewidth="9" tileheight="9" layers="x"><properties layers="x"/><layer/></map>',
    "grid.txt": b"\n".join([b"." * 1_000] * 251),
    "words.tsv": b"F\t" * 250_001,
}


@pytest.mark.parametrize(
    ("name", "data"), [*((f"{name}.tmj", data) for name, data in HOSTILE.items()), *ELSEWHERE.items()]
)
def test_what_would_cost_too_much_is_one_line_and_costs_nothing(name: str, data: bytes) -> None:
    """Squares are counted before any is unpacked or laid: a second and 40 MB are plenty."""
    tracemalloc.start()
    begin = process_time()
    with pytest.raises(ReadError) as error:
        read_foreign(data, name)
    used, (_, most) = process_time() - begin, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert str(error.value).startswith(f"{name}:")
    assert "\n" not in str(error.value)
    assert used < 1
    assert most < 40 * 2**20
