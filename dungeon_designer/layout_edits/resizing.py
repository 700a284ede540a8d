"""Rectangular rooms made larger and smaller by their sides. No Qt here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from dungeon_designer.grid import LIMIT, Square, block, bounds
from dungeon_designer.layout.model import Layout, Section, normalised
from dungeon_designer.layout_edits.edges import without_edges_of
from dungeon_designer.layout_edits.floor import drawn, with_section
from dungeon_designer.layout_edits.items import ON_EDGES, ItemRef, covered, items_of, squares_of
from dungeon_designer.layout_edits.symmetry import Symmetry
from dungeon_designer.tiles.model import TileLibrary

_LYING = ("chests", "portals", "traps", "obstacles", "square_doors")
"""The lists of things that keep the floor they lie on; ground, and what stands on borders, goes with it."""


class Box(NamedTuple):
    """A rectangle of squares by its four sides; `right` and `bottom` are the first lines beyond it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def squares(self) -> list[Square]:
        """The squares of the rectangle, row by row."""
        return block((self.left, self.top), (self.right - self.left, self.bottom - self.top))


def box_of(section: Section) -> Box | None:
    """The rectangle a drawn section fills; None for a tile, and for a section of any other shape.

    >>> box_of(Section(id="A", at=(2, 3), rows=("...", "...")))
    Box(left=2, top=3, right=5, bottom=5)
    >>> box_of(Section(id="A", rows=("...", ".##")))
    """
    squares = section.squares
    if section.tile or not squares:
        return None
    (left, top), (width, height) = bounds(squares)
    return Box(left, top, left + width, top + height) if len(squares) == width * height else None


class RoomStretch:
    """How far the sides of a rectangular section may be moved, in the layout a drag began with.

    A side stops at other floor, at the grid's rim, and where something lies on floor that would go; the same holds
    for what moves with it across the axis of a symmetry.
    """

    def __init__(self, layout: Layout, section: Section, symmetry: Symmetry, library: TileLibrary) -> None:
        box = box_of(section)
        if box is None:
            raise ValueError(f"section {section.id} is no rectangle")
        self.layout, self.section, self.box, self.symmetry = layout, section, box, symmetry
        own = set(section.squares)
        image = {twin for square in own for twin in symmetry.twins(square)}
        ours, self._apart = own | image, own.isdisjoint(image)
        self._taken: dict[Square, ItemRef] = {}
        for each in reversed(layout.sections):
            covers = covered(each, library)
            if not covers <= ours:
                self._taken.update(dict.fromkeys(covers - own, ItemRef("sections", each)))
        lying = [thing for thing in items_of(layout) if thing.field in _LYING]
        self._lying = {square: thing for thing in lying for square in squares_of(thing, library)}

    def fitted(self, wanted: Box) -> tuple[Box, ItemRef | None]:
        """The rectangle nearest to the wanted one whose sides are all free to go there, and what stopped one first."""
        box, stopped = self.box, None
        for side in ("left", "right", "top", "bottom"):
            box, thing = self._moved(box, side, getattr(wanted, side))
            stopped = stopped or thing
        return box, stopped

    def _moved(self, box: Box, side: str, to: int) -> tuple[Box, ItemRef | None]:
        """One side moved line by line, as far as it may go."""
        while (at := getattr(box, side)) != to:
            after = box._replace(**{side: at + (1 if to > at else -1)})
            old, new = set(box.squares), set(after.squares)
            if not new or not all(0 <= x <= LIMIT and 0 <= y <= LIMIT for x, y in new - old):
                return box, None
            thing = self._stop(self._taken, new - old) or self._stop(self._lying, old - new)
            twins = {twin for square in new - old for twin in self.symmetry.twins(square)} if self._apart else set()
            if thing is not None or twins & new:  # a room with a twin of its own ends at the axis
                return box, thing
            box = after
        return box, None

    def _stop(self, where: dict[Square, ItemRef], squares: Iterable[Square]) -> ItemRef | None:
        places = (each for square in squares for each in (square, *self.symmetry.twins(square)))
        return next((where[each] for each in places if each in where), None)

    def resized(self, box: Box) -> Layout:
        """The layout with the section on that rectangle; ground, doors and walls on floor that goes, go with it."""
        wanted = set(box.squares)
        gone = set(self.box.squares) - wanted
        terrain = tuple(each for each in self.layout.terrain if each.at not in gone)
        resized = with_section(replace(self.layout, terrain=terrain), drawn(self.section, wanted))
        return normalised(without_edges_of(resized, gone))


def lost_with_floor(before: Layout, after: Layout) -> int:
    """How many squares of ground, doors, walls and leap edges a layout has less than before."""
    return sum(max(_width(before, field) - _width(after, field), 0) for field in ("terrain", *ON_EDGES))


def _width(layout: Layout, field: str) -> int:
    """Walls count by the border, since what is left of one is another; all else by the piece."""
    things = getattr(layout, field)
    return sum(wall.width for wall in things) if field == "walls" else len(things)
