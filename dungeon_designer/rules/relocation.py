"""Find squares where a chest or portal of a finding could lie instead: the nearest ones that keep all rules.

The requirements of the rules say where it may lie (`dungeon_designer.rules.requirements`). The square must also be
free floor in an area where the object can be reached, away from machines, entries and bridges. A portal must not
block a route. A finding only names what should move. The squares are searched for when somebody asks for fixes, and
offered only if the checker agrees that the move works (`dungeon_designer.rules.autofix.verify_fixes`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
from dungeon_designer.rules.requirements import MinDistanceBetween, Requirement, build_square_test
from dungeon_designer.rules.rule_registry import ConfiguredRule

MAX_OBJECTS = 200
"""With more chests and portals than this no move is offered: nobody drew them by hand."""

MAX_MOVED_TOGETHER = 12
"""With more objects than this that must move together no move is offered."""

MAX_SQUARES_PER_OBJECT = 3
"""The most squares that are proposed for an object, the nearest first."""

MAX_SEARCHED_SQUARES = 2_000_000
"""The most squares that one search may look at, about a second's work."""


class Mover:
    """A search for squares to which chests and portals can move without breaking the enabled rules.

    Args:
        context: The board and ruleset.
        enabled_rules: The rules to keep.
        searched: A list whose only element counts the squares looked at so far. Searches that share the list share the
            limit MAX_SEARCHED_SQUARES; None starts a count of its own.
    """

    def __init__(
        self, context: Context, enabled_rules: Sequence[ConfiguredRule] = (), searched: list[int] | None = None
    ) -> None:
        """Store the board and the rules to keep. No search has been made yet."""
        self._context, self._enabled_rules, self._board = context, enabled_rules, context.board
        self._squares_by_object: dict[PlacedObject, tuple[Square, ...]] = {}
        self._searched = searched if searched is not None else [0]

    def propose_moves(self, moves: SuggestedMoves) -> Iterator[Fix]:
        """Yield fixes that move the chests and portals that a finding names, to the nearest squares first.

        If `move_all` is set, one fix moves all of them, one after the other; nothing is yielded if one of them fits
        nowhere. Otherwise each fix moves a single object.
        """
        if len(self._board.chests) + len(self._board.portals) > MAX_OBJECTS or len(moves.objects) > MAX_MOVED_TOGETHER:
            return
        objects = [
            build_portal(movable.at, movable.number) if movable.number else build_chest(movable.at)
            for movable in moves.objects
        ]
        if not moves.move_all or len(objects) == 1:
            for placed_object in objects:
                yield from (_build_fix([(placed_object, square)]) for square in self.find_squares(placed_object))
            return
        mover, planned_moves = self, []  # all, one after the other; nothing where one of them cannot be moved
        for placed_object in objects:
            squares = mover.find_squares(placed_object)
            if not squares:
                return
            planned_moves.append((placed_object, squares[0]))
            if placed_object is not objects[-1]:
                board = build_board(
                    apply_edits(mover._board.layout, [placed_object.build_move(squares[0])]), mover._board.library
                )
                mover = Mover(Context(board, self._context.ruleset), self._enabled_rules, self._searched)
        yield _build_fix(planned_moves)

    def find_squares(self, placed_object: PlacedObject) -> tuple[Square, ...]:
        """Return the nearest squares where an object may lie, at most MAX_SQUARES_PER_OBJECT. The result is kept."""
        if placed_object not in self._squares_by_object:
            self._squares_by_object[placed_object] = tuple(islice(self._search(placed_object), MAX_SQUARES_PER_OBJECT))
        return self._squares_by_object[placed_object]

    def _search(self, placed_object: PlacedObject) -> Iterator[Square]:
        """Yield free squares that every enabled rule allows an object, the nearest first, then by row.

        Only areas (groups of squares joined on foot) where the object is of use are searched; see `_list_search_areas`.
        A square beside a portal is left out, since two portals side by side may block a route.
        """
        found_squares, area_by_square = set[Square](), self._context.connectivity.area_by_square
        # where two might stand in a way together
        no_adjacent_portals: Requirement = MinDistanceBetween(placed_object.kind, ObjectKind.PORTAL, 2)
        requirements = [
            no_adjacent_portals,
            *(each for enabled_rule in self._enabled_rules for each in enabled_rule.list_requirements(self._context)),
        ]
        square_tests = [
            is_allowed
            for requirement in requirements
            if (is_allowed := build_square_test(self._context, requirement, placed_object)) is not None
        ]
        for areas in self._list_search_areas(placed_object):
            self._searched[0] += len(self._board)
            if self._searched[0] > MAX_SEARCHED_SQUARES:
                return
            candidates = sorted(
                self.free_squares - found_squares,
                key=lambda square: (measure_distance(square, placed_object.square), rank_by_row(square)),
            )
            for square in candidates:
                if area_by_square.get(square, -1) not in areas or not all(
                    is_allowed(square) for is_allowed in square_tests
                ):
                    continue
                if placed_object.is_portal and not self._keeps_routes_open(square):
                    self._searched[0] += 100
                    continue
                found_squares.add(square)
                yield square

    def _list_search_areas(self, placed_object: PlacedObject) -> Iterator[AreaIds]:
        """Yield sets of areas (groups of squares joined on foot) to search for a square, the preferred ones first.

        The first set is the area in which the object lies, or for a portal the areas that it joins. The second is the
        areas from which every end zone can be reached on foot; it is left out for a portal that joins an area to which
        no other portal leads. The third, only for a chest, is the areas of other chests that all teams reach.
        """
        connectivity = self._context.connectivity
        own_areas: AreaIds = frozenset()
        if placed_object.square in self._board.walkable_squares:
            if placed_object.is_portal:
                own_areas = connectivity.areas_by_portal.get(placed_object.square, own_areas)
            elif (
                area := connectivity.area_by_square.get(placed_object.square, -1)
            ) in connectivity.reachable_areas or not connectivity.teams:
                own_areas = frozenset({area} - {-1})
        if own_areas:
            yield own_areas
        areas_of_other_portals = self._central_areas.union(
            *(areas for square, areas in connectivity.areas_by_portal.items() if square != placed_object.square)
        )
        if not placed_object.is_portal or own_areas <= areas_of_other_portals:
            yield self._central_areas
        if not placed_object.is_portal:
            yield self._areas_with_reachable_chests

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
        walking_graph, standing_squares = self._context.walking_graph, self._context.standing_squares
        adjacent_squares = {
            neighbour_square
            for neighbour_square in self._context.step_graph[square]
            if neighbour_square in walking_graph
        }
        if adjacent_squares.isdisjoint(standing_squares):
            return False
        surrounding_graph = walking_graph.subgraph(
            neighbour_square
            for neighbour_square in list_block_squares((square[0] - 1, square[1] - 1), (3, 3))
            if neighbour_square != square
        )
        return adjacent_squares <= nx.node_connected_component(surrounding_graph, next(iter(adjacent_squares)))

    @cached_property
    def free_squares(self) -> frozenset[Square]:
        """The squares to which an object may move: a player can stand there, and no object lies there.

        Left out are squares that should stay clear: those of doors and machines (rotating rooms, tracks of rolling
        balls), bridges and the squares around them, and squares at most two from an entry (a two-square zone where a
        team comes in).
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
        occupied_squares |= _expand_squares(board.bridge_squares, 1) | _expand_squares(board.entry_squares, 2)
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
