"""Chests, portals and traps lie on floor.

Every edition sets its pieces on squares of the dungeon (gw-1989, Treasure Chests, Teleport Squares and Pit Traps;
gw-2021, Setting Up The Game; brawl-2013, Setup; naf-2019, Dungeon Artifacts; eagbbl, Setup Dungeon): on a floor
square that can be stood on, or opened; not in rock, a liquid, a chasm, a cliff, a spike pit or an obstacle. One finding
for each chest, portal and trap, naming its squares that are wrong. The square of a square door is floor; that a piece
shares it with the door is a notice. Another notice names terrain, obstacles and square doors drawn where no floor is:
they mean nothing there.

A sketch that breaks it (a chest in lava)::

    map: |
      .....
      ..~..
    chests: [[2, 1]]

Mend: move it to floor; the fix moves a chest or a portal to the nearest square that keeps the other rules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import partial

from dungeon_designer.board.model import Board
from dungeon_designer.findings import Level
from dungeon_designer.grid import Square
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Closed, Demand, closed
from dungeon_designer.rules.items import LAID, all_items, one_of
from dungeon_designer.rules.rule import Settings, Violation, as_words, both, few_squares, without_parameters

RuleSettings = without_parameters("Chests, portals and traps", "lie on floor")


def demands(context: Context, settings: Settings) -> Iterator[Demand]:
    """Everything lies on floor, and had better not lie in a doorway."""
    yield from (Closed(kind, partial(_ground, context.board)) for kind in LAID)
    yield from closed(LAID, context.board.door_squares, "in a doorway", noticed=True)


def check(context: Context, settings: Settings) -> Iterator[Violation]:
    """A fault for each thing not on floor; notices of things in doorways and of what is drawn on rock."""
    board = context.board
    for item in all_items(board):
        wrong = {square: ground for square in item.squares if (ground := _ground(board, square))}
        doors = tuple(square for square in item.squares if square in board.door_squares)
        if wrong:
            said = f"{item.name} at {few_squares(list(wrong))} lies {both(list(dict.fromkeys(wrong.values())))}"
            yield Violation(f"{said}, not on floor", tuple(wrong), moves=one_of(item))
        elif doors:
            yield Violation(f"{item.name} at {few_squares(doors)} lies in a doorway", doors, level=Level.INFO)
    found: dict[str, list[Square]] = defaultdict(list)
    for what, square in board.strays:
        found[as_words(what)].append(square)
    for what, squares in sorted(found.items()):
        said = f"{what} at {few_squares(squares)} is drawn where no floor is, and means nothing there"
        yield Violation(said, tuple(squares), level=Level.INFO)


def _ground(board: Board, square: Square) -> str:
    """What a square is made of that is no floor to lie on; empty where it is floor."""
    if square not in board:
        return "on rock"
    if square in board.walkable_squares:
        return ""
    kind = board.obstacle_at.get(square) or board.terrain_at[square]
    return f"in the {as_words(kind)}"
