"""The layers of a Tiled map: which are floor, which are rock, which are left out, and where their cells lie.

Offsets of a layer and of the groups around it add up, in pixels, and are rounded to squares. Of several layers of
tiles one is rock whose name or class has one of a few words (`ROCK_WORDS`), even where it is hidden, since maps for
games hide their layer of collisions. Rock wins over floor. Anything else that is hidden is left out.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import floor

from msgspec import Struct

from dungeon_designer.grid import Square
from dungeon_designer.imports.imported import MOST, number_of
from dungeon_designer.imports.tiled_format import GID_FLAGS, Chunk, Map, MapLayer
from dungeon_designer.text.read_faults import Fault

ROCK_WORDS = ("wall", "rock", "collision", "block")
"""The words, each alone or in the plural, by which a layer is known for rock."""

OWN_LAYER = "sections"
"""The name of the layer of tiles that our own export writes. It is hidden, since its tiles have no pictures."""

_ROCK = re.compile(rf"(?<![^\W\d_])(?:{'|'.join(ROCK_WORDS)})s?(?![^\W\d_])", re.IGNORECASE)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

_NEAR = 1e-6
_DEPTH = 32
"""So deep groups may lie in each other."""

Pixels = tuple[float, float]
"""The width and height of a square of the map, in pixels."""

Cells = Mapping[int, list[Square]]
"""The squares of a layer by the number of the tile that lies on them, its flags included."""


class PlacedLayer(Struct, frozen=True):
    """A layer with what the groups around it add.

    Attributes:
        layer: the layer itself
        offset: how far it lies from its own place, in pixels
        hidden: whether it, or a group around it, is hidden
    """

    layer: MapLayer
    offset: tuple[float, float] = (0, 0)
    hidden: bool = False

    @property
    def title(self) -> str:
        """What a person knows it by."""
        return f"layer {self.layer.name[:40]!r}"


class LayersReading(Struct, frozen=True):
    """What becomes of the layers of a map.

    Attributes:
        floor: the squares of floor, those of rock taken away
        cells: the cells of each layer of floor, from the lowest to the topmost
        objects: each layer of objects that is shown, with its offset in squares
        told: what each layer of tiles was read as, where there are several
        changed: offsets that are no whole squares
        dropped: the layers that were left out
        has_rock: whether some layer of tiles is rock
    """

    floor: frozenset[Square]
    cells: tuple[Cells, ...]
    objects: tuple[tuple[MapLayer, Square], ...]
    told: tuple[str, ...]
    changed: tuple[str, ...]
    dropped: tuple[str, ...]
    has_rock: bool


def is_rock(layer: MapLayer) -> bool:
    """Return whether the name or the class of a layer says that its tiles are rock.

    >>> [is_rock(MapLayer(name=name)) for name in ("Walls 2", "outerWall", "wall_top", "Wallpaper", "bedrock")]
    [True, True, True, False, False]
    """
    return any(_ROCK.search(_HUMP.sub(" ", words)) for words in (layer.name, layer.class_))


def read_layers(chart: Map, names_section: Callable[[int], bool]) -> LayersReading:
    """Return what becomes of the layers of a map; a Fault where no floor is left, or cells cannot be read.

    `names_section` says of a cell's number whether its tile names a section.
    """
    placed, pixels = list(_flatten(chart.layers)), (chart.tilewidth, chart.tileheight)
    _check_amount([each.layer for each in placed])
    tiles = _read_tile_layers(placed, pixels, names_section)
    objects = [each for each in placed if each.layer.type == "objectgroup" and not each.hidden]
    floor_squares = _cover(tiles.floor) - _cover(tiles.rock)
    dropped = (*tiles.dropped, *_list_other_layers(placed))
    if not floor_squares:
        raise Fault(_explain_no_floor(tiles), ("layers",))
    if len(floor_squares) > MOST:
        raise Fault(f"the layers have more than {MOST:,} squares of floor", ("layers",))
    return LayersReading(
        floor=floor_squares,
        cells=tuple(tiles.floor),
        objects=tuple((each.layer, offset_in_squares(each, pixels)[0]) for each in objects),
        told=tuple(tiles.told) if tiles.count > 1 else (),
        changed=tuple(_explain_offset(each, pixels) for each in (*tiles.read, *objects) if _is_off_grid(each, pixels)),
        dropped=dropped,
        has_rock=bool(tiles.rock),
    )


@dataclass
class _TileLayers:
    """The layers of tiles, sorted."""

    count: int
    floor: list[Cells] = field(default_factory=list)
    rock: list[Cells] = field(default_factory=list)
    read: list[PlacedLayer] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)


def _read_tile_layers(placed: list[PlacedLayer], pixels: Pixels, names_section: Callable[[int], bool]) -> _TileLayers:
    """Return the layers of tiles by what they are: the only one is floor, of several some are rock."""
    layers = [each for each in placed if each.layer.type == "tilelayer"]
    sorted_layers = _TileLayers(len(layers))
    for each in layers:
        cells = _move_cells(read_cells(each.layer), offset_in_squares(each, pixels)[0])
        if len(layers) > 1 and is_rock(each.layer):
            kind, listed = "rock", sorted_layers.rock
        elif not each.hidden or (each.layer.name == OWN_LAYER and any(map(names_section, cells))):
            kind, listed = "floor", sorted_layers.floor
        else:
            sorted_layers.dropped.append(f"hidden {each.title} ({number_of(_count_cells(cells), 'tile')})")
            continue
        listed.append(cells)
        sorted_layers.read.append(each)
        sorted_layers.told.append(f"{each.title} as {kind} ({number_of(_count_cells(cells), 'square')})")
    return sorted_layers


def _list_other_layers(placed: list[PlacedLayer]) -> Iterator[str]:
    """Yield what is left out of layers of no tiles: what is hidden, and kinds that mean nothing here."""
    for each in placed:
        kind, name = each.layer.type, each.layer.name[:40]
        if kind == "objectgroup":
            if each.hidden and each.layer.objects:
                yield f"hidden {each.title} ({number_of(len(each.layer.objects), 'object')})"
        elif kind == "group":
            yield f"group {name!r} (inside of {_DEPTH} other groups)"
        elif kind != "tilelayer":
            yield f"{kind[:20]} {name!r}"


def _explain_no_floor(tiles: _TileLayers) -> str:
    """Return why no floor is left, and the remedy where there is one."""
    if tiles.rock and tiles.floor:
        return "the layers of rock cover all floor, so no floor is left"
    if tiles.rock:
        words = ", ".join(ROCK_WORDS[:-1]) + f" or {ROCK_WORDS[-1]}"
        return f"each layer of tiles is rock by its name ({words}), so there is no floor; rename that of the floor"
    if any(tiles.dropped):
        return "each layer of tiles is hidden, so there is no floor; show that of the floor in Tiled and save again"
    return "no layer of tiles has a tile on it, so there is no floor"


def _flatten(
    layers: tuple[MapLayer, ...], offset: tuple[float, float] = (0, 0), hidden: bool = False, depth: int = 0
) -> Iterator[PlacedLayer]:
    """Yield every layer, those in groups too, with what the groups add; a group too deep in others as it is."""
    for layer in layers:
        here = PlacedLayer(layer, (offset[0] + layer.offsetx, offset[1] + layer.offsety), hidden or not layer.visible)
        if layer.type != "group" or depth == _DEPTH:
            yield here
        else:
            yield from _flatten(layer.layers, here.offset, here.hidden, depth + 1)


def offset_in_squares(placed: PlacedLayer, pixels: Pixels) -> tuple[Square, bool]:
    """Return the offset of a layer, rounded to squares, and whether it was a whole number of them."""
    exact = placed.offset[0] / pixels[0], placed.offset[1] / pixels[1]
    across, down = (floor(each + 0.5) for each in exact)
    return (across, down), max(abs(exact[0] - across), abs(exact[1] - down)) < _NEAR


def _is_off_grid(placed: PlacedLayer, pixels: Pixels) -> bool:
    return not offset_in_squares(placed, pixels)[1]


def _explain_offset(placed: PlacedLayer, pixels: Pixels) -> str:
    (across, down), _ = offset_in_squares(placed, pixels)
    x, y = placed.offset
    return f"offset of {placed.title} by {x:g}, {y:g} pixels (rounded to {across}, {down} squares)"


def _cover(layers: list[Cells]) -> frozenset[Square]:
    return frozenset(square for cells in layers for squares in cells.values() for square in squares)


def _count_cells(cells: Cells) -> int:
    return sum(map(len, cells.values()))


def _move_cells(cells: Cells, by: Square) -> Cells:
    """Return cells moved by some squares."""
    if by == (0, 0):
        return cells
    return {gid: [(x + by[0], y + by[1]) for x, y in squares] for gid, squares in cells.items()}


def _check_amount(layers: list[MapLayer]) -> None:
    """A Fault where layers of tiles have too many squares; nothing of them is unpacked yet."""
    together = 0
    for layer in layers:
        amount = sum(chunk.width * chunk.height for chunk in _list_chunks(layer))
        together += amount
        if amount > MOST or together > 4 * MOST:
            raise Fault(f"more than {MOST:,} squares in a layer, or {4 * MOST:,} in all", ("layers",))


def _list_chunks(layer: MapLayer) -> tuple[Chunk, ...]:
    """Return what a layer of tiles is made of; nothing of any other."""
    if layer.type != "tilelayer":
        return ()
    size = {"width": max(1, layer.width), "height": max(1, layer.height)}
    return layer.chunks or (Chunk(x=0, y=0, data=layer.data, **size),)


def read_cells(layer: MapLayer) -> Cells:
    """Return the cells of a layer of tiles, those without a tile left out."""
    found: dict[int, list[Square]] = defaultdict(list)
    for chunk in _list_chunks(layer):
        numbers = _read_numbers(chunk.data, layer, chunk.width * chunk.height)
        for place, number in enumerate(numbers):
            if number & ~GID_FLAGS:
                found[number].append((chunk.x + place % chunk.width, chunk.y + place // chunk.width))
    return found


def _read_numbers(data: object, layer: MapLayer, most: int) -> Iterable[int]:
    """Return the numbers of a chunk, however they were written; a Fault where they cannot be read."""
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
