"""Rotate, flip and move a whole layout, and carry out single edits.

All facts move with the floor. A layout rotates inside the smallest rectangle that holds everything it names, and that
rectangle keeps its upper left corner. Only at the far end of the grid, where it would stick out, is the rectangle
moved back. So four quarter turns, or two flips, give the same layout again, in canonical form.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from dungeon_designer.errors import EditError
from dungeon_designer.findings import (
    AddDoor,
    Edit,
    MoveChest,
    MoveDoor,
    MovePortal,
    RemoveDoor,
    RenumberPortal,
    ShutDoor,
)
from dungeon_designer.grid import (
    MAX_COORDINATE,
    Side,
    Size,
    Square,
    find_bounds,
    rotate_size,
    rotate_square,
)
from dungeon_designer.layout.model import (
    LIST_KEYS,
    EdgeDoor,
    EdgeRun,
    Label,
    Layout,
    Portal,
    RollingBall,
    RotatingRoom,
    Section,
    SquareDoor,
    Trap,
    Waiver,
    normalise_layout,
)
from dungeon_designer.pictures.picture_model import DungeonPicture

_Sizes = Mapping[str, Size]
"""The size of each tile as drawn, by the tile's id."""
_Box = tuple[Square, Size]
"""The upper left corner and the size of a rectangle."""


def rotate_layout(layout: Layout, quarters: int, flip: bool = False, tiles: Mapping[str, Size] | None = None) -> Layout:
    """Return a layout (a dungeon as drawn) that is flipped left to right and then rotated, in canonical form.

    Takes O(N) in the number of squares.

    Args:
        layout: the layout.
        quarters: clockwise quarter turns.
        flip: whether to flip first.
        tiles: the size, as drawn, of each tile that the layout places, by id.

    Raises:
        EditError: the size of a tile is missing, or a trap, machine, wall or door reaches off the grid.

    >>> from dungeon_designer.layout.model import Layout
    >>> rotate_layout(Layout(chests=((0, 0), (2, 1))), 1).chests
    ((1, 0), (0, 2))
    """
    return transform_layout(layout, build_transform(layout, quarters, flip, tiles), tiles or {})


def move_layout(layout: Layout, offset: Square, tiles: Mapping[str, Size] | None = None) -> Layout:
    """Return a layout moved to the right and down, in canonical form. Takes O(N) in the number of squares.

    Args:
        layout: the layout.
        offset: the squares to the right and down; negative numbers move left and up.
        tiles: the size, as drawn, of each tile that the layout places, by id.

    Raises:
        EditError: something would leave the grid, or the size of a tile is missing.

    >>> from dungeon_designer.layout.model import Layout
    >>> move_layout(Layout(chests=((0, 0), (2, 1))), (3, 4)).chests
    ((3, 4), (5, 5))
    """
    transform = build_transform(layout, 0, False, tiles)
    (x, y), (dx, dy), (width, height) = transform.new_corner, offset, transform.size
    left, top = x + dx, y + dy
    if min(left, top) < 0 or max(left + width, top + height) > MAX_COORDINATE + 1:
        raise EditError(f"the layout cannot be moved by {offset}: part of it would leave the grid")
    return transform_layout(layout, dataclasses.replace(transform, new_corner=(left, top)), tiles or {})


def transform_layout(layout: Layout, transform: Transform, sizes: _Sizes) -> Layout:
    """Return the layout with everything in it flipped, rotated and moved by a transform, in canonical form.

    The result may leave the grid: see `is_on_grid`. `sizes` has the size of each placed tile as drawn, by its id. A
    picture moves with the layout; a flip or a rotation removes it, since it would no longer fit.
    """
    layout = normalise_layout(layout)
    new_lists = {
        key: tuple(_transform_item(item, transform, sizes) for item in getattr(layout, key)) for key in LIST_KEYS
    }
    picture = _move_picture(layout.picture, transform) if layout.picture else None
    return normalise_layout(replace(layout, picture=picture, **new_lists))


def _move_picture(picture: DungeonPicture, transform: Transform) -> DungeonPicture | None:
    """Return the picture of a dungeon after a transform; None if it is flipped or rotated, which no file can say."""
    if transform.flip or transform.quarters % 4:
        return None
    (old_left, old_top), (left, top), (x, y) = transform.corner, transform.new_corner, picture.at
    return replace(picture, at=(x + left - old_left, y + top - old_top))


