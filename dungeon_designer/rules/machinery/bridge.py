"""A bridge leads somewhere, across something.

brawl-2013 (Round 5) has bridges over lava, gw-2021 (The Fiery Chasm) and eagbbl (Precarious Positions) rope bridges,
naf-2019 (The Dungeon) counts bridges among the elements of a dungeon. None of them says what a bridge must be. One
that ends in the lava, or lies on dry floor, is mostly a slip of the pen: a notice in every edition.

How it is measured. Connected bridge squares (terrain, or walkable squares of sections of the kind `bridge`) are one
bridge, rope bridges too. An end is a standing square that is no bridge, across an edge that is no wall. The bridge has
both ends when it has ends on two opposite sides, west and east or north and south, or, for one that bends, when its
ends lie in at least two places that do not touch, round corners either. The finding says at which end there is none.
Beside it, one step from some square of it, lies a liquid, a chasm or a cliff.

A sketch that breaks it (the bridge stops short in the lava)::

    map: |
      ..~~~..
      ..==~..
      ..~~~..

Mend: lead the bridge across, or draw plain floor where there is no hazard.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

import networkx as nx

from dungeon_designer.analysis.movement import build_step_graph
from dungeon_designer.board.model import Board
from dungeon_designer.grid import (
    SIDES,
    Side,
    Square,
    find_bounds,
    find_connected_groups,
    find_neighbour,
    measure_distance,
    normalise_edge,
)
from dungeon_designer.kinds import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import BridgesOverHazards, FloorRequirement
from dungeon_designer.rules.placed_objects import list_blocking_kinds
from dungeon_designer.rules.requirements import ClosedSquares, Requirement
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, create_empty_settings
from dungeon_designer.rulesets.ruleset_model import Ruleset

Ends = Sequence[tuple[Side, Square]]
"""The standing floor squares that a bridge leads to, each with the side of the bridge square beside it."""

RuleSettings = create_empty_settings("Bridges", "lead somewhere, across something")


def check(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Yield a problem for each bridge without floor at both ends, and for each bridge with no hazard beside it."""
    board = context.board
    all_bridge_squares = _find_bridge_squares(board)
    squares = all_bridge_squares | board.hazard_squares if all_bridge_squares else ()
    steps = build_step_graph(board, squares, context.has_strict_corners, context.wall_obstacle_squares)
    for bridge_squares in find_connected_groups(all_bridge_squares):
        ends = _find_ends(board, bridge_squares, context.standing_squares - all_bridge_squares)
        if not _has_both_ends(ends):
            width, height = find_bounds(bridge_squares)[1]
            sides = {side for side, _ in ends}
            sides_along = [
                side for side in sides if width == height or (side in (Side.EAST, Side.WEST)) == (width > height)
            ]
            missing = "no standing floor at either end"
            if len(sides_along) == 1:  # across from where floor lies, or where the bridge's direction leads
                missing = f"no standing floor at its {sides_along[0].opposite} end"
            elif ends:
                missing = f"standing floor at one end only, at {ends[0][1]}"
            yield RuleProblem(f"the bridge at {bridge_squares[0]} has {missing}", tuple(bridge_squares))
        if not any(
            neighbour_square in board.hazard_squares for square in bridge_squares for neighbour_square in steps[square]
        ):
            yield RuleProblem(f"the bridge at {bridge_squares[0]} has no hazard beside it", tuple(bridge_squares))


def list_requirements(context: Context, settings: Settings) -> Iterator[Requirement]:
    """Yield the requirements that no object takes the last free square at an end of a bridge.

    There is one for each kind of object on whose square nobody can stand. Breaking one is only a notice.
    """
    board, all_bridge_squares = context.board, _find_bridge_squares(context.board)
    floor, bridges = context.standing_squares - all_bridge_squares, list(find_connected_groups(all_bridge_squares))
    leads_before = [_has_both_ends(_find_ends(board, bridge_squares, floor)) for bridge_squares in bridges]
    adjacent_squares = {find_neighbour(bridge_square, side) for bridge_square in all_bridge_squares for side in SIDES}

    def explain_square(square: Square) -> str:
        """Return where an object on this square would lie, if it takes one of its ends from a bridge; else ''."""
        if square not in adjacent_squares or leads_before == [
            _has_both_ends(_find_ends(board, bridge_squares, floor - {square})) for bridge_squares in bridges
        ]:
            return ""
        return "on the only square before a bridge"

    yield from (ClosedSquares(kind, explain_square, is_notice=True) for kind in list_blocking_kinds(context))


def _find_bridge_squares(board: Board) -> frozenset[Square]:
    """Return the squares of bridge terrain, and the walkable squares of bridge sections."""
    section_squares = {square for section in board.list_sections(SectionKind.BRIDGE) for square in section.squares}
    return board.bridge_squares | (section_squares & board.walkable_squares)


def _find_ends(board: Board, bridge_squares: Sequence[Square], standing_squares: Collection[Square]) -> Ends:
    """Return the squares beside a bridge from which players step onto it: they share an edge without a wall with it.

    Only squares on which players can stand count. Each comes after the side of the bridge square on which it lies, as
    (side, square).
    """
    steps = [(side, square, find_neighbour(square, side)) for square in bridge_squares for side in SIDES]
    return [
        (side, neighbour_square)
        for side, square, neighbour_square in steps
        if neighbour_square in standing_squares and normalise_edge(square, side) not in board.walls
    ]


def _has_both_ends(ends: Ends) -> bool:
    """Return whether players can stand at both ends of a bridge.

    Its two ends are not drawn as such. They exist if squares on which players can stand lie on two opposite sides of
    the bridge, if one such square touches the bridge twice, or if these squares do not all touch each other.

    Args:
        ends: The squares beside the bridge on which players can stand, each after the side on which it lies.
    """
    sides = {side for side, _ in ends}
    if any(side.opposite in sides for side in sides):
        return True
    landings: nx.Graph[Square] = nx.Graph()
    landings.add_nodes_from(neighbour_square for _, neighbour_square in ends)
    landings.add_edges_from(pair for pair in combinations(landings, 2) if measure_distance(*pair) == 1)
    return len(landings) < len(ends) or nx.number_connected_components(landings) > 1


def list_floor_requirements(settings: Settings, ruleset: Ruleset, team_count: int) -> Iterator[FloorRequirement]:
    """Yield the record of the requirement that each bridge leads across a hazard, such as lava.

    The record says it without a board, for code that draws a floor, such as the generator.
    """
    yield BridgesOverHazards()
