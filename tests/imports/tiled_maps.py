"""Small Tiled maps for the tests, as JSON and as XML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dungeon_designer.imports.import_result import ImportResult
from dungeon_designer.imports.importers import read_foreign
from dungeon_designer.layout.model import Layout
from dungeon_designer.text.tiled_xml import format_tiled_xml
from tests.imports.files import encode_json

PIXELS = 16
"""The side of a square in these maps."""


def build_properties(said: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return properties as Tiled writes them."""
    types = {bool: "bool", int: "int", float: "float"}
    return [{"name": name, "type": types.get(type(value), "string"), "value": value} for name, value in said.items()]


def build_tile_layer(name: str, *rows: str, **more: Any) -> dict[str, Any]:
    """Return a layer of tiles drawn in rows: a blank is no tile, any other letter is tile 1, a digit that tile."""
    data = [0 if letter == " " else int(letter) if letter.isdigit() else 1 for row in rows for letter in row]
    return {
        "type": "tilelayer",
        "name": name,
        "width": len(rows[0]),
        "height": len(rows),
        "visible": True,
        "data": data,
        **more,
    }


def build_object(
    kind: str, x: float = 0, y: float = 0, width: float = 1, height: float = 1, **more: Any
) -> dict[str, Any]:
    """Return an object, its place and size in squares; `said` are its properties."""
    said = more.pop("said", {})
    place = {"x": x * PIXELS, "y": y * PIXELS, "width": width * PIXELS, "height": height * PIXELS}
    return {
        "name": "",
        "type": kind,
        "visible": True,
        "rotation": 0,
        **place,
        "properties": build_properties(said),
        **more,
    }


def build_object_layer(*objects: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a layer of objects."""
    return {"type": "objectgroup", "name": "things", "visible": True, "objects": list(objects), **more}


def group(name: str, *layers: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a group of layers."""
    return {"type": "group", "name": name, "visible": True, "layers": list(layers), **more}


def build_map(*layers: dict[str, Any], tiles: Iterable[dict[str, Any]] = (), **more: Any) -> dict[str, Any]:
    """Return a map; `tiles` are the tiles of its set from 0, so that the number of the first in a layer is 1."""
    listed = [{"id": number, **tile} for number, tile in enumerate(tiles)]
    looks = {"tilewidth": PIXELS, "tileheight": PIXELS, "tilecount": 9, "columns": 9, "margin": 0, "spacing": 0}
    return {
        "type": "map",
        "version": "1.10",
        "tiledversion": "1.10.0",
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "infinite": False,
        "width": 8,
        "height": 6,
        "tilewidth": PIXELS,
        "tileheight": PIXELS,
        "nextlayerid": 99,
        "nextobjectid": 99,
        "tilesets": [{"firstgid": 1, "name": "ground", **looks, "tiles": listed, **more.pop("tile_set", {})}],
        "layers": list(layers),
        **more,
    }


FLOOR = build_tile_layer("Ground", *["........"] * 6)
"""A floor of 8 x 6 squares."""


def read_map(data: dict[str, Any]) -> ImportResult:
    """Return the dungeon in a map, which is the same in XML as in JSON."""
    found = read_foreign(encode_json(data), "hall.tmj")
    assert read_foreign(format_tiled_xml(data), "hall.tmx") == found
    return found


def list_floor(layout: Layout) -> set[tuple[int, int]]:
    """Return every square of floor."""
    return {square for section in layout.sections for square in section.squares}
