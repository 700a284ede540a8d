"""Tiled (mapeditor.org), JSON maps (`.tmj`): a layer of tiles is the floor, objects are what lies on it.

A tile's own properties (or its type) say what it is; so does an object's type. What our own export writes comes back
whole; of other people's maps everything is floor where a tile lies, and what is unknown is listed.
"""

from __future__ import annotations

import base64
import binascii
import struct
import zlib
from collections.abc import Iterator
from math import floor
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from dungeon_designer.grid import LIMIT, Size, Square, block, bounds, groups
from dungeon_designer.imports.imported import Imported, counted
from dungeon_designer.layout.document import Document, layout_of
from dungeon_designer.layout.model import ObstacleKind, Section, SectionKind, TerrainKind, TrapKind
from dungeon_designer.layout_edits.floor import drawn
from dungeon_designer.text.read_faults import Fault, converted

PROGRAM = "Tiled"
MOST = 1_000_000
"""So many cells a layer may have."""

_FLAGS = 0xF0000000
"""The highest bits of a cell say how its tile is turned."""

_NEAR = 1e-6
_DEPTH = 32
_KINDS = frozenset(SectionKind)
_GROUND = frozenset({*TerrainKind, *ObstacleKind})
_ON_EDGE = {"edge_door": "doors", "wall": "walls", "leap_edge": "leap_edges"}
_TEXTS, _NUMBERS = ("name", "author", "notes", "ruleset"), ("balls", "sides")
_HEAD: dict[str, type] = {**dict.fromkeys(_TEXTS, str), **dict.fromkeys(_NUMBERS, int), "enclosed": bool}

_Extent = Annotated[int, Meta(ge=1, le=LIMIT + 1)]


class Property(Struct, frozen=True):
    """A property of a tile, an object or the map."""

    name: str
    value: Any = None


class Object(Struct, frozen=True):
    """A thing of an objects layer, in pixels. Before Tiled 1.9 and since 1.10 its class is `type`."""

    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0
    name: str = ""
    type: str = ""
    class_: str = field(default="", name="class")
    gid: int = 0
    properties: tuple[Property, ...] = ()

    @property
    def kind(self) -> str:
        """Its class, by whatever key; its name where it has none."""
        return (self.type or self.class_ or self.name).strip().lower().replace(" ", "_")


class Chunk(Struct, frozen=True):
    """A part of a layer of an endless map."""

    x: int
    y: int
    width: _Extent
    height: _Extent
    data: Any = None


class Layer(Struct, frozen=True):
    """A layer of tiles (`data`, or `chunks`), of objects, or a group of layers."""

    name: str = ""
    type: str = "tilelayer"
    width: int = 0
    height: int = 0
    data: Any = None
    encoding: str = ""
    compression: str = ""
    chunks: tuple[Chunk, ...] = ()
    objects: tuple[Object, ...] = ()
    layers: tuple[Layer, ...] = ()


class Tile(Struct, frozen=True):
    """A tile of a set that is more than a picture."""

    id: int
    type: str = ""
    class_: str = field(default="", name="class")
    properties: tuple[Property, ...] = ()


class TileSet(Struct, frozen=True):
    """A set of tiles inside the map, or by `source` in a file of its own, which is not read."""

    firstgid: int
    source: str = ""
    tiles: tuple[Tile, ...] = ()


class Map(Struct, frozen=True):
    """The parts of the file that are read."""

    tilewidth: Annotated[float, Meta(gt=0)]
    tileheight: Annotated[float, Meta(gt=0)]
    layers: tuple[Layer, ...]
    orientation: str = "orthogonal"
    tilesets: tuple[TileSet, ...] = ()
    properties: tuple[Property, ...] = ()


def read_tiled(data: object) -> Imported:
    """The dungeon in the data of a map; a Fault names the key that is wrong."""
    chart = converted(data, Map)
    if chart.orientation != "orthogonal":
        raise Fault(f"the map is {chart.orientation[:20]}; a dungeon needs an orthogonal one", ("orientation",))
    return _Reader(chart).read()


