"""The parts of a Tiled map that are read, as its JSON has them; `text.tiled_xml` brings its XML into the same form.

The members are those of Tiled's own description of the format (version 1.12). Where a value may be of any kind
(`Any`), only some of the kinds mean something here, and no other one makes a map unreadable.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from dungeon_designer.grid import LIMIT
from dungeon_designer.layout.layout_file import read_strictly
from dungeon_designer.text.read_faults import Fault

GID_FLAGS = 0xF0000000
"""The highest bits of a cell's number say how its tile is turned."""

_AS_JSON = frozenset({"play", "sides", "waivers", "extra", "at", "rows", "sections"})
"""The properties in which our own export writes lists and tables, as JSON."""

_TileSize = Annotated[float, Meta(ge=1, le=LIMIT)]
_Pixels = Annotated[float, Meta(ge=-1e9, le=1e9)]
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
        said = read_properties(self.properties)
        return {**said, "class": as_class(self.type or self.class_ or str(said.get("kind", "")))}


class MapObject(Classed, frozen=True):
    """An object of a layer, in pixels; `rotation` in degrees, clockwise about (x, y)."""

    x: _Pixels = 0
    y: _Pixels = 0
    width: _Pixels = 0
    height: _Pixels = 0
    rotation: _Pixels = 0
    gid: int = 0
    visible: bool = True
    template: str = ""
    ellipse: Any = None
    capsule: Any = None
    polygon: Any = None
    polyline: Any = None
    text: Any = None


class Chunk(Struct, frozen=True):
    """A part of a layer of an endless map."""

    x: _Corner
    y: _Corner
    width: _Extent
    height: _Extent
    data: Any = None


class MapLayer(Struct, frozen=True):
    """A layer of tiles (`data`, or `chunks`), of objects, or a group of layers; offsets in pixels."""

    name: str = ""
    type: str = "tilelayer"
    class_: str = field(default="", name="class")
    visible: bool = True
    offsetx: _Pixels = 0
    offsety: _Pixels = 0
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
    tilewidth: _Pixels = 0
    tileheight: _Pixels = 0
    objectalignment: str = ""
    tiles: tuple[ClassedTile, ...] = ()


class Map(Struct, frozen=True):
    """The parts of the file that are read."""

    tilewidth: _TileSize
    tileheight: _TileSize
    layers: tuple[MapLayer, ...]
    orientation: str = "orthogonal"
    tilesets: tuple[TileSet, ...] = ()
    properties: tuple[Property, ...] = ()


def read_properties(properties: tuple[Property, ...]) -> dict[str, Any]:
    """Return what properties say by name, lists and tables read from their JSON; empty values are left out."""
    said = {each.name: each.value for each in properties if each.value not in (None, "")}
    for name, value in said.items():
        if name in _AS_JSON and isinstance(value, str):
            with suppress(Fault):
                said[name] = read_strictly(value)
    return said


def as_class(words: str) -> str:
    """Return a class or a name in the form in which the layout file has it.

    >>> as_class(" End Zone ")
    'end_zone'
    """
    return words.strip().lower().replace(" ", "_")
