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

from dungeon_designer.analysis.movement import step_graph
from dungeon_designer.board.model import Board
from dungeon_designer.grid import SIDES, Side, Square, bounds, distance, edge, groups, neighbour
from dungeon_designer.kinds import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Closed, Demand
from dungeon_designer.rules.items import taking_room
from dungeon_designer.rules.rule import Settings, Violation, without_parameters

Ends = Sequence[tuple[Side, Square]]
"""The standing floor to which a bridge leads, and the side of the bridge square beside it."""

RuleSettings = without_parameters("Bridges", "lead somewhere, across something")


def check(context: Context, settings: Settings) -> Iterator[Violation]:
    """Faults of bridges without floor at both ends, and of bridges across nothing."""
    board = context.board
    bridge = _bridge_squares(board)
    squares = bridge | board.hazard_squares if bridge else ()
    steps = step_graph(board, squares, context.strict, context.wall_obstacle_squares)
    for own in groups(bridge):
        ends = _ends(board, own, context.standing_squares - bridge)
        if not _leads(ends):
            width, height = bounds(own)[1]
            found = {side for side, _ in ends}
            along = [side for side in found if width == height or (side in (Side.EAST, Side.WEST)) == (width > height)]
            missing = "no standing floor at either end"
            if len(along) == 1:  # across from where floor lies, or where the bridge's direction leads
                missing = f"no standing floor at its {along[0].opposite} end"
            elif ends:
                missing = f"standing floor at one end only, at {ends[0][1]}"
            yield Violation(f"the bridge at {own[0]} has {missing}", tuple(own))
        if not any(there in board.hazard_squares for at in own for there in steps[at]):
            yield Violation(f"the bridge at {own[0]} has no hazard beside it", tuple(own))


def demands(context: Context, settings: Settings) -> Iterator[Demand]:
    """What takes room leaves every bridge its ends: on the only square of one it would block the way."""
    board, bridge = context.board, _bridge_squares(context.board)
    floor, bridges = context.standing_squares - bridge, list(groups(bridge))
    before = [_leads(_ends(board, own, floor)) for own in bridges]
    beside = {neighbour(at, side) for at in bridge for side in SIDES}

    def why(square: Square) -> str:
        if square not in beside or before == [_leads(_ends(board, own, floor - {square})) for own in bridges]:
            return ""
        return "on the only square before a bridge"

    yield from (Closed(kind, why, noticed=True) for kind in taking_room(context))


def _bridge_squares(board: Board) -> frozenset[Square]:
    """Bridge terrain, and what can be walked on of sections that are bridges."""
    drawn = {at for section in board.of_kind(SectionKind.BRIDGE) for at in section.squares}
    return board.bridge_squares | (drawn & board.walkable_squares)


def _ends(board: Board, own: Sequence[Square], standing: Collection[Square]) -> Ends:
    ways = [(side, at, neighbour(at, side)) for at in own for side in SIDES]
    return [(side, there) for side, at, there in ways if there in standing and edge(at, side) not in board.walls]


def _leads(ends: Ends) -> bool:
    """Whether a bridge has standing floor at both its ends: on opposite sides, in two places, or one twice."""
    sides = {side for side, _ in ends}
    if any(side.opposite in sides for side in sides):
        return True
    landings: nx.Graph[Square] = nx.Graph()
    landings.add_nodes_from(there for _, there in ends)
    landings.add_edges_from(pair for pair in combinations(landings, 2) if distance(*pair) == 1)
    return len(landings) < len(ends) or nx.number_connected_components(landings) > 1
