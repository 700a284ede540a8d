"""Tiled's maps, as XML (`.tmx`) and as JSON (`.tmj`): sections as a layer of tiles, everything else as objects.

Tiled's own format documentation (version 1.10) names the members. The tiles have no pictures, since a map holds none,
so their layer is hidden; what is seen are outlines of the sections, and the objects, a layer in a colour for each
class. Properties spell what a layout file says; lists and tables in them are JSON. `imports.tiled` reads all of it
back, so a dungeon comes back as it was.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any

import msgspec

from dungeon_designer.analysis.outlines import rings
from dungeon_designer.board.model import Board
from dungeon_designer.drawing.things import run_of
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.findings import Finding
from dungeon_designer.grid import Size, Square, bounds
from dungeon_designer.layout.document import file_entry, said_keys, sides_entry
from dungeon_designer.layout.model import LISTS, PARTS, EdgeRun, Layout, RollingBall, RotatingRoom, Section, Trap
from dungeon_designer.text.rows import FLOOR
from dungeon_designer.text.tiled_xml import xml_of

PIXELS = 32
"""The side of a tile. Tiled counts in pixels."""

GROUND, STONE = "#8a7a5c", "#9aa0a6"
_COLOURS = {
    "lava": "#d9481c",
    "water": "#3d8fd1",
    "acid": "#86b81a",
    "bridge": "#c08a4a",
    "edge_door": "#7b3f10",
    "wall": "#1f1a14",
    "open_pit": "#1f1a14",
    "spiked_pit": "#8f1d1d",
    "trapdoor": "#5c4630",
    "counter": "#f2f2f2",
    "chest": "#ffcc33",
    "portal": "#b03cf0",
}
"""The colour of each class, which a layer has: Tiled paints its objects in it. Of what is not named: STONE."""

_ROUND = frozenset({"portal", "counter", "open_pit", "spiked_pit", "rotating_room"})
_SECRET = ("below", "content")


def tiled_json(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """A map for engines that read Tiled's JSON. Nothing hidden is in it unless the organiser asks."""
    document = _Writer(board, options.drawing.hidden).document()
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def tiled_xml(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """The same map in the format that Tiled itself saves."""
    return xml_of(_Writer(board, options.drawing.hidden).document())


class _Writer:
    def __init__(self, board: Board, hidden: bool) -> None:
        self._board = board
        self._hidden = hidden
        self._ids = count(1)
        self._layer_ids = count(1)
        (left, top), (width, height) = bounds(board.squares or [(0, 0)])
        self._size: Size = (left + width, top + height)

    def document(self) -> dict[str, Any]:
        """The whole map."""
        layout, width, height = self._board.layout, *self._size
        layers = [self._floor(), *self._outlines(), *self._things()]
        kinds = [self._section(number, section) for number, section in enumerate(layout.sections)]
        size: dict[str, Any] = {"tilewidth": PIXELS, "tileheight": PIXELS}
        look = {"margin": 0, "spacing": 0, "columns": 0}
        tiles = {"firstgid": 1, "name": "sections", **size, **look, "tilecount": len(kinds), "tiles": kinds}
        return {
            "type": "map",
            "version": "1.10",
            "tiledversion": "1.10.0",  # of which this is the format; some readers insist on it
            "orientation": "orthogonal",
            "renderorder": "right-down",
            "width": width,
            "height": height,
            **size,
            "infinite": False,
            "nextlayerid": next(self._layer_ids),
            "nextobjectid": next(self._ids),
            "properties": _properties(self._head(layout)),
            "tilesets": [tiles] if kinds else [],
            "layers": layers,
        }

    def _head(self, layout: Layout) -> dict[str, Any]:
        words = {key: getattr(layout, key) for key in said_keys(layout) if key not in LISTS}
        words |= {"sides": sides_entry(layout.sides)} if "sides" in words else {}
        words |= {"waivers": [file_entry(waiver) for waiver in layout.waivers]} if layout.waivers else {}
        secrets = any(trap.below or trap.content for trap in layout.traps)
        return words | ({"players": True} if secrets and not self._hidden else {})

    def _section(self, number: int, section: Section) -> dict[str, Any]:
        """A tile without a picture; where it lies is told when not by its squares alone."""
        own, words = self._board.sections[number], file_entry(section)
        if own.squares and set(own.squares) == set(own.covers):
            words = {key: value for key, value in words.items() if key not in ("at", "rows")}
        elif not section.tile:
            words["rows"] = section.rows
        if not section.tile:
            words.pop("kind", None)  # the class says it
        return {"id": number, "type": own.kind.value, "properties": _properties(words)}

    def _floor(self) -> dict[str, Any]:
        width, height = self._size
        data = [0] * (width * height)
        for number, section in enumerate(self._board.sections, start=1):
            for x, y in section.squares:
                data[y * width + x] = number
        layer = {**self._layer("sections", "tilelayer"), "visible": False}
        return {**layer, "width": width, "height": height, "data": data}

    def _layer(self, name: str, kind: str) -> dict[str, Any]:
        place = {"x": 0, "y": 0, "opacity": 1, "visible": True}
        return {"id": next(self._layer_ids), "name": name, "type": kind, **place}

    def _object_layer(self, name: str, colour: str, objects: list[dict[str, Any]]) -> dict[str, Any]:
        return {**self._layer(name, "objectgroup"), "color": colour, "draworder": "topdown", "objects": objects}

    def _outlines(self) -> Iterator[dict[str, Any]]:
        """The sections of one kind and side a layer, since in Tiled a layer has the colour."""
        colours = {side.id.value: side.shown_colour for side in self._board.layout.sides}
        looks = sorted({(section.kind.value, section.side or "") for section in self._board.sections})
        for kind, side in looks:
            alike = [s for s in self._board.sections if (s.kind.value, s.side or "") == (kind, side)]
            objects = [
                {
                    **self._object("outline", (0, 0), (0, 0), {}, section.name or section.id),
                    "polygon": [{"x": x * PIXELS, "y": y * PIXELS} for x, y in ring],
                }
                for section in alike
                for ring in rings(section.squares)
            ]
            name = f"outlines: {kind} {side}".replace("_", " ").rstrip()
            yield {**self._object_layer(name, colours.get(side, GROUND), objects), "opacity": 0.8}

    def _object(self, kind: str, at: Square, size: Size, words: dict[str, Any], name: str = "") -> dict[str, Any]:
        (x, y), (width, height) = at, size
        place = {"x": x * PIXELS, "y": y * PIXELS, "width": width * PIXELS, "height": height * PIXELS}
        head = {"id": next(self._ids), "name": name, "type": kind, "rotation": 0, "visible": True}
        shape = {"ellipse": True} if kind in _ROUND else {}
        return {**head, **place, **shape, "properties": _properties(words)}

    def _things(self) -> Iterator[dict[str, Any]]:
        """What lies on the floor, a layer for each class."""
        found: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for words, ground in self._ground():
            for kind, at, length in _rows(ground):
                found[kind].append(self._object(kind, at, (length, 1), words))
        lists = {key: word for word, (key, _) in PARTS.items() if key not in ("terrain", "obstacles")}
        for key, word in lists.items():
            for item in getattr(self._board.layout, key):
                said = {} if key == "chests" else file_entry(item)
                kind = str(said.get("kind", word))
                found[kind].append(self._thing(kind, item, said))
        for kind, objects in found.items():
            yield self._object_layer(kind.replace("_", " "), _COLOURS.get(kind, STONE), objects)

    def _ground(self) -> Iterator[tuple[dict[str, Any], list[tuple[str, Square]]]]:
        """What each tile has printed on it, then what the layout lays, each with its properties."""
        layout, tiles = self._board.layout, self._board.library
        for section in layout.sections:
            if section.tile:
                tile = tiles.get(section.tile)
                placed = tile.placed(section.at, section.turn, section.flip)
                printed = [(tile.meaning(letter).value, square) for square, letter in placed if letter != FLOOR]
                yield {"printed": section.id}, printed
        yield {}, [(terrain.kind.value, terrain.at) for terrain in layout.terrain]
        yield {}, [(obstacle.kind.value, obstacle.at) for obstacle in layout.obstacles]

    def _thing(self, kind: str, item: Any, said: dict[str, Any]) -> dict[str, Any]:
        drawn = {"kind", "at", "width", *(("size",) if kind != "label" else ()), *(_SECRET if not self._hidden else ())}
        words = {key: value for key, value in said.items() if key not in drawn}
        return self._object(kind, *self._extent(item), words, str(said.get("number", "")))

    def _extent(self, item: Any) -> tuple[Square, Size]:
        """Where an item lies, and how large it is."""
        if isinstance(item, tuple):
            return item, (1, 1)
        if isinstance(item, EdgeRun):
            (x, y), (right, bottom) = run_of(item)
            return (x, y), (right - x, bottom - y)
        if isinstance(item, RotatingRoom):
            turned = (own.squares[0] for own in self._board.sections if own.id in item.sections and own.squares)
            return next(turned, (0, 0)), (1, 1)
        return item.at, item.size if isinstance(item, Trap | RollingBall) else (1, 1)


def _rows(ground: Iterable[tuple[str, Square]]) -> list[tuple[str, Square, int]]:
    """Squares of ground, row by row, as the first of each unbroken row of a kind and its length."""
    found: list[tuple[str, Square, int]] = []
    for kind, (x, y) in ground:
        length = found[-1][2] if found else 0
        if found and found[-1][:2] == (kind, (x - length, y)):
            found[-1] = kind, (x - length, y), length + 1
        else:
            found.append((kind, (x, y), 1))
    return found


def _properties(words: dict[str, Any]) -> list[dict[str, Any]]:
    """Words as Tiled's properties, each with its type, lists and tables as JSON; what is not said is left out."""
    types = {bool: "bool", int: "int"}
    return [
        {
            "name": name,
            "type": types.get(type(value), "string"),
            "value": value if isinstance(value, bool | int | str) else msgspec.json.encode(value).decode(),
        }
        for name, value in words.items()
        if value not in (None, "")
    ]