@dataclasses.dataclass(frozen=True)
class Transform:
    """A flip (if `flip`) followed by clockwise quarter turns of a rectangle.

    Attributes:
        corner: the upper left corner of the rectangle before.
        size: its size before.
        new_corner: the upper left corner of the rectangle afterwards.
        quarters: how many clockwise quarter turns.
        flip: whether left and right are exchanged first.
    """

    corner: Square
    size: Size
    new_corner: Square
    quarters: int
    flip: bool

    def transform_square(self, square: Square) -> Square:
        """Return where a square lies after the rectangle around it is flipped, rotated and moved by this transform.

        >>> Transform((5, 5), (3, 2), (5, 5), 1, False).transform_square((5, 5))
        (6, 5)
        """
        relative_square = square[0] - self.corner[0], square[1] - self.corner[1]
        x, y = rotate_square(relative_square, self.size, self.quarters, self.flip)
        return self.new_corner[0] + x, self.new_corner[1] + y

    def transform_side(self, side: Side) -> Side:
        """Return the compass direction that a side of a square has after the flip and rotation of this transform."""
        return side.rotate(self.quarters, self.flip)

    def transform_box(self, corner: Square, size: Size) -> _Box:
        """Return the upper left corner and the size that a block of squares has after this transform."""
        opposite_corner = corner[0] + size[0] - 1, corner[1] + size[1] - 1
        (x0, y0), (x1, y1) = self.transform_square(corner), self.transform_square(opposite_corner)
        return (min(x0, x1), min(y0, y1)), rotate_size(size, self.quarters)


def build_transform(
    layout: Layout, quarters: int, flip: bool = False, tiles: Mapping[str, Size] | None = None
) -> Transform:
    """Return the transform that flips and rotates a layout inside the smallest rectangle around everything in it.

    Args:
        layout: the layout.
        quarters: clockwise quarter turns.
        flip: whether to flip first, left to right.
        tiles: the size, as drawn, of each tile that the layout places, by id.

    Raises:
        EditError: the size of a tile is missing, or something reaches off the grid.
    """
    corner, size = find_bounds(list_corners(normalise_layout(layout), tiles or {}))
    quarters %= 4
    width, height = rotate_size(size, quarters)
    # the corner stays, unless the rotated rectangle would then reach beyond the right or lower border of the grid
    new_corner = min(corner[0], MAX_COORDINATE + 1 - width), min(corner[1], MAX_COORDINATE + 1 - height)
    if min(new_corner) < 0 or max(corner[0] + size[0], corner[1] + size[1]) > MAX_COORDINATE + 1:
        raise EditError("something in the layout reaches off the grid: move it or make it smaller, then rotate")
    return Transform(corner, size, new_corner, quarters, flip)


def is_on_grid(layout: Layout, sizes: _Sizes) -> bool:
    """Return whether everything that the layout names lies between 0 and `MAX_COORDINATE`."""
    return all(0 <= x <= MAX_COORDINATE and 0 <= y <= MAX_COORDINATE for x, y in list_corners(layout, sizes))


def list_corners(layout: Layout, sizes: _Sizes) -> Iterator[Square]:
    """Yield the upper left and the lower right square of every section and object of a layout, and waived squares.

    Waived squares are those where the author accepts the problem of a rule. `sizes` has the size of each placed tile as
    drawn, by the tile's id.
    """
    for key in LIST_KEYS:
        for item in getattr(layout, key):
            if isinstance(item, Waiver):
                yield from item.squares
            elif not isinstance(item, RotatingRoom):  # it names sections and has no squares of its own
                corner, size = _find_box(item, sizes)
                is_empty = min(size) == 0  # a drawn section without rows
                if not is_empty:
                    yield from (corner, (corner[0] + size[0] - 1, corner[1] + size[1] - 1))


def _find_box(item: Any, sizes: _Sizes) -> _Box:
    """Return the upper left corner and the size of what an entry of a layout covers, in a canonical layout.

    A tuple is the square of a chest. Walls and doors cover the squares along their edges; what is not named here, such
    as a portal, covers one square.

    Raises:
        EditError: the entry is a tile whose size is unknown.
    """
    match item:
        case tuple():
            return item, (1, 1)
        case Section(tile=""):
            return item.at, (max(map(len, item.rows), default=0), len(item.rows))
        case Section():
            if item.tile not in sizes:
                raise EditError(f"no tile named {item.tile} is known: its section {item.id} cannot be rotated")
            return item.at, rotate_size(sizes[item.tile], item.turn)
        case EdgeRun():
            return item.at, (item.width, 1) if item.side in (Side.NORTH, Side.SOUTH) else (1, item.width)
        case Trap() | RollingBall():
            return item.at, item.size
    return item.at, (1, 1)