class _Reader:
    """One map on its way to a layout: plain data of the layout file, and what was met on the way."""

    def __init__(self, chart: Map) -> None:
        self._chart = chart
        self._meanings = dict(_meanings(chart))
        self._lists: dict[str, list[Any]] = {}
        self._sections: dict[str, tuple[dict[str, Any], set[Square]]] = {}
        self._floor: set[Square] = set()
        self._kept: list[str] = []
        self._dropped: list[str] = []

    def read(self) -> Imported:
        """The layout and the account."""
        for layer in _flat(self._chart.layers):
            if layer.type == "tilelayer":
                self._tiles(layer)
            elif layer.type == "objectgroup":
                for thing in layer.objects:
                    self._object(thing)
            else:
                self._dropped.append(f"{layer.type[:20]} {layer.name[:40]!r}")
        if not self._floor:
            raise Fault("no layer of tiles has a tile on it, so there is no floor", ("layers",))
        sections = list(self._drawn())
        head = {
            p.name: p.value for p in self._chart.properties if p.name in _HEAD and isinstance(p.value, _HEAD[p.name])
        }
        plain = _moved({**head, **self._lists, "sections": sections}, bounds(self._floor)[0])
        layout = layout_of(converted(plain, Document), plain)
        kept = (f"{len(self._floor)} squares", f"{len(sections)} sections", *counted(self._kept))
        return Imported(layout, PROGRAM, kept, (), counted(self._dropped))

    def _tiles(self, layer: Layer) -> None:
        for square, gid in sorted(_cells(layer), key=lambda cell: cell[1]):
            meaning = self._meanings.get(gid, {})
            word = str(meaning.get("kind", "")).lower()
            self._floor.add(square)
            if word in _KINDS and ("id" in meaning or word not in _GROUND):  # a bridge is both
                self._own(
                    square, {**meaning, "kind": word}, str(meaning.get("id", f"{word}-{meaning.get('side', '')}"))
                )
            elif word in _GROUND:
                self._put("terrain" if word in set(TerrainKind) else "obstacles", {"kind": word, "at": square})
            elif word in ("door", "open_door"):
                self._put("square_doors", {"at": square, "open": word == "open_door"})
            elif word not in ("", "floor"):
                self._dropped.append(f"tile {word[:40]!r} (floor)")

    def _own(self, square: Square, section: dict[str, Any], key: str) -> None:
        said = {
            name: section[name] for name in ("kind", "side", "name", "enclosed") if section.get(name) not in (None, "")
        }
        self._sections.setdefault(key, (said, set()))[1].add(square)

    def _put(self, key: str, thing: object) -> None:
        self._lists.setdefault(key, []).append(thing)

    def _object(self, thing: Object) -> None:
        width, height = self._chart.tilewidth, self._chart.tileheight
        top = thing.y - thing.height if thing.gid else thing.y
        at = (floor(thing.x / width + _NEAR), floor(top / height + _NEAR))
        size = (max(1, round(thing.width / width)), max(1, round(thing.height / height)))
        said = {**self._meanings.get(thing.gid & ~_FLAGS, {}), **{p.name: p.value for p in thing.properties}}
        kind = thing.kind or str(said.get("kind", ""))
        if kind in _KINDS:
            key = str(said.get("id", f"{kind} {thing.name} {at}"))
            for square in block(at, size):
                self._own(square, {"name": thing.name if thing.name.lower() != kind else "", **said, "kind": kind}, key)
        elif kind == "outline":
            return
        elif entry := _entry(kind, at, size, said):
            self._put(*entry)
            self._kept.append(kind.replace("_", " "))
        else:
            self._dropped.append(f"object {(kind or thing.name)[:40]!r}")

    def _drawn(self) -> Iterator[dict[str, Any]]:
        """The sections as a layout file has them: those that were named, then the floor that none of them owns."""
        owned: set[Square] = set()
        for number, (key, (said, squares)) in enumerate(self._sections.items(), 1):
            own = squares & self._floor - owned
            owned |= own
            if own:
                yield {**_rows(key if 0 < len(key) <= 80 else f"s{number}", own), **said}
        for number, part in enumerate(groups(self._floor - owned), 1):
            yield _rows(f"room{number}", set(part))


