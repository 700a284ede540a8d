"""A monster two squares wide can reach all of the floor.

Fix: Nothing has to be changed. Where large monsters play, widen the gap.

How it is measured:

- The monster is a block of 2x2 squares without an obstacle, a liquid, a chasm or a wall. It moves square by square to
  the north, east, south or west. Doors of either form are closed to it.
- It starts in an end zone; without any end zone, it starts anywhere. It reaches every square that such a block can
  cover.
- Chests can be removed. Pits and portals hurt the monster but do not stop it.
- The rest of the walkable floor is reported, doors and gaps included. There is one problem for each group that steps of
  movement connect.

Editions:

- gw-1989-basic, gw-1989-expanded: Large monsters pass neither doors nor gaps one square wide, and may not teleport. The
  book requires nothing of the dungeon for this. It does not state the size of the monsters' bases; 2x2 squares are our
  reading.

Illegal map, under gw-1989-basic (the monster does not reach the room on the right)::

    map: |
      <<....#...
      <<....+...
      <<....#...
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import networkx as nx
from msgspec import Meta

from dungeon_designer.analysis.corridors import find_blocks, find_covered_squares
from dungeon_designer.grid import find_connected_groups, rank_by_row
from dungeon_designer.kinds import SectionKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, build_phrases
from dungeon_designer.rules.rule_text import describe_width_unless, format_squares
from dungeon_designer.text.json_schema import describe_key


class RuleSettings(Settings, frozen=True):
    """How large a monster is."""

    player_text = ("Squares too narrow for a large monster", "are listed[; {asked}]")
    phrases = build_phrases(width=describe_width_unless(2))

    width: Annotated[int, Meta(ge=2, le=20), describe_key("The width of the monster in squares.", 3)] = 2


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem for each connected group of walkable squares that a large monster cannot reach.

    A monster fills a block of `settings.width` by `settings.width` squares and starts in an end zone, if there is one.
    """
    board, width = context.board, settings.width
    # A block is named by its upper left square. Blocks that are next to each other are connected: the monster steps
    # from one to the next. It does not fit through doors.
    blocks = find_blocks(board.walkable_squares - board.door_squares.keys(), board.walls | board.edge_doors, width)
    covered_by_group = [find_covered_squares(group, width) for group in find_connected_groups(blocks)]
    zones = board.list_sections(SectionKind.END_ZONE)
    zone_squares = {square for section in zones for square in section.squares}
    reachable_squares = set().union(
        *(covered for covered in covered_by_group if not zones or not covered.isdisjoint(zone_squares))
    )
    for group in nx.connected_components(context.step_graph.subgraph(board.walkable_squares - reachable_squares)):
        unreachable_squares = tuple(sorted(group, key=rank_by_row))
        message = f"a monster {width} squares wide cannot get to {format_squares(unreachable_squares)}"
        yield RuleProblem(message, unreachable_squares, measured=len(unreachable_squares), required=0)
