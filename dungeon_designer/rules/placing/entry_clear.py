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

import numpy as np

from dungeon_designer.board.model import NO_DOOR, OBSTACLES, TERRAINS, Board
from dungeon_designer.grid import Square
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import LAID, Demand, OnlyOn
from dungeon_designer.rules.items import Item, one_of
from dungeon_designer.rules.names import trap_name
from dungeon_designer.rules.rule import Settings, Violation


class RuleSettings(Settings, frozen=True):
    """No parameters."""

    players = ("On an entry", "lies nothing")


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each thing on an entry square."""
    board = context.board
    if not board.is_entry.any():
        return
    for what, square, item in _things(board):
        index = board.find(square)
        if index >= 0 and board.is_entry[index]:
            moves = one_of(item) if item else None
            yield Violation(message=f"{what} lies on the entry at {square}", squares=(square,), moves=moves)


def _things(board: Board) -> Iterator[tuple[str, Square, Item | None]]:
    """Everything that may lie on a square, and the item where it can be moved."""
    for chest in board.chests:
        yield "a chest", chest.at, Item(chest.at, chest.index)
    for portal in board.portals:
        yield f"portal {portal.number}", portal.at, Item(portal.at, portal.index, portal.number)
    for trap in board.traps:
        yield from ((f"a trap ({trap_name(trap.kind)})", square, None) for square in trap.squares)
    for index in np.flatnonzero(board.is_entry).tolist():
        yield from ((what, board.square(index), None) for what in _ground(board, index))


def _ground(board: Board, index: int) -> Iterator[str]:
    """What a square is besides plain floor."""
    for kind in (OBSTACLES[board.obstacle[index]], TERRAINS[board.terrain[index]]):
        if kind is not None:
            yield kind.value.replace("_", " ")
    if board.square_door[index] != NO_DOOR:
        yield "a door"


def demands(context: Context, settings: RuleSettings) -> Iterator[Demand]:
    """Nothing lies on an entry."""
    yield from (OnlyOn(what, ~context.board.is_entry) for what in LAID)
