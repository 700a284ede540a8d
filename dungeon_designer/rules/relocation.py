"""Find squares where a chest or portal of a finding could lie instead: the nearest ones that keep all rules.

The requirements of the rules say where it may lie (`dungeon_designer.rules.requirements`). The square must also be
free floor in an area where the object can be reached, away from machines, entries and bridges. A portal must not
block a route. A finding only names what should move. The squares are searched for when somebody asks for fixes, and
offered only if the checker agrees that the move works (`dungeon_designer.rules.autofix.verify_fixes`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import networkx as nx

from dungeon_designer.analysis.connectivity import AreaIds
from dungeon_designer.board.build import build_board
from dungeon_designer.findings import Fix, SuggestedMoves
from dungeon_designer.grid import Square, list_block_squares, measure_distance, rank_by_row
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.layout.model import RollingBall
from dungeon_designer.layout.transforms import apply_edits
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.placed_objects import PlacedObject, build_chest, build_portal
from dungeon_designer.rules.requirements import MinDistanceBetween, Requirement, SquareTest, build_square_test
from dungeon_designer.rules.rule_registry import ConfiguredRule

MAX_OBJECTS = 200
"""With more chests and portals than this no move is offered: nobody drew them by hand."""

MAX_MOVED_TOGETHER = 12
"""With more objects than this that must move together no move is offered."""

MAX_SQUARES_PER_OBJECT = 3
"""The most squares that are proposed for an object, the nearest first."""

PORTAL_TEST_COST = 100
"""The cost of testing whether a portal would block a route, as the number of squares that take as long to look at."""

MAX_SEARCHED_SQUARES = 2_000_000
"""The most squares that one search may look at, about a second's work."""

BRIDGE_CLEARANCE = 1
"""The distance around bridges, in squares, where no object is moved to: players step on and off there."""

ENTRY_CLEARANCE = 2
"""The distance around entries, in squares, where no object is moved to: a team sets up on 2x2 squares before each."""


@dataclass
class _SearchEffort:
    """The number of squares at which searches that share a limit have looked so far."""

    square_count: int = 0


