"""Resize rectangular rooms by moving their sides.

Nothing here knows Qt.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from dungeon_designer.grid import MAX_COORDINATE, Square, find_bounds, list_block_squares
from dungeon_designer.layout.model import Layout, Section, normalise_layout
from dungeon_designer.layout_edits.edges import remove_edges_around
from dungeon_designer.layout_edits.floor import draw_section, replace_section
from dungeon_designer.layout_edits.objects import (
    EDGE_FIELDS,
    ObjectRef,
    find_covered_squares,
    find_object_squares,
    list_objects,
)
from dungeon_designer.layout_edits.symmetry import Symmetry
from dungeon_designer.tiles.tile import TileLibrary

_FLOOR_BOUND_FIELDS = ("chests", "portals", "traps", "obstacles", "square_doors")
"""The lists whose objects keep the floor they lie on. Terrain, and objects on edges, are removed with their floor."""


class Box(NamedTuple):
    """A rectangle of squares by its four sides. `right` and `bottom` are the first column and row beyond it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def squares(self) -> list[Square]:
        """The squares of the rectangle, row by row."""
        return list_block_squares((self.left, self.top), (self.right - self.left, self.bottom - self.top))


def find_box(section: Section) -> Box | None:
    """Return the rectangle that a drawn section fills; None for a tile, and for a section of any other shape.

    >>> find_box(Section(id="A", at=(2, 3), rows=("...", "...")))
    Box(left=2, top=3, right=5, bottom=5)
    >>> find_box(Section(id="A", rows=("...", ".##")))
    """
    squares = section.squares
    if section.tile or not squares:
        return None
    (left, top), (width, height) = find_bounds(squares)
    return Box(left, top, left + width, top + height) if len(squares) == width * height else None


