"""Tiled (mapeditor.org), maps as JSON or XML: a layer of tiles is the floor, objects are what lies on it.

The class of a tile or an object says what it is: a kind of section or a word of `PARTS`. What our own export
writes comes back as it was; of other people's maps everything is floor where a tile lies, and what is unknown is told.
"""

from __future__ import annotations

import base64
import binascii
import struct
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain
from math import floor
from typing import Annotated, Any

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from dungeon_designer.grid import LIMIT, Size, Square, block, bounds, groups
from dungeon_designer.imports.imported import MOST, Imported, check_reach, counted
from dungeon_designer.layout.document import Document, file_entry, layout_of
from dungeon_designer.layout.layout_file import read_strictly
from dungeon_designer.layout.model import LISTS, PARTS, EdgeRun, Layout, RotatingRoom, Section, SectionKind
from dungeon_designer.layout_edits.floor import drawn
from dungeon_designer.text.read_faults import Fault, converted
from dungeon_designer.text.rows import FLOOR
from dungeon_designer.tiles.library import stock
from dungeon_designer.tiles.model import TileLibrary

PROGRAM = "Tiled"

_FLAGS = 0xF0000000
"""The highest bits of a cell say how its tile is turned."""

_NEAR = 1e-6
_DEPTH = 32
_KINDS = frozenset(SectionKind)
_GROUND = ("terrain", "obstacles")
_KINDED = (*_GROUND, "traps", "machines")
_SECTION = frozenset(Section.__struct_fields__)
_HEAD = {*Layout.__struct_fields__} - {*LISTS} | {"waivers"}
"""What a map's own properties say of the dungeon."""

_AS_JSON = frozenset({"play", "sides", "waivers", "extra", "at", "rows", "sections"})

_Pixels = Annotated[float, Meta(ge=1, le=LIMIT)]
_Place = Annotated[float, Meta(ge=-1e9, le=1e9)]
_Corner = Annotated[int, Meta(ge=-LIMIT, le=LIMIT)]
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
    def facts(self) -> dict[str, Any]:
        """What its properties say, and its class, by whatever key."""
        said = _said(self.properties)
        kind = self.type or self.class_ or str(said.get("kind", ""))
        return {**said, "class": kind.strip().lower().replace(" ", "_")}


class MapObject(Classed, frozen=True):
    """A thing of an objects layer, in pixels."""

    x: _Place = 0
    y: _Place = 0
    width: _Place = 0
    height: _Place = 0
    gid: int = 0


class Chunk(Struct, frozen=True):
    """A part of a layer of an endless map."""

    x: _Corner
    y: _Corner
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

    tilewidth: _Pixels
    tileheight: _Pixels
    layers: tuple[MapLayer, ...]
    orientation: str = "orthogonal"
    tilesets: tuple[TileSet, ...] = ()
    properties: tuple[Property, ...] = ()


def read_tiled(data: object, tiles: TileLibrary | None = None) -> Imported:
    """The dungeon in the data of a map; a Fault names the key that is wrong.

    `tiles` are those that its placed tiles may be, without it the program's own.
    """
    chart = converted(data, Map, strict=False)
    if chart.orientation != "orthogonal":
        raise Fault(f"the map is {chart.orientation[:20]}; a dungeon needs an orthogonal one", ("orientation",))
    layers = list(_flat(chart.layers))
    _check_amount(layers)
    cells = [_cells(layer) for layer in layers]
    floor = {square for found in cells for squares in found.values() for square in squares}
    if not floor:
        raise Fault("no layer of tiles has a tile on it, so there is no floor", ("layers",))
    if len(floor) > MOST:
        raise Fault(f"the layers have more than {MOST:,} squares of floor", ("layers",))
    left, top = bounds(floor)[0]
    reader = _Reader(chart, tiles or stock(), (max(0, -left), max(0, -top)))
    for layer, found in zip(layers, cells, strict=True):
        for gid in sorted(found):
            reader.add_tiles(gid, found[gid])
        for thing in layer.objects if layer.type == "objectgroup" else ():
            reader.add_object(thing)
        if layer.type not in ("tilelayer", "objectgroup"):
            reader.dropped.append(f"{layer.type[:20]} {layer.name[:40]!r}")
    sections = reader.sections(set(map(reader.place, floor)))
    plain = {**reader.head(chart), **reader.lists, "sections": sections}
    kept = (f"{len(floor)} squares", f"{len(sections)} sections", *counted(reader.kept))
    layout = layout_of(converted(plain, Document), plain)
    return Imported(layout, PROGRAM, kept, counted(reader.changed), counted(reader.dropped))


