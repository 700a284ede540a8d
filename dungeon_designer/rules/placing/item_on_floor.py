"""Every chest, portal and trap is on floor.

Fix: Move the object to floor. The offered fix moves a chest or a portal to the nearest legal square.

How it is measured:

- The square must be floor on which a player can stand, or which a player can open. Rock, liquids, chasms, cliffs,
  spike pits and obstacles are wrong.
- There is one problem for each chest, portal and trap. It names the squares that are wrong.
- The square of a square door is floor. A notice says that an object shares it with the door.
- Another notice names terrain, obstacles and square doors where there is no floor. They have no effect there.

Editions:

- Every edition sets its pieces on squares of the dungeon.

Illegal map (a chest is in lava)::

    map: |
      .....
      ..~..
    chests: [[2, 1]]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import partial

from dungeon_designer.board.model import Board
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.placed_objects import OBJECT_KINDS, PlacedObject, list_all_objects, propose_moving_one
from dungeon_designer.rules.requirements import ClosedSquares, Requirement
from dungeon_designer.rules.rule_problem import RuleProblem
from dungeon_designer.rules.rule_settings import Settings, create_empty_settings
from dungeon_designer.rules.rule_text import format_squares, join_with_and, replace_underscores
from dungeon_designer.rules.shared_requirements import close_squares

RuleSettings = create_empty_settings("Chests, portals and traps", "lie on floor")


def list_requirements(context: Context, settings: Settings) -> Iterator[Requirement]:
    """Yield the requirements that objects lie on floor and, as a notice, that they do not lie in a doorway.

    The rule has no settings.
    """
    yield from (ClosedSquares(kind, partial(_describe_ground, context.board)) for kind in OBJECT_KINDS)
    yield from close_squares(OBJECT_KINDS, context.board.door_squares, "in a doorway", is_notice=True)


def check(context: Context, settings: Settings) -> Iterator[RuleProblem]:
    """Yield a problem for each object (chest, portal, trap) off the floor, and notices of objects in doorways.

    Terrain, obstacles and doors on squares that are drawn on rock get a notice for each kind. The rule has no settings.
    """
    board = context.board
    for placed_object in list_all_objects(board):
        yield from _check_object(board, placed_object)
    squares_by_kind: dict[str, list[Square]] = defaultdict(list)
    for kind, square in board.misplaced_features:
        squares_by_kind[replace_underscores(kind)].append(square)
    for kind, squares in sorted(squares_by_kind.items()):
        message = f"{kind} at {format_squares(squares)} is drawn where there is no floor, and means nothing there"
        yield RuleProblem(message, tuple(squares), level=Level.INFO)


def _check_object(board: Board, placed_object: PlacedObject) -> Iterator[RuleProblem]:
    """Yield a problem if some squares of an object are no floor to lie on; else a notice if it lies in a doorway."""
    ground_texts = {square: _describe_ground(board, square) for square in placed_object.squares}
    texts_off_floor = {square: text for square, text in ground_texts.items() if text}
    door_squares = tuple(square for square in placed_object.squares if square in board.door_squares)
    if texts_off_floor:
        squares = tuple(texts_off_floor)
        grounds = join_with_and(
            list(dict.fromkeys(texts_off_floor.values()))
        )  # each once, as "on rock and in the lava"
        message = f"{placed_object.name} at {format_squares(squares)} lies {grounds}, not on floor"
        yield RuleProblem(message, squares, moves=propose_moving_one(placed_object))
    elif door_squares:
        message = f"{placed_object.name} at {format_squares(door_squares)} lies in a doorway"
        yield RuleProblem(message, door_squares, level=Level.INFO)


def _describe_ground(board: Board, square: Square) -> str:
    """Return where an object on a square lies if that is not floor ("in the lava"); '' if it is floor."""
    if square not in board:
        return "on rock"
    if square in board.walkable_squares:
        return ""
    kind = board.obstacle_at.get(square) or board.terrain_at[square]
    return f"in the {replace_underscores(kind)}"
