"""Image layers of Tiled: the dungeon lies on the lowest one, and the summary names the files."""

import json
from typing import Any

import pytest

from dungeon_designer.dungeon import Dungeon
from dungeon_designer.exports.exporters import export_board
from dungeon_designer.imports.tiled import read_tiled
from dungeon_designer.layout.model import Layout
from dungeon_designer.pictures.picture_model import DungeonPicture
from dungeon_designer.text.tiled_xml import parse_tiled_xml

FLOOR = {"type": "tilelayer", "name": "Ground", "width": 2, "height": 1, "data": [1, 1]}
IMAGE = {"type": "imagelayer", "name": "Paper", "image": "art/cave.png", "imagewidth": 320, "imageheight": 160}


def read(*layers: dict[str, Any]) -> tuple[Layout, str]:
    result = read_tiled({"tilewidth": 32, "tileheight": 32, "layers": [*layers, FLOOR]})
    return result.layout, result.summary


def test_an_image_becomes_the_picture_of_the_dungeon():
    """The lowest image layer becomes the picture, in squares; the summary names its file."""
    layout, summary = read({**IMAGE, "offsetx": -48, "offsety": 16})
    assert layout.picture == DungeonPicture(file="art/cave.png", at=(-1.5, 0.5), size=(10.0, 5.0))
    assert "kept: 2 squares, 1 section, image 'art/cave.png' of layer 'Paper', a file beside the map" in summary


def test_xml_says_the_same():
    """A .tmx file holds the image in an element of its own."""
    data = parse_tiled_xml(
        '<map tilewidth="32" tileheight="32"><imagelayer name="Paper" offsetx="32">'
        '<image source="cave.png" width="320" height="160"/></imagelayer>'
        '<layer name="Ground" width="1" height="1"><data encoding="csv">1</data></layer></map>'
    )
    assert read_tiled(data).layout.picture == DungeonPicture(file="cave.png", at=(1.0, 0.0), size=(10.0, 5.0))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"image": "../cave.png"}, "it leads out of its folder"),
        ({"image": "/etc/cave.png"}, "it leads out of its folder"),
        ({"imagewidth": 0}, "does not say its size"),
        ({"offsetx": 9e8}, "lies too far out"),
        ({"visible": False}, "hidden"),
    ],
)
def test_other_images_are_left_out_by_name(change, words):
    """An image on which no dungeon can lie is left out, and the summary names its file and says why."""
    layout, summary = read({**IMAGE, **change})
    assert layout.picture is None
    assert f"1 x image '{change.get('image', 'art/cave.png')}' of layer 'Paper' (" in summary
    assert words in summary


def test_a_second_image_is_left_out_by_name():
    """A dungeon has one picture: the lowest."""
    layout, summary = read(IMAGE, {**IMAGE, "name": "Fog", "image": "fog.png"})
    assert layout.picture is not None
    assert layout.picture.file == "art/cave.png"
    assert "left out: 1 x image 'fog.png' of layer 'Fog' (a dungeon has one picture)" in summary


@pytest.mark.parametrize("ending", [".tmj", ".tmx"])
def test_a_picture_survives_tiled(ending):
    """A dungeon with a picture that is exported as a Tiled map reads back as the same dungeon."""
    dungeon = Dungeon.parse("picture: {file: a/cave.png, at: [-1.5, 0], size: [9, 4.25], author: Ann}\nmap: <..>")
    data = export_board(dungeon.board, ending)
    plain = json.loads(data) if ending == ".tmj" else parse_tiled_xml(data.decode())
    assert read_tiled(plain).layout.picture == dungeon.layout.picture
