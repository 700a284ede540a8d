"""The dungeon that is changed, with what every kind of change looks at; and what a change is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cached_property

import numpy as np
from msgspec import Struct

from dungeon_designer.board.build import build
from dungeon_designer.board.model import WALL, Board
from dungeon_designer.grid import SIDES, Edge, Side, Square, neighbour
from dungeon_designer.layout.model import Layout, Section, SectionKind
from dungeon_designer.layout_edits.items import ItemRef, covered, items_of, squares_of
from dungeon_designer.rules.context import Context
from dungeon_designer.rulesets.model import Ruleset
from dungeon_designer.tiles.model import TileLibrary


class Kind(StrEnum):
    """The kinds of changes there are."""

    ITEM = "item"
    SWAP = "swap"
    TURN = "turn"
    WING = "wing"
    TILE = "tile"
    ANEW = "anew"


class Change(Struct, frozen=True):
    """A layout that one change makes of another.

    words    what was done, with places for the values, as `translation.marked` keeps it under "vary"
    values   a kind as files name it, a name, a number or a square each
    subject  what was changed: two changes with the same subject are alike
    """

    layout: Layout
    kind: Kind
    words: str
    values: tuple[object, ...]
    subject: str


class Ground:
    """A dungeon, its board under a ruleset, the sections that must stay, and sets of which other tiles may be laid."""

    def __init__(
        self,
        layout: Layout,
        ruleset: Ruleset,
        library: TileLibrary | None = None,
        locked: frozenset[str] = frozenset(),
        sets: tuple[str, ...] = (),
    ) -> None:
        self.layout, self.ruleset, self.locked, self.sets = layout, ruleset, locked, sets
        self.board: Board = build(layout, library)
        self.library = self.board.library
        self.context = Context(self.board, ruleset)

    @cached_property
    def cover(self) -> dict[str, frozenset[Square]]:
        """The squares each section covers, by its id."""
        return {section.id: covered(section, self.library) for section in self.layout.sections}

    def floor_of(self, ids: Iterable[str]) -> frozenset[Square]:
        """The squares of some sections; those there are none of count for nothing."""
        return frozenset().union(*(self.cover.get(name, frozenset()) for name in ids))

    @cached_property
    def locked_squares(self) -> frozenset[Square]:
        """The squares of the sections that must stay."""
        return self.floor_of(self.locked)

    @cached_property
    def movable(self) -> list[Section]:
        """The sections that may be changed: not locked, no end zone, no entry, and no part of a room that turns."""
        kinds = {section.id: section.kind for section in self.board.sections}
        turning = {name for machine in self.layout.machines for name in getattr(machine, "sections", ())}
        fixed = {*self.locked, *turning}
        zones = (SectionKind.END_ZONE, SectionKind.ENTRY)
        return [each for each in self.layout.sections if each.id not in fixed and kinds.get(each.id) not in zones]

    def name_of(self, section: Section) -> str:
        """What people call a section: its name, or its kind as files name it."""
        here = next(each for each in self.board.sections if each.id == section.id)
        return here.name or here.kind.value

    def passages(self, ids: frozenset[str]) -> Iterator[Edge]:
        """The borders over which one gets into some sections, each seen from outside: its square and side."""
        board = self.board
        inside = np.array([section.id in ids for section in board.sections], dtype=np.bool_)[board.section]
        for number, side in enumerate(SIDES):
            beyond = board.neighbours[:, 2 * number]
            crossing = (beyond >= 0) & ~inside & inside[beyond] & (board.edges[:, number] != WALL)
            for at in np.flatnonzero(crossing):
                yield board.square(int(at)), side

    def lying_in(self, ids: frozenset[str]) -> frozenset[ItemRef]:
        """Some sections with all that lies in them, and with doors and walls between them and the rock."""
        own = self.floor_of(ids)
        others = frozenset(self.board.squares) - own
        found = []
        for thing in items_of(self.layout):
            if thing.field == "sections":
                mine = thing.value.id in ids
            else:
                squares = squares_of(thing, self.library)
                mine = not squares.isdisjoint(own) and squares.isdisjoint(others)
            if mine:
                found.append(thing)
        return frozenset(found)


def in_line(edges: list[Edge]) -> list[Edge]:
    """Borders in a row on one side of their squares, in order along it; empty where they are none."""
    if len({side for _, side in edges}) != 1:
        return []
    along = 0 if edges[0][1] in (Side.NORTH, Side.SOUTH) else 1
    found = sorted(edges, key=lambda border: border[0][along])
    first = found[0][0]
    row = [_stepped(first, along, by) for by in range(len(found))]
    return found if [square for square, _ in found] == row else []


def _stepped(square: Square, along: int, by: int) -> Square:
    return (square[0] + by, square[1]) if along == 0 else (square[0], square[1] + by)


def beside(squares: frozenset[Square]) -> frozenset[Square]:
    """The squares around some others, straight beyond their sides."""
    return frozenset(neighbour(square, side) for square in squares for side in SIDES) - squares
