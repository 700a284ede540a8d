"""Sort the layers of a Tiled map: which are floor, which are rock, which are left out; and find where their cells lie.

The offsets of a layer and of the groups around it add up, in pixels, and are rounded to squares. If there are several
layers of tiles, those are rock whose name or class has one of a few words (`ROCK_WORDS`). This includes hidden
layers, since maps for games hide their collision layer. Rock wins over floor. Anything else that is hidden is left
out.
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
from typing import Any

from msgspec import Struct

from dungeon_designer.grid import Square
from dungeon_designer.imports.import_result import MAX_SQUARES, format_count
from dungeon_designer.imports.tiled_format import GID_FLAGS, Chunk, MapLayer, TiledMap
from dungeon_designer.pictures.picture_model import DungeonPicture, find_name_problem
from dungeon_designer.text.read_faults import Fault, convert_data

ROCK_WORDS = ("wall", "rock", "collision", "block")
"""The words, singular or plural, by which a layer is recognised as rock."""

OWN_LAYER_NAME = "sections"
"""The layer of tiles that the program's own export writes. It is hidden, since its tiles have no pictures."""

_ROCK_WORD = re.compile(rf"(?<![^\W\d_])(?:{'|'.join(ROCK_WORDS)})s?(?![^\W\d_])", re.IGNORECASE)
"""Matches one of the words in a name."""
_CAMEL_CASE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
"""Matches the position between two words of a name such as ``outerWall``."""

_TOLERANCE_SQUARES = 1e-6
"""How far an offset may be from a whole number of squares and still count as one."""
_MAX_GROUP_DEPTH = 32
"""The most groups around a layer."""

Pixels = tuple[float, float]
"""The width and height of a square of the map, in pixels."""

Cells = Mapping[int, list[Square]]
"""The squares of a layer by the number of the tile that lies on them, its flags included."""


class PlacedLayer(Struct, frozen=True):
    """A layer, with what the groups around it add.

    Attributes:
        layer: the layer itself.
        offset: how far it is moved, in pixels.
        hidden: whether the layer, or a group around it, is hidden.
    """

    layer: MapLayer
    offset: tuple[float, float] = (0, 0)
    hidden: bool = False

    @property
    def title(self) -> str:
        """The words by which messages name the layer."""
        return f"layer {self.layer.name[:40]!r}"


class SortedLayers(Struct, frozen=True):
    """The layers of a map after sorting.

    Attributes:
        floor: the squares of floor that no rock covers.
        cells: the cells of each layer of floor, from the lowest to the topmost.
        objects: each visible layer of objects, with its offset in squares.
        picture: the lowest image that the dungeon can lie on, as the key `picture` of a layout file; None for none.
        kept_features: the words for that image.
        roles: what each layer of tiles was read as, if there are several.
        changed_features: the offsets that are not whole squares.
        dropped_features: the layers that were left out.
        has_rock: whether some layer of tiles is rock.
    """

    floor: frozenset[Square]
    cells: tuple[Cells, ...]
    objects: tuple[tuple[MapLayer, Square], ...]
    picture: dict[str, Any] | None
    kept_features: tuple[str, ...]
    roles: tuple[str, ...]
    changed_features: tuple[str, ...]
    dropped_features: tuple[str, ...]
    has_rock: bool


def is_rock_layer(layer: MapLayer) -> bool:
    """Return whether the name or the class of a layer says that its tiles are rock.

    >>> [is_rock_layer(MapLayer(name=name)) for name in ("Walls 2", "outerWall", "wall_top", "Wallpaper", "bedrock")]
    [True, True, True, False, False]
    """
    return any(_ROCK_WORD.search(_CAMEL_CASE.sub(" ", text)) for text in (layer.name, layer.class_))


