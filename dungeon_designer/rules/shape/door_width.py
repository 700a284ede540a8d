"""Every opening between two sections is two squares wide.

gw-2021 (Setting Up The Game): doorways are always two squares wide; their doors are taken out, so they are openings
and nothing more. No other edition asks it.

How it is measured. An opening is as many edges in a straight row as can be passed between the same two sections,
door or none: a door two squares wide in a border of four that is open besides makes an opening of four. Two doors side
by side make one opening. Where the sections are `enclosed` the border is wall beside the doors, and an opening is as
wide as its door. A door elsewhere than between two sections is asked about by `door-placement` alone.

A sketch that breaks it, under gw-2021::

    map: |
      ....
      ....
      ....
    sections: |
      AABB
      AABB
      AABB
    enclosed: true
    doors:
      - {at: [1, 0], side: east, width: 3}

Mend: make the door two squares wide, and say `enclosed: true` where the border is longer than that. The fix narrows
or widens a door that stands alone between walls, and centres it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from dungeon_designer.analysis.passages import centred, door_of, stretches
from dungeon_designer.board.model import DOOR, OPEN, WALL
from dungeon_designer.findings import Fix
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import Settings, Violation, counted, section_name, squares_but, worded


class RuleSettings(Settings, frozen=True):
    """How wide openings must be.

    width  The width of every opening, in squares. Example: 3
    """

    players = ("Openings between sections", "{width} squares wide")
    phrases = worded(width=squares_but(2))

    width: Annotated[int, Meta(ge=1, le=100)] = 2


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each opening that is wider or narrower; the squares are those on both sides of it.

    A lone door between walls, which stay walls where it gives way, can be given the right width.
    """
    board, required = context.board, settings.width
    for junction in context.passages:
        sections = [board.sections[number] for number in junction.between]
        (one, other), enclosed = map(section_name, sections), any(section.enclosed for section in sections)
        for opening in (opening for run in junction.runs for opening in stretches(run, (OPEN, DOOR))):
            if opening.width == required:
                continue
            run, width, fixes = opening.run, counted(opening.width, "square"), list[Fix]()
            open_beside = opening.width > required and not enclosed
            hint = "; `enclosed: true` makes the border a wall beside its door" if open_beside else ""
            alone = run.states.count(WALL) == run.width - opening.width
            if enclosed and alone and run.width >= required and (door := door_of(board, opening)):
                title = f"make the door at {door.at} {required} squares wide, in the middle"
                fixes.append(Fix(title, (centred(door, run, required),)))
            said = f"the opening between {one} and {other} is {width} wide, but must be {required}{hint}"
            yield Violation(said, opening.squares, opening.width, required, fixes=tuple(fixes))
