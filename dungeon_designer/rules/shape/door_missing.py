"""There is a door at every junction of two sections.

Fix: Place a door two squares wide in the middle of the junction. The offered fix does this if the longest straight
part of the junction is long enough.

How it is measured:

- Two sections join along each chain of edges that they share, also round corners. Sections that only touch at a corner
  do not join.
- Each such chain is a junction, and at least one of its edges must have a door. Two sections may have several
  junctions.
- `door-width` checks the width of the door, and `door-centred` checks its position.

Editions:

- gw-2021, gw-2021-multiplayer: At each junction of two tiles, a door token shows the way through.

Illegal map, under gw-2021 (nothing marks the way from one tile to the other)::

    map: |
      ....
      ....
    sections: |
      AABB
      AABB
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.analysis.passages import list_middle_doors
from dungeon_designer.board.model import DOOR
from dungeon_designer.findings import AddDoor, Fix
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import DoorsAtJunctions, FloorRequirement
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, create_empty_settings
from dungeon_designer.rules.rule_text import describe_section
from dungeon_designer.rulesets.ruleset_model import Ruleset

_DOOR_WIDTH = 2  # the squares of the door that is offered: every door of gw-2021 is as wide

RuleSettings = create_empty_settings("Where two sections join", "there is a door")


def check(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Yield a problem for each junction (a chain of edges where two sections meet) without a door.

    Its squares are those on both sides of the junction. A fix puts a door in the middle of the longest straight row of
    edges, if that is long enough. The rule has no settings.
    """
    sections = context.board.sections
    for junction in context.junctions:
        if junction.has_edge_state(DOOR):
            continue
        first_name, second_name = (describe_section(sections[index]) for index in junction.pair)
        fixes = tuple(
            Fix(f"place a door on the {door.side} side of {door.at}", (AddDoor(door.at, door.side, door.width),))
            for door in list_middle_doors(junction, _DOOR_WIDTH)[:1]
        )
        message = f"there is no door between {first_name} and {second_name}"
        edges = tuple(edge for run in junction.runs for edge in run.edges)
        yield RuleProblem(message, junction.squares, measured=0, required=1, fixes=fixes, edges=edges)


def list_floor_requirements(settings: Settings, ruleset: Ruleset, team_count: int) -> Iterator[FloorRequirement]:
    """Yield the record of the requirement that there is a door wherever two sections touch.

    The record says it without a board, for code that draws a floor, such as the generator. Every such function gets the
    three parameters, none of which is needed here.
    """
    yield DoorsAtJunctions()
