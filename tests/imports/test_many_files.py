"""Files of other programs, damaged at random: one line or a dungeon, whatever was done to them."""

from __future__ import annotations

import json
import random
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from dungeon_designer.board.build import build_board
from dungeon_designer.errors import ReadError
from dungeon_designer.imports.importers import MAX_IMPORT_BYTES, read_foreign
from dungeon_designer.layout.model import Layout
from dungeon_designer.layout.sketch import read_sketch
from dungeon_designer.layout.sketch_writer import write_sketch
from dungeon_designer.text.tiled_xml import format_tiled_xml
from dungeon_designer.tiles.library import load_library
from tests.imports.files import DONJON, ONE_PAGE, TILED, WORDS, encode_json
from tests.imports.tiled_maps import FLOOR, build_map, build_object, build_object_layer, build_tile_layer, group
from tests.soak import count, soak

SAVED = Path(__file__).with_name("tiled") / "keep.tmx"
GROUPED = build_map(
    FLOOR,
    build_tile_layer("Walls", " 2  3", class_="rock", offsetx=8, visible=False),
    group(
        "inner",
        build_tile_layer("Fringe", "3 23"),
        build_object_layer(
            build_object("end_zone", 0, 0, 2, 3, rotation=90, said={"side": "home", "id": "A"}),
            build_object("wall", 2, 2, 0, 2, rotation=270, said={"side": "east"}),
            build_object("portal", 3, 3, gid=2, said={"number": 3}),
            build_object("rolling_ball", 0, 0, 2, 2, said={"travel": "east", "length": 4}),
            build_object("rotating_room", 0, 0, said={"sections": '["A"]'}),
            build_object("label", 3, 1, ellipse=True, said={"text": "Beware", "turn": 1}),
        ),
        offsetx=16,
        offsety=-16,
    ),
    tiles=[
        {},
        {"type": "leap_edge", "properties": build_object("", said={"side": "north"})["properties"]},
        {"type": "lava"},
    ],
    properties=build_object("", said={"name": "Hall", "sides": 3, "balls": 2})["properties"],
)
FILES = {
    "a.json": encode_json(ONE_PAGE),
    "b.json": encode_json(DONJON),
    "c.tmj": encode_json(TILED),
    "d.tsv": WORDS.encode(),
    "e.csv": b"<,<,.,C,10,>,>\n<,<,.,.,.,>,>\n",
    "f.txt": b"<<..C.1>>\n<<..+..>>\n",
    "g.tmx": SAVED.read_bytes(),
    "h.tmj": encode_json(GROUPED),
    "i.tmx": format_tiled_xml(GROUPED),
}
ODD: list[Any] = [None, -1, 0, 1, 2**31, 2**70, 1e308, -0.5, "", "x" * 300, "<script>", "\u202eabc", [], {}, [[]], True]


def read(data: bytes, name: str) -> Layout | str:
    """Return the layout in a file, or the line that says why there is none."""
    try:
        return read_foreign(data, name).layout
    except ReadError as error:
        return str(error)


def damage_file(data: bytes, name: str, dice: random.Random) -> bytes:
    """Return a file with some values or some bytes changed."""
    if name.endswith(("json", "tmj")) and dice.random() < 0.7:
        tree = json.loads(data)
        for _ in range(dice.randint(1, 3)):
            _spoil(tree, dice)
        return json.dumps(tree).encode()
    if name.endswith("tmx") and dice.random() < 0.7:
        values = re.findall(r'"([^"<]*)"', data.decode())
        at = dice.choice(list(re.finditer(r'"([^"<]*)"', data.decode())))
        value = str(dice.choice([*ODD, *values])).translate({34: None, 38: None, 60: None})
        return (data.decode()[: at.start(1)] + value + data.decode()[at.end(1) :]).encode()
    spoiled = bytearray(data)
    for _ in range(dice.randint(1, 6)):
        at = dice.randrange(len(spoiled))
        spoiled[at : at + dice.randint(0, 3)] = bytes(dice.choices(range(256), k=dice.randint(0, 3)))
    return bytes(spoiled)


def _spoil(tree: Any, dice: random.Random) -> None:
    """Change, take away or double one value somewhere in the data."""
    while True:
        keys = list(tree) if isinstance(tree, dict) else list(range(len(tree)))
        if not keys:
            return
        key = dice.choice(keys)
        inner = tree[key]
        if isinstance(inner, dict | list) and inner and dice.random() < 0.8:
            tree = inner
            continue
        if dice.random() < 0.2:
            del tree[key]
        elif isinstance(tree, list) and dice.random() < 0.3:
            tree.append(inner)
        else:
            tree[key] = deepcopy(dice.choice(ODD))
        return


@soak
def test_a_damaged_file_is_one_line_or_a_dungeon() -> None:
    """Whatever was damaged, the reader gives one line, or a layout that can be built, written and read again."""
    dice = random.Random(15)  # noqa: S311
    for _ in range(count(1_500, 100_000)):
        name = dice.choice(list(FILES))
        data = damage_file(FILES[name], name, dice)
        found = read(data, name)
        if isinstance(found, Layout):
            build_board(found, load_library())
            assert read_sketch(write_sketch(found)) == found
        else:
            assert found.startswith(name)
            assert "\n" not in found


@pytest.mark.parametrize("name", ["a.json", "a.tmj", "a.csv", "a.txt"])
def test_a_very_large_file_is_one_line_before_it_is_read(name: str) -> None:
    """A file beyond the limit is refused by its size alone, in no time."""
    with pytest.raises(ReadError, match="larger than 8 MB"):
        read_foreign(b"." * (MAX_IMPORT_BYTES + 1), name)


def test_ten_thousand_letters_and_code_are_only_a_name() -> None:
    """A hostile title comes into the layout as the text it is."""
    title = "<script>alert(1)</script>\"'\u202e" + "x" * 5_000
    assert read_foreign(encode_json(ONE_PAGE | {"title": title}), "a.json").layout.name == title
