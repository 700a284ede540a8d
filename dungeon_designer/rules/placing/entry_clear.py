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

from dungeon_designer.board.model import Board
from dungeon_designer.grid import Square
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.demands import Closed, Demand
from dungeon_designer.rules.items import LAID, Item, all_items, one_of
from dungeon_designer.rules.rule import Settings, Violation


class RuleSettings(Settings, frozen=True):
    """No parameters."""

    players = ("On an entry", "lies nothing")


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault for each thing on an entry square."""
    entries = context.board.entry_squares
    for what, square, item in _things(context.board) if entries else ():
        if square in entries:
            moves = one_of(item) if item else None
            yield Violation(message=f"{what} lies on the entry at {square}", squares=(square,), moves=moves)


def _things(board: Board) -> Iterator[tuple[str, Square, Item | None]]:
    """Everything that lies on a square, or that it is besides plain floor, and the item where it is one."""
    for item in all_items(board):
        noun = item.name.removeprefix("the ")
        name = noun if item.is_portal else "a chest" if item.movable else f"a trap ({noun})"
        yield from ((name, square, item) for square in item.squares)
    for square in board.owner:
        ground = board.obstacle_at.get(square), board.terrain_at.get(square)
        yield from ((kind.replace("_", " "), square, None) for kind in ground if kind)
        if square in board.door_squares:
            yield "a door", square, None


def demands(context: Context, settings: RuleSettings) -> Iterator[Demand]:
    """Nothing lies on an entry."""
    entries = context.board.entry_squares
    yield from (Closed(kind, lambda at: "on an entry" if at in entries else "") for kind in LAID)
