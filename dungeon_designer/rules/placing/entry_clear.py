"""Nothing lies on an entry.

The entries of brawl-2013 (Scoring) and the doors of db7s-2019 (DB7s Rules, Scoring) are where the ball is carried
off the board; to everybody else they are walls. So no chest, portal, trap, obstacle, terrain or square door is on
them. One finding for each thing on an entry square.

A sketch that breaks it (a chest on an entry)::

    map: |
      .((.
      ....
    chests: [[1, 0]]

Mend: move it off; the fix moves a chest or a portal to the nearest square that keeps the other rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.rules.context import Context
from dungeon_designer.rules.placed_objects import OBJECT_KINDS, list_all_objects, propose_moving_one
from dungeon_designer.rules.requirements import Requirement
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, create_empty_settings
from dungeon_designer.rules.rule_text import replace_underscores
from dungeon_designer.rules.shared_requirements import close_squares

RuleSettings = create_empty_settings("On an entry", "lies nothing")


def check(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Yield a problem for each chest, portal, trap, obstacle, terrain and door on an entry square.

    An entry is a zone of two squares where a team comes in and its opponent scores (brawl-2013 and db7s-2019).
    """
    board, entries = context.board, context.board.entry_squares
    if not entries:
        return
    for placed_object in list_all_objects(board):
        noun = placed_object.name.removeprefix("the ")
        name = noun if placed_object.is_portal else "a chest" if placed_object.is_movable else f"a trap ({noun})"
        for square in entries.intersection(placed_object.squares):
            yield RuleProblem(
                f"{name} lies on the entry at {square}", (square,), moves=propose_moving_one(placed_object)
            )
    for square in (entry_square for entry_square in board.section_by_square if entry_square in entries):
        obstacle, terrain = board.obstacle_at.get(square), board.terrain_at.get(square)
        door = "a door" if square in board.door_squares else ""
        kinds = (
            f"an obstacle ({replace_underscores(obstacle)})" if obstacle else "",
            replace_underscores(terrain or ""),
            door,
        )
        for kind_text in filter(None, kinds):
            yield RuleProblem(f"{kind_text} lies on the entry at {square}", (square,))


def list_requirements(context: Context, settings: Settings) -> Iterator[Requirement]:
    """Yield the requirements that no object lies on an entry, one for each kind of object, such as chests.

    An entry is a zone of two squares where a team comes in and its opponent scores (brawl-2013 and db7s-2019). Code
    that places objects asks for these requirements, to choose squares that keep the rule.
    """
    yield from close_squares(OBJECT_KINDS, context.board.entry_squares, "on an entry")