def sort_layers(tiled_map: TiledMap, names_section: Callable[[int], bool]) -> SortedLayers:
    """Decide for each layer of a Tiled map whether it is floor, rock, objects, or left out.

    Args:
        tiled_map: the map.
        names_section: a function that returns, for the number of a tile on the map, whether it stands for a section.

    Raises:
        Fault: no floor is left, there is too much, or cells cannot be read.
    """
    layers, pixels = list(_flatten_groups(tiled_map.layers)), (tiled_map.tilewidth, tiled_map.tileheight)
    _check_layer_size([placed.layer for placed in layers])
    tile_layers = _sort_tile_layers(layers, pixels, names_section)
    object_layers = [placed for placed in layers if placed.layer.type == "objectgroup" and not placed.hidden]
    floor_squares = _list_squares(tile_layers.floor) - _list_squares(tile_layers.rock)
    if not floor_squares:
        raise Fault(_explain_no_floor(tile_layers), ("layers",))
    if len(floor_squares) > MAX_SQUARES:
        raise Fault(f"the layers have more than {MAX_SQUARES:,} squares of floor", ("layers",))
    picture_layer = next((placed for placed in layers if _is_picture(placed, pixels)), None)
    rounded_layers = [placed for placed in (*tile_layers.used_layers, *object_layers) if _is_off_grid(placed, pixels)]
    return SortedLayers(
        floor=floor_squares,
        cells=tuple(tile_layers.floor),
        objects=tuple((placed.layer, round_offset(placed, pixels)[0]) for placed in object_layers),
        picture=_build_picture(picture_layer, pixels) if picture_layer else None,
        kept_features=(f"{_describe_image(picture_layer)}, a file beside the map",) if picture_layer else (),
        roles=tuple(tile_layers.roles) if tile_layers.count > 1 else (),
        changed_features=tuple(_explain_offset(placed, pixels) for placed in rounded_layers),
        dropped_features=(
            *tile_layers.dropped_features,
            *_list_other_layers([placed for placed in layers if placed is not picture_layer], pixels),
        ),
        has_rock=bool(tile_layers.rock),
    )


@dataclass
class _TileLayers:
    """The layers of tiles, sorted.

    Attributes:
        count: how many there are.
        floor: the cells of each layer of floor.
        rock: the cells of each layer of rock.
        used_layers: the layers of floor and rock.
        roles: what each of these was read as.
        dropped_features: the layers that were left out.
    """

    count: int
    floor: list[Cells] = field(default_factory=list)
    rock: list[Cells] = field(default_factory=list)
    used_layers: list[PlacedLayer] = field(default_factory=list)
    roles: list[str] = field(default_factory=list)
    dropped_features: list[str] = field(default_factory=list)


def _sort_tile_layers(
    placed_layers: list[PlacedLayer], pixels: Pixels, names_section: Callable[[int], bool]
) -> _TileLayers:
    """Sort the layers of tiles into floor, rock and what is left out. A single layer is floor.

    Of several layers, those whose name or class says so are rock. Other hidden layers are left out, except the layer
    of sections that the program's own export hides.

    Args:
        placed_layers: all layers of the map.
        pixels: the width and height of a square.
        names_section: a function that returns, for the number of a cell, whether its tile names a section.
    """
    layers = [placed_layer for placed_layer in placed_layers if placed_layer.layer.type == "tilelayer"]
    sorted_layers = _TileLayers(len(layers))
    for placed_layer in layers:
        cells = _move_cells(read_cells(placed_layer.layer), round_offset(placed_layer, pixels)[0])
        cell_count = sum(map(len, cells.values()))
        is_section_layer = placed_layer.layer.name == OWN_LAYER_NAME and any(map(names_section, cells))
        if len(layers) > 1 and is_rock_layer(placed_layer.layer):
            kind, cells_of_kind = "rock", sorted_layers.rock
        elif not placed_layer.hidden or is_section_layer:
            kind, cells_of_kind = "floor", sorted_layers.floor
        else:
            sorted_layers.dropped_features.append(f"hidden {placed_layer.title} ({format_count(cell_count, 'tile')})")
            continue
        cells_of_kind.append(cells)
        sorted_layers.used_layers.append(placed_layer)
        sorted_layers.roles.append(f"{placed_layer.title} as {kind} ({format_count(cell_count, 'square')})")
    return sorted_layers