class Mover:
    """A search for squares to which chests and portals can move without breaking the enabled rules.

    Args:
        context: The board and ruleset.
        enabled_rules: The rules to keep.
        effort: The squares looked at so far. Searches that share it share the limit MAX_SEARCHED_SQUARES; None starts a
            count of its own.
    """

    def __init__(
        self,
        context: Context,
        enabled_rules: Sequence[ConfiguredRule] = (),
        effort: _SearchEffort | None = None,
    ) -> None:
        """Store the board and the rules to keep. No search has been made yet."""
        self._context, self._enabled_rules, self._board = context, enabled_rules, context.board
        self._squares_by_object: dict[PlacedObject, tuple[Square, ...]] = {}
        self._effort = effort or _SearchEffort()

    def propose_moves(self, moves: SuggestedMoves) -> Iterator[Fix]:
        """Yield fixes that move the chests and portals that a finding names, to the nearest squares first.

        If `move_all` is set, one fix moves all of them, one after the other; nothing is yielded if one of them fits
        nowhere. Otherwise each fix moves a single object.
        """
        if len(self._board.chests) + len(self._board.portals) > MAX_OBJECTS or len(moves.objects) > MAX_MOVED_TOGETHER:
            return
        objects = [
            build_portal(movable.at, movable.number) if movable.number else build_chest(movable.at)  # chests have none
            for movable in moves.objects
        ]
        if moves.move_all and len(objects) > 1:
            planned_moves = self._plan_moves(objects)
            if planned_moves:
                yield _build_fix(planned_moves)
            return
        for placed_object in objects:
            for square in self.find_squares(placed_object):
                yield _build_fix([(placed_object, square)])

    def _plan_moves(self, objects: Sequence[PlacedObject]) -> list[tuple[PlacedObject, Square]]:
        """Return the objects with the squares to which they can move one after the other; [] if one fits nowhere.

        Each square is searched for on the board on which the objects before it have moved already.
        """
        mover, planned_moves = self, list[tuple[PlacedObject, Square]]()
        for placed_object in objects:
            squares = mover.find_squares(placed_object)
            if not squares:
                return []
            nearest_square = squares[0]
            planned_moves.append((placed_object, nearest_square))
            if placed_object is not objects[-1]:
                layout = apply_edits(mover._board.layout, [placed_object.build_move(nearest_square)])
                board = build_board(layout, mover._board.library)
                mover = Mover(Context(board, self._context.ruleset), self._enabled_rules, self._effort)
        return planned_moves

    def find_squares(self, placed_object: PlacedObject) -> tuple[Square, ...]:
        """Return the nearest squares where an object may lie, at most MAX_SQUARES_PER_OBJECT. The result is kept."""
        if placed_object not in self._squares_by_object:
            self._squares_by_object[placed_object] = tuple(islice(self._search(placed_object), MAX_SQUARES_PER_OBJECT))
        return self._squares_by_object[placed_object]

    def _search(self, placed_object: PlacedObject) -> Iterator[Square]:
        """Yield free squares that every enabled rule allows an object, the nearest first, then by row.

        Only areas (groups of squares joined on foot) where the object is of use are searched; see `_list_search_areas`.
        The search ends when MAX_SEARCHED_SQUARES squares have been looked at. Searches that share their effort (the
        object that counts these squares) share the limit.
        """
        found_squares, area_by_square = set[Square](), self._context.connectivity.area_by_square
        square_tests = self._list_square_tests(placed_object)
        for areas in self._list_search_areas(placed_object):
            self._effort.square_count += len(self._board)
            if self._effort.square_count > MAX_SEARCHED_SQUARES:
                return
            candidates = sorted(
                self.free_squares - found_squares,
                key=lambda square: (measure_distance(square, placed_object.square), rank_by_row(square)),
            )
            for square in candidates:
                is_in_areas = area_by_square.get(square, -1) in areas  # -1 is no area
                if not is_in_areas or not all(is_allowed(square) for is_allowed in square_tests):
                    continue
                if placed_object.is_portal and not self._keeps_routes_open(square):
                    self._effort.square_count += PORTAL_TEST_COST
                    continue
                found_squares.add(square)
                yield square

    def _list_square_tests(self, placed_object: PlacedObject) -> list[SquareTest]:
        """Return functions that tell whether an object may lie on a square: one for each requirement that concerns it.

        Beside those of the rules, a square beside a portal is refused, since two objects side by side may block a
        route.
        """
        no_adjacent_portals: Requirement = MinDistanceBetween(placed_object.kind, ObjectKind.PORTAL, 2)
        requirements = [no_adjacent_portals]
        for enabled_rule in self._enabled_rules:
            requirements += enabled_rule.list_requirements(self._context)
        tests = [build_square_test(self._context, requirement, placed_object) for requirement in requirements]
        return [test for test in tests if test is not None]

    def _list_search_areas(self, placed_object: PlacedObject) -> Iterator[AreaIds]:
        """Yield sets of areas (groups of squares joined on foot) to search for a square, the preferred ones first.

        The first set is the area in which the object lies, or for a portal the areas that it joins. The second is the
        areas from which every end zone can be reached on foot; it is left out for a portal that joins another area to
        which no other portal leads. The third, only for a chest, is the areas of other chests that all teams reach.
        """
        own_areas = self._find_own_areas(placed_object)
        if own_areas:
            yield own_areas
        # These need no access by this portal: one can walk to them from every end zone, or another portal leads there.
        areas_accessible_otherwise = self._central_areas.union(
            *(
                areas
                for square, areas in self._context.connectivity.areas_by_portal.items()
                if square != placed_object.square
            )
        )
        is_only_access = placed_object.is_portal and not own_areas <= areas_accessible_otherwise
        if not is_only_access:
            yield self._central_areas
        if not placed_object.is_portal:
            yield self._areas_with_reachable_chests

    def _find_own_areas(self, placed_object: PlacedObject) -> AreaIds:
        """Return the numbers of the areas to which a chest or portal belongs now, if it is of use there.

        An area is a group of squares joined on foot. A portal belongs to the areas beside it. A chest belongs to the
        area in which it lies, unless nobody can reach that area although there are teams.
        """
        connectivity = self._context.connectivity
        if placed_object.square not in self._board.walkable_squares:
            return frozenset()
        if placed_object.is_portal:
            return connectivity.areas_by_portal.get(placed_object.square, frozenset())
        area = connectivity.area_by_square.get(placed_object.square)
        if area is None or (connectivity.teams and area not in connectivity.reachable_areas):
            return frozenset()
        return frozenset({area})

    @cached_property
    def _central_areas(self) -> AreaIds:
        """The areas (squares joined on foot) from which every end zone and entry can be reached on foot.

        An entry is a zone of two squares where a team comes in and scores, in place of an end zone. Without end zones
        and entries, these are all areas.
        """
        connectivity = self._context.connectivity
        return frozenset(range(len(connectivity.squares_by_area))).intersection(
            *(zone.areas for zone in connectivity.scoring_zones)
        )

    @cached_property
    def _areas_with_reachable_chests(self) -> AreaIds:
        """The areas (squares joined on foot) of chests from which play can go on.

        Every team reaches such a chest, and routes lead from it to every end zone. Routes may use portals.
        """
        connectivity = self._context.connectivity
        unreachable_chests = {
            chest for group in connectivity.find_unreachable_chests(with_portals=True) for chest in group.chests
        }
        chests_without_exit = {
            chest for group in connectivity.find_missing_routes(with_portals=True) for chest in group.chests
        }
        return frozenset(
            area
            for area, chests in connectivity.group_chests_by_area().items()
            if not {*chests} & (unreachable_chests | chests_without_exit)
        )

    def _keeps_routes_open(self, square: Square) -> bool:
        """Return whether a portal on this square would block no route and have a square beside it to step off to.

        Only the eight squares around it are examined: those one step from the portal must still be joined with each
        other without its square. This may refuse a square although a longer detour exists.
        """
        walking_graph = self._context.walking_graph
        adjacent_squares = {neighbour for neighbour in self._context.step_graph[square] if neighbour in walking_graph}
        if adjacent_squares.isdisjoint(self._context.standing_squares):
            return False
        x, y = square
        surrounding_squares = [each for each in list_block_squares((x - 1, y - 1), (3, 3)) if each != square]
        surrounding_graph = walking_graph.subgraph(surrounding_squares)
        any_adjacent_square = next(iter(adjacent_squares))
        return adjacent_squares <= nx.node_connected_component(surrounding_graph, any_adjacent_square)

    @cached_property
    def free_squares(self) -> frozenset[Square]:
        """The squares to which an object may move: a player can stand there, and no object lies there.

        Left out are squares that should stay clear: those of doors and machines (rotating rooms, tracks of rolling
        balls), and those at most BRIDGE_CLEARANCE squares from a bridge or ENTRY_CLEARANCE from an entry (a two-square
        zone where a team comes in).
        """
        board = self._board
        occupied_squares = {*board.chest_squares, *board.portal_squares, *board.door_squares}
        occupied_squares.update(*(trap.squares for trap in board.traps))
        for machine in board.machines:
            if isinstance(machine, RollingBall):
                occupied_squares.update(machine.track)
            else:
                occupied_squares.update(
                    *(section.covered_squares for section in board.sections if section.id in machine.sections)
                )
        occupied_squares |= _expand_squares(board.bridge_squares, BRIDGE_CLEARANCE)
        occupied_squares |= _expand_squares(board.entry_squares, ENTRY_CLEARANCE)
        return self._context.standing_squares - occupied_squares


def _build_fix(moves: Sequence[tuple[PlacedObject, Square]]) -> Fix:
    """Return the fix that moves each of the objects to the square paired with it."""
    move_texts = ", ".join(
        f"{placed_object.name} from {placed_object.square} to {square}" for placed_object, square in moves
    )
    return Fix(f"move {move_texts}", tuple(placed_object.build_move(square) for placed_object, square in moves))


def _expand_squares(squares: Iterable[Square], radius: int) -> set[Square]:
    """Return the given squares and all squares at most `radius` squares away from one of them, diagonals included."""
    size = 2 * radius + 1, 2 * radius + 1
    return {square for x, y in squares for square in list_block_squares((x - radius, y - radius), size)}
