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
from dungeon_designer.rules.demands import Demand, closed
from dungeon_designer.rules.items import LAID, all_items, one_of
from dungeon_designer.rules.rule import Settings, Violation, as_words, without_parameters

RuleSettings = without_parameters("On an entry", "lies nothing")


def check(context: Context, settings: Settings) -> Iterator[Violation]:
    """A fault for each thing on an entry square."""
    board, entries = context.board, context.board.entry_squares
    if not entries:
        return
    for item in all_items(board):
        noun = item.name.removeprefix("the ")
        name = noun if item.is_portal else "a chest" if item.movable else f"a trap ({noun})"
        for square in entries.intersection(item.squares):
            yield Violation(f"{name} lies on the entry at {square}", (square,), moves=one_of(item))
    for square in (at for at in board.owner if at in entries):
        obstacle, terrain = board.obstacle_at.get(square), board.terrain_at.get(square)
        door = "a door" if square in board.door_squares else ""
        kinds = f"an obstacle ({as_words(obstacle)})" if obstacle else "", as_words(terrain or ""), door
        for what in filter(None, kinds):
            yield Violation(f"{what} lies on the entry at {square}", (square,))


def demands(context: Context, settings: Settings) -> Iterator[Demand]:
    """Nothing lies on an entry."""
    yield from closed(LAID, context.board.entry_squares, "on an entry")
