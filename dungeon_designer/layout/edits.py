"""Turning, mirroring and moving a whole layout: every fact moves with the floor, none is lost.

The layout turns inside the smallest rectangle that holds everything it names, and that rectangle keeps its
upper left corner; only at the far end of the grid, where it would stick out, it is moved back in. So four
quarter turns, or two flips, give the same layout again, in its normal form.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, TypeVar

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
    EdgeDoor,
    Label,
    Layout,
    LeapEdge,
    Machine,
    Obstacle,
    Portal,
    RollingBall,
    Section,
    SquareDoor,
    Terrain,
    Trap,
    Wall,
    normalised,
)

_OnEdge = TypeVar("_OnEdge", Wall, EdgeDoor, LeapEdge)
_OnSquare = TypeVar("_OnSquare", SquareDoor, Terrain, Obstacle, Portal)
_Boxed = TypeVar("_Boxed", Trap, RollingBall)
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
    return normalised(
        replace(
            layout,
            sections=tuple(_section(section, turn, sizes) for section in layout.sections),
            walls=_edges(layout.walls, turn),
            doors=_edges(layout.doors, turn),
            square_doors=_places(layout.square_doors, turn),
            terrain=_places(layout.terrain, turn),
            obstacles=_places(layout.obstacles, turn),
            chests=tuple(map(turn.square, layout.chests)),
            portals=_places(layout.portals, turn),
            traps=tuple(_boxed(trap, turn) for trap in layout.traps),
            leap_edges=_edges(layout.leap_edges, turn),
            machines=tuple(_machine(machine, turn) for machine in layout.machines),
            labels=tuple(_label(label, turn) for label in layout.labels),
            waivers=tuple(replace(w, squares=tuple(map(turn.square, w.squares))) for w in layout.waivers),
        )
    )


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
    for section in layout.sections:
        yield from _corners(section.at, _section_size(section, sizes))
    for runs in (layout.walls, layout.doors, layout.leap_edges):
        for run in runs:
            yield from _corners(run.at, _run_size(run.side, run.width))
    for items in (layout.square_doors, layout.terrain, layout.obstacles, layout.portals, layout.labels):
        yield from (item.at for item in items)
    for trap in layout.traps:
        yield from _corners(trap.at, trap.size)
    for machine in layout.machines:
        if isinstance(machine, RollingBall):
            yield from _corners(machine.at, machine.size)
    yield from layout.chests
    for waiver in layout.waivers:
        yield from waiver.squares


def _corners(at: Square, size: Size) -> tuple[Square, ...]:
    """Two opposite squares of a rectangle; none of an empty one."""
    return (at, (at[0] + size[0] - 1, at[1] + size[1] - 1)) if min(size) else ()


def _run_size(side: Side, width: int) -> Size:
    return (width, 1) if side in (Side.NORTH, Side.SOUTH) else (1, width)


def _section_size(section: Section, sizes: _Sizes) -> Size:
    """(width, height) of what is placed; a normal section's rows have no empty margin."""
    if section.tile:
        if section.tile not in sizes:
            raise EditError(f"no tile named {section.tile} is known: its section {section.id} cannot be turned")
        return turned_size(sizes[section.tile], section.turn)
    return max(map(len, section.rows), default=0), len(section.rows)


def _section(section: Section, turn: Turn, sizes: _Sizes) -> Section:
    """A tile is turned by its own turn and flip, a drawn section row by row."""
    size = _section_size(section, sizes)
    if not min(size):
        return section
    at, new_size = turn.box(section.at, size)
    if section.tile:
        return replace(section, at=at, turn=_turn_after(section.turn, turn), flip=section.flip != turn.flip)
    covered = {turn.square(square) for square in section.squares}
    return replace(section, at=at, rows=_rows(covered, at, new_size))


def _label(label: Label, turn: Turn) -> Label:
    """Words lie along the same squares again; never mirrored, so that they can be read."""
    return replace(label, at=turn.square(label.at), turn=_turn_after(label.turn, turn))


def _turn_after(quarters: int, turn: Turn) -> int:
    """By how many quarters a thing is turned that was turned by so many."""
    return ((-quarters if turn.flip else quarters) + turn.quarters) % 4