class _Reader:
    """One map on its way to a layout: plain data of the layout file, and what was met on the way."""

    def __init__(self, chart: Map, tiles: TileLibrary, shift: Square) -> None:
        self._pixels, self._shift, self._tiles = (chart.tilewidth, chart.tileheight), shift, tiles
        self._areas: dict[str, tuple[dict[str, Any], set[Square]]] = {}
        self._printed: dict[str, list[tuple[str, Any]]] = defaultdict(list)
        self._covered = 0
        self.lists: dict[str, list[Any]] = defaultdict(list)
        self.kept: list[str] = []
        self.changed: list[str] = []
        self.dropped = [f"tile set {each.source[:40]!r} (a file of its own)" for each in chart.tilesets if each.source]
        self._meanings = {each.firstgid + tile.id: tile.facts for each in chart.tilesets for tile in each.tiles}
        for _, facts in sorted(self._meanings.items(), key=lambda item: item[0]):
            if "id" in facts and facts["class"] in _KINDS:  # in their order, those that own no square, too
                self._own([], facts, "")

    def head(self, chart: Map) -> dict[str, Any]:
        """What the map's own properties say of the dungeon."""
        said = _said(chart.properties)
        if said.get("players"):
            self.dropped.append("what lies below trapdoors and on counters' faces (the map is one for players)")
        return {name: value for name, value in said.items() if name in _HEAD}

    def place(self, square: Square) -> Square:
        """A square of the map in the layout, in which nothing lies left of or above the grid."""
        return square[0] + self._shift[0], square[1] + self._shift[1]

    def add_tiles(self, gid: int, squares: list[Square]) -> None:
        """The squares of one tile: of a section, or a thing on each."""
        facts = self._meanings.get(gid, {"class": ""})
        kind = facts["class"]
        if not self._add(list(map(self.place, squares)), (1, 1), facts, "") and kind not in ("", "floor"):
            self.dropped += [f"tile {kind[:40]!r} (floor)"] * len(squares)

    def add_object(self, thing: MapObject) -> None:
        """An object: a section, or a thing on the map."""
        width, height = self._pixels
        top = thing.y - thing.height if thing.gid else thing.y
        at = self.place((floor(thing.x / width + _NEAR), floor(top / height + _NEAR)))
        size = max(1, round(thing.width / width)), max(1, round(thing.height / height))
        tile = self._meanings.get(thing.gid & ~_FLAGS, {"class": thing.name.lower()})
        facts = tile | {name: value for name, value in thing.facts.items() if value != ""}
        kind = facts["class"]
        if thing.name.lower() != kind:
            facts.setdefault("name", thing.name)
        if not self._add([at], size, facts, f"{thing.name} {at}") and kind != "outline":
            self.dropped.append(f"object {(kind or thing.name)[:40]!r}")

    def _add(self, squares: list[Square], size: Size, facts: dict[str, Any], name: str) -> bool:
        """Whether the class of a tile or an object is known; what it lays on each square, as large as said, is laid.

        A bridge is a section if it has an id.
        """
        kind = facts["class"]
        if kind not in _KINDS and kind not in PARTS:
            return False
        self._covered += size[0] * size[1] - 1
        if self._covered > MOST:
            raise Fault(f"the objects cover more than {MOST:,} squares", ("layers",))
        if kind in _KINDS and ("id" in facts or kind not in PARTS):
            laid = squares if size == (1, 1) else block(squares[0], size)
            self._own(laid, facts, " ".join(filter(None, (kind, str(facts.get("side", "")), name))))
            return True
        for at in squares:
            key, entry = _entry(kind, at, size, facts)
            if "printed" in facts and key in _GROUND:
                self._printed[str(facts["printed"])].append((key, entry))
            else:
                self.lists[key].append(entry)
                self.kept.append(kind.replace("_", " "))
        return True

    def _own(self, squares: Iterable[Square], facts: dict[str, Any], key: str) -> None:
        self._areas.setdefault(str(facts.get("id", key)), (facts, set()))[1].update(squares)

    def sections(self, floor: set[Square]) -> list[dict[str, Any]]:
        """The sections as a layout file has them: those that were named, then the floor that none of them owns.

        A placed tile is one still where it covers what it did; else it is drawn, and what was printed on it lies there.
        """
        check_reach(squares for _, squares in self._areas.values())
        left, found = set(floor), []
        for number, (key, (facts, squares)) in enumerate(self._areas.items(), 1):
            said: dict[str, Any] = {name: value for name, value in facts.items() if name in _SECTION} | {"id": key}
            if whole := self._as_said(said, facts["class"], squares, floor, left):
                found.append(whole)
                self._printed.pop(key, None)
            elif own := squares & left:
                if "tile" in said:
                    why = "its squares were changed" if str(said["tile"]) in self._tiles else "no set here holds it"
                    self.changed.append(f"placed tile (drawn by hand: {why})")
                words = {name: value for name, value in said.items() if name in ("side", "name", "enclosed")}
                name = key if 0 < len(key) <= 80 else f"s{number}"
                found.append({**_rows(name, own), "kind": facts["class"], **words})
            left -= squares
        for key, entry in chain(*self._printed.values()):
            self.lists[key].append(entry)
        rest = list(map(set, groups(left)))
        check_reach(rest)
        return found + [_rows(f"room{number}", part) for number, part in enumerate(rest, 1)]

    def _as_said(
        self, said: dict[str, Any], kind: str, squares: set[Square], floor: set[Square], left: set[Square]
    ) -> dict[str, Any] | None:
        """A section by the tile or the rows it says, if these cover just its squares and are printed so; else None."""
        if str(said["tile"]) not in self._tiles if "tile" in said else "rows" not in said:
            return None
        section = converted({"at": (0, 0), **said}, Section, ("sections", said["id"]))
        if section.tile:
            section, covers = self._placed(section, kind, set() if "at" in said else squares)
        else:
            section, covers = replace(section, kind=SectionKind(kind)), dict.fromkeys(section.squares, "")
        lies = {(at, each["kind"]) for _, each in self._printed[section.id] for at in block(each["at"], each["size"])}
        printed = {(square, ground) for square, ground in covers.items() if ground}
        if covers.keys() <= floor and covers.keys() & left == squares and lies == printed:
            return file_entry(section) | ({} if section.tile else {"rows": section.rows})
        return None

    def _placed(self, section: Section, kind: str, squares: set[Square]) -> tuple[Section, dict[Square, str]]:
        """A placed tile, moved to the corner of squares, and all it covers with the ground printed there, or ''."""
        tile = self._tiles.get(section.tile)
        if squares:
            face = [square for square, _ in tile.placed((0, 0), section.turn, section.flip)]
            (x, y), (left, top) = bounds(squares)[0], bounds(face)[0]
            section = replace(section, at=(x - left, y - top))
        if not section.kind and kind != tile.kind:
            section = replace(section, kind=SectionKind(kind))
        placed = tile.placed(section.at, section.turn, section.flip)
        return section, {square: "" if letter == FLOOR else tile.meaning(letter) for square, letter in placed}


