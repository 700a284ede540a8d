"""How many doors stand in the dungeon.

gw-1989 (Components): the box holds four plastic doors, so no more can be set up; the expansion adds none. Counted
are square doors and edge doors, shut or open, each as one, however wide. The squares of a finding are the doors, of
an edge door the floor squares on both sides.

A sketch that breaks it, under gw-1989-basic (five doors)::

    map: |
      ..+..+..+..+..+..

Mend: take doors away.
"""

from __future__ import annotations

from collections.abc import Iterator

from dungeon_designer.board.model import Board
from dungeon_designer.grid import Square, edge_run, neighbour
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import Bounds, Violation, miscounted, there_are


class RuleSettings(Bounds, frozen=True):
    """How many doors: `min`, `max` (at most four where neither is named), `also`."""

    players = ("Doors", "{asked}")
    usual = (None, 4)


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """A fault when the number of doors is out of bounds."""
    layout = context.board.layout
    count, squares = len(layout.doors) + len(layout.square_doors), tuple(dict.fromkeys(squares_of(context.board)))
    yield from miscounted(settings, count, there_are(count, "door"), squares, "there may be {}")


def squares_of(board: Board) -> Iterator[Square]:
    """The squares of the square doors, then the floor squares beside the edge doors."""
    yield from (door.at for door in board.layout.square_doors)
    for door in board.layout.doors:
        for square, side in edge_run(door.at, door.side, door.width):
            yield from (at for at in (square, neighbour(square, side)) if at in board)
