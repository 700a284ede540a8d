"""Tiled's JSON map (`.tmj`): sections and ground as layers of tiles, everything else as objects with properties.

Tiled's own format documentation (JSON Map Format, version 1.10) names the members. The tiles have no pictures, since
a map holds none, so their layers are hidden; what is seen are outlines of the sections, and the objects.
`imports.tiled` reads all of it back.
"""

from __future__ import annotations

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
from dungeon_designer.layout.model import LEAST_SIDES, EdgeDoor, LeapEdge, ObstacleKind, RollingBall, TerrainKind, Wall

PIXELS = 32
"""The side of a tile. Tiled counts in pixels."""

FLOOR, ITEMS = "#8a7a5c", "#1f1a14"
"""The colours of the layers but those of a side: Tiled paints a layer's objects in it."""

_GROUND = (*TerrainKind, *ObstacleKind, "door", "open_door")
"""The tiles of the set for what lies on the floor, in order."""


def tiled_file(board: Board, options: ExportOptions, findings: Sequence[Finding] = ()) -> bytes:
    """A map for Tiled and for engines that read its maps. Nothing hidden is in it unless the organiser asks."""
    document = _Writer(board, options.drawing.hidden).document()
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


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
        items = {**self._object_layer("items", self._items()), "color": ITEMS}
        layers = [*self._tile_layers(), *self._outlines(), items]
        layout, sections = self._board.layout, self._board.sections
        sides = {"sides": len(layout.sides)} if len(layout.sides) != LEAST_SIDES else {}
        words = {name: getattr(layout, name) for name in ("name", "author", "notes", "ruleset", "balls")}
        kinds = [
            (s.kind.value, {"id": s.id, "side": s.side, "name": s.name, "tile": s.tile, "enclosed": s.enclosed or None})
            for s in sections
        ]
        ground: list[tuple[str, dict[str, Any]]] = [(str(kind), {}) for kind in _GROUND]
        named = (("sections", 1, kinds), ("ground", len(sections) + 1, ground))
        return {
            "type": "map",
            "version": "1.10",
            "orientation": "orthogonal",
            "renderorder": "right-down",
            "infinite": False,
            "width": self._size[0],
            "height": self._size[1],
            "tilewidth": PIXELS,
            "tileheight": PIXELS,
            "properties": _properties(words | sides),
            "layers": layers,
            "tilesets": [_tile_set(name, first, tiles) for name, first, tiles in named if tiles],
            "nextlayerid": next(self._layer_ids),
            "nextobjectid": next(self._ids),
        }

    def _tile_layers(self) -> Iterator[dict[str, Any]]:
        board, first = self._board, len(self._board.sections) + 1
        section = {part: number for number, part in enumerate(board.sections, start=1)}
        yield self._tile_layer("sections", {square: section[own] for square, own in board.owner.items()})
        doors = {square: "open_door" if is_open else "door" for square, is_open in board.door_squares.items()}
        layers = (("terrain", board.terrain_at), ("obstacles", board.obstacle_at), ("square doors", doors))
        for name, kinds in layers:
            if kinds:
                yield self._tile_layer(name, {at: first + _GROUND.index(kind) for at, kind in kinds.items()})

    def _tile_layer(self, name: str, tiles: dict[Square, int]) -> dict[str, Any]:
        width, height = self._size
        data = [0] * (width * height)
        for (x, y), number in tiles.items():
            data[y * width + x] = number
        layer = {**self._layer(name, "tilelayer"), "visible": False}
        return {**layer, "width": width, "height": height, "data": data}

    def _layer(self, name: str, kind: str) -> dict[str, Any]:
        place = {"x": 0, "y": 0, "opacity": 1, "visible": True}
        return {"id": next(self._layer_ids), "name": name, "type": kind, **place}

    def _object_layer(self, name: str, objects: Iterable[dict[str, Any]]) -> dict[str, Any]:
        return {**self._layer(name, "objectgroup"), "draworder": "topdown", "objects": list(objects)}

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
            layer = self._object_layer(f"outlines: {kind} {side}".replace("_", " ").rstrip(), objects)
            yield {**layer, "color": colours.get(side, FLOOR), "opacity": 0.8}

    def _object(self, kind: str, at: Square, size: Size, words: dict[str, Any], name: str = "") -> dict[str, Any]:
        (x, y), (width, height) = at, size
        place = {"x": x * PIXELS, "y": y * PIXELS, "width": width * PIXELS, "height": height * PIXELS}
        head = {"id": next(self._ids), "name": name, "type": kind, "rotation": 0, "visible": True}
        return {**head, **place, "properties": _properties(words)}

    def _items(self) -> Iterator[dict[str, Any]]:
        board = self._board
        for chest in board.chests:
            yield self._object("chest", chest.at, (1, 1), {})
        for portal in board.portals:
            yield self._object("portal", portal.at, (1, 1), {"number": portal.number}, str(portal.number))
        for trap in board.layout.traps:
            secret = {"below": trap.below, "content": trap.content} if self._hidden else {}
            yield self._object(trap.kind.value, trap.at, trap.size, {**secret, "owner": trap.owner})
        on_edges: list[tuple[str, EdgeDoor | Wall | LeapEdge]] = [
            *(("edge_door", door) for door in board.layout.doors),
            *(("wall", wall) for wall in board.layout.walls),
            *(("leap_edge", edge) for edge in board.layout.leap_edges),
        ]
        for kind, thing in on_edges:
            (x, y), (right, bottom) = run_of(thing)
            yield self._object(kind, (x, y), (right - x, bottom - y), {"side": thing.side.value})
        for machine in board.machines:
            if isinstance(machine, RollingBall):
                words = {"travel": machine.travel.value, "length": machine.length}
                yield self._object("rolling_ball", machine.at, machine.size, words)
            else:
                yield self._object("rotating_room", (0, 0), (0, 0), {"sections": ", ".join(machine.sections)})


def _tile_set(name: str, first: int, tiles: list[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    """A set of tiles without pictures: their class and properties say all."""
    listed = [
        {"id": number, "type": kind, "properties": _properties(words)} for number, (kind, words) in enumerate(tiles)
    ]
    size = {"tilewidth": PIXELS, "tileheight": PIXELS, "columns": 0, "margin": 0, "spacing": 0}
    return {"firstgid": first, "name": name, **size, "tilecount": len(tiles), "tiles": listed}


def _properties(words: dict[str, Any]) -> list[dict[str, Any]]:
    """Words as Tiled's properties, each with its type; what is not said is left out."""
    types = {bool: "bool", int: "int"}
    return [
        {"name": name, "type": types.get(type(value), "string"), "value": value}
        for name, value in words.items()
        if value not in (None, "")
    ]
