"""Find where an object of a Tiled map lies in squares, and how the tile of an object or a cell is rotated and flipped.

Tiled rotates an object clockwise around its (x, y). That point is the upper left corner of the object. For an object
that shows a tile, it is where the tile set's `objectalignment` says, or the lower left corner if nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import floor

from msgspec import Struct

from dungeon_designer.grid import Size, Square
from dungeon_designer.imports.tiled_format import GID_FLAGS, MapObject, TileSet
from dungeon_designer.layout.model import TrapKind

_TOLERANCE_SQUARES = 1e-6
"""How far a position may be from a border, in squares, and still count as on the border."""
_LINE_WIDTH_SQUARES = 0.01
"""An object narrower than this is a line; in squares."""
_MAX_SLANT_DEGREES = 0.01
"""How far the rotation of an object may be from a quarter turn, in degrees."""

_ALIGNMENTS: Mapping[str, tuple[float, float]] = {
    "topleft": (0, 0),
    "top": (0.5, 0),
    "topright": (1, 0),
    "left": (0, 0.5),
    "center": (0.5, 0.5),
    "right": (1, 0.5),
    "bottomleft": (0, 1),
    "bottom": (0.5, 1),
    "bottomright": (1, 1),
}
"""Where in an object its (x, y) lies: the part of its width to the left, and of its height above."""

_ROUND_CLASSES = frozenset({"portal", TrapKind.COUNTER, TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT, "rotating_room"})
"""The classes of objects that the program's own export draws as ellipses."""

_FLIP_HORIZONTAL, _FLIP_VERTICAL, _FLIP_DIAGONAL = 0x80000000, 0x40000000, 0x20000000


class TileOrientation(Struct, frozen=True):
    """How a tile or object is flipped and rotated: first left to right (if `flip`), then clockwise by quarter turns.

    Attributes:
        quarters: the number of quarter turns, 0 to 3.
        flip: whether it is flipped.
    """

    quarters: int = 0
    flip: bool = False

    def rotate(self, quarters: int) -> TileOrientation:
        """Return the orientation after a further clockwise rotation by quarter turns."""
        return TileOrientation((self.quarters + quarters) % 4, self.flip)


class MapPosition(Struct, frozen=True):
    """Where something lies on the map, in squares.

    Attributes:
        corner: its upper left square; of a line, the square to the right of it or below it.
        size: its width and height in squares, each at least 1.
        flat: whether it has no width, and whether it has no height. A point has neither; a line lies along borders.
        orientation: how it is flipped and rotated.
    """

    corner: Square
    size: Size = (1, 1)
    flat: tuple[bool, bool] = (False, False)
    orientation: TileOrientation = TileOrientation()


def find_orientation(gid: int) -> TileOrientation:
    """Return the orientation that the flags of a tile's number mean.

    Tiled flips the tile along the diagonal first, then along the axes.

    >>> find_orientation(0xA0000001), find_orientation(0x40000001)
    (TileOrientation(quarters=1, flip=False), TileOrientation(quarters=2, flip=True))
    """
    is_flipped_x, is_flipped_y = bool(gid & _FLIP_HORIZONTAL), bool(gid & _FLIP_VERTICAL)
    if not gid & _FLIP_DIAGONAL:
        return TileOrientation(2 if is_flipped_y else 0, is_flipped_x != is_flipped_y)
    return {
        (False, False): TileOrientation(3, True),
        (True, False): TileOrientation(1),
        (False, True): TileOrientation(3),
        (True, True): TileOrientation(1, True),
    }[is_flipped_x, is_flipped_y]


def explain_unreadable_shape(map_object: MapObject, kind: str) -> str:
    """Return why the shape of an object cannot be read, as words after its name; '' if it can.

    Rectangles, points and tiles can be read, and the ellipses of the program's own export.
    """
    if map_object.template:
        return f"its template {map_object.template[:40]!r} is a file of its own"
    for shape in ("polygon", "polyline", "capsule", "text"):
        if getattr(map_object, shape):
            return f"a {shape}"
    if map_object.ellipse and kind not in _ROUND_CLASSES:
        return "an ellipse"
    quarter_turns = map_object.rotation / 90
    slant_degrees = abs(quarter_turns - round(quarter_turns)) * 90
    is_point = not (map_object.width or map_object.height or map_object.gid)
    if not is_point and slant_degrees > _MAX_SLANT_DEGREES:
        return f"turned by {map_object.rotation:g} degrees"
    return ""


def find_position(map_object: MapObject, tile_set: TileSet | None, pixels: tuple[float, float]) -> MapPosition:
    """Return where an object lies, rotated by the quarter turns nearest to its rotation.

    Args:
        map_object: the object.
        tile_set: the set of its tile; None if it shows no tile, or the set is not known.
        pixels: the width and height of a square.
    """
    quarters = round(map_object.rotation / 90) % 4
    left, top, width, height = _find_pixel_box(map_object, tile_set, pixels, quarters)
    start_x, start_y = left / pixels[0], top / pixels[1]
    column, column_count, has_no_width = _find_span(start_x, width / pixels[0])
    row, row_count, has_no_height = _find_span(start_y, height / pixels[1])
    if has_no_width and not has_no_height:  # a line lies on the border that is nearest
        column = floor(start_x + 0.5)
    elif has_no_height and not has_no_width:
        row = floor(start_y + 0.5)
    orientation = find_orientation(map_object.gid & GID_FLAGS).rotate(quarters)
    return MapPosition((column, row), (column_count, row_count), (has_no_width, has_no_height), orientation)


def _find_pixel_box(
    map_object: MapObject, tile_set: TileSet | None, pixels: tuple[float, float], quarters: int
) -> tuple[float, float, float, float]:
    """Return the rectangle that an object covers, rotated by quarter turns, as (left, top, width, height) in pixels.

    An object that shows a tile, but has no size, is as large as the tile, or as a square if the tile set is not known.
    The other arguments are those of `find_position`.
    """
    width, height, alignment = map_object.width, map_object.height, (0.0, 0.0)
    if map_object.gid:
        alignment = _ALIGNMENTS.get(tile_set.objectalignment if tile_set else "", _ALIGNMENTS["bottomleft"])
        width = width or (tile_set.tilewidth if tile_set else 0) or pixels[0]
        height = height or (tile_set.tileheight if tile_set else 0) or pixels[1]
    left, top = -alignment[0] * width, -alignment[1] * height
    x0, y0 = _rotate_point((left, top), quarters)
    x1, y1 = _rotate_point((left + width, top + height), quarters)
    return map_object.x + min(x0, x1), map_object.y + min(y0, y1), abs(x1 - x0), abs(y1 - y0)


def _rotate_point(point: tuple[float, float], quarters: int) -> tuple[float, float]:
    """Return a point rotated clockwise around (0, 0)."""
    x, y = point
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def _find_span(start: float, length: float) -> tuple[int, int, bool]:
    """Return (first, count, is_flat) for a stretch along one axis: its first square, how many, and if it has no length.

    A stretch that does not begin at a border begins at the nearest one. A stretch shorter than a square lies where its
    middle is. All lengths are in squares.

    >>> _find_span(2.0, 1.0), _find_span(1.9, 3.2), _find_span(1.9, 0.4), _find_span(2.0, 0.0)
    ((2, 1, False), (2, 3, False), (2, 1, False), (2, 1, True))
    """
    if length < _LINE_WIDTH_SQUARES:
        return floor(start + _TOLERANCE_SQUARES), 1, True
    first = floor(start + min(length, 1) / 2 - _TOLERANCE_SQUARES)
    return first, max(1, round(length)), False
