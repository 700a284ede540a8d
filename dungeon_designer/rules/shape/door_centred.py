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

from dungeon_designer.analysis.passages import centred, door_of, stretches
from dungeon_designer.board.model import DOOR
from dungeon_designer.findings import Fix
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import Settings, Violation, both, without_parameters

RuleSettings = without_parameters("Doors at an opening", "in the middle of it")


def check(context: Context, settings: Settings) -> Iterator[Violation]:
    """A fault for each door off the middle of its run, its `measured` how much more lies to one side."""
    for junction in context.passages:
        doors = [door for run in junction.runs if DOOR in run.states for door in stretches(run, (DOOR,))]
        central = [door for door in doors if abs(door.start - door.after) <= 1]
        for door in doors:
            if door in central:
                continue
            (square, side), fixes = door.edges[0], list[Fix]()
            if len(doors) == 1 and (drawn := door_of(context.board, door)):
                title = f"move the door at {drawn.at} to the middle"
                fixes.append(Fix(title, (centred(drawn, door.run, drawn.width),), safe=True))
            yield Violation(
                f"the door on the {side} side of {square} is off the middle of its junction: "
                f"{door.start} to one side, {door.after} to the other",
                door.squares,
                measured=abs(door.start - door.after),
                required=(door.start + door.after) % 2,
                fixes=tuple(fixes),
            )
        if len(central) > 1:  # round corners from each other, each in the middle of its own run
            places = both([f"on the {side} side of {square}" for square, side in (door.edges[0] for door in central)])
            said = f"of the {len(central)} doors {places} only one can be in the middle of their junction"
            squares = tuple(square for door in central for square in door.squares)
            yield Violation(said, squares, measured=len(central), required=1)