def _said(properties: tuple[Property, ...]) -> dict[str, Any]:
    """What properties say, lists and tables read from their JSON."""
    said = {each.name: each.value for each in properties if each.value not in (None, "")}
    for name, value in said.items():
        if name in _AS_JSON and isinstance(value, str):
            with suppress(Fault):
                said[name] = read_strictly(value)
    return said


def _rows(key: str, squares: set[Square]) -> dict[str, Any]:
    section = drawn(Section(id=key), squares)
    return {"id": key, "kind": "room", "at": section.at, "rows": section.rows}


def _entry(kind: str, at: Square, size: Size, said: dict[str, Any]) -> tuple[str, Any]:
    """The list of a layout file a thing belongs in, and what it is there."""
    key, part = PARTS[kind]
    if part is None:
        return key, at
    entry = {name: said[name] for name in part.__struct_fields__ if name in said}
    if issubclass(part, EdgeRun):
        (x, y), side = at, said.get("side")
        return key, {**entry, "at": (x - (side == "east"), y - (side == "south")), "width": max(size)}
    if key in _KINDED:
        entry |= {"kind": kind} | ({"size": size} if part is not RotatingRoom else {})
    return key, entry | ({"at": at} if part is not RotatingRoom else {})


def _flat(layers: tuple[MapLayer, ...], depth: int = 0) -> Iterator[MapLayer]:
    """Every layer, those in groups too."""
    for layer in layers:
        if layer.type != "group":
            yield layer
        elif depth < _DEPTH:
            yield from _flat(layer.layers, depth + 1)


