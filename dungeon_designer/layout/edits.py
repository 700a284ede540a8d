"""Turning, mirroring and moving a whole layout: every fact moves with the floor, none is lost.

The layout turns inside the smallest rectangle that holds everything it names, and that rectangle keeps its
upper left corner; only at the far end of the grid, where it would stick out, it is moved back in. So four
quarter turns, or two flips, give the same layout again, in its normal form.
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
    LIMIT,
    Side,
    Size,
    Square,
    block,
    bounds,
    turned_size,
    turned_square,
)
from dungeon_designer.layout.model import (
    LISTS,
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
    normalised,
)

_Sizes = Mapping[str, Size]
_Box = tuple[Square, Size]


def turned(layout: Layout, quarters: int, flip: bool = False, tiles: Mapping[str, Size] | None = None) -> Layout:
    """The layout mirrored left to right (if `flip`), then turned by so many clockwise quarters; in normal form.

    `tiles` gives the size, as drawn, of each tile the layout places, by id. EditError when one is missing, or
    when a trap, machine, wall or door reaches off the grid. O(N) in its squares.

    >>> from dungeon_designer.layout.model import Layout
    >>> turned(Layout(chests=((0, 0), (2, 1))), 1).chests
    ((1, 0), (0, 2))
    """
    return carried(layout, turn_of(layout, quarters, flip, tiles), tiles or {})


def moved(layout: Layout, by: Square, tiles: Mapping[str, Size] | None = None) -> Layout:
    """The layout so many squares to the right and down (negative: left and up), in normal form.

    `tiles` as for `turned`. EditError when something would leave the grid. O(N) in its squares.

    >>> from dungeon_designer.layout.model import Layout
    >>> moved(Layout(chests=((0, 0), (2, 1))), (3, 4)).chests
    ((3, 4), (5, 5))
    """
    turn = turn_of(layout, 0, False, tiles)
    to = turn.to[0] + by[0], turn.to[1] + by[1]
    if min(to) < 0 or max(to[0] + turn.size[0], to[1] + turn.size[1]) > LIMIT + 1:
        raise EditError(f"the layout cannot be moved by {by}: part of it would leave the grid")
    return carried(layout, dataclasses.replace(turn, to=to), tiles or {})


def carried(layout: Layout, turn: Turn, sizes: _Sizes) -> Layout:
    """The layout with everything in it where `turn` puts it, off the grid even: `on_grid` says whether."""
    layout = normalised(layout)
    lists = {key: tuple(_carried(item, turn, sizes) for item in getattr(layout, key)) for key in LISTS}
    return normalised(replace(layout, **lists))


@dataclasses.dataclass(frozen=True)
class Turn:
    """A mirroring (if `flip`) and so many clockwise quarters of the rectangle of `size` at `corner`.

    `to` is the upper left corner of the turned rectangle.
    """

    corner: Square
    size: Size
    to: Square
    quarters: int
    flip: bool

    def square(self, square: Square) -> Square:
        """Where a square lands.

        >>> Turn((5, 5), (3, 2), (5, 5), 1, False).square((5, 5))
        (6, 5)
        """
        inside = square[0] - self.corner[0], square[1] - self.corner[1]
        x, y = turned_square(inside, self.size, self.quarters, self.flip)
        return self.to[0] + x, self.to[1] + y

    def side(self, side: Side) -> Side:
        """Which way a side looks afterwards."""
        return side.turned(self.quarters, self.flip)

    def box(self, at: Square, size: Size) -> _Box:
        """The corner and size of a rectangle afterwards."""
        far = at[0] + size[0] - 1, at[1] + size[1] - 1
        (x, y), (u, v) = self.square(at), self.square(far)
        return (min(x, u), min(y, v)), turned_size(size, self.quarters)


def turn_of(layout: Layout, quarters: int, flip: bool = False, tiles: Mapping[str, Size] | None = None) -> Turn:
    """How `turned` moves the squares of this layout; takes and raises the same."""
    corner, size = bounds(extremes(normalised(layout), tiles or {}))
    quarters %= 4
    width, height = turned_size(size, quarters)
    to = min(corner[0], LIMIT + 1 - width), min(corner[1], LIMIT + 1 - height)
    if min(to) < 0 or max(corner[0] + size[0], corner[1] + size[1]) > LIMIT + 1:
        raise EditError("something in the layout reaches off the grid: move it or make it smaller, then turn")
    return Turn(corner, size, to, quarters, flip)


def on_grid(layout: Layout, sizes: _Sizes) -> bool:
    """Whether everything the layout names lies between 0 and the grid's limit."""
    return all(0 <= x <= LIMIT and 0 <= y <= LIMIT for x, y in extremes(layout, sizes))


