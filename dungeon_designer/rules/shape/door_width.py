"""Every opening between two sections has the required width.

Fix: Make the door two squares wide. If the border is longer, set `enclosed: true`. The offered fix changes the width of
a door that is alone between walls, and centres it.

How it is measured:

- An opening is a straight row of edges between the same two sections that can be passed, with or without a door.
- A door two squares wide in an open border of four squares is part of an opening of four squares.
- Two doors side by side are one opening.
- If the sections are `enclosed`, the border beside the doors is a wall. An opening is then as wide as its door.
- `door-placement` alone checks doors that are not between two sections.

Editions:

- gw-2021, gw-2021-multiplayer: The doors are removed, so a doorway is only an opening.

Illegal map, under gw-2021 (the door is three squares wide)::

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
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from dungeon_designer.analysis.passages import RunPart, centre_door, find_door, find_run_parts
from dungeon_designer.board.model import DOOR, OPEN, WALL, Board
from dungeon_designer.findings import Fix
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.floor_requirements import DoorWidth, FloorRequirement
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, build_phrases
from dungeon_designer.rules.rule_text import describe_section, describe_width_unless, format_count
from dungeon_designer.rulesets.ruleset_model import Ruleset
from dungeon_designer.text.json_schema import describe_key


class RuleSettings(Settings, frozen=True):
    """How wide openings must be."""

    player_text = ("Openings between sections", "{width} squares wide")
    phrases = build_phrases(width=describe_width_unless(2))

    width: Annotated[int, Meta(ge=1, le=100), describe_key("The width of every opening, in squares.", 3)] = 2


def check(context: Context, settings: RuleSettings) -> Iterator[RuleProblem]:
    """Yield a problem for each opening between two sections that is wider or narrower than required.

    An opening is an unbroken straight row of edges without a wall. The problem's squares lie on both sides of it. If a
    single door between walls is the only opening, a fix gives it the required width.
    """
    board, required = context.board, settings.width
    for junction in context.junctions:  # the chains of edges along which two sections touch
        sections = [board.sections[index] for index in junction.pair]
        first_name, second_name = map(describe_section, sections)
        is_enclosed = any(section.enclosed for section in sections)
        openings = [opening for row in junction.runs for opening in find_run_parts(row, (OPEN, DOOR))]
        for opening in openings:
            if opening.width == required:
                continue
            message = f"the opening between {first_name} and {second_name} is {format_count(opening.width, 'square')}"
            message += f" wide, but must be {required}"
            if opening.width > required and not is_enclosed:
                message += "; `enclosed: true` makes the border a wall beside its door"
            fixes = _propose_fixes(board, opening, required) if is_enclosed else ()
            yield RuleProblem(message, opening.squares, opening.width, required, fixes=fixes)


def _propose_fixes(board: Board, opening: RunPart, required_width: int) -> tuple[Fix, ...]:
    """Return the fix that gives a door the required width in the middle of its row of edges, if that is possible.

    It is if the opening is one drawn door, all other edges of the row are walls, and the row is long enough.
    """
    row = opening.run
    is_only_opening = row.states.count(WALL) == row.width - opening.width
    door = find_door(board, opening) if is_only_opening and row.width >= required_width else None
    if door is None:
        return ()
    title = f"make the door at {door.at} {required_width} squares wide, in the middle"
    return (Fix(title, (centre_door(door, row, required_width),)),)


def list_floor_requirements(settings: RuleSettings, ruleset: Ruleset, team_count: int) -> Iterator[FloorRequirement]:
    """Yield the record of the width, in squares, that each opening between two sections must have.

    The record says it without a board, for code that draws a floor, such as the generator. Every such function gets
    `ruleset` and `team_count`, which are not needed here.
    """
    yield DoorWidth(settings.width)