def _check_amount(layers: list[MapLayer]) -> None:
    """A Fault where layers of tiles have too many squares; nothing of them is unpacked yet."""
    together = 0
    for layer in layers:
        amount = sum(chunk.width * chunk.height for chunk in _chunks(layer))
        together += amount
        if amount > MOST or together > 4 * MOST:
            raise Fault(f"more than {MOST:,} squares in a layer, or {4 * MOST:,} in all", ("layers",))


def _chunks(layer: MapLayer) -> tuple[Chunk, ...]:
    """What a layer of tiles is made of; nothing of any other."""
    if layer.type != "tilelayer":
        return ()
    size = {"width": max(1, layer.width), "height": max(1, layer.height)}
    return layer.chunks or (Chunk(x=0, y=0, data=layer.data, **size),)


def _cells(layer: MapLayer) -> dict[int, list[Square]]:
    """The squares of a layer by the number of the tile that lies on them."""
    found: dict[int, list[Square]] = defaultdict(list)
    for chunk in _chunks(layer):
        numbers = _numbers(chunk.data, layer, chunk.width * chunk.height)
        for place, number in enumerate(numbers):
            if number & ~_FLAGS:
                found[number & ~_FLAGS].append((chunk.x + place % chunk.width, chunk.y + place // chunk.width))
    return found


def _numbers(data: object, layer: MapLayer, most: int) -> Iterable[int]:
    """The numbers of a chunk, however they were written; a Fault where they cannot be read."""
    try:
        if isinstance(data, str) and layer.encoding == "base64":
            raw = base64.b64decode(data, validate=True)
            if layer.compression:
                raw = zlib.decompressobj(47).decompress(raw, 4 * most)
            return struct.unpack(f"<{min(len(raw) // 4, most)}I", raw[: 4 * min(len(raw) // 4, most)])
        listed = data.split(",") if isinstance(data, str) else data if isinstance(data, list) else []
        return [int(number) for number in listed[:most]]
    except (binascii.Error, zlib.error, ValueError, TypeError) as error:
        problem = f"the cells of the layer {layer.name[:40]!r} cannot be read ({error})"
        raise Fault(f"{problem}; save the map with the tile layer format CSV", ("layers",)) from None
