"""Where an object of a Tiled map lies in squares, and how it and a cell's tile are turned.

Tiled turns an object clockwise about its (x, y). That point is its upper left corner, but for an object that shows a
tile it is where the tile set's `objectalignment` says; where that says nothing, the lower left corner.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import floor

from msgspec import Struct

from dungeon_designer.grid import Size, Square
from dungeon_designer.imports.tiled_format import GID_FLAGS, MapObject, TileSet
from dungeon_designer.layout.model import TrapKind

_NEAR = 1e-6
_THIN = 0.01
"""What is thinner than this part of a square is a line."""

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

_ROUND = frozenset({"portal", TrapKind.COUNTER, TrapKind.OPEN_PIT, TrapKind.SPIKED_PIT, "rotating_room"})
"""The classes whose objects our own export draws as ellipses."""

_HORIZONTAL, _VERTICAL, _DIAGONAL = 0x80000000, 0x40000000, 0x20000000


class Facing(Struct, frozen=True):
    """How something lies: mirrored left to right (if `flip`), then turned by so many clockwise quarters."""

    quarters: int = 0
    flip: bool = False

    def then_turned(self, quarters: int) -> Facing:
        """Return the facing after more quarters."""
        return Facing((self.quarters + quarters) % 4, self.flip)


class Site(Struct, frozen=True):
    """Where something lies on the map.

    Attributes:
        at: its upper left square; of a line, the square to the right of it or below it
        size: its width and height in squares, each at least 1
        flat: whether it has no width, and whether it has no height: a point, or a line along borders
        facing: how it is mirrored and turned
    """

    at: Square
    size: Size = (1, 1)
    flat: tuple[bool, bool] = (False, False)
    facing: Facing = Facing()


def facing_of(gid: int) -> Facing:
    """Return how a tile is turned by the flags of its number: flipped along the diagonal first, then by its axes.

    >>> facing_of(0xA0000001), facing_of(0x40000001)
    (Facing(quarters=1, flip=False), Facing(quarters=2, flip=True))
    """
    across, down = bool(gid & _HORIZONTAL), bool(gid & _VERTICAL)
    if not gid & _DIAGONAL:
        return Facing(2 if down else 0, across != down)
    return {
        (False, False): Facing(3, True),
        (True, False): Facing(1),
        (False, True): Facing(3),
        (True, True): Facing(1, True),
    }[across, down]


def explain_unread_shape(thing: MapObject, kind: str) -> str:
    """Return why an object cannot be read for its shape alone, as words about it; '' where it can.

    Read are rectangles, points and tiles, and the round objects of our own export.
    """
    if thing.template:
        return f"its template {thing.template[:40]!r} is a file of its own"
    for shape in ("polygon", "polyline", "capsule", "text"):
        if getattr(thing, shape):
            return f"a {shape}"
    if thing.ellipse and kind not in _ROUND:
        return "an ellipse"
    turned = thing.rotation / 90
    if (thing.width or thing.height or thing.gid) and abs(turned - round(turned)) * 90 > _THIN:
        return f"turned by {thing.rotation:g} degrees"
    return ""


def find_site(thing: MapObject, tile_set: TileSet | None, pixels: tuple[float, float]) -> Site:
    """Return where an object lies, turned by the quarter nearest to its rotation; `tile_set` is that of its tile."""
    width, height, aligned = thing.width, thing.height, (0.0, 0.0)
    if thing.gid:
        aligned = _ALIGNMENTS.get(tile_set.objectalignment if tile_set else "", _ALIGNMENTS["bottomleft"])
        width = width or (tile_set.tilewidth if tile_set else 0) or pixels[0]
        height = height or (tile_set.tileheight if tile_set else 0) or pixels[1]
    quarters = round(thing.rotation / 90) % 4
    left, top = -aligned[0] * width, -aligned[1] * height
    corners = [_turn_point((left, top), quarters), _turn_point((left + width, top + height), quarters)]
    (x0, x1), (y0, y1) = (sorted(axis) for axis in zip(*corners, strict=True))
    across = _find_span((thing.x + x0) / pixels[0], (x1 - x0) / pixels[0])
    down = _find_span((thing.y + y0) / pixels[1], (y1 - y0) / pixels[1])
    at, flat = (across[0], down[0]), (across[2], down[2])
    if flat == (True, False):  # a line lies on the border that is nearest
        at = floor((thing.x + x0) / pixels[0] + 0.5), at[1]
    elif flat == (False, True):
        at = at[0], floor((thing.y + y0) / pixels[1] + 0.5)
    facing = facing_of(thing.gid & GID_FLAGS).then_turned(quarters)
    return Site(at, (across[1], down[1]), flat, facing)


def _turn_point(point: tuple[float, float], quarters: int) -> tuple[float, float]:
    """Return a point turned clockwise about (0, 0)."""
    x, y = point
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def _find_span(start: float, length: float) -> tuple[int, int, bool]:
    """Return the first square of a stretch, how many squares it has, and whether it has no length.

    A stretch that does not begin at a border begins at the nearest one; a short one lies where its middle is.

    >>> _find_span(2.0, 1.0), _find_span(1.9, 3.2), _find_span(1.9, 0.4), _find_span(2.0, 0.0)
    ((2, 1, False), (2, 3, False), (2, 1, False), (2, 1, True))
    """
    if length < _THIN:
        return floor(start + _NEAR), 1, True
    first = floor(start + min(length, 1) / 2 - _NEAR)
    return first, max(1, round(length)), False
