"""Doors stand in the middle of their junction.

gw-2021 (Setting Up The Game): a doorway is placed as centrally as possible. That is advice, so a warning.

How it is measured. A door is looked at on the straight run of shared edges it stands on: as many edges of the run must
lie before it as behind it, or one more or less where the number is odd (such a border has two middles). Walls count
as well as open edges. Several doors on one run are measured as one, from the first to the last. The squares of a
finding are those on both sides of the door.

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

from dungeon_designer.analysis.doors import Stretch, centred, door_of, stretches
from dungeon_designer.board.model import DOOR, Board
from dungeon_designer.findings import Fix
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import Fault, Settings


class RuleSettings(Settings, frozen=True):
    """Nothing to set."""


def check(context: Context, settings: RuleSettings) -> Iterator[Fault]:
    """A fault for each run whose doors are off its middle, its `measured` how much more lies to one side."""
    for junction in context.junctions.all:
        for run in junction.runs:
            if DOOR in run.states:
                doors = stretches(run, (DOOR,))
                span = Stretch(run, doors[0].start, doors[-1].start + doors[-1].width - doors[0].start)
                if abs(span.start - span.after) > 1:
                    yield _fault(context.board, span, alone=len(doors) == 1)


def _fault(board: Board, span: Stretch, alone: bool) -> Fault:
    square, side = span.edges[0]
    return Fault(
        message=f"the door on the {side} side of {square} is off the middle of its junction: "
        f"{span.start} to one side, {span.after} to the other",
        squares=span.squares,
        measured=abs(span.start - span.after),
        required=(span.start + span.after) % 2,
        fixes=tuple(_fixes(board, span)) if alone else (),
    )


def _fixes(board: Board, span: Stretch) -> Iterator[Fix]:
    door = door_of(board, span)
    if door is not None:
        move = centred(door, span.run, door.width)
        yield Fix(title=f"move the door at {door.at} to the middle", edits=(move,), safe=True)
