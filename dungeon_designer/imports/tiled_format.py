"""Define the parts of a Tiled map that are read, as its JSON has them; XML is first brought into the same form.

The fields are those of Tiled's own description of the format (version 1.12). A field of type `Any` may have values of
several kinds, some of which have no meaning here; no value makes the map unreadable.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from dungeon_designer.grid import MAX_COORDINATE
from dungeon_designer.layout.layout_file import parse_strict_json
from dungeon_designer.text.read_faults import Fault

GID_FLAGS = 0xF0000000
"""The highest bits of a cell's number, which say how its tile is rotated and flipped."""

_JSON_PROPERTIES = frozenset({"play", "sides", "picture", "waivers", "extra", "at", "rows", "sections"})
"""The properties that the program's own export writes as JSON, since they are lists or tables."""

_TileSize = Annotated[float, Meta(ge=1, le=MAX_COORDINATE)]
"""The width or height of a square, in pixels."""
_Pixels = Annotated[float, Meta(ge=-1e9, le=1e9)]
"""A length or position in pixels."""
_Corner = Annotated[int, Meta(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
"""The first column or row of a chunk, in squares."""
_Extent = Annotated[int, Meta(ge=1, le=MAX_COORDINATE + 1)]
"""The width or height of a chunk, in squares."""


class Property(Struct, frozen=True):
    """A property of a tile, an object or the map."""

    name: str
    value: Any = None


class ClassifiedElement(Struct, frozen=True):
    """A tile of a set, or an object. Its class is the key `type` before Tiled 1.9 and since 1.10, else `class`."""

    name: str = ""
    type: str = ""
    class_: str = field(default="", name="class")
    properties: tuple[Property, ...] = ()

    @property
    def facts(self) -> dict[str, Any]:
        """The properties by name, and the class under the name `class`, whichever key of the file holds it."""
        properties = read_properties(self.properties)
        return {**properties, "class": normalise_class(self.type or self.class_ or str(properties.get("kind", "")))}


class MapObject(ClassifiedElement, frozen=True):
    """An object of a layer, in pixels; `rotation` is in degrees, clockwise around (x, y)."""

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
    """A layer of tiles (`data`, or `chunks`), of objects, of an image, or a group of layers; lengths are in pixels."""

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
    image: str = ""
    imagewidth: _Pixels = 0
    imageheight: _Pixels = 0
    layers: tuple[MapLayer, ...] = ()


class TileWithProperties(ClassifiedElement, frozen=True, kw_only=True):
    """A tile of a set that has a class or properties."""

    id: int


class TileSet(Struct, frozen=True):
    """A set of tiles in the map. With `source` it is a file of its own, which is not read."""

    firstgid: int
    source: str = ""
    tilewidth: _Pixels = 0
    tileheight: _Pixels = 0
    objectalignment: str = ""
    tiles: tuple[TileWithProperties, ...] = ()


class TiledMap(Struct, frozen=True):
    """The keys of a map that are read."""

    tilewidth: _TileSize
    tileheight: _TileSize
    layers: tuple[MapLayer, ...]
    orientation: str = "orthogonal"
    tilesets: tuple[TileSet, ...] = ()
    properties: tuple[Property, ...] = ()


def read_properties(properties: tuple[Property, ...]) -> dict[str, Any]:
    """Return the values of properties by name, lists and tables read from their JSON. Empty values are left out."""
    value_by_name = {entry.name: entry.value for entry in properties if entry.value not in (None, "")}
    for name, value in value_by_name.items():
        if name in _JSON_PROPERTIES and isinstance(value, str):
            with suppress(Fault):
                value_by_name[name] = parse_strict_json(value)
    return value_by_name


def normalise_class(text: str) -> str:
    """Return a class or a name in the form that layout files use.

    >>> normalise_class(" End Zone ")
    'end_zone'
    """
    return text.strip().lower().replace(" ", "_")
