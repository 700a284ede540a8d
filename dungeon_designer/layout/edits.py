"""Edits: pure functions from one layout to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
from dungeon_designer.layout.model import EdgeDoor, Layout, Portal, normalised

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
