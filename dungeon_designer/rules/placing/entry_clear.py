"""Nothing is on an entry.

Fix: Move the object off the entry. The offered fix moves a chest or a portal to the nearest legal square.

How it is measured:

- No chest, portal, trap, obstacle, terrain or square door may be on a square of an entry.
- There is one problem for each object on a square of an entry.

Editions:

- brawl-2013, db7s-2019: The ball is carried out of the dungeon through an entry. For all other players an entry is a
  wall.

Illegal map (a chest is on an entry)::

    map: |
      .((.
      ....
    chests: [[1, 0]]
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.board.model import Board
from dungeon_designer.grid import Square
from dungeon_designer.kinds import ObjectKind
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.placed_objects import OBJECT_KINDS, PlacedObject, list_all_objects, propose_moving_one
from dungeon_designer.rules.requirements import Requirement
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, create_empty_settings
from dungeon_designer.rules.rule_text import replace_underscores
from dungeon_designer.rules.shared_requirements import close_squares

RuleSettings = create_empty_settings("An entry", "holds nothing")


def check(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Yield a problem for each chest, portal, trap, obstacle, terrain and door on an entry square.

    An entry is a zone of two squares where a team comes in and its opponent scores (brawl-2013 and db7s-2019). The rule
    has no settings.
    """
    board, entries = context.board, context.board.entry_squares
    if not entries:
        return
    for placed_object in list_all_objects(board):
        for square in entries.intersection(placed_object.squares):
            message = f"{_name_object(placed_object)} lies on the entry at {square}"
            yield RuleProblem(message, (square,), moves=propose_moving_one(placed_object))
    for square in board.section_by_square:  # by row
        if square in entries:
            for feature in _list_features(board, square):
                yield RuleProblem(f"{feature} lies on the entry at {square}", (square,))


def _name_object(placed_object: PlacedObject) -> str:
    """Return an object in words: "portal 2", "a chest", "a trap (open pit)"."""
    noun = placed_object.name.removeprefix("the ")
    if placed_object.is_portal:
        return noun
    return "a chest" if placed_object.kind is ObjectKind.CHEST else f"a trap ({noun})"


def _list_features(board: Board, square: Square) -> Iterator[str]:
    """Yield the obstacle, the terrain and the door on a square in words, such as "an obstacle (idol)" and "lava"."""
    if square in board.obstacle_at:
        yield f"an obstacle ({replace_underscores(board.obstacle_at[square])})"
    if square in board.terrain_at:
        yield replace_underscores(board.terrain_at[square])
    if square in board.door_squares:
        yield "a door"


def list_requirements(context: Context, settings: Settings) -> Iterator[Requirement]:
    """Yield the requirements that no object lies on an entry, one for each kind of object, such as chests.

    An entry is a zone of two squares where a team comes in and its opponent scores (brawl-2013 and db7s-2019). Code
    that places objects asks for these requirements, to choose squares that keep the rule. The rule has no settings.
    """
    yield from close_squares(OBJECT_KINDS, context.board.entry_squares, "on an entry")