def _rows(key: str, squares: set[Square]) -> dict[str, Any]:
    section = drawn(Section(id=key), squares)
    return {"id": key, "kind": "room", "at": section.at, "rows": section.rows}


def _entry(kind: str, at: Square, size: Size, said: dict[str, Any]) -> tuple[str, Any] | None:
    """The list of a layout file an object belongs in, and what it is there; None where there is nothing like it."""
    if kind == "chest":
        return "chests", at
    if kind == "portal":
        return "portals", {"number": said.get("number"), "at": at}
    if kind in set(TrapKind):
        more = {name: said[name] for name in ("below", "owner", "content") if said.get(name)}
        return "traps", {"kind": kind, "at": at, "size": size, **more}
    if kind in _ON_EDGE:
        side, (x, y) = said.get("side"), at
        seen_from = (x - (side == "east"), y - (side == "south"))
        return _ON_EDGE[kind], {"at": seen_from, "side": side, "width": max(size)}
    if kind == "rotating_room":
        return "machines", {"kind": kind, "sections": str(said.get("sections", "")).split(", ")}
    if kind == "rolling_ball":
        way = {"travel": said.get("travel"), "length": said.get("length")}
        return "machines", {"kind": kind, "at": at, "size": size, **way}
    return None


def _moved(plain: dict[str, Any], corner: Square) -> dict[str, Any]:
    """Plain data of a layout with nothing left of or above the grid."""
    dx, dy = (-min(0, value) for value in corner)
    if not (dx or dy):
        return plain

    def moved(thing: Any) -> Any:
        if isinstance(thing, dict):
            return {**thing, "at": (thing["at"][0] + dx, thing["at"][1] + dy)} if "at" in thing else thing
        return thing[0] + dx, thing[1] + dy

    return {
        key: [moved(thing) for thing in value] if isinstance(value, list) else value for key, value in plain.items()
    }


def _flat(layers: tuple[Layer, ...], depth: int = 0) -> Iterator[Layer]:
    """Every layer, those in groups too."""
    for layer in layers:
        if layer.type != "group":
            yield layer
        elif depth < _DEPTH:
            yield from _flat(layer.layers, depth + 1)


def _meanings(chart: Map) -> Iterator[tuple[int, dict[str, Any]]]:
    """What each tile says of itself, by its number in the map."""
    for tileset in chart.tilesets:
        for tile in tileset.tiles:
            kind = (tile.type or tile.class_).strip().lower().replace(" ", "_")
            said = {p.name: p.value for p in tile.properties}
            yield tileset.firstgid + tile.id, {"kind": kind, **said} if kind else said


def _cells(layer: Layer) -> Iterator[tuple[Square, int]]:
    """Every square of a layer on which a tile lies, and that tile's number."""
    chunks = layer.chunks or (Chunk(x=0, y=0, width=max(1, layer.width), height=max(1, layer.height), data=layer.data),)
    for chunk in chunks:
        numbers = _numbers(chunk.data, layer, chunk.width * chunk.height)
        for place, number in enumerate(numbers):
            if isinstance(number, int) and number & ~_FLAGS:
                yield (chunk.x + place % chunk.width, chunk.y + place // chunk.width), number & ~_FLAGS


def _numbers(data: object, layer: Layer, most: int) -> list[Any] | tuple[int, ...]:
    """The numbers of a chunk, however they were written; a Fault where they cannot be read."""
    if most > MOST:
        raise Fault(f"the layer {layer.name[:40]!r} has more than {MOST:,} cells", ("layers",))
    if isinstance(data, list):
        return data[:most]
    if not isinstance(data, str) or layer.compression not in ("", "zlib", "gzip"):
        raise Fault(
            f"the cells of the layer {layer.name[:40]!r} cannot be read; save the map with the tile layer format CSV",
            ("layers",),
        )
    try:
        raw = base64.b64decode(data, validate=True)
        if layer.compression:
            raw = zlib.decompressobj(47).decompress(raw, 4 * most)
    except (binascii.Error, zlib.error) as error:
        raise Fault(f"the cells of the layer {layer.name[:40]!r} are damaged: {error}", ("layers",)) from None
    return struct.unpack(f"<{min(len(raw) // 4, most)}I", raw[: 4 * min(len(raw) // 4, most)])
