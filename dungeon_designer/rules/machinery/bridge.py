"""Every bridge leads from floor to floor across a hazard.

Fix: Lead the bridge across, or draw plain floor where there is no hazard.

How it is measured:

- Connected bridge squares are one bridge, rope bridges included. They are terrain, or walkable squares of sections of
  the kind `bridge`.
- An end is a square to stand on that is no bridge, and that an edge without a wall joins to the bridge.
- A bridge has both ends if it has ends on two opposite sides, west and east or north and south. A bridge that bends
  also has both ends if its ends are in at least two places that do not touch, round corners either. The message names
  the end that is missing.
- Beside the bridge, one step from one of its squares, there is a liquid, a chasm or a cliff.

Editions:

- A bridge that ends in lava, or that is on dry floor, is usually a drawing mistake.
- brawl-2013: Its fifth round has bridges over lava.
- gw-2021, gw-2021-multiplayer, eagbbl: The books have rope bridges (*The Fiery Chasm*; *Precarious Positions*).
- naf-2019: The book counts bridges among the elements of a dungeon (*The Dungeon*).

Illegal map (the bridge stops in the lava)::

    map: |
      ..~~~..
      ..==~..
      ..~~~..
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
    """Yield a problem for each bridge without floor at both ends, and for each bridge with no hazard beside it.

    A hazard is terrain that nobody walks on, such as lava. The rule has no settings.
    """
    board = context.board
    all_bridge_squares = _find_bridge_squares(board)
    if not all_bridge_squares:
        return
    # Nobody steps into a hazard; steps to hazards are in the graph to tell which hazard squares lie beside a bridge.
    graph_squares = all_bridge_squares | board.hazard_squares
    steps = build_step_graph(board, graph_squares, context.has_strict_corners, context.wall_obstacle_squares)
    for bridge_squares in find_connected_groups(all_bridge_squares):
        ends = _find_ends(board, bridge_squares, context.standing_squares - all_bridge_squares)
        if not _has_both_ends(ends):
            missing = _describe_missing_end(bridge_squares, ends)
            yield RuleProblem(f"the bridge at {bridge_squares[0]} has {missing}", tuple(bridge_squares))
        squares_beside = {neighbour_square for square in bridge_squares for neighbour_square in steps[square]}
        if squares_beside.isdisjoint(board.hazard_squares):
            yield RuleProblem(f"the bridge at {bridge_squares[0]} has no hazard beside it", tuple(bridge_squares))


def _describe_missing_end(bridge_squares: Sequence[Square], ends: Ends) -> str:
    """Return in words at which end of a bridge no player can stand, as "no standing floor at its east end".

    Args:
        bridge_squares: The squares of the bridge.
        ends: The squares beside it on which players can stand, each after the side on which it lies.
    """
    _, (width, height) = find_bounds(bridge_squares)
    is_horizontal = width > height
    sides_with_floor = {side for side, _ in ends}
    # A bridge as wide as long has no direction, so floor on any side may be at an end.
    sides_at_ends = [
        side for side in sides_with_floor if width == height or (side in (Side.EAST, Side.WEST)) == is_horizontal
    ]
    if len(sides_at_ends) == 1:
        return f"no standing floor at its {sides_at_ends[0].opposite} end"
    if ends:
        _, first_standing_square = ends[0]
        return f"standing floor at one end only, at {first_standing_square}"
    return "no standing floor at either end"


def list_requirements(context: Context, settings: Settings) -> Iterator[Requirement]:
    """Yield the requirements that no object takes the last free square at an end of a bridge.

    There is one for each kind of object on whose square nobody can stand. Breaking one is only a notice. The rule has
    no settings.
    """
    board, all_bridge_squares = context.board, _find_bridge_squares(context.board)
    floor, bridges = context.standing_squares - all_bridge_squares, list(find_connected_groups(all_bridge_squares))
    squares_beside_bridges = {find_neighbour(square, side) for square in all_bridge_squares for side in SIDES}

    def list_usable_bridges(standing_squares: Collection[Square]) -> list[list[Square]]:
        """Return the bridges that players can enter at both ends if they can stand on these squares of floor."""
        return [bridge for bridge in bridges if _has_both_ends(_find_ends(board, bridge, standing_squares))]

    usable_bridges = list_usable_bridges(floor)

    def explain_square(square: Square) -> str:
        """Return where an object on this square would lie, if it takes one of its ends from a bridge; else ''."""
        if square not in squares_beside_bridges or list_usable_bridges(floor - {square}) == usable_bridges:
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
    the bridge; if one such square touches the bridge twice, since players can step on from it at one end and off to it
    at the other; or if these squares do not all touch each other, since the bridge then joins two pieces of floor.

    Args:
        ends: The squares beside the bridge on which players can stand, each after the side on which it lies. A square
            that touches the bridge twice is listed twice.
    """
    sides = {side for side, _ in ends}
    if any(side.opposite in sides for side in sides):
        return True
    landings: nx.Graph[Square] = nx.Graph()
    landings.add_nodes_from(neighbour_square for _, neighbour_square in ends)
    landings.add_edges_from(pair for pair in combinations(landings, 2) if measure_distance(*pair) == 1)
    touches_twice = len(landings) < len(ends)
    return touches_twice or nx.number_connected_components(landings) > 1


def list_floor_requirements(settings: Settings, ruleset: Ruleset, team_count: int) -> Iterator[FloorRequirement]:
    """Yield the record of the requirement that each bridge leads across a hazard, such as lava.

    The record says it without a board, for code that draws a floor, such as the generator. Every such function gets the
    three parameters, none of which is needed here.
    """
    yield BridgesOverHazards()