def _rows(covered: set[Square], at: Square, size: Size) -> tuple[str, ...]:
    letters = ["." if square in covered else "#" for square in block(at, size)]
    return tuple("".join(letters[y * size[0] : (y + 1) * size[0]]) for y in range(size[1]))


def _edges(runs: Iterable[_OnEdge], turn: Turn) -> tuple[_OnEdge, ...]:
    """Each run starts at its upper or left end again."""
    return tuple(
        replace(run, at=turn.box(run.at, _run_size(run.side, run.width))[0], side=turn.side(run.side)) for run in runs
    )


def _places(items: Iterable[_OnSquare], turn: Turn) -> tuple[_OnSquare, ...]:
    return tuple(replace(item, at=turn.square(item.at)) for item in items)


def _boxed(thing: _Boxed, turn: Turn) -> _Boxed:
    """A trap or ball with its rectangle turned."""
    at, size = turn.box(thing.at, thing.size)
    return replace(thing, at=at, size=size)


def _machine(machine: Machine, turn: Turn) -> Machine:
    if isinstance(machine, RollingBall):
        return replace(_boxed(machine, turn), travel=turn.side(machine.travel))
    return machine


_Item = TypeVar("_Item")


def apply(layout: Layout, edits: Iterable[Edit]) -> Layout:
    """The layout after the edits, in order; EditError when one names what is not there."""
    return normalised(reduce(_apply_one, edits, layout))


def _apply_one(layout: Layout, edit: Edit) -> Layout:
    return _HANDLERS[type(edit)](layout, edit)


def _move_chest(layout: Layout, edit: MoveChest) -> Layout:
    return replace(layout, chests=_swapped(layout.chests, edit.at, edit.to, f"chest at {edit.at}"))


def _move_portal(layout: Layout, edit: MovePortal) -> Layout:
    old, new = Portal(number=edit.number, at=edit.at), Portal(number=edit.number, at=edit.to)
    return replace(layout, portals=_swapped(layout.portals, old, new, f"portal {edit.number} at {edit.at}"))


def _renumber_portal(layout: Layout, edit: RenumberPortal) -> Layout:
    old, new = Portal(number=edit.number, at=edit.at), Portal(number=edit.to, at=edit.at)
    return replace(layout, portals=_swapped(layout.portals, old, new, f"portal {edit.number} at {edit.at}"))


def _shut_door(layout: Layout, edit: ShutDoor) -> Layout:
    for door in layout.square_doors:
        if door.at == edit.at and door.open:
            shut = replace(door, open=False)
            return replace(layout, square_doors=_swapped(layout.square_doors, door, shut, "door"))
    raise EditError(f"there is no open door at {edit.at}")


def _move_door(layout: Layout, edit: MoveDoor) -> Layout:
    old = _edge_door(layout, edit)
    new = EdgeDoor(at=edit.to, side=edit.side, width=edit.width)
    return replace(layout, doors=_swapped(layout.doors, old, new, "door"))


def _add_door(layout: Layout, edit: AddDoor) -> Layout:
    return replace(layout, doors=(*layout.doors, EdgeDoor(at=edit.at, side=edit.side, width=edit.width)))


def _remove_door(layout: Layout, edit: RemoveDoor) -> Layout:
    old = _edge_door(layout, edit)
    return replace(layout, doors=tuple(door for door in layout.doors if door is not old))


def _edge_door(layout: Layout, edit: MoveDoor | RemoveDoor) -> EdgeDoor:
    for door in layout.doors:
        if (door.at, door.side) == (edit.at, edit.side):
            return door
    raise EditError(f"there is no door on the {edit.side} of {edit.at}")


def _swapped(items: Sequence[_Item], old: _Item, new: _Item, what: str) -> tuple[_Item, ...]:
    """The items with the first `old` put out for `new`."""
    if old not in items:
        raise EditError(f"there is no {what}")
    at = items.index(old)
    return (*items[:at], new, *items[at + 1 :])


_HANDLERS: dict[type, Callable[[Layout, Any], Layout]] = {
    MoveChest: _move_chest,
    MovePortal: _move_portal,
    RenumberPortal: _renumber_portal,
    ShutDoor: _shut_door,
    MoveDoor: _move_door,
    AddDoor: _add_door,
    RemoveDoor: _remove_door,
}
