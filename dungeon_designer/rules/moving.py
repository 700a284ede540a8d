"""Where a chest or portal that lies wrongly could lie instead: the nearest square that keeps the rules of this run.

The demands of the rules say where it may lie (`dungeon_designer.rules.demands`). Besides them a square must be free
floor in a part of the dungeon where the thing can be reached, out of the way of machines, entries and bridges, and a
portal may not stand where it cuts a way off. A finding only names what should move; the place is looked for when
somebody asks what mends it, and told when the checker agrees that it does (`dungeon_designer.rules.autofix.offered`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice

import networkx as nx

from dungeon_designer.analysis.connectivity import Areas
from dungeon_designer.board.build import build
from dungeon_designer.findings import Fix, Moves
from dungeon_designer.grid import Square, block, distance, row_major
from dungeon_designer.kinds import ItemKind
from dungeon_designer.layout.edits import apply
from dungeon_designer.layout.model import RollingBall
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Apart, Demand, room
from dungeon_designer.rules.items import Item, chest_at, portal_at
from dungeon_designer.rules.registry import EnabledRule

MOST_THINGS = 200
"""With more chests and portals than this no move is offered: nobody drew them by hand."""

MOST_TOGETHER = 12
"""With more things than this that must move together no move is offered."""

PLACES = 3
"""So many places are proposed for a thing, the nearest first."""

PATIENCE = 2_000_000
"""When so many squares were looked at, no more places are looked for: a second's work."""


class Mover:
    """Finds places for the chests and portals of one run that the rules asked would allow."""

    def __init__(self, context: Context, asked: Sequence[EnabledRule] = (), spent: list[int] | None = None) -> None:
        self._context, self._asked, self._board = context, asked, context.board
        self._found: dict[Item, tuple[Square, ...]] = {}
        self._spent = spent if spent is not None else [0]

    def proposals(self, moves: Moves) -> Iterator[Fix]:
        """Moves that may be what is asked for, the nearest first."""
        if len(self._board.chests) + len(self._board.portals) > MOST_THINGS or len(moves.things) > MOST_TOGETHER:
            return
        items = [portal_at(thing.at, thing.number) if thing.number else chest_at(thing.at) for thing in moves.things]
        if not moves.all or len(items) == 1:
            for item in items:
                yield from (_fix([(item, place)]) for place in self.places(item))
            return
        mover, found = self, []  # all, one after the other; nothing where one of them cannot be moved
        for item in items:
            places = mover.places(item)
            if not places:
                return
            found.append((item, places[0]))
            if item is not items[-1]:
                board = build(apply(mover._board.layout, [item.to(places[0])]), mover._board.library)
                mover = Mover(Context(board, self._context.ruleset), self._asked, self._spent)
        yield _fix(found)

    def places(self, item: Item) -> tuple[Square, ...]:
        """The nearest squares for an item, if there are some."""
        if item not in self._found:
            self._found[item] = tuple(islice(self._search(item), PLACES))
        return self._found[item]

    def _search(self, item: Item) -> Iterator[Square]:
        """Free squares in its areas that every rule allows, the nearest first, then by row."""
        told, areas_of = set[Square](), self._context.connectivity.areas
        beside_none: Demand = Apart(item.kind, ItemKind.PORTAL, 2)  # where two might stand in a way together
        demands = [beside_none, *(each for asked in self._asked for each in asked.demands(self._context))]
        rules = [free for demand in demands if (free := room(self._context, demand, item)) is not None]
        for areas in self._areas_for(item):
            self._spent[0] += len(self._board)
            if self._spent[0] > PATIENCE:
                return
            near = sorted(self.free - told, key=lambda square: (distance(square, item.at), row_major(square)))
            for square in near:
                if areas_of.get(square, -1) not in areas or not all(free(square) for free in rules):
                    continue
                if item.is_portal and not self._cuts_nothing(square):
                    self._spent[0] += 100
                    continue
                told.add(square)
                yield square

    def _areas_for(self, item: Item) -> Iterator[Areas]:
        """Areas to look in: the item's own, then those of every end zone; a portal cuts off none that it leaves."""
        reach = self._context.connectivity
        own: Areas = frozenset()
        if item.at in self._board.walkable_squares:
            if item.is_portal:
                own = reach.portals.get(item.at, own)
            elif (area := reach.areas.get(item.at, -1)) in reach.reached or not reach.teams:
                own = frozenset({area} - {-1})
        if own:
            yield own
        others = self._central.union(*(areas for at, areas in reach.portals.items() if at != item.at))
        if not item.is_portal or own <= others:
            yield self._central
        if not item.is_portal:
            yield self._shared

    @cached_property
    def _central(self) -> Areas:
        """The areas in which every end zone and entry lies, or opens to; every area where there are none."""
        reach = self._context.connectivity
        return frozenset(range(len(reach.members))).intersection(*(zone.areas for zone in reach.zones))

    @cached_property
    def _shared(self) -> Areas:
        """The areas in which a chest lies that every team gets to, if only by portal."""
        reach = self._context.connectivity
        cut = {chest for part in reach.cut_off(portals=True) for chest in part.chests}
        lost = {chest for part in reach.no_way_on(portals=True) for chest in part.chests}
        return frozenset(area for area, chests in reach.chests().items() if not {*chests} & (cut | lost))

    def _cuts_nothing(self, square: Square) -> bool:
        """Whether a portal on a square leaves all ways open, as one sees from the squares around, and a way off it."""
        walk, standing = self._context.walk_graph, self._context.standing_squares
        beside = {there for there in self._context.step_graph[square] if there in walk}
        if beside.isdisjoint(standing):
            return False
        around = walk.subgraph(there for there in block((square[0] - 1, square[1] - 1), (3, 3)) if there != square)
        return beside <= nx.node_connected_component(around, next(iter(beside)))

    @cached_property
    def free(self) -> frozenset[Square]:
        """Floor to stand on where nothing lies, no door stands, no machine sweeps and no player sets up."""
        board = self._board
        taken = {*board.chest_squares, *board.portal_squares, *board.door_squares}
        taken.update(*(trap.squares for trap in board.traps))
        for machine in board.machines:
            if isinstance(machine, RollingBall):
                taken.update(machine.track)
            else:
                taken.update(*(section.covers for section in board.sections if section.id in machine.sections))
        taken |= _around(board.bridge_squares, 1) | _around(board.entry_squares, 2)
        return self._context.standing_squares - taken


def _fix(moved: Sequence[tuple[Item, Square]]) -> Fix:
    words = ", ".join(f"{item.name} from {item.at} to {place}" for item, place in moved)
    return Fix(f"move {words}", tuple(item.to(place) for item, place in moved))


def _around(squares: Iterable[Square], reach: int) -> set[Square]:
    """The squares within so many squares of some others."""
    size = 2 * reach + 1, 2 * reach + 1
    return {near for x, y in squares for near in block((x - reach, y - reach), size)}