def _list_other_layers(placed_layers: list[PlacedLayer], pixels: Pixels) -> Iterator[str]:
    """Yield for the summary the layers without tiles that are left out.

    These are hidden layers of objects, groups that are nested too deeply, images on which the dungeon does not lie, and
    kinds without a meaning here.
    """
    for placed_layer in placed_layers:
        kind, name = placed_layer.layer.type, placed_layer.layer.name[:40]
        if kind == "objectgroup":
            if placed_layer.hidden and placed_layer.layer.objects:
                yield f"hidden {placed_layer.title} ({format_count(len(placed_layer.layer.objects), 'object')})"
        elif kind == "group":
            yield f"group {name!r} (inside of {_MAX_GROUP_DEPTH} other groups)"
        elif kind == "imagelayer" and placed_layer.layer.image:
            yield f"{_describe_image(placed_layer)}{_explain_unused_image(placed_layer, pixels)}"
        elif kind != "tilelayer":
            yield f"{kind[:20]} {name!r}"


def _is_picture(placed_layer: PlacedLayer, pixels: Pixels) -> bool:
    """Return whether a layer shows an image on which the dungeon can lie: seen, of a known size, in the map's folder.

    No file is read here.
    """
    layer = placed_layer.layer
    if layer.type != "imagelayer" or placed_layer.hidden or find_name_problem(layer.image):
        return False
    try:
        convert_data(_build_picture(placed_layer, pixels), DungeonPicture)
    except Fault:  # it has no size or no name, or lies too far out
        return False
    return True


def _describe_image(placed_layer: PlacedLayer) -> str:
    """Return the words by which the summary names the image of a layer."""
    return f"image {placed_layer.layer.image[:80]!r} of {placed_layer.title}"


def _explain_unused_image(placed_layer: PlacedLayer, pixels: Pixels) -> str:
    """Return in brackets why a dungeon cannot lie on the image of a layer, or that another one comes before it."""
    layer = placed_layer.layer
    if placed_layer.hidden:
        return " (hidden)"
    if _is_picture(placed_layer, pixels):
        return " (a dungeon has one picture)"
    problem = find_name_problem(layer.image)
    remedy = "the map does not say its size, or it lies too far out; save the map as .tmx"
    return f" ({problem or remedy})"


def _build_picture(placed_layer: PlacedLayer, pixels: Pixels) -> dict[str, Any]:
    """Return the image of a layer as the key `picture` of a layout file, in squares of the map."""
    layer, (x, y), (width, height) = placed_layer.layer, placed_layer.offset, pixels
    size = [round(layer.imagewidth / width, 6), round(layer.imageheight / height, 6)]
    return {"file": layer.image, "at": [round(x / width, 6), round(y / height, 6)], "size": size}


def _explain_no_floor(tiles: _TileLayers) -> str:
    """Return why no floor is left, and the remedy if there is one."""
    if tiles.rock and tiles.floor:
        return "the layers of rock cover all floor, so no floor is left"
    if tiles.rock:
        words = ", ".join(ROCK_WORDS[:-1]) + f" or {ROCK_WORDS[-1]}"
        return f"each layer of tiles is rock by its name ({words}), so there is no floor; rename that of the floor"
    if any(tiles.dropped_features):
        return "each layer of tiles is hidden, so there is no floor; show that of the floor in Tiled and save again"
    return "no layer of tiles has a tile on it, so there is no floor"


def _flatten_groups(
    layers: tuple[MapLayer, ...], offset: tuple[float, float] = (0, 0), hidden: bool = False, depth: int = 0
) -> Iterator[PlacedLayer]:
    """Yield every layer of a map, also those in groups, with what the groups around it add.

    A group inside too many other groups is yielded itself.

    Args:
        layers: the layers of the map, or of a group.
        offset: how far the groups around them are moved, in pixels.
        hidden: whether one of these groups is hidden.
        depth: the number of these groups.
    """
    for layer in layers:
        layer_offset = offset[0] + layer.offsetx, offset[1] + layer.offsety
        is_hidden = hidden or not layer.visible
        if layer.type != "group" or depth == _MAX_GROUP_DEPTH:
            yield PlacedLayer(layer, layer_offset, is_hidden)
        else:
            yield from _flatten_groups(layer.layers, layer_offset, is_hidden, depth + 1)


def round_offset(placed_layer: PlacedLayer, pixels: Pixels) -> tuple[Square, bool]:
    """Return the offset of a layer, rounded to whole squares, and whether it was a whole number of squares before.

    Args:
        placed_layer: the layer, with its offset in pixels.
        pixels: the width and height of a square, in pixels.
    """
    exact_columns, exact_rows = placed_layer.offset[0] / pixels[0], placed_layer.offset[1] / pixels[1]
    columns, rows = floor(exact_columns + 0.5), floor(exact_rows + 0.5)
    rounding_error = max(abs(exact_columns - columns), abs(exact_rows - rows))
    return (columns, rows), rounding_error < _TOLERANCE_SQUARES


