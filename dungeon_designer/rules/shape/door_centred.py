"""Doors stand in the middle of their junction.

gw-2021 (Setting Up The Game): a doorway is placed as centrally as possible. That is advice, so a warning.

How it is measured. A door is looked at on the straight run of shared edges it stands on: as many edges of the run must
lie before it as behind it, or one more or less where the number is odd (such a border has two middles). Walls count
as well as open edges. Of several doors in one junction only one can be in the middle, so each is measured by itself,
and where a junction goes round a corner and has doors in the middle of several runs, that is a finding of its own. The
squares of a finding are those on both sides of the door.

A sketch that breaks it, under gw-2021::

    map: |
      ....
      ....
      ....
      ....
    sections: |
      AABB
      AABB
      AABB
      AABB
    enclosed: true
    doors:
      - {at: [1, 0], side: east, width: 2}

Mend: move the door along; the fix moves a door that stands alone on its run to the nearer middle.
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.analysis.passages import centre_door, find_door, find_run_parts
from dungeon_designer.board.model import DOOR
from dungeon_designer.findings import Fix
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, create_empty_settings
from dungeon_designer.rules.rule_text import join_with_and

RuleSettings = create_empty_settings("Doors at an opening", "in the middle of it")


def check(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Yield a problem for each door that is not in the middle of the straight row of edges along which sections touch.

    Two sections meet along a chain of edges (a junction), which may consist of several straight rows. Doors in the
    middle of more than one of them are a problem of their own. `measured` is how many more edges lie on one side of the
    door than on the other.
    """
    for junction in context.junctions:
        doors = [door for run in junction.runs if DOOR in run.states for door in find_run_parts(run, (DOOR,))]
        central_doors = [door for door in doors if abs(door.start - door.edges_after) <= 1]
        for door in doors:
            if door in central_doors:
                continue
            (square, side), fixes = door.edges[0], list[Fix]()
            if len(doors) == 1 and (edge_door := find_door(context.board, door)):
                title = f"move the door at {edge_door.at} to the middle"
                fixes.append(Fix(title, (centre_door(edge_door, door.run, edge_door.width),), safe=True))
            yield RuleProblem(
                f"the door on the {side} side of {square} is off the middle of its junction: "
                f"{door.start} to one side, {door.edges_after} to the other",
                door.squares,
                measured=abs(door.start - door.edges_after),
                required=(door.start + door.edges_after) % 2,
                fixes=tuple(fixes),
            )
        if len(central_doors) > 1:  # round corners from each other, each in the middle of its own run
            door_texts = join_with_and(
                [f"on the {side} side of {square}" for square, side in (door.edges[0] for door in central_doors)]
            )
            message = f"of the {len(central_doors)} doors {door_texts} only one can be in the middle of their junction"
            squares = tuple(square for door in central_doors for square in door.squares)
            yield RuleProblem(message, squares, measured=len(central_doors), required=1)