class RoomResizer:
    """A drag that moves the sides of a rectangular section, in the layout as it was when the drag began.

    A side stops at other floor, and where an object lies on floor that would go. The same
    holds for the mirrored copies of the squares. The room may grow beyond the left and the upper rim of the grid; the
    caller then moves the layout into the grid.
    """

    def __init__(self, layout: Layout, section: Section, symmetry: Symmetry, library: TileLibrary) -> None:
        """Note what may stop the sides of a rectangular section in a layout: other floor, and objects on its own.

        The mirrored copy of a square is what `symmetry` repeats across its axis or centre. `library` has the tiles.
        """
        box = find_box(section)
        if box is None:
            raise ValueError(f"section {section.id} is not a rectangle")
        self.layout, self.section, self.box, self.symmetry = layout, section, box, symmetry
        section_squares = set(section.squares)
        copy_squares = {copy for square in section_squares for copy in symmetry.list_copies(square)}
        self._has_separate_copy = section_squares.isdisjoint(copy_squares)
        self._other_section_by_square = self._map_other_sections(section_squares, copy_squares, library)
        """The sections that the room may not grow into, by their squares; its own mirrored copy is none of them."""
        refs = [ref for ref in list_objects(layout) if ref.field in _FLOOR_BOUND_FIELDS]
        self._object_by_square = {square: ref for ref in refs for square in find_object_squares(ref, library)}
        """The objects whose floor the room may not lose, by their squares."""

    def _map_other_sections(
        self, section_squares: set[Square], copy_squares: set[Square], library: TileLibrary
    ) -> dict[Square, ObjectRef]:
        """Return for each square of floor that the room may not grow into the section to which it belongs.

        A square of two sections belongs to the first of them, as everywhere in a layout.

        Args:
            section_squares: the squares of the room.
            copy_squares: their mirrored copies: what symmetry repeats across its axis or centre.
            library: the tiles of the layout.
        """
        section_by_square: dict[Square, ObjectRef] = {}
        for section in reversed(self.layout.sections):
            squares = find_covered_squares(section, library)
            is_room_or_its_copy = squares <= section_squares | copy_squares
            if not is_room_or_its_copy:
                section_by_square |= dict.fromkeys(squares - section_squares, ObjectRef("sections", section))
        return section_by_square

    def fit_box(self, target: Box) -> tuple[Box, ObjectRef | None]:
        """Return the rectangle nearest to `target` that the room can get, and the first object in its way, or None."""
        box, first_obstacle = self.box, None
        for side in ("left", "right", "top", "bottom"):
            box, obstacle = self._move_side(box, side, getattr(target, side))
            first_obstacle = first_obstacle or obstacle
        return box, first_obstacle

    def _move_side(self, box: Box, side: str, target: int) -> tuple[Box, ObjectRef | None]:
        """Return a rectangle with one side moved as far as possible towards a coordinate, and what stops it, or None.

        Args:
            box: the rectangle of the room.
            side: the field of `Box` that moves, such as "left".
            target: the coordinate to which it should move.
        """
        while (coordinate := getattr(box, side)) != target:
            step = 1 if target > coordinate else -1
            new_box = box._replace(**{side: coordinate + step})
            old_squares, new_squares = set(box.squares), set(new_box.squares)
            gained_squares, lost_squares = new_squares - old_squares, old_squares - new_squares
            # The room may grow beyond the left and upper rim, to negative coordinates, since the caller then moves the
            # layout into the grid. Farther from 0 than the last coordinate it would not fit there.
            is_in_reach = all(max(map(abs, square)) <= MAX_COORDINATE for square in gained_squares)
            if not new_squares or not is_in_reach:
                return box, None
            obstacle = self._find_obstacle(self._other_section_by_square, gained_squares)
            obstacle = obstacle or self._find_obstacle(self._object_by_square, lost_squares)
            if obstacle is not None or self._crosses_axis(gained_squares, new_squares):
                return box, obstacle
            box = new_box
        return box, None

    def _crosses_axis(self, gained_squares: Iterable[Square], new_squares: set[Square]) -> bool:
        """Return whether a room with a separate mirrored copy would run into that copy: such a room ends at the axis.

        A mirrored copy is what symmetry repeats across its axis or centre.

        Args:
            gained_squares: the squares by which the room grows.
            new_squares: all squares that it would cover.
        """
        if not self._has_separate_copy:
            return False
        return any(copy in new_squares for square in gained_squares for copy in self.symmetry.list_copies(square))

    def _find_obstacle(self, object_by_square: dict[Square, ObjectRef], squares: Iterable[Square]) -> ObjectRef | None:
        """Return the first object of `object_by_square` on some squares or their mirrored copies; None without one.

        A mirrored copy is what symmetry repeats across its axis or centre.
        """
        for square in squares:
            for candidate in (square, *self.symmetry.list_copies(square)):
                if candidate in object_by_square:
                    return object_by_square[candidate]
        return None

    def build_resized_layout(self, box: Box) -> Layout:
        """Return the layout in which the section that is resized covers a given rectangle.

        Terrain, doors and walls on floor that it loses are removed.
        """
        new_squares = set(box.squares)
        lost_squares = set(self.box.squares) - new_squares
        terrain = tuple(entry for entry in self.layout.terrain if entry.at not in lost_squares)
        layout = replace(self.layout, terrain=terrain)
        layout = replace_section(layout, draw_section(self.section, new_squares))
        return normalise_layout(remove_edges_around(layout, lost_squares))


def count_lost_objects(before: Layout, after: Layout) -> int:
    """Return how many squares of terrain, doors, edges with walls and leap edges an edit removes, all together.

    A leap edge is an edge of a square where players may leap over a hazard such as a chasm. Where an edit adds some of
    a kind, that kind counts 0.

    Args:
        before: the layout before the edit.
        after: the layout after it.
    """
    fields = ("terrain", *EDGE_FIELDS)
    return sum(max(_count_field(before, field) - _count_field(after, field), 0) for field in fields)


def _count_field(layout: Layout, field: str) -> int:
    """Return the number of objects in a list. Walls count by the edge, since a shorter wall is another object."""
    entries = getattr(layout, field)
    return sum(wall.width for wall in entries) if field == "walls" else len(entries)
