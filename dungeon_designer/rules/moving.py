"""Where a chest or portal that lies wrongly could lie instead: the nearest square that keeps the rules of this run.

Rules of placing say which squares they would allow (their `room_for`). Besides them a square must be free floor
in the part of the dungeon where the thing lies (or where an end zone is), out of the way of machines, entries and
bridges, and a portal may not stand where it cuts a way off. Only things that a finding names are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dungeon_designer.analysis.ring import joined_round
from dungeon_designer.board.model import NO_DOOR, WALL, Board, Flags, Ints
from dungeon_designer.findings import Fix, MoveChest, MovePortal
from dungeon_designer.grid import Square, row_major
from dungeon_designer.layout.model import RollingBall, SectionKind

if TYPE_CHECKING:
    from dungeon_designer.rules.context import Context

MOST_THINGS = 200
"""With more chests and portals than this no move is offered: nobody drew them by hand."""

_REACHES = (12, 60, None)
"""How far is looked, in squares; farther only where nothing was found."""


class Item(NamedTuple):
    """A chest or a portal (which has a number), and where it lies."""

    at: Square
    number: int = 0

    @property
    def is_portal(self) -> bool:
        """Whether it is a portal."""
        return self.number > 0

    def fix(self, to: Square) -> Fix:
        """Moving it."""
        if self.is_portal:
            return Fix(f"move portal {self.number} from {self.at} to {to}", (MovePortal(self.number, self.at, to),))
        return Fix(f"move the chest at {self.at} to {to}", (MoveChest(self.at, to),))


RoomFor = Callable[["Context", Any, Item, Ints], Flags]
"""Given its settings, an item and some squares: which of the squares a rule would allow the item to move to."""


def apart_from(board: Board, squares: Ints, others: Iterable[Square], least: int) -> Flags:
    """Which of some squares are at least so many squares from every other."""
    x, y = board.x[squares], board.y[squares]
    clear: Flags = np.ones(len(squares), dtype=np.bool_)
    for other_x, other_y in others:
        clear &= np.maximum(np.abs(x - other_x), np.abs(y - other_y)) >= least
    return clear


class Mover:
    """Finds places for the chests and portals of one run."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._board = context.board
        self._found: dict[Item, Square | None] = {}

    def fixes(self, *items: Item) -> tuple[Fix, ...]:
        """The move of the first of some items that can be moved; empty where none can."""
        if len(self._board.chests) + len(self._board.portals) > MOST_THINGS:
            return ()
        for item in items:
            if item not in self._found:
                self._found[item] = self._place_for(item)
            to = self._found[item]
            if to is not None:
                return (item.fix(to),)
        return ()

    def _place_for(self, item: Item) -> Square | None:
        for areas in self._areas_for(item):
            for reach in _REACHES:
                for index in self._candidates(item, areas, reach):
                    if not item.is_portal or self._cuts_nothing(index):
                        return self._board.square(index)
        return None

    def _candidates(self, item: Item, areas: set[int], reach: int | None) -> Iterator[int]:
        """Free squares in some areas that every rule allows, the nearest first, then by row."""
        board = self._board
        away = np.maximum(np.abs(board.x - item.at[0]), np.abs(board.y - item.at[1]))
        near = self._free if reach is None else self._free & (away <= reach)
        squares = np.flatnonzero(near).astype(np.int32)
        squares = squares[np.isin(self._context.walk.areas[squares], list(areas))]
        for room_for, settings in self._context.rooms:
            squares = squares[room_for(self._context, settings, item, squares)]
        yield from squares[np.argsort(away[squares], kind="stable")].tolist()

    def _areas_for(self, item: Item) -> Iterator[set[int]]:
        """The areas on foot to look in: where the item lies, then where the end zones are."""
        board, areas = self._board, self._context.walk.areas
        index = board.find(item.at)
        if index >= 0:
            around = [index, *board.neighbours[index].tolist()] if item.is_portal else [index]
            own = {int(areas[square]) for square in around if square >= 0} - {-1}
            if own:
                yield own
        yield self._zone_areas

    @cached_property
    def _zone_areas(self) -> set[int]:
        """The areas the end zones lie in, or that the entries open to; every area where there are neither."""
        board, areas = self._board, self._context.walk.areas
        zones = [section.squares for section in board.of_kind(SectionKind.END_ZONE)]
        zones += [board.neighbours[section.squares].ravel() for section in board.of_kind(SectionKind.ENTRY)]
        squares = np.concatenate(zones) if zones else np.zeros(0, dtype=np.int32)
        return set((areas[squares[squares >= 0]] if zones else areas).tolist()) - {-1}

    def _cuts_nothing(self, index: int) -> bool:
        """Whether a portal on a square leaves all ways open, and somewhere to step off it."""
        context, board = self._context, self._board
        around = board.neighbours[index]
        standing = context.standing[around[around >= 0]].any()
        return bool(standing) and joined_round(board, context.walk.nodes, self._passable, index, context.strict)

    @cached_property
    def _passable(self) -> Flags:
        passable: Flags = self._board.edges != WALL
        return passable

    @cached_property
    def _free(self) -> Flags:
        """Floor to stand on where nothing lies, no door stands, no machine sweeps and no player sets up."""
        board = self._board
        free: Flags = self._context.standing & ~(board.is_chest | board.is_portal | board.is_entry)
        free &= board.square_door == NO_DOOR
        free[_found(board, self._taken())] = False
        _keep_clear(board, free, board.bridge, 1)
        _keep_clear(board, free, board.is_entry, 2)
        return free

    def _taken(self) -> Iterator[Square]:
        """The squares of traps, of a rolling ball's track and of rooms that turn."""
        board = self._board
        for trap in board.traps:
            yield from trap.squares
        turning: set[str] = set()
        for machine in board.machines:
            if isinstance(machine, RollingBall):
                yield from machine.track
            else:
                turning.update(machine.sections)
        for section in board.sections:
            if section.id in turning:
                yield from section.covers


def _found(board: Board, squares: Iterable[Square]) -> list[int]:
    """The numbers of those squares that are floor."""
    return [index for index in map(board.find, squares) if index >= 0]


def _keep_clear(board: Board, free: Flags, of: Flags, reach: int) -> None:
    """Take what lies within so many squares of some others from the free ones, unless these are very many."""
    for x, y in board.places(np.flatnonzero(of)[:MOST_THINGS].astype(np.int32)):
        free &= np.maximum(np.abs(board.x - x), np.abs(board.y - y)) > reach


def later(ones: Sequence[Item]) -> list[Item]:
    """Some items in the order they are tried: chests before portals, then the last by row first."""
    return sorted(ones, key=lambda item: (item.is_portal, *(-part for part in row_major(item.at))))
