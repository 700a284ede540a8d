"""Every edge that is marked for leaping is between floor and a hazard.

Fix: Mark the edge where floor meets the hazard.

How it is measured:

- One of the two squares of a marked edge is a liquid, a chasm or a cliff. The other one is walkable, and the edge is
  no wall. From which of the two squares the edge is named does not matter.
- A player with Leap can reach squares straight across, at most two squares away. If none of these is a square to stand
  on, the leap leads nowhere. That is a notice.
- A marked row of edges has at most one problem of each of these two kinds.

Editions:

- brawl-2013: In two dungeons, players with Leap may jump to floating platforms from edges with green lines. A player
  who fails falls into the chasm or the lava. On the book's maps the hazard is black. Here black is rock, which is
  always a wall, so draw the hazard as chasm or lava.

Illegal map (the edge is between floor and floor)::

    map: |
      ....%..
    leap_edges: [{at: [1, 0], side: east}]
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.analysis.leaps import find_landing, has_landing, list_leap_starts
from dungeon_designer.findings import Level
from dungeon_designer.grid import Side, list_block_squares
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.placed_objects import list_blocking_kinds
from dungeon_designer.rules.requirements import Requirement
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, create_empty_settings
from dungeon_designer.rules.rule_text import format_squares
from dungeon_designer.rules.shared_requirements import close_squares

RuleSettings = create_empty_settings("Edges to leap from", "border the hazard")


def check(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Yield the problems of edges marked for leaping, that is, for a jump across a hazard such as a chasm.

    Each marked row of edges gives at most two: a problem with the edges that do not border a hazard, and a notice with
    those from which a leap leads to no standing square. The rule has no settings.
    """
    board = context.board
    for leap_edge in board.layout.leap_edges:
        is_horizontal = leap_edge.side in (Side.NORTH, Side.SOUTH)
        row_size = (leap_edge.width, 1) if is_horizontal else (1, leap_edge.width)
        marked_squares = list_block_squares(leap_edge.at, row_size)
        jumps = list_leap_starts(board, leap_edge)  # for each edge a start and a direction, or None off a hazard
        squares_off_hazard = [square for square, jump in zip(marked_squares, jumps, strict=True) if jump is None]
        if squares_off_hazard:
            message = f"the leap edge at {format_squares(squares_off_hazard)}"
            message += " does not border a hazard on one side and floor on the other"
            yield RuleProblem(message, tuple(squares_off_hazard))
        squares_without_landing = [
            start
            for start, direction in filter(None, jumps)
            if not has_landing(board, context.standing_squares, start, direction)
        ]
        if squares_without_landing:
            message = "no standing square lies within two squares straight across from the leap edge at"
            message += f" {format_squares(squares_without_landing)}"
            yield RuleProblem(message, tuple(squares_without_landing), level=Level.INFO)


def list_requirements(context: Context, settings: Settings) -> Iterator[Requirement]:
    """Yield the requirements that no object lies where a leap (a jump from a marked edge across a hazard) lands.

    There is one for each kind of object on whose square nobody can stand. Breaking one is only a notice. The rule has
    no settings.
    """
    landings = set()
    for leap_edge in context.board.layout.leap_edges:
        for jump in list_leap_starts(context.board, leap_edge):
            if jump is not None:  # None stands for an edge that does not border a hazard
                start, direction = jump
                landings.add(find_landing(start, direction))
    yield from close_squares(list_blocking_kinds(context), landings, "where a leap lands", is_notice=True)
