"""Small files as other programs write them, for the tests of their readers. All of our own making."""

from __future__ import annotations

import json
from typing import Any

ONE_PAGE: dict[str, Any] = {
    "version": "1.2.4b",
    "title": "The Small Keep",
    "story": "It is small.",
    "rects": [
        {"x": -2, "y": -3, "w": 5, "h": 3},
        {"x": 0, "y": 0, "w": 1, "h": 1},
        {"x": 0, "y": 1, "w": 1, "h": 3},
        {"x": 1, "y": 2, "w": 1, "h": 1},
        {"x": 2, "y": 0, "w": 5, "h": 5, "rotunda": True, "ending": True},
    ],
    "doors": [
        {"x": 0, "y": 0, "dir": {"x": 0, "y": 1}, "type": 1},
        {"x": 1, "y": 2, "dir": {"x": 1, "y": 0}, "type": 6},
    ],
    "notes": [{"text": "A rat.", "ref": "1", "pos": {"x": 0.5, "y": 0.5}}],
    "columns": [{"x": -1.5, "y": -2.5}],
    "water": [{"x": 4, "y": 2}, {"x": 90, "y": 90}],
}

_ROOM, _WAY, _DOOR, _SECRET, _STAIRS = 0x2 | 0x40, 0x4, 0x20000 | 0x4, 0x100000 | 0x4, 0x800000 | 0x4
DONJON: dict[str, Any] = {
    "cell_bit": {
        "nothing": 0,
        "block": 1,
        "room": 2,
        "corridor": 4,
        "perimeter": 16,
        "room_id": 0xFFC0,
        "door": 0x20000,
    },
    "cells": [
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, _ROOM, _ROOM, 16, 0, 0, 0, 0],
        [0, _ROOM, _ROOM, _DOOR, _WAY, _WAY, _STAIRS, 0],
        [0, 16, 16, 16, 0, _SECRET, 0, 0],
        [0, 0, 0, 0, 0, _WAY, 0, 0],
    ],
    "settings": {"name": "The Test Vault", "seed": 1},
    "rooms": [None, {"id": 1, "contents": {}}],
}

WORDS = "\n".join(
    (
        "\t\t\t\t\t\t\t",
        "\tF\tF\t\t\t\t\t",
        "\tF\tF\tDL\tF\tF\tSU\t",
        "\t\t\t\t\tDST\t\t",
        "\t\t\t\t\tF\t\t",
    )
)

_CELLS = [1, 1, 2, 1, 101, 1, 1, 0, 1, 102, 1, 1]


def _make_property(name: str, value: object) -> list[dict[str, object]]:
    return [{"name": name, "value": value}]


def _make_object(x: int, y: int, height: int, kind: str, **more: object) -> dict[str, object]:
    return {"x": x, "y": y, "width": 16, "height": height, "type": kind, **more}


TILED: dict[str, Any] = {
    "type": "map",
    "version": "1.10",
    "orientation": "orthogonal",
    "infinite": False,
    "width": 6,
    "height": 2,
    "tilewidth": 16,
    "tileheight": 16,
    "tilesets": [
        {"firstgid": 1, "source": "dungeon.tsj"},
        {"firstgid": 100, "name": "ground", "tiles": [{"id": 1, "type": "Lava"}, {"id": 2, "type": "mud"}]},
    ],
    "layers": [
        {"type": "tilelayer", "name": "floor", "width": 6, "height": 2, "data": _CELLS},
        {
            "type": "objectgroup",
            "name": "things",
            "objects": [
                _make_object(0, 0, 32, "end_zone", properties=_make_property("side", "home")),
                {"x": 33, "y": 1, "point": True, "name": "Chest"},
                _make_object(48, 16, 16, "portal", gid=1, properties=_make_property("number", 3)),
                _make_object(48, 16, 16, "barrel"),
            ],
        },
        {"type": "imagelayer", "name": "paper"},
    ],
}


def encode_json(data: object) -> bytes:
    """Return data as the bytes of a JSON file."""
    return json.dumps(data).encode()
