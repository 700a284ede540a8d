"""Objects that lie across the axis of a symmetry: their mirrored copies must be the objects themselves.

A trapdoor of 2x2 squares that crosses the axis off its middle overlaps its own mirrored copy. It is moved onto the
middle. If its width has no middle on that axis, or there is no floor, it cannot lie there.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from msgspec.structs import replace

from dungeon_designer.errors import EditError
from dungeon_designer.grid import Edge, Side, Size, Square, list_edges
from dungeon_designer.layout.model import EdgeRun, Layout
from dungeon_designer.layout.transforms import Transform
from dungeon_designer.layout_edits.floor import find_floor
from dungeon_designer.layout_edits.objects import ObjectRef, build_shift, find_object_squares, transform_object
from dungeon_designer.tiles.tile import TileLibrary
from dungeon_designer.translation import translate

AXIS_FIELDS = ("doors", "leap_edges", "traps")
"""The lists whose objects can be wider than one square, and cannot overlap another object of their list."""
_NO_TILE_SIZES: dict[str, Size] = {}
"""The sizes of tiles that `transform_object` needs: none for the objects of `AXIS_FIELDS`, which are no tiles."""


def centre_objects(
    before: Layout, after: Layout, transforms: Sequence[Transform], library: TileLibrary, *, can_drop: bool = False
) -> Layout:
    """Return a layout in which each new object that crosses an axis lies on the middle of the axis.

    These are doors, leap edges (where players may leap over a hazard) and traps.

    Args:
        before: the layout before an edit.
        after: the layout after it. Only what the edit added is moved.
        transforms: the transforms of the symmetry, one for each mirrored copy.
        library: the tiles of the layouts.
        can_drop: whether an object that cannot lie on the middle is left out.

    Raises:
        EditError: an object cannot lie on the middle, and `can_drop` is not set.
    """
    crossing_refs = [
        ref
        for ref in _list_new_objects(before, after)
        if any(_overlaps_copy(ref, transform) for transform in transforms)
    ]
    if not crossing_refs:
        return after
    floor = find_floor(after, library)
    for ref in crossing_refs:
        centred_ref = move_onto_axis(ref, transforms, floor)
        if centred_ref is None and not can_drop:
            message = "across the axis it would lie on itself, and no middle is free for it: put it aside of it"
            raise EditError(translate("layout_edits", message))
        after = _replace_object(after, ref, centred_ref)
    return after


def _replace_object(layout: Layout, ref: ObjectRef, new_ref: ObjectRef | None) -> Layout:
    """Return the layout without an object, and with another of the same list instead, unless that is None.

    Objects of the list that the new one would overlap are removed.
    """
    entries = [entry for entry in getattr(layout, ref.field) if entry != ref.value]
    if new_ref is not None:
        entries = [entry for entry in entries if not _overlaps(ObjectRef(ref.field, entry), new_ref)]
        entries.append(new_ref.value)
    return replace(layout, **{ref.field: tuple(entries)})


def _list_new_objects(before: Layout, after: Layout) -> Iterator[ObjectRef]:
    """Yield the objects that an edit added, of those kinds that may cross an axis: doors, leap edges and traps."""
    for field in AXIS_FIELDS:
        old_entries = set(getattr(before, field))
        yield from (ObjectRef(field, entry) for entry in getattr(after, field) if entry not in old_entries)


def _overlaps(first: ObjectRef, second: ObjectRef) -> bool:
    """Return whether two objects of one list share a square, or an edge if they stand on edges."""
    return not set(list_parts(first)).isdisjoint(list_parts(second))


def move_onto_axis(ref: ObjectRef, transforms: Sequence[Transform], floor: Container[Square]) -> ObjectRef | None:
    """Return an object moved onto the middle of an axis that it crosses off its middle.

    Args:
        ref: the object; its list is one of `AXIS_FIELDS`.
        transforms: the transforms of the symmetry, one for each mirrored copy.
        floor: the squares of the floor.

    Returns:
        The object; the same if it lies beside the axis or on its middle already. None if its size has no middle there,
        or if there would be no floor below it.
    """
    if not any(_overlaps_copy(ref, transform) for transform in transforms):
        return ref
    # a flip or a half turn leads to the axis or centre; quarter turns have a half turn among them
    flips_and_half_turns = [transform for transform in transforms if transform.quarters % 2 == 0]
    copy_ref = transform_object(ref, flips_and_half_turns[0], _NO_TILE_SIZES)
    (x, y), _ = min(list_parts(ref))
    (copy_x, copy_y), _ = min(list_parts(copy_ref))
    dx, dy = copy_x - x, copy_y - y
    if dx % 2 or dy % 2:  # the middle between object and copy does not fall on squares
        return None
    moved = transform_object(ref, build_shift((dx // 2, dy // 2)), _NO_TILE_SIZES)
    no_tiles = TileLibrary()  # only the squares of a placed tile depend on the library
    is_on_floor = all(square in floor for square in find_object_squares(moved, no_tiles))
    is_centred = not any(_overlaps_copy(moved, candidate) for candidate in transforms)
    return moved if is_on_floor and is_centred else None


def list_parts(ref: ObjectRef) -> list[Edge]:
    """Return the edges of a door or leap edge (where players may leap) in their standard form.

    For a trap the result has one edge for each of its squares, so that callers compare traps as they compare doors.
    """
    value = ref.value
    if isinstance(value, EdgeRun):
        return list_edges(value.at, value.side, value.width)
    return [(square, Side.EAST) for square in value.squares]


def _overlaps_copy(ref: ObjectRef, transform: Transform) -> bool:
    """Return whether an object shares some, but not all, of its squares or edges with its mirrored copy.

    A copy that would leave the grid shares none; `repeat_edit` refuses it.
    """
    try:
        parts, copy_parts = set(list_parts(ref)), set(list_parts(transform_object(ref, transform, _NO_TILE_SIZES)))
    except EditError:
        return False
    return parts != copy_parts and not parts.isdisjoint(copy_parts)