def _is_off_grid(placed_layer: PlacedLayer, pixels: Pixels) -> bool:
    """Return whether the offset of a layer is not a whole number of squares."""
    return not round_offset(placed_layer, pixels)[1]


def _explain_offset(placed_layer: PlacedLayer, pixels: Pixels) -> str:
    """Return the summary's phrase for a layer whose offset was rounded to whole squares."""
    (columns, rows), _ = round_offset(placed_layer, pixels)
    x, y = placed_layer.offset
    return f"offset of {placed_layer.title} by {x:g}, {y:g} pixels (rounded to {columns}, {rows} squares)"


def _list_squares(layers: list[Cells]) -> frozenset[Square]:
    """Return all squares on which some layers have tiles."""
    return frozenset(square for cells in layers for squares in cells.values() for square in squares)


def _move_cells(cells: Cells, offset: Square) -> Cells:
    """Return the squares of a layer, by the number of the tile on them, moved by a number of columns and rows."""
    if offset == (0, 0):
        return cells
    return {gid: [(x + offset[0], y + offset[1]) for x, y in squares] for gid, squares in cells.items()}


def _check_layer_size(layers: list[MapLayer]) -> None:
    """Raise a Fault if layers of tiles have too many squares. Nothing is unpacked before this check."""
    total = 0
    for layer in layers:
        amount = sum(chunk.width * chunk.height for chunk in _list_chunks(layer))
        total += amount
        if amount > MAX_SQUARES or total > 4 * MAX_SQUARES:
            raise Fault(f"more than {MAX_SQUARES:,} squares in a layer, or {4 * MAX_SQUARES:,} in all", ("layers",))


def _list_chunks(layer: MapLayer) -> tuple[Chunk, ...]:
    """Return the chunks of a layer of tiles: the rectangles into which Tiled divides an endless map.

    A layer without chunks is returned as one chunk; a layer of another kind has none.
    """
    if layer.type != "tilelayer":
        return ()
    size = {"width": max(1, layer.width), "height": max(1, layer.height)}
    return layer.chunks or (Chunk(x=0, y=0, data=layer.data, **size),)


def read_cells(layer: MapLayer) -> Cells:
    """Return the squares of a layer of tiles, by the number of the tile on them. Squares without a tile are left out.

    Raises:
        Fault: the cells cannot be read.
    """
    cells: dict[int, list[Square]] = defaultdict(list)
    for chunk in _list_chunks(layer):
        numbers = _read_numbers(chunk.data, layer, chunk.width * chunk.height)
        for index, number in enumerate(numbers):
            if number & ~GID_FLAGS:
                cells[number].append((chunk.x + index % chunk.width, chunk.y + index // chunk.width))
    return cells


def _read_numbers(data: object, layer: MapLayer, max_count: int) -> Iterable[int]:
    """Return the numbers of the cells of a chunk, row by row, in whatever encoding they are written.

    Args:
        data: the content of the chunk: a list, comma-separated text, or base64.
        layer: the layer, which says the encoding.
        max_count: how many numbers are read; the rest is ignored.

    Raises:
        Fault: the numbers cannot be read.
    """
    try:
        if isinstance(data, str) and layer.encoding == "base64":
            raw = base64.b64decode(data, validate=True)
            if layer.compression:
                raw = zlib.decompressobj(47).decompress(raw, 4 * max_count)  # 47: zlib and gzip alike
            count = min(len(raw) // 4, max_count)
            return struct.unpack(f"<{count}I", raw[: 4 * count])
        if isinstance(data, str):
            return [int(word) for word in data.split(",")[:max_count]]
        return [int(number) for number in data[:max_count]] if isinstance(data, list) else []
    except (binascii.Error, zlib.error, ValueError, TypeError) as error:
        problem = f"the cells of the layer {layer.name[:40]!r} cannot be read ({error})"
        raise Fault(f"{problem}; save the map with the tile layer format CSV", ("layers",)) from None