def _transform_item(item: Any, transform: Transform, sizes: _Sizes) -> Any:
    """Return an entry of one of a layout's lists, such as a door, flipped, rotated and moved by a transform.

    A tile changes its own rotation and flip, a drawn section its rows; labels are never flipped. An entry on edges
    (a wall, a door) names the upper or left end of its row of edges, before and after. An entry without squares stays.
    """
    if isinstance(item, Waiver):
        return replace(item, squares=tuple(map(transform.transform_square, item.squares)))
    if isinstance(item, RotatingRoom):  # it names sections and has no squares of its own
        return item
    old_corner, old_size = _find_box(item, sizes)
    if min(old_size) == 0:  # a drawn section without rows
        return item
    corner, size = transform.transform_box(old_corner, old_size)
    match item:
        case tuple():
            return corner
        case Section():
            return _transform_section(item, transform, corner, size)
        case Label():
            return replace(item, at=corner, turn=_transform_quarters(item.turn, transform))
        case EdgeRun():
            return replace(item, at=corner, side=transform.transform_side(item.side))
        case Trap():
            return replace(item, at=corner, size=size)
        case RollingBall():
            return replace(item, at=corner, size=size, travel=transform.transform_side(item.travel))
    return replace(item, at=corner)


def _transform_quarters(quarters: int, transform: Transform) -> int:
    """Return the clockwise quarter turns of a tile or label after a transform. A flip reverses their direction."""
    return ((-quarters if transform.flip else quarters) + transform.quarters) % 4


def _transform_section(section: Section, transform: Transform, corner: Square, size: Size) -> Section:
    """Return a section (a room, a corridor...) after a transform.

    A placed tile only gets another position, rotation and flip. Of a drawn section, the rows of letters change.

    Args:
        section: the section.
        transform: the flip, rotation and move.
        corner: the section's upper left corner afterwards.
        size: its (width, height) afterwards.
    """
    if section.tile:
        quarters = _transform_quarters(section.turn, transform)
        return replace(section, at=corner, turn=quarters, flip=section.flip != transform.flip)
    floor = {transform.transform_square(square) for square in section.squares}
    (left, top), (width, height) = corner, size
    rows = [
        "".join("." if (x, y) in floor else "#" for x in range(left, left + width)) for y in range(top, top + height)
    ]
    return replace(section, at=corner, rows=tuple(rows))


def apply_edits(layout: Layout, edits: Iterable[Edit]) -> Layout:
    """Return the layout, in canonical form, after some edits, made in order.

    Raises:
        EditError: an edit names something that the layout does not hold.
    """
    for edit in edits:
        layout = _apply_edit(layout, edit)
    return normalise_layout(layout)


def _apply_edit(layout: Layout, edit: Edit) -> Layout:
    """Return the layout after one edit, not in canonical form.

    Raises:
        EditError: the edit names something that the layout does not hold.
    """
    match edit:
        case MoveChest():
            return _replace_item(layout, "chests", edit.at, edit.to, f"chest at {edit.at}")
        case MovePortal() | RenumberPortal():
            portal = Portal(number=edit.number, at=edit.at)
            new_portal = (
                replace(portal, at=edit.to) if isinstance(edit, MovePortal) else replace(portal, number=edit.to)
            )
            return _replace_item(layout, "portals", portal, new_portal, f"portal {edit.number} at {edit.at}")
        case ShutDoor():
            open_door, shut_door = SquareDoor(at=edit.at, open=True), SquareDoor(at=edit.at, open=False)
            return _replace_item(layout, "square_doors", open_door, shut_door, f"open door at {edit.at}")
        case AddDoor():
            return replace(layout, doors=(*layout.doors, EdgeDoor(at=edit.at, side=edit.side, width=edit.width)))
        case MoveDoor() | RemoveDoor():
            doors_there = [door for door in layout.doors if (door.at, door.side) == (edit.at, edit.side)]
            door = doors_there[0] if doors_there else None  # None makes `_replace_item` raise the error
            new_door = None
            if isinstance(edit, MoveDoor):
                new_door = EdgeDoor(at=edit.to, side=edit.side, width=edit.width)
            return _replace_item(layout, "doors", door, new_door, f"door on the {edit.side} of {edit.at}")


def _replace_item(layout: Layout, key: str, old: Any, new: Any, description: str) -> Layout:
    """Return the layout with one item of a list replaced or removed.

    Args:
        layout: the layout.
        key: the name of the list.
        old: the item; the first one that equals it is replaced.
        new: the item in its stead; None to remove it.
        description: the item in words, for the error.

    Raises:
        EditError: the list does not have the item.
    """
    items = list(getattr(layout, key))
    if old not in items:
        raise EditError(f"there is no {description}")
    index = items.index(old)
    items[index : index + 1] = [] if new is None else [new]
    return replace(layout, **{key: tuple(items)})