def extremes(layout: Layout, sizes: _Sizes) -> Iterator[Square]:
    """Opposite corners of everything the layout names."""
    for key in LISTS:
        for item in getattr(layout, key):
            if isinstance(item, Waiver):
                yield from item.squares
            elif not isinstance(item, RotatingRoom):
                at, size = _box_of(item, sizes)
                if min(size):
                    yield from (at, (at[0] + size[0] - 1, at[1] + size[1] - 1))


def _box_of(item: Any, sizes: _Sizes) -> _Box:
    """The corner and size of what an item covers; a normal section's rows have no empty margin."""
    match item:
        case tuple():
            return item, (1, 1)
        case Section(tile=""):
            return item.at, (max(map(len, item.rows), default=0), len(item.rows))
        case Section():
            if item.tile not in sizes:
                raise EditError(f"no tile named {item.tile} is known: its section {item.id} cannot be turned")
            return item.at, turned_size(sizes[item.tile], item.turn)
        case EdgeRun():
            return item.at, (item.width, 1) if item.side in (Side.NORTH, Side.SOUTH) else (1, item.width)
        case Trap() | RollingBall():
            return item.at, item.size
    return item.at, (1, 1)


def _carried(item: Any, turn: Turn, sizes: _Sizes) -> Any:
    """An item where a turn puts it: a tile by its own turn and flip, a drawn section row by row, words never mirrored.

    Each run of edges starts at its upper or left end again.
    """
    if isinstance(item, Waiver):
        return replace(item, squares=tuple(map(turn.square, item.squares)))
    if isinstance(item, RotatingRoom) or not min(size := _box_of(item, sizes)[1]):
        return item
    at, size = turn.box(_box_of(item, sizes)[0], size)
    match item:
        case tuple():
            return at
        case Section(tile=""):
            covered = {turn.square(square) for square in item.squares}
            letters = "".join("." if square in covered else "#" for square in block(at, size))
            return replace(item, at=at, rows=tuple(letters[y * size[0] : (y + 1) * size[0]] for y in range(size[1])))
        case Section() | Label():
            quarters = ((-item.turn if turn.flip else item.turn) + turn.quarters) % 4
            flip = {"flip": item.flip != turn.flip} if isinstance(item, Section) else {}
            return replace(item, at=at, turn=quarters, **flip)
        case EdgeRun():
            return replace(item, at=at, side=turn.side(item.side))
        case Trap():
            return replace(item, at=at, size=size)
        case RollingBall():
            return replace(item, at=at, size=size, travel=turn.side(item.travel))
    return replace(item, at=at)


def apply(layout: Layout, edits: Iterable[Edit]) -> Layout:
    """The layout after the edits, in order; EditError when one names what is not there."""
    for edit in edits:
        match edit:
            case MoveChest():
                layout = _exchanged(layout, "chests", edit.at, edit.to, f"chest at {edit.at}")
            case MovePortal() | RenumberPortal():
                old = Portal(number=edit.number, at=edit.at)
                new = replace(old, at=edit.to) if isinstance(edit, MovePortal) else replace(old, number=edit.to)
                layout = _exchanged(layout, "portals", old, new, f"portal {edit.number} at {edit.at}")
            case ShutDoor():
                door = SquareDoor(at=edit.at, open=True)
                layout = _exchanged(layout, "square_doors", door, replace(door, open=False), f"open door at {edit.at}")
            case AddDoor():
                layout = replace(layout, doors=(*layout.doors, EdgeDoor(at=edit.at, side=edit.side, width=edit.width)))
            case MoveDoor() | RemoveDoor():
                found = next((door for door in layout.doors if (door.at, door.side) == (edit.at, edit.side)), None)
                moved = EdgeDoor(at=edit.to, side=edit.side, width=edit.width) if isinstance(edit, MoveDoor) else None
                layout = _exchanged(layout, "doors", found, moved, f"door on the {edit.side} of {edit.at}")
    return normalised(layout)


def _exchanged(layout: Layout, key: str, old: Any, new: Any, what: str) -> Layout:
    """The layout with the first `old` of a list put out for `new`; None only takes it away."""
    items = list(getattr(layout, key))
    if old not in items:
        raise EditError(f"there is no {what}")
    at = items.index(old)
    items[at : at + 1] = [] if new is None else [new]
    return replace(layout, **{key: tuple(items)})
