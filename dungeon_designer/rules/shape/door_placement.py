"""Doors stand where the edition lets them stand, in the form it knows.

Three ways of standing (`where`):

- ``wall_or_gap``, gw-1989 (Setting Up: Doors): a square door, in a wall one square thick or in a gap one square wide
  between two walls. Both look alike once the door is drawn: its square has floor on two opposite sides and walls on
  the two others. An edge door is the wrong form.
- ``junction``, gw-2021 (Setting Up The Game): an edge door, every edge of which lies between two sections. A square
  door is the wrong form.
- ``floor_edge``, eagbbl (Corners and Doors): an edge door, every edge of which lies between two floor squares, of one
  section or of two. A square door is the wrong form.

brawl-2013, naf-2019 and db7s-2019 say nothing of doors within the dungeon.

Rock and drawn walls are walls; floor that holds lava or a statue is floor. A door on rock is never in its place. The
squares of a finding are the door's: of an edge door those on both sides of each edge at fault, floor or rock,
as far as the map goes.

A sketch that breaks it, under gw-1989-basic (a gap two squares wide)::

    map: |
      ##..##
      ..+...
      ..'...
      ##..##

Mend: move the door, or wall up what is beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from dungeon_designer.analysis.passages import is_wall_or_gap
from dungeon_designer.board.model import Board
from dungeon_designer.grid import Square, edge_run, neighbour
from dungeon_designer.rules.context import Context
from dungeon_designer.rules.rule import Settings, Violation, worded
from dungeon_designer.translation import marked

NO_GAP = marked("placing", "a door needs walls on two opposite sides: %1 (%2)")
"""What the editor says of a square where no square door may stand: rule and source."""


class Where(StrEnum):
    """Where a door may stand; the first takes square doors, the others edge doors."""

    WALL_OR_GAP = "wall_or_gap"
    JUNCTION = "junction"
    FLOOR_EDGE = "floor_edge"


_WORDS = {
    Where.WALL_OR_GAP: "in a wall or a gap",
    Where.JUNCTION: "where two sections join",
    Where.FLOOR_EDGE: "between two squares of floor",
}
"""What a ruleset is said to ask."""

_PLACES = {
    Where.WALL_OR_GAP: "floor on two opposite sides and walls on the two others",
    Where.JUNCTION: "an edge between two sections",
    Where.FLOOR_EDGE: "an edge between two floor squares",
}


class RuleSettings(Settings, frozen=True):
    """Where doors may stand.

    where  Where a door may stand: on a square between two walls, on an edge between two sections, or on any edge
           between two floor squares. Example: "junction"
    """

    players = ("Doors stand", "{asked}")
    phrases = worded(where=lambda where: _WORDS[where])

    where: Where = Where.FLOOR_EDGE


def check(context: Context, settings: RuleSettings) -> Iterator[Violation]:
    """Faults of square doors, then of edge doors."""
    board, where, place = context.board, settings.where, _PLACES[settings.where]
    for square_door in board.layout.square_doors:
        at = square_door.at
        if where is not Where.WALL_OR_GAP:
            yield Violation(f"the door at {at} fills a square, but a door must stand on {place}", (at,))
        elif at not in board or not is_wall_or_gap(board, at):
            yield Violation(f"the door at {at} must have {place}", (at,))
    for door in board.layout.doors:
        wrong = []
        for at, side in edge_run(door.at, door.side, door.width):
            here, there = board.section_at(at), board.section_at(neighbour(at, side))
            one_section = here is there and where is not Where.FLOOR_EDGE
            if here is None or there is None or where is Where.WALL_OR_GAP or one_section:
                wrong += [at, neighbour(at, side)]
        if wrong:
            must = f"must stand on {place}"
            if where is Where.WALL_OR_GAP:
                must = f"stands on an edge, but a door must fill a square with {place}"
            yield Violation(f"the door on the {door.side} side of {door.at} {must}", board.on_map(wrong))


def gaps(board: Board) -> frozenset[Square]:
    """The squares of floor where a square door may stand."""
    return frozenset(square for square in board.owner if is_wall_or_gap(board, square))
