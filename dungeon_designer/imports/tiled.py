"""Tiled (mapeditor.org), JSON maps (`.tmj`): a layer of tiles is the floor, objects are what lies on it.

A tile's own properties (or its type) say what it is; so does an object's type. What our own export writes comes back
whole; of other people's maps everything is floor where a tile lies, and what is unknown is listed.
"""

from __future__ import annotations

import base64
import binascii
import struct
import zlib
from collections import defaultdict
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
_HEAD: dict[str, type] = {
    **dict.fromkeys(("name", "author", "notes", "ruleset"), str),
    **dict.fromkeys(("balls", "sides"), int),
    "enclosed": bool,
}

_Extent = Annotated[int, Meta(ge=1, le=LIMIT + 1)]


class Property(Struct, frozen=True):
    """A property of a tile, an object or the map."""

    name: str
    value: Any = None


class Classed(Struct, frozen=True):
    """A tile of a set, or an object. Before Tiled 1.9 and since 1.10 its class is `type`."""

    name: str = ""
    type: str = ""
    class_: str = field(default="", name="class")
    properties: tuple[Property, ...] = ()

    @property
    def kind(self) -> str:
        """Its class, by whatever key; its name where it has none."""
        return (self.type or self.class_ or self.name).strip().lower().replace(" ", "_")


class MapObject(Classed, frozen=True):
    """A thing of an objects layer, in pixels."""

    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0
    gid: int = 0


class Chunk(Struct, frozen=True):
    """A part of a layer of an endless map."""

    x: int
    y: int
    width: _Extent
    height: _Extent
    data: Any = None


class MapLayer(Struct, frozen=True):
    """A layer of tiles (`data`, or `chunks`), of objects, or a group of layers."""

    name: str = ""
    type: str = "tilelayer"
    width: int = 0
    height: int = 0
    data: Any = None
    encoding: str = ""
    compression: str = ""
    chunks: tuple[Chunk, ...] = ()
    objects: tuple[MapObject, ...] = ()
    layers: tuple[MapLayer, ...] = ()


class ClassedTile(Classed, frozen=True, kw_only=True):
    """A tile of a set that is more than a picture."""

    id: int


class TileSet(Struct, frozen=True):
    """A set of tiles inside the map, or by `source` in a file of its own, which is not read."""

    firstgid: int
    source: str = ""
    tiles: tuple[ClassedTile, ...] = ()


class Map(Struct, frozen=True):
    """The parts of the file that are read."""

    tilewidth: Annotated[float, Meta(gt=0)]
    tileheight: Annotated[float, Meta(gt=0)]
    layers: tuple[MapLayer, ...]
    orientation: str = "orthogonal"
    tilesets: tuple[TileSet, ...] = ()
    properties: tuple[Property, ...] = ()


def read_tiled(data: object) -> Imported:
    """The dungeon in the data of a map; a Fault names the key that is wrong."""
    chart = converted(data, Map)
    if chart.orientation != "orthogonal":
        raise Fault(f"the map is {chart.orientation[:20]}; a dungeon needs an orthogonal one", ("orientation",))
    layers = [
        (layer, sorted(_cells(layer), key=lambda cell: cell[1]) if layer.type == "tilelayer" else [])
        for layer in _flat(chart.layers)
    ]
    floor = {square for _, cells in layers for square, _ in cells}
    if not floor:
        raise Fault("no layer of tiles has a tile on it, so there is no floor", ("layers",))
    left, top = bounds(floor)[0]
    reader = _Reader(chart, (max(0, -left), max(0, -top)))
    for layer, cells in layers:
        for square, gid in cells:
            reader.add_tile(square, gid)
        if layer.type == "objectgroup":
            for thing in layer.objects:
                reader.add_object(thing)
        elif layer.type != "tilelayer":
            reader.dropped.append(f"{layer.type[:20]} {layer.name[:40]!r}")
    sections = list(reader.sections({reader.place(square) for square in floor}))
    head = {p.name: p.value for p in chart.properties if p.name in _HEAD and isinstance(p.value, _HEAD[p.name])}
    plain = {**head, **reader.lists, "sections": sections}
    kept = (f"{len(floor)} squares", f"{len(sections)} sections", *counted(reader.kept))
    return Imported(layout_of(converted(plain, Document), plain), PROGRAM, kept, (), counted(reader.dropped))


