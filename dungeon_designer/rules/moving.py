"""Where a chest or portal that lies wrongly could lie instead: the nearest square that keeps the rules of this run.

Rules of placing say which squares they would allow (their `room_for`). Besides them a square must be free floor
in a part of the dungeon where the thing can be reached, out of the way of machines, entries and bridges, and a
portal may not stand where it cuts a way off. A rule only names what should move (`one_of`, `all_of`); the place is
looked for when somebody asks what mends the finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from dungeon_designer.analysis.reach import Areas
from dungeon_designer.analysis.ring import beside, joined_round
from dungeon_designer.board.build import build
from dungeon_designer.board.model import NO_DOOR, WALL, Board, Flags, Ints
from dungeon_designer.findings import Edit, Fix, Moves
from dungeon_designer.grid import Square
from dungeon_designer.layout.edits import apply
from dungeon_designer.layout.model import RollingBall
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.items import Item, apart_from
from dungeon_designer.rules.rule import Settings

MOST_THINGS = 200
"""With more chests and portals than this no move is offered: nobody drew them by hand."""

MOST_TOGETHER = 12
"""With more things than this that must move together no move is offered."""

PATIENCE = 10_000_000
"""When looking for places has cost so much, no more are offered: half a second's work, enough for a hundred things.

To look at a square costs 1 and to ask all rules about it RULES; to build the board after a move costs RULES a square,
and to walk round a square where a portal might stand ROUND.
"""
RULES, ROUND = 30, 1000

_REACHES = (12, 60, None)
"""How far is looked, in squares; farther only where nothing was found."""


RoomFor = Callable[[Context, Any, Item, Ints], Flags]
"""Given its settings, an item and some squares: which of the squares a rule would allow the item to move to."""


class _Budget:
    """What looking for places has cost so far."""

    def __init__(self) -> None:
        self._spent = 0

    def spend(self, cost: int) -> None:
        """It costs so much more."""
        self._spent += cost

    @property
    def spent_up(self) -> bool:
        """Whether it is enough."""
        return self._spent > PATIENCE


class Mover:
    """Finds places for the chests and portals of one run; `rooms` say where its rules would allow them to lie."""

    def __init__(
        self, context: Context, rooms: Sequence[tuple[RoomFor, Settings]] = (), budget: _Budget | None = None
    ) -> None:
        self._context = context
        self._rooms = rooms
        self._board = context.board
        self._found: dict[Item, Square | None] = {}
        self._budget = budget or _Budget()

    def fixes(self, moves: Moves) -> tuple[Fix, ...]:
        """The move that is asked for, as a fix; empty where there is no place for what should move."""
        items = [Item(thing.at, self._board.find(thing.at), thing.number) for thing in moves.things]
        return next(filter(None, map(self._together, [items] if moves.all else [[item] for item in items])), ())

    def _together(self, items: Sequence[Item]) -> tuple[Fix, ...]:
        """The move of all of some items, one after the other; empty where one of them cannot be moved."""
        if len(items) > MOST_TOGETHER or len(self._board.chests) + len(self._board.portals) > MOST_THINGS:
            return ()
        mover, moves = self, []
        for item in items:
            place = mover.place_for(item)
            if place is None:
                return ()
            moves.append((item, place))
            if item is not items[-1]:
                mover = mover._after(item.to(place))
        words = ", ".join(f"{item.name} from {item.at} to {place}" for item, place in moves)
        return (Fix(f"move {words}", tuple(item.to(place) for item, place in moves)),)

    def place_for(self, item: Item) -> Square | None:
        """The nearest square for an item, if there is one."""
        if item not in self._found:
            self._found[item] = self._search(item)
        return self._found[item]

    def _after(self, edit: Edit) -> Mover:
        """What finds places after a move."""
        context = self._context
        board = build(apply(self._board.layout, [edit]), self._board.library)
        self._budget.spend(RULES * len(board))
        return Mover(Context(board, context.ruleset), self._rooms, self._budget)

    def _search(self, item: Item) -> Square | None:
        for areas in self._areas_for(item):
            for reach in _REACHES:
                for index in self._candidates(item, areas, reach):
                    if not item.is_portal or self._cuts_nothing(index):
                        return self._board.square(index)
                    if self._budget.spent_up:
                        return None
        return None

    def _candidates(self, item: Item, areas: Areas, reach: int | None) -> Iterator[int]:
        """Free squares in some areas that every rule allows, the nearest first, then by row."""
        board, context = self._board, self._context
        if self._budget.spent_up:
            return
        away = np.maximum(np.abs(board.x - item.at[0]), np.abs(board.y - item.at[1]))
        near = self.free if reach is None else self.free & (away <= reach)
        squares = np.flatnonzero(near).astype(np.int32)
        squares = squares[np.isin(context.reach.areas[squares], list(areas))]
        self._budget.spend(len(board) + RULES * len(squares))
        others = [portal.at for portal in board.portals if (portal.at, portal.number) != (item.at, item.number)]
        squares = squares[apart_from(board, squares, others, 2)]
        for room_for, settings in self._rooms:
            squares = squares[room_for(context, settings, item, squares)]
        yield from squares[np.argsort(away[squares], kind="stable")].tolist()

    def _areas_for(self, item: Item) -> Iterator[Areas]:
        """The areas to look in: where the item lies, then where every end zone can be walked to and from."""
        own = self._own_areas(item)
        if own:
            yield own
        if not item.is_portal or all(self._lives_without(item, area) for area in own):
            yield self._central
        if not item.is_portal:
            yield self._shared

    def _own_areas(self, item: Item) -> Areas:
        """The area an item lies in, or the areas beside a portal, as far as anybody gets there."""
        reach = self._context.reach
        if item.on < 0 or not self._board.walkable[item.on]:
            return frozenset()
        if item.is_portal:
            return reach.portals.get(item.on, frozenset())
        area = int(reach.areas[item.on])
        return frozenset({area} - {-1}) if area in reach.reached or not reach.teams else frozenset()

    def _lives_without(self, portal: Item, area: int) -> bool:
        """Whether an area is got to without a portal: by another one, or on foot from every end zone."""
        others = (areas for index, areas in self._context.reach.portals.items() if index != portal.on)
        return area in self._central or any(area in areas for areas in others)

    @cached_property
    def _central(self) -> Areas:
        """The areas in which every end zone and entry lies, or opens to; every area where there are none."""
        reach = self._context.reach
        return frozenset(reach.areas.tolist()).intersection(*(zone.areas for zone in reach.zones)) - {-1}

    @cached_property
    def _shared(self) -> Areas:
        """The areas in which a chest lies that every team gets to, if only by portal."""
        reach = self._context.reach
        cut = {chest for part in reach.cut_off(portals=True) for chest in part.chests}
        lost = {chest for part in reach.no_way_on(portals=True) for chest in part.chests}
        return frozenset(area for area, chests in reach.chests().items() if not {*chests} & (cut | lost))

    def _cuts_nothing(self, index: int) -> bool:
        """Whether a portal on a square leaves all ways open, and somewhere to step off it."""
        board, strict = self._board, self._context.strict
        self._budget.spend(ROUND)
        nodes = self._context.reach.on_foot & board.walkable
        exits = self._context.standing & nodes
        return bool(beside(board, exits, self._passable, index, strict)) and joined_round(
            board, nodes, self._passable, index, strict
        )

    @cached_property
    def _passable(self) -> Flags:
        passable: Flags = self._board.edges != WALL
        return passable

    @cached_property
    def free(self) -> Flags:
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