class _Reader:
    """One map on its way to a layout: plain data of the layout file, and what was met on the way."""

    def __init__(self, chart: Map, shift: Square) -> None:
        self._pixels, self._shift = (chart.tilewidth, chart.tileheight), shift
        self._meanings: dict[int, dict[str, Any]] = {
            tiles.firstgid + tile.id: ({"kind": tile.kind} if tile.kind else {}) | _facts(tile)
            for tiles in chart.tilesets
            for tile in tiles.tiles
        }
        self._areas: dict[str, tuple[dict[str, Any], set[Square]]] = {}
        self.lists: dict[str, list[Any]] = defaultdict(list)
        self.kept: list[str] = []
        self.dropped: list[str] = []

    def place(self, square: Square) -> Square:
        """A square of the map in the layout, in which nothing lies left of or above the grid."""
        return square[0] + self._shift[0], square[1] + self._shift[1]

    def add_tile(self, square: Square, gid: int) -> None:
        """A tile on a square: of a section, ground, or a door."""
        at, facts = self.place(square), self._meanings.get(gid, {})
        word = str(facts.get("kind", "")).lower()
        if word in _KINDS and ("id" in facts or word not in _GROUND):  # a bridge is both
            self._own([at], {**facts, "kind": word}, str(facts.get("id", f"{word}-{facts.get('side', '')}")))
        elif word in _GROUND:
            self.lists["terrain" if word in set(TerrainKind) else "obstacles"].append({"kind": word, "at": at})
        elif word in ("door", "open_door"):
            self.lists["square_doors"].append({"at": at, "open": word == "open_door"})
        elif word not in ("", "floor"):
            self.dropped.append(f"tile {word[:40]!r} (floor)")

    def _own(self, squares: list[Square], facts: dict[str, Any], key: str) -> None:
        said = {name: facts[name] for name in ("kind", "side", "name", "enclosed") if facts.get(name) not in (None, "")}
        self._areas.setdefault(key, (said, set()))[1].update(squares)

    def add_object(self, thing: MapObject) -> None:
        """An object: a section, or an entry of a list."""
        width, height = self._pixels
        top = thing.y - thing.height if thing.gid else thing.y
        drawn_at = floor(thing.x / width + _NEAR), floor(top / height + _NEAR)
        at = self.place(drawn_at)
        size = max(1, round(thing.width / width)), max(1, round(thing.height / height))
        facts = self._meanings.get(thing.gid & ~_FLAGS, {}) | _facts(thing)
        kind = thing.kind or str(facts.get("kind", ""))
        if kind in _KINDS:
            name = {"name": thing.name} if thing.name.lower() != kind else {}
            key = str(facts.get("id", f"{kind} {thing.name} {drawn_at}"))
            self._own(block(at, size), {**name, **facts, "kind": kind}, key)
        elif entry := _entry(kind, at, size, facts):
            self.lists[entry[0]].append(entry[1])
            self.kept.append(kind.replace("_", " "))
        elif kind != "outline":
            self.dropped.append(f"object {(kind or thing.name)[:40]!r}")

    def sections(self, floor: set[Square]) -> Iterator[dict[str, Any]]:
        """The sections as a layout file has them: those that were named, then the floor that none of them owns."""
        left = set(floor)
        for number, (key, (said, squares)) in enumerate(self._areas.items(), 1):
            if own := squares & left:
                left -= own
                yield {**_rows(key if 0 < len(key) <= 80 else f"s{number}", own), **said}
        for number, part in enumerate(groups(left), 1):
            yield _rows(f"room{number}", set(part))


def _facts(thing: Classed) -> dict[str, Any]:
    return {each.name: each.value for each in thing.properties}


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


def _flat(layers: tuple[MapLayer, ...], depth: int = 0) -> Iterator[MapLayer]:
    """Every layer, those in groups too."""
    for layer in layers:
        if layer.type != "group":
            yield layer
        elif depth < _DEPTH:
            yield from _flat(layer.layers, depth + 1)


def _cells(layer: MapLayer) -> Iterator[tuple[Square, int]]:
    """Every square of a layer on which a tile lies, and that tile's number."""
    chunks = layer.chunks or (Chunk(x=0, y=0, width=max(1, layer.width), height=max(1, layer.height), data=layer.data),)
    for chunk in chunks:
        numbers = _numbers(chunk.data, layer, chunk.width * chunk.height)
        for place, number in enumerate(numbers):
            if isinstance(number, int) and number & ~_FLAGS:
                yield (chunk.x + place % chunk.width, chunk.y + place // chunk.width), number & ~_FLAGS


def _numbers(data: object, layer: MapLayer, most: int) -> list[Any] | tuple[int, ...]:
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
